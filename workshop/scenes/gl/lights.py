"""Lamps and camera as the graphics library wants them: matrices, and light in linear values."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Camera
from ..describe.scene import Scene

Matrix = NDArray[np.float32]
Triple = tuple[float, float, float]


@dataclass(frozen=True)
class Lights:
    """What shines, in the world with y up the page; a level surface in full light shows its own colour.

    Attributes:
        lamp: direction to the main lamp.
        bright: its light, BGR.
        second: direction to another lamp that throws no shadow.
        second_bright: its light.
        sky: light from above.
        bounce: light from below.
        spread: blur of shadows, mm on the ground for each mm of height.
        windows: two bright oblongs that gloss mirrors: centre and half sizes of x / z and y / z.
        shine: how bright they are.
        reach: half the width, mm, that shadows are computed for.
    """

    lamp: Triple
    bright: Triple
    second: Triple
    second_bright: Triple
    sky: Triple
    bounce: Triple
    spread: float
    windows: tuple[tuple[float, float, float, float], ...]
    shine: float
    reach: float

    def uniforms(self) -> dict[str, Any]:
        """By the shaders' names."""
        return {
            "lamp": self.lamp, "lamp_colour": self.bright, "second": self.second, "second_colour": self.second_bright,
            "sky": self.sky, "bounce": self.bounce, "spread": self.spread * 25 / (2 * self.reach),
            "windows": self.windows, "shine": self.shine, "slack": 1.0 / (4 * self.reach),
        }  # fmt: skip


def _toward(turn: float, height: float) -> Triple:
    flat, high = radians(turn), radians(height)
    return (cos(flat) * cos(high), -sin(flat) * cos(high), sin(high))


def lights_of(scene: Scene) -> Lights:
    """The lamps that a scene's look speaks of; what it leaves open follows from its seed."""
    look = scene.look
    rng = np.random.default_rng(look.seed + 11)
    lamp = _toward(look.lamp, look.height)
    part = 1 - (1 - min(0.75, look.shade * 1.15)) ** 2.0
    other = 0.0 if look.second is None else 0.45 * part * float(rng.uniform(0.3, 0.9))
    room = 1 - part - other * 0.5
    tint = rng.uniform(-0.08, 0.08)
    bright = (part / lamp[2] * (1 - tint), part / lamp[2], part / lamp[2] * (1 + tint))
    second = _toward(look.second or 0.0, 45)
    low = np.asarray(scene.table.colour) / 255
    mixed = 0.25 + 0.5 * low**2.2
    b, g, r = (room * mixed).tolist()
    windows = tuple(
        (*(rng.normal(0, 0.5, 2)).tolist(), *(rng.uniform(0.08, 0.45, 2)).tolist()) for _ in range(2)
    )
    return Lights(
        lamp, bright, second, (other, other, other), (room * (1 + tint / 2), room, room * (1 - tint / 2)), (b, g, r),
        0.04 + 0.5 * (1 - look.hard), windows, float(rng.uniform(0.3, 1.2)) + 5.0 * look.glare, _reach(scene),
    )  # fmt: skip


def _reach(scene: Scene) -> float:
    camera = scene.camera
    wide = max(camera.size) / camera.scale(camera.target)
    return float(np.clip(wide * 0.75, 120, 900))


def eye_matrix(camera: Camera) -> Matrix:
    """(4, 4) from the world (y up the page) to clip space; the picture's first row lies at the bottom."""
    rotation = camera.rotation @ np.diag([1.0, -1.0, -1.0])
    near, far = camera.distance * 0.1, camera.distance * 8
    width, height = camera.size
    lens = np.array([
        [2 * camera.focal / width, 0, 0, 0], [0, 2 * camera.focal / height, 0, 0],
        [0, 0, (far + near) / (far - near), -2 * far * near / (far - near)], [0, 0, 1, 0],
    ])  # fmt: skip
    view = np.eye(4)
    view[:3, :3], view[:3, 3] = rotation, camera.translation
    return np.asarray(lens @ view, np.float32)


def lamp_matrix(camera: Camera, lights: Lights) -> Matrix:
    """(4, 4) from the world to the shadow map's clip space: parallel light, about the camera's target."""
    toward = np.asarray(lights.lamp)
    side = np.cross([0.0, 0.0, 1.0], toward)
    side = np.array([1.0, 0, 0]) if np.linalg.norm(side) < 1e-3 else side / np.linalg.norm(side)
    frame = np.stack([side, np.cross(toward, side), -toward])
    target = np.array([camera.target[0], -camera.target[1], 0.0])
    view = np.eye(4)
    view[:3, :3], view[:3, 3] = frame, -frame @ target
    scale = np.diag([1 / lights.reach, 1 / lights.reach, 1 / (2 * lights.reach), 1])
    return np.asarray(scale @ view, np.float32)
