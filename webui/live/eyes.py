"""The readers that a running Piste looks with, opened on the registered networks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import models
from vision.area.plane import with_area
from vision.board.finder import BoardFinder
from vision.dice.reader import DiceReader
from vision.layout import layouts
from vision.look import Eyes
from vision.men.finder import LeavesFinder
from vision.men.look import MenEyes
from vision.men.reader import MenReader
from vision.tiles.reader import TileReader

NETWORKS = ("dice", "faces", "board", "rows", "tiles", "hinges")
"""Names in models.toml."""
OF_MEN = ("leaves", "men")
"""The same, for boards of arrows."""


def open_eyes(instead: Mapping[str, Path] | None = None, *, boards: bool = True) -> Eyes:
    """Eyes on the registered networks, each replaced by the file that `instead` names for it.

    Args:
        instead: name of NETWORKS -> another .onnx file.
        boards: False for dice alone; the other networks are then not opened.

    Raises:
        models.ModelError: a network is not registered, or its file is not the registered one.
        BrokenNetwork: a file does not answer as its reader expects.
    """
    names = NETWORKS if boards else NETWORKS[:2]
    named = instead or {}
    file = {name: named.get(name) or models.path(name) for name in names}
    dice = DiceReader(file["dice"], file["faces"], known=with_area(layouts()))
    if not boards:
        return Eyes(dice)
    return Eyes(
        dice,
        BoardFinder(file["board"]),
        TileReader(file["rows"], file["tiles"], file["hinges"]),
    )


def open_men_eyes() -> MenEyes:
    """Eyes for boards of arrows, on the registered networks. Raises as `open_men_networks`."""
    return MenEyes(*open_men_networks())


def open_men_networks() -> tuple[LeavesFinder, MenReader]:
    """The registered networks that find boards of arrows, and read their men.

    Raises:
        models.ModelError, BrokenNetwork: as for `open_eyes`.
    """
    leaves, men = (models.path(name) for name in OF_MEN)
    return LeavesFinder(leaves), MenReader(men)
