"""Counting throws: what dice at rest say of a throw, from where they lay before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.follow.throws import Throws
from vision.observation import Die, DieState

SIDE, LATE = 20.0, 1.0


def die(x: float, y: float, value: int | None) -> Die:
    state: DieState = "flat" if value else "cocked"
    return Die(value, state, (x - SIDE / 2, y - SIDE / 2, SIDE, SIDE), 0.99)


FIVE, THREE = die(100, 100, 5), die(200, 140, 3)
NUDGED = die(108, 104, 5)


class Table:
    """Dice put down and taken up, one reading after the other; the picture changes where dice differ."""

    def __init__(self) -> None:
        self.throws, self.time = Throws(), 0.0
        self.lay: tuple[Die, ...] = ()

    def rests(self, *dice: Die, after: float = 3.0) -> int:
        """These lie there some seconds later; the throws counted since then."""
        self.time += after
        before, counted = set(self.lay) ^ set(dice), self.throws.count

        def touched(die: Die) -> bool:
            return any(
                abs(die.box[0] - o.box[0]) < SIDE and abs(die.box[1] - o.box[1]) < SIDE for o in before
            )

        self.throws, self.lay = self.throws.rested(dice, touched, self.time, LATE), dice
        return self.throws.count - counted

    def taken(self, *dice: Die) -> None:
        """These were seen to leave rest."""
        self.throws = self.throws.without(dice)


def thrown(*dice: Die) -> Table:
    table = Table()
    assert table.rests() == 0
    assert table.rests(*dice) == 1
    return table


def test_dice_on_an_empty_table_were_thrown() -> None:
    assert thrown(FIVE, THREE).throws.lying == (FIVE, THREE)


@pytest.mark.parametrize("after", [0.3, 3.0])
def test_dice_that_lie_on_were_thrown_once(after: float) -> None:
    assert thrown(FIVE, THREE).rests(FIVE, THREE, after=after) == 0


@pytest.mark.parametrize("after", [0.3, 3.0])
def test_a_nudge_is_no_throw(after: float) -> None:
    assert thrown(FIVE, THREE).rests(NUDGED, THREE, after=after) == 0


def test_the_second_die_of_a_throw_may_nudge_the_first() -> None:
    table = thrown(FIVE)
    assert table.rests(NUDGED, THREE, after=0.4) == 0
    assert table.throws.lying == (NUDGED, THREE)


@pytest.mark.parametrize("turned", [die(108, 104, 2), die(120, 108, 2), die(120, 108, None)])
def test_the_second_die_of_a_throw_may_turn_the_first_over(turned: Die) -> None:
    table = thrown(FIVE)
    assert table.rests(turned, THREE, after=0.4) == 0
    assert table.throws.lying == (turned, THREE)


def test_a_die_far_from_where_it_lay_a_moment_ago_was_thrown_again() -> None:
    assert thrown(FIVE).rests(die(180, 180, 5), THREE, after=0.4) == 1


def test_the_second_die_of_a_throw_may_leave_the_first_alone() -> None:
    assert thrown(FIVE).rests(FIVE, THREE, after=0.4) == 0


def test_a_die_thrown_later_that_nudges_another_is_one_throw() -> None:
    assert thrown(FIVE).rests(NUDGED, THREE, after=4.0) == 1


def test_a_die_taken_up_and_thrown_at_once_is_a_throw_of_its_own() -> None:
    table = thrown(FIVE)
    table.taken(FIVE)
    assert table.rests(NUDGED, THREE, after=0.9) == 1


@pytest.mark.parametrize("back", [FIVE, NUDGED])
def test_lifted_and_put_back_is_no_throw(back: Die) -> None:
    table = thrown(FIVE, THREE)
    table.taken(FIVE)
    assert table.rests(THREE) == 0
    assert table.rests(back, THREE) == 0


def test_lifted_and_put_back_before_anybody_read_the_table_without_it_is_no_throw() -> None:
    table = thrown(FIVE, THREE)
    table.taken(FIVE)
    assert table.rests(FIVE, THREE) == 0


def test_the_same_faces_thrown_again_are_a_throw() -> None:
    table = thrown(FIVE, THREE)
    table.taken(FIVE, THREE)
    assert table.rests() == 0
    assert table.rests(die(140, 220, 5), die(60, 240, 3)) == 1


def test_the_same_faces_thrown_again_before_the_empty_table_was_read_are_a_throw() -> None:
    table = thrown(FIVE, THREE)
    table.taken(FIVE, THREE)
    assert table.rests(die(140, 220, 5), die(60, 240, 3)) == 1


def test_another_face_where_a_die_was_taken_up_is_a_throw() -> None:
    table = thrown(FIVE)
    table.taken(FIVE)
    assert table.rests(die(102, 98, 2)) == 1


def test_a_cocked_die_set_straight_is_no_throw() -> None:
    assert thrown(die(100, 100, None), THREE).rests(FIVE, THREE) == 0


@given(st.lists(st.tuples(st.integers(-12, 12), st.integers(-12, 12)), min_size=1, max_size=8))
def test_however_often_a_die_is_nudged_no_throw_is_counted(nudges: list[tuple[int, int]]) -> None:
    table, x, y = thrown(FIVE, THREE), 100.0, 100.0
    for dx, dy in nudges:
        x, y = min(140.0, max(60.0, x + dx)), min(120.0, max(60.0, y + dy))
        assert table.rests(die(x, y, 5), THREE) == 0
