"""The check of a table as a value: an observation in, the next state out. No camera, no clock.

The teacher is asked for two dice with each face up, then for the tiles open and closed. A step is done as soon as
what is read is as asked and stays so; a reading that stays otherwise, or that the teacher confirms, counts as wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from vision.layout import layouts, load_layout
from vision.light import Light
from vision.observation import Observation, Piece

DICE = 2
"""So many dice lie there at once."""
HOLD = 1.0
"""Seconds that a reading as asked must stay."""
PATIENCE = {"dice": 8.0, "tiles": 10.0}
"""Seconds after which a reading otherwise than asked counts as wrong, where nothing was touched meanwhile."""
CLOSE = 2 / 3
"""Share of the tiles that must be as asked before the rest counts as read wrong: else they are still being turned."""

Row: TypeAlias = tuple[tuple[str, str, int | None], ...]
"""(space, kind, reads) of the tiles that a step asks about."""


@dataclass(frozen=True)
class Ask:
    """What the teacher should put there.

    Attributes:
        kind: dice or tiles.
        face: of the dice, 1 to 6; 0 for tiles.
        state: of the tiles: open (all of them), closed (the row of place 1, or the whole box); "" for dice.
    """

    kind: Literal["dice", "tiles"]
    face: int = 0
    state: Literal["", "open", "closed"] = ""

    @property
    def name(self) -> str:
        """ "dice-3", "tiles-open"."""
        return f"{self.kind}-{self.face or self.state}"


FACES = tuple(Ask("dice", face=face) for face in range(1, 7))
TILES = (Ask("tiles", state="open"), Ask("tiles", state="closed"))


@dataclass(frozen=True)
class TrialOutcome:
    """The end of one step.

    Attributes:
        ask: the step.
        skipped: the teacher skipped it; then nothing counts.
        right: how many dice or tiles were read right.
        n: of how many.
        least: 0 to 1, the least sure of those read right; 1 for none.
        px: mean longer side of the dice; None for tiles and if there was no die.
        read: the reading: values of dice, or (space, kind, digit) of the tiles read wrong.
    """

    ask: Ask
    skipped: bool = False
    right: int = 0
    n: int = 0
    least: float = 1.0
    px: float | None = None
    read: tuple[object, ...] = ()


@dataclass(frozen=True)
class Trial:
    """The state of the check.

    Attributes:
        steps: what to put there, in order.
        outcomes: the ends of the steps so far.
        lights: the light at the end of each step.
        newest: the last observation of the table at rest, None while something moves.
        since: s; how long the table has been read like that.
        stirred: something was moved since the step began.
        began, t: s; the first and the newest observation.
    """

    steps: tuple[Ask, ...] = FACES + TILES
    outcomes: tuple[TrialOutcome, ...] = ()
    lights: tuple[Light, ...] = ()
    newest: Observation | None = None
    since: float = 0.0
    stirred: bool = False
    began: float | None = None
    t: float = 0.0

    @property
    def hinged(self) -> bool:
        """True for a board with hinged tiles."""
        board = self.newest.board if self.newest else None
        return board is not None and board.layout in layouts() and load_layout(board.layout).hinged

    @property
    def ask(self) -> Ask | None:
        """The current step; None at the end."""
        return self.steps[len(self.outcomes)] if len(self.outcomes) < len(self.steps) else None


def step(trial: Trial, observation: Observation, light: Light | None = None) -> Trial:
    """The check after one more observation.

    Args:
        trial: the state before.
        observation: the reading of the table.
        light: of its picture.
    """
    began = observation.time if trial.began is None else trial.began
    trial = replace(trial, began=began, t=max(trial.t, observation.time))
    ask, before = trial.ask, trial.newest
    if ask is None:
        return trial
    if not observation.still or observation.hands:
        return replace(trial, newest=None, stirred=True)
    same = before is not None and _reading(ask, before) == _reading(ask, observation)
    moved = before is not None and not same
    trial = replace(
        trial,
        newest=observation,
        since=trial.since if same else observation.time,
        stirred=trial.stirred or moved,
    )
    return _judge(trial, ask, observation, light)


def _judge(trial: Trial, ask: Ask, observation: Observation, light: Light | None) -> Trial:
    """Ends the step if the reading has stayed long enough."""
    held = trial.t - trial.since
    outcome = scored(ask, observation)
    fits = outcome.n > 0 and outcome.right == outcome.n
    if fits and held >= HOLD:
        return _ended(trial, outcome, light)
    settled = outcome.right >= CLOSE * outcome.n if ask.kind == "tiles" else bool(outcome.read)
    if not fits and trial.stirred and outcome.n and settled and held >= PATIENCE[ask.kind]:
        return _ended(trial, outcome, light)
    return trial


def skipped(trial: Trial) -> Trial:
    """The teacher skips this step."""
    return trial if trial.ask is None else _ended(trial, TrialOutcome(trial.ask, skipped=True), None)


def confirmed(trial: Trial, light: Light | None = None) -> Trial:
    """The teacher says that it is as asked: the present reading counts; nothing while something moves."""
    if trial.ask is None or trial.newest is None:
        return trial
    return _ended(trial, scored(trial.ask, trial.newest), light)


def _ended(trial: Trial, outcome: TrialOutcome, light: Light | None) -> Trial:
    lights = trial.lights if light is None else (*trial.lights, light)
    outcomes = (*trial.outcomes, outcome)
    return replace(trial, outcomes=outcomes, lights=lights, stirred=False, since=trial.t)


def scored(ask: Ask, observation: Observation) -> TrialOutcome:
    """The comparison of an observation with what was asked; `n` is 0 if there is nothing to compare."""
    return _dice(ask, observation) if ask.kind == "dice" else _tiles(ask, observation)


def _dice(ask: Ask, observation: Observation) -> TrialOutcome:
    """A surplus die counts against one that was read right."""
    lying = [die for die in observation.dice if die.state in ("flat", "cocked")]
    good = [die for die in lying if die.value == ask.face and die.state == "flat"]
    right = max(0, min(DICE, len(good)) - max(0, len(lying) - DICE))
    sizes = [max(die.box[2:]) for die in good]
    return TrialOutcome(
        ask,
        right=right,
        n=DICE,
        least=min((die.sure for die in good), default=1.0),
        px=sum(sizes) / len(sizes) if sizes else None,
        read=tuple(die.value for die in lying),
    )


def _tiles(ask: Ask, observation: Observation) -> TrialOutcome:
    asked = _asked_about(ask, observation.pieces)
    good = [piece for piece in asked if _as_asked(ask, piece)]
    wrong = tuple((piece.space, piece.kind, piece.reads) for piece in asked if not _as_asked(ask, piece))
    least = min((piece.sure for piece in good), default=1.0)
    return TrialOutcome(ask, right=len(good), n=len(asked), least=least, read=wrong)


def _asked_about(ask: Ask, pieces: Iterable[Piece]) -> list[Piece]:
    """All tiles for "open"; for "closed" the first row, or a box's only one."""
    return [piece for piece in pieces if ask.state == "open" or piece.space.startswith(("seat-1/", "slot-"))]


def _as_asked(ask: Ask, piece: Piece) -> bool:
    if piece.kind != ask.state:
        return False
    return ask.state == "closed" or piece.reads == int(piece.space.rsplit("-", 1)[1])


def _reading(ask: Ask, observation: Observation) -> Counter[object] | Row:
    """The part of an observation that matters to a step, for comparing readings."""
    if ask.kind == "dice":
        return Counter((die.value, die.state) for die in observation.dice if die.state != "off-board")
    return tuple((piece.space, piece.kind, piece.reads) for piece in _asked_about(ask, observation.pieces))
