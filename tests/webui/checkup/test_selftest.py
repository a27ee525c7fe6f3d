"""The check of a table, step by step, without a camera."""

from dataclasses import replace

from each import each

from vision.layout import load_layout
from vision.light import Light
from vision.observation import Die, Observation, Piece
from webui.checkup.report import report
from webui.checkup.selftest import FACES, TILES, Ask, Trial, confirmed, skipped, step

GOOD = Light(130, 140, 0.5, 0.001)


def dice(*values: int | None, sure: float = 0.98, px: float = 22) -> tuple[Die, ...]:
    return tuple(
        Die(value, "flat" if value else "cocked", (40.0 * k, 50, px, px - 2), sure)
        for k, value in enumerate(values)
    )


def tiles(closed: str = "", misread: str = "", layout: str = "occe", sure: float = 0.97) -> tuple[Piece, ...]:
    """All tiles open but those whose space begins with `closed`; `misread` shows another digit."""
    pieces = []
    for space in load_layout(layout).spaces_of():
        shut = bool(closed) and space.name.startswith(closed)
        digit = None if shut else space.number % 9 + 1 if space.name == misread else space.number
        pieces.append(Piece(space.name, "closed" if shut else "open", digit, (0, 0), sure))
    return tuple(pieces)


def lying(trial: Trial, seconds: float, observation: Observation, light: Light | None = GOOD) -> Trial:
    """The table lies like this for a while, observed twice a second."""
    for _ in range(round(seconds * 2)):
        trial = step(trial, replace(observation, time=trial.t + 0.5), light)
    return trial


def stir(trial: Trial) -> Trial:
    return step(trial, Observation(trial.t + 0.5, None, (), still=False))


def done(trial: Trial) -> list[tuple[str, int, int]]:
    return [(outcome.ask.name, outcome.right, outcome.n) for outcome in trial.outcomes]


def played(trial: Trial) -> Trial:
    """A table on which everything is read right."""
    for ask in trial.steps:
        trial = stir(trial)
        closed = {"": "", "open": "", "closed": "seat-1"}[ask.state]
        observation = Observation(0, None, dice(ask.face, ask.face) if ask.face else (), tiles(closed))
        trial = lying(trial, 2, observation)
    return trial


def test_a_table_that_is_read_right_passes() -> None:
    result = report(played(Trial()))
    assert result.verdict == "pass"
    assert (result.dice.right, result.dice.n, result.dice.least) == (12, 12, 0.98)
    assert (result.tiles.right, result.tiles.n, result.tiles.least) == (45, 45, 0.97)
    assert (result.die_px, result.wrong, result.skipped, result.light) == (22, (), (), GOOD)
    assert 15 < result.seconds < 120


def test_a_step_is_done_only_when_the_reading_stays() -> None:
    trial = Trial()
    for values in ((1, 1), (1, 2), (1, 1), (2, 1)):
        trial = lying(trial, 0.5, Observation(0, None, dice(*values)))
    assert trial.outcomes == ()
    assert done(lying(trial, 2, Observation(0, None, dice(1, 1)))) == [("dice-1", 2, 2)]


def test_dice_of_the_previous_step_are_no_wrong_reading() -> None:
    trial = lying(Trial(), 30, Observation(0, None, dice(1, 1)))
    assert done(trial) == [("dice-1", 2, 2)]


@each(
    ("values", "right"),
    [((3, 5), 1), ((3,), 1), ((3, 3, 4), 1), ((5, 6), 0), ((3, None), 1)],
)
def test_a_reading_that_stays_wrong_counts_as_wrong(values: tuple[int | None, ...], right: int) -> None:
    trial = stir(Trial(steps=(Ask("dice", face=3),)))
    observation = Observation(0, None, dice(*values))
    assert lying(trial, 7, observation).outcomes == ()
    trial = lying(trial, 10, observation)
    assert done(trial) == [("dice-3", right, 2)]
    assert report(trial).verdict == "fail"
    assert report(trial).wrong == (("dice-3", values),)


def test_waits_for_an_empty_table_and_for_hands_to_leave() -> None:
    trial = lying(stir(Trial()), 60, Observation(0, None, ()))
    assert trial.outcomes == ()
    hand = Observation(0, None, dice(1, 1), hands=frozenset({"table"}))
    assert lying(trial, 60, hand).outcomes == ()


def test_a_wrong_tile_is_named_once_tiles_rest() -> None:
    trial = stir(Trial(steps=TILES))
    turning = tuple(replace(p, kind="closed") if p.space[5] in "234" else p for p in tiles())
    assert lying(trial, 30, Observation(0, None, (), turning)).outcomes == ()
    trial = lying(trial, 12, Observation(0, None, (), tiles(misread="seat-2/slot-7")))
    assert done(trial) == [("tiles-open", 35, 36)]
    assert trial.outcomes[0].read == (("seat-2/slot-7", "open", 8),)


def test_the_whole_row_of_a_box_is_closed() -> None:
    trial = lying(stir(Trial(steps=TILES[1:])), 2, Observation(0, None, (), tiles("slot-", layout="box")))
    assert [(right, n) for _, right, n in done(trial)] == [(n := len(load_layout("box").spaces_of()), n)]


def test_skipping_too_many_steps_leaves_no_verdict() -> None:
    trial = Trial()
    for _ in trial.steps[:4]:
        trial = skipped(trial)
    for ask in trial.steps[4:6]:
        trial = lying(stir(trial), 2, Observation(0, None, dice(ask.face, ask.face)))
    result = report(trial)
    assert result.verdict == "incomplete"
    assert result.skipped == (*(ask.name for ask in FACES[:4]), "tiles-open", "tiles-closed")
    assert (result.dice.right, result.dice.n) == (4, 4)


def test_the_teacher_may_say_that_it_lies_as_asked() -> None:
    trial = lying(stir(Trial()), 1, Observation(0, None, dice(4, 1)))
    assert done(confirmed(trial, GOOD)) == [("dice-1", 1, 2)]
    assert confirmed(stir(trial)) == stir(trial)  # not while something moves


@each(
    ("light", "px", "faults"),
    [
        (Light(20, 30, 0.5, 0.0), 22, ("light",)),
        (Light(130, 140, 0.05, 0.0), 22, ("sharp",)),
        (Light(130, 140, 0.5, 0.3), 22, ("glare",)),
        (GOOD, 11, ("dice_small",)),
    ],
)
def test_bad_light_or_small_dice_fail_despite_correct_readings(
    light: Light, px: float, faults: tuple[str, ...]
) -> None:
    trial = Trial(steps=FACES)
    for ask in FACES:
        trial = lying(stir(trial), 2, Observation(0, None, dice(ask.face, ask.face, px=px)), light)
    assert (report(trial).verdict, report(trial).faults) == ("fail", faults)


def test_nothing_moves_on_after_the_end() -> None:
    trial = played(Trial())
    assert trial.ask is None
    assert skipped(trial) is trial
    assert confirmed(trial) is trial
    assert lying(trial, 5, Observation(0, None, dice(1, 1))).outcomes == trial.outcomes
    assert report(Trial()).verdict == "incomplete"
