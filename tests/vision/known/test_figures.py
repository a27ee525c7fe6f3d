"""What of a known table may lie on a disk."""

import json
from dataclasses import replace

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.pips import Colours
from vision.known.acquaintance import Acquaintance, acquaintance
from vision.known.asking import Asking
from vision.known.figures import figures, known_of
from vision.known.value import Known, KnownDice

COLOURS = Colours((250.0, 250.0, 250.0), (20.0, 30.0, 200.0), (9.0, 1.0, 0.0, 1.0, 9.0, 0.0, 0.0, 0.0, 9.0), 7)
DICE = KnownDice((0.04, 0.06), ((1, 2), (2, 9)), COLOURS)
KNOWN = Known("occe", dice=DICE, asking=Asking().confirmed(0.9, right=True).confirmed(0.8, right=False))


def test_figures_come_back_as_they_were() -> None:
    back = known_of(figures(KNOWN))
    assert (back.layout, back.dice, back.asking) == (KNOWN.layout, KNOWN.dice, KNOWN.asking)
    assert (back.ground, back.looks, back.places, back.lessons) == (None, None, None, 0)


def test_only_counts_sizes_and_colours_are_written() -> None:
    stored = json.loads(figures(replace(KNOWN, lessons=4)))
    assert set(stored) == {"layout", "span", "counts", "colours", "right", "wrong", "tiles"}
    assert stored["tiles"] is None  # no look was learnt
    assert len(figures(KNOWN)) < 500  # no picture fits


@each(
    "text",
    ["", "[]", "{}", figures(KNOWN).replace("occe", "chess"), figures(KNOWN).replace("0.04", "NaN"),
     figures(KNOWN).replace('"right": [', '"right": [7, '), figures(KNOWN).replace("[9.0, 1.0", "[1.0"),
     figures(KNOWN).replace('"faces": 7', '"faces": -1'), figures(KNOWN).replace("[250.0", "[-250.0")],
)  # fmt: skip
def test_what_is_no_such_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected figures of a table"):
        known_of(text)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected figures"):
        known_of(text)


def test_the_usual_number_of_dice_is_that_of_most_throws() -> None:
    assert (DICE.least, KnownDice().least, DICE.usual(1), DICE.usual(3)) == (2, 0, True, False)


def test_an_unknown_table_has_an_empty_acquaintance() -> None:
    assert acquaintance(None, None) == Acquaintance()
    assert acquaintance(KNOWN, None) == Acquaintance(dice=2, misread=1)


@each(("time", "due"), [(0.0, True), (105.0, False), (119.9, False), (120.0, True), (99.0, True)])
def test_dice_are_looked_for_everywhere_now_and_then(time: float, due: bool) -> None:
    known = KNOWN.at(100.0)
    assert known.due(time) is due
    assert (known.at(time) is known) is not due
