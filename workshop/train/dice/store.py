"""What the dice's networks learn from, as it is kept between the runs of a training."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


PIXELS, INDEX = "photos.u8", "photos.pickle"
PHOTOGRAPHED = 0.5
"""How often dice that are laid into a picture were cut out of a photograph."""
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
    `group`: photographs that were taken alike.
    """

    image: Picture
    source: str
    dice: tuple[Annotation, ...]
    ignored: tuple[Annotation, ...]
    die: float
    weight: float
    flat: bool = False
    group: str = ""


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
    """Dice to lay into pictures, by scenes of one camera and lamp, and drawn table tops.

    `scenes` are drawn; `photographed` are cut out of photographs, by groups that are shown alike often.
    """

    scenes: list[list[Sprite]]
    surfaces: list[Picture]
    photographed: tuple[tuple[list[Sprite], ...], ...] = ()

    def scene(self, rng: np.random.Generator) -> list[Sprite]:
        """Dice that may lie side by side."""
        if self.photographed and rng.random() < PHOTOGRAPHED:
            group = self.photographed[int(rng.integers(len(self.photographed)))]
            return group[int(rng.integers(len(group)))]
        return self.scenes[int(rng.integers(len(self.scenes)))]


def save_photos(photos: Sequence[Photo], folder: Path) -> None:
    """Write photographs into a folder: their pixels one after another, and all else beside."""
    with (folder / PIXELS).open("wb") as pixels:
        index = []
        for photo in photos:
            where = np.array((pixels.tell(), *photo.image.shape[:2]))
            pixels.write(np.ascontiguousarray(photo.image).tobytes())
            index.append(replace(photo, image=where))
    (folder / INDEX).write_bytes(pickle.dumps(index))


def load_photos(folder: Path) -> list[Photo]:
    """What `save_photos` wrote; the pixels stay on the disk until they are looked at."""
    pixels = np.memmap(folder / PIXELS, np.uint8, "r")
    photos = []
    for photo in pickle.loads((folder / INDEX).read_bytes()):
        first, height, width = (int(number) for number in photo.image)
        image = pixels[first : first + height * width * 3].reshape(height, width, 3)
        photos.append(replace(photo, image=image))
    return photos
