"""Contact sheets of failures: the picture, what was read (drawn) and what the labels say, by source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.draw import GREEN, RED, YELLOW, drawn, frame_box, write
from vision.errors import UnreadablePicture
from vision.frame import Image
from vision.observation import Observation
from vision.picture import read_picture, write_picture

from .score import PictureScore
from .truth import Truth

CELL = 480
"""px: side of one picture's square on a sheet."""
COLUMNS, ROWS = 3, 2


class Sheets:
    """Collects failures by source and writes them as JPEG sheets of six pictures.

    Args:
        folder: where they go; made when needed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cells: dict[str, list[Image]] = {}
        self._written: list[Path] = []

    def add(self, truth: Truth, observation: Observation, score: PictureScore) -> None:
        """Keeps the picture if anything in it was read wrongly."""
        if not failed(score):
            return
        try:
            image = read_picture(truth.picture)
        except UnreadablePicture:
            return  # it was read a moment ago: gone since, nothing to show
        self.shows(truth.source, cell(image, truth, observation))

    def shows(self, source: str, square: Image) -> None:
        """Keeps one square, as `cell` makes it."""
        cells = self._cells.setdefault(source, [])
        cells.append(square)
        if len(cells) == COLUMNS * ROWS:
            self._write(source)

    def close(self) -> tuple[Path, ...]:
        """Writes what is left and tells every sheet's file."""
        for source in [name for name, cells in self._cells.items() if cells]:
            self._write(source)
        return tuple(self._written)

    def _write(self, source: str) -> None:
        sheet = tiled(self._cells.pop(source), COLUMNS)
        name = re.sub(r"[^A-Za-z0-9.-]+", "_", source)
        file = self._folder / f"{name}-{1 + sum(old.name.startswith(name) for old in self._written):03}.jpg"
        write_picture(file, sheet)
        self._written.append(file)


def smaller(image: Image, scale: float) -> Image:
    """The picture at `scale` of its size, 0 to 1."""
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def tiled(cells: Sequence[Image], columns: int) -> Image:
    """Pictures of one size in rows; what is left of the last row is black."""
    whole = [*cells, *[np.zeros_like(cells[0])] * (-len(cells) % columns)]
    return np.vstack([np.hstack(whole[at : at + columns]) for at in range(0, len(whole), columns)])


def failed(score: PictureScore) -> bool:
    """Whether anything labelled was read wrongly."""
    dice = score.dice is not None and not score.dice.all_right
    tiles = score.tiles is not None and (
        score.tiles.turned < score.tiles.places or score.tiles.digits < score.tiles.digit_places
    )
    return dice or tiles or score.board_found is False


def cell(image: Image, truth: Truth, observation: Observation) -> Image:
    """One square: the reading as `piste read --draw` shows it, labels in yellow (counted) or red (others)."""
    canvas = drawn(image, observation)
    thick = max(1, round(max(image.shape[:2]) / 640))
    for die in truth.dice or ():
        if die.box is not None:
            colour = YELLOW if die.role == "counts" else RED
            frame_box(canvas, die.box, colour, thick)
            write(
                canvas,
                (die.box[0], die.box[1] + die.box[3] + 12 * thick),
                str(die.value or "-"),
                colour,
                thick,
            )
    if truth.corners:
        cv2.polylines(
            canvas, [np.round(np.array(truth.corners)).astype(np.int32)], True, GREEN, thick, cv2.LINE_AA
        )
    small = smaller(canvas, CELL / max(canvas.shape[:2]))
    square = np.zeros((CELL, CELL, 3), np.uint8)
    square[: small.shape[0], : small.shape[1]] = small[:CELL, :CELL]
    write(square, (4, CELL - 6), truth.picture.name[-56:], YELLOW)
    write(square, (4, CELL - 22), _tiles_wrong(truth, observation), YELLOW)
    return square


def _tiles_wrong(truth: Truth, observation: Observation) -> str:
    """The first places that differ from the labels as seated, in short."""
    kinds = {piece.space: piece.kind for piece in observation.pieces}
    wrong = [
        f"{space.replace('seat-', '').replace('slot-', '')}:{tile.kind[0]}>{kinds.get(space, '-')[0]}"
        for space, tile in truth.tiles.items()
        if tile.kind not in ("unknown", kinds.get(space))
    ]
    return " ".join(wrong[:8])
