"""Digits as masks: OpenCV's Hershey fonts, so that the same seed draws the same table on every machine.

Where `$WORKSHOP_TYPEFACES` names folders (`/usr/share/fonts`, several with a colon between), the typefaces that lie
there are drawn with, too, by Pillow: what learns should see many. A typeface family belongs to one split only:
training, test, or exam (families set aside by name, whether this machine has them or not).
"""

import importlib
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.float32]

NAMED = "WORKSHOP_TYPEFACES"
"""The variable that names folders of typefaces."""
GLYPH = 96
"""Height in px of a digit in the master masks."""

_UNFIT = (
    "emoji", "symbol", "math", "dingbat", "icon", "awesome", "barcode", "ornament", "musix", "standardsymbols",
    "d050000l", "cjk", "chancery", "rampart", "okolaks", "light", "thin", "hairline", "swash", "blankenburg",
)  # fmt: skip
_HERSHEY = (
    ("hershey-simplex", cv2.FONT_HERSHEY_SIMPLEX),
    ("hershey-duplex", cv2.FONT_HERSHEY_DUPLEX),
    ("hershey-complex", cv2.FONT_HERSHEY_COMPLEX),
    ("hershey-triplex", cv2.FONT_HERSHEY_TRIPLEX),
    ("hershey-script", cv2.FONT_HERSHEY_SCRIPT_COMPLEX),
    ("hershey-hand", cv2.FONT_HERSHEY_SCRIPT_SIMPLEX),
    ("hershey-plain", cv2.FONT_HERSHEY_PLAIN),
)
_HERSHEY_TEST = ("hershey-duplex", "hershey-hand")
_EXAM = (
    "allerta", "anonymo", "apropal", "arapey", "b612", "bajader", "cantare", "carlito", "century", "clearsa", "comicne",
    "compagn", "dkg", "essays1", "fanwood", "genb", "hershey-plain", "inconso", "joscely", "lemonad", "millime",
    "oxygen", "ptc55", "ptc75", "ptf5", "ptf7", "ptm", "ptn57", "ptn77", "pts55", "pts56", "pts75", "pts76", "ptz",
    "solidem", "summers", "tire", "typoscr",
)  # fmt: skip
"""How the families begin that only exam tables show."""


TRIES = 1000
"""Number of picks before the error that no typeface is readable."""


@dataclass(frozen=True)
class Typeface:
    """One style of a family.

    Attributes:
        name: file name without its ending, or the Hershey font's name.
        family: what decides its split.
        path: font file, or None for a Hershey font.
    """

    name: str
    family: str
    path: Path | None


def split_of(name: str) -> str:
    """The split that a family or grain belongs to: a fifth of all names not set aside are for test tables."""
    if name.startswith(_EXAM):
        return "exam"
    return "test" if zlib.crc32(name.encode()) % 5 == 0 else "train"


def _family(stem: str) -> str:
    for cut in ("-", "_", "[", " "):
        stem = stem.split(cut)[0]
    for ending in ("Bold", "Regular", "Italic", "Medium", "Book", "Demi"):
        stem = stem.removesuffix(ending)
    return stem.lower()[:7]


@lru_cache(maxsize=1)
def typefaces() -> tuple[Typeface, ...]:
    """OpenCV's own, and every typeface in the folders that are named, by name.

    Raises:
        LookupError: folders are named, and Pillow is absent.
    """
    drawn = tuple(Typeface(name, name, None) for name, _ in _HERSHEY)
    folders = [Path(folder) for folder in os.environ.get(NAMED, "").split(os.pathsep) if folder]
    if folders and find_spec("PIL") is None:
        raise LookupError(f"expected Pillow, which draws the typefaces of {NAMED}; it is absent")
    paths = (path for folder in folders for ending in ("ttf", "otf") for path in folder.rglob(f"*.{ending}"))
    files = sorted(paths, key=lambda path: path.name)
    fit = [path for path in files if not any(word in path.name.lower() for word in _UNFIT)]
    return drawn + tuple(Typeface(path.stem, _family(path.stem), path) for path in fit)


@lru_cache(maxsize=4)
def families(split: str) -> tuple[str, ...]:
    """Families of one split, sorted; OpenCV's own fonts are split by hand so that both have some."""
    names = {face.family for face in typefaces()}
    drawn = {name for name, _ in _HERSHEY}
    chosen = {name for name in names - drawn if split_of(name) == split}
    return tuple(sorted(chosen | {name for name in drawn if _drawn_split(name) == split}))


def _drawn_split(name: str) -> str:
    return "test" if name in _HERSHEY_TEST else "exam" if name in _EXAM else "train"


def pick_typeface(rng: np.random.Generator, split: str) -> str:
    """A typeface's name of that split whose digits 1 to 9 are distinct; families are equally likely.

    Raises:
        LookupError: this machine has none.
    """
    known = families(split)
    for _ in range(TRIES):
        family = known[int(rng.integers(len(known)))]
        styles = _styles(family)
        name = styles[int(rng.integers(len(styles)))]
        if readable(name):
            return name
    raise LookupError(
        f"expected a typeface of split {split!r} with plain digits, found none in {', '.join(known) or 'no families'}"
        ": workshop/scenes/README.md names packages that have some"
    )


@lru_cache(maxsize=1024)
def _styles(family: str) -> tuple[str, ...]:
    return tuple(face.name for face in typefaces() if face.family == family)


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Typeface]:
    return {face.name: face for face in typefaces()}


@lru_cache(maxsize=4096)
def _font(name: str) -> Any:
    return importlib.import_module("PIL.ImageFont").truetype(str(_by_name()[name].path), 2 * GLYPH)


def _drawn(text: str, name: str) -> Mask:
    face = dict(_HERSHEY)[name]
    canvas = np.zeros((4 * GLYPH, 3 * GLYPH * len(text)), np.uint8)
    cv2.putText(canvas, text, (GLYPH // 2, 3 * GLYPH), face, 3.2, 255, 9, cv2.LINE_AA)
    return np.asarray(canvas / 255, np.float32)


def _typeset(text: str, name: str) -> Mask:
    image = importlib.import_module("PIL.Image")
    drawing = importlib.import_module("PIL.ImageDraw")
    sheet = image.new("L", (4 * GLYPH * len(text), 5 * GLYPH), 0)
    drawing.Draw(sheet).text((GLYPH // 2, GLYPH), text, fill=255, font=_font(name))
    return np.asarray(np.asarray(sheet) / 255, np.float32)


def _cut(mask: Mask) -> Mask:
    rows, columns = np.flatnonzero(mask.max(axis=1) > 0.2), np.flatnonzero(mask.max(axis=0) > 0.2)
    if len(rows) < 8 or len(columns) < 2:
        return np.zeros((GLYPH, GLYPH // 2), np.float32)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@lru_cache(maxsize=20000)
def digit(number: int, name: str) -> Mask:
    """A number's mask, GLYPH px high, as wide as it comes, 0 to 1, cut to its ink.

    Args:
        number: 0 upwards.
        name: of a typeface.
    """
    face = _by_name().get(name)
    text = str(number)
    mask = _cut(_drawn(text, name) if face is None or face.path is None else _typeset(text, name))
    width = max(2, round(mask.shape[1] * GLYPH / mask.shape[0]))
    return np.asarray(
        cv2.resize(mask, (min(width, 4 * GLYPH), GLYPH), interpolation=cv2.INTER_AREA), np.float32
    )


def _normal(mask: Mask) -> Mask:
    small = cv2.GaussianBlur(cv2.resize(mask, (20, 28), interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    flat = small.ravel() - small.mean()
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6), np.float32)


@lru_cache(maxsize=4096)
def readable(name: str) -> bool:
    """Whether its digits 2 to 9 look like digits (each likest to the same one in a plain typeface)."""
    try:
        masks = [digit(n, name) for n in range(1, 10)]
    except OSError:
        return False
    if any(mask.mean() < 0.04 or not 0.06 < mask.shape[1] / GLYPH < 1.6 for mask in masks):
        return False
    own = np.stack([_normal(mask) for mask in masks[1:]])
    return bool((_alikeness(own)[:, :].argmax(axis=1) == np.arange(8)).sum() >= 7)


def _alikeness(own: Mask) -> Mask:
    plain: Sequence[str] = ("hershey-simplex", "hershey-complex")
    scores = [own @ np.stack([_normal(digit(n, face)) for n in range(2, 10)]).T for face in plain]
    return np.asarray(np.max(scores, axis=0), np.float32)
