"""How well the readings agree with the labels: pure scoring, no files.

One picture's score is a `PictureScore`; evaluate_figures makes rates of a list of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vision.observation import Box, Die, Observation, Piece
from webui.capture.matching import nearest_first, seats_moved, touches_border

from .amiss import AMISS, Amiss, amiss
from .conditions import conditions
from .lying import LyingDie, lying
from .truth import TrueDie, TrueTile, Truth

SEATS = 4
"""Of the board that may be turned."""
PIPS_REACH = 1.5
"""A reading fits a pips box when it lies within this many of the box's longer sides from its centre."""


@dataclass(frozen=True)
class DiceScore:
    """Dice of one picture.

    Attributes:
        right: value right, in its box.
        extra: read, but not there so.
        missed: there, but not read so.
    """

    right: int = 0
    extra: int = 0
    missed: int = 0

    @property
    def all_right(self) -> bool:
        """Every value read and nothing else."""
        return self.extra == 0 and self.missed == 0


@dataclass(frozen=True)
class TileScore:
    """Tiles of one board.

    Attributes:
        each: states right, as seated.
        turned: the best over the board's turns where nothing tells the seats; else the same.
        places: how many states are labelled.
        digits: open tiles whose digit is read right, in that turn.
        digit_places: how many digits are labelled.
    """

    each: int
    turned: int
    places: int
    digits: int = 0
    digit_places: int = 0


@dataclass(frozen=True)
class PictureScore:
    """One picture's score; None where the labels say nothing of it.

    `amiss`: of a generated table, dice that are cocked, off the board, or either; `lying`: how each of its dice lies.
    `sure`: that the whole throw is reported, and right.
    """

    source: str
    dice: DiceScore | None
    tiles: TileScore | None
    board_found: bool | None
    corner_error: float | None
    asks: frozenset[str] = frozenset()
    custom_faces: bool = False
    conditions: tuple[str, ...] = ()
    amiss: tuple[Amiss, ...] = ()
    lying: tuple[LyingDie, ...] = ()
    sure: float = 1.0


def score(truth: Truth, observation: Observation) -> PictureScore:
    """Scores what was seen in one picture against its labels."""
    turns = _turns(truth, observation)
    kinds = [tile_score(truth.tiles, seats_moved(observation.pieces, turn, SEATS)) for turn in turns]
    tiles = None
    if truth.tiles:
        best = max(kinds, key=lambda tiles_score: (tiles_score.each, tiles_score.digits))
        tiles = TileScore(kinds[0].each, best.each, best.places, best.digits, best.digit_places)
    return PictureScore(
        truth.source,
        None if truth.dice is None else dice_score(truth.dice, observation.dice, truth.ignore, truth.size),
        tiles,
        board_right(truth, observation),
        corner_error(truth, observation),
        observation.abstains,
        truth.custom_faces,
        conditions(truth),
        tuple(amiss(truth.dice, observation.dice, kinds) for kinds in (*((kind,) for kind in AMISS), AMISS))
        if truth.dice is not None and truth.condition
        else (),
        () if truth.dice is None else lying(truth.dice, observation.dice),
        throw_sure(observation),
    )


def throw_sure(observation: Observation) -> float:
    """How sure it is that every flat die is read right, and that none was missed."""
    return math.prod(die.sure for die in observation.dice if die.state == "flat") * (1 - observation.missed)


# --- dice


def dice_score(
    truth: Sequence[TrueDie], dice: Iterable[Die], ignore: Iterable[Box], size: tuple[float, float]
) -> DiceScore:
    """Matches flat, read dice to labelled ones, nearest first; what falls on neutral ground is not blamed."""
    read = [die for die in dice if die.state == "flat" and die.value is not None]
    counted = [die for die in truth if die.role == "counts"]
    if any(die.box is None for die in counted):
        return _by_values([die.value for die in read], [die.value for die in counted])
    pairs = (
        (_distance(label, die), i, j)
        for i, label in enumerate(counted)
        for j, die in enumerate(read)
        if label.value == die.value and _inside(label, die)
    )
    right = nearest_first(pairs)
    taken = set(right.values())
    neutral = [label for label in truth if label.role == "neutral"] + [TrueDie(None, box) for box in ignore]
    extra = [
        die for j, die in enumerate(read) if j not in taken and not _excused(die, neutral, counted, size)
    ]
    return DiceScore(len(right), len(extra), len(counted) - len(right))


def _excused(
    die: Die, neutral: Iterable[TrueDie], counted: Iterable[TrueDie], size: tuple[float, float]
) -> bool:
    """On an ignored or cut box; or itself cut by the border and no labelled die's."""
    if any(_inside(label, die) for label in neutral):
        return True
    return touches_border(die.box, size) and not any(_inside(label, die) for label in counted)


def _by_values(read: Sequence[int | None], true: Sequence[int | None]) -> DiceScore:
    """Where the labels give values without boxes: the common part of the two bags."""
    right = sum(min(list(read).count(value), list(true).count(value)) for value in set(true))
    return DiceScore(right, len(read) - right, len(true) - right)


def _center(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _distance(label: TrueDie, die: Die) -> float:
    return math.dist(label.middle, _center(die.box)) if label.box else 0.0


def _inside(label: TrueDie, die: Die) -> bool:
    if label.box is None:
        return False
    if label.pips:
        return _distance(label, die) <= PIPS_REACH * max(label.box[2:])
    return label.holds(_center(die.box))


# --- tiles and board


def tile_score(truth: Mapping[str, TrueTile], pieces: Mapping[str, Piece]) -> TileScore:
    """States and digits right, place by place; places labelled unknown are passed over."""
    known = {space: tile for space, tile in truth.items() if tile.kind != "unknown"}
    each = sum(space in pieces and pieces[space].kind == tile.kind for space, tile in known.items())
    shown = {space: tile for space, tile in known.items() if tile.kind == "open" and tile.reads is not None}
    digits = sum(space in pieces and pieces[space].reads == tile.reads for space, tile in shown.items())
    return TileScore(each, each, len(known), digits, len(shown))


def board_right(truth: Truth, observation: Observation) -> bool | None:
    """Whether the right board, or rightly none, was found; None where the labels do not tell."""
    if not truth.board_known:
        return None
    return (observation.board.layout if observation.board else None) == truth.layout


def _turns(truth: Truth, observation: Observation) -> tuple[int, ...]:
    """Quarter turns of the seats to try; 0 first: where no tag can be read, or the finder says that it read none."""
    if truth.layout != "occe" or observation.board is None:
        return (0,)
    free = not truth.turn_known or not observation.board.oriented
    return tuple(range(SEATS)) if free else (0,)


def corner_error(truth: Truth, observation: Observation) -> float | None:
    """The farthest corner's distance as a share of the board's mean side, best over turns.

    None where no corners are labelled, infinite where no board is found.
    """
    if truth.corners is None:
        return None
    if observation.board is None:
        return math.inf
    true, read = truth.corners, observation.board.corners
    side = sum(math.dist(true[i], true[i - 1]) for i in range(4)) / 4
    worst = [max(math.dist(true[i], read[(i + turn) % 4]) for i in range(4)) for turn in range(4)]
    return min(worst) / side if side else None
