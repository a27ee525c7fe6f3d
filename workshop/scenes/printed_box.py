"""The printed box on a table, photographed: what `piste print box` makes, folded and glued, with two dice.

Its frame is that of every drawn box: players at x = 0, who look along x; y from their left to their right.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hardware.print.box import FLOOR, GAP, GLUED, TILE, WALL, back, face, floor, sheets, strip
from hardware.print.occe import BACK
from hardware.print.shapes import Box, Shape
from hardware.print.words import SheetWords

from .describe.camera import Floats
from .describe.sample_look import random_look, random_table
from .describe.scene import Scene
from .draw.cubes import drawn_die
from .draw.painter import Painter, quad, raised
from .draw.photo import photographed
from .draw.render import bare
from .draw.textures import Picture
from .printed import CARD, THICK, PrintedTruth, PrintedView, dice_lying, printed_colour, raster, standing

ACROSS, DEEP = FLOOR
"""mm: the tray from left to right, and from the players to the far wall."""
PAPER = (232.0, 234.0, 236.0)
"""Colour of what is not printed, BGR: the walls' outer sides."""
THIN = 0.9
"""Of a wall: card, mm."""
HIGH = 0.4
"""Of the tray's floor over the table, mm."""
LEAN = float(np.degrees(np.arctan2(GLUED, WALL)))
"""Degrees from upright of a tile that leans against the far wall."""
Surface = tuple[Picture, Floats]
"""A picture, and where its corners are (4, 3) mm: its upper left one first, clockwise."""

BOX_VIEWS: tuple[PrintedView, ...] = (
    PrintedView(0, 180, 66),
    PrintedView(12, 180, 66),
    PrintedView(25, 180, 66),
    PrintedView(35, 180, 66),
    PrintedView(20, 155, 60),
    PrintedView(30, 205, 60),
    PrintedView(15, 225, 55),
    PrintedView(25, 145, 66),
    PrintedView(10, 180, 102, k1=-0.05),
    PrintedView(30, 195, 102, k1=-0.05),
    PrintedView(35, 170, 70, 0.7),
    PrintedView(25, 190, 66, 0.8, harsh=0.4),
)
"""The twelve: the cameras, tilts, sizes and lights of the board's, but from the players' half only: from behind, the
numbers of standing tiles are hidden."""


def printed_box_view(
    view: PrintedView, seed: int, size: tuple[int, int] = (1280, 960)
) -> tuple[Picture, PrintedTruth]:
    """The box in that view, (H, W, 3) uint8 BGR, tiles, dice, table and light by chance of the seed.

    Args:
        view: how it is seen.
        seed: of what lies there; the truth's places are (1, number).
        size: of the picture, px.
    """
    rng = np.random.default_rng((seed, round(view.tilt * 100 + view.azimuth), 9))
    middle, extent = (DEEP / 2, ACROSS / 2), (DEEP + 2 * WALL, ACROSS + 2 * WALL)
    camera = standing(view, size, middle, extent)
    look = replace(random_look(rng, view.harsh, size), glare=0.0 if view.harsh == 0 else 0.2)
    share = rng.uniform(0, 0.8)
    kinds = {(1, number): "closed" if rng.random() < share else "open" for number in range(1, 10)}
    truth = PrintedTruth(kinds, tuple(sorted(int(value) for value in rng.integers(1, 7, 2))))
    dice = dice_lying(rng, truth.dice, (14, 16), (DEEP - GLUED - TILE[1] - 12, ACROSS - 16), HIGH)
    scene = Scene("none", "test", None, dice, (), (), (), random_table(rng, "test"), camera, look)
    return _photographed(rng, scene, truth), truth


def _photographed(rng: np.random.Generator, scene: Scene, truth: PrintedTruth) -> Picture:
    painter, camera = bare(scene), scene.camera
    ppm = float(np.clip(camera.scale(camera.target) * 1.5, 1, 8))
    tray, tiles = (page.shapes for page in sheets(SheetWords("", ("",), "", ("",) * 4)))
    _tray(painter, raster(tray, floor(), ppm))
    strip_at = strip()
    painter.paste(*_level(raster(tiles, strip_at, ppm), DEEP - GLUED, GLUED, (ACROSS - strip_at[2]) / 2, strip_at[2]))
    for kind in ("closed", "open"):
        for number in (number for (_, number), state in truth.kinds.items() if state == kind):
            lean = LEAN + float(rng.normal(0, 1)) if kind == "open" else 90 - float(rng.uniform(0.5, 5))
            _tile(painter, tiles, number, lean, ppm, turned=kind == "closed")
    for cube in scene.dice:
        drawn_die(painter, cube, scene.look)
    _walls(painter, front=True)
    return photographed(painter.picture, camera, scene.look)


def _level(picture: Picture, x: float, deep: float, y: float, wide: float) -> Surface:
    """A picture whose lower edge lies at x, as the players see it upright."""
    corners = np.array([[x + deep, y], [x + deep, y + wide], [x, y + wide], [x, y]])
    return picture, raised(corners, HIGH)


def _tray(painter: Painter, sheet: Picture) -> None:
    """The floor, the walls behind what lies on it, and their shadows."""
    base = quad((DEEP / 2, ACROSS / 2), (DEEP, ACROSS), 0)
    painter.shade([(base, WALL)], 0.0)
    painter.paste(*_level(sheet, 0.0, DEEP, 0.0, ACROSS))
    painter.shade([(bar, WALL) for bar in _bars()], HIGH)
    _walls(painter, front=False)


def _bars() -> list[Floats]:
    """Footprints (4, 2) of the walls: near, far, left, right."""
    half = THIN / 2
    return [
        quad((-half, ACROSS / 2), (THIN, ACROSS), 0),
        quad((DEEP + half, ACROSS / 2), (THIN, ACROSS), 0),
        quad((DEEP / 2, -half), (DEEP, THIN), 0),
        quad((DEEP / 2, ACROSS + half), (DEEP, THIN), 0),
    ]


def _walls(painter: Painter, *, front: bool) -> None:
    """Those that stand between the camera and the tray, which show their white outer side, or the others."""
    middle = np.array([DEEP / 2, ACROSS / 2])
    where = painter.camera.where[:2]
    for bar in _bars():
        outward = bar.mean(axis=0) - middle
        nearest = bar[np.abs(bar - middle).sum(axis=1).argmin()]
        if bool(outward @ (where - nearest) > 0) is front:
            painter.block(bar, HIGH, WALL, PAPER if front else printed_colour(BACK))


def _tile(
    painter: Painter, shapes: tuple[Shape, ...], number: int, lean: float, ppm: float, *, turned: bool
) -> None:
    """A tile about its fold: upright and leaning to the far wall, or turned down towards the players.

    Args:
        painter: draws it.
        shapes: of the page with the tiles.
        number: its own.
        lean: degrees from upright.
        ppm: px a millimetre of its picture.
        turned: it is closed: its back is up.
    """
    way = -1.0 if turned else 1.0
    along = np.array([way * np.sin(np.radians(lean)), 0.0, np.cos(np.radians(lean))])
    up = np.array([-way * along[2], 0.0, way * along[0]])  # from the side that is printed to be seen
    left = (ACROSS - 9 * TILE[0] - 8 * GAP) / 2 + (number - 1) * (TILE[0] + GAP)
    hinge = np.array([[DEEP - GLUED, left, HIGH], [DEEP - GLUED, left + TILE[0], HIGH]])
    if turned:
        painter.shade([(np.array([hinge[0, :2], hinge[1, :2], (hinge[1] + along * TILE[1])[:2],
                                  (hinge[0] + along * TILE[1])[:2]]), THICK)], HIGH)  # fmt: skip
    free = hinge + along * TILE[1]
    box, corners = _upper_part(number, hinge, free, turned=turned)
    corners = corners + up * THICK
    if up @ (painter.camera.where - corners.mean(axis=0)) > 0:
        light = painter.lit((100, 100, 100), up)[0] / 100
        top = raster(shapes, box, ppm)
        painter.polygon(corners - np.array([0, 0, THICK / 2]), CARD)
        painter.paste(np.asarray(np.clip(top * light, 0, 255), np.uint8), corners)
    else:
        painter.polygon(corners, painter.lit((120.0, 120.0, 120.0), -up))


def _upper_part(number: int, hinge: Floats, free: Floats, *, turned: bool) -> tuple[Box, Floats]:
    """The part of the page that is up, and where its corners are: a turned tile's hinge is its upper edge."""
    upper, lower = (hinge, free) if turned else (free, hinge)
    return back(number) if turned else face(number), np.array([upper[0], upper[1], lower[1], lower[0]])
