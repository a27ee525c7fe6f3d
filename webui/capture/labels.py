"""The true content of a picture, as a person confirms it, and its line in labels.jsonl."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from statistics import median
from typing import Literal

import cv2
import numpy as np

from vision.board.tags import board_tags
from vision.frame import Image
from vision.layout import Layout, load_layout
from vision.observation import BoardSeen, Box, Die, DieState, PieceKind, Point

from .plan import FIRST_SEAT, MISSING, SWAPPED, CaptureStep

DIE_MM = 16.0
"""A usual die, where none tells how large these are."""
OUTSIDE = 0.25
"""Of its side: a die whose middle lies farther beyond the board's edge is off the board."""

DieAnswer = int | Literal["leaning", "none"] | None
"""What a person says of a place where a die may lie: its value, that it leans, that none lies there; None: nothing."""


class Unanswered(ValueError):
    """A person's answers do not describe a picture, or do not match the step."""


@dataclass(frozen=True)
class LabelledDie:
    """One die of a label.

    Attributes:
        box: px of the picture.
        state: flat, cocked or off-board.
        value: 1 to 6; None if it leans.
    """

    box: Box
    state: DieState
    value: int | None

    @property
    def middle(self) -> Point:
        """The box's centre, px."""
        x, y, width, height = self.box
        return x + width / 2, y + height / 2


@dataclass(frozen=True)
class LabelledTile:
    """What stands at one space: its kind, the digit visible, whether a hand lies on it."""

    seat: int
    slot: int
    kind: PieceKind
    reads: int | None
    covered: bool = False

    def space(self, layout: Layout) -> str:
        """The space's name in the layout."""
        return f"seat-{self.seat}/slot-{self.slot}" if layout.seats > 1 else f"slot-{self.slot}"


@dataclass(frozen=True)
class CaptureLabel:
    """The true content of one picture.

    Attributes:
        size: width and height of the picture, px.
        board: where the board is, px.
        tags: numbers of the readable printed tags beside it.
        dice: every die.
        tiles: every space of the board.
    """

    size: tuple[int, int]
    board: BoardSeen
    tags: tuple[int, ...]
    dice: tuple[LabelledDie, ...]
    tiles: tuple[LabelledTile, ...]

    @property
    def turn_known(self) -> bool:
        """The picture itself shows which side is place 1's."""
        return load_layout(self.board.layout).seats == 1 or bool(self.tags)

    def line(self, image: str, source: str, condition: Mapping[str, object]) -> dict[str, object]:
        """The keys of a line of labels.jsonl; `image` is the picture's file beside it."""
        return {
            "format": "scene", "image": image, "source": source, "split": "measure",
            "width": self.size[0], "height": self.size[1],
            "board": {
                "layout": self.board.layout,
                "corners": [[round(x, 2), round(y, 2)] for x, y in self.board.corners],
                "tags": list(self.tags), "proposed": True,
            },
            "dice": [
                {"value": die.value, "state": die.state, "box": [round(n, 1) for n in die.box]} for die in self.dice
            ],
            "tiles": [
                {"player": tile.seat, "slot": tile.slot, "number": tile.slot, "reads": tile.reads,
                 "state": tile.kind, "covered": tile.covered}
                for tile in self.tiles
            ],
            "condition": dict(condition),
        }  # fmt: skip


def tiles_asked(step: CaptureStep, layout: Layout, count: int) -> tuple[LabelledTile, ...]:
    """The tiles after a step done as asked; `count` tiles a row."""
    return tuple(_tile(step, space.seat, space.slot) for space in layout.spaces_of(count))


def _tile(step: CaptureStep, seat: int, slot: int) -> LabelledTile:
    first = seat == FIRST_SEAT
    closed = {"none": False, "odd": slot % 2 == 1, "even": slot % 2 == 0, "first": first, "all": True}[step.closed]
    tile = LabelledTile(seat, slot, "closed", None) if closed else LabelledTile(seat, slot, "open", slot)
    if not first:
        return tile
    if step.extra == "missing" and slot == MISSING:
        return replace(tile, kind="missing", reads=None)
    if step.extra == "swapped" and slot in SWAPPED:
        return replace(tile, reads=sum(SWAPPED) - slot)
    return replace(tile, covered=step.extra == "hand")


def turned_over(tiles: Iterable[LabelledTile], spaces: Iterable[str], layout: Layout) -> tuple[LabelledTile, ...]:
    """The tiles, with the named spaces turned over."""
    others = set(spaces)
    return tuple(_turned_over(tile) if tile.space(layout) in others else tile for tile in tiles)


def _turned_over(tile: LabelledTile) -> LabelledTile:
    if tile.kind == "open":
        return replace(tile, kind="closed", reads=None)
    return replace(tile, kind="open", reads=tile.slot)


def answers_asked(step: CaptureStep, dice: Sequence[Die]) -> tuple[DieAnswer, ...]:
    """The expected answer for each die if the step fixed the values and as many dice lie there; else empty answers.

    The reading decides which die is which; the person sees it and confirms it.
    """
    wanted = [die.value for die in step.dice]
    if len(wanted) != len(dice) or None in wanted:
        return (None,) * len(dice)
    ways = permutations(value for value in wanted if value is not None)
    return max(ways, key=lambda way: sum(value == die.value for value, die in zip(way, dice, strict=True)))


def labelled_dice(
    step: CaptureStep, boxes: Sequence[Box], answers: Sequence[DieAnswer], board: BoardSeen
) -> tuple[LabelledDie, ...]:
    """The dice by a person's answer for each place. Raises Unanswered if they do not match the step."""
    if len(boxes) != len(answers) or None in answers:
        raise Unanswered(f"expected an answer for each of {len(boxes)} dice; got {list(answers)}")
    dice = tuple(
        _label_die(box, answer, board) for box, answer in zip(boxes, answers, strict=True) if answer != "none"
    )
    if len(dice) != len(step.dice):
        raise Unanswered(f"expected {len(step.dice)} dice; got {len(dice)}")
    values = [die.value for die in step.dice]
    if None not in values and sorted(values, key=str) != sorted((die.value for die in dice), key=str):
        raise Unanswered(f"expected dice that show {values}; got {[die.value for die in dice]}")
    return dice


def _label_die(box: Box, answer: DieAnswer, board: BoardSeen) -> LabelledDie:
    value = answer if isinstance(answer, int) else None
    die = LabelledDie(box, "flat", value)
    inside = cv2.pointPolygonTest(np.array(board.corners, np.float32), die.middle, True)
    if inside < -OUTSIDE * max(box[2:]):
        return replace(die, state="off-board")
    return die if value is not None else replace(die, state="cocked")


def box_at(point: Point, board: BoardSeen, others: Iterable[Box]) -> Box:
    """The box of a die at a point, px: as large as the other dice, else as a usual die on this board."""
    sides = [max(box[2:]) for box in others]
    side = median(sides) if sides else _usual_side(board)
    return point[0] - side / 2, point[1] - side / 2, side, side


def _usual_side(board: BoardSeen) -> float:
    deep, wide = load_layout(board.layout).size_mm
    area = float(cv2.contourArea(np.array(board.corners, np.float32)))
    return 1.25 * DIE_MM * float(np.sqrt(area / (deep * wide)))  # its side faces are visible as well


def tags_beside(image: Image, board: BoardSeen) -> tuple[int, ...]:
    """Numbers of the readable printed tags beside a board's corners."""
    if not load_layout(board.layout).tags:
        return ()
    return tuple(tag.id for tag in board_tags(image, board.corners))
