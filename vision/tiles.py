"""The tiles of a board: which stand open, which are closed, and what digit each shows."""

from pathlib import Path

from .frame import Image
from .layout import Layout
from .network import Network
from .observation import BoardSeen, Piece


class TileReader:
    """Reads the tiles with three small networks: one finds the rows, two read what stands in each slot.

    Args:
        rows_path: models.path("rows"): where a row of slots lies in a strip of the flattened board.
        tiles_path: models.path("tiles"): state and digit of one loose tile.
        hinges_path: models.path("hinges"): state and digit of one hinged tile.

    Raises:
        BrokenNetwork: a file is not the network it should be.
    """

    def __init__(self, rows_path: Path, tiles_path: Path, hinges_path: Path) -> None:
        self._rows = Network(rows_path, input_shape=(None, 3, None, None))
        self._tiles = Network(tiles_path, input_shape=(None, 3, None, None))
        self._hinges = Network(hinges_path, input_shape=(None, 3, None, None))

    def read(self, image: Image, board: BoardSeen, layout: Layout) -> tuple[Piece, ...]:
        """One piece for every space, in the layout's order: 36 for "occe"; 9, 10 or 12 for "box".

        Args:
            image: (H, W, 3) uint8 BGR.
            board: where the board is, as BoardFinder found it.
            layout: of that board.
        """
        raise NotImplementedError(f"no reading yet of {image.shape}, {board.layout}, {layout.name}")
