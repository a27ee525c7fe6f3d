"""The pictures of the dice just read: a few, in memory only."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TypeAlias

import cv2
import numpy as np
from msgspec.structs import replace

from vision.frame import Frame, Image
from vision.layout import layouts
from vision.observation import BoardSeen, Box, Die, Observation, Piece
from vision.picture import jpeg
from vision.still import Zoom

from ..table.values.events import TableEvent
from ..table.values.view import ViewDie

REMEMBERED = 24
"""How many dice are remembered."""

AROUND = 0.3
"""Margin around a die, as a share of its size."""

SIDE = 320
"""px of a picture, as large as a page shows it: 24 of them take less than half a megabyte."""

SHARPEN, BLUR = 0.7, 2.5
"""The weight of details finer than a blur of this many px, added to an enlarged picture."""

Lying: TypeAlias = tuple[tuple[float, float], float]
"""Where a die lies, right and down in the board's square as seat 1 sees it, 0 to 1; its rotation, degrees."""

THROWS = frozenset({"roll_settled", "roll_uncertain", "die_cocked", "die_off_board"})


class Crops:
    """JPEG pictures of single dice by id.

    Attributes:
        newest: the ids of the newest throw's dice, from the left.
        places: where each of them lies; None if no board shows it.
        tiles: seat and number of each tile that is hard to read -> the id of its picture.
    """

    def __init__(self) -> None:
        self.newest: list[str] = []
        self.places: list[Lying | None] = []
        self.tiles: dict[tuple[int, int], str] = {}
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._reported: OrderedDict[tuple[int, float], list[str]] = OrderedDict()
        self._throws = 0

    def get(self, crop_id: str) -> bytes | None:
        """The JPEG of that id; None once it is forgotten."""
        return self._pictures.get(crop_id)

    def on(self, index: int, die: ViewDie) -> ViewDie:
        """A die of the view with the picture and the place of the newest throw's die at that index from the left."""
        lies = self.places[index] if index < len(self.places) else None
        if lies is not None:
            die = replace(die, at=lies[0], turn=lies[1])
        return replace(die, crop=self.newest[index]) if index < len(self.newest) else die

    def at(self, game: int, t: float) -> tuple[str, ...]:
        """The ids of the dice of an event of that game at `t`, s; () once they are forgotten."""
        names = self._reported.get((game, round(t, 3)), ())
        return tuple(names) if all(name in self._pictures for name in names) else ()

    def clear(self) -> None:
        """The dice that count now were not seen."""
        self.newest, self.places = [], []

    def cut(
        self, events: Iterable[TableEvent], observation: Observation, frame: Frame, *, game: int = 0
    ) -> None:
        """Stores the dice of the throw that the events of a game report."""
        throws = [event for event in events if event.event in THROWS]
        if not throws:
            return
        self._throws += 1
        dice = dice_of_event(throws[-1], observation.dice)
        self.newest = [f"{self._throws}-{k}" for k in range(len(dice))]
        self.places = [lying(die, observation.board) for die in dice]
        for name, die in zip(self.newest, dice, strict=True):
            self._pictures[name] = cut_out(frame, die.box)
        self._reported[(game, round(throws[-1].t, 3))] = self.newest
        self._forget()

    def cut_tiles(self, doubtful: Mapping[str, tuple[int, int]], observation: Observation, frame: Frame) -> None:
        """Stores a picture of each tile that is hard to read, once, until it is readable.

        Args:
            doubtful: name of its space -> seat and number.
            observation: where they stand.
            frame: the picture.
        """
        self.tiles = {tile: name for tile, name in self.tiles.items() if tile in doubtful.values()}
        for piece in observation.pieces:
            tile = doubtful.get(piece.space)
            if tile is not None and tile not in self.tiles:
                self._throws += 1
                self.tiles[tile] = f"{self._throws}-t"
                self._pictures[self.tiles[tile]] = cut_out(frame, around(piece, observation.pieces))
        self._forget()

    def _forget(self) -> None:
        while len(self._pictures) > REMEMBERED:
            self._pictures.popitem(last=False)
        while len(self._reported) > REMEMBERED:
            self._reported.popitem(last=False)


def dice_of_event(event: TableEvent, dice: Iterable[Die]) -> list[Die]:
    """The dice of a throw's event, from the left: the surest that show its values.

    Thus a stain read as a die, or a die left lying, is not shown as part of the throw.
    """
    values = event.values["readings"][0] if event.event == "roll_uncertain" else event.values["dice"]
    resting = sorted((die for die in dice if die.state != "moving"), key=lambda die: die.box[:2])
    fitting = [some for some in combinations(resting, len(values)) if _show(some) == tuple(values)]
    if fitting:
        return list(max(fitting, key=lambda some: sum(die.sure for die in some)))
    surest = sorted(resting, key=lambda die: -die.sure)[: len(values)]
    return sorted(surest, key=lambda die: die.box[:2])


def lying(die: Die, board: BoardSeen | None) -> Lying | None:
    """Where a die lies, with rotation 0 if unknown; None if no board shows it."""
    if die.at is None or board is None:
        return None
    deep, wide = layouts()[board.layout].size_mm
    up, right = die.at
    return (round(right / wide, 3), round(1 - up / deep, 3)), round(die.turn or 0.0, 1)


def around(piece: Piece, pieces: Iterable[Piece]) -> Box:
    """The box of a piece, px, as wide as the distance to the next one; 40 px if there is no other."""
    x, y = piece.center
    side = min((math.dist(piece.center, other.center) for other in pieces if other.space != piece.space), default=40.0)
    return x - side / 2, y - side / 2, side, side


def _show(dice: Iterable[Die]) -> tuple[int | None, ...]:
    return tuple(die.value if die.state == "flat" else None for die in dice)


def cut_out(frame: Frame, box: Box) -> bytes:
    """The box (x, y, width, height) px of a frame and a little around it, as a JPEG of SIDE px.

    It is cut from the frame's still if there is one. b"" if the box lies outside the picture.
    """
    picture, (x, y, w, h) = finest(frame, box)
    height, width = picture.shape[:2]
    half = max(w, h) * (0.5 + AROUND)
    left, top = int(max(0, x + w / 2 - half)), int(max(0, y + h / 2 - half))
    right, bottom = int(min(width, x + w / 2 + half)), int(min(height, y + h / 2 + half))
    if right <= left or bottom <= top:
        return b""
    return jpeg(enlarged(np.ascontiguousarray(picture[top:bottom, left:right])), quality=80)


def finest(frame: Frame, box: Box) -> tuple[Image, Box]:
    """The picture of a frame with the most pixels, and a box of the frame in its pixels."""
    if frame.still is None:
        return frame.image, box
    zoom = Zoom.between(frame.image, frame.still)
    return frame.still, zoom.box(box)


def enlarged(piece: Image) -> Image:
    """A picture (SIDE, SIDE, 3) uint8 BGR of a cut of any size."""
    if min(piece.shape[:2]) >= SIDE:
        return np.asarray(cv2.resize(piece, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
    large = cv2.resize(piece, (SIDE, SIDE), interpolation=cv2.INTER_LANCZOS4)
    return np.asarray(cv2.addWeighted(large, 1 + SHARPEN, cv2.GaussianBlur(large, (0, 0), BLUR), -SHARPEN, 0), np.uint8)
