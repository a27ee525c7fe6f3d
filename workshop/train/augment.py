"""Augmentation: what camera, light and hands do to a picture, so that a network meets more than was drawn or taken.

Each training has the strengths that its network was trained with; pictures are (H, W, 3) uint8 BGR.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ..scenes.draw.photo import jpeg

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]
Rng = np.random.Generator

SKINS = ((150, 180, 225), (120, 150, 205), (90, 115, 165), (60, 80, 120), (45, 55, 80))  # BGR


def augmented_photo(picture: Picture, rng: Rng, grain: Floats) -> Picture:
    """The picture in another light, by another camera: colour, blur, shake, noise and JPEG.

    Args:
        picture: square, of `side` px.
        rng: source of chance.
        grain: (n, n, 3) of standard noise, n well above `side`; a piece of it is laid over the picture.
    """
    side = picture.shape[0]
    out = picture.astype(np.float32)
    if rng.random() < 0.8:
        out = out * rng.uniform(0.75, 1.25, 3).astype(np.float32)
    if rng.random() < 0.15:
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0, 0.6)
    if rng.random() < 0.7:  # exposure and contrast
        out = (out - 128) * rng.uniform(0.6, 1.35) + 128 + rng.uniform(-35, 35)
    if rng.random() < 0.12:  # dim
        out = np.clip(out, 0, 255) * rng.uniform(0.18, 0.6)
    if rng.random() < 0.3:  # light falls off across the table
        ramp = cv2.resize(rng.uniform(0.4, 1.3, (2, 2)).astype(np.float32), (side, side))
        out = out * ramp[..., None]
    if rng.random() < 0.3:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.5)), np.float32)
    if rng.random() < 0.04:
        out = _shaken(out, rng)
    if rng.random() < 0.6:
        x, y = rng.integers(0, grain.shape[0] - side, 2)
        out = out + grain[y : y + side, x : x + side] * np.float32(rng.uniform(1, 9))
    done = np.clip(out, 0, 255).astype(np.uint8)
    return jpeg(done, int(rng.integers(25, 90))) if rng.random() < 0.4 else done


def _shaken(picture: Floats, rng: Rng) -> Floats:
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, np.pi)
    end = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    middle = np.array([length / 2, length / 2])
    first, last = (middle - end).astype(int).tolist(), (middle + end).astype(int).tolist()
    cv2.line(kernel, first, last, 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(1e-6, kernel.sum())), np.float32)


def augmented_light(picture: Picture, rng: Rng) -> Picture:
    """A picture of a camera under a slightly other light, now and then blurred or grainy."""
    out: Floats = picture.astype(np.float32)
    if rng.random() < 0.6:
        out = (out - 128) * np.float32(rng.uniform(0.75, 1.2)) + np.float32(128 + rng.uniform(-18, 18))
        out *= rng.uniform(0.9, 1.1, 3).astype(np.float32)
    if rng.random() < 0.15:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.4)), np.float32)
    if rng.random() < 0.2:
        out = out + rng.normal(0, rng.uniform(1, 7), out.shape).astype(np.float32)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def augmented_colours(picture: Picture, rng: Rng, *, worn: bool = True) -> Picture:
    """Other light: gamma, gain and tint, colourfulness; where `worn`, blur and noise too."""
    level = (np.arange(256) / 255)[:, None] ** np.exp(rng.normal(0, 0.25))
    level = level * np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.08, 3))
    table = np.clip(level * 255, 0, 255).astype(np.uint8)
    out = cv2.LUT(picture, table[None])
    if rng.random() < 0.25:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = rng.uniform(-0.5, 1.0)
        out = cv2.addWeighted(grey, share, out, 1 - share, 0)
    if worn and rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.6))
    if worn and rng.random() < 0.7:
        grain = np.zeros(out.shape, np.int16)
        spread = np.full(3, rng.uniform(0, 12))
        cv2.randn(grain, np.zeros(3), spread)
        out = cv2.add(out, grain, dtype=cv2.CV_8U)
    return np.asarray(out, dtype=np.uint8)


def other_ink(picture: Picture, rng: Rng) -> Picture:
    """Its channels in any order half of the time, seldom its negative: what is read is the stroke, not the ink."""
    out = picture[..., rng.permutation(3)] if rng.random() < 0.5 else picture
    return np.ascontiguousarray(255 - out if rng.random() < 0.1 else out)


def other_colours(picture: Picture, rng: Rng) -> Picture:
    """Its colours turned about their mean any way: dark on light may become red on green, equally bright."""
    axes, upper = np.linalg.qr(rng.normal(0, 1, (3, 3)))
    turn = axes * np.sign(np.diag(upper))
    mean = picture.reshape(-1, 3).mean(axis=0)
    shift = mean + rng.normal(0, 25, 3) - turn @ mean
    turned = cv2.transform(picture.astype(np.float32), np.column_stack([turn, shift]).astype(np.float32))
    return np.asarray(np.clip(turned, 0, 255), np.uint8)


def from_afar(picture: Picture, scale: float) -> Picture:
    """As sharp as a picture of `scale` times its size, 0 to 1, enlarged again."""
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def occluded(crop: Picture, rng: Rng) -> Picture:
    """The crop with a finger's or a sleeve's soft shape over its middle."""
    height, width = crop.shape[:2]
    tone = np.array(SKINS[rng.integers(len(SKINS))]) if rng.random() < 0.7 else rng.uniform(20, 235, 3)
    mask = np.zeros((height, width), np.float32)
    angle, reach = rng.uniform(0, np.pi), 2.0 * max(height, width)
    middle = np.array([width, height]) / 2 + rng.normal(0, 0.06, 2) * width
    step = np.array([np.cos(angle), np.sin(angle)]) * reach
    ends = [tuple(np.round(middle + way * step).astype(int).tolist()) for way in (-1, rng.choice([0, 1]))]
    cv2.line(mask, ends[0], ends[1], 1.0, round(width * rng.uniform(0.6, 1.3)), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 2.0))[..., None]
    shade = 1 + rng.uniform(-0.3, 0.3) * np.linspace(-1, 1, width)[None, :, None]
    light = rng.uniform(0.5, 1.5) * max(float(crop.mean()), 20.0) / 128
    laid = crop * (1 - soft) + soft * np.clip(tone * shade * light, 0, 255)
    return np.asarray(np.clip(laid + rng.normal(0, 3, laid.shape), 0, 255), dtype=np.uint8)
