"""What light and camera do to a drawn table: shading, glare, lens, blur, noise and JPEG."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Viewpoint
from ..describe.scene import Mirrored, SceneLook
from .textures import Picture

Floats = NDArray[np.float32]


def photographed(drawn: Picture, camera: Viewpoint, look: SceneLook) -> Picture:
    """The drawn table as the camera would hand it out, (H, W, 3) uint8."""
    shown, rng = _through(camera, look)
    return taken(shown(drawn), look, rng)


def filmed(camera: Viewpoint, look: SceneLook) -> Callable[[Picture], Picture]:
    """Does what `photographed` does to one drawn picture after the other, without grain and JPEG, and sooner."""
    shown, rng = _through(camera, look)
    still = replace(look, noise=0.0, jpeg=0)
    return lambda drawn: taken(shown(drawn), still, rng)


def _through(camera: Viewpoint, look: SceneLook) -> tuple[Callable[[Picture], Picture], np.random.Generator]:
    """The light and the lens as one function of a drawn picture; chance as it is left after both."""
    rng = np.random.default_rng(look.seed)
    width, height = camera.size
    light = _light(width, height, look, rng)
    glare = cv2.merge([_glare(width, height, look, rng)] * 3) if look.glare > 0 else None
    streak = cv2.merge([_streak(width, height, look.mirrored)] * 3) if look.mirrored else None
    maps = _bending(camera) if camera.k1 else None

    def shown_by_lens(drawn: Picture) -> Picture:
        lit = cv2.multiply(drawn, light, dtype=cv2.CV_8U)
        lit = lit if glare is None else cv2.add(lit, glare)
        lit = lit if streak is None else cv2.add(lit, streak)
        return np.asarray(lit if maps is None else _bent(np.asarray(lit, np.uint8), *maps), np.uint8)

    return shown_by_lens, rng


def taken(image: Picture, look: SceneLook, rng: np.random.Generator) -> Picture:
    """What lens and sensor make of a picture (H, W, 3) uint8: blur, sharpening, noise, JPEG."""
    blurred = _blurred(image, look)
    if look.noise > 0:
        blurred = _noisy(blurred, look.noise, rng)
    return jpeg(blurred, look.jpeg) if look.jpeg else blurred


def jpeg(image: Picture, quality: int) -> Picture:
    """The picture after JPEG of that quality, 0 to 100."""
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _light(width: int, height: int, look: SceneLook, rng: np.random.Generator) -> Floats:
    """Factor on every pixel, (H, W, 3), made small and enlarged."""
    w, h = 80, 60
    y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    field = 1 + look.gradient * 0.5 * (np.cos(angle) * x + np.sin(angle) * y)
    field *= 1 - look.vignette * 0.45 * (x**2 + y**2) / 2
    if look.bars > 0:
        slant = rng.uniform(0, np.pi)
        wave = np.sin((np.cos(slant) * x + np.sin(slant) * y) * rng.uniform(3, 9) + rng.uniform(0, 6))
        field *= 1 + look.bars * 0.4 * np.tanh(wave * rng.uniform(1, 6))
    tint = np.array([1 - 0.22 * look.warmth, 1 - 0.03 * abs(look.warmth), 1 + 0.14 * look.warmth], np.float32)
    tinted = np.maximum(field, 0)[..., None] * (tint * look.exposure)
    return np.asarray(cv2.resize(tinted, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _glare(width: int, height: int, look: SceneLook, rng: np.random.Generator) -> Picture:
    small = np.zeros((height // 4, width // 4), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = (int(rng.uniform(0.1, 0.9) * width / 4), int(rng.uniform(0.1, 0.9) * height / 4))
        axes = (int(rng.uniform(3, 22) * width / 640), int(rng.uniform(3, 12) * width / 640))
        cv2.ellipse(small, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(2, 9)) * width / 640)
    large = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.convertScaleAbs(large, alpha=look.glare * 200), np.uint8)


def _streak(width: int, height: int, mirrored: Mirrored) -> Picture:
    """The light that a mirrored lamp adds to every pixel, (H, W) uint8."""
    small = np.zeros((height // 4, width // 4), np.float32)
    ends = [tuple(np.round(np.asarray(end) / 4).astype(int).tolist()) for end in mirrored.ends]
    cv2.line(small, ends[0], ends[1], 1.0, max(1, round(mirrored.width / 4)))
    soft = cv2.GaussianBlur(small, (0, 0), max(0.6, mirrored.width / 12))
    large = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.convertScaleAbs(large, alpha=mirrored.strength * 200), np.uint8)


def bent(image: Picture, camera: Viewpoint) -> Picture:
    """A drawn picture (or mask) of the camera's size as the lens bends it."""
    return image if camera.k1 == 0 else _bent(image, *_bending(camera))


def _bending(camera: Viewpoint) -> tuple[Floats, Floats]:
    """Where each pixel comes from, (H, W) across and down."""
    width, height = camera.size
    grid = np.mgrid[0 : height + 16 : 16, 0 : width + 16 : 16].astype(np.float32)
    points = np.stack([grid[1], grid[0]], axis=-1)
    straight = camera.unbend(points.reshape(-1, 2)).reshape(points.shape)
    enlarge = np.array([[16, 0, 0], [0, 16, 0]], np.float64)
    maps = cv2.warpAffine(
        straight.astype(np.float32), enlarge, (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    across, down = cv2.split(maps)
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _bent(image: Picture, across: Floats, down: Floats) -> Picture:
    return np.asarray(
        cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def _blurred(image: Picture, look: SceneLook) -> Picture:
    if look.defocus > 0.25:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), look.defocus), np.uint8)
    length, angle = look.shake
    if length > 1:
        size = int(length) | 1
        kernel = np.zeros((size, size), np.float32)
        reach = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * (size - 1) / 2
        ends = [
            tuple(np.round(np.array([size // 2, size // 2]) + sign * reach).astype(int).tolist())
            for sign in (-1, 1)
        ]
        cv2.line(kernel, ends[0], ends[1], 1.0)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)
    if look.sharpen > 0.05:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = np.asarray(cv2.addWeighted(image, 1 + look.sharpen, soft, -look.sharpen, 0), np.uint8)
    return image


def _noisy(image: Picture, amount: float, rng: np.random.Generator) -> Picture:
    height, width = image.shape[:2]
    grains = np.empty((height, width, 3), np.int16)
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    cv2.randn(grains, np.zeros(3), np.full(3, max(1.0, amount * 8)))
    loud = image.astype(np.int16) * 8 + grains
    return np.asarray(np.clip(loud >> 3, 0, 255), np.uint8)
