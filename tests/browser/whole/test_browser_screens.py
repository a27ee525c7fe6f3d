"""docs/screens.md shows every page by role and size of screen, every state of the table, each game at its liveliest.

`PISTE_PICTURES=1 pytest tests/browser/whole/test_browser_screens.py` writes docs/screens/ anew; without it the page is
held against the site: each address is described, each sheet of pictures is there.
"""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from on_screen import photographed
from served import addresses
from touched_table import BY_TOUCH
from watched_table import EVERY, PAIR

from webui.box.network import Wifi, keep_wifi
from webui.live.live import Live
from webui.site.app import create_app
from webui.store.classes import Classes
from webui.store.journal import Journal
from webui.table.values.actions import CloseTiles, Next, Throw

SCREENS = Path(__file__).resolve().parents[3] / "docs" / "screens"
TOLD = SCREENS.with_suffix(".md")
WRITES = pytest.mark.skipif(not os.environ.get("PISTE_PICTURES"), reason="pictures are written with PISTE_PICTURES=1")
SIZES = {"desktop": (1280, 800), "tablet": (800, 1280), "phone": (360, 740), "projector": (1920, 1080)}
"""px of the screens."""
ROLES = {"teacher": "teacher", "pupil": "pupil", "looker-on": ""}
STATES = {"teacher": "desktop", "pupil": "tablet", "looker-on": "phone"}
"""Who watches the table's states, and how large."""
LIVELIEST = ("trente attack", "jacquet part", "backgammon doubled", "trictrac fits", "tock seven")
AREA, LIVELY_AREA = 52_000, 300_000
"""px of one picture on a sheet."""
ROW, LABEL, GAP = 1500, 18, 6
"""px: the width of a sheet, the height of a name below a picture, what lies between pictures."""
GREY = (96, 96, 96)
QUALITY, HEAVIEST = 40, 2_600_000
"""Of a sheet, 0 to 100; bytes of all together."""
LOADED = "() => [...document.images].every((one) => one.complete && (one.naturalWidth || !one.checkVisibility()))"
Pictures = list[tuple[str, np.ndarray]]


def seen(page, area: int) -> np.ndarray:
    """What a page shows, so many px large."""
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    page.evaluate("document.querySelectorAll('img[loading=lazy]').forEach((one) => (one.loading = 'eager'))")
    page.wait_for_function(LOADED)
    shown = photographed(page)
    scale = np.sqrt(area / (shown.shape[0] * shown.shape[1]))
    return cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def sheet(pictures: Pictures) -> np.ndarray:
    """Pictures in rows, each with its name below."""
    across = max(1, ROW // (max(shown.shape[1] for _, shown in pictures) + GAP))
    rows = [pictures[at : at + across] for at in range(0, len(pictures), across)]
    return np.vstack([_row(row) for row in rows])


def _row(pictures: Pictures) -> np.ndarray:
    high = max(shown.shape[0] for _, shown in pictures) + LABEL + GAP
    row, x = np.full((high, ROW, 3), GREY, np.uint8), 0
    for name, shown in pictures:
        height, width = shown.shape[:2]
        row[:height, x : x + width] = shown
        cv2.putText(row, name, (x + 2, height + LABEL - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255,) * 3, 1, cv2.LINE_AA)
        x += width + GAP
    return row


def write(name: str, pictures: Pictures) -> None:
    SCREENS.mkdir(exist_ok=True)
    assert cv2.imwrite(str(SCREENS / f"{name}.webp"), sheet(pictures), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


def sheets() -> set[str]:
    """The names of all sheets."""
    pages = {f"{role}-{size}" for role in ROLES for size in SIZES}
    return pages | {f"states-{role}" for role in STATES} | {"games-tablet", "games-phone"}


@pytest.fixture
def school(begin):
    """A Wi-Fi of the box's own, a class, a game that is over, one that goes on."""
    place, live = begin.place, begin(PAIR).live
    data = place.app.extensions["piste"].door.data
    keep_wifi(data, Wifi("Piste-rouge", "abcd-efgh-jkmn"))
    Classes(data).add("CE2", ("Léa", "Tom", "Zoé", "Max"))
    live.use_camera(False)
    for tiles in ((2,), (1,), ()) * 2:
        live.act(Throw((1, 1)))
        if tiles:
            live.act(CloseTiles(tiles))
            live.act(Next())
    live.new_game(PAIR)
    for dice, tile in (((6, 3), 9), ((5, 2), 7)):
        live.act(Throw(dice))
        live.act(CloseTiles((tile,)))
        live.act(Next())
    live.act(Throw((6, 2)))
    return place


def pages_of(page, place) -> Pictures:
    """Each page that opens for who asks; what leads elsewhere is left out."""
    found: Pictures = []
    for path in sorted(addresses(place.app)):
        if not path.endswith(".pdf"):
            page.goto(place.url + path)
            if urlsplit(page.url).path == path:
                found.append((path, seen(page, AREA)))
    return found


@WRITES
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("role", ROLES)
def test_pages_are_pictured(school, opens, role: str, size: str) -> None:
    page = opens(SIZES[size], ROLES[role])
    write(f"{role}-{size}", pages_of(page, school))
    page.close()


@WRITES
@pytest.mark.parametrize("role", STATES)
def test_states_of_the_table_are_pictured(opens, begin, shows_newest, role: str) -> None:
    begin.place.live.use_camera(True)
    page, found = opens(SIZES[STATES[role]], ROLES[role]), []
    for state, stage in EVERY.items():
        stage(begin)
        shows_newest(page, begin.place)
        found.append((state, seen(page, AREA)))
    write(f"states-{role}", found)
    page.close()


@WRITES
@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_games_are_pictured_at_their_liveliest(opens, begin, shows_newest, size: str) -> None:
    begin.place.live.use_camera(False)
    page, found = opens(SIZES[size], "pupil"), []
    for state in LIVELIEST:
        BY_TOUCH[state](begin.place.live)
        shows_newest(page, begin.place)
        found.append((state, seen(page, LIVELY_AREA)))
    write(f"games-{size}", found)
    page.close()


def described(rows: Iterable[str]) -> Mapping[str, str]:
    """The first cell of each row of a table, without its marks -> the last."""
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| `")]
    return {row[0].strip("`"): row[-1] for row in cells}


def test_every_address_state_and_liveliest_game_is_described(tmp_path: Path) -> None:
    told = described(TOLD.read_text(encoding="utf-8").splitlines())
    assert all(len(words) > 20 for words in told.values())
    live = Live(Journal.open(tmp_path))
    assert set(told) == {*addresses(create_app(live, tmp_path)), *EVERY, *LIVELIEST}
    live.close()


def test_every_sheet_is_there_and_shown() -> None:
    shown = re.findall(r"\]\(screens/([\w-]+)\.webp\)", TOLD.read_text(encoding="utf-8"))
    assert set(shown) == sheets() == {path.stem for path in SCREENS.iterdir()}
    assert sum(path.stat().st_size for path in SCREENS.iterdir()) < HEAVIEST
