"""Woods, marks and colours that tables are made of, each named, each in one split only."""

import numpy as np

from ..draw.typefaces import split_of
from .scene import Colour, Wood

WOODS: dict[str, tuple[Colour, float]] = {
    "beech": ((140, 178, 212), 0.35), "maple": ((165, 200, 226), 0.25), "birch": ((160, 205, 232), 0.22),
    "pine": ((125, 190, 232), 0.55), "spruce": ((150, 205, 236), 0.5), "oak": ((95, 145, 188), 0.6),
    "ash": ((140, 180, 205), 0.6), "walnut": ((50, 75, 110), 0.5), "cherry": ((75, 120, 180), 0.35),
    "mahogany": ((45, 65, 130), 0.4), "teak": ((60, 105, 160), 0.5), "plywood": ((130, 182, 218), 0.3),
    "bamboo": ((120, 190, 220), 0.7), "lime": ((170, 208, 228), 0.15), "larch": ((85, 150, 205), 0.6),
    "chestnut": ((70, 110, 155), 0.5), "poplar": ((160, 195, 210), 0.3), "wenge": ((35, 45, 60), 0.5),
    "alder": ((110, 155, 205), 0.3), "acacia": ((55, 110, 165), 0.7), "hornbeam": ((165, 195, 215), 0.2),
    "elm": ((90, 135, 175), 0.65), "mdf": ((120, 160, 190), 0.06), "pear": ((105, 145, 200), 0.2),
    "olive": ((85, 140, 185), 0.75), "zebrano": ((90, 140, 180), 0.9), "padauk": ((40, 70, 160), 0.5),
    "sycamore": ((175, 205, 220), 0.25), "yew": ((75, 135, 205), 0.55), "plum": ((85, 110, 165), 0.5),
}  # fmt: skip
"""Name -> mean colour (b, g, r) and how strong its grain is."""

MARKS = (
    "dot", "cross", "star", "stamp", "stripe", "diagonal", "ring", "square", "heart", "flower", "border", "tree",
    "grid", "triangle", "double-stripe", "scribble", "moon", "arrow", "chevron", "five-dots",
)  # fmt: skip
"""What turned tiles may show."""

_TEST_WOODS = ("cherry", "ash", "spruce", "wenge", "lime", "elm")
_TEST_MARKS = ("star", "ring", "scribble", "grid")
_EXAM_WOODS = ("olive", "zebrano", "padauk", "sycamore", "yew", "plum")
_EXAM_MARKS = ("moon", "arrow", "chevron", "five-dots")
_EXAM_GRAINS = tuple(range(40, 52))


def woods(split: str) -> tuple[str, ...]:
    """Names of the woods of one split."""
    return tuple(name for name in WOODS if _split(name, _TEST_WOODS, _EXAM_WOODS) == split)


def marks(split: str) -> tuple[str, ...]:
    """Names of the marks of one split."""
    return tuple(name for name in MARKS if _split(name, _TEST_MARKS, _EXAM_MARKS) == split)


def _split(name: str, test: tuple[str, ...], exam: tuple[str, ...]) -> str:
    return "test" if name in test else "exam" if name in exam else "train"


def grains(split: str) -> tuple[int, ...]:
    """Indices of the grain patterns of one split."""
    if split == "exam":
        return _EXAM_GRAINS
    return tuple(index for index in range(40) if split_of(f"grain-{index}") == split)


def pick_wood(rng: np.random.Generator, split: str) -> Wood:
    """A wood of that split, a little lighter, darker, redder or more striped than the next board's."""
    names = woods(split)
    name = names[int(rng.integers(len(names)))]
    mean, strength = WOODS[name]
    shade = rng.uniform(0.82, 1.15)
    colour = tuple(float(np.clip(channel * shade * rng.uniform(0.95, 1.05), 8, 248)) for channel in mean)
    indices = grains(split)
    return Wood(
        name,
        (colour[0], colour[1], colour[2]),
        indices[int(rng.integers(len(indices)))],
        float(strength * rng.uniform(0.4, 1.3)),
        float(rng.uniform(120, 420)),
    )


def hue(rng: np.random.Generator, saturation: tuple[float, float], value: tuple[float, float]) -> Colour:
    """Any hue with a saturation and a value (0 to 1) from those ranges."""
    h, s, v = rng.uniform(0, 6), rng.uniform(*saturation), rng.uniform(*value)
    ramps = [np.clip(abs((h + shift) % 6 - 3) - 1, 0, 1) for shift in (2, 4, 0)]
    b, g, r = (255 * v * (1 - s + s * ramp) for ramp in ramps)
    return float(b), float(g), float(r)


def shaded(colour: Colour, factor: float) -> Colour:
    """A colour, lighter or darker."""
    b, g, r = (float(np.clip(channel * factor, 0, 255)) for channel in colour)
    return b, g, r
