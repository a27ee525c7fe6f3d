"""How large a die and a tile are in the picture: what lens, sensor, distance and tilt make of millimetres.

`python -m hardware.optics` prints the tables of hardware/README.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin, tan

from vision.board.tags import SMALLEST_SIDE
from vision.calibration.checks import DIE_PX, TILE_PX

BOARD_MM, AROUND_MM = 480.0, 60.0
"""A usual board, and how much of the table is seen around it: room for the tags and for a die that rolled off."""
DIE_MM, TILE_MM, TAG_MM = 16.0, 34.0, 28.0
"""A usual die, the narrowest side of a tile, and a printed tag."""
COMFORT_PX = 20.0
"""px: the length that dice are brought to before they are searched; at 16, six of 379 more are missed
(docs/performance.md)."""


@dataclass(frozen=True)
class Optics:
    """A camera as Piste reads it.

    Attributes:
        name: what it is.
        across: angle that the whole sensor's width covers, degrees.
        sensor: its width and height in the proportions of what it reads out, px.
        picture: width and height of what dice and tiles are read in, px; cut to its proportions from the middle.
        nearest: mm from which it can be focused.
    """

    name: str
    across: float
    sensor: tuple[int, int]
    picture: tuple[int, int]
    nearest: float

    @property
    def focal(self) -> float:
        """Focal length in px of the picture."""
        whole = self.sensor[0] / 2 / tan(radians(self.across / 2))
        scale = max(self.picture[0] / self.sensor[0], self.picture[1] / self.sensor[1])
        return whole * scale


CAMERAS = (
    Optics("Camera Module 3", 66.0, (4608, 2592), (2304, 1296), 100.0),
    Optics("Camera Module 3 Wide", 102.0, (4608, 2592), (2304, 1296), 50.0),
    Optics("USB, 60 degrees", 60.0, (1280, 960), (1280, 960), 100.0),
    Optics("USB, 78 degrees", 70.4, (1920, 1080), (1920, 1080), 100.0),
)
"""Angles as their makers publish them; of USB cameras two usual ones (78 degrees are counted across the diagonal)."""


def pixels_a_mm(camera: Optics, distance: float, tilt: float = 0.0, beyond: float = 0.0) -> float:
    """The fewest pixels that a millimetre of the table, in any direction, has at a place.

    Args:
        camera: which.
        distance: from the lens to the board's middle, mm.
        tilt: degrees from straight down.
        beyond: mm from the board's middle to the place, away from the camera's foot.

    Raises:
        ValueError: the place would lie behind the camera, or the tilt is not 0 to 80 degrees.
    """
    if not 0 <= tilt <= 80:
        raise ValueError(f"expected a tilt of 0 to 80 degrees; got {tilt:g}")
    depth = distance + beyond * sin(radians(tilt))
    if depth <= 0:
        raise ValueError(f"expected a place before the camera; got one {-depth:g} mm behind it")
    aslant = distance * cos(radians(tilt)) / depth  # of a length that leads away from the camera
    return camera.focal / depth * min(1.0, aslant)


def pixels(camera: Optics, length: float, distance: float, tilt: float = 0.0) -> float:
    """The fewest pixels that a length in mm has at the board's far edge."""
    return length * pixels_a_mm(camera, distance, tilt, BOARD_MM / 2)


def sees_board(camera: Optics, distance: float, tilt: float = 0.0) -> bool:
    """Whether a usual board, seen from the middle of one of its sides, and the table around it are in the picture."""
    half = BOARD_MM / 2 + AROUND_MM
    for right in (-half, half):
        for away in (-half, half):
            depth = distance + away * sin(radians(tilt))
            if depth <= 0:
                return False
            x, y = camera.focal * right / depth, camera.focal * away * cos(radians(tilt)) / depth
            if abs(x) > camera.picture[0] / 2 or abs(y) > camera.picture[1] / 2:
                return False
    return True


def least_distance(camera: Optics, tilt: float = 0.0) -> float:
    """The shortest distance, in steps of 10 mm, from which the whole board is seen and in focus."""
    distance = max(10.0, camera.nearest)
    while not sees_board(camera, distance, tilt):
        distance += 10.0
    return distance


def enough(camera: Optics, distance: float, tilt: float = 0.0) -> bool:
    """Whether dice, tiles and tags are all as large as the eyes ask for."""
    needs = ((DIE_MM, DIE_PX), (TILE_MM, TILE_PX), (TAG_MM, SMALLEST_SIDE))
    return all(pixels(camera, length, distance, tilt) >= least for length, least in needs)


def table(cameras: Sequence[Optics] = CAMERAS, tilts: Sequence[float] = (0.0, 15.0, 30.0)) -> str:
    """Of each camera and tilt the nearest place that sees all, and the pixels of a die, a tile and a tag; Markdown."""
    rows = ["| camera | tilt | distance | height | die of 16 mm | tile of 34 mm | tag of 28 mm | |"]
    rows.append("|---|--:|--:|--:|--:|--:|--:|---|")
    for camera in cameras:
        for tilt in tilts:
            distance = least_distance(camera, tilt)
            lengths = (DIE_MM, TILE_MM, TAG_MM)
            sizes = " | ".join(f"{pixels(camera, length, distance, tilt):.0f} px" for length in lengths)
            die = pixels(camera, DIE_MM, distance, tilt)
            says = (
                "too small"
                if not enough(camera, distance, tilt)
                else "good"
                if die >= COMFORT_PX
                else "enough"
            )
            high = distance * cos(radians(tilt))
            rows.append(
                f"| {camera.name} | {tilt:g}° | {distance:.0f} mm | {high:.0f} mm | {sizes} | {says} |"
            )
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
