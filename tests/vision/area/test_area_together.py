"""Two readings of the same dice made one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.area.together import ALONE, together
from vision.observation import Die

FIVE = (0.01, 0.01, 0.02, 0.03, 0.9, 0.03)
SIX = (0.01, 0.01, 0.02, 0.03, 0.03, 0.9)


def die(x: float, chances=FIVE, there: float = 0.98, upright: float = 1.0, state: str = "flat") -> Die:
    value = chances.index(max(chances)) + 1
    if state == "cocked":
        return Die(None, "cocked", (x, 50.0, 30.0, 30.0), 0.7, None, chances, there)
    return Die(value, "flat", (x, 50.0, 30.0, 30.0), there * max(chances) * upright, None, chances, there)


def test_a_die_in_both_looks_is_reported_once() -> None:
    (both,) = together([die(100)], [die(104)])
    assert (both.value, both.box) == (5, (100, 50.0, 30.0, 30.0))
    assert both.sure > die(100).sure
    (doubtful,) = together([die(100)], [die(104, SIX)])
    assert doubtful.sure < 0.6


def test_what_straight_above_says_of_leaning_holds() -> None:
    (leans,) = together([die(100, state="cocked")], [die(104)])
    assert (leans.state, leans.value) == ("cocked", None)
    (maybe,) = together([die(100, upright=0.3)], [die(104)])
    assert maybe.sure < 0.32


def test_a_likely_die_of_one_look_is_reported() -> None:
    alone = together([die(100)], [die(300, there=0.9), die(500, there=ALONE - 0.1)])
    assert [round(item.box[0]) for item in alone] == [100, 300]
    assert together([die(500, there=0.1)], []) == (die(500, there=0.1),)


@given(st.lists(st.floats(0, 600), max_size=5), st.lists(st.floats(0, 600), max_size=5))
def test_nothing_is_made_up_and_chances_stay_chances(above, shown) -> None:
    first, second = [die(x) for x in above], [die(x, SIX) for x in shown]
    dice = together(first, second)
    assert len(dice) <= len(first) + len(second)
    assert len(dice) >= max(len(first), len(second))
    for reported in dice:
        assert 0 <= reported.sure <= reported.there <= 1
        assert sum(reported.chances) == pytest.approx(1)
    assert [d.sure for d in dice] == sorted((d.sure for d in dice), reverse=True)


def test_a_reading_without_chances_is_left_as_it_is() -> None:
    bare = replace(die(100), chances=())
    assert together([bare], [die(102)])[0].value == 5
