"""What size the dice of a table have, told by those already read."""

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from vision.follow.pace import ENOUGH, DieSizes, Pace
from vision.observation import Die


def die(side: float, sure: float = 0.99, value: int | None = 3) -> Die:
    return Die(value, "flat" if value else "cocked", (10.0, 10.0, side * 0.9, side), sure)


def test_before_enough_dice_were_seen_nothing_is_expected() -> None:
    sizes = DieSizes()
    for _ in range(ENOUGH - 1):
        assert sizes.expected is None
        sizes = sizes.with_dice([die(30)])
    assert sizes.expected is None
    assert sizes.with_dice([die(30)]).expected is not None


@pytest.mark.parametrize("other", [die(90, sure=0.6), die(90, value=None)])
def test_unsure_and_cocked_dice_say_nothing_of_the_size(other: Die) -> None:
    sizes = DieSizes().with_dice([die(30)] * ENOUGH)
    assert sizes.with_dice([other]) == sizes


@given(st.lists(st.floats(8, 200), min_size=ENOUGH, max_size=12))
def test_every_die_seen_is_among_what_is_expected(sides: list[float]) -> None:
    expected = DieSizes().with_dice([die(side) for side in sides]).expected
    assert expected is not None
    assert all(expected[0] < side < expected[1] for side in sides)


@each(
    ("dice", "known"),
    [
        ([die(30), die(32)], True),
        ([die(30), die(32, sure=0.6)], False),
        ([die(30), die(32, value=None)], False),
        ([], False),
    ],
)
def test_sure_dice_at_rest_give_their_sizes(dice: list[Die], known: bool) -> None:
    reported = DieSizes().of_all(dice)
    assert (reported is not None) is known
    assert reported is None or reported[0] < 30 < 32 < reported[1]


@each(
    ("since", "looks", "doubtful", "same", "due"),
    [
        (0.5, 3, False, True, False),
        (2.0, 3, False, True, True),
        (0.5, 3, True, True, True),  # a doubt may be settled by the next look
        (2.0, 6, True, True, False),  # six looks told what there is to tell
        (6.0, 6, False, False, True),
        (6.0, 6, False, True, False),  # nor does a seventh at the same picture tell more
        (6.0, 6, True, True, True),
        (30.0, 6, False, True, True),
    ],
)
def test_a_table_at_rest_is_looked_at_less_and_less(
    since: float, looks: int, doubtful: bool, same: bool, due: bool
) -> None:
    assert Pace().due(since, looks, doubtful, lambda: same) is due
