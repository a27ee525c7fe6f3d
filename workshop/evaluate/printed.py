"""How the printed board is read, view by view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vision.frame import Frame
from vision.look import Eyes
from vision.observation import Observation

from ..scenes.draw.textures import Picture
from ..scenes.printed import VIEWS, PrintedTruth, PrintedView, Space, printed_view


@dataclass(frozen=True)
class PrintedRead:
    """What was read of one picture of the printed board.

    Attributes:
        view: how it was seen.
        picture: (H, W, 3) uint8 BGR.
        oriented: the board was found, and its tags told where place 1 is.
        wrong: places whose tile was read as another kind or another digit.
        dice: the dice were all found, and none else, with their values.
        asks: what Piste would ask a person about.
    """

    view: PrintedView
    picture: Picture
    oriented: bool
    wrong: tuple[Space, ...]
    dice: bool
    asks: tuple[str, ...]

    @property
    def faultless(self) -> bool:
        """Board, 36 tiles and dice are read as they are."""
        return self.oriented and not self.wrong and self.dice


def printed_reads(
    eyes: Eyes, seed: int, views: tuple[PrintedView, ...] = VIEWS, *, missing: int = 0
) -> Iterator[PrintedRead]:
    """Reads each view once; `missing` tiles are not laid down."""
    for view in views:
        picture, truth = printed_view(view, seed, missing=missing)
        seen = eyes.look(Frame(picture, 0.0), "occe")
        values = tuple(sorted(die.value or 0 for die in seen.dice))
        oriented = seen.board is not None and seen.board.oriented
        yield PrintedRead(
            view, picture, oriented, _wrong(seen, truth), values == truth.dice, tuple(sorted(seen.abstains))
        )


def _wrong(seen: Observation, truth: PrintedTruth) -> tuple[Space, ...]:
    read = {piece.space: (piece.kind, piece.reads) for piece in seen.pieces}
    return tuple(
        space for space, kind in truth.kinds.items() if not _right(read.get(_named(space)), kind, space)
    )


def _named(space: Space) -> str:
    return f"seat-{space[0]}/slot-{space[1]}"


def _right(read: tuple[str, int | None] | None, kind: str, space: Space) -> bool:
    return read is not None and read[0] == kind and (kind != "open" or read[1] == space[1])
