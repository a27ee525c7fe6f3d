"""A board and its surroundings as a straight lens would show them: readers need know nothing of the lens."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..observation import BoardSeen, Die, Piece
from .lens import Lens
from .plane import UNIT, Matrix, homography, inverse, project, turned

AROUND = 0.35
"""What is shown around the board, as a share of its sides: where dice are searched for, and a little more."""
BENDS = 12  # pieces that a bent side is drawn in
COARSE = 8  # px between the places that are worked out one by one
Part = tuple[int, int, int, int]
"""Left, top, width, height of a part of the straight picture, px; it may lie beyond the picture's own bounds."""


@dataclass(frozen=True, eq=False)
class Plane:
    """Between the board's unit square and the picture, through the lens.

    Attributes:
        board: where it is.
        size: width and height of the picture, px.
    """

    board: BoardSeen
    size: tuple[int, int]

    def to_picture(self, points: Matrix) -> Matrix:
        """Pixels (n, 2) of points (n, 2) of the unit square."""
        lens = Lens(self.board.lens, self.size)
        return lens.bend(project(homography(unbent(self.board, lens).corners), points))

    def to_board(self, pixels: Matrix) -> Matrix:
        """Points (n, 2) of the unit square that are seen at pixels (n, 2)."""
        lens = Lens(self.board.lens, self.size)
        return project(inverse(homography(unbent(self.board, lens).corners)), lens.unbend(pixels))

    def outline(self) -> Matrix:
        """The board's edge as the picture shows it, from its first corner on, (n, 2) px: four points, or bent sides."""
        if self.board.lens == 0.0:
            return np.asarray(self.board.corners, dtype=np.float64)
        shares = np.arange(BENDS)[:, None] / BENDS
        sides = [UNIT[k] + shares * (UNIT[(k + 1) % 4] - UNIT[k]) for k in range(4)]
        return self.to_picture(np.concatenate(sides))


@dataclass(frozen=True, eq=False)
class Straight:
    """What readers are handed.

    Attributes:
        image: (H, W, 3) uint8 BGR: the picture itself where the lens is straight.
        board: the board as `image` shows it.
        lens: what bends `image` into the picture; None where nothing does.
        at: where the top left pixel of `image` lies, straight px.
    """

    image: Image
    board: BoardSeen | None
    lens: Lens | None = None
    at: tuple[int, int] = (0, 0)

    def die(self, die: Die) -> Die:
        """A die read in `image`, where the picture shows it."""
        if self.lens is None:
            return die
        x, y, width, height = die.box
        edges = [
            (x, y + height / 2),
            (x + width, y + height / 2),
            (x + width / 2, y),
            (x + width / 2, y + height),
        ]
        left, right, top, bottom = self.lens.bend(np.add(edges, self.at)).tolist()
        return replace(die, box=(left[0], top[1], right[0] - left[0], bottom[1] - top[1]))

    def straight_die(self, die: Die) -> Die:
        """A die as the picture shows it, where `image` does: the other way round."""
        if self.lens is None:
            return die
        x, y, width, height = die.box
        middles = [(x, y + height / 2), (x + width, y + height / 2), (x + width / 2, y), (x + width / 2, y + height)]
        left, right, top, bottom = np.subtract(self.lens.unbend(middles), self.at).tolist()
        return replace(die, box=(left[0], top[1], right[0] - left[0], bottom[1] - top[1]))

    def piece(self, piece: Piece) -> Piece:
        """A piece read in `image`, where the picture shows it."""
        if self.lens is None:
            return piece
        ((x, y),) = self.lens.bend(np.add([piece.center], self.at)).tolist()
        right, bottom = self.lens.size[0] - 0.5, self.lens.size[1] - 0.5
        if -0.5 <= x <= right and -0.5 <= y <= bottom:
            return replace(piece, center=(x, y))
        kinds = sorted(piece.chances, key=lambda chance: chance[0] != "unknown")
        chances = tuple((kind, float(kind == "unknown")) for kind, _ in kinds)
        return Piece(piece.space, "unknown", None, (x, y), 1.0, chances)  # nothing is seen of it


def straightened(image: Image, board: BoardSeen | None) -> Straight:
    """The board and what lies around it without the lens's bending; costs nothing where the lens is straight."""
    if board is None or board.lens == 0.0:
        return Straight(image, board)
    lens = Lens(board.lens, (image.shape[1], image.shape[0]))
    flat = unbent(board, lens)
    part = around(flat, lens)
    xs, ys = tables(lens, part)
    shown = cv2.remap(image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    corners = np.subtract(flat.corners, part[:2])
    moved = replace(flat, corners=turned([(float(x), float(y)) for x, y in corners], 0))
    return Straight(np.asarray(shown, np.uint8), moved, lens, part[:2])


def unbent(board: BoardSeen, lens: Lens) -> BoardSeen:
    """The board where a straight lens would show it."""
    corners = lens.unbend(board.corners)
    return replace(board, corners=turned([(float(x), float(y)) for x, y in corners], 0), lens=0.0)


def around(flat: BoardSeen, lens: Lens) -> Part:
    """The part of the straight picture that shows a board and its surroundings.

    The lens's middle stays in its middle, and it is no smaller than the picture, nor larger than all that it shows.
    """
    right, bottom = lens.size[0] - 1.0, lens.size[1] - 1.0
    least = lens.middle
    whole = lens.unbend([(0, 0), (0, bottom / 2), (right / 2, 0)]) - lens.middle
    most = np.maximum(np.abs(whole).max(axis=0), least)
    plane, far = homography(flat.corners), 1 + AROUND
    ring = np.array([(-AROUND, -AROUND), (far, -AROUND), (far, far), (-AROUND, far)])
    half = most
    if (np.column_stack([ring, np.ones(4)]) @ plane[2] > 0).all():  # nothing lies behind the camera
        half = np.clip(np.abs(project(plane, ring) - lens.middle).max(axis=0), least, most)
    more = np.ceil(half - least).astype(int)
    wide, high = np.add(lens.size, 2 * more)
    return -int(more[0]), -int(more[1]), int(wide), int(high)


@lru_cache(maxsize=2)
def tables(lens: Lens, part: Part) -> tuple[NDArray[Any], NDArray[Any]]:
    """For cv2.remap: where the picture shows each pixel of a part of the straight one; kept for a fixed camera."""
    left, top, width, height = part
    columns, rows = -(-width // COARSE) + 2, -(-height // COARSE) + 2  # one more on every side
    xs = left + np.arange(-1, columns - 1) * COARSE + (COARSE - 1) / 2
    ys = top + np.arange(-1, rows - 1) * COARSE + (COARSE - 1) / 2
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    places = lens.bend(grid.reshape(-1, 2)).reshape(grid.shape).astype(np.float32)
    fine = cv2.resize(places, (columns * COARSE, rows * COARSE), interpolation=cv2.INTER_LINEAR)
    fine = np.ascontiguousarray(fine[COARSE : COARSE + height, COARSE : COARSE + width])
    whole, parts = cv2.convertMaps(fine[..., 0], fine[..., 1], cv2.CV_16SC2)
    return np.asarray(whole), np.asarray(parts)
