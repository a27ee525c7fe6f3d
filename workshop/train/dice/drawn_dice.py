"""Drawn dice and table tops, to be laid into pictures."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from ...scenes.describe.die_look import DieLook, random_look
from ...scenes.draw.die import Lighting, leaning, looking_at, render_die, resting
from .clutter import surface
from .store import Sprite, SpriteBank

LEANING = 0.2  # share of drawn dice that lean
def _scene(rng: np.random.Generator, count: int) -> list[Sprite]:
    """Dice of one camera, one lamp, each about 48 px wide."""
    tilt = float(np.radians(rng.uniform(0, 58) if rng.random() < 0.6 else abs(rng.normal(0, 20)) % 58))
    distance = rng.uniform(180, 900)
    toward = (rng.normal(), rng.normal(), rng.uniform(0.6, 2.5))
    strength = rng.uniform(0.15, 0.75)
    light = Lighting(toward, rng.uniform(0.9, 1.15) - strength, strength, rng.uniform(0.1, 1.2))
    same = random_look(rng) if rng.random() < 0.5 else None
    sprites = []
    for _ in range(count):
        look, side = same or random_look(rng), 16.0
        camera = looking_at((0, 0), distance, tilt, 0.0, 42 * distance / side, (160, 160))
        at = (rng.normal(0, 0.15) * distance * 0.5, rng.normal(0, 0.15) * distance * 0.5)
        sprites.append(_sprite(rng, camera, light, look, at, side))
    return sprites


def _sprite(
    rng: np.random.Generator,
    camera: Any,
    light: Lighting,
    look: DieLook,
    at: tuple[float, float],
    side: float,
) -> Sprite:
    if rng.random() < LEANING:
        pose = leaning(rng, at, side, look)
    else:
        pose = resting(int(rng.integers(1, 7)), rng.uniform(0, 2 * np.pi), at, side, look)
    patch = render_die(pose, camera, light, look)
    x, y, width, height = (round(v) for v in patch.box)
    left, top = x - patch.corner[0], y - patch.corner[1]
    die = patch.bgra[top : top + height, left : left + width].copy()
    shade = np.asarray(
        cv2.resize(patch.shade, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) * 255, np.uint8
    )
    return Sprite(die, shade, ((left + width / 2) / 2, (top + height / 2) / 2), patch.value or 0)


def bank(scenes: int, surfaces: int, seed: int) -> SpriteBank:
    """Draw the bank; about 25 ms a scene."""
    rng = np.random.default_rng(seed)
    return SpriteBank([_scene(rng, 6) for _ in range(scenes)], [surface(rng, 512) for _ in range(surfaces)])


