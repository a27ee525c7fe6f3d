"""Hands over the table: tapered capsules as a height field, lit and laid into the picture.

Lengths of the hand's own parts are shares of its length from wrist to middle fingertip; its own x points to the
fingertips, its own y to the right of a hand seen from its back (mirrored for a left hand).
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Floats, Viewpoint
from ..describe.scene import Colour, DrawnHand
from ..describe.stock import hue, shaded
from .painter import Painter
from .photo import bent
from .textures import Picture

Field = NDArray[np.float32]

_PALM = (
    ((0.02, -0.07), (0.46, -0.17), 0.105, 0.085), ((0.02, -0.03), (0.5, -0.06), 0.11, 0.09),
    ((0.02, 0.02), (0.5, 0.05), 0.11, 0.085), ((0.02, 0.06), (0.44, 0.15), 0.1, 0.07),
)  # fmt: skip
_FINGERS = (
    ((0.46, -0.17), (0.66, -0.2), (0.85, -0.2)), ((0.5, -0.06), (0.74, -0.065), (0.97, -0.06)),
    ((0.5, 0.05), (0.72, 0.06), (0.92, 0.065)), ((0.44, 0.15), (0.6, 0.18), (0.74, 0.2)),
    ((0.14, -0.14), (0.36, -0.3), (0.54, -0.33)),
)  # fmt: skip
"""Knuckle, middle joint and tip of index, middle, ring, little finger and thumb of a right hand."""

LONGEST = 2.0
"""Sleeves of a forearm by which an arm is longer, at most."""

_WIDTHS = (0.05, 0.052, 0.049, 0.042, 0.056)
SKINS: tuple[Colour, ...] = (
    (168, 190, 236), (140, 170, 224), (118, 152, 208), (98, 132, 190), (74, 104, 158), (52, 74, 116), (36, 50, 82),
)  # fmt: skip


@dataclass(frozen=True)
class Capsule:
    """A tapered rod with round ends.

    Attributes:
        start: (x, y, height), mm, of its axis.
        end: the same.
        radii: at both ends, mm.
        part: skin, nail, sleeve.
    """

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radii: tuple[float, float]
    part: str


def draw_hands(painter: Painter, hands: tuple[DrawnHand, ...], ground: float = 0.0) -> Picture | None:
    """Draw every hand with its shadow.

    Args:
        painter: picture to draw on.
        hands: which.
        ground: height, mm, of what their shadows fall on.

    Returns:
        The mask (H, W) uint8 of what they hide in the finished picture; None without hands.
    """
    return bent(lay_hands(painter, hands, ground), painter.camera) if hands else None


def lay_hands(painter: Painter, hands: tuple[DrawnHand, ...], ground: float = 0.0) -> Picture:
    """The same; the mask is of the picture before the lens bends it."""
    height, width = painter.picture.shape[:2]
    hidden = np.zeros((height, width), np.uint8)
    for hand in hands:
        capsules = come_in(capsules_of(hand), painter.camera)
        painter.shade([_caster(capsule, ground) for capsule in capsules], ground)
        _draw(painter, hand, capsules, hidden)
    return hidden


def capsules_of(hand: DrawnHand) -> list[Capsule]:
    """The rods that a hand, its forearm and its sleeve are made of."""
    rng = np.random.default_rng(hand.seed)
    level = hand.lift + 0.11 * hand.size
    droop = float(rng.uniform(0.3, 0.9))
    parts = [_rod(hand, start, end, (r0, r1), (level, level), "skin") for start, end, r0, r1 in _PALM]
    for (knuckle, joint, tip), wide in zip(_FINGERS, _WIDTHS, strict=True):
        slip = rng.normal(0, 0.012, 2)
        bent_joint = (joint[0] + slip[0], joint[1] + slip[1])
        end = (tip[0] * float(rng.uniform(0.95, 1.0)) + slip[0], tip[1] + slip[1])
        low = hand.lift + wide * hand.size
        middle = level + (low - level) * 0.5 * droop
        parts.append(_rod(hand, knuckle, bent_joint, (wide * 1.12, wide), (level, middle), "skin"))
        parts.append(_rod(hand, bent_joint, end, (wide, wide * 0.86), (middle, low), "skin"))
        near = (end[0] + (bent_joint[0] - end[0]) * 0.12, end[1] + (bent_joint[1] - end[1]) * 0.12)
        parts.append(
            _rod(hand, near, end, (wide * 0.6, wide * 0.55), (low + wide * 45, low + wide * 38), "nail")
        )
    arm = level + 0.15 * hand.size
    parts.append(_rod(hand, (-0.75, 0.0), (0.05, 0.0), (0.17, 0.125), (arm, level), "skin"))
    cuff = -float(rng.uniform(0.12, 0.75))
    parts.append(_rod(hand, (-3.2, 0.0), (cuff, 0.0), (0.25, 0.2), (arm + 0.3 * hand.size, arm), "sleeve"))
    return parts


def come_in(capsules: list[Capsule], camera: Viewpoint) -> list[Capsule]:
    """The same with the sleeve, the last of them, so long that it comes in from the picture's edge, as arms do."""
    *others, sleeve = capsules
    start, end = np.array(sleeve.start), np.array(sleeve.end)
    for longer in np.arange(0.0, LONGEST, 0.1):
        x, y, high = (start + longer * (start - end)).tolist()
        if not camera.shows((x, y, high)):
            return [*others, replace(sleeve, start=(x, y, high))]
    return capsules


def _rod(
    hand: DrawnHand, start: tuple[float, float], end: tuple[float, float], radii: tuple[float, float],
    heights: tuple[float, float], part: str,
) -> Capsule:  # fmt: skip
    wide = hand.size
    first, second = (_place(hand, own, high) for own, high in zip((start, end), heights, strict=True))
    return Capsule(first, second, (radii[0] * wide, radii[1] * wide), part)


def _place(hand: DrawnHand, own: tuple[float, float], high: float) -> tuple[float, float, float]:
    angle = np.radians(hand.turn)
    x, y = own[0] * hand.size, own[1] * hand.size * (-1 if hand.left else 1)
    cos, sin = np.cos(angle), np.sin(angle)
    return float(hand.wrist[0] + x * cos - y * sin), float(hand.wrist[1] + x * sin + y * cos), float(high)


def _caster(capsule: Capsule, ground: float) -> tuple[Floats, float]:
    angles = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    ends = [
        np.asarray(at[:2]) + ring * r
        for at, r in zip((capsule.start, capsule.end), capsule.radii, strict=True)
    ]
    outline = cv2.convexHull(np.concatenate(ends).astype(np.float32))[:, 0].astype(float)
    return outline, max(1.0, (capsule.start[2] + capsule.end[2]) / 2 - ground)


def _draw(painter: Painter, hand: DrawnHand, capsules: list[Capsule], hidden: Picture) -> None:
    camera = painter.camera
    window = _window(painter, capsules)
    if window is None:
        return
    left, top, right, bottom = window
    shape = (bottom - top, right - left)
    heights = np.full(shape, -1e3, np.float32)
    parts = np.zeros(shape, np.uint8)
    scale = camera.scale(hand.wrist, hand.high)
    for capsule in capsules:
        _raise(painter, capsule, scale, (left, top), heights, parts)
    mask = (parts > 0).astype(np.uint8)
    cover = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.8)[..., None]
    skin = _lit(painter, heights, mask, scale) * _colours(hand, parts)
    under = painter.picture[top:bottom, left:right]
    painter.picture[top:bottom, left:right] = np.clip(under + (skin - under) * cover, 0, 255).astype(np.uint8)
    hidden[top:bottom, left:right] |= mask * 255


def _window(painter: Painter, capsules: list[Capsule]) -> tuple[int, int, int, int] | None:
    height, width = painter.picture.shape[:2]
    points = painter.camera.straight(np.array([at for c in capsules for at in (c.start, c.end)]))
    reach = (
        max(max(c.radii) for c in capsules)
        * painter.camera.scale(capsules[0].start[:2], capsules[0].start[2])
        * 1.3
    )
    left, top = np.clip(np.floor(points.min(axis=0) - reach), 0, (width, height)).astype(int)
    right, bottom = np.clip(np.ceil(points.max(axis=0) + reach), 0, (width, height)).astype(int)
    return (int(left), int(top), int(right), int(bottom)) if right - left > 1 and bottom - top > 1 else None


_NUMBERS = {"skin": 1, "nail": 2, "sleeve": 3}


def _raise(
    painter: Painter, capsule: Capsule, scale: float, corner: tuple[int, int], heights: Field, parts: Picture
) -> None:
    """Lift the height field (mm) where the capsule stands above it."""
    ends = painter.camera.straight(np.array([capsule.start, capsule.end])) - corner
    radii = [
        r * painter.camera.scale(at[:2], at[2])
        for r, at in zip(capsule.radii, (capsule.start, capsule.end), strict=True)
    ]
    reach = max(radii) + 2
    low = np.clip(np.floor(ends.min(axis=0) - reach), 0, heights.shape[::-1]).astype(int)
    high = np.clip(np.ceil(ends.max(axis=0) + reach), 0, heights.shape[::-1]).astype(int)
    if (high <= low).any():
        return
    y, x = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    along = (ends[1] - ends[0]).astype(np.float32)
    share = ((x - ends[0][0]) * along[0] + (y - ends[0][1]) * along[1]) / max(float(along @ along), 1e-3)
    share = np.clip(share, 0, 1)
    far = (x - ends[0][0] - share * along[0]) ** 2 + (y - ends[0][1] - share * along[1]) ** 2
    radius = radii[0] + (radii[1] - radii[0]) * share
    round_up = 1 - far / np.maximum(radius, 0.5) ** 2
    axis = capsule.start[2] + (capsule.end[2] - capsule.start[2]) * share
    height = np.where(round_up > 0, axis + radius / scale * np.sqrt(np.maximum(round_up, 0)), -1e3)
    cut = np.s_[low[1] : high[1], low[0] : high[0]]
    over = height > heights[cut]
    heights[cut] = np.where(over, height, heights[cut])
    parts[cut] = np.where(over, _NUMBERS[capsule.part], parts[cut])


def _lit(painter: Painter, heights: Field, mask: Picture, scale: float) -> Field:
    """Brightness (h, w, 1) by the slope of the height field."""
    level = np.where(mask > 0, heights, heights[mask > 0].min() if mask.any() else 0).astype(np.float32)
    soft = cv2.GaussianBlur(level * np.float32(scale), (0, 0), max(0.8, 0.9 * scale))
    dx, dy = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8)
    light = painter.camera.rotation @ (painter.toward * (1, 1, -1))
    facing = (-dx * light[0] - dy * light[1] - light[2]) / np.sqrt(1 + dx * dx + dy * dy)
    bright = 0.58 + 0.5 * np.clip(facing, 0, 1)
    return np.asarray(bright[..., None], np.float32)


def palette(hand: DrawnHand, rng: np.random.Generator) -> tuple[Colour, Colour, Colour]:
    """Colours of skin, nails and sleeve; `rng` comes from the hand's seed + 1."""
    skin = shaded(SKINS[int(rng.integers(len(SKINS)))], float(rng.uniform(0.9, 1.08)))
    nail = (min(255.0, skin[0] * 1.1 + 8), min(255.0, skin[1] * 1.02 + 4), min(255.0, skin[2] * 1.04 + 6))
    return skin, nail, hue(rng, (0.05, 0.8), (0.15, 0.85))


def _colours(hand: DrawnHand, parts: Picture) -> Field:
    rng = np.random.default_rng(hand.seed + 1)
    skin, nail, sleeve = palette(hand, rng)
    table = np.array([(0, 0, 0), skin, nail, sleeve], np.float32)
    colours = table[parts]
    rough = np.asarray(
        cv2.resize(
            rng.normal(0, 1, (12, 12)).astype(np.float32), parts.shape[::-1], interpolation=cv2.INTER_CUBIC
        )
    )
    return np.asarray(colours * (1 + 0.025 * rough[..., None]), np.float32)
