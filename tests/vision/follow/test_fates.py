"""What became of dice since the table was last still: how far each lies from where one lay, and which are gone."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.follow.fates import NUDGE, DiceSoFar
from vision.observation import Die, DieState, Fate, Observation

SIDE = 20.0


def die(x: float, y: float, value: int | None, state: DieState | None = None) -> Die:
    return Die(value, state or ("flat" if value else "cocked"), (x - SIDE / 2, y - SIDE / 2, SIDE, SIDE), 0.99)


FIVE, THREE = die(100, 100, 5), die(200, 140, 3)
NUDGED = die(108, 104, 5)
NEW, LAY = Fate(True, math.inf), Fate()


def moved(widths: float, was: int | None, *, away: bool = False) -> Fate:
    return Fate(True, pytest.approx(widths), was, away)


class Table:
    """Dice put down and taken up, one reading after the other; the picture changes where dice differ."""

    def __init__(self, *dice: Die) -> None:
        self.dice, self.lay = DiceSoFar(dice), dice

    def rests(self, *dice: Die) -> Observation:
        """These lie there; what became of them."""
        before = set(self.lay) ^ set(dice)

        def touched(die: Die) -> bool:
            return any(abs(die.box[0] - o.box[0]) < SIDE and abs(die.box[1] - o.box[1]) < SIDE for o in before)

        self.dice, observation = self.dice.after_rest(Observation(0.0, None, dice), touched)
        self.lay = dice
        return observation

    def taken(self, *dice: Die) -> None:
        """These were seen to leave rest."""
        self.dice = self.dice.without(dice)


def test_dice_on_an_empty_table_are_new() -> None:
    assert Table().rests(FIVE, THREE).fates == (NEW, NEW)


def test_dice_that_lie_on_are_not_stirred() -> None:
    observation = Table(FIVE, THREE).rests(FIVE, THREE)
    assert (observation.fates, observation.gone) == ((LAY, LAY), ())


def test_a_die_that_nudges_another_is_new_alone() -> None:
    assert Table(FIVE).rests(NUDGED, THREE).fates == (moved(80**0.5 / SIDE, 5), NEW)


@pytest.mark.parametrize("turned", [die(108, 104, 2), die(112, 105, 2), die(112, 105, None)])
def test_a_die_turned_over_shows_what_it_was(turned: Die) -> None:
    (fate,) = Table(FIVE).rests(turned).fates
    assert fate == moved(FIVE.distance(turned) / SIDE, 5)


def test_dice_moved_together_moved_least() -> None:
    crossed = die(190, 120, 5), die(120, 130, 3)
    assert [fate.was for fate in Table(FIVE, THREE).rests(*crossed).fates] == [3, 5]


@pytest.mark.parametrize("back", [FIVE, NUDGED])
@pytest.mark.parametrize("read", [True, False])
def test_a_die_lifted_and_put_back_was_away(back: Die, read: bool) -> None:
    table = Table(FIVE, THREE)
    table.rests(FIVE, THREE)
    table.taken(FIVE)
    if read:
        assert table.rests(THREE).gone == (FIVE,)
    assert table.rests(back, THREE).fates[0].off <= 0.5
    table.taken(back)
    assert table.rests(die(102, 98, 2), THREE).fates[0].away


def test_a_die_that_is_gone_is_told_once() -> None:
    table = Table(FIVE, THREE)
    assert [table.rests(THREE).gone, table.rests(THREE).gone] == [(FIVE,), ()]


def test_a_die_taken_before_a_throw_is_forgotten_with_it() -> None:
    table, two = Table(FIVE, THREE), die(300, 300, 2)
    table.rests(THREE)
    table.rests(THREE, two)
    assert table.rests(FIVE, THREE, two).fates[0] == NEW


def test_dice_off_the_board_wait_for_the_next_throw() -> None:
    spare, fell = die(400, 100, 6, "off-board"), die(400, 300, 2, "off-board")
    table = Table(spare)
    assert table.rests(spare).dice == ()
    assert table.rests(spare, FIVE, fell).dice == (FIVE, fell)
    assert table.rests(FIVE, fell).dice == (FIVE, fell)
    assert table.rests(die(250, 240, 4), fell).dice == (die(250, 240, 4),)


@given(st.lists(st.tuples(st.integers(-12, 12), st.integers(-12, 12)), min_size=1, max_size=8))
def test_however_often_a_die_is_nudged_it_stays_the_same(nudges: list[tuple[int, int]]) -> None:
    table, x, y = Table(FIVE, THREE), 100.0, 100.0
    for dx, dy in nudges:
        x, y = min(140.0, max(60.0, x + dx)), min(120.0, max(60.0, y + dy))
        fate, other = table.rests(die(x, y, 5), THREE).fates
        assert fate.off < NUDGE
        assert (fate.was, other) in ((5, LAY), (None, LAY))
