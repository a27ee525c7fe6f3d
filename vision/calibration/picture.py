"""The picture that shows a person what was learnt of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np

from ..frame import Image
from ..geometry.plane import Matrix
from ..geometry.straight import Plane
from ..layout import load_layout
from ..lettering import letter, width_of
from ..observation import Point
from ..picture import narrowed
from .value import Calibration, SpaceLook

Colour = tuple[int, int, int]
GREEN, ORANGE, YELLOW, BLUE, WHITE, DARK = (
    (70, 190, 70), (40, 130, 240), (40, 220, 250), (235, 150, 50), (255, 255, 255), (30, 30, 30),
)  # fmt: skip


def pictured(
    image: Image, calibration: Calibration, lines: Iterable[tuple[bool, str]], names: Mapping[str, str]
) -> Image:
    """A copy of the picture with corners, seats, slots and digits, and below it what is good and what to change.

    Args:
        image: (H, W, 3) uint8 BGR, one of those that were learnt from.
        calibration: what was learnt.
        lines: (good, sentence) in order.
        names: what each seat is called (seat-1 to seat-4), and the words for felt, open, closed and dice.
    """
    small, scale = narrowed(image)
    canvas = small.copy()
    thick = max(1, round(canvas.shape[1] / 640))
    now = {look.space: look for look in reversed(calibration.looks)}
    middle = np.mean(calibration.corners, axis=0) * scale
    for space, slot in calibration.slots:
        _slot(canvas, np.asarray(slot) * scale, middle, now[space], thick)
    edge = Plane(calibration.board, calibration.size).outline() * scale
    cv2.polylines(canvas, [np.round(edge).astype(np.int32)], True, YELLOW, thick, cv2.LINE_AA)
    _corners(canvas, np.asarray(calibration.corners) * scale, thick)
    _seats(canvas, np.asarray(calibration.corners) * scale, calibration, names)
    return np.vstack([canvas, _legend(canvas.shape[1], calibration, names), _sentences(canvas.shape[1], lines)])


def _corners(canvas: Image, corners: Matrix, thick: int) -> None:
    for number, (x, y) in enumerate(corners, 1):
        cv2.circle(canvas, (round(x), round(y)), 5 * thick, DARK, -1, cv2.LINE_AA)
        cv2.circle(canvas, (round(x), round(y)), 4 * thick, YELLOW, -1, cv2.LINE_AA)
        _tag(canvas, (x + 7 * thick, y - 7 * thick), str(number), YELLOW)


def _seats(canvas: Image, corners: Matrix, calibration: Calibration, names: Mapping[str, str]) -> None:
    """Each seat's name outside its side: seat 1 from the fourth corner to the first, then clockwise."""
    middle = corners.mean(axis=0)
    for seat in range(1, load_layout(calibration.layout).seats + 1):
        side = (corners[seat - 2] + corners[seat - 1]) / 2
        out = side + 0.1 * (side - middle)
        name = names.get(f"seat-{seat}", str(seat))
        _tag(canvas, (out[0] - width_of(name, 14) / 2, out[1] + 7), name, GREEN if seat == 1 else WHITE)


def _slot(canvas: Image, slot: Matrix, middle: Matrix, look: SpaceLook, thick: int) -> None:
    """One slot, green where its tile stands open, blue where closed, orange where unread; its digit beside it."""
    colour = {"open": GREEN, "closed": BLUE}.get(look.kind, ORANGE)
    cv2.polylines(canvas, [np.round(slot).astype(np.int32)], True, colour, max(1, thick // 2), cv2.LINE_AA)
    edges = [(slot[0] + slot[1]) / 2, (slot[2] + slot[3]) / 2]
    inner = min(edges, key=lambda edge: float(np.hypot(*(edge - middle))))
    x, y = slot.mean(axis=0) + 1.9 * (inner - slot.mean(axis=0))
    text = str(look.reads) if look.reads is not None else {"closed": "", "missing": "-"}.get(look.kind, "?")
    if text:
        _tag(canvas, (x - 5, y + 6), text, colour, 12)


def _tag(canvas: Image, at: Point, text: str, colour: Colour, height: float = 14) -> None:
    """A text on a dark ground, kept inside the picture."""
    wide = width_of(text, height)
    x = float(np.clip(at[0], 3, max(3.0, canvas.shape[1] - wide - 4)))
    y = float(np.clip(at[1], height + 4, canvas.shape[0] - 5))
    corner, other = (round(x - 3), round(y - height * 1.35)), (round(x + wide + 3), round(y + 5))
    cv2.rectangle(canvas, corner, other, DARK, -1)
    letter(canvas, (x, y), text, colour, height)


def _legend(width: int, calibration: Calibration, names: Mapping[str, str]) -> Image:
    """Colours and sizes: felt, tiles of each kind with their size, dice with theirs."""
    strip = np.full((52, width, 3), 244, np.uint8)
    x = 14.0
    for colour, words in _samples(calibration, names):
        blue, green, red = colour
        cv2.rectangle(strip, (round(x), 12), (round(x) + 28, 40), (blue, green, red), -1)
        cv2.rectangle(strip, (round(x), 12), (round(x) + 28, 40), DARK, 1)
        x = letter(strip, (x + 38, 33), words, DARK, 14) + 26
    return strip


def _samples(calibration: Calibration, names: Mapping[str, str]) -> list[tuple[Colour, str]]:
    colours = {kind: _whole(mean) for kind, mean in calibration.tiles}
    samples = [(_whole(calibration.middle), names.get("felt", ""))]
    for kind in ("open", "closed"):
        if kind in colours:
            samples.append((colours[kind], f"{names.get(kind, '')} {calibration.tile_px:.0f} px".strip()))
    if calibration.die_px is not None:
        values = " ".join(str(value) for value, _ in calibration.faces)
        samples.append((WHITE, f"{names.get('dice', '')} {values}: {calibration.die_px:.0f} px".strip()))
    return samples


def _whole(mean: tuple[float, float, float]) -> Colour:
    blue, green, red = (round(level) for level in mean)
    return blue, green, red


def _sentences(width: int, lines: Iterable[tuple[bool, str]]) -> Image:
    """The sentences, one below the other: a green tick before what is good, an orange ! before what to change."""
    lines, high = tuple(lines), 34
    page = np.full((high * len(lines) + 14, width, 3), 255, np.uint8)
    for number, (good, text) in enumerate(lines):
        y = 24 + high * number
        if good:
            cv2.polylines(page, [np.array([(14, y - 8), (20, y - 1), (32, y - 16)])], False, (60, 140, 40), 3)
        else:
            letter(page, (20, y), "!", (20, 90, 200), 18, 3)
        height = min(15.0, 15.0 * (width - 60) / max(1.0, width_of(text, 15)))
        letter(page, (46, y), text, DARK, height)
    return page
