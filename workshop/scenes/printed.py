"""The printed board on a table, photographed: what `piste print board` makes, joined, with its tiles and two dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np

from hardware.print.occe import EAR, SIDE, TILE, back, board, face, paper, slot
from hardware.print.shapes import Area, Caption, Place, Shape, Stroke, Window, moved

from .describe.camera import Viewpoint
from .describe.sample_look import random_look, random_table
from .describe.scene import Cube, Scene
from .draw.cubes import drawn_die
from .draw.painter import Painter, quad, raised
from .draw.photo import photographed
from .draw.render import bare
from .draw.textures import Picture

MARGIN = EAR
"""How far the paper reaches beyond the board at its corners, mm."""
THICK = 1.0
"""Of a tile: two layers of paper with card between them, mm."""
CARD = (215.0, 222.0, 226.0)
"""Colour of its edges, BGR."""
PAPER, INK = 236, 24
"""Grey levels of bare paper and of the blackest ink."""
Space = tuple[int, int]
"""A seat, 1 to 4, and a slot, 1 to 9."""


@dataclass(frozen=True)
class PrintedView:
    """One view of the printed board.

    Attributes:
        tilt: degrees from straight down.
        azimuth: degrees, clockwise from +x of the board, of the side that the camera stands at.
        across: angle that the picture's width covers, degrees.
        share: of the picture's width or height that the board with its paper fills at most.
        k1: of the lens.
        harsh: 0: a teacher's set-up; above it light and camera get worse.
    """

    tilt: float
    azimuth: float
    across: float
    share: float = 0.93
    k1: float = 0.0
    harsh: float = 0.0


VIEWS: tuple[PrintedView, ...] = (
    PrintedView(0, 180, 66),
    PrintedView(12, 180, 66),
    PrintedView(25, 180, 66),
    PrintedView(35, 180, 66),
    PrintedView(20, 270, 60),
    PrintedView(30, 0, 60),
    PrintedView(30, 90, 55),
    PrintedView(25, 225, 66),
    PrintedView(10, 180, 102, k1=-0.05),
    PrintedView(30, 200, 102, k1=-0.05),
    PrintedView(35, 160, 70, 0.7),
    PrintedView(25, 20, 66, 0.8, harsh=0.4),
)
"""The twelve: both Camera Modules 3 (66 and 102 degrees) and USB cameras of 55 to 70, from straight above to 35
degrees, from all sides, the board smaller at last, and one in poor light."""


@dataclass(frozen=True)
class PrintedTruth:
    """What lies there.

    Attributes:
        kinds: open, closed or missing of every (seat, slot).
        dice: values, the smallest first.
    """

    kinds: dict[Space, str]
    dice: tuple[int, ...]


def printed_view(
    view: PrintedView, seed: int, size: tuple[int, int] = (1280, 960), *, missing: int = 0
) -> tuple[Picture, PrintedTruth]:
    """The board in that view, (H, W, 3) uint8 BGR, tiles, dice, table and light by chance of the seed.

    Args:
        view: how it is seen.
        seed: of what lies there.
        size: of the picture, px.
        missing: how many tiles are not laid down.
    """
    rng = np.random.default_rng((seed, round(view.tilt * 100 + view.azimuth)))
    reach = SIDE + 2 * MARGIN
    camera = standing(view, size, (SIDE / 2, SIDE / 2), (reach, reach))
    look = replace(random_look(rng, view.harsh, size), glare=0.0 if view.harsh == 0 else 0.2)
    truth = _truth(rng, missing)
    middle = SIDE / 2
    dice = dice_lying(rng, truth.dice, (middle - 110, middle - 110), (middle + 110, middle + 110))
    table = random_table(rng, "test")
    return _photographed(
        rng, Scene("none", "test", None, dice, (), (), (), table, camera, look), truth
    ), truth


def raster(shapes: Sequence[Shape], box: tuple[float, float, float, float], ppm: float) -> Picture:
    """Shapes as a picture of a box (left, top, width, height in mm), (h, w, 3) uint8 BGR; words are left out."""
    canvas = np.full((round(box[3] * ppm * 2), round(box[2] * ppm * 2), 3), PAPER, np.uint8)
    _draw(canvas, moved(shapes, (-box[0], -box[1])), 2 * ppm)
    return np.asarray(cv2.resize(canvas, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _draw(canvas: Picture, shapes: Sequence[Shape], ppm: float) -> None:
    for shape in shapes:
        match shape:
            case Area(outline, fill):
                cv2.fillPoly(canvas, [_fixed(outline, ppm)], printed_colour(fill), cv2.LINE_AA, 4)
            case Stroke(places, width, colour, _):
                cv2.polylines(
                    canvas,
                    [_fixed(places, ppm)],
                    False,
                    printed_colour(colour),
                    max(1, round(width * ppm)),
                    cv2.LINE_AA,
                    4,
                )
            case Caption():
                continue
            case Window((left, top, wide, high), inside):
                part = np.s_[
                    round(top * ppm) : round((top + high) * ppm),
                    round(left * ppm) : round((left + wide) * ppm),
                ]
                whole = canvas.copy()
                _draw(whole, inside, ppm)
                canvas[part] = whole[part]


def _fixed(places: Sequence[Place], ppm: float) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    return np.asarray(np.round((np.asarray(places) * ppm - 0.5) * 16), np.int32)


def printed_colour(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    """A printed colour under even light, (blue, green, red), 0 to 255."""
    red, green, blue = (INK + (PAPER - INK) * part for part in colour)
    return blue, green, red


def standing(view: PrintedView, size: tuple[int, int], middle: Place, extent: Place) -> Viewpoint:
    """The camera so near that what is printed just fills the picture as the view says.

    Args:
        view: how it is seen.
        size: of the picture, px.
        middle: of what is printed, mm of its own frame.
        extent: of it along x and y, mm.
    """
    focal = size[0] / 2 / float(np.tan(np.radians(view.across / 2)))
    corners = raised(quad(middle, extent, 0), 0.0)
    near, far = max(extent) * 0.3, max(extent) * 12
    for _ in range(30):
        distance = (near + far) / 2
        camera = Viewpoint(size, focal, middle, distance, view.tilt, view.azimuth, 0.0, view.k1)
        pixels = np.abs(camera.project(corners) - np.asarray(size) / 2) / (np.asarray(size) / 2)
        near, far = (distance, far) if pixels.max() > view.share else (near, distance)
    return camera


def _truth(rng: np.random.Generator, missing: int) -> PrintedTruth:
    share = rng.uniform(0, 0.7, 4)
    kinds = {
        (seat, number): "closed" if rng.random() < share[seat - 1] else "open"
        for seat in range(1, 5)
        for number in range(1, 10)
    }
    for space in rng.permutation(36)[:missing].tolist():
        kinds[space // 9 + 1, space % 9 + 1] = "missing"
    return PrintedTruth(kinds, tuple(sorted(int(value) for value in rng.integers(1, 7, 2))))


def dice_lying(
    rng: np.random.Generator, values: Sequence[int], low: Place, high: Place, ground: float = 0.3
) -> tuple[Cube, ...]:
    """Dice by chance between two places, none on another.

    Args:
        rng: source of chance.
        values: theirs.
        low: least x and y of their middles, mm.
        high: greatest.
        ground: height that they rest on, mm.
    """
    side, seed = float(rng.uniform(14, 18)), int(rng.integers(1 << 30))
    placed: list[Cube] = []
    for value in values:
        at = rng.uniform(low, high)
        while any(hypot(*(at - np.asarray(other.at))) < 2 * side for other in placed):
            at = rng.uniform(low, high)
        turn = float(rng.uniform(0, 360))
        placed.append(Cube(value, "flat", (float(at[0]), float(at[1])), ground, turn, side, seed))
    return tuple(placed)


def _photographed(rng: np.random.Generator, scene: Scene, truth: PrintedTruth) -> Picture:
    painter, camera = bare(scene), scene.camera
    ppm = float(np.clip(camera.scale(camera.target) * 1.5, 1, 5))
    reach = SIDE + 2 * MARGIN
    sheet = raster(board(), (-MARGIN, -MARGIN, reach, reach), ppm)
    base = quad((SIDE / 2, SIDE / 2), (reach, reach), 0)
    inside = np.zeros(sheet.shape[:2], np.uint8)
    cv2.fillPoly(inside, [_fixed([(x + MARGIN, y + MARGIN) for x, y in paper()], ppm)], 255, cv2.LINE_AA, 4)
    painter.shade([(quad((SIDE / 2, SIDE / 2), (SIDE, SIDE), 0), 0.6)], 0.0)
    painter.paste(sheet, raised(base, 0.2), np.asarray(inside / 255, np.float32))
    for (seat, number), kind in truth.kinds.items():
        if kind != "missing":
            _lay(painter, rng, seat, number, raster(_top(number, kind), _tile_box(), ppm))
    for cube in scene.dice:
        drawn_die(painter, cube, scene.look)
    return photographed(painter.picture, camera, scene.look)


def _top(number: int, kind: str) -> tuple[Shape, ...]:
    return face(number) if kind == "open" else back()


def _tile_box() -> tuple[float, float, float, float]:
    return (-TILE[0] / 2, -TILE[1] / 2, *TILE)


def _lay(painter: Painter, rng: np.random.Generator, seat: int, number: int, top: Picture) -> None:
    """A tile at its place, as straight as a child lays it."""
    at = np.asarray(slot(seat, number)) + rng.normal(0, 0.5, 2).clip(-0.9, 0.9)
    base = quad((float(at[0]), float(at[1])), TILE, 90 * seat + float(rng.normal(0, 1)))
    painter.shade([(base, THICK)], 0.2)
    painter.block(base, 0.2, 0.2 + THICK, CARD, top)
