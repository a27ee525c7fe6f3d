"""The line for asking, fitted to a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.known.asking import Asking

CHANCE = st.floats(0.02, 0.999)


def after(sureness: float, right: int, wrong: int = 0) -> Asking:
    asking = Asking()
    for _ in range(right):
        asking = asking.confirmed(sureness, right=True)
    for _ in range(wrong):
        asking = asking.confirmed(sureness, right=False)
    return asking


@given(CHANCE)
def test_of_an_unknown_table_readings_are_believed_as_they_are(said: float) -> None:
    assert Asking().sure(said) == said


@pytest.mark.parametrize(
    ("right", "wrong", "least", "most"),
    [
        (1, 0, 0.8, 0.9),  # one throw shifts little
        (30, 0, 0.92, 0.99),  # here such readings are right
        (10, 10, 0.55, 0.75),  # here they are not
    ],
)
def test_confirmed_throws_shift_the_line(right: int, wrong: int, least: float, most: float) -> None:
    assert least <= after(0.8, right, wrong).sure(0.8) <= most


@given(CHANCE, CHANCE, st.integers(0, 20), st.integers(0, 20))
def test_what_is_said_more_surely_stays_the_surer(one: float, other: float, right: int, wrong: int) -> None:
    asking = after(0.9, right, wrong)
    low, high = sorted((one, other))
    assert asking.sure(low) <= asking.sure(high) + 1e-12
    assert 0 <= asking.sure(one) <= 1


def test_readings_are_counted() -> None:
    assert (after(0.9, 3, 2).count, sum(after(0.9, 3, 2).wrong)) == (5, 2)
