"""The board in the picture: where its four outer corners are and which way round it stands."""

from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from .board_geometry import (
    UNIT,
    Matrix,
    Quad,
    batch,
    flatten,
    homography,
    inverse,
    project,
    seat1_at,
    sides,
    turned,
    unflatten_points,
)
from .board_maps import Map, Outline, outline
from .board_refine import refined
from .board_square import completed, unsquare
from .board_views import LOOK, WHOLE, look_again, shown, whole_picture
from .faint_tags import first_corner
from .frame import Image
from .network import Network
from .observation import BoardSeen, Box, LayoutName
from .tags import Tag, find_tags

__all__ = ["BoardFinder", "Quad", "Side", "Want", "flatten", "unflatten_points"]

Want = Literal["auto", "occe", "box", "none"]
Side = Literal["bottom", "left", "top", "right"]
Maps = dict[str, Map]
Seen = tuple[LayoutName, Outline, Maps, Matrix]
"""Which board, its corners in px, the maps and the view that they were seen in."""

MAPS = ("occe", "box", "row", "corner")
STRIDE = 4
LOOKS = 2  # how often the board is looked at again, flattened by the corners found so far
LEAST_FIT = 0.55
# The chance that the corners are right: a logistic curve over fit and peak (card.md says from what).
SURE_AT = (-10.7, 2.5, 13.2)
TAG_REGION, LEAST_TAG = 0.4, 0.035  # of the board's side
DOUBTFUL = 0.5  # below, tags are looked for in the whole picture
BESIDE = 0.2  # of the board's side: how far a tag may stand from its corner
UNSQUARE = 0.035  # four corners less like a square's view (board_square.py) hold one that is wrong
UNEVEN = 0.09  # of the square between the tags: how far one corner may lie otherwise than the others
TAGS_ALONE = 0.6  # how sure a board is whose corners only the tags tell
DIRECTIONS: dict[Side, tuple[float, float]] = {
    "bottom": (0.0, 1.0),
    "left": (-1.0, 0.0),
    "top": (0.0, -1.0),
    "right": (1.0, 0.0),
}


class BoardFinder:
    """Finds the board with one trained network and, where they are seen, its tags.

    Args:
        network_path: the .onnx file of models/board.

    Raises:
        BrokenNetwork: the file is no board network.
    """

    def __init__(self, network_path: Path) -> None:
        shape = (None, len(MAPS), None, None)
        self._network = Network(network_path, input_shape=(None, 3, None, None), outputs={"maps": shape})

    def find(self, image: Image, want: Want = "auto", seat1_side: Side | None = None) -> BoardSeen | None:
        """The board in a picture, or None where there is none (always None for "none").

        Args:
            image: (H, W, 3) uint8 BGR.
            want: which board to look for; "auto" takes the likelier.
            seat1_side: the side of the picture where seat 1 sits, for a board without tags; None: the lowest.

        Raises:
            ValueError: a `want` that is not one of the four.
        """
        if want not in get_args(Want):
            raise ValueError(f"expected one of {', '.join(get_args(Want))}; got {want!r}")
        if want == "none":
            return None
        layouts: tuple[LayoutName, ...] = ("occe", "box") if want == "auto" else (want,)
        seen = self._outline(image, whole_picture(image), WHOLE, layouts)
        if seen is None:
            return None if "occe" not in layouts else by_tags(find_tags(image))
        layout, first, maps, view = self._squared(image, self._looked(image, seen))
        if first.fit < LEAST_FIT:
            return None if layout == "box" else by_tags(find_tags(image))
        sure = logistic(first)
        if layout == "box":
            return BoardSeen(layout, facing_row(first.corners, maps["row"], view), True, sure)
        return closer(image, self._oriented(image, quad_of(first.corners), sure, seat1_side))

    def _looked(self, image: Image, seen: Seen) -> Seen:
        """The board looked at again, flattened by the corners found so far."""
        layout, first, _, _ = seen
        for _ in range(LOOKS):
            again = self._outline(image, look_again(quad_of(first.corners)), (LOOK, LOOK), (layout,))
            if again is None or again[1].fit < 0.8 * first.fit:
                break
            seen, first = again, again[1]
        return seen

    def _squared(self, image: Image, seen: Seen) -> Seen:
        """A square board whose corners cannot be a square's, looked at anew with each in turn where it belongs."""
        layout, first, _, _ = seen
        picture = (image.shape[1], image.shape[0])
        if layout == "box" or unsquare(quad_of(first.corners), picture) <= UNSQUARE:
            return seen
        guesses = [guess for wrong in range(4) for guess in completed(quad_of(first.corners), wrong, picture)]
        looks = [self._outline(image, look_again(guess), (LOOK, LOOK), (layout,)) for guess in guesses]
        again = [self._looked(image, look) for look in looks if look is not None]
        fair = [look for look in again if unsquare(quad_of(look[1].corners), picture) <= UNSQUARE]
        return max([seen, *fair], key=lambda look: logistic(look[1]))

    def _oriented(self, image: Image, quad: Quad, sure: float, seat1_side: Side | None) -> BoardSeen:
        """A square board turned the right way round: by its tags, else by the side named or lowest."""
        tags = find_tags(image, tag_regions(quad))
        if (sure < DOUBTFUL and len(tags) < 3) or not agree(quad, tags):
            tags = find_tags(image) or tags
        if len(tags) == 3:  # the fourth may stand where the others tell, away from a corner that is wrong
            tags = with_fourth(tags, find_tags(image, tag_regions(quad_of(inner_corners(tags)))))
        if len(tags) >= 3 and not agree(quad, tags):
            return self._between(image, tags, quad, sure)
        first = turn_of(quad, tags) if tags else first_corner(image, quad)
        if first is not None:
            return BoardSeen("occe", evened(turned(quad, first), tags), True, sure)
        return BoardSeen("occe", seat1_at(quad, DIRECTIONS[seat1_side or "bottom"]), False, sure)

    def _between(self, image: Image, tags: tuple[Tag, ...], quad: Quad, sure: float) -> BoardSeen:
        """The board between three tags or more, where the network's first outline lay elsewhere."""
        told = inner_corners(tags)
        again = self._outline(image, look_again(quad_of(told)), (LOOK, LOOK), ("occe",))
        if again is not None:
            _, outline_again, _, _ = self._looked(image, again)
            near = quad_of(outline_again.corners)
            if outline_again.fit >= LEAST_FIT and agree(near, tags):
                return BoardSeen("occe", turned(near, turn_of(near, tags)), True, logistic(outline_again))
        return mended(quad, told, sure)

    def _outline(
        self, image: Image, view: Matrix, size: tuple[int, int], layouts: tuple[LayoutName, ...]
    ) -> Seen | None:
        """The best outline in one view of the picture, its corners in px, with the maps it was seen in.

        Args:
            image: (H, W, 3) uint8 BGR.
            view: from the network's pixels to the picture's, (3, 3).
            size: width and height of what the network is shown.
            layouts: boards that may be meant.
        """
        logits = self._network(batch([shown(image, view, size)]))[0][0]
        maps: Maps = dict(zip(MAPS, 1 / (1 + np.exp(-logits)), strict=True))
        layout = max(layouts, key=lambda name: float(maps[name][maps[name] > 0.5].sum()))
        found = outline(maps[layout], maps["corner"])
        if found is None or found.fit < LEAST_FIT:  # the network may be of two minds which board it is
            either = outline(np.maximum(maps["occe"], maps["box"]), maps["corner"])
            found = max((found, either), key=lambda one: -1.0 if one is None else one.fit)
        if found is None:
            return None
        corners = project(view, (found.corners + 0.5) * STRIDE - 0.5)
        return layout, Outline(corners, found.fit, found.peak), maps, view


def closer(image: Image, seen: BoardSeen) -> BoardSeen:
    """A square board with its corners where its sides' edges meet, and the lens that they tell."""
    found = refined(image, seen.corners)
    return replace(seen, corners=found.corners, lens=found.lens)


def quad_of(corners: Matrix) -> Quad:
    """The four rows of an array as points."""
    return turned([(float(x), float(y)) for x, y in corners], 0)


def logistic(seen: Outline) -> float:
    """The chance that an outline is right."""
    constant, fit, peak = SURE_AT
    return float(1 / (1 + np.exp(-(constant + fit * seen.fit + peak * seen.peak))))


def facing_row(corners: Matrix, row: Map, view: Matrix) -> Quad:
    """A box's corners turned so that its tiles lie opposite seat 1.

    Args:
        corners: (4, 2) px, clockwise.
        row: (h, w) probability that a cell belongs to the row of tiles.
        view: from the network's pixels to the picture's, (3, 3).
    """
    ys, xs = np.nonzero(row > 0.3)
    pixels = (np.stack([xs, ys], axis=1) + 0.5) * STRIDE - 0.5
    spots = project(view, np.asarray(pixels, dtype=np.float64))
    weights = np.asarray(row[ys, xs], dtype=np.float64)
    quad = quad_of(corners)
    depths = [float((weights * (0.5 - _down(turned(quad, k), spots))).sum()) for k in range(4)]
    return turned(quad, int(np.argmax(depths)))


def _down(quad: Quad, spots: Matrix) -> Matrix:
    """How far towards seat 1 spots (n, 2) px lie on the board: 0 opposite it, 1 at its side."""
    if len(spots) == 0:
        return np.zeros(0)
    return np.clip(project(inverse(homography(quad)), spots)[:, 1], 0, 1)


def agree(quad: Quad, tags: tuple[Tag, ...]) -> bool:
    """Whether each tag stands beside a corner of its own, in their order round the board."""
    if not tags:
        return True
    corners = np.asarray(quad)
    inner = [min(tag.corners, key=lambda c: float(np.hypot(*(corners - c).T).min())) for tag in tags]
    far = apart(corners, np.asarray(inner))
    turns = {(int(near) - tag.id) % 4 for near, tag in zip(far.argmin(axis=0), tags, strict=True)}
    return len(turns) == 1 and float(far.min(axis=0).max()) < BESIDE * sides(quad).mean()


def apart(corners: Matrix, others: Matrix) -> Matrix:
    """px from every corner (n, 2) to every other point (m, 2): (n, m)."""
    return np.asarray(np.hypot(*(corners[:, None] - others[None]).transpose(2, 0, 1)))


def mended(quad: Quad, told: Matrix, sure: float) -> BoardSeen:
    """Between tags that the outline does not fit: its corners where they are near, the tags' elsewhere.

    Args:
        quad: the network's corners, px.
        told: (4, 2) corners as the tags tell them, the first corner first.
        sure: of the network's.
    """
    corners = np.asarray(quad)
    far = apart(corners, told)
    trusted = far.min(axis=0) < BESIDE * sides(told).mean()
    merged = np.where(trusted[:, None], corners[far.argmin(axis=0)], told)
    return BoardSeen("occe", quad_of(merged), True, min(sure, TAGS_ALONE))


def with_fourth(three: tuple[Tag, ...], again: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """Three tags, and of those found again the one that was lost."""
    known = {tag.id for tag in three}
    return three + tuple(tag for tag in again if tag.id not in known)


def evened(quad: Quad, tags: tuple[Tag, ...]) -> Quad:
    """The corners; one that lies otherwise to its tag than three others to theirs is put as they are.

    Args:
        quad: the corners, px, the first one at tag 0.
        tags: of one board; fewer than four tell nothing.
    """
    if len(tags) < 4:
        return quad
    plane, inwards = homography(quad_of(inner_corners(tags))), np.sign(0.5 - UNIT)
    inset = (project(inverse(plane), quad) - UNIT) * inwards
    usual = np.median(inset, axis=0)
    off = np.abs(inset - usual).max(axis=1) > UNEVEN
    if off.sum() != 1:
        return quad
    return quad_of(project(plane, UNIT + np.where(off[:, None], usual, inset) * inwards))


def tag_regions(quad: Quad) -> list[tuple[Box, float]]:
    """Where tags may stand outside the corners, and the least side that one can have there, px."""
    points = np.asarray(quad)
    before, after = points - np.roll(points, 1, axis=0), points - np.roll(points, -1, axis=0)
    regions = []
    for point, one, other in zip(points, before, after, strict=True):
        middle = point + 0.1 * (one + other)
        sides = np.hypot(*one), np.hypot(*other)
        half = TAG_REGION / 2 * np.abs(np.stack([one, other])).sum(axis=0)
        half = np.maximum(half, TAG_REGION / 2 * max(sides) * 0.7)
        box = (middle[0] - half[0], middle[1] - half[1], 2 * half[0], 2 * half[1])
        regions.append((box, LEAST_TAG * float(min(sides))))
    return regions


def turn_of(quad: Quad, tags: tuple[Tag, ...]) -> int:
    """Index of the corner that tag 0 stands at, as most of the tags tell it."""
    turns = [(nearest_corner(quad, tag) - tag.id) % 4 for tag in tags]
    return max(set(turns), key=turns.count)


def nearest_corner(quad: Quad, tag: Tag) -> int:
    """Index of the corner that a tag stands at."""
    return int(np.argmin(np.hypot(*(np.asarray(quad) - tag.center).T)))


def by_tags(tags: tuple[Tag, ...]) -> BoardSeen | None:
    """The board between at least three tags, as far as they tell; None with fewer."""
    if len(tags) < 3:
        return None
    return BoardSeen("occe", quad_of(inner_corners(tags)), True, TAGS_ALONE)


def inner_corners(tags: tuple[Tag, ...]) -> Matrix:
    """The corners of three or four tags that point to the board, by id, (4, 2) px; a fourth is made up."""
    middle = np.mean([tag.center for tag in tags], axis=0)
    inner = {tag.id: min(tag.corners, key=lambda c: float(np.hypot(*(c - middle)))) for tag in tags}
    if len(inner) == 3:
        lost = ({0, 1, 2, 3} - set(inner)).pop()
        a, b, c = (np.asarray(inner[(lost + k) % 4]) for k in (1, 2, 3))
        inner[lost] = tuple(a + c - b)
    return np.array([inner[k] for k in range(4)], dtype=np.float64)
