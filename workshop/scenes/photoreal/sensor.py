"""From light to a picture: exposure, white balance, tone, lens, blur, noise, JPEG."""

import numpy as np
from numpy.typing import NDArray

from ..describe.scene import Scene
from ..draw.photo import bent, taken
from ..draw.textures import Picture
from .room import Room

Radiance = NDArray[np.float32]
MIDDLE = 0.23
"""Brightness that the camera brings a picture's middle to, a share of white."""


def developed(light: Radiance, scene: Scene, room: Room) -> Picture:
    """What the camera hands out, (H, W, 3) uint8 BGR.

    Args:
        light: (H, W, 3) linear (b, g, r), without the lens's bending.
        scene: of the light's wear and the camera.
        room: whose colour of light the camera balances.
    """
    look = scene.look
    rng = np.random.default_rng(look.seed + 17)
    balanced = light / _balance(room, float(rng.uniform(0.55, 0.95)))
    exposed = balanced * (_gain(balanced) * look.exposure)
    exposed *= _vignette(light.shape[:2], look.vignette)[..., None]
    exposed = _saturated(exposed, float(rng.uniform(0.85, 1.2)))
    shown = _toned(exposed, float(rng.uniform(-0.12, 0.16)))
    picture = np.asarray(np.round(shown * 255), np.uint8)
    return taken(bent(picture, scene.camera), look, rng)


def _balance(room: Room, strength: float) -> Radiance:
    """(3,) colour (b, g, r) that white paper has in this room, as far as the camera takes it for white."""
    parts = [(lamp.flux, lamp.colour) for lamp in room.lamps] + [(room.ambient, room.sky)]
    total = np.sum([flux * np.array(colour) for flux, colour in parts], axis=0)
    white = np.asarray(total / total.mean(), np.float32)
    return np.asarray(white[::-1] ** strength, np.float32)


def _gain(light: Radiance) -> float:
    """What an automatic exposure makes of it: the middle's mean towards MIDDLE, hardly anything beyond white."""
    height, width = light.shape[:2]
    core = light[height // 6 : -height // 6, width // 6 : -width // 6].mean(axis=2)
    wanted = (MIDDLE / max(1e-4, float(core.mean()))) ** 0.75
    limit = 1.25 / max(1e-4, float(np.percentile(core, 98)))
    return float(np.clip(min(wanted, limit), 0.25, 3.5))


def _vignette(shape: tuple[int, ...], amount: float) -> Radiance:
    y, x = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j].astype(np.float32)
    return np.asarray(1 - amount * 0.35 * (x**2 + y**2) / 2, np.float32)


def _saturated(light: Radiance, amount: float) -> Radiance:
    grey = light @ np.array([0.07, 0.72, 0.21], np.float32)
    return np.asarray(np.maximum(grey[..., None] + (light - grey[..., None]) * amount, 0), np.float32)


def _toned(light: Radiance, contrast: float) -> Radiance:
    """Linear light as sRGB, 0 to 1: a soft shoulder towards white, and a little more or less contrast."""
    knee = 0.65
    soft = np.where(light > knee, knee + (1 - knee) * np.tanh((light - knee) / 0.55), light)
    encoded = np.where(
        soft <= 0.0031308, soft * 12.92, 1.055 * np.power(np.maximum(soft, 1e-6), 1 / 2.4) - 0.055
    )
    curved = encoded + contrast * encoded * (1 - encoded) * (2 * encoded - 1)
    return np.asarray(np.clip(curved, 0, 1), np.float32)
