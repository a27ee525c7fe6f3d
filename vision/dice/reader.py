"""Dice: a picture goes in, the dice that lie in it come out.

A small network searches for what may be dice (dice_search.py), over a pyramid of pictures or, where the board is
known, over the board as from straight above. Each candidate is cut out of the full picture at one size, and a
second network tells whether it is a die, which face lies upmost, and whether it leans.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, inf, log
from pathlib import Path

import numpy as np

from ..frame import Image
from ..geometry.plane import Window, homography
from ..layout import Layout, Layouts, layouts
from ..network import Network
from ..observation import BoardSeen, Die
from .agreed import SECOND, Word, agreed
from .beside import of_one_size
from .candidates import (
    CUT,
    Candidate,
    Floats,
    Seen,
    Span,
    alone,
    clear,
    scale_at,
    scaling_of,
    spot_of,
    values_of,
)
from .lean import cocked, in_doubt
from .plain import PlainReader
from .search import LEAST, MAYBE, Search
from .upper import shown, stand_over, uppers
from .views import DIE_MM, View, flat_view, seen_around, through
from .views import die_px as any_die_px

FOUND, BEST = 20.0, 48.0
"""Side, px, at which dice of a known size are searched for, and at most for."""
AROUND = 0.42
"""How far around a board dice are searched for, as a share of its sides, where the picture shows it."""
NOTES = {True: "trust", False: "trust without a board"}
"""What the second network's file calls its calibration, for flat views and for others."""
TOLD = 0.08  # what is less likely a die is not told
_LEAST_PX = 11.0  # how large the search needs the smallest dice
_FAINT = 0.02  # after the first look at a cut: less likely a die is not looked at again
_ASKEW = 0.82  # likelier cocked than this is told so; between, the die is told as flat, but less surely
_LEANS = 0.4  # the same where geometry tells it too
_MOST = 48  # candidates looked at
_MAYBE_ON_BOARD, _MOST_ON_BOARD = 0.15, 20  # where a board tells the dice's size fewer places look like one
_SHARED = 0.62  # before they are read, candidates of two dice that touch may share so much
_AT_ONCE = 16  # cuts: what the processor keeps at hand
_FINEST = 1.5
_COARSEST = 2.2  # a die fills at most 1 / this of the picture's longer side


class DiceReader:
    """Reads dice with two trained networks.

    Args:
        search_path: the .onnx file that finds candidates (models/dice, "dice").
        faces_path: the .onnx file that reads them (models/dice, "faces").
        plain_path: the .onnx file that reads pictures without a board first (models/dice, "plain"): what it tells is
            weighed with what the second network says there. Without it the two read them alone.
        word: how much the second network's word counts then.
        known: the boards there are, by name; those that ship where none are handed in.

    Raises:
        BrokenNetwork: a file is not such a network.
    """

    def __init__(
        self,
        search_path: Path,
        faces_path: Path,
        plain_path: Path | None = None,
        word: Word = SECOND,
        *,
        known: Layouts | None = None,
    ) -> None:
        self._known = layouts() if known is None else known
        self._search = Search(search_path)
        shapes = {"die": (None, 12)}
        self._faces = Network(faces_path, input_shape=(None, 3, CUT, CUT), outputs=shapes)
        self._scalings = {flat: scaling_of(faces_path, self._faces, note) for flat, note in NOTES.items()}
        self._plain, self._word = None if plain_path is None else PlainReader(plain_path), word

    def read(
        self,
        image: Image,
        *,
        board: BoardSeen | None = None,
        die_px: Span | None = None,
        within: Sequence[Window] = (),
    ) -> tuple[Die, ...]:
        """The dice in a picture, surest first; `at` and `turn` are left None, and none is called off the board.

        Args:
            image: (H, W, 3) uint8 BGR.
            board: where one lies: dice are told on it and around it, and those that lean are told from flat ones.
            die_px: least and greatest length that a die's box side can have, px, where that is known.
            within: parts of the board's plane that alone are searched; none: all of the board and its surroundings.

        Raises:
            ValueError: not a colour picture, or die_px is no range.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
            raise ValueError(f"expected a picture (H, W, 3) uint8, got {image.shape} {image.dtype}")
        if die_px is not None and not 0 <= die_px[0] < die_px[1]:
            raise ValueError(f"expected die_px as (least, greatest), got {die_px}")
        if board is None and self._plain is not None:
            told = self._agreed(image, self._plain.read(image))
            return tuple(die for die in told if die_px is None or die_px[0] <= max(die.box[2:]) <= die_px[1])
        spots = self.weighed(image, board, die_px, within)
        if board is None or not spots:
            return tuple(_told(spot.seen, _ASKEW) for spot in spots if spot.seen.there >= TOLD)
        spots, square = of_one_size(spots, board), self._known[board.layout].square
        return tuple(_lying(image, spot, square) for spot in spots if spot.seen.there >= TOLD)

    def _agreed(self, image: Image, dice: Sequence[Die]) -> list[Die]:
        """Dice that another reader told, as it and the second network see them, surest first."""
        view = View(np.eye(3), (image.shape[1], image.shape[0]))
        shown = [(die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2, *die.box[2:]) for die in dice]
        spots = [Candidate(view, (box[0], box[1]), max(box[2:]), Seen(*box, 0.5)) for box in shown]
        both = [
            agreed(die, float(answers[:, 0].mean()), values_of(answers), self._word)
            for die, answers in zip(dice, self._answers(image, spots, (False, True)), strict=True)
        ]
        return sorted(both, key=lambda die: -die.sure)

    def weighed(
        self,
        image: Image,
        board: BoardSeen | None,
        die_px: Span | None = None,
        within: Sequence[Window] = (),
    ) -> list[Candidate]:
        """What `read` chooses from: every place that the search found, as its cut was read, surest first."""
        size = (image.shape[1], image.shape[0])
        layout = None if board is None else self._known[board.layout]
        if board is None or layout is None:
            views = pyramid(size, die_px)
        else:
            views = tuple(over(board, layout, die_px, size, part) for part in (within or (None,)))
        least, most = (MAYBE, _MOST) if board is None else (_MAYBE_ON_BOARD, _MOST_ON_BOARD)
        found = [(view, one) for view in views for one in self._search.candidates(view.of(image), least)]
        fitting = (0.8 * die_px[0], 1.25 * die_px[1]) if die_px else None
        if fitting is None and board is not None and layout is not None:
            fitting = any_die_px(board, layout)
        spots = alone([spot_of(view, one, fitting) for view, one in found], 1.8, _SHARED)
        seen = self._look(image, [spot for spot in spots if spot.seen.there > 0][:most])
        return alone(seen, inf)

    def _look(self, image: Image, spots: Sequence[Candidate]) -> list[Candidate]:
        """Each candidate cut out and read; those that are neither clear nor clearly nothing twice more."""
        first = self._read(image, spots, (False,))
        again = [spot for spot in first if spot.seen.there >= _FAINT and not clear(spot.seen)]
        done = [spot for spot in first if clear(spot.seen)]
        return done + self._read(image, again, (False, True))

    def _read(self, image: Image, spots: Sequence[Candidate], mirrored: Sequence[bool]) -> list[Candidate]:
        """Each candidate as its cut says, and as its mirrored cut where asked for."""
        told = self._answers(image, spots, mirrored)
        return [
            spot.read(answers, mirrored, self._scalings[spot.view.flat])
            for spot, answers in zip(spots, told, strict=True)
        ]

    def _answers(self, image: Image, spots: Sequence[Candidate], mirrored: Sequence[bool]) -> list[Floats]:
        """What the second network says of each candidate's cut, and of its mirrored one: (looks, 12) each."""
        if not spots:
            return []
        cuts = np.stack([through(image, spot.cut, (CUT, CUT)) for spot in spots])
        shown = np.concatenate([cuts[:, :, ::-1] if mirror else cuts for mirror in mirrored])
        batch = np.ascontiguousarray(shown.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
        parts = [self._faces(batch[k : k + _AT_ONCE])[0] for k in range(0, len(batch), _AT_ONCE)]
        answers = np.concatenate(parts).reshape(len(mirrored), len(spots), 12)
        return [answers[:, k] for k in range(len(spots))]


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


def over(
    board: BoardSeen,
    layout: Layout,
    die_px: Span | None,
    picture: tuple[int, int],
    window: Window | None = None,
) -> View:
    """The board and what lies around it, from straight above; or the part of its plane that a window shows."""
    deep, wide = millimetres = layout.size_mm
    to_unit = np.array([[1 / wide, 0, 0.5 / wide], [0, 1 / deep, 0.5 / deep], [0, 0, 1.0]])
    plain = View(homography(board.corners) @ to_unit, (round(wide), round(deep)))
    there = scale_at(plain, (wide / 2, deep / 2))  # px of the picture a millimetre
    if die_px is None:
        scale = min(_LEAST_PX / DIE_MM[0], 1.5 * there)
    else:
        scale = min(3.0 * there, FOUND * there / (max(1.0, die_px[0]) * die_px[1]) ** 0.5)
    shown = window or seen_around(board.corners, AROUND, picture)
    return flat_view(board.corners, millimetres, scale, shown, picture)


def _lying(image: Image, spot: Candidate, square: bool) -> Die:
    """A candidate of a flat view as a die; where the network doubts whether it leans, geometry tells that too.

    Only where a board's corners are a square's do they tell from where it is seen; the sides of others differ.
    """
    if not square:
        return _told(spot.seen, _ASKEW)
    if not in_doubt(spot.seen.cocked):
        return _told(spot.seen, _LEANS)
    seen = shown(image, spot, stand_over(spot.view, (image.shape[1], image.shape[0])))
    leans = cocked(spot.seen.cocked, seen, uppers(seen, spot.seen.values))
    return _told(replace(spot.seen, cocked=leans), _LEANS)


def _told(seen: Seen, cocked_from: float) -> Die:
    if seen.cocked > cocked_from:
        return Die(None, "cocked", seen.box, seen.there * seen.cocked, None, seen.values, seen.there)
    sure = seen.there * max(seen.values) * (1 - seen.cocked)
    return Die(int(np.argmax(seen.values)) + 1, "flat", seen.box, sure, None, seen.values, seen.there)
