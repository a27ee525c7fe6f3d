"""The tiles of a board: which stand open, which are closed, and what digit each shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import BrokenLayout, BrokenNetwork
from ..frame import Image
from ..geometry.plane import Matrix, batch, halved, homography, inverse, project, sides, smaller
from ..layout import Layout, Layouts, Space, layouts
from ..network import Network
from ..observation import BoardSeen, Piece, PieceKind, Point
from .crops import STRIP_SHAPE, seat_plane, slot_axes, slot_crops, strip
from .rows import Map3, candidates, find_rows
from .slots import HINGED, KINDS, LOOSE, Slots, softmax

OUTSIDE = np.eye(len(KINDS))[KINDS.index("unknown")]  # chances of a slot that lies outside the picture
# A doubtful tile is looked at again (loose ones: with all of their board), nudged: zoom, to the right, to the back.
NUDGES = ((0.92, 0, 0), (1.08, 0, 0), (1, 0.07, 0), (1, -0.07, 0), (1, 0, 0.07), (1, 0, -0.07))
BOARD_NUDGES = ((1.06, 0.04, 0.03), (0.95, -0.04, -0.03))  # the same for loose tiles, all of a board
DEPTHS, STAY = (0.0, -0.6, -1.2, 0.6), 0.1  # slots that a box's row may lie off; what speaks for staying
SEEN = 0.5  # what speaks for a row that the maps show well
BOARD_PX = 450.0  # a board twice as large is made smaller before its crops are cut
STRIP_PX = 300.0  # the same for the strips


@dataclass(frozen=True, eq=False)
class ShownSlots:
    """A picture at the places of a board's slots.

    Attributes:
        source: the picture, made smaller where its board is large.
        axes: place, step to the right and step to the back of every slot, px of `source`, (3, slots, 2).
        crops: what each slot shows, (slots, height, width, 3) uint8.
        centers: each slot's place, px of the picture, (slots, 2).
        size: the picture's height and width, px.
    """

    source: Image
    axes: Matrix
    crops: NDArray[np.uint8]
    centers: Matrix
    size: tuple[int, ...]


class TileReader:
    """Reads the tiles with three small networks: one finds the rows, two read what stands in each slot.

    Args:
        rows_path: models.path("rows"): where a row of slots lies in a strip of the flattened board.
        tiles_path: models.path("tiles"): state and digit of the loose tiles of a whole board.
        hinges_path: models.path("hinges"): state and digit of one hinged tile.
        known: the boards there are, by name; those that ship where none are handed in.

    Raises:
        BrokenNetwork: a file is not the network it should be.
        BrokenLayout: the networks cannot read the rows of a board.
    """

    def __init__(
        self, rows_path: Path, tiles_path: Path, hinges_path: Path, *, known: Layouts | None = None
    ) -> None:
        maps = {"maps": (None, 3, None, None)}
        self._rows = Network(rows_path, input_shape=(None, 3, None, None), outputs=maps)
        self._slots = {
            slots: Network(
                path,
                input_shape=(None, 3, *slots.shape),
                outputs={"logits": (None, len(KINDS) + slots.digits)},
            )
            for slots, path in ((LOOSE, tiles_path), (HINGED, hinges_path))
        }

        for layout in (layouts() if known is None else known).values():
            self._expect_readable(layout)

    def _expect_readable(self, layout: Layout) -> None:
        """The rows of a board are tried on its network: loose tiles are read together, in rows as it was taught."""
        slots = HINGED if layout.hinged else LOOSE
        for count in layout.counts:
            rows = f"{layout.name}: expected rows that the networks read; got {layout.seats} of {count} tiles"
            if count > slots.digits:
                raise BrokenLayout(f"{rows}, where numbers go to {slots.digits}")
            try:
                self._read(np.zeros((layout.seats * count, *slots.shape, 3), np.uint8), slots)
            except BrokenNetwork as error:
                raise BrokenLayout(f"{rows}: {error}") from error

    def read(self, image: Image, board: BoardSeen, layout: Layout) -> tuple[Piece, ...]:
        """One piece for every space, in the layout's order, of as many a row as the tiles tell.

        Args:
            image: (H, W, 3) uint8 BGR.
            board: where the board is, as BoardFinder found it.
            layout: of that board.
        """
        shown = self.shown(image, board, layout, self.places(image, board, layout))
        return self.pieces(shown, layout, self.probabilities(shown, layout))

    def places(self, image: Image, board: BoardSeen, layout: Layout) -> Matrix:
        """Where every slot is: its place and where one step to the right and one to the back end, (3, slots, 2).

        In the board's unit square; as long as the board lies there, they need not be looked for again.
        """
        source, to_source = fitting(image, board, BOARD_PX)
        axes = self._axes(image, source, to_source, board, layout)
        ends = np.stack([axes[0], axes[0] + axes[1], axes[0] + axes[2]]).reshape(-1, 2)
        back = inverse(to_source @ homography(board.corners))
        return np.asarray(project(back, ends).reshape(axes.shape))

    def shown(self, image: Image, board: BoardSeen, layout: Layout, places: Matrix) -> ShownSlots:
        """What a picture shows at the places of its slots."""
        source, to_source = fitting(image, board, BOARD_PX)
        ends = project(to_source @ homography(board.corners), places.reshape(-1, 2)).reshape(places.shape)
        axes = np.stack([ends[0], ends[1] - ends[0], ends[2] - ends[0]])
        slots = HINGED if layout.hinged else LOOSE
        crops = slot_crops(source, (axes[0], axes[1], axes[2]), slots.crop, slots.shape)
        return ShownSlots(source, axes, crops, project(inverse(to_source), axes[0]), image.shape[:2])

    def probabilities(self, shown: ShownSlots, layout: Layout) -> Matrix:
        """Each slot's kinds' and digits' probabilities, (slots, kinds + digits); the doubtful looked at again."""
        slots, source, axes = HINGED if layout.hinged else LOOSE, shown.source, shown.axes
        logits = self._read(shown.crops, slots)
        first = self.pieces(shown, layout, slots.probabilities(logits))
        doubtful = [index for index, answer in enumerate(first) if answer.sure < slots.doubtful]
        if not doubtful:
            return slots.probabilities(logits)
        if slots.hinged:
            again = [self._logits(source, nudged(axes[:, doubtful], *by), slots) for by in NUDGES]
            logits[doubtful] = np.mean([logits[doubtful], *again], axis=0)
            return slots.probabilities(logits)
        # loose tiles are read together, or not at all
        again = [self._logits(source, nudged(axes, *by), slots) for by in BOARD_NUDGES]
        return np.asarray(np.mean([slots.probabilities(each) for each in (logits, *again)], axis=0))

    def pieces(self, shown: ShownSlots, layout: Layout, likely: Matrix) -> tuple[Piece, ...]:
        """One piece for every slot, given its kinds' and its digits' probabilities, (slots, kinds + digits)."""
        spaces = layout.spaces_of(len(likely) // layout.seats)
        slots = HINGED if layout.hinged else LOOSE
        return pieces_of(spaces, shown.centers, likely, slots, shown.size)

    def _axes(
        self, image: Image, source: Image, to_source: Matrix, board: BoardSeen, layout: Layout
    ) -> Matrix:
        """(place, right, back) of every slot in the pixels of `source`, (3, slots, 2)."""
        planes = [to_source @ seat_plane(board.corners, seat) for seat in range(1, layout.seats + 1)]
        maps = self._maps(image, board, layout)
        if layout.hinged:
            return self._box_axes(source, planes[0], maps[0], layout)
        rows = find_rows(list(maps), layout)
        axes = [slot_axes(plane, row, False) for plane, row in zip(planes, rows, strict=True)]
        return np.concatenate(axes, axis=1)

    def _box_axes(self, image: Image, plane: Matrix, maps: Map3, layout: Layout) -> Matrix:
        """A box's slots, (3, slots, 2): of all rows that may be meant, the one whose tiles read best in their order.

        Standing tiles hide their row's edge, and 9 wide tiles look much like 10 narrow ones: so each likely row is
        read, also a little to the front and the back, and the digits tell.
        """
        tried, bonus = [], []
        for scored in candidates(maps, layout):
            axes = np.stack(slot_axes(plane, scored.row, True))
            tried += [nudged(axes, 1, 0, depth) for depth in DEPTHS]
            bonus += [SEEN * scored.score + STAY * (depth == 0) for depth in DEPTHS]
        logits = self._logits(image, np.concatenate(tried, axis=1), HINGED)
        ends = np.cumsum([axes.shape[1] for axes in tried])[:-1]
        clear = [clarity(answers) for answers in np.split(logits, ends)]
        return tried[int(np.argmax(np.add(clear, bonus)))]

    def _logits(self, image: Image, axes: Matrix, slots: Slots) -> NDArray[np.float64]:
        return self._read(slot_crops(image, (axes[0], axes[1], axes[2]), slots.crop, slots.shape), slots)

    def _read(self, crops: NDArray[np.uint8], slots: Slots) -> NDArray[np.float64]:
        return np.asarray(self._slots[slots](batch(crops))[0], dtype=np.float64)

    def _maps(self, image: Image, board: BoardSeen, layout: Layout) -> NDArray[np.float32]:
        """What the rows' network sees in the strip of each seat, seat 1 first: (seats, 3, h, w)."""
        source, to_source = fitting(image, board, STRIP_PX)
        seats = range(1, layout.seats + 1)
        planes = [to_source @ seat_plane(board.corners, seat) for seat in seats]
        strips = batch([strip(source, plane, layout.row.window) for plane in planes])
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
    margins = [
        np.log(softmax(slot[: len(KINDS)]).max()) + 0.5 * np.log(softmax(slot[len(KINDS) :])[number] + 1e-3)
        for number, slot in enumerate(answers)
    ]
    return float(np.mean(margins))


def pieces_of(
    spaces: tuple[Space, ...],
    centers: Matrix,
    likely: NDArray[np.float64],
    slots: Slots,
    shape: tuple[int, ...],
) -> tuple[Piece, ...]:
    """What stands in every slot, in the order of the spaces.

    Args:
        spaces: of the layout.
        centers: (n, 2) px in the picture.
        likely: (n, kinds + digits) probabilities.
        slots: the network that gave them.
        shape: of the picture; what lies outside it is unknown.
    """
    outside = np.any((centers < -0.5) | (centers > (shape[1] - 0.5, shape[0] - 0.5)), axis=1)
    kinds = np.where(outside[:, None], OUTSIDE, likely[:, : len(KINDS)])
    numbers = [space.number for space in spaces]
    digits = in_order(likely[:, len(KINDS) :], numbers, slots.in_order)
    orders, read, clear = np.argsort(-kinds, axis=1), digits.argmax(axis=1) + 1, digits.max(axis=1)
    each = zip(
        spaces, centers.tolist(), kinds.tolist(), orders.tolist(), read.tolist(), clear.tolist(), strict=True
    )
    return tuple(
        piece(space, (x, y), [(KINDS[index], chances[index]) for index in order], (digit, sure), slots.hinged)
        for space, (x, y), chances, order, digit, sure in each
    )


def piece(
    space: Space, center: Point, kinds: Sequence[tuple[PieceKind, float]], digit: tuple[int, float], hinged: bool
) -> Piece:
    """What stands in one slot, given the chance of each kind, likeliest first, and its likeliest digit with its own."""
    kind, sure = kinds[0]
    shown = kind == "open" or (hinged and kind == "closed")
    number, clear = digit
    return Piece(space.name, kind, number if shown else None, center, sure * (clear if shown else 1.0), tuple(kinds))


def in_order(digits: NDArray[np.float64], numbers: Sequence[int], likely: float) -> NDArray[np.float64]:
    """The digits' chances (n, digits), knowing how likely a tile shows its own number."""
    before = np.full(digits.shape, (1 - likely) / (digits.shape[1] - 1))
    before[np.arange(len(numbers)), np.asarray(numbers) - 1] = likely
    after = digits * before
    return np.asarray(after / after.sum(axis=1, keepdims=True))
