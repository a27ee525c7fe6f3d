"""Drawing in perspective: textured quads, upright boxes and soft shadows on a picture."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Floats, Viewpoint
from ..describe.scene import Colour, Place
from .textures import Picture

Mask = NDArray[np.uint8]
FINE = 4
"""Binary digits of sub-pixel precision in polygon drawing."""


def quad(centre: Place, size: Place, turn: float) -> Floats:
    """Corners (4, 2) of a rectangle in mm: its own top-left first, clockwise.

    Args:
        centre: mm.
        size: width (along its own right) and height, mm.
        turn: degrees that its right points away from +x.
    """
    angle = np.radians(turn)
    right, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    halves = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (size[0] / 2, size[1] / 2)
    return np.asarray(np.asarray(centre) + halves[:, :1] * right + halves[:, 1:] * down)


def raised(corners: Floats, height: float | Floats) -> Floats:
    """(n, 3) from (n, 2) and a height (or n heights)."""
    return np.column_stack([corners, np.broadcast_to(height, len(corners))])


def _softened(mask: Mask, sigma: float) -> Mask:
    """A mask blurred by `sigma` px; a broad blur is done on a smaller copy."""
    zoom = min(8, int(sigma / 1.5))
    if zoom < 2:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.uint8)
    height, width = mask.shape
    small = cv2.resize(mask, (-(-width // zoom), -(-height // zoom)), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), sigma / zoom)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


@dataclass
class Painter:
    """A picture being drawn, without the lens's distortion.

    Attributes:
        camera: that it is seen by.
        toward: unit vector (x, y, height) to the main light.
        picture: (H, W, 3) uint8.
        shadows: (dx, dy, blur, strength) a millimetre of height, one a light.
    """

    camera: Viewpoint
    toward: Floats
    picture: Picture
    shadows: tuple[tuple[float, float, float, float], ...] = ()
    _window: tuple[int, int, int, int] = field(default=(0, 0, 0, 0), init=False)

    def polygon(self, corners: Floats, colour: Colour) -> None:
        """Fill a polygon (n, 3) mm with one colour."""
        pixels = self._fixed(self.camera.straight(corners))
        cv2.fillPoly(self.picture, [pixels], colour, cv2.LINE_AA, FINE)

    def paste(self, texture: Picture, corners: Floats, alpha: NDArray[np.float32] | None = None) -> None:
        """Draw a texture (h, w, 3) on a quad (4, 3) mm: texture's top-left at the first corner, clockwise.

        Args:
            texture: what to draw.
            corners: where.
            alpha: (h, w) 0 to 1, or None: opaque up to the quad's edge.
        """
        target = self.camera.straight(corners)
        window = self._roi(target)
        if window is None:
            return
        left, top, right, bottom = window
        height, width = texture.shape[:2]
        source = np.array(
            [[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]]
        )
        inside = (target - (left, top)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source.astype(np.float32), inside)
        size = (right - left, bottom - top)
        drawn = cv2.warpPerspective(
            texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillConvexPoly(mask, self._fixed(inside.astype(float)), 255, cv2.LINE_AA, FINE)
        weight = np.asarray(mask / 255, np.float32)
        if alpha is not None:
            weight *= cv2.warpPerspective(alpha, matrix, size, flags=cv2.INTER_LINEAR)
        self._blend(window, np.asarray(drawn, np.uint8), weight)

    def block(
        self, base: Floats, low: float, high: float, colour: Colour, top: Picture | None = None
    ) -> None:
        """An upright prism over a convex footprint (n, 2) mm (clockwise), sides shaded by the light.

        Args:
            base: its footprint.
            low: height of its bottom.
            high: height of its top.
            colour: of its sides, and of its top without texture.
            top: texture of its top (n must be 4).
        """
        where = self.camera.where
        for index in range(len(base)):
            here, there = base[index], base[(index + 1) % len(base)]
            normal = np.array([there[1] - here[1], here[0] - there[0]])
            if normal @ (where[:2] - here) <= 0:
                continue
            wall = np.array([[*here, low], [*there, low], [*there, high], [*here, high]])
            self.polygon(wall, self.lit(colour, np.array([*normal, 0.0])))
        if top is None:
            self.polygon(raised(base, high), colour)
        else:
            self.paste(top, raised(base, high))

    def lit(self, colour: Colour, normal: Floats) -> Colour:
        """A colour on a surface of that normal; a level surface keeps its own."""
        unit = normal / (np.linalg.norm(normal) + 1e-9)
        factor = 0.62 + 0.38 * max(0.0, float(unit @ self.toward)) / max(0.2, float(self.toward[2]))
        b, g, r = (float(np.clip(channel * min(factor, 1.25), 0, 255)) for channel in colour)
        return b, g, r

    def shade(self, casters: list[tuple[Floats, float]], ground: float) -> None:
        """Darken what lies at `ground` under casters: (footprint (n, 2), height over the ground)."""
        if not casters:
            return
        height, width = self.picture.shape[:2]
        for dx, dy, blur, strength in self.shadows:
            mask = np.zeros((height, width), np.uint8)
            tallest = 0.0
            for base, tall in casters:
                moved = base + np.array([dx, dy]) * tall
                hull = cv2.convexHull(np.concatenate([base, moved]).astype(np.float32))[:, 0]
                pixels = self.camera.straight(raised(np.asarray(hull, float), ground))
                cv2.fillPoly(mask, [self._fixed(pixels)], 255, cv2.LINE_AA, FINE)
                tallest = max(tallest, tall)
            scale = self.camera.scale(self.camera.target, ground)
            self._darken(mask, max(0.6, blur * tallest * scale), strength)

    def _darken(self, mask: Mask, sigma: float, strength: float) -> None:
        box = cv2.boundingRect(mask)
        if box[2] == 0:
            return
        pad = int(3 * sigma) + 1
        left, top = max(0, box[0] - pad), max(0, box[1] - pad)
        cut = np.s_[top : box[1] + box[3] + pad, left : box[0] + box[2] + pad]
        soft = _softened(mask[cut], sigma)
        factor = 255 - (soft.astype(np.float32) * strength)
        level = cv2.merge([factor.astype(np.uint8)] * 3)
        self.picture[cut] = cv2.multiply(self.picture[cut], level, scale=1 / 255)

    def _roi(self, pixels: Floats) -> tuple[int, int, int, int] | None:
        height, width = self.picture.shape[:2]
        if not np.isfinite(pixels).all() or np.abs(pixels).max() > 30000:
            return None
        left, top = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 1, 0)
        right, bottom = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + 2, (width, height))
        return (int(left), int(top), int(right), int(bottom)) if right > left and bottom > top else None

    def _blend(self, window: tuple[int, int, int, int], drawn: Picture, weight: NDArray[np.float32]) -> None:
        left, top, right, bottom = window
        under = self.picture[top:bottom, left:right]
        self.picture[top:bottom, left:right] = cv2.blendLinear(
            drawn, np.ascontiguousarray(under), weight, 1 - weight
        )

    @staticmethod
    def _fixed(pixels: Floats) -> NDArray[np.int32]:
        return np.asarray(np.round(np.clip(pixels, -20000, 20000) * (1 << FINE)), np.int32)
