"""Every state of the table on every kind of screen: no barrier, nothing cut off, nothing to be pushed sideways.

A script's camera brings a live table into each state; screens of all roles and looks watch it, and axe scans each.
"""

from collections.abc import Mapping

import pytest
from on_screen import CUT_OFF, LOW_MAIN, SIDEWAYS, misfits
from watched_table import EVERY

from webui.words.now import TELLERS

SCREENS: Mapping[str, dict] = {
    "teacher": {"role": "teacher"},
    "more contrast": {"role": "teacher", "contrast": "more"},
    "forced colours": {"role": "teacher", "forced_colors": "active"},
    "pupil": {"role": "pupil", "size": (800, 1280)},
    "looker-on": {"size": (360, 740), "color_scheme": "dark"},
    "wall": {"path": "/mur?theme=clair", "size": (1920, 1080)},
    "dark wall": {"path": "/mur?theme=sombre", "size": (1920, 1080)},
}
"""Who watches what, how large, and what the device wishes."""
SAME_BUT_COLOURS = frozenset({"more contrast", "forced colours", "dark wall"})
"""They show what another screen shows, in other colours: these alone are scanned again."""
ROLES = ("teacher", "pupil", "looker-on")
"""Whose screens are measured at every size."""


@pytest.fixture(scope="module")
def screens(opens) -> Mapping[str, object]:
    """A page for each of SCREENS."""
    return {name: opens(**wishes) for name, wishes in SCREENS.items()}


def test_every_state_of_the_table_is_shown() -> None:
    assert set(TELLERS) <= set(EVERY)


@pytest.mark.parametrize("state", EVERY)
def test_a_state_holds_no_barrier_on_any_screen(screens, begin, shows_newest, barriers, state: str) -> None:
    EVERY[state](begin)
    shown = begin.place.live.snapshot()["state"]
    assert shown == state or state not in TELLERS
    wrong = {}
    for name, page in screens.items():
        shows_newest(page, begin.place)
        cut = page.evaluate(CUT_OFF) + page.evaluate(LOW_MAIN)
        wrong[name] = barriers(page, colours_only=name in SAME_BUT_COLOURS) + cut
        assert page.locator("h1").count() == 1, name
        assert page.evaluate(SIDEWAYS) <= 0, name
    assert {name: told for name, told in wrong.items() if told} == {}
    assert misfits({role: screens[role] for role in ROLES}) == []


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_no_sentence_is_cut_off_in_any_state(opens, begin, shows_newest, language: str) -> None:
    pages = [opens("teacher", size=size, locale=language) for size in ((1280, 800), (800, 1280), (360, 740))]
    wrong = {}
    for state, stage in EVERY.items():
        stage(begin)
        for page in pages:
            shows_newest(page, begin.place)
            wrong[state, page.viewport_size["width"]] = page.evaluate(CUT_OFF)
    for page in pages:
        page.close()
    assert {where: cut for where, cut in wrong.items() if cut} == {}
