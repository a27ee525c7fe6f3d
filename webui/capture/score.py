"""Compares Piste's unaided reading of one picture with a person's labels.

The matching is that of the workshop's evaluation of a labelled set (`matching`); a test holds the figures together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from vision.layout import load_layout
from vision.observation import Die, Observation

from .labels import CaptureLabel, LabelledDie
from .matching import nearest_first, seats_moved, touches_border


@dataclass(frozen=True)
class CaptureScore:
    """The correct readings in one picture, or in several.

    Attributes:
        pictures: how many.
        boards: how many boards were found.
        dice, dice_right, dice_extra: flat dice on the board; read right; read at a place without one.
        dice_all: pictures whose dice were all read right, and no other.
        dice_asked: pictures whose dice Piste would have asked about.
        dice_wrong: pictures that it would not have asked about, and whose dice it read wrong.
        tiles, tiles_right, tiles_all, tiles_asked, tiles_wrong: the same of tiles; also for a doubtful board.
    """

    pictures: int = 0
    boards: int = 0
    dice: int = 0
    dice_right: int = 0
    dice_extra: int = 0
    dice_all: int = 0
    dice_asked: int = 0
    dice_wrong: int = 0
    tiles: int = 0
    tiles_right: int = 0
    tiles_all: int = 0
    tiles_asked: int = 0
    tiles_wrong: int = 0


def scored(label: CaptureLabel, observation: Observation) -> CaptureScore:
    """The score of one picture, from an unaided reading."""
    right, extra, counted = _dice(label, observation.dice)
    tiles, tiles_right = _tiles(label, observation)
    dice_all, tiles_all = right == counted and not extra, tiles == tiles_right
    asks_dice, asks_tiles = "dice" in observation.abstains, bool(observation.abstains & {"tiles", "board"})
    return CaptureScore(
        pictures=1,
        boards=int(observation.board is not None and observation.board.layout == label.board.layout),
        dice=counted,
        dice_right=right,
        dice_extra=extra,
        dice_all=int(dice_all),
        dice_asked=int(asks_dice),
        dice_wrong=int(not asks_dice and not dice_all),
        tiles=tiles,
        tiles_right=tiles_right,
        tiles_all=int(tiles_all),
        tiles_asked=int(asks_tiles),
        tiles_wrong=int(not asks_tiles and not tiles_all),
    )


def total(scores: Iterable[CaptureScore]) -> CaptureScore:
    """Several pictures together."""
    every = [asdict(score) for score in scores]
    return CaptureScore(**{name: sum(score[name] for score in every) for name in asdict(CaptureScore())})


def _dice(label: CaptureLabel, dice_read: Iterable[Die]) -> tuple[int, int, int]:
    """How many flat dice were read right, how many were read that do not exist, and how many there are."""
    read = [die for die in dice_read if die.state == "flat" and die.value is not None]
    counted = [die for die in label.dice if die.state == "flat" and not touches_border(die.box, label.size)]
    neutral = [die for die in label.dice if touches_border(die.box, label.size)]
    pairs = (
        (math.dist(labelled.middle, die.center), i, j)
        for i, labelled in enumerate(counted)
        for j, die in enumerate(read)
        if labelled.value == die.value and _holds(labelled, die)
    )
    right = nearest_first(pairs)
    taken = set(right.values())
    extra = [
        die
        for j, die in enumerate(read)
        if j not in taken
        and not any(_holds(labelled, die) for labelled in neutral)
        and (not touches_border(die.box, label.size) or any(_holds(labelled, die) for labelled in counted))
    ]
    return len(right), len(extra), len(counted)


def _holds(labelled: LabelledDie, die: Die) -> bool:
    x, y, width, height = labelled.box
    return x <= die.center[0] <= x + width and y <= die.center[1] <= y + height


def _tiles(label: CaptureLabel, observation: Observation) -> tuple[int, int]:
    """How many tiles are uncovered, and how many of them were read right."""
    layout = load_layout(label.board.layout)
    true = {tile.space(layout): tile.kind for tile in label.tiles if not tile.covered}
    seated = observation.board is not None and observation.board.oriented and label.turn_known
    turns = range(1 if seated or observation.board is None else layout.seats)
    read = (seats_moved(observation.pieces, turn, layout.seats) for turn in turns)
    return len(true), max(
        sum(space in pieces and pieces[space].kind == kind for space, kind in true.items()) for pieces in read
    )
