"""The dice area as a value: four corners, or the ring that they hold, in shares of the camera's picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from ..errors import WrongArea
from ..geometry.plane import Matrix, Quad, homography, project, quad_of, sides, turned
from ..observation import Point

LEAST = 0.01
"""Share of the picture that an area covers at least: room for some ten of the smallest dice a side."""
NARROWEST = 0.05
"""Share of the picture's shorter side that each side of an area has at least."""
ROUND = 48
"""Corners that a ring is drawn with."""
OVERLAP = 0.01
"""Share of the smaller one that an area and the place beside it may have in common: a line's width."""
GRID = (1000, 1000)
"""Size of the picture in which that is measured, px."""


@dataclass(frozen=True)
class DiceArea:
    """Where dice fall.

    Attributes:
        corners: four, x in shares of the picture's width and y of its height, 0 to 1; clockwise as the picture shows
            them.
        round: only what lies within the ring that touches the sides of these four corners is meant.
        aside: the place beside it where dice are set aside; None where none was marked.

    Raises:
        WrongArea: a corner lies outside the picture, or they go round no convex part of it that is large enough; or the
            place beside it lies upon it.
    """

    corners: Quad
    round: bool = False
    aside: DiceArea | None = None

    def __post_init__(self) -> None:
        points = np.array(self.corners, np.float64)
        if points.shape != (4, 2) or not ((points >= 0) & (points <= 1)).all():  # nor is what is no number
            raise WrongArea(f"expected four corners of 0 to 1 of the picture; got {self.corners}")
        ring = points.astype(np.float32)
        if not cv2.isContourConvex(ring) or cv2.contourArea(ring, oriented=True) <= 0:
            raise WrongArea(f"expected corners that go clockwise round a convex area; got {self.corners}")
        if cv2.contourArea(ring) < LEAST or float(sides(points).min()) < NARROWEST:
            raise WrongArea(
                f"expected an area of {LEAST:.0%} of the picture, each side {NARROWEST:.0%} of it at least; "
                f"got {self.corners}"
            )
        if self.aside is not None and _common(self, self.aside) > OVERLAP:
            raise WrongArea(f"expected a place for dice set aside that lies beside the area; got {self.aside.corners}")

    @property
    def tray(self) -> DiceArea:
        """The area itself, without the place beside it."""
        return self if self.aside is None else replace(self, aside=None)

    def beside(self, other: DiceArea | None) -> DiceArea:
        """The same with the place for dice set aside of another area, where that lies beside this one too."""
        try:
            return self if other is None else replace(self, aside=other.aside)
        except WrongArea:
            return self

    def px(self, size: tuple[int, int]) -> Matrix:
        """Its corners, (4, 2) px, in a picture of that width and height."""
        return np.asarray(np.array(self.corners) * size - 0.5)

    def places(self, size: tuple[int, int]) -> Quad:
        """Four places of its edge, px: its corners, or where a ring touches the sides that hold it."""
        places = self.outline(size)[:: ROUND // 4] if self.round else self.px(size)
        return quad_of(np.round(places, 2))

    def outline(self, size: tuple[int, int]) -> Matrix:
        """Its edge, clockwise, (n, 2) px, in a picture of that width and height."""
        corners = self.px(size)
        if not self.round:
            return corners
        angles = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
        ring = 0.5 + 0.5 * np.column_stack([np.cos(angles), np.sin(angles)])
        return project(homography([(float(x), float(y)) for x, y in corners]), ring)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        aside = {} if self.aside is None else {"aside": self.aside.to_json()}
        return {"corners": [list(corner) for corner in self.corners], "round": self.round} | aside

    @staticmethod
    def from_json(table: Any) -> DiceArea:
        """What `to_json` gave. Raises WrongArea where it is none."""
        try:
            points = [(float(x), float(y)) for x, y in table["corners"]]
            aside = table.get("aside")
            beside = None if aside is None else DiceArea.from_json({**aside, "aside": None})
            return DiceArea(turned(points, 0), bool(table.get("round", False)), beside)
        except (LookupError, TypeError, AttributeError, OverflowError) as error:
            raise WrongArea(f"expected a dice area as JSON; got {table!r} ({error!r})") from error
        except ValueError as error:
            raise WrongArea(f"expected a dice area as JSON; got {table!r} ({error})") from error


def area_of(corners: Sequence[Point], size: tuple[int, int]) -> DiceArea:
    """The area within four corners, px, in any order, of a picture of that width and height.

    Raises WrongArea where they are none; a corner on the picture's very edge is in it.
    """
    points = (np.array(corners, np.float64).reshape(-1, 2) + 0.5) / size
    slack = 1.0 / np.array(size)
    points = np.where((points >= -slack) & (points <= 1 + slack), np.clip(points, 0, 1), points)
    return DiceArea(in_order([(float(x), float(y)) for x, y in points]))


def ring_of(middle: Point, wide: float, high: float, size: tuple[int, int]) -> DiceArea:
    """The area within a ring, upright in the picture: its middle, width and height px. Raises WrongArea."""
    (x, y), across, down = middle, wide / 2, high / 2
    left, top, right, bottom = x - across, y - down, x + across, y + down
    square = area_of([(left, top), (right, top), (right, bottom), (left, bottom)], size)
    return DiceArea(square.corners, round=True)


def _common(first: DiceArea, second: DiceArea) -> float:
    """Share of the smaller of two areas that lies in both."""
    mine, others = (np.asarray(area.outline(GRID), np.float32) for area in (first, second))
    common, _ = cv2.intersectConvexConvex(mine, others)
    return float(common) / min(cv2.contourArea(mine), cv2.contourArea(others))


def in_order(corners: Sequence[Point]) -> Quad:
    """Four corners clockwise round their middle, the first one first. Raises WrongArea where they are not four."""
    points = np.array(corners, np.float64)
    if points.shape != (4, 2):
        raise WrongArea(f"expected four corners; got {corners}")
    out = points - points.mean(axis=0)
    angles = np.arctan2(out[:, 1], out[:, 0])
    order = np.argsort((angles - angles[0]) % (2 * np.pi), kind="stable")
    return turned([(float(x), float(y)) for x, y in points[order]], 0)
