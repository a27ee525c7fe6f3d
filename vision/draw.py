"""Observations drawn onto pictures. Drawing never decides."""

from __future__ import annotations

import cv2
import numpy as np

from .frame import Image
from .geometry.straight import Plane
from .men.known import KnownMen, place_of
from .men.look import ASKS, MenSeen
from .observation import Box, Die, Observation, Piece, Point

Colour = tuple[int, int, int]
"""BGR."""
GREEN, RED, BLUE, YELLOW, GREY = (60, 200, 60), (50, 50, 230), (230, 140, 40), (40, 210, 240), (150, 150, 150)
_STATES: dict[str, Colour] = {"flat": GREEN, "cocked": RED, "off-board": BLUE, "moving": YELLOW}
_KINDS: dict[str, Colour] = {"open": GREEN, "closed": BLUE, "missing": RED, "unknown": GREY}


def drawn(image: Image, observation: Observation) -> Image:
    """A copy of the picture with board, tiles and dice drawn on."""
    canvas = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 640))
    if observation.board:
        edge = Plane(observation.board, (image.shape[1], image.shape[0])).outline()
        cv2.polylines(canvas, [np.round(edge).astype(np.int32)], True, YELLOW, thick, cv2.LINE_AA)
        for name, corner in zip("1234", observation.board.corners, strict=True):
            write(canvas, corner, name, YELLOW, thick)
    for piece in observation.pieces:
        _piece(canvas, piece, thick)
    for die in observation.dice:
        _die(canvas, die, thick)
    doubts = sorted(f"?{word}" for word in observation.abstains)
    text = " ".join([*doubts, *sorted(observation.warnings), *sorted(observation.hands)])
    write(canvas, (4, 14 * thick), text, YELLOW, thick)
    return canvas


def drawn_men(image: Image, men: MenSeen) -> Image:
    """A copy of the picture with the leaves of a board of arrows drawn on, and how many men stand on each arrow."""
    canvas = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 640))
    for leaf in men.leaves.corners:
        cv2.polylines(canvas, [np.round(leaf).astype(np.int32)], True, YELLOW, thick, cv2.LINE_AA)
    for arrow in men.arrows:
        text = f"{arrow.count}{'?' if arrow.sure < ASKS else ''}"
        if arrow.colour is not None:
            write(canvas, arrow.center, text, GREEN if arrow.colour == "light" else BLUE, thick)
        elif arrow.sure < ASKS:
            write(canvas, arrow.center, text, GREY, thick)
    return canvas


def drawn_arrows(image: Image, known: KnownMen) -> Image:
    """A copy of the picture with the leaves of a learnt board and the number of each arrow drawn on."""
    canvas = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 640))
    for leaf in known.leaves:
        cv2.polylines(canvas, [np.round(leaf).astype(np.int32)], True, YELLOW, thick, cv2.LINE_AA)
    for strip, space in enumerate(known.spaces):
        write(canvas, place_of(known.leaves, strip), space.removeprefix("arrow-"), YELLOW, thick)
    return canvas


def frame_box(canvas: Image, box: Box, colour: Colour, thick: int = 1) -> None:
    """Draws a px box in place."""
    x, y, w, h = box
    cv2.rectangle(canvas, (round(x), round(y)), (round(x + w), round(y + h)), colour, thick, cv2.LINE_AA)


def write(canvas: Image, at: Point, text: str, colour: Colour, thick: int = 1) -> None:
    """Writes text in place, dark-edged so that it can be read on any ground; `at` is its lower left, px."""
    where, size = (round(at[0]), round(at[1])), 0.45 * thick
    cv2.putText(canvas, text, where, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.putText(canvas, text, where, cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)


def _piece(canvas: Image, piece: Piece, thick: int) -> None:
    colour, (x, y) = _KINDS.get(piece.kind, YELLOW), piece.center
    if " x " in piece.kind:
        write(canvas, (x, y), piece.kind, colour, thick)
        return
    cv2.circle(canvas, (round(x), round(y)), 4 * thick, colour, thick, cv2.LINE_AA)
    write(canvas, (x + 4 * thick, y), str(piece.reads or ""), colour, thick)


def _die(canvas: Image, die: Die, thick: int) -> None:
    colour = _STATES[die.state]
    frame_box(canvas, die.box, colour, thick)
    write(canvas, (die.box[0], die.box[1] - 3), f"{die.value or '?'} {100 * die.sure:.0f}", colour, thick)
