"""What the printed tags tell of a board's corners: which is the first, and where they are."""

import numpy as np

from ..geometry.plane import UNIT, Matrix, Quad, homography, inverse, project, quad_of, sides
from ..observation import BoardSeen, Box
from .tags import Tag

TAG_REGION, LEAST_TAG = 0.4, 0.035  # of the board's side
BESIDE = 0.2  # of the board's side: how far a tag may stand from its corner
UNEVEN = 0.09  # of the square between the tags: how far one corner may lie otherwise than the others
TAGS_ALONE = 0.6  # how sure a board is whose corners only the tags tell


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


def mended(layout: str, quad: Quad, told: Matrix, sure: float) -> BoardSeen:
    """Between tags that the outline does not fit: its corners where they are near, the tags' elsewhere.

    Args:
        layout: the board's name.
        quad: the network's corners, px.
        told: (4, 2) corners as the tags tell them, the first corner first.
        sure: of the network's.
    """
    corners = np.asarray(quad)
    far = apart(corners, told)
    trusted = far.min(axis=0) < BESIDE * sides(told).mean()
    merged = np.where(trusted[:, None], corners[far.argmin(axis=0)], told)
    return BoardSeen(layout, quad_of(merged), True, min(sure, TAGS_ALONE))


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


def by_tags(tags: tuple[Tag, ...], layout: str) -> BoardSeen | None:
    """The board between at least three tags, as far as they tell; None with fewer."""
    if len(tags) < 3:
        return None
    return BoardSeen(layout, quad_of(inner_corners(tags)), True, TAGS_ALONE)


def inner_corners(tags: tuple[Tag, ...]) -> Matrix:
    """The corners of three or four tags that point to the board, by id, (4, 2) px; a fourth is made up."""
    middle = np.mean([tag.center for tag in tags], axis=0)
    inner = {tag.id: min(tag.corners, key=lambda c: float(np.hypot(*(c - middle)))) for tag in tags}
    if len(inner) == 3:
        lost = ({0, 1, 2, 3} - set(inner)).pop()
        a, b, c = (np.asarray(inner[(lost + k) % 4]) for k in (1, 2, 3))
        inner[lost] = tuple(a + c - b)
    return np.array([inner[k] for k in range(4)], dtype=np.float64)
