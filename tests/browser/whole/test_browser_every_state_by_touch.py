"""Every state of the games that are played by touch, on every kind of screen: no barrier, nothing cut off or too wide.

The screens speak the three languages; some of their devices wish for dark, for more contrast, or for their own colours.
"""

from collections.abc import Callable, Iterator, Mapping

import pytest
from each import in_turn
from on_screen import WIDER, at_sizes, faults, misfits
from touched_table import BY_HAND, BY_TOUCH, PRACTISED

from referee.games import GAMES
from webui.live.live import Live
from webui.store.journal import Journal
from webui.table.values.shown import WATCHED
from webui.words.games.sentences import foul_sentence

SCREENS: Mapping[str, dict] = {
    "teacher": {"role": "teacher"},
    "pupil": {"role": "pupil", "size": (800, 1280), "locale": "de-DE"},
    "phone": {"role": "pupil", "size": (360, 740), "locale": "en-GB"},
    "looker-on": {"size": (360, 740), "color_scheme": "dark", "locale": "en-GB"},
    "wall": {"path": "/mur", "size": (1920, 1080), "locale": "en-GB"},
}
"""Who watches what, how large, in which language, and what the device wishes."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, served) -> Iterator[object]:
    """One served table for all tests of this file, played by touch."""
    folder = tmp_path_factory.mktemp("touched")
    live = Live(Journal.open(folder), sentence=foul_sentence)
    with served(live, folder) as place:
        live.start()
        yield place


@pytest.fixture(scope="module")
def opens(opening, undrawn, place) -> Iterator[Callable]:
    """Opens a page of the table; nothing moves on it."""
    with opening(place, undrawn, reduced_motion="reduce") as open_page:
        yield open_page


@pytest.fixture(scope="module")
def screens(opens) -> Mapping[str, object]:
    """A page for each of SCREENS."""
    return {name: opens(**wishes) for name, wishes in SCREENS.items()}


ABOUT = ("/correct", "/correct/board", "/enseignant/position", "/partie", "/conseil", "/mains")
"""Pages that differ from game to game, beside the wall, which is one of SCREENS."""
ONE_EACH = ("trente aside", "jacquet part", "backgammon doubled", "trictrac fits", "tock on its way")
NARROW = ((800, 1280), (360, 740), (320, 640), (640, 400))
"""px of the screens that such a page must fit."""


def test_every_game_that_is_played_by_touch_has_its_states() -> None:
    assert {name.split()[0] for name in BY_TOUCH} == {game.name for game in GAMES} - {game.name for game in WATCHED}


@pytest.mark.parametrize("state", BY_TOUCH)
def test_a_state_holds_no_barrier_on_any_screen(screens, place, shows_newest, barriers, state: str) -> None:
    BY_TOUCH[state](place.live)
    for page in screens.values():
        shows_newest(page, place)
    fits_and_holds_no_barrier(screens, barriers, [*BY_TOUCH].index(state))


@pytest.mark.parametrize("state", BY_HAND)
def test_tiles_told_by_hand_fit_every_size_of_screen(screens, place, shows_newest, state: str) -> None:
    BY_HAND[state](place.live)
    for page in screens.values():
        shows_newest(page, place)
    assert misfits(screens, [*BY_HAND].index(state)) == []


@pytest.mark.parametrize("state", PRACTISED)
def test_a_practice_state_has_no_barrier_on_any_screen(
    screens, place, shows_newest, barriers, state: str
) -> None:
    PRACTISED[state](place.live)
    for page in screens.values():
        shows_newest(page, place)
    fits_and_holds_no_barrier(screens, barriers, [*PRACTISED].index(state))


def fits_and_holds_no_barrier(screens, barriers, turn: int) -> None:
    assert faults(screens, barriers, turn) == {}
    assert misfits(screens, turn) == []


@pytest.mark.parametrize("state", ONE_EACH)
def test_pages_about_a_game_hold_no_barrier(opens, place, barriers, state: str) -> None:
    BY_TOUCH[state](place.live)
    page, wrong = opens(role="teacher"), {}
    scanned = in_turn(ABOUT, ONE_EACH.index(state))
    for path in ABOUT:
        page.goto(place.url + path)
        wrong[path] = [*(barriers(page) if path in scanned else ()), *at_sizes(page, WIDER, NARROW)]
    page.context.close()
    assert {path: told for path, told in wrong.items() if told} == {}
