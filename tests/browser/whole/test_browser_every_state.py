"""Every state of the table on every kind of screen: no barrier, nothing cut off, nothing to be pushed sideways.

A script's camera brings a live table into each state; screens of all roles and looks watch it, and axe scans each.
"""

from collections.abc import Mapping

import pytest
from on_screen import CUT_OFF, at_sizes, faults, misfits
from watched_table import EVERY

from webui.words.now import TELLERS

SCREENS: Mapping[str, dict] = {
    "teacher": {"role": "teacher"},
    "pupil": {"role": "pupil", "size": (800, 1280)},
    "looker-on": {"size": (360, 740), "color_scheme": "dark"},
    "wall": {"path": "/mur", "size": (1920, 1080)},
}
"""Who watches what, how large, and what the device wishes."""
ABROAD = ("en-GB", "de-DE")
"""What other teachers' tablets speak: their sentences are as long as the French ones."""
HELD = ((1280, 800), (800, 1280), (360, 740))
"""px of those."""


@pytest.fixture(scope="module")
def screens(measures) -> Mapping[str, object]:
    """A page for each of SCREENS."""
    return {name: measures(**wishes) for name, wishes in SCREENS.items()}


@pytest.fixture(scope="module")
def abroad(measures) -> Mapping[str, object]:
    """A teacher's page for each of ABROAD."""
    return {language: measures(role="teacher", locale=language) for language in ABROAD}


def test_every_state_of_the_table_is_shown() -> None:
    assert set(TELLERS) <= set(EVERY)


@pytest.mark.parametrize("state", EVERY)
def test_a_state_holds_no_barrier_and_no_cut_sentence(
    screens, abroad, begin, shows_newest, barriers, state: str
) -> None:
    EVERY[state](begin)
    shown = begin.place.live.snapshot().state
    assert shown == state or state not in TELLERS
    for page in (*screens.values(), *abroad.values()):
        shows_newest(page, begin.place)
    turn = [*EVERY].index(state)
    assert faults(screens, barriers, turn) == {}
    assert misfits(screens, turn) == []
    assert {name: cut for name, page in abroad.items() if (cut := [*at_sizes(page, CUT_OFF, HELD)])} == {}
