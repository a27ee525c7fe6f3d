"""How Piste read one picture by itself, against what a person says lies there.

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
    """What was read right in one picture, or in several.

    Attributes:
        pictures: how many.
        boards: how many boards were found.
        dice, dice_right, dice_extra: flat dice on the board; read right; read where none lies so.
        dice_all: pictures whose dice were all read right, and no other.
        dice_asked: pictures whose dice Piste would have asked about.
        dice_wrong: pictures that it would not have asked about, and whose dice it read wrong.
        tiles, tiles_right, tiles_all, tiles_asked, tiles_wrong: the same of tiles; of a board that is doubted, too.
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


def scored(label: CaptureLabel, seen: Observation) -> CaptureScore:
    """The score of one picture, read without any help."""
    right, extra, counted = _dice(label, seen.dice)
    tiles, tiles_right = _tiles(label, seen)
    dice_all, tiles_all = right == counted and not extra, tiles == tiles_right
    asks_dice, asks_tiles = "dice" in seen.abstains, bool(seen.abstains & {"tiles", "board"})
    return CaptureScore(
        pictures=1,
        boards=int(seen.board is not None and seen.board.layout == label.board.layout),
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
    every = [asdict(one) for one in scores]
    return CaptureScore(**{name: sum(one[name] for one in every) for name in asdict(CaptureScore())})


def _dice(label: CaptureLabel, seen: Iterable[Die]) -> tuple[int, int, int]:
    """How many flat dice were read right, how many were read that are none, and how many there are."""
    read = [die for die in seen if die.state == "flat" and die.value is not None]
    counted = [die for die in label.dice if die.state == "flat" and not touches_border(die.box, label.size)]
    neutral = [die for die in label.dice if touches_border(die.box, label.size)]
    pairs = (
        (math.dist(one.middle, die.center), i, j)
        for i, one in enumerate(counted)
        for j, die in enumerate(read)
        if one.value == die.value and _holds(one, die)
    )
    right = nearest_first(pairs)
    taken = set(right.values())
    extra = [
        die
        for j, die in enumerate(read)
        if j not in taken
        and not any(_holds(one, die) for one in neutral)
        and (not touches_border(die.box, label.size) or any(_holds(one, die) for one in counted))
    ]
    return len(right), len(extra), len(counted)


def _holds(one: LabelledDie, die: Die) -> bool:
    x, y, width, height = one.box
    return x <= die.center[0] <= x + width and y <= die.center[1] <= y + height


def _tiles(label: CaptureLabel, seen: Observation) -> tuple[int, int]:
    """How many tiles lie bare, and how many of them were read as they stand."""
    layout = load_layout(label.board.layout)
    true = {one.space(layout): one.kind for one in label.tiles if not one.covered}
    seated = seen.board is not None and seen.board.oriented and label.turn_known
    turns = range(1 if seated or seen.board is None else layout.seats)
    read = (seats_moved(seen.pieces, turn, layout.seats) for turn in turns)
    return len(true), max(
        sum(space in told and told[space].kind == kind for space, kind in true.items()) for told in read
    )
