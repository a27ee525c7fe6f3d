"""A picture of the table as it would look in another's light: what a gain and an offset explain is no change."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from .motion import Thumbnail

CELL = 10
"""Small px: about the side of a part of the picture whose light is one gain and one offset for each colour."""
SAME = 4.0
"""Levels of a part's mean within which it is in the same light."""
MOSTLY = 0.9
"""Share of the parts that can be told which are in the same light: then all of the picture is."""
ALIKE, TEXTURE = 0.85, 2.0
"""Correlation from which two parts show the same, and levels of standard deviation from which that can be told."""
FEW = 0.1
"""Share of the picture that must look alike in both before the light on the rest is inferred from it."""
NEIGHBOURS = 2.0
"""Parts: standard deviation of the neighbourhood from which light is inferred."""
GAINS = (0.05, 20.0)
"""What light may do."""

Floats = NDArray[np.float32]


def relit(was: Thumbnail, now: Thumbnail) -> Thumbnail:
    """What `was` shows in the light of `now`; `was` itself if the light is the same or unknown."""
    if was.colour.shape != now.colour.shape or cv2.norm(was.colour, now.colour, cv2.NORM_INF) <= SAME:
        return was
    before, after = (at.colour.astype(np.float32) for at in (was, now))
    mean, mean_now = _cells(before), _cells(after)
    spread = _cells(before * before) - mean * mean
    spread_now = _cells(after * after) - mean_now * mean_now
    both = _cells(before * after) - mean * mean_now
    structured = np.minimum(spread, spread_now).max(axis=2) > TEXTURE**2
    alike = both.sum(axis=2) > ALIKE * np.sqrt(np.maximum(spread.sum(axis=2) * spread_now.sum(axis=2), 1e-6))
    shown = (structured & alike).astype(np.float32)
    same = np.abs(mean - mean_now).max(axis=2) <= SAME
    if shown.mean() < FEW or same[shown > 0].mean() >= MOSTLY:
        return was
    textured = spread > TEXTURE**2
    gain = np.where(textured, np.clip(both / np.maximum(spread, 1.0), *GAINS), (mean_now + 1) / (mean + 1))
    offset = mean_now - gain * mean
    gains, offsets = (_filled(plane, shown, was.colour.shape) for plane in (gain, offset))
    lit = np.clip(np.rint(gains * before + offsets), 0, 255).astype(np.uint8)
    return replace(was, colour=lit)


def _cells(picture: Floats) -> Floats:
    """The mean of each part, (rows, columns, 3)."""
    height, width = picture.shape[:2]
    size = max(1, width // CELL), max(1, height // CELL)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _filled(parts: NDArray[np.floating], shown: Floats, shape: tuple[int, ...]) -> Floats:
    """(h, w, 3) values of parts, filled from their neighbourhood where they are not `shown`."""
    weight = cv2.GaussianBlur(shown, (0, 0), NEIGHBOURS)[..., None]
    around = cv2.GaussianBlur(parts * shown[..., None], (0, 0), NEIGHBOURS) / np.maximum(weight, 1e-6)
    whole = (parts * shown[..., None]).sum(axis=(0, 1)) / shown.sum()
    around = np.where(weight > 1e-3, around, whole)
    full = np.where(shown[..., None] > 0, parts, around).astype(np.float32)
    return np.asarray(cv2.resize(full, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)
