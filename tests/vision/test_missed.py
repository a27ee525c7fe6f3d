"""How likely a die was missed: more so where something is left, where no die is told, where told ones are doubtful."""

from hypothesis import given
from hypothesis import strategies as st

from vision.missed import ALONE, ON_BOARD, remains
from vision.observation import Die
from vision.thresholds import Thresholds

chances = st.lists(st.floats(0, 1), max_size=6)


def die(there: float, x: float = 0.0) -> Die:
    return Die(3, "flat", (x, 0.0, 10.0, 10.0), there, there=there)


@given(chances, chances)
def test_it_is_a_chance(rest: list[float], told: list[float]) -> None:
    stored = [die(there, 20.0 * k) for k, there in enumerate(told)]
    left = [die(there, -20.0 - 20.0 * k) for k, there in enumerate(rest)]
    assert 0 <= ALONE.chance([*stored, *left], stored) <= 1


def test_what_is_left_untold_makes_a_missed_die_likelier() -> None:
    reported = [die(1.0)]
    assert ALONE.chance([*reported, die(0.4, 30.0)], reported) > ALONE.chance(reported, reported)


def test_a_likely_unreported_die_raises_a_question() -> None:
    reported = [die(1.0), die(1.0, 60.0)]
    assert ALONE.chance([*reported, die(0.4, 30.0)], reported) >= 0.4


def test_a_miss_is_likelier_without_a_clear_die() -> None:
    assert ALONE.chance([], []) > ALONE.chance([die(1.0)], [die(1.0)])


def test_without_dice_faint_objects_raise_questions_off_board() -> None:
    """A board is empty more often than its dice are overlooked."""
    line, faint = Thresholds().missed, [die(0.1)]
    assert ALONE.chance(faint, []) > line > ALONE.chance([], []) > 0.1
    assert line > 3 * ON_BOARD.chance(faint, [])


@given(chances, chances)
def test_more_remaining_candidates_never_lower_the_miss_chance(rest: list[float], more: list[float]) -> None:
    left = [die(there, 20.0 * k) for k, there in enumerate(rest + more)]
    for missing in (ALONE, ON_BOARD):
        assert missing.chance(left, []) >= missing.chance(left[: len(rest)], []) - 1e-9


def test_doubtful_dice_make_a_missed_one_likelier() -> None:
    assert ALONE.chance([die(0.6)], [die(0.6)]) > ALONE.chance([die(1.0)], [die(1.0)])


def test_what_remains_is_what_was_found_and_not_told() -> None:
    reported = [die(0.9)]
    rest, none, _ = remains([*reported, die(0.3, 40.0)], reported)
    assert (remains(reported, reported)[0] < rest, none) == (True, 0.0)
    assert remains([], [])[1] == 1.0
