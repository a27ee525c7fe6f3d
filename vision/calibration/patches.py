"""Whether a board still stands where it stood: its four corners, looked for again each second."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import Matrix, Quad, sides
from ..observation import BoardSeen, Point
from .value import four

Grey = NDArray[np.uint8]

PATCH, SEARCH = 24, 48  # px: what is kept around each corner, and where it is looked for again
BOARD_SIDE = 240  # px of the board's longer side at which the patches are kept
ALIKE = 0.6  # correlation above which a patch is found again
SAME, MOST = 0.9, 3  # correlation above which a patch is just where it was, and how many of the four will do
FAR = 3.0  # px of a patch: one in eighty of the board's side
PLAIN = 4.0  # a patch whose grey levels vary less tells no place


class BoardPatches(Protocol):
    """What is kept of a board's corners; a Calibration is one."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, px."""

    @property
    def corners(self) -> Quad:
        """The board's corners, px."""

    @property
    def patches(self) -> tuple[str, str, str, str]:
        """What each corner looked like."""


@dataclass(frozen=True)
class Anchor:
    """A board and what its corners looked like in one picture.

    Attributes:
        board: where it was found.
        size: width and height of the picture, px.
        patches: four grey pictures 24 x 24, as base64.
    """

    board: BoardSeen
    size: tuple[int, int]
    patches: tuple[str, str, str, str]

    @property
    def corners(self) -> Quad:
        """The board's corners, px."""
        return self.board.corners


def anchored(image: Image, board: BoardSeen) -> Anchor:
    """What a board's corners look like now."""
    return Anchor(board, (image.shape[1], image.shape[0]), packed([image], board.corners))


def board_moved(image: Image, stored: BoardPatches) -> bool:
    """Whether the board is no longer where it was: its corners are elsewhere, or none is seen again.

    Cheap enough for every second. Up to three corners may be covered. Another picture size counts as moved.
    """
    if (image.shape[1], image.shape[0]) != stored.size:
        return True
    patches = [_unpacked(patch) for patch in stored.patches]
    textured = [float(cv2.meanStdDev(patch)[1][0, 0]) > PLAIN for patch in patches]
    return not _in_place(image, stored.corners, patches, textured) and _elsewhere(
        image, stored.corners, patches, textured
    )


def _in_place(image: Image, corners: Quad, patches: Sequence[Grey], textured: Sequence[bool]) -> bool:
    """Whether so many corners look as they did, just where they were, that they need not be looked for."""
    scale, same = _scale(corners), 0
    for corner, patch, has_texture in zip(corners, patches, textured, strict=True):
        if has_texture:
            now = _around(image, corner, PATCH, scale)
            same += cv2.matchTemplate(now, patch, cv2.TM_CCOEFF_NORMED)[0, 0] > SAME
        if same == MOST:
            return True
    return False


def _elsewhere(image: Image, corners: Quad, patches: Sequence[Grey], textured: Sequence[bool]) -> bool:
    """Whether corners, looked for around where they were, are found elsewhere, or none is."""
    shifts = []
    for patch, around, has_texture in zip(patches, corner_patches(image, corners, SEARCH), textured, strict=True):
        match = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (x, y) = cv2.minMaxLoc(match)
        if has_texture and best > ALIKE:
            middle = (SEARCH - PATCH) / 2
            shifts.append(float(np.hypot(x - middle, y - middle)))
    if not shifts:
        return any(textured)
    return float(np.median(shifts)) > FAR


def packed(images: Sequence[Image], corners: Quad) -> tuple[str, str, str, str]:
    """What each corner looks like in most of some pictures: a hand that passes leaves no trace."""
    looks = np.array([corner_patches(image, corners, PATCH) for image in images])
    middle = np.median(looks, axis=0).astype(np.uint8)
    return four(base64.b64encode(patch.tobytes()).decode("ascii") for patch in middle)


def corner_patches(image: Image, corners: Quad, side: int) -> list[Grey]:
    """What is around each corner, grey, `side` px wide, with the board made 240 px long."""
    scale = _scale(corners)
    return [_around(image, corner, side, scale) for corner in corners]


def _scale(corners: Quad) -> float:
    """px of the picture for each px of a patch."""
    return float(sides(corners).max()) / BOARD_SIDE


def _around(image: Image, corner: Point, side: int, scale: float) -> Grey:
    x, y = corner
    reach = scale * (side - 1) / 2
    view = np.array([[scale, 0, x - reach], [0, scale, y - reach]])
    return _grey(image, view, side, scale)


def _grey(image: Image, view: Matrix, side: int, scale: float) -> Grey:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = max(1, round(scale))  # sample more finely, then average, so that no pixel is skipped
    (left, right), (top, bottom) = (
        _span(start, scale * side, most)
        for start, most in zip(view[:, 2], (image.shape[1], image.shape[0]), strict=True)
    )
    finer = view / [fine, fine, 1.0]
    finer[:, 2] += -scale * (fine - 1) / (2 * fine) - np.array([left, top])
    size = (side * fine, side * fine)
    part = cv2.cvtColor(image[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
    cut = cv2.warpAffine(part, finer, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _span(start: float, length: float, most: int) -> tuple[int, int]:
    """The whole pixels around a stretch that the picture has, at least one."""
    first = min(most - 1, max(0, int(start) - 3))
    return first, max(first + 1, min(most, int(start + length) + 4))


def _unpacked(text: str) -> Grey:
    return np.frombuffer(base64.b64decode(text), np.uint8).reshape(PATCH, PATCH)
