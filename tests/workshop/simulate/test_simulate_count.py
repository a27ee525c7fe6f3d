"""CountedNoise is counted from looks laid beside what happened."""

from __future__ import annotations

from math import inf

from vision.observation import BoardSeen, Die, Fate, Observation, Piece
from workshop.simulate.count import counted
from workshop.simulate.happened import Done, Lying
from workshop.simulate.matched import matched
from workshop.simulate.priors import told
from workshop.simulate.rests import die_rests, ghost_runs

BOARD = BoardSeen("occe", ((0.0, 0.0), (400.0, 0.0), (400.0, 400.0), (0.0, 400.0)), True, 0.99)
TWO, SIX = Lying(2, "flat", 100.0, 100.0, 20.0), Lying(6, "flat", 200.0, 100.0, 20.0)
FIVE = Lying(5, "flat", 300.0, 200.0, 20.0)
FIRST = Done("cast", 2.0, 4.0, 3.9, 1, (TWO, SIX), words=("roll_settled",))
QUIET = Done("rest", 4.0, 6.0, 6.0, 0, (TWO, SIX))
CLOSES = Done("turn", 6.0, 8.0, 7.4, 1, (TWO, SIX), slots=(8,), to="closed", words=("move_accepted",))
SECOND = Done("cast", 8.0, 10.0, 9.9, 1, (FIVE,), words=("roll_settled",))
DEEDS = (Done("rest", 0.0, 2.0, 2.0, 0), FIRST, QUIET, CLOSES, SECOND)


def read(lying: Lying, value: int | None = None) -> Die:
    value = value or lying.value
    chances = tuple(0.95 if v == value else 0.01 for v in range(1, 7))
    return Die(value, "flat", (lying.x - 10, lying.y - 10, 20.0, 20.0), 0.95, chances=chances)


def look(t: float, *dice: Die, fresh: bool = False, eight: str = "open") -> Observation:
    kind, other = (eight, "closed" if eight == "open" else "open")
    piece = Piece("seat-1/slot-8", kind, None, (0.0, 0.0), 0.99, ((kind, 0.99), (other, 0.01)))  # type: ignore[arg-type]
    fates = tuple(Fate(True, inf) if fresh else Fate() for _ in dice)
    return Observation(t, BOARD, dice, (piece,), fates=fates)


LOOKS = (
    look(1.0),
    look(4.0, read(TWO, 3), read(SIX), fresh=True),
    look(4.5, read(TWO, 3), read(SIX)),
    look(5.0, read(TWO), read(SIX)),
    look(7.9, read(TWO), read(SIX), eight="open"),
    look(8.2, read(TWO), read(SIX), eight="closed"),
    look(10.0, read(FIVE), read(SIX), fresh=True, eight="closed"),
    look(10.5, read(FIVE), eight="closed"),
)


def test_a_die_is_read_from_look_to_look_until_dice_are_touched() -> None:
    rests = {rest.lying: rest for rest in die_rests(list(matched(LOOKS, DEEDS)))}
    assert [(None if die is None else die.value, looks) for die, looks in rests[TWO].runs()] == [
        (3, 2),
        (2, 3),
    ]
    (wrong,) = rests[TWO].amiss()
    assert (wrong[1], wrong[2]) == (2, False)
    assert rests[SIX].amiss() == ()


def test_a_die_that_was_taken_and_is_told_yet_is_a_ghost() -> None:
    assert ghost_runs(list(matched(LOOKS, DEEDS))) == (3, [1])


def test_counts_hold_values_fates_tiles_and_acts() -> None:
    counts = counted([(LOOKS, DEEDS)])["counts"]
    assert counts["value 2"] == {"3": 1}
    assert counts["value 6"] == {"6": 1}
    assert counts["fate cast"]["n"] == 3
    assert counts["fate cast"]["off new"] == 3
    assert counts["tile closed"] == {"closed": 3, "open": 1}
    assert counts["throw due"]["roll_settled"] == 2
    assert counts["ghosts"] == {"n": 1, "taken": 3}


def test_a_die_amiss_is_kept_look_by_look_and_a_tile_as_an_episode() -> None:
    (table,) = counted([(LOOKS, DEEDS)])["kept"]["tables"]
    (die,) = [one for one in table["amiss"] if one["true"] == "2"]
    assert [(looks, reading["value"]) for looks, reading in die["story"]] == [(2, 3), (3, 2)]
    (tile,) = table["tiles"]
    assert (tile["true"], tile["looks"], tile["turned"]) == ("closed", 1, True)


def test_the_priors_name_what_the_table_expects_with_bounds() -> None:
    lines = list(told(counted([(LOOKS, DEEDS)])))
    assert any(line.startswith("NOISE.misread") and "at most" in line for line in lines)
    assert any(line.startswith("ACTS.throw, throw due") for line in lines)
