"""The user guide shows the pages as they are: its pictures are made here, the pages and words it names are there.

`PISTE_PICTURES=1 pytest tests/browser/test_browser_guide.py` writes docs/guide/images anew, in three languages;
without it the same pages are opened, in French, and the pictures that are there are held against the guide.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from babel.messages.pofile import read_po
from on_screen import photographed

from hardware.camera import open_camera
from vision.follow.follower import follow_frames
from vision.frame import Frame
from vision.observation import Observation
from webui.box import network
from webui.capture.files import FOLDER as CAPTURES
from webui.checkup import frame_colours, kept
from webui.checkup import run as check
from webui.checkup.crops import FOLDER as CROPS
from webui.checkup.kept import Calibrations
from webui.live import area, memory
from webui.live.eyes import open_eyes
from webui.live.lookout import Lookout
from webui.site import auth, tls
from webui.site.limits import tries
from webui.site.show import invite
from webui.store import advice, broker, classes, journal, lessons, seats, tables
from webui.store.copies import FOLDER as COPIES
from webui.store.elsewhere import FILE as ELSEWHERE
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at
from webui.words import CATALOGS

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide"
PICTURES = GUIDE / "images"
WRITES = bool(os.environ.get("PISTE_PICTURES"))
WRITING = pytest.mark.skipif(not WRITES, reason="these pages are opened where pictures are written")
LOCALES = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE"}
SIZE, SHOWN = (1280, 800), (960, 600)
"""px of the tablet, and of a picture in the guide."""
QUALITY, HEAVIEST = 38, 1_000_000
"""Of a picture, 0 to 100; bytes of all together."""

DICE_LIE = 6.0
"""Seconds of the demonstration film after which its first two dice lie there."""
STEP, LOOKS = 0.4, 16
"""Seconds between two looks at what lies there then, and how many are made."""
PAIR = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")))
FOUR = Setup("occe_child", players_at((1, 2, 3, 4), ("Léa", "Zoé", "Tom", "Max")), games=3)
SHUT = ((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,)), *(((n,), (n,)) for n in range(6, 0, -1))
STOPS = ((1, 1), (2,)), ((1, 1), (1,)), ((1, 1), ())
"""Turns by the children's rule: one that closes everything, and one that ends soon."""
WRONG = "seat-1/slot-4"
"""No sum of those dice."""
ADDRESS, CODE = "http://192.168.1.20:8000/", "K7DR"
"""Of no machine, and of no table."""


@dataclass
class Sight:
    """What a scene works with.

    Attributes:
        page: the teacher's tablet.
        place: the served site.
        film: the first seconds of the demonstration, as the eyes read them.
    """

    page: object
    place: object
    film: list[tuple[Observation, Frame]]

    def go(self, path: str) -> None:
        self.page.goto(f"{self.place.url}{path}")

    def plays(self, setup: Setup, *moves: tuple) -> None:
        """A game by touch; each move is its dice and what is closed with them."""
        self.place.live.new_game(setup)
        for dice, tiles in moves:
            self.place.live.act(Throw(dice))
            if tiles:
                self.place.live.act(CloseTiles(tiles))
                self.place.live.act(Next())

    def watches(self, change: Callable[[Observation], Observation] = lambda seen: seen) -> None:
        """A game that the camera follows until the first dice lie there, and for some more looks."""
        self.place.live.use_camera(True)
        self.place.live.new_game(PAIR)
        last, frame = self.film[-1]
        for seen, picture in self.film:
            self.place.live.look(change(seen), picture)
        for k in range(1, LOOKS):
            again = replace(last, time=last.time + STEP * k, gone=())
            self.place.live.look(change(again), replace(frame, time=again.time))

    def makes_class(self) -> None:
        self.go("/enseignant/classe")
        self.page.fill("#title", "CE2")
        self.page.fill("#pupils", "Léa\nTom\nZoé\nMax\nInès\nHugo\nJade\nNoé")
        self.page.locator("main form .is-main").click()
        self.page.wait_for_load_state()


def welcome(sight: Sight) -> None:
    (sight.place.app.extensions["piste"].door.data / auth.PIN_FILE).unlink()
    sight.page.context.clear_cookies()
    sight.go("/bienvenue")


def teacher(sight: Sight) -> None:
    sight.makes_class()
    sight.plays(PAIR, ((6, 3), (9,)), ((6, 2), ()))
    sight.go("/enseignant")


def camera(sight: Sight) -> None:
    sight.go("/camera")


def class_game(sight: Sight) -> None:
    sight.makes_class()
    sight.go("/enseignant/classe/1/partie")
    for name in ("Léa", "Tom", "Zoé", "Max"):
        sight.page.get_by_label(name, exact=True).check()


def throw(sight: Sight) -> None:
    sight.watches()
    assert sight.place.live.snapshot().state == "waiting_move"
    sight.go("/")


def refused(sight: Sight) -> None:
    sight.plays(PAIR, ((6, 3), (9,)), ((6, 2), ()))
    sight.place.live.act(CloseTiles((2, 7)))
    sight.go("/")


def doubt(sight: Sight) -> None:
    sight.watches(doubtful)
    assert sight.place.live.snapshot().state == "doubt"
    sight.go("/")


def doubtful(seen: Observation) -> Observation:
    """The same look, but one die may show another number, and a tile is closed that fits neither."""
    unsure = (0.0, 0.0, 0.55, 0.02, 0.43, 0.0)
    dice = (replace(die, sure=0.55, chances=unsure) if die.value == 3 else die for die in seen.dice)
    late = seen.time > DICE_LIE + 4 * STEP
    wrong = {"kind": "closed", "reads": None, "chances": ()}
    pieces = (replace(one, **wrong) if late and one.space == WRONG else one for one in seen.pieces)
    return replace(seen, dice=tuple(dice), pieces=tuple(pieces))


def lost(sight: Sight) -> None:
    sight.watches()
    sight.place.live.lose()
    sight.go("/")


def correct(sight: Sight) -> None:
    sight.plays(PAIR, ((6, 3), (9,)), ((6, 2), ()))
    sight.go("/correct")


def resume(sight: Sight) -> None:
    sight.plays(PAIR, ((6, 3), (9,)), ((6, 2), ()))
    sight.place.live.new_game(FOUR)
    sight.go("/new")


def podium(sight: Sight) -> None:
    sight.plays(PAIR, *SHUT, *STOPS)
    sight.go("/")


def wall(sight: Sight) -> None:
    sight.plays(FOUR, ((6, 3), (9,)), ((6, 2), ()))
    sight.go("/mur")


def fairness(sight: Sight) -> None:
    sight.plays(replace(PAIR, games=3))
    chance = np.random.default_rng(6)
    while (due := sight.place.live.snapshot().due) is not None:
        view = sight.place.live.act(Throw(tuple(map(int, chance.integers(1, 7, due.dice)))))
        if view.legal:
            sight.place.live.act(CloseTiles(tuple(view.legal[chance.integers(len(view.legal))])))
            sight.place.live.act(Next())
    sight.go("/equite")


def rules(sight: Sight) -> None:
    sight.go("/regles/occe_child")


SCENES = {
    one.__name__.replace("_", "-"): one
    for one in (
        *(welcome, teacher, camera, class_game, throw, refused, doubt, lost),
        *(correct, resume, podium, wall, fairness, rules),
    )
}
"""Name of a picture -> what brings it about, with the tablet at the page at last."""


@pytest.fixture(scope="module")
def film() -> list[tuple[Observation, Frame]]:
    with open_camera("demo", paced=False) as opened:
        return list(follow_frames(until(DICE_LIE, opened.frames()), open_eyes()))


def until(seconds: float, frames: Iterator[Frame]) -> Iterator[Frame]:
    for frame in frames:
        if frame.time > seconds:
            return
        yield frame


@pytest.fixture
def lookout(tmp_path: Path, film) -> Lookout:
    """Sees the table of the film, at rest, for ever."""
    seen, frame = film[0]
    looks = Lookout(Calibrations(tmp_path), open_eyes(), check.RunningCheck(tmp_path), clock=lambda: 0.0, patience=0)
    for shown in looks.watched([frame]):
        looks.saw(replace(seen, still=True), shown)
    return looks


@pytest.fixture
def elsewhere(place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures show no address of this machine."""
    monkeypatch.setattr(invite, "reachable", lambda root, listening: (ADDRESS,))
    (place.app.extensions["piste"].door.data / auth.TABLE_FILE).write_text(f"{CODE}\n")


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("language", ["fr", *(pytest.param(one, marks=WRITING) for one in ("en", "de"))])
@pytest.mark.parametrize("name", SCENES)
def test_a_picture_of_the_guide_is_taken(visit, place, film, name: str, language: str) -> None:
    page = visit(SIZE, locale=LOCALES[language], reduced_motion="reduce")
    enter(page, place)
    SCENES[name](Sight(page, place, film))
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    if WRITES:
        write(PICTURES / language / f"{name}.webp", photographed(page))


def enter(page, place) -> None:
    """As the login page does for the right code, without the slow comparing."""
    client = place.app.test_client()
    with client.session_transaction() as session:
        session["teacher"] = place.app.extensions["piste"].door.stamp()
    cookie = client.get_cookie("piste")
    page.context.add_cookies([{"name": "piste", "value": cookie.value, "url": place.url}])


def write(path: Path, shown: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    small = cv2.resize(shown, SHOWN, interpolation=cv2.INTER_AREA)
    assert cv2.imwrite(str(path), small, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


# The guide itself: what it shows, names and says.

IMAGE = re.compile(r"!\[([^\]]*)\]\(images/(\w\w)/([\w-]+)\.webp\)")
PATH = re.compile(r"`(/[a-z/]*)`")
QUOTED = {"fr": r"\*\*«\s(.+?)\s»\*\*", "en": r"\*\*“(.+?)”\*\*", "de": r"\*\*„(.+?)“\*\*"}
FILES = re.compile(r"^\| `([\w.-]+)` \|", re.MULTILINE)
KEPT = {
    *(journal.NAME, classes.NAME, auth.PIN_FILE, auth.TABLE_FILE, auth.KEY_FILE, advice.FILE),
    *(kept.FILE, kept.FORGOTTEN, memory.FILE, area.FILE, frame_colours.FILE, check.FILE, CROPS, CAPTURES, COPIES),
    *(lessons.NAME, tables.NAME, tables.FOLDER, broker.NAME),
    *(seats.FILE, tries.FILE, ELSEWHERE, "medium.json", tls.FILE, network.WIFI),
}
"""All that Piste keeps in its data folder."""
ENGLISH = GUIDE / "accessibility.en.md"
DECLARED = {"fr": GUIDE / "accessibilite.fr.md", "en": ENGLISH, "de": ENGLISH}


def text(language: str) -> str:
    return (GUIDE / f"guide.{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LOCALES)
def test_every_picture_of_the_guide_is_described_and_made_here(language: str) -> None:
    shown = IMAGE.findall(text(language))
    assert sorted(name for *_, name in shown) == sorted(SCENES)
    assert {spoken for _, spoken, _ in shown} == {language}
    assert all(len(says) > 8 for says, *_ in shown)
    assert {path.name for path in (PICTURES / language).iterdir()} == {f"{name}.webp" for name in SCENES}


def test_the_pictures_are_small() -> None:
    pictures = list(PICTURES.glob("*/*"))
    assert sum(path.stat().st_size for path in pictures) < HEAVIEST
    assert {cv2.imread(str(path)).shape[1::-1] for path in pictures} == {SHOWN}


@pytest.mark.parametrize("language", LOCALES)
def test_every_page_that_the_guide_names_can_be_reached(place, language: str) -> None:
    client = place.app.test_client()
    with client.session_transaction() as session:
        session["teacher"] = place.app.extensions["piste"].door.stamp()
    named = set(PATH.findall(text(language) + DECLARED[language].read_text(encoding="utf-8")))
    assert len(named) > 10
    assert {path: client.get(path, follow_redirects=True).status_code for path in named} == dict.fromkeys(named, 200)


@pytest.mark.parametrize("language", LOCALES)
def test_screen_texts_in_the_guide_are_texts_of_the_pages(language: str) -> None:
    with (CATALOGS / ("de" if language == "de" else "fr") / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalog = [one for one in read_po(file) if one.id and isinstance(one.id, str)]
    words = [plain(one.id if language == "en" else one.string) for one in catalog]
    said = [plain(one) for one in re.findall(QUOTED[language], text(language), re.DOTALL)]
    assert len(said) > 30
    assert [one for one in said if not any(one in word for word in words)] == []


def plain(words: str) -> str:
    """Without line breaks and the several sorts of blanks and apostrophes."""
    return " ".join(words.replace("’", "'").split())


@pytest.mark.parametrize("language", LOCALES)
def test_the_guide_tells_every_file_that_is_kept(language: str) -> None:
    assert set(FILES.findall(text(language))) == KEPT


def test_nothing_else_is_kept_in_the_data_folder(place, tmp_path: Path) -> None:
    place.live.new_game(PAIR)
    place.app.test_client().get("/enseignant")
    there = {path.name for path in tmp_path.iterdir() if not path.name.startswith(journal.NAME)}
    assert there <= KEPT
