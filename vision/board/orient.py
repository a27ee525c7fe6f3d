"""Finds a board's first corner and all corners, from its printed tags or its row of tiles."""

from collections.abc import Sequence

import numpy as np

from ..frame import Image
from ..geometry.plane import (
    DIRECTIONS,
    UNIT,
    Matrix,
    Quad,
    homography,
    inverse,
    project,
    quad_of,
    seat1_at,
    sides,
    turned,
)
from ..layout import Layout
from ..observation import BoardSeen, Side
from .faint_tags import first_corner
from .tags import Tag, board_tags, find_tags
from .views import LEAST_FIT, Outlined, Viewer

BESIDE = 0.2  # of the board's side: how far a tag may stand from its corner
UNEVEN = 0.09  # of the square between the tags: how far one corner may lie otherwise than the others
TAGS_ALONE = 0.6  # how sure a board is whose corners only the tags tell
DOUBTFUL = 0.5  # below, tags are looked for in the whole picture


def oriented(viewer: Viewer, outlined: Outlined, seat1_side: Side | None) -> BoardSeen:
    """A board turned the right way round: by its tags, else by the side named or lowest; one without by its row.

    Args:
        viewer: of its picture.
        outlined: where it is.
        seat1_side: the side of the picture where seat 1 sits, where no tag tells; None: the lowest.
    """
    name, corners = outlined.layout.name, outlined.corners
    if not outlined.layout.tags:
        return BoardSeen(name, facing_row(outlined), True, outlined.sure)
    tags = _tags_of(viewer.image, outlined)
    if len(tags) >= 3 and not agree(corners, tags):
        return _between(viewer, outlined, tags)
    first = turn_of(corners, tags) if tags else first_corner(viewer.image, corners)
    if first is not None:
        return BoardSeen(name, evened(turned(corners, first), tags), True, outlined.sure)
    return BoardSeen(name, seat1_at(corners, DIRECTIONS[seat1_side or "bottom"]), False, outlined.sure)


def by_tags(image: Image, meant: Sequence[Layout]) -> BoardSeen | None:
    """The first of some boards that has tags, between at least three of them; None where there are fewer.

    Args:
        image: (H, W, 3) uint8 BGR.
        meant: boards that may be meant.
    """
    tagged = next((layout for layout in meant if layout.tags), None)
    tags = find_tags(image) if tagged else ()
    if tagged is None or len(tags) < 3:
        return None
    return BoardSeen(tagged.name, quad_of(inner_corners(tags)), True, TAGS_ALONE)


def facing_row(outlined: Outlined) -> Quad:
    """A box's corners turned so that its tiles lie opposite seat 1."""
    spots, weights = outlined.row_cells()
    depths = [float((weights * (0.5 - _down(turned(outlined.corners, k), spots))).sum()) for k in range(4)]
    return turned(outlined.corners, int(np.argmax(depths)))


def _down(quad: Quad, spots: Matrix) -> Matrix:
    """How far towards seat 1 spots (n, 2) px lie on the board: 0 opposite it, 1 at its side."""
    if len(spots) == 0:
        return np.zeros(0)
    return np.clip(project(inverse(homography(quad)), spots)[:, 1], 0, 1)


def _tags_of(image: Image, outlined: Outlined) -> tuple[Tag, ...]:
    """The tags beside a board's corners, or anywhere where these are not to be trusted."""
    tags = board_tags(image, outlined.corners)
    if (outlined.sure < DOUBTFUL and len(tags) < 3) or not agree(outlined.corners, tags):
        tags = find_tags(image) or tags
    if len(tags) == 3:  # the fourth may stand where the others tell, away from a corner that is wrong
        tags = with_fourth(tags, board_tags(image, quad_of(inner_corners(tags))))
    return tags


def _between(viewer: Viewer, outlined: Outlined, tags: tuple[Tag, ...]) -> BoardSeen:
    """The board between three tags or more, where the network's first outline lay elsewhere."""
    between_tags = inner_corners(tags)
    again = viewer.again(quad_of(between_tags), outlined.layout)
    if again is not None and again.fit >= LEAST_FIT and agree(again.corners, tags):
        corners = turned(again.corners, turn_of(again.corners, tags))
        return BoardSeen(outlined.layout.name, corners, True, again.sure)
    return mended(outlined, between_tags)


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


def mended(outlined: Outlined, between_tags: Matrix) -> BoardSeen:
    """Between tags that the outline does not fit: its corners where they are near, the tags' elsewhere.

    Args:
        outlined: the board as the network outlines it.
        between_tags: (4, 2) corners as the tags tell them, the first corner first.
    """
    corners = np.asarray(outlined.corners)
    far = apart(corners, between_tags)
    trusted = far.min(axis=0) < BESIDE * sides(between_tags).mean()
    merged = np.where(trusted[:, None], corners[far.argmin(axis=0)], between_tags)
    return BoardSeen(outlined.layout.name, quad_of(merged), True, min(outlined.sure, TAGS_ALONE))


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


def turn_of(quad: Quad, tags: tuple[Tag, ...]) -> int:
    """Index of the corner that tag 0 stands at, as most of the tags tell it."""
    turns = [(nearest_corner(quad, tag) - tag.id) % 4 for tag in tags]
    return max(set(turns), key=turns.count)


def nearest_corner(quad: Quad, tag: Tag) -> int:
    """Index of the corner that a tag stands at."""
    return int(np.argmin(np.hypot(*(np.asarray(quad) - tag.center).T)))


def inner_corners(tags: tuple[Tag, ...]) -> Matrix:
    """The corners of three or four tags that point to the board, by id, (4, 2) px; a fourth is made up."""
    middle = np.mean([tag.center for tag in tags], axis=0)
    inner = {tag.id: min(tag.corners, key=lambda c: float(np.hypot(*(c - middle)))) for tag in tags}
    if len(inner) == 3:
        lost = ({0, 1, 2, 3} - set(inner)).pop()
        a, b, c = (np.asarray(inner[(lost + k) % 4]) for k in (1, 2, 3))
        inner[lost] = tuple(a + c - b)
    return np.array([inner[k] for k in range(4)], dtype=np.float64)
