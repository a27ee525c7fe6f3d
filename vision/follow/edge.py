"""Whether a dice area lies where it was marked: four places of its edge, looked for again as a board's corners."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..calibration.patches import PATCH, board_moved, packed
from ..calibration.value import four, quad
from ..frame import Frame, Image
from ..geometry.plane import Quad
from ..observation import Die, Observation

MOVED = "area_moved"
"""The warning of an observation of an area that no longer lies where it was marked."""
ASIDE_MOVED = "aside_moved"
"""The warning where the area lies as it was marked, and the place beside it for dice set aside does not."""
HALF = 0.5
"""The remaining share of a reading in such an area, the rest being unknown: Piste asks."""
AGREED = 2
"""Consecutive looks that must agree before a report: a sleeve passes sooner."""


@dataclass(frozen=True)
class Edge:
    """What the edge of an area looked like when it was marked.

    Attributes:
        size: width and height of the picture, px.
        corners: four places of the edge, px: the area's corners, or where a ring touches its square.
        patches: what is around each: four grey pictures 24 x 24, as base64.
    """

    size: tuple[int, int]
    corners: Quad
    patches: tuple[str, str, str, str]

    def moved(self, image: Image) -> bool:
        """Whether the edge is no longer where it was, in the whole picture of the camera, (H, W, 3) uint8 BGR."""
        return board_moved(image, self)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {"size": list(self.size), "corners": [list(at) for at in self.corners], "patches": list(self.patches)}

    @staticmethod
    def from_json(table: Any) -> Edge:
        """What `to_json` gave. Raises ValueError where it is none."""
        try:
            wide, high = (int(length) for length in table["size"])
            patches = four(table["patches"])
            if min(wide, high) < 1 or any(len(base64.b64decode(patch, validate=True)) != PATCH**2 for patch in patches):
                raise ValueError(f"expected four patches of {PATCH} px in a picture; got {wide} x {high}")
            return Edge((wide, high), quad(table["corners"]), patches)
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"expected the edge of an area as JSON; got {str(table)[:60]!r} ({error!r})") from error


def edge_of(image: Image, places: Quad) -> Edge:
    """What the edge of an area looks like at four places, px, of a picture of the camera, (H, W, 3) uint8 BGR."""
    return Edge((image.shape[1], image.shape[0]), places, packed([image], places))


def watched_over(
    looks: Iterable[tuple[Observation, Frame]],
    pictures: Callable[[], Image | None],
    edge: Edge | None,
    beside: Edge | None = None,
) -> Iterator[tuple[Observation, Frame]]:
    """Observations of an area: doubted while its edge is displaced, and reported once two looks at rest agree.

    Args:
        looks: observations, each with the frame that it was read from.
        pictures: returns the camera's newest complete picture, and stores none.
        edge: its look when the area was marked; None if unknown.
        beside: the same of the place beside it; of what lies there alone nothing is believed while it lies elsewhere.
    """
    strayed = away = 0
    for observation, frame in looks:
        picture = pictures() if observation.still and (edge or beside) else None
        if picture is not None:
            strayed = strayed + 1 if edge is not None and edge.moved(picture) else 0
            away = away + 1 if beside is not None and beside.moved(picture) else 0
        if strayed:
            yield doubted(observation, reported=strayed >= AGREED), frame
        else:
            yield (doubted_aside(observation, reported=away >= AGREED) if away else observation), frame


def doubted(observation: Observation, *, reported: bool) -> Observation:
    """The observation of a displaced area: nothing is sure enough to act upon; `reported` adds the warning."""
    dice = tuple(_unsure(die) for die in observation.dice)
    warnings = observation.warnings | {MOVED} if reported else observation.warnings
    return replace(observation, dice=dice, abstains=observation.abstains | {"dice"}, warnings=warnings)


def doubted_aside(observation: Observation, *, reported: bool) -> Observation:
    """The observation while the place beside the area is displaced: no die there is sure; `reported` adds a warning."""
    dice = tuple(_unsure(die) if die.aside else die for die in observation.dice)
    warnings = observation.warnings | {ASIDE_MOVED} if reported else observation.warnings
    return replace(observation, dice=dice, warnings=warnings)


def _unsure(die: Die) -> Die:
    if not die.chances:
        return replace(die, sure=die.sure * HALF)
    chances = tuple(HALF * chance + (1 - HALF) / len(die.chances) for chance in die.chances)
    return replace(die, sure=die.sure * max(chances) / max(die.chances), chances=chances)
