"""The board in the picture: where its four outer corners are and which way round it stands."""

from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from ..errors import BrokenLayout
from ..frame import Image
from ..geometry.plane import (
    DIRECTIONS,
    Matrix,
    Quad,
    batch,
    flatten,
    homography,
    inverse,
    project,
    quad_of,
    seat1_at,
    turned,
    unflatten_points,
)
from ..layout import Layout, Layouts, layouts
from ..network import Network
from ..observation import BoardSeen, Side
from .faint_tags import first_corner
from .outline import Map, Outline, outline
from .refine import refined
from .square import completed, unsquare
from .tagged import agree, by_tags, evened, inner_corners, mended, tag_regions, turn_of, with_fourth
from .tags import Tag, find_tags
from .views import LOOK, WHOLE, look_again, shown, whole_picture

__all__ = ["BoardFinder", "Quad", "Side", "Want", "flatten", "unflatten_points"]

Want: TypeAlias = str
"""The name of a layout; "auto": the likeliest board; "none": no board."""
Maps = dict[str, Map]
Seen = tuple[Layout, Outline, Maps, Matrix]
"""Which board, its corners in px, the maps and the view that they were seen in."""

AREAS = ("occe", "box")
"""The network's maps of what a board covers, by their names in the layouts."""
MAPS = (*AREAS, "row", "corner")
STRIDE = 4
LOOKS = 2  # how often the board is looked at again, flattened by the corners found so far
LEAST_FIT = 0.55
# The chance that the corners are right: a logistic curve over fit and peak (card.md says from what).
SURE_AT = (-10.7, 2.5, 13.2)
DOUBTFUL = 0.5  # below, tags are looked for in the whole picture
UNSQUARE = 0.035  # four corners less like a square's view (board_square.py) hold one that is wrong


class BoardFinder:
    """Finds the board with one trained network and, where they are seen, its tags.

    Args:
        network_path: the .onnx file of models/board.
        known: the boards there are, by name; those that ship where none are handed in.
        closely: refine a square board's corners where its edges are seen, and tell the lens by them.

    Raises:
        BrokenNetwork: the file is no board network.
        BrokenLayout: the network has no map of a board's area.
    """

    def __init__(self, network_path: Path, *, known: Layouts | None = None, closely: bool = True) -> None:
        shape = (None, len(MAPS), None, None)
        self._network = Network(network_path, input_shape=(None, 3, None, None), outputs={"maps": shape})
        self._known, self._closely = layouts() if known is None else known, closely
        for layout in self._known.values():
            if layout.area not in AREAS:
                raise BrokenLayout(f"{layout.name}: expected an area of {', '.join(AREAS)}; got {layout.area!r}")

    def find(self, image: Image, want: Want = "auto", seat1_side: Side | None = None) -> BoardSeen | None:
        """The board in a picture, or None where there is none (always None for "none").

        Args:
            image: (H, W, 3) uint8 BGR.
            want: which board to look for; "auto" takes the likeliest.
            seat1_side: the side of the picture where seat 1 sits, for a board without tags; None: the lowest.

        Raises:
            ValueError: a `want` that is neither a known layout nor one of the two words.
        """
        if want not in ("auto", "none", *self._known):
            raise ValueError(f"expected one of auto, {', '.join(self._known)}, none; got {want!r}")
        if want == "none":
            return None
        meant = self._meant(want)
        seen = self._outline(image, whole_picture(image), WHOLE, meant)
        if seen is None:
            tagged = next((layout for layout in meant if layout.tags), None)
            return by_tags(find_tags(image), tagged.name) if tagged else None
        layout, first, maps, view = self._squared(image, self._looked(image, seen))
        if first.fit < LEAST_FIT:
            return by_tags(find_tags(image), layout.name) if layout.tags else None
        sure = logistic(first)
        if not layout.tags:
            return BoardSeen(layout.name, facing_row(first.corners, maps["row"], view), True, sure)
        return self._closer(image, self._oriented(image, layout, quad_of(first.corners), sure, seat1_side))

    def _meant(self, want: Want) -> tuple[Layout, ...]:
        """The boards that may be meant, in the order of the network's maps."""
        if want != "auto":
            return (self._known[want],)
        areas = {layout.area: layout for layout in self._known.values()}
        return tuple(areas[area] for area in AREAS if area in areas)

    def _closer(self, image: Image, board: BoardSeen) -> BoardSeen:
        """A square board with its corners where its sides' edges meet, and the lens that they tell."""
        if not self._closely:
            return board
        found = refined(image, board.corners)
        return replace(board, corners=found.corners, lens=found.lens)

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
        if not layout.square or unsquare(quad_of(first.corners), picture) <= UNSQUARE:
            return seen
        guesses = [guess for wrong in range(4) for guess in completed(quad_of(first.corners), wrong, picture)]
        looks = [self._outline(image, look_again(guess), (LOOK, LOOK), (layout,)) for guess in guesses]
        again = [self._looked(image, look) for look in looks if look is not None]
        fair = [look for look in again if unsquare(quad_of(look[1].corners), picture) <= UNSQUARE]
        return max([seen, *fair], key=lambda look: logistic(look[1]))

    def _oriented(
        self, image: Image, layout: Layout, quad: Quad, sure: float, seat1_side: Side | None
    ) -> BoardSeen:
        """A square board turned the right way round: by its tags, else by the side named or lowest."""
        tags = find_tags(image, tag_regions(quad))
        if (sure < DOUBTFUL and len(tags) < 3) or not agree(quad, tags):
            tags = find_tags(image) or tags
        if len(tags) == 3:  # the fourth may stand where the others tell, away from a corner that is wrong
            tags = with_fourth(tags, find_tags(image, tag_regions(quad_of(inner_corners(tags)))))
        if len(tags) >= 3 and not agree(quad, tags):
            return self._between(image, layout, tags, quad, sure)
        first = turn_of(quad, tags) if tags else first_corner(image, quad)
        if first is not None:
            return BoardSeen(layout.name, evened(turned(quad, first), tags), True, sure)
        return BoardSeen(layout.name, seat1_at(quad, DIRECTIONS[seat1_side or "bottom"]), False, sure)

    def _between(
        self, image: Image, layout: Layout, tags: tuple[Tag, ...], quad: Quad, sure: float
    ) -> BoardSeen:
        """The board between three tags or more, where the network's first outline lay elsewhere."""
        told = inner_corners(tags)
        again = self._outline(image, look_again(quad_of(told)), (LOOK, LOOK), (layout,))
        if again is not None:
            _, outline_again, _, _ = self._looked(image, again)
            near = quad_of(outline_again.corners)
            if outline_again.fit >= LEAST_FIT and agree(near, tags):
                corners = turned(near, turn_of(near, tags))
                return BoardSeen(layout.name, corners, True, logistic(outline_again))
        return mended(layout.name, quad, told, sure)

    def _outline(
        self, image: Image, view: Matrix, size: tuple[int, int], meant: tuple[Layout, ...]
    ) -> Seen | None:
        """The best outline in one view of the picture, its corners in px, with the maps it was seen in.

        Args:
            image: (H, W, 3) uint8 BGR.
            view: from the network's pixels to the picture's, (3, 3).
            size: width and height of what the network is shown.
            meant: boards that may be meant.
        """
        logits = self._network(batch([shown(image, view, size)]))[0][0]
        maps: Maps = dict(zip(MAPS, 1 / (1 + np.exp(-logits)), strict=True))
        layout = max(meant, key=lambda one: float(maps[one.area][maps[one.area] > 0.5].sum()))
        found = outline(maps[layout.area], maps["corner"])
        if found is None or found.fit < LEAST_FIT:  # the network may be of two minds which board it is
            either = outline(np.maximum.reduce([maps[area] for area in AREAS]), maps["corner"])
            found = max((found, either), key=lambda one: -1.0 if one is None else one.fit)
        if found is None:
            return None
        corners = project(view, (found.corners + 0.5) * STRIDE - 0.5)
        return layout, Outline(corners, found.fit, found.peak), maps, view


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
