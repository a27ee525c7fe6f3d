"""The tiles of a board: which stand open, which are closed, and what digit each shows."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import Matrix, batch, halved, inverse, project, sides, smaller
from ..layout import Layout, Space
from ..network import Network
from ..observation import BoardSeen, Piece, PieceKind, Point
from .crops import (
    HINGED_CROP,
    HINGED_SHAPE,
    LOOSE_CROP,
    LOOSE_SHAPE,
    STRIP_SHAPE,
    seat_plane,
    slot_axes,
    slot_crops,
    strip,
)
from .rows import Map3, candidates, find_rows

KINDS: tuple[PieceKind, ...] = ("open", "closed", "missing", "unknown")
DIGITS = {False: 9, True: 12}
# Divide the logits, so that `sure` can be believed (models/tiles/card.md says how far).
HEATS = {False: (0.7, 0.7), True: (0.75, 1.0)}  # of the kinds, of the digits; loose, hinged
# Training shows missing and covered tiles far more often than tables do; this undoes it. Loose, hinged.
BEFORE = {False: np.array([1.0, 1.0, 0.03, 0.3]), True: np.array([1.0, 1.0, 0.06, 0.3])}
OUTSIDE = np.eye(len(KINDS))[KINDS.index("unknown")]  # chances of a slot that lies outside the picture
# Before looking: how likely a tile shows its own number. Training swaps loose tiles far more often than tables do.
IN_ORDER = {False: 0.6, True: 0.8}
# A tile less sure is looked at again (loose ones: with all of their board), nudged: zoom, to the right, to the back.
DOUBTFUL = {False: 0.96, True: 0.985}
NUDGES = ((0.92, 0, 0), (1.08, 0, 0), (1, 0.07, 0), (1, -0.07, 0), (1, 0, 0.07), (1, 0, -0.07))
BOARD_NUDGES = ((1.06, 0.04, 0.03), (0.95, -0.04, -0.03))  # the same for loose tiles, all of a board
DEPTHS, STAY = (0.0, -0.6, -1.2, 0.6), 0.1  # slots that a box's row may lie off; what speaks for staying
SEEN = 0.5  # what speaks for a row that the maps show well
BOARD_PX = 450.0  # a board twice as large is made smaller before its crops are cut
STRIP_PX = 300.0  # the same for the strips


class TileReader:
    """Reads the tiles with three small networks: one finds the rows, two read what stands in each slot.

    Args:
        rows_path: models.path("rows"): where a row of slots lies in a strip of the flattened board.
        tiles_path: models.path("tiles"): state and digit of the loose tiles of a whole board.
        hinges_path: models.path("hinges"): state and digit of one hinged tile.

    Raises:
        BrokenNetwork: a file is not the network it should be.
    """

    def __init__(self, rows_path: Path, tiles_path: Path, hinges_path: Path) -> None:
        maps = {"maps": (None, 3, None, None)}
        self._rows = Network(rows_path, input_shape=(None, 3, None, None), outputs=maps)
        self._slots = {
            hinged: Network(
                path,
                input_shape=(None, 3, *(HINGED_SHAPE if hinged else LOOSE_SHAPE)),
                outputs={"logits": (None, len(KINDS) + DIGITS[hinged])},
            )
            for hinged, path in ((False, tiles_path), (True, hinges_path))
        }

    def read(self, image: Image, board: BoardSeen, layout: Layout) -> tuple[Piece, ...]:
        """One piece for every space, in the layout's order: 36 for "occe"; 9, 10 or 12 for "box".

        Args:
            image: (H, W, 3) uint8 BGR.
            board: where the board is, as BoardFinder found it.
            layout: of that board.
        """
        source, to_source = fitting(image, board, BOARD_PX)
        axes = self._axes(image, source, to_source, board, layout)
        logits = self._logits(source, axes, layout.hinged)
        spaces = layout.spaces_of(axes.shape[1] // layout.seats)
        centers = project(inverse(to_source), axes[0])
        first = pieces_of(spaces, centers, chances(logits, layout.hinged), layout.hinged, image.shape)
        doubtful = [index for index, seen in enumerate(first) if seen.sure < DOUBTFUL[layout.hinged]]
        if not doubtful:
            return first
        if layout.hinged:
            again = [self._logits(source, nudged(axes[:, doubtful], *by), True) for by in NUDGES]
            logits[doubtful] = np.mean([logits[doubtful], *again], axis=0)
            told = chances(logits, True)
        else:  # loose tiles are read together, or not at all
            again = [self._logits(source, nudged(axes, *by), False) for by in BOARD_NUDGES]
            told = np.mean([chances(one, False) for one in (logits, *again)], axis=0)
        return pieces_of(spaces, centers, told, layout.hinged, image.shape)

    def _axes(
        self, image: Image, source: Image, to_source: Matrix, board: BoardSeen, layout: Layout
    ) -> Matrix:
        """(place, right, back) of every slot in the pixels of `source`, (3, slots, 2)."""
        planes = [to_source @ seat_plane(board.corners, seat) for seat in range(1, layout.seats + 1)]
        maps = self._maps(image, board, layout)
        if layout.hinged:
            return self._box_axes(source, planes[0], maps[0], layout)
        rows = find_rows(list(maps), layout.counts, layout.hinged)
        found = [slot_axes(plane, row, False) for plane, row in zip(planes, rows, strict=True)]
        return np.concatenate(found, axis=1)

    def _box_axes(self, image: Image, plane: Matrix, maps: Map3, layout: Layout) -> Matrix:
        """A box's slots, (3, slots, 2): of all rows that may be meant, the one whose tiles read best in their order.

        Standing tiles hide their row's edge, and 9 wide tiles look much like 10 narrow ones: so each likely row is
        read, also a little to the front and the back, and the digits tell.
        """
        tried, bonus = [], []
        for one in candidates(maps, layout.counts, True):
            axes = np.stack(slot_axes(plane, one.row, True))
            tried += [nudged(axes, 1, 0, depth) for depth in DEPTHS]
            bonus += [SEEN * one.score + STAY * (depth == 0) for depth in DEPTHS]
        logits = self._logits(image, np.concatenate(tried, axis=1), True)
        ends = np.cumsum([axes.shape[1] for axes in tried])[:-1]
        clear = [clarity(answers) for answers in np.split(logits, ends)]
        return tried[int(np.argmax(np.add(clear, bonus)))]

    def _logits(self, image: Image, axes: Matrix, hinged: bool) -> NDArray[np.float64]:
        window, shape = (HINGED_CROP, HINGED_SHAPE) if hinged else (LOOSE_CROP, LOOSE_SHAPE)
        crops = slot_crops(image, (axes[0], axes[1], axes[2]), window, shape)
        return np.asarray(self._slots[hinged](batch(crops))[0], dtype=np.float64)

    def _maps(self, image: Image, board: BoardSeen, layout: Layout) -> NDArray[np.float32]:
        """What the rows' network sees in the strip of each seat, seat 1 first: (seats, 3, h, w)."""
        source, to_source = fitting(image, board, STRIP_PX)
        seats = range(1, layout.seats + 1)
        planes = [to_source @ seat_plane(board.corners, seat) for seat in seats]
        strips = batch([strip(source, plane, layout.hinged) for plane in planes])
        assert strips.shape[2:] == STRIP_SHAPE
        return np.asarray(1 / (1 + np.exp(-self._rows(strips)[0])), dtype=np.float32)


def fitting(image: Image, board: BoardSeen, side: float) -> tuple[Image, Matrix]:
    """The picture halved while its board stays longer than `side` px, and from its pixels to those left, (3, 3)."""
    longest = float(sides(board.corners).max())
    source, scale = halved(image, min(1.0, side / longest))
    return source, smaller(scale)


def nudged(axes: Matrix, zoom: float, right: float, back: float) -> Matrix:
    """Slots (3, n, 2) looked at from a little farther (`zoom`) or beside, in slots."""
    return np.stack([axes[0] + right * axes[1] + back * axes[2], axes[1] * zoom, axes[2] * zoom])


def clarity(answers: NDArray[np.float64]) -> float:
    """How clearly the slots (n, kinds + digits) of one row answer, each with its own number: a mean log chance."""
    told = [
        np.log(softmax(slot[: len(KINDS)]).max()) + 0.5 * np.log(softmax(slot[len(KINDS) :])[number] + 1e-3)
        for number, slot in enumerate(answers)
    ]
    return float(np.mean(told))


def chances(logits: NDArray[np.float64], hinged: bool) -> NDArray[np.float64]:
    """From answers (n, kinds + digits) to the chances of each kind and, given that one is shown, of each digit."""
    heat_kinds, heat_digits = HEATS[hinged]
    kinds = softmax(logits[:, : len(KINDS)] / heat_kinds) * BEFORE[hinged]
    kinds /= kinds.sum(axis=1, keepdims=True)
    return np.concatenate([kinds, softmax(logits[:, len(KINDS) :] / heat_digits)], axis=1)


def pieces_of(
    spaces: tuple[Space, ...],
    centers: Matrix,
    told: NDArray[np.float64],
    hinged: bool,
    shape: tuple[int, ...],
) -> tuple[Piece, ...]:
    """What stands in every slot, in the order of the spaces.

    Args:
        spaces: of the layout.
        centers: (n, 2) px in the picture.
        told: (n, kinds + digits) chances.
        hinged: a box, or loose tiles.
        shape: of the picture; what lies outside it is unknown.
    """
    outside = np.any((centers < -0.5) | (centers > (shape[1] - 0.5, shape[0] - 0.5)), axis=1)
    kinds = np.where(outside[:, None], OUTSIDE, told[:, : len(KINDS)])
    numbers = [space.number for space in spaces]
    digits = in_order(told[:, len(KINDS) :], numbers, IN_ORDER[hinged])
    slots = zip(spaces, centers.tolist(), kinds, digits, strict=True)
    return tuple(piece(space, (x, y), kind, digit, hinged) for space, (x, y), kind, digit in slots)


def piece(
    space: Space, center: Point, kinds: NDArray[np.float64], digits: NDArray[np.float64], hinged: bool
) -> Piece:
    """What stands in one slot, given the chances of each kind, (4,), and of each digit."""
    order = np.argsort(-kinds).tolist()
    likeliest = tuple((KINDS[index], float(kinds[index])) for index in order)
    kind = likeliest[0][0]
    shown = kind == "open" or (hinged and kind == "closed")
    reads = int(np.argmax(digits)) + 1 if shown else None
    sure = likeliest[0][1] * (float(digits.max()) if shown else 1.0)
    return Piece(space.name, kind, reads, center, sure, likeliest)


def in_order(digits: NDArray[np.float64], numbers: Sequence[int], likely: float) -> NDArray[np.float64]:
    """The digits' chances (n, digits), knowing how likely a tile shows its own number."""
    before = np.full(digits.shape, (1 - likely) / (digits.shape[1] - 1))
    before[np.arange(len(numbers)), np.asarray(numbers) - 1] = likely
    after = digits * before
    return np.asarray(after / after.sum(axis=1, keepdims=True))


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chances that sum to 1 along the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))
