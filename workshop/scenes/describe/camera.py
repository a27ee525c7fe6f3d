"""Where the table is seen from: millimetres to pixels and back."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

HARDLY = 0.03
"""Share of a picture's width that is hardly beyond its edge."""


@dataclass(frozen=True)
class Viewpoint:
    """A camera that looks at a point of the table.

    Attributes:
        size: width and height of the picture, px.
        focal: focal length, px.
        target: point of the table that it looks at, mm.
        distance: from it to that point, mm.
        tilt: degrees from straight down.
        azimuth: degrees, clockwise from +x seen from above, of the side that it stands at.
        roll: degrees that the picture is turned about its centre.
        k1: radial distortion (OpenCV's first coefficient).
    """

    size: tuple[int, int]
    focal: float
    target: tuple[float, float]
    distance: float
    tilt: float
    azimuth: float
    roll: float = 0.0
    k1: float = 0.0

    @cached_property
    def matrix(self) -> Floats:
        """3x3 matrix K of the camera; the principal point is the middle of the picture."""
        width, height = self.size
        return np.array([[self.focal, 0, (width - 1) / 2], [0, self.focal, (height - 1) / 2], [0, 0, 1]])

    @cached_property
    def rotation(self) -> Floats:
        """3x3: (x, y, -height) to (right, down, forward)."""
        tilt, azimuth, roll = np.radians([self.tilt, self.azimuth, self.roll])
        side = np.array([np.cos(azimuth), np.sin(azimuth)])
        forward = np.array([*(-np.sin(tilt) * side), np.cos(tilt)])
        down = np.array([*(np.cos(tilt) * side), np.sin(tilt)])
        right = np.cross(down, forward)
        frame = np.stack([right, down, forward])
        turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        return np.asarray(turn @ frame)

    @cached_property
    def where(self) -> Floats:
        """The camera's place (x, y, height), mm."""
        back = -self.rotation[2] * self.distance
        return np.array([self.target[0] + back[0], self.target[1] + back[1], -back[2]])

    @cached_property
    def translation(self) -> Floats:
        """(3,): camera coordinates of the origin."""
        target = np.array([self.target[0], self.target[1], 0.0])
        return np.asarray(np.array([0, 0, self.distance]) - self.rotation @ target)

    def straight(self, points: Floats) -> Floats:
        """Pixels of points without the lens's distortion.

        Args:
            points: (n, 3) x, y, height in mm.

        Returns:
            (n, 2) px. Points behind the camera give nonsense.
        """
        turned = np.asarray(points, float) * (1, 1, -1) @ self.rotation.T + self.translation
        depth = np.maximum(turned[:, 2:], 1.0)
        centre = self.matrix[:2, 2]
        return np.asarray(turned[:, :2] / depth * self.focal + centre)

    @cached_property
    def gain(self) -> float:
        """How much the picture's middle is enlarged so that a barrel lens shows nothing from beyond its corners."""
        reach = float(np.hypot(*self.size)) / 2 / self.focal
        return 1 / (1 + min(0.0, self.k1) * reach**2)

    def bend(self, pixels: Floats) -> Floats:
        """The same points (n, 2) px as the lens bends them."""
        centre = self.matrix[:2, 2]
        plane = (np.asarray(pixels, float) - centre) / self.focal
        square = (plane**2).sum(axis=1, keepdims=True)
        return np.asarray(plane * (1 + self.k1 * square) * (self.focal * self.gain) + centre)

    def unbend(self, pixels: Floats) -> Floats:
        """Where (n, 2) px of the finished picture were before the lens bent them; undoes `bend`."""
        centre = self.matrix[:2, 2]
        plane = (np.asarray(pixels, float) - centre) / (self.focal * self.gain)
        far = np.linalg.norm(plane, axis=1, keepdims=True)
        straight = far.copy()
        for _ in range(8):
            straight -= (straight * (1 + self.k1 * straight**2) - far) / (1 + 3 * self.k1 * straight**2)
        return np.asarray(plane * (straight / np.maximum(far, 1e-9)) * self.focal + centre)

    def project(self, points: Floats) -> Floats:
        """Pixels (n, 2) in the finished picture of points (n, 3), mm."""
        return self.bend(self.straight(points))

    def shows(self, point: tuple[float, float, float]) -> bool:
        """Whether a point, mm, is in the picture, or hardly beyond its edge."""
        (x, y), (width, height) = self.project(np.array([point]))[0], self.size
        margin = HARDLY * width
        return bool(-margin < x < width + margin and -margin < y < height + margin)

    def plane(self, height: float = 0.0) -> Floats:
        """3x3 homography from (x, y) in mm at a height to undistorted pixels."""
        rotation = self.rotation
        columns = [rotation[:, 0], rotation[:, 1], self.translation - rotation[:, 2] * height]
        homography = self.matrix @ np.stack(columns, axis=1)
        return np.asarray(homography / homography[2, 2])

    def scale(self, point: tuple[float, float], height: float = 0.0) -> float:
        """Pixels a millimetre at a point of the table (the larger of both directions)."""
        around = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]]) + np.array([point[0], point[1], height])
        origin, along, across = self.straight(around)
        return float(max(np.linalg.norm(along - origin), np.linalg.norm(across - origin)))

    def ground(self, pixels: Floats) -> Floats:
        """Points (n, 2) of the table, mm, seen at undistorted pixels (n, 2)."""
        flat = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.plane()).T
        return np.asarray(flat[:, :2] / flat[:, 2:])
