"""Cameras, lamps and table tops at random."""

from dataclasses import replace

import numpy as np

from .camera import Floats, Viewpoint
from .scene import SceneLook, Split, TableTop
from .stock import hue, pick_wood


def random_camera(
    rng: np.random.Generator, extent: tuple[float, float], harsh: float, size: tuple[int, int], kind: str
) -> Viewpoint:
    """A camera that sees a board of `extent` mm: in the ordinary range wholly, from up to 35 degrees."""
    rough = rng.random() < harsh
    tilt = float(rng.choice([rng.uniform(0, 8), rng.uniform(0, 50 if rough else 35)], p=[0.3, 0.7]))
    azimuth = float(rng.uniform(0, 360))
    roll = float(rng.normal(0, 4))
    if kind == "box":
        tilt = min(tilt, 38.0)
        azimuth, roll = 180.0 + float(rng.normal(0, 15)), float(rng.normal(0, 5))
        if rng.random() < 0.12:
            roll += float(rng.uniform(-180, 180))
            tilt = min(tilt, 15.0)
    wide_lens = rng.random() < 0.25 * (0.4 + harsh)
    focal = size[0] * float(rng.uniform(0.62, 0.8) if wide_lens else rng.uniform(0.85, 1.6))
    k1 = float(rng.uniform(-0.16, 0.02)) if wide_lens else float(rng.normal(0, 0.015))
    middle = (extent[0] / 2, extent[1] / 2)
    share = float(rng.uniform(0.25, 0.95) if rough else rng.uniform(0.5, 0.8))
    if kind == "none":
        share = float(np.exp(rng.uniform(np.log(0.3), np.log(2.2))))
    start = Viewpoint(size, focal, middle, max(extent) * 4, tilt, azimuth, roll, k1)
    spill, wander = (1.08, 1.04) if rough else (0.93, 0.97)
    return aimed(rng, start, extent, share, spill=spill, free=kind == "none", wander=wander)


def aimed(
    rng: np.random.Generator, start: Viewpoint, extent: tuple[float, float], share: float, *, spill: float = 0.93,
    free: bool = False, wander: float = 0.97,
) -> Viewpoint:  # fmt: skip
    """The camera so far away that a board of `extent` mm fills a share of the width, and aimed a little elsewhere.

    Args:
        rng: of where it is aimed.
        start: its lens, and from where it looks.
        extent: width and height of the board.
        share: of the picture's width.
        spill: share of the picture's height that the board may fill.
        free: it may fill any.
        wander: share of the picture in which the board stays.
    """
    camera = _at(start, _distance(start, extent, share, spill, free=free))
    return _wandered(rng, camera, extent, wander)


def _span(camera: Viewpoint, extent: tuple[float, float]) -> Floats:
    corners = np.array([[0, 0, 12], [extent[0], 0, 12], [*extent, 12], [0, extent[1], 12]], float)
    return camera.project(corners)


def _distance(
    camera: Viewpoint, extent: tuple[float, float], share: float, spill: float, *, free: bool
) -> float:
    """How far away the board fills `share` of the width, or, if less, `spill` of the picture's height."""
    low, high = max(extent) * 0.6, max(extent) * 12
    for _ in range(24):
        middle = (low + high) / 2
        span = np.ptp(_span(_at(camera, middle), extent), axis=0) / camera.size
        too_large = span[0] > share or (not free and span[1] > spill)
        low, high = (middle, high) if too_large else (low, middle)
    return high


def _at(camera: Viewpoint, distance: float) -> Viewpoint:
    return replace(camera, distance=distance)


def _wandered(
    rng: np.random.Generator, camera: Viewpoint, extent: tuple[float, float], spill: float
) -> Viewpoint:
    """The camera aimed a little elsewhere, the board still in the picture up to `spill`."""
    pixels = _span(camera, extent)
    width, height = camera.size
    slack = np.maximum((np.array([width, height]) * spill - np.ptp(pixels, axis=0)) / 2, 0)
    shift = rng.uniform(-1, 1, 2) * slack * 0.9
    middle = (pixels.min(axis=0) + pixels.max(axis=0)) / 2 - (width / 2, height / 2)
    aim = np.array([[(width - 1) / 2, (height - 1) / 2]]) + middle - shift
    target = camera.ground(aim)[0]
    depth = camera.distance
    if not np.isfinite(target).all() or np.abs(target - np.asarray(extent) / 2).max() > max(extent):
        return camera
    return replace(camera, target=(float(target[0]), float(target[1])), distance=depth)


def random_table(rng: np.random.Generator, split: Split) -> TableTop:
    """What everything stands on."""
    kinds = ("wood", "cloth", "paper", "white", "checks", "stripes", "dots", "stone", "print")
    kind = kinds[int(rng.choice(len(kinds), p=[0.32, 0.16, 0.09, 0.15, 0.06, 0.06, 0.05, 0.06, 0.05]))]
    colour = hue(rng, (0, 0.8), (0.15, 0.95))
    if kind in ("white", "paper", "print"):
        colour = hue(rng, (0, 0.08), (0.75, 0.98))
    wood = pick_wood(rng, split) if kind == "wood" else None
    return TableTop(
        kind,
        colour,
        hue(rng, (0, 0.9), (0.15, 0.98)),
        wood,
        int(rng.integers(1 << 30)),
        float(rng.uniform(8, 150)),
    )


def random_look(rng: np.random.Generator, harsh: float, size: tuple[int, int]) -> SceneLook:
    """Light and camera's wear; `harsh` is the chance of each hardship."""
    zoom = size[0] / 640

    def hard(chance: float = 0.5) -> bool:
        return bool(rng.random() < harsh * chance)

    dim = hard()
    exposure = float(rng.uniform(0.28, 0.6) if dim else rng.uniform(0.72, 1.12))
    if hard(0.25):
        exposure = float(rng.uniform(1.2, 1.6))
    return SceneLook(
        lamp=float(rng.uniform(0, 360)),
        height=float(rng.uniform(28, 80)),
        hard=float(rng.uniform(0.75, 1) if hard() else rng.uniform(0, 0.8)),
        second=float(rng.uniform(0, 360)) if rng.random() < 0.4 else None,
        shade=float(rng.uniform(0.15, 0.6)),
        warmth=float(np.clip(rng.normal(0.1, 0.45), -1, 1)),
        exposure=exposure,
        gradient=float(rng.uniform(0, 0.75 if hard() else 0.35)),
        bars=float(rng.uniform(0.3, 1)) if hard(0.35) else 0.0,
        glare=float(rng.uniform(0.25, 0.95)) if hard(0.5) else float(rng.choice([0.0, rng.uniform(0, 0.25)])),
        vignette=float(rng.uniform(0, 0.7)),
        defocus=zoom * float(rng.uniform(0.9, 2.0) if hard(0.45) else rng.uniform(0, 0.75)),
        shake=(zoom * float(rng.uniform(2, 7)) if hard(0.35) else 0.0, float(rng.uniform(0, 180))),
        noise=float(rng.uniform(5, 15) if dim or hard(0.3) else rng.uniform(0.5, 5)),
        sharpen=float(rng.choice([0.0, rng.uniform(0.1, 0.9)])),
        jpeg=int(rng.integers(35, 70) if hard(0.4) else rng.integers(70, 96)),
        seed=int(rng.integers(1 << 30)),
    )  # fmt: skip
