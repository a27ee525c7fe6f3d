"""The room around the table: lamps, window bars and daylight, in the die renderer's world, mm."""

from dataclasses import dataclass

import numpy as np

from ..describe.camera import Floats, Viewpoint
from ..describe.scene import Scene, SceneLook

Light = tuple[float, float, float]
"""Linear (r, g, b)."""


@dataclass(frozen=True, eq=False)
class Lamp:
    """A bright rectangle that shines to one side.

    Attributes:
        at: its middle, (3,) mm.
        toward: the point (3,) mm that it faces.
        size: width and height, mm.
        flux: what it brings to the table's middle, the sum over a room being about 1.
        colour: of its light.
        bars: shares of window bars: how many across and down; (0, 0) for none.
    """

    at: Floats
    toward: Floats
    size: tuple[float, float]
    flux: float
    colour: Light
    bars: tuple[int, int] = (0, 0)


@dataclass(frozen=True, eq=False)
class Room:
    """Lamps, and the light that comes from everywhere.

    Attributes:
        lamps: strongest first.
        ambient: of walls and ceiling, in the measure of `Lamp.flux`.
        sky: its colour.
        aperture: diameter of the lens, mm.
    """

    lamps: tuple[Lamp, ...]
    ambient: float
    sky: Light
    aperture: float


def tinted(kelvin: float) -> Light:
    """About the colour of light of a temperature (2200 to 9000), its mean 1."""
    warm = float(np.clip((6500 - kelvin) / 4000, -0.7, 1.1))
    colour = np.array([1 + 0.35 * warm, 1.0 - 0.02 * abs(warm), max(0.25, 1 - 0.55 * warm)])
    red, green, blue = colour / colour.mean()
    return float(red), float(green), float(blue)


def room_of(scene: Scene) -> Room:
    """The room that a scene's look speaks of."""
    look = scene.look
    rng = np.random.default_rng(look.seed + 3)
    middle = np.array([scene.camera.target[0], -scene.camera.target[1], 0.0])
    share = float(np.clip(0.25 + 0.9 * look.shade + 0.25 * look.hard, 0.3, 0.85))
    kelvin = float(np.clip(5200 - 2300 * look.warmth + rng.normal(0, 300), 2300, 8500))
    lamps = [_main(look, rng, middle, share, kelvin)]
    if look.second is not None:
        other = _toward(look.second, float(rng.uniform(30, 65)))
        size = float(rng.uniform(150, 900))
        at = middle + other * float(rng.uniform(900, 2200))
        colour = tinted(float(rng.uniform(2500, 7500)))
        lamps.append(Lamp(at, middle, (size, size * 0.6), share * 0.35, colour))
    if look.glare > 0.02:
        lamps.append(_mirrored(scene.camera, rng, middle, look.glare))
    return Room(tuple(lamps), 1 - share, tinted(float(rng.uniform(4300, 7500))), _aperture(scene, rng))


def _toward(degrees: float, height: float) -> Floats:
    flat, high = np.radians(degrees), np.radians(height)
    return np.array([np.cos(flat) * np.cos(high), -np.sin(flat) * np.cos(high), np.sin(high)])


def _main(look: SceneLook, rng: np.random.Generator, middle: Floats, share: float, kelvin: float) -> Lamp:
    direction = _toward(look.lamp, look.height)
    near = look.gradient > 0.45
    far = float(rng.uniform(650, 1000) if near else rng.uniform(1600, 3200))
    wide = far * (0.03 + 0.85 * (1 - look.hard) ** 1.6)
    bars = (0, 0)
    if look.bars > 0:
        bars, wide, far = (int(rng.integers(1, 4)), int(rng.integers(2, 5))), 160.0, 4200.0
    tall = wide * float(rng.uniform(0.5, 1.6))
    return Lamp(middle + direction * far, middle, (wide, tall), share, tinted(kelvin), bars)


def _mirrored(camera: Viewpoint, rng: np.random.Generator, middle: Floats, strength: float) -> Lamp:
    """A lamp where the table's varnish mirrors it into the camera."""
    spot = middle + np.array([*rng.uniform(-140, 140, 2), 0.0])
    eye = camera.where * (1, -1, 1)
    away = spot - eye
    direction = away * (1, 1, -1)
    direction = direction / np.linalg.norm(direction)
    far = float(np.linalg.norm(away)) * 1.3 + 250
    size = float(rng.uniform(80, 320))
    colour = tinted(float(rng.uniform(2800, 6500)))
    return Lamp(
        spot + direction * far,
        spot,
        (size, size * float(rng.uniform(0.3, 2.5))),
        0.12 + 0.3 * strength,
        colour,
    )


def _aperture(scene: Scene, rng: np.random.Generator) -> float:
    """A lens opening whose blur over the table's depth stays under a pixel or so."""
    camera = scene.camera
    extent = max(scene.board.size) if scene.board is not None else 300.0
    depth = 0.5 * extent * np.sin(np.radians(camera.tilt)) + 12
    spread = camera.focal * depth / camera.distance**2
    return float(rng.uniform(0.2, 1.3) * camera.size[0] / 1280 / max(spread, 1e-6))
