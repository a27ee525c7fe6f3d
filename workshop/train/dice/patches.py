"""Patches: pieces of pictures around what may be a die, larger than the cuts that the faces network is shown.

A training draws its cuts from them, each time at another spot, turned and lit otherwise (cuts.py). Dice and spots are
told in px of the patch from its middle; a die of the size that was asked about has DIE px there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.candidates import spot_of
from vision.dice.reader import pyramid
from vision.dice.search import Search, candidates
from vision.dice.views import SearchView, through

from .crops import LEAST, Spot, label_of
from .store import Annotation, Photo

PATCH, DIE = 144, 40.0
"""Side of a patch, and of the die in its middle, px."""
DICE, SPOTS = 10, 8
"""Most dice and spots that are kept of a patch."""
MAYBE = 0.05
"""How likely a find of the search must be a die."""
OTHERS = {True: 3, False: 6}
"""Patches around what is no die that are kept of a picture, by whether dice lie in it."""
WITHIN = 0.3
"""How far from its middle, in sides of the patch, a spot may lie."""
VISIBLE = 0.8
"""Of a die's sides, that the picture must show."""
COARSE = (48, 72, 104, PATCH)
"""Sides, px, at which a patch is kept: the smallest that shows all that its picture did."""
QUALITY = 77
Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Place = tuple[float, float, float]
"""Centre x, y and side, px of a view."""


@dataclass(frozen=True, eq=False)
class TrainingPatch:
    """A piece of a picture and what lies there.

    Attributes:
        image: (n, n, 3) uint8 BGR, n = PATCH or less where the picture shows no more.
        dice: (n, 6) float32: centre x, y from the middle, width, height px; value 1..6, 0 cocked, -1 ignored; whether
            the sides are known. The die in the middle comes first, where there is one.
        spots: (m, 3) float32: what a search took for a die: centre x, y from the middle, side, px.
        flat: seen as from straight above.
        weight: how often it is shown, beside others of its kind.
        source: of its picture.
    """

    image: Picture
    dice: Floats
    spots: Floats
    flat: bool
    weight: float
    source: str

    @property
    def on_die(self) -> bool:
        """Whether a die lies in the middle."""
        return len(self.dice) > 0 and self.dice[0, 4] >= 0 and bool(np.hypot(*self.dice[0, :2]) < 1)


def of_photograph(photo: Photo, search: Search) -> Iterator[TrainingPatch]:
    """Patches around each die of a photograph, and around what the search takes for one there."""
    image = np.ascontiguousarray(photo.image)
    size = (image.shape[1], image.shape[0])
    spots = [spot_of(view, spot, None) for view in pyramid(size, None)
            for spot in candidates(search.cells(view.of(image)), MAYBE)]  # fmt: skip
    spots.sort(key=lambda spot: -spot.there)
    whole = SearchView(np.eye(3), size, whole=True)
    places = [(spot.x, spot.y, spot.side) for spot in spots]
    if not photo.dice and max(size) == photo.die:  # cut out: what it shows fills it
        places.insert(0, (size[0] / 2, size[1] / 2, photo.die))
    yield from patches(image, whole, (*photo.dice, *photo.ignored), places, photo.weight, photo.source)


def patches(
    image: Picture,
    view: SearchView,
    known: Sequence[Annotation],
    places: Sequence[Place],
    weight: float,
    source: str,
) -> Iterator[TrainingPatch]:
    """Patches of one view of a picture.

    Args:
        image: (H, W, 3) uint8 BGR.
        view: the view whose px the other values use.
        known: the dice, and what is not counted (value -1).
        places: what a search takes for dice, likeliest first.
        weight, source: as TrainingPatch has them.
    """
    width, height = view.size
    dice = [die for die in known if die.value >= 0 and max(die.width, die.height) >= LEAST
            and _shown(die.x, die.width, width) > VISIBLE and _shown(die.y, die.height, height) > VISIBLE]  # fmt: skip
    middles: list[Place] = [(die.x, die.y, max(die.width, die.height)) for die in dice]
    others = [spot for spot in places if _is_other(spot, known, view.flat, middles)][: OTHERS[bool(dice)]]
    each = weight / max(1, len(dice)) ** 0.5
    for number, middle in enumerate([*middles, *others]):
        first = dice[number] if number < len(dice) else None
        yield _patch(image, view, middle, known, [*places, *between(middle, middles)], first, each, source)


def _shown(middle: float, wide: float, whole: float) -> float:
    """The share of a die's side that lies in the picture."""
    return (min(whole, middle + wide / 2) - max(0.0, middle - wide / 2)) / max(wide, 1e-6)


def _is_other(spot: Place, known: Sequence[Annotation], flat: bool, middles: Sequence[Place]) -> bool:
    """Whether a spot is surely no die, and lies on no die's patch."""
    label = label_of(spot, list(known), flat)  # a die that is cut by the border is none of the others, either
    if label is None or label[0]:
        return False
    return not any(_within(spot, middle) for middle in middles)


def _within(spot: Place, middle: Place) -> bool:
    """Whether the patch around `middle` shows a spot, and shows it large enough."""
    reach, alike = WITHIN * PATCH / DIE * middle[2], spot[2] / middle[2]
    return max(abs(spot[0] - middle[0]), abs(spot[1] - middle[1])) < reach and 0.2 < alike < 2.2


def between(middle: Place, middles: Sequence[Place]) -> list[Spot]:
    """Spots half-way between a die and its neighbours, as large as both together: two that touch are not one."""
    spots = []
    for x, y, side in middles:
        apart = float(np.hypot(x - middle[0], y - middle[1]))
        if 0 < apart < 1.4 * middle[2]:
            spots.append(((x + middle[0]) / 2, (y + middle[1]) / 2, 0.8 * apart + 0.4 * (side + middle[2])))
    return spots


def _patch(
    image: Picture, view: SearchView, middle: Place, known: Sequence[Annotation], spots: Iterable[Place],
    first: Annotation | None, weight: float, source: str,
) -> TrainingPatch:  # fmt: skip
    """The patch around one place of a view."""
    x, y, side = middle
    px = PATCH if view.flat else side_kept(PATCH * side / DIE)
    matrix = view.cut((x, y), side / DIE * PATCH / px, (px - 1) / 2)
    crop = through(image, matrix, (px, px))
    turn, scale = np.linalg.inv(view.upright((x, y))), DIE / side
    near = sorted(known, key=lambda die: (die is not first, np.hypot(die.x - x, die.y - y)))
    shown = [
        die for die in near if np.hypot(die.x - x, die.y - y) < PATCH / 2 / scale + max(die.width, die.height)
    ]
    dice = [(*(turn @ (die.x - x, die.y - y) * scale), die.width * scale, die.height * scale, die.value, die.sized)
            for die in shown]  # fmt: skip
    here = [
        (*(turn @ (spot[0] - x, spot[1] - y) * scale), spot[2] * scale) for spot in spots if _within(spot, middle)
    ]
    return TrainingPatch(crop, _rows(dice[:DICE], 6), _rows(here[:SPOTS], 3), view.flat, weight, source)


def _rows(rows: Sequence[Sequence[float]], wide: int) -> Floats:
    return np.asarray(rows, np.float32).reshape(-1, wide)


def side_kept(covered: float) -> int:
    """The side at which a patch is kept that covers so many px of its picture."""
    return next((side for side in COARSE if side >= 0.9 * covered), PATCH)


@dataclass(frozen=True, eq=False)
class Stack:
    """Many patches as arrays, which is how they are kept and learnt from.

    Attributes:
        images: (N, PATCH, PATCH, 3) uint8 BGR.
        dice, spots: (N, DICE, 6) and (N, SPOTS, 3) float32, as TrainingPatch has them; rows that are missing are NaN.
        flat: (N,) bool.
        weight: (N,) float32.
        source: (N,) str.
    """

    images: Picture
    dice: Floats
    spots: Floats
    flat: NDArray[np.bool_]
    weight: Floats
    source: NDArray[np.str_]

    def where(self, chosen: NDArray[np.bool_]) -> Stack:
        """Some of them."""
        return Stack(*(getattr(self, field.name)[chosen] for field in fields(self)))


def stacked(every: Sequence[TrainingPatch]) -> Stack:
    """Patches as arrays, all of one size."""
    images = [cv2.resize(patch.image, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR) for patch in every]
    return Stack(np.asarray(np.stack(images), np.uint8), *_columns(every))


def _columns(every: Sequence[TrainingPatch]) -> tuple[Any, ...]:
    return (
        _padded([patch.dice for patch in every], DICE), _padded([patch.spots for patch in every], SPOTS),
        np.array([patch.flat for patch in every]), np.array([patch.weight for patch in every], np.float32),
        np.array([patch.source for patch in every]),
    )  # fmt: skip


def _padded(rows: Sequence[Floats], most: int) -> Floats:
    out = np.full((len(rows), most, rows[0].shape[1]), np.nan, np.float32)
    for padded, row in zip(out, rows, strict=True):
        padded[: len(row)] = row
    return out


def pack(every: Sequence[TrainingPatch], file: Path) -> None:
    """Write patches into one small file, their pictures as JPEG."""
    data = [_jpeg(patch.image) for patch in every]
    jpeg, ends = np.frombuffer(b"".join(data), np.uint8), np.cumsum([len(field) for field in data])
    names = [field.name for field in fields(Stack)][1:]
    np.savez_compressed(file, jpeg=jpeg, ends=ends, **dict(zip(names, _columns(every), strict=True)))


def _jpeg(image: Picture) -> bytes:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError(f"expected a picture that can be written as JPEG, got {image.shape} {image.dtype}")
    return data.tobytes()


def unpacked(file: Path) -> Stack:
    """What `pack` wrote."""
    with np.load(file) as stored:
        jpeg, ends = stored["jpeg"], stored["ends"]
        parts = {field.name: stored[field.name] for field in fields(Stack)[1:]}
    images = np.empty((len(ends), PATCH, PATCH, 3), np.uint8)
    for image, start, end in zip(images, (0, *ends[:-1]), ends, strict=True):
        small = cv2.imdecode(jpeg[start:end], cv2.IMREAD_COLOR)
        assert small is not None, f"{file}: expected JPEG from byte {start} on"
        image[:] = cv2.resize(small, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR)
    return Stack(images, **parts)
