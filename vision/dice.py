"""Dice: a picture goes in, the dice that lie in it come out.

A small network searches for what may be dice (dice_search.py), over a pyramid of pictures or, where the board is
known, over the board as from straight above. Each candidate is cut out of the full picture at one size, and a
second network tells whether it is a die, which face lies upmost, and whether it leans.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp, inf, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .board_geometry import Matrix, project
from .dice_plain import PlainReader
from .dice_search import LEAST, MAYBE, Found, Search, softmax, without_doubles
from .dice_views import DIE_MM, NOMINAL_MM, View, around, flat_view, seen_around, through
from .dice_views import die_px as any_die_px
from .errors import BrokenNetwork
from .frame import Image
from .network import Network
from .observation import BoardSeen, Box, Die, Point

Floats = NDArray[np.float32]
Span = tuple[float, float]
"""Least and greatest."""

CUT, IN_CUT = 64, 36.0
"""Side of what the second network sees, and of a die in it, px."""
FOUND, BEST = 20.0, 48.0
"""Side, px, at which dice of a known size are searched for, and at most for."""
AROUND = 0.42
"""How far around a board dice are searched for, as a share of its sides, where the picture shows it."""
NOTES = {True: "trust", False: "trust without a board"}
"""What the second network's file calls its calibration, for flat views and for others."""
TOLD = 0.08  # what is less likely a die is not told
_LEAST_PX = 11.0  # how large the search needs the smallest dice
_FAINT = 0.02  # after the first look at a cut: less likely a die is not looked at again
_CLEAR = 0.995  # surer than this after the first look: not looked at again
_MOST = 48  # candidates looked at
_MAYBE_ON_BOARD, _MOST_ON_BOARD = 0.15, 32  # where a board tells the dice's size fewer places look like one
_AT_ONCE = 16  # cuts: what the processor keeps at hand
_FINEST = 1.5
_COARSEST = 2.2  # a die fills at most 1 / this of the picture's longer side


@dataclass(frozen=True)
class _Seen(Found):
    """A candidate as it was read: its values' chances, and that it is cocked.

    `said`: logits of a die (faces, then search) and of its likeliest value.
    """

    values: tuple[float, ...] = ()
    cocked: float = 0.0
    said: tuple[float, ...] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class _Trust:
    """How the network's words become probabilities.

    A die is there with sigmoid(base + found * faces' logit + searched * search's logit + read * logit of its likeliest
    value); its values' chances are raised to the power `sharpness`; it is cocked with sigmoid(logit + leaning).
    """

    base: float
    found: float
    searched: float
    read: float
    sharpness: float
    leaning: float


def _trust(path: Path, network: Network, note: str) -> _Trust:
    """The calibration that the file carries."""
    words = network.notes.get(note, "").split()
    try:
        numbers = [float(word) for word in words]
        base, found, searched, read, sharpness, leaning = numbers
    except ValueError as error:
        raise BrokenNetwork(f"{path}: expected a note {note!r} of six numbers, got {words}") from error
    return _Trust(base, found, searched, read, sharpness, leaning)


class DiceReader:
    """Reads dice with two trained networks.

    Args:
        search_path: the .onnx file that finds candidates (models/dice, "dice").
        faces_path: the .onnx file that reads them (models/dice, "faces").
        plain_path: the .onnx file that reads pictures without a board instead (models/dice, "plain"): until these two
            read strange photographs as well, it does.

    Raises:
        BrokenNetwork: a file is not such a network.
    """

    def __init__(self, search_path: Path, faces_path: Path, plain_path: Path | None = None) -> None:
        self._search = Search(search_path)
        shapes = {"die": (None, 12)}
        self._faces = Network(faces_path, input_shape=(None, 3, CUT, CUT), outputs=shapes)
        self._trusts = {flat: _trust(faces_path, self._faces, note) for flat, note in NOTES.items()}
        self._plain = None if plain_path is None else PlainReader(plain_path)

    def read(
        self,
        image: Image,
        *,
        board: BoardSeen | None = None,
        die_px: Span | None = None,
    ) -> tuple[Die, ...]:
        """The dice in a picture, surest first; `at` is left None, and none is called off the board.

        Args:
            image: (H, W, 3) uint8 BGR.
            board: where one lies: dice are told on it and around it, and those that lean are told from flat ones.
            die_px: least and greatest length that a die's box side can have, px, where that is known.

        Raises:
            ValueError: not a colour picture, or die_px is no range.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
            raise ValueError(f"expected a picture (H, W, 3) uint8, got {image.shape} {image.dtype}")
        if die_px is not None and not 0 <= die_px[0] < die_px[1]:
            raise ValueError(f"expected die_px as (least, greatest), got {die_px}")
        if board is None and self._plain is not None:
            plain = self._plain.read(image)
            return tuple(die for die in plain if die_px is None or die_px[0] <= max(die.box[2:]) <= die_px[1])
        spots = self.weighed(image, board, die_px)
        return tuple(_told(spot.seen) for spot in spots if spot.seen.there >= TOLD)

    def weighed(self, image: Image, board: BoardSeen | None, die_px: Span | None = None) -> list["Spot"]:
        """What `read` chooses from: every place that the search found, as its cut was read, surest first."""
        size = (image.shape[1], image.shape[0])
        views = pyramid(size, die_px) if board is None else (over(board, die_px, size),)
        least, most = (MAYBE, _MOST) if board is None else (_MAYBE_ON_BOARD, _MOST_ON_BOARD)
        found = [(view, one) for view in views for one in self._search.candidates(view.of(image), least)]
        fitting = (0.8 * die_px[0], 1.25 * die_px[1]) if die_px else any_die_px(board) if board else None
        spots = _without_doubles([_spot(view, one, fitting) for view, one in found], 1.8)
        seen = self._look(image, [spot for spot in spots if spot.seen.there > 0][:most])
        return _without_doubles(seen, inf)

    def _look(self, image: Image, spots: Sequence["Spot"]) -> list["Spot"]:
        """Each candidate cut out and read; those that are neither clear nor clearly nothing twice more."""
        first = self._read(image, spots, (False,))
        again = [spot for spot in first if spot.seen.there >= _FAINT and not _clear(spot.seen)]
        clear = [spot for spot in first if _clear(spot.seen)]
        return clear + self._read(image, again, (False, True))

    def _read(self, image: Image, spots: Sequence["Spot"], mirrored: Sequence[bool]) -> list["Spot"]:
        """Each candidate as its cut says, and as its mirrored cut where asked for."""
        if not spots:
            return []
        cuts = np.stack([through(image, spot.cut, (CUT, CUT)) for spot in spots])
        shown = np.concatenate([cuts[:, :, ::-1] if mirror else cuts for mirror in mirrored])
        batch = np.ascontiguousarray(shown.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
        parts = [self._faces(batch[k : k + _AT_ONCE])[0] for k in range(0, len(batch), _AT_ONCE)]
        answers = np.concatenate(parts).reshape(len(mirrored), len(spots), 12)
        return [
            spot.read(answers[:, k], mirrored, self._trusts[spot.view.flat]) for k, spot in enumerate(spots)
        ]


@dataclass(frozen=True, eq=False)
class Spot:
    """A candidate in a view: where it was found there (centre and side px of the view), and as the picture shows it."""

    view: View
    middle: Point
    side: float
    seen: _Seen

    @property
    def cut(self) -> Matrix:
        """From the pixels of its cut to the picture's, (3, 3)."""
        return self.view.cut(self.middle, self.side / IN_CUT, (CUT - 1) / 2)

    def read(self, answers: Floats, mirrored: Sequence[bool], trust: _Trust) -> "Spot":
        """This candidate as its cut was read, (looks, 12)."""
        found = float(np.mean(answers[:, 0]))
        plain = np.mean([softmax(answer[1:7]) for answer in answers], axis=0)
        clear = log(max(plain.max(), 1e-6) / max(1 - plain.max(), 1e-6))
        searched = self.seen.said[1]
        there = _sigmoid(trust.base + trust.found * found + trust.searched * searched + trust.read * clear)
        values = plain**trust.sharpness
        cocked = _sigmoid(float(np.mean(answers[:, 7])) + trust.leaning) if self.view.flat else 0.0
        ways = np.array([-1.0 if mirror else 1.0 for mirror in mirrored])
        box = np.concatenate([[np.mean(answers[:, 8] * ways)], answers[:, 9:12].mean(axis=0)])
        x, y = np.asarray(self.middle) + self.view.upright(self.middle) @ box[:2] * self.side
        width, height = (self.side * exp(min(0.7, max(-0.7, float(log_side)))) for log_side in box[2:])
        shown = _shown(self.view, (float(x), float(y)), width, height)
        seen = _Seen(*shown, there, tuple((values / values.sum()).tolist()), cocked, (found, searched, clear))
        return Spot(self.view, (float(x), float(y)), max(width, height), seen)


def pyramid(picture: tuple[int, int], die_px: Span | None) -> tuple[View, ...]:
    """The views of a picture (width, height) without a board: finest first."""
    width, height = picture
    views = []
    for scale in scales((height, width), die_px):
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        across, down = width / size[0], height / size[1]
        matrix = np.array([[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1.0]])
        views.append(View(matrix, size))
    return tuple(views)


def scales(shape: tuple[int, int], die_px: Span | None) -> tuple[float, ...]:
    """The pyramid for a picture (H, W): factors, finest first."""
    if die_px is not None:
        least, greatest = max(1.0, die_px[0]), max(2.0, die_px[1])
        if greatest <= 2.5 * least:
            return (min(3.0, FOUND / (least * greatest) ** 0.5),)
        finest, coarsest = min(_FINEST, 1.4 * LEAST / least), BEST / greatest
    else:
        longest = max(shape)
        finest, coarsest = min(2.0, 1600 / longest), BEST / (longest / _COARSEST)
    return tuple(finest / 2**k for k in range(1 + max(0, ceil(log(finest / coarsest) / log(2)))))


def over(board: BoardSeen, die_px: Span | None, picture: tuple[int, int]) -> View:
    """The board and what lies around it, from straight above."""
    millimetres = NOMINAL_MM[board.layout]
    plain = flat_view(board.corners, millimetres, 1.0, around(0.0), picture)
    there = _scale(plain, (millimetres[1] / 2, millimetres[0] / 2))  # px of the picture a millimetre
    if die_px is None:
        scale = min(_LEAST_PX / DIE_MM[0], 1.5 * there)
    else:
        scale = min(3.0 * there, FOUND * there / (max(1.0, die_px[0]) * die_px[1]) ** 0.5)
    return flat_view(board.corners, millimetres, scale, seen_around(board.corners, AROUND, picture), picture)


def _steps(view: View, at: Point) -> Matrix:
    """How the picture moves when the view moves a pixel: (2, 2), a column for x, one for y."""
    x, y = at
    ends = project(view.matrix, [(x - 0.5, y), (x + 0.5, y), (x, y - 0.5), (x, y + 0.5)])
    return np.stack([ends[1] - ends[0], ends[3] - ends[2]], axis=1)


def _scale(view: View, at: Point) -> float:
    """Pixels of the picture to one of the view, there."""
    return float(np.sqrt(abs(np.linalg.det(_steps(view, at)))))


def _shown(view: View, at: Point, width: float, height: float) -> Box:
    """Centre and sides, px of the picture, of a die at `at` in a view."""
    x, y = project(view.matrix, [at])[0]
    steps = _steps(view, at)
    if not view.flat:
        return (
            float(x),
            float(y),
            width * float(np.hypot(*steps[:, 0])),
            height * float(np.hypot(*steps[:, 1])),
        )
    across, down = 0.5 * (width + height) * np.hypot(steps[:, 0], steps[:, 1])  # of any turn in the view
    return (float(x), float(y), float(across), float(down))


def _spot(view: View, found: Found, die_px: Span | None) -> Spot:
    """A candidate as the picture shows it; with no chance where it cannot be a die for its size."""
    box = _shown(view, (found.x, found.y), found.width, found.height)
    fits = die_px is None or die_px[0] <= max(box[2:]) <= die_px[1]
    seen = _Seen(
        *box, found.there if fits else 0.0, said=(0.0, log(found.there / (1 - min(found.there, 0.9999))))
    )
    return Spot(view, (found.x, found.y), found.side, seen)


def _clear(seen: _Seen) -> bool:
    return seen.there >= _CLEAR and max(seen.values) >= _CLEAR and not 0.02 < seen.cocked < 0.98


def _sigmoid(logit: float) -> float:
    return 1 / (1 + exp(-min(30.0, max(-30.0, logit))))


def _without_doubles(spots: Sequence[Spot], unlike: float) -> list[Spot]:
    """Surest first, those that share no place with a surer one."""
    sure = (spot.seen.there * max(spot.seen.values, default=1.0) for spot in spots)
    return without_doubles([(one, spot.seen, spot) for one, spot in zip(sure, spots, strict=True)], unlike)


def _told(seen: _Seen) -> Die:
    if seen.cocked > 0.5:
        return Die(None, "cocked", seen.box, seen.there * seen.cocked, None, seen.values, seen.there)
    sure = seen.there * max(seen.values) * (1 - seen.cocked)
    return Die(int(np.argmax(seen.values)) + 1, "flat", seen.box, sure, None, seen.values, seen.there)
