"""Learns a board of arrows from its start position: which arrow is which, how its men look, how far they reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..errors import NoStart
from ..frame import Image
from .finder import FindsLeaves
from .known import ROWS, SHADES, KnownMen, colour, index_of, packed, spaces_of, unpacked
from .likeness import MOST_POINT, TOWERS, TWIN, Floats, bare_like, men_like, place, points_of
from .reach import FLAT, Reach
from .reader import LUMINANCE, MOST
from .strips import ARROWS, Colour, Leaf, leaf_of, strips_of
from .weigh import ReadsStrips, read_known

Doubles = NDArray[np.float64]
Kinds = NDArray[np.int64]

STRIPS = 4 * ARROWS
AGREE = 0.02
"""How far corners of several pictures may lie apart, in parts of the board's longer side."""
FITS = 0.05
"""How likely the expected men must be on each arrow."""
LEAST = 1e-4
"""How unlikely one arrow may be when ways to lie are compared."""
SHORT = 6
"""Points of an arrow that a man covers at least."""
TWO = 2
"""Men that are seen of a tower at least."""
MISCOUNTED = 5.0
"""Log odds from which on a row has more or less men than at the start."""
DOUBTED, ASTRAY = 1e-3, 0.1
"""What the network says of a count is at least as doubtful as this; share of rows whose end is misread."""
SEEN = 6.0
"""Levels by which an arrow with men differs from another without."""
CONTRAST = 25.0
"""Levels by which a point differs from the bare arrow, so that it shows a man."""


def learn_men(
    images: Sequence[Image], starts: Sequence[Mapping[str, str]], finder: FindsLeaves, reader: ReadsStrips, *,
    swapped: bool = False,
) -> KnownMen:  # fmt: skip
    """A board as some pictures of a start position show it.

    Args:
        images: at least one, (H, W, 3) uint8 BGR; of a table at rest.
        starts: at least one; what stands on each arrow: {"arrow-1": "black x 2", ...}, others are empty.
        finder, reader: the networks.
        swapped: the white men are the darker ones.

    Raises:
        NoStart: no board lies there, or its men stand otherwise; what is told of the start that fits best.
        ValueError: a kind that cannot stand on an arrow.
    """
    leaves, refused = _leaves(images, finder), []
    strips = _strips(images, leaves)
    high, wide = images[0].shape[:2]
    for expected in starts:
        try:
            return _learnt(strips, expected, reader, (wide, high), leaves, swapped)
        except NoStart as error:
            refused.append(error)
    raise max(refused, key=lambda error: error.fits)


def _learnt(
    strips: Image, expected: Mapping[str, str], reader: ReadsStrips, size: tuple[int, int],
    leaves: tuple[Leaf, Leaf], swapped: bool,
) -> KnownMen:  # fmt: skip
    """The board whose strips show these men. Raises NoStart."""
    points = points_of(strips)
    ways = [(turned, mirrored) for turned in (False, True) for mirrored in (False, True)]
    tries = [_lying(expected, points, strips, reader, way, swapped) for way in ways]
    best = max((each for each in tries if each is not None), key=lambda each: each.fits, default=None)
    if best is None:
        raise NoStart("one-colour")
    known = _known(best, points, size, leaves, swapped)
    _expect_start(known, points, strips, reader)
    return known


def _strips(images: Sequence[Image], leaves: Sequence[Leaf]) -> Image:
    """The strips that most of the pictures show."""
    cut = [np.concatenate([strips_of(image, leaf) for leaf in leaves]) for image in images]
    return np.asarray(np.median(cut, axis=0), np.uint8)


@dataclass(frozen=True, eq=False)
class _Lying:
    """One way to lie: which kind is expected at each strip, and how well that fits (log)."""

    turned: bool
    mirrored: bool
    kinds: Kinds
    fits: float


def _leaves(images: Sequence[Image], finder: FindsLeaves) -> tuple[Leaf, Leaf]:
    """The corners of both leaves: the median of those pictures in which they lie where they surest do."""
    found = [leaves for image in images if (leaves := finder.find(image)) is not None]
    if not found:
        raise NoStart("no-board")
    best = np.array(max(found, key=lambda each: each.sure).corners)
    side = float(np.ptp(best.reshape(-1, 2), axis=0).max())
    near = [each for leaves in found if np.abs((each := np.array(leaves.corners)) - best).max() < AGREE * side]
    left, right = np.median(near, axis=0)
    return leaf_of(left), leaf_of(right)


def _lying(
    expected: Mapping[str, str], points: Floats, strips: Image, reader: ReadsStrips, way: tuple[bool, bool],
    swapped: bool,
) -> _Lying | None:  # fmt: skip
    """How well a board that lies so fits; None where its lighter men would be the darker ones."""
    turned, mirrored = way
    kinds = np.array([index_of(expected.get(space, "empty"), swapped) for space in spaces_of(turned, mirrored)])
    light, dark = (_usual(points[here]) for here in _stands(kinds))
    if light is None or dark is None or float(np.dot(light, LUMINANCE)) <= float(np.dot(dark, LUMINANCE)):
        return None
    chances = reader.read(strips, (light, dark))
    return _Lying(turned, mirrored, kinds, float(np.log(alike(chances, kinds) + LEAST).sum()))


def _stands(kinds: Kinds) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where lighter and where darker men stand."""
    return (kinds > 0) & (kinds <= MOST), kinds > MOST


def _usual(points: Floats) -> Colour | None:
    """The colour of the men that lie first on some arrows; None without any."""
    return None if not len(points) else colour(np.median(points[:, 2:8].reshape(-1, 3), axis=0))


def alike(chances: Doubles, kinds: Kinds) -> Doubles:
    """(n,) how likely each kind is: of FLAT men that of about as many, of a tower that of any two men or more."""
    dark, count = np.divmod(np.maximum(kinds - 1, 0), MOST)
    each = []
    for row, kind, far, less in zip(chances, kinds, dark, count, strict=True):
        first, last = (TWO, MOST) if less >= FLAT else (FLAT - 1, FLAT + 2)
        each.append(row[kind] if less < FLAT - 1 else row[far * MOST + first : far * MOST + last + 1].sum())
    return np.array(each)


def _known(
    lying: _Lying, points: Floats, size: tuple[int, int], leaves: tuple[Leaf, Leaf], swapped: bool
) -> KnownMen:
    empty = lying.kinds == 0
    bare = np.where(empty[:, None, None, None], points, twins(points, empty))
    ends = np.array([_end(np.abs(row - under).mean(axis=(1, 2))) for row, under in zip(points, bare, strict=True)])
    for _ in range(2):
        light, dark = (
            _shades(points[here], bare[here], ends[here], lying.kinds[here]) for here in _stands(lying.kinds)
        )
        ends = _ends(points, bare, (light, dark), lying.kinds)
    reach = Reach()
    for strip in map(int, np.flatnonzero(~empty)):
        reach = reach.after(_far(strip), int(lying.kinds[strip] - 1) % MOST + 1, float(ends[strip]))
    looks, stood = packed(np.asarray(points, np.uint8)), tuple(int(kind) for kind in lying.kinds)
    own = tuple(bool(each) for each in empty)
    return KnownMen(
        size, leaves, lying.turned, lying.mirrored, swapped, light, dark, reach,
        packed(np.asarray(bare, np.uint8)), own, looks, stood,
    )  # fmt: skip


def _far(strip: int) -> bool:
    return strip % (2 * ARROWS) >= ARROWS


def twins(points: Floats, empty: NDArray[np.bool_]) -> Floats:
    """Each arrow as another one of its colour looks that stands empty, in its own light."""
    spots = np.array([(strip % 2, 1 - strip % 2, *place(strip)) for strip in range(STRIPS)])
    free = np.flatnonzero(empty)
    seen = np.log(np.median(points[:, 8:-8].reshape(STRIPS, -1, 3), axis=1) + 8)
    plane = np.linalg.solve(spots[free].T @ spots[free] + np.diag([1e-6, 1e-6, 0.3, 0.3]), spots[free].T @ seen[free])
    out = points.copy()
    for strip in range(STRIPS):
        like = [other for other in free if other != strip and other % 2 == strip % 2]
        beside = [other for other in like if spots[other, 3] == spots[strip, 3]] or like
        if beside:
            other = min(beside, key=lambda each: abs(spots[each, 2] - spots[strip, 2]))
            out[strip] = np.clip((points[other] + 8) * np.exp((spots[strip] - spots[other]) @ plane) - 8, 0, 255)
    return out


def _end(apart: Doubles) -> int:
    """Where what differs from the bare arrow ends: the split with the greatest contrast."""
    apart = np.minimum(apart, np.percentile(apart, 80))
    count, summed = np.arange(1, len(apart)), np.cumsum(apart)
    inside, outside = summed[:-1] / count, (summed[-1] - summed[:-1]) / (len(apart) - count)
    contrast = np.where(inside > outside, (inside - outside) ** 2 * count * (len(apart) - count), 0)
    contrast[:4] = 0
    return int(contrast.argmax()) + 1


def _shades(points: Floats, bare: Floats, ends: Kinds, kinds: Kinds) -> tuple[Colour, ...]:
    """The shades of the men on some arrows, the darkest first; of towers the lighter half: their sides are darker."""
    least = SHORT * np.minimum(np.remainder(kinds - 1, MOST) + 1, TOWERS)
    parts = [slice(1, int(end) - 1) for end in np.maximum(ends, least)]
    men = np.concatenate([arrow[part].reshape(-1, 3) for arrow, part in zip(points, parts, strict=True)])
    under = np.concatenate([arrow[part].reshape(-1, 3) for arrow, part in zip(bare, parts, strict=True)])
    apart = np.abs(men - under).mean(axis=1)
    men = men[apart >= min(CONTRAST, float(np.median(apart)))]
    ordered = men[np.argsort(men @ LUMINANCE)]
    if (np.remainder(kinds - 1, MOST) >= FLAT).all():
        ordered = ordered[len(ordered) // 2 :]
    return tuple(colour(part.mean(axis=0)) for part in np.array_split(ordered, SHADES))


def _ends(points: Floats, bare: Floats, shades: tuple[tuple[Colour, ...], ...], kinds: Kinds) -> Kinds:
    """Where the rows of men end, in points."""
    level = np.full((len(points), 1, 1), TWIN)
    empty = bare_like(points, bare, level)
    ends = np.zeros(len(points), np.int64)
    for here, own in zip(_stands(kinds), shades, strict=True):
        apart = np.clip(men_like(points[here], own) - empty[here], -MOST_POINT, MOST_POINT)
        ends[here] = np.cumsum(apart.mean(axis=2), axis=1).argmax(axis=1) + 1
    return ends


def _expect_start(known: KnownMen, points: Floats, strips: Image, reader: ReadsStrips) -> None:
    """Raises NoStart where an arrow shows something else: beside others that stand empty, and to the network alone.

    A row with a man too many or too few is told first; of towers, whose men lie on one another, that is not seen.
    """
    kinds = np.array(known.stood)
    others = twins(points, kinds == 0)
    apart = np.abs(points - others)[:, 1 : SHORT + 2].mean(axis=(1, 2, 3))
    for here in _stands(kinds):
        if float(np.median(apart[here])) < SEEN:
            first = int(np.flatnonzero(here)[0])
            raise NoStart("men", known.spaces[first], known.kind(int(kinds[first])), known.kind(0))
    stranger = replace(known, bare=packed(np.asarray(others, np.uint8)), own=(False,) * STRIPS, stood=(0,) * STRIPS)
    read_so = read_known(reader, stranger, strips)
    fits = np.maximum(alike(read_so.chances, kinds), alike(read_so.network, kinds))
    bare, shades = unpacked(known.bare).astype(np.float32), (known.light, known.dark)
    odds, worst, read = miscounted(kinds, _ends(points, bare, shades, kinds), read_so.network)
    if odds < MISCOUNTED:
        worst = int(fits.argmin())
        read = int(read_so.chances[worst].argmax())
    if odds >= MISCOUNTED or fits[worst] < FITS:
        fit = float(np.log(fits + LEAST).sum())
        raise NoStart("men", known.spaces[worst], known.kind(int(kinds[worst])), known.kind(read), fit)


def miscounted(kinds: Kinds, ends: Kinds, network: Doubles) -> tuple[float, int, int]:
    """The row that has likeliest more or less men than it should: log odds, its strip, and its kind then.

    How far it reaches is weighed against all other rows, each with as many men as it should have, beside the network.

    Args:
        kinds: (24,) that should stand there.
        ends: (24,) where the rows end, in points.
        network: (24, KINDS).
    """
    men = {int(strip): int(kinds[strip] - 1) % MOST + 1 for strip in np.flatnonzero(kinds)}
    best = (-np.inf, 0, 0)
    for strip, count in men.items():
        reach = Reach()
        for other in men.keys() - {strip}:
            reach = reach.after(_far(other), men[other], float(ends[other]))
        for instead in {*range(1, FLAT + 2)} - {count} if count <= FLAT else ():
            kind = int(kinds[strip]) + instead - count
            told = np.log((network[strip, kind] + DOUBTED) / (network[strip, kinds[strip]] + DOUBTED))
            ending = [_ends_so(reach, _far(strip), each, float(ends[strip])) for each in (instead, count)]
            best = max(best, (float(told) + ending[0] - ending[1], strip, kind))
    return best


def _ends_so(reach: Reach, far: bool, count: int, end: float) -> float:
    """How likely (log) a row of so many men ends there."""
    usual, spread = reach.end(far, count)
    off = (end - min(usual, float(ROWS))) / spread
    return float(np.log((1 - ASTRAY) * np.exp(-off * off / 2) / spread + ASTRAY / ROWS))
