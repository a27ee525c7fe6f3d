"""How the printed board, and the printed box, are read, view by view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vision.frame import Frame
from vision.look import Eyes
from vision.observation import Observation

from ..scenes.draw.textures import Picture
from ..scenes.printed import VIEWS, PrintedTruth, PrintedView, Space, printed_view
from ..scenes.printed_box import BOX_VIEWS, printed_box_view
from .truth import space_of


@dataclass(frozen=True)
class PrintedRead:
    """What was read of one picture of the printed board or box.

    Attributes:
        view: how it was seen.
        picture: (H, W, 3) uint8 BGR.
        tiles: how many there are.
        oriented: the board was found, and its tags or its row told where place 1 is.
        wrong: places whose tile was read as another kind or another digit.
        dice: the dice were all found, and none else, with their values.
        asks: what Piste would ask a person about.
    """

    view: PrintedView
    picture: Picture
    tiles: int
    oriented: bool
    wrong: tuple[Space, ...]
    dice: bool
    asks: tuple[str, ...]

    @property
    def faultless(self) -> bool:
        """Board, tiles and dice are read as they are."""
        return self.oriented and not self.wrong and self.dice


def printed_reads(
    eyes: Eyes, seed: int, views: tuple[PrintedView, ...] = VIEWS, *, missing: int = 0
) -> Iterator[PrintedRead]:
    """Reads each view of the board once; `missing` tiles are not laid down."""
    for view in views:
        yield _read(eyes, "occe", view, *printed_view(view, seed, missing=missing))


def printed_box_reads(
    eyes: Eyes, seed: int, views: tuple[PrintedView, ...] = BOX_VIEWS
) -> Iterator[PrintedRead]:
    """Reads each view of the box once."""
    for view in views:
        yield _read(eyes, "box", view, *printed_box_view(view, seed))


def _read(eyes: Eyes, layout: str, view: PrintedView, picture: Picture, truth: PrintedTruth) -> PrintedRead:
    observation = eyes.look(Frame(picture, 0.0), layout)
    values = tuple(sorted(die.value or 0 for die in observation.dice))
    oriented = observation.board is not None and observation.board.oriented
    wrong, asks = _wrong(observation, truth, layout), tuple(sorted(observation.abstains))
    return PrintedRead(view, picture, len(truth.kinds), oriented, wrong, values == truth.dice, asks)


def _wrong(observation: Observation, truth: PrintedTruth, layout: str) -> tuple[Space, ...]:
    read = {piece.space: (piece.kind, piece.reads) for piece in observation.pieces}
    return tuple(
        space for space, kind in truth.kinds.items() if not _right(read.get(_named(space, layout)), kind, space)
    )


def _named(space: Space, layout: str) -> str:
    return space_of(layout, {"player": space[0], "slot": space[1]})


def _right(read: tuple[str, int | None] | None, kind: str, space: Space) -> bool:
    return read is not None and read[0] == kind and (kind != "open" or read[1] == space[1])
