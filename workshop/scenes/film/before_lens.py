"""What is between a table and the sensor of a film: a lamp that grows darker, a palm held before the lens."""

from collections.abc import Callable

import numpy as np

from ..draw.textures import Picture
from .clip_acts import Shot

PALM = (30, 36, 58)
"""Colour of a palm so near that no light falls on it."""

SOFT = 0.35
"""Share of the picture over which the edge of something so near is blurred."""


def veiled(picture: Callable[[], Picture], shot: Shot) -> Picture:
    """A shot as its light and what covers the lens leave it; its picture is asked for only where it is seen."""
    if shot.covered >= 1:
        width, height = shot.scene.camera.size
        return _palm(height, width)
    image = picture()
    if shot.light != 1:
        image = np.clip(image * shot.light, 0, 255).astype(np.uint8)
    if shot.covered <= 0:
        return image
    height, width = image.shape[:2]
    rows = np.arange(height)[:, None, None] / height
    edge = shot.covered * (1 + SOFT) - SOFT / 2
    hidden = np.clip((edge - rows) / SOFT + 0.5, 0, 1)
    return np.asarray((image * (1 - hidden) + _palm(height, width) * hidden).astype(np.uint8))


def _palm(height: int, width: int) -> Picture:
    glow = np.linspace(1.15, 0.85, width)[None, :, None] * np.ones((height, 1, 1))
    return np.asarray((glow * PALM).astype(np.uint8))
