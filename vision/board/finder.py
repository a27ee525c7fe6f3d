"""The board in the picture: where its four outer corners are and which way round it stands.

Four steps, each of which passes one value to the next: outlined, squared, oriented, refined.
"""

from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from ..errors import BrokenLayout
from ..frame import Image
from ..layout import Layout, Layouts, layouts
from ..network import Network
from ..observation import BoardSeen, Side
from .orient import by_tags, oriented
from .refine import refined
from .square import squared
from .views import AREAS, LEAST_FIT, MAPS, Viewer

Want: TypeAlias = str
"""The name of a layout; "auto": the likeliest board; "none": no board."""


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
        viewer, meant = Viewer(image, self._network), self._meant(want)
        outlined = viewer.outlined(meant)
        if outlined is not None:
            outlined = squared(viewer, outlined)
        if outlined is None or outlined.fit < LEAST_FIT:
            return by_tags(image, meant if outlined is None else (outlined.layout,))
        board = oriented(viewer, outlined, seat1_side)
        if not self._closely or not outlined.layout.tags:
            return board
        close = refined(image, board.corners)
        return replace(board, corners=close.corners, lens=close.lens)

    def _meant(self, want: Want) -> tuple[Layout, ...]:
        """The boards that may be meant, in the order of the network's maps."""
        if want != "auto":
            return (self._known[want],)
        areas = {layout.area: layout for layout in self._known.values()}
        return tuple(areas[area] for area in AREAS if area in areas)
