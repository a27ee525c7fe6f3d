"""The board in the picture: where its four outer corners are and which way round it stands."""

from pathlib import Path
from typing import Literal

from .board_geometry import Quad, flatten, unflatten_points
from .frame import Image
from .network import Network
from .observation import BoardSeen

__all__ = ["BoardFinder", "Quad", "Side", "Want", "flatten", "unflatten_points"]

Want = Literal["auto", "occe", "box", "none"]
Side = Literal["bottom", "left", "top", "right"]


class BoardFinder:
    """Finds the board with one trained network and, where they are seen, its tags.

    Args:
        network_path: the .onnx file of models/board.

    Raises:
        BrokenNetwork: the file is no board network.
    """

    def __init__(self, network_path: Path) -> None:
        self._network = Network(network_path, input_shape=(None, 3, None, None))

    def find(self, image: Image, want: Want = "auto", seat1_side: Side | None = None) -> BoardSeen | None:
        """The board in a picture, or None where there is none (always None for "none").

        Args:
            image: (H, W, 3) uint8 BGR.
            want: which board to look for; "auto" takes the likelier.
            seat1_side: the side of the picture where seat 1 sits, for a board without tags; None: the lowest.
        """
        raise NotImplementedError(f"no finding yet in {image.shape}, {want}, {seat1_side}")
