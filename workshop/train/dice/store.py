"""What prepare.py gathers and training draws from."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


DRAWN = "scenes"
"""The source of a photograph that is none: a table of workshop.scenes."""


@dataclass(frozen=True)
class Annotation:
    """A die in a picture: centre and sides px; value 1..6, 0 cocked, -1 ignored; if the sides are true."""

    x: float
    y: float
    width: float
    height: float
    value: int
    sized: bool = True


@dataclass(frozen=True, eq=False)
class Photo:
    """A photograph: BGR, its dice, what costs nothing, the usual side of a die px, how often to show it.

    `flat`: seen as from straight above, a table made flat by its board; only there cocked dice are told.
    """

    image: Picture
    source: str
    dice: tuple[Annotation, ...]
    ignored: tuple[Annotation, ...]
    die: float
    weight: float
    flat: bool = False


@dataclass(frozen=True, eq=False)
class Sprite:
    """A drawn die: BGRA cut at its box, its shadow (0 to 255) at half that scale, value or 0 (cocked).

    Attributes:
        bgra: (height, width, 4) uint8.
        shade: (h, w) uint8, half the scale of bgra.
        middle: where the box's middle lies in shade, px of shade.
        value: 1..6, 0 cocked.
    """

    bgra: Picture
    shade: Picture
    middle: tuple[float, float]
    value: int

    @property
    def width(self) -> int:
        """Of the box, px."""
        return int(self.bgra.shape[1])

    @property
    def height(self) -> int:
        """Of the box, px."""
        return int(self.bgra.shape[0])


@dataclass(frozen=True, eq=False)
class SpriteBank:
    """Drawn dice, by scenes of one camera and lamp, and drawn table tops."""

    scenes: list[list[Sprite]]
    surfaces: list[Picture]


def gathered(
    caches: Sequence[Path], leave_out: str = "", drawn_only: bool = False
) -> tuple[SpriteBank, list[Photo]]:
    """Several caches of prepare.py as one.

    Args:
        caches: folders with bank.pickle or photos.pickle or both.
        leave_out: pictures of sources with this in their name are left out.
        drawn_only: so are those of every source that has a photograph of dice.
    """
    banks: list[SpriteBank] = [pickle.loads(file.read_bytes()) for file in _files(caches, "bank.pickle")]
    photos: list[Photo] = [
        photo for file in _files(caches, "photos.pickle") for photo in pickle.loads(file.read_bytes())
    ]
    dicey = (
        {photo.source for photo in photos if photo.dice and photo.source != DRAWN} if drawn_only else set()
    )
    kept = [p for p in photos if p.source not in dicey and not (leave_out and leave_out in p.source)]
    return SpriteBank([s for b in banks for s in b.scenes], [s for b in banks for s in b.surfaces]), kept


def _files(caches: Sequence[Path], name: str) -> list[Path]:
    return [cache / name for cache in caches if (cache / name).is_file()]
