"""The tiles of a board: which stand open, which are closed, and what digit each shows."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .board_geometry import Matrix, batch, shrunk
from .frame import Image
from .layout import Layout, Space
from .network import Network
from .observation import BoardSeen, Piece, PieceKind, Point
from .tiles_crops import (
    HINGED_CROP,
    HINGED_SHAPE,
    LOOSE_CROP,
    LOOSE_SHAPE,
    STRIP_SHAPE,
    Row,
    seat_plane,
    slot_axes,
    slot_crops,
    strip,
)
from .tiles_rows import find_rows

KINDS: tuple[PieceKind, ...] = ("open", "closed", "missing", "unknown")
DIGITS = {False: 9, True: 12}
# Divide the logits, so that what is said to be sure at 0.9 is right nine times in ten (models/tiles/card.md).
HEAT_KINDS, HEAT_DIGITS = 0.75, 1.0
# Training shows missing and covered tiles far more often than tables do; this undoes it.
BEFORE = np.array([1.0, 1.0, 0.06, 0.3])
# Before looking: how likely a tile lies in its own number's place.
IN_ORDER = 0.8
DOUBTFUL = 0.985  # a tile less sure is looked at again, nudged: zoom, to the right, to the back
NUDGES = ((0.92, 0, 0), (1.08, 0, 0), (1, 0.07, 0), (1, -0.07, 0), (1, 0, 0.07), (1, 0, -0.07))
DEPTHS, STAY = (0.0, -0.6, -1.2, 0.6), 0.1  # slots that a box's row may lie off; what speaks for staying
BOARD_PX = 900.0  # a larger board is made smaller before its crops are cut
STRIP_PX = 420.0  # the same for the strips


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
        rows = self.find_rows(image, board, layout)
        source, scale = fitting(image, board, BOARD_PX)
        planes = [scaled(scale) @ seat_plane(board.corners, seat) for seat in range(1, layout.seats + 1)]
        found = [slot_axes(plane, row, layout.hinged) for plane, row in zip(planes, rows, strict=True)]
        axes = np.concatenate(found, axis=1)  # (place, right, back) of every slot, (3, slots, 2)
        if layout.hinged:
            axes = self._settled(source, axes)
        logits = self._logits(source, axes, layout.hinged)
        spaces, centers = layout.spaces_of(rows[0].count), (axes[0] + 0.5) / scale - 0.5
        first = pieces_of(spaces, centers, logits, layout.hinged)
        doubtful = [index for index, seen in enumerate(first) if seen.sure < DOUBTFUL]
        if not doubtful:
            return first
        if not layout.hinged:  # loose tiles are read together, or not at all
            doubtful = list(range(len(first)))
        again = [self._logits(source, nudged(axes[:, doubtful], *by), layout.hinged) for by in NUDGES]
        logits[doubtful] = np.mean([logits[doubtful], *again], axis=0)
        return pieces_of(spaces, centers, logits, layout.hinged)

    def _settled(self, image: Image, axes: Matrix) -> Matrix:
        """A box's row moved to the front or back, where its tiles read most surely: standing tiles hide its edge."""
        moved = [nudged(axes, 1, 0, depth) for depth in DEPTHS]
        answers = self._logits(image, np.concatenate(moved, axis=1), True).reshape(
            len(DEPTHS), axes.shape[1], -1
        )
        clear = [np.mean([piece_clarity(slot) for slot in answer]) for answer in answers]
        clear[0] += STAY
        return moved[int(np.argmax(clear))]

    def _logits(self, image: Image, axes: Matrix, hinged: bool) -> NDArray[np.float64]:
        window, shape = (HINGED_CROP, HINGED_SHAPE) if hinged else (LOOSE_CROP, LOOSE_SHAPE)
        crops = slot_crops(image, (axes[0], axes[1], axes[2]), window, shape)
        return np.asarray(self._slots[hinged](batch(crops))[0], dtype=np.float64)

    def find_rows(self, image: Image, board: BoardSeen, layout: Layout) -> list[Row]:
        """Where each seat's row lies, in the unit square of that seat, seat 1 first."""
        source, scale = fitting(image, board, STRIP_PX)
        seats = range(1, layout.seats + 1)
        planes = [scaled(scale) @ seat_plane(board.corners, seat) for seat in seats]
        strips = batch([strip(source, plane, layout.hinged) for plane in planes])
        maps = 1 / (1 + np.exp(-self._rows(strips)[0]))
        assert strips.shape[2:] == STRIP_SHAPE
        return find_rows(list(maps), layout.counts, layout.hinged)


def fitting(image: Image, board: BoardSeen, side: float) -> tuple[Image, float]:
    """The picture made smaller where the board is longer than `side` px, and by how much (1 or less)."""
    corners = np.asarray(board.corners)
    longest = float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).max())
    scale = min(1.0, side / longest) if longest > 1.5 * side else 1.0
    return (shrunk(image, scale), scale) if scale < 1 else (image, 1.0)


def scaled(scale: float) -> Matrix:
    """From a picture's pixels to those of the same made smaller, (3, 3)."""
    shift = 0.5 * scale - 0.5
    return np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1.0]])


def nudged(axes: Matrix, zoom: float, right: float, back: float) -> Matrix:
    """Slots (3, n, 2) looked at from a little farther (`zoom`) or beside, in slots."""
    return np.stack([axes[0] + right * axes[1] + back * axes[2], axes[1] * zoom, axes[2] * zoom])


def piece_clarity(logits: NDArray[np.float64]) -> float:
    """How clearly one slot answers: the log chances of its likeliest kind and digit."""
    kinds, digits = softmax(logits[: len(KINDS)]), softmax(logits[len(KINDS) :])
    return float(np.log(kinds.max()) + 0.5 * np.log(digits.max()))


def pieces_of(
    spaces: tuple[Space, ...], centers: Matrix, logits: NDArray[np.float64], hinged: bool
) -> tuple[Piece, ...]:
    """What every slot's answer means, in the order of the spaces."""
    slots = zip(spaces, centers, logits, strict=True)
    return tuple(piece(space, (float(x), float(y)), answer, hinged) for space, (x, y), answer in slots)


def piece(space: Space, center: Point, logits: NDArray[np.float64], hinged: bool) -> Piece:
    """What one slot's answer means: the kinds' logits first, then the digits' from 1."""
    kinds = softmax(logits[: len(KINDS)] / HEAT_KINDS) * BEFORE
    kinds /= kinds.sum()
    digits, fit = expected(softmax(logits[len(KINDS) :] / HEAT_DIGITS), space.number)
    if not hinged:  # an open tile shows its digit, so a mark that resembles another digit speaks for the back
        kinds[0] *= fit
        kinds /= kinds.sum()
    order = np.argsort(-kinds)
    chances = tuple((KINDS[index], float(kinds[index])) for index in order)
    kind = chances[0][0]
    shown = kind == "open" or (hinged and kind == "closed")
    reads = int(np.argmax(digits)) + 1 if shown else None
    sure = float(kinds[order[0]]) * (float(digits.max()) if shown else 1.0)
    return Piece(space.name, kind, reads, center, sure, chances)


def expected(digits: NDArray[np.float64], number: int) -> tuple[NDArray[np.float64], float]:
    """The digits' chances, knowing that a tile mostly lies in its own number's place, and how well that fits.

    The fit is 1 when the digits say nothing, more when they say `number`, less when they say another.
    """
    before = np.full(len(digits), (1 - IN_ORDER) / (len(digits) - 1))
    before[number - 1] = IN_ORDER
    after = digits * before
    return np.asarray(after / after.sum()), float(after.sum() * len(digits))


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chances that sum to 1."""
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())
