"""Dice: a picture goes in, the dice that lie in it come out."""

from collections.abc import Sequence
from pathlib import Path

from .frame import Image
from .network import Network
from .observation import Die, Point

CHANNELS = 12
"""Planes the network answers per cell; see models/dice/card.md."""


class DiceReader:
    """Reads dice with one trained network.

    Args:
        network_path: the .onnx file of models/dice.

    Raises:
        BrokenNetwork: the file is no dice network.
    """

    def __init__(self, network_path: Path) -> None:
        self._network = Network(network_path)

    def read(
        self,
        image: Image,
        *,
        region: Sequence[Point] | None = None,
        die_px: tuple[float, float] | None = None,
    ) -> tuple[Die, ...]:
        """The dice in a picture, likeliest first, in state flat or cocked; `at` is left None.

        Args:
            image: (H, W, 3) uint8 BGR.
            region: polygon, px; only dice whose centre lies inside it are told. None: the whole picture.
            die_px: least and greatest length a die's box side can have, px, where a board tells; None: any.
        """
        raise NotImplementedError(f"no reading yet of {image.shape}, {region}, {die_px}")
