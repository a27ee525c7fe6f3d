"""Two readers of one die: what the second says moves the first, within bounds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.agreed import agreed
from vision.observation import Die

BOX = (10.0, 10.0, 30.0, 30.0)
chances = st.lists(st.floats(0.01, 1), min_size=6, max_size=6).map(lambda raw: np.array(raw) / sum(raw))


def first(value: int = 4, sure: float = 0.8, there: float = 0.85) -> Die:
    spread = [(1 - sure / there) / 5] * 6
    spread[value - 1] = sure / there
    return Die(value, "flat", BOX, sure, None, tuple(spread), there)


def second(value: int, clear: float = 0.99) -> np.ndarray:
    said = np.full(6, (1 - clear) / 5, np.float32)
    said[value - 1] = clear
    return said


def test_what_both_see_is_surer() -> None:
    told = agreed(first(), 7.0, second(4))
    assert told.value == 4
    assert told.sure > 0.93 > first().sure
    assert told.there > first().there


def test_another_value_is_asked_about_whoever_is_right() -> None:
    told = agreed(first(), 7.0, second(6))
    assert told.value in (4, 6)
    assert told.sure < 0.9


def test_a_value_that_the_first_hardly_saw_is_corrected() -> None:
    assert agreed(first(4, 0.3, 0.9), 7.0, second(6)).value == 6


def test_what_the_second_does_not_take_for_a_die_is_doubtful() -> None:
    assert agreed(first(sure=0.95, there=0.96), -5.0, second(4)).sure < 0.9


@pytest.mark.parametrize("found", [-4.0, -40.0])
def test_the_second_cannot_silence_the_first(found: float) -> None:
    told = agreed(first(sure=0.98, there=0.985), found, second(4))
    assert told.there > 0.5


@given(sure=st.floats(0.01, 0.99), found=st.floats(-20, 20), values=chances)
def test_chances_stay_chances(sure: float, found: float, values: np.ndarray) -> None:
    told = agreed(first(2, sure, min(1.0, sure * 1.05)), found, values)
    assert told.box == BOX
    assert sum(told.chances) == pytest.approx(1)
    assert told.value == int(np.argmax(told.chances)) + 1
    assert 0 <= told.sure <= 1
    assert 0 <= told.there <= 1
    assert told.sure >= 0.4 or told.there < 0.5


@given(found=st.floats(-20, 20), more=st.floats(0, 20))
def test_the_more_the_second_believes_in_a_die_the_likelier_it_is(found: float, more: float) -> None:
    less, likelier = (agreed(first(), word, second(4)) for word in (found, found + more))
    assert less.there <= likelier.there
    assert less.sure <= likelier.sure
