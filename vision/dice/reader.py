"""Dice: a picture goes in, the dice that lie in it come out.

A small network searches for what may be dice (search.py), over a pyramid of pictures or, where the board is known, over
the board as from straight above, and tells what they seem to show. Each candidate is cut out of the full picture at one
size, and a second network tells whether it is a die, which face lies upmost, and whether it leans. The finest view
costs three times as much as all others: it is searched only where no dice large enough are found without it, and only
around the places where the next coarser one shows a trace of a die.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, log
from pathlib import Path

import cv2
import numpy as np

from ..frame import Image
from ..geometry.plane import Window, homography
from ..layout import Layout, Layouts, layouts
from ..network import Network
from ..observation import BoardSeen, Die
from .alike import weighed_together
from .beside import APART, CERTAIN, of_like_size, of_one_size
from .candidates import CUT, Candidate, Floats, Span, alone, best_views, clear, scale_at, scaling_of, spot_of
from .held import without_pips
from .lean import borne_out, cocked, in_doubt
from .search import LEAST, MAYBE, Marks, Search, candidates, chances
from .upper import Shown, in_proportion, shown, stand_over, uppers
from .views import DIE_MM, SearchView, around_in_picture, flat_view, through
from .views import die_px as any_die_px

FOUND, BEST = 20.0, 48.0
"""Side, px, at which dice of a known size are searched for, and at most for."""
AROUND = 0.42
"""How far around a board dice are searched for, as a share of its sides, where the picture shows it."""
NOTES = {True: "trust", False: "trust without a board"}
"""What the second network's file calls its calibration, for flat views and for others."""
TOLD = 0.08  # candidates below this are not reported
_LEAST_PX = 11.0  # how large the search needs the smallest dice
_FAINT = 0.02  # after the first look at a cut: less likely a die is not looked at again
_ASKEW = 0.82  # likelier cocked than this is reported so; between, the die is reported as flat, but less surely
_LEANS = 0.4  # the same where geometry tells it too
_ALL, _LIKELY = 200, 0.5
"""Candidates looked at at most, where so many are so likely dice."""
_SURE, _LARGE = 0.9, 18.0
"""Where a die so sure and none so small, px, is seen in the next coarser picture, the finest shows nothing more."""
_UNLIKE, _SHARED = 1.8, 0.62  # before they are read, candidates of two dice that touch may share so much
_AT_ONCE = 16  # cuts: what the processor keeps at hand
_FINEST = 1.5
_COARSEST = 2.2  # a die fills at most 1 / this of the picture's longer side


@dataclass(frozen=True)
class _Pick:
    """Which places are looked at closely.

    Attributes:
        least: chance of a die.
        most: how many, unless more are likely dice.
        apart: those more than so many times smaller than a certain die are not.
    """

    least: float
    most: int
    apart: float = inf


_Look = tuple[SearchView, Floats]
"""A view, and what the search answers there."""
TRACE = 0.05
"""From which chance of a die a place shows a trace of one."""

_BESIDE = 0.15
"""Beside a certain die what is less likely one is not looked at closely."""
_ANYWHERE, _ON_BOARD = _Pick(MAYBE, 48), _Pick(0.15, 20, APART)
"""Where a board tells the dice's size fewer places look like one."""


class DiceReader:
    """Reads dice with two trained networks.

    Args:
        search_path: the .onnx file that finds candidates (models/dice, "dice").
        faces_path: the .onnx file that reads them (models/dice, "faces").
        known: the boards there are, by name; those that ship where none are handed in.

    Raises:
        BrokenNetwork: a file is not such a network.
    """

    def __init__(
        self,
        search_path: Path,
        faces_path: Path,
        *,
        known: Layouts | None = None,
    ) -> None:
        self._known = layouts() if known is None else known
        self._search = Search(search_path)
        shapes = {"die": (None, 12)}
        self._faces = Network(faces_path, input_shape=(None, 3, CUT, CUT), outputs=shapes)
        self._scalings = {flat: scaling_of(faces_path, self._faces, note) for flat, note in NOTES.items()}

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
        spots = self.weighed(image, board, die_px, within)
        if board is None or not spots:
            spots = of_like_size(weighed_together(image, spots))
            return tuple(_as_die(spot, _ASKEW) for spot in spots if spot.there >= TOLD)
        spots, square = of_one_size(spots, board), self._known[board.layout].square
        return tuple(_lying(image, spot, square) for spot in spots if spot.there >= TOLD)

    def weighed(
        self,
        image: Image,
        board: BoardSeen | None,
        die_px: Span | None = None,
        within: Sequence[Window] = (),
    ) -> list[Candidate]:
        """What `read` chooses from: every place that the search found, as its cut was read, surest first."""
        size, fitting = (image.shape[1], image.shape[0]), _fitting(die_px)
        if board is not None:
            layout = self._known[board.layout]
            views = [over(board, layout, die_px, size, part) for part in (within or (None,))]
            look = self._at_traces if die_px is None else self._search.cells  # of 10 px, dice would show no trace
            looks = [(view, look(view.of(image))) for view in views]
            return alone(self._read_closely(image, looks, fitting or any_die_px(board, layout), _ON_BOARD), inf)
        finest, *coarser = pyramid(size, die_px)
        looks, shown = [], image
        for view in coarser:
            shown = view.of(shown)  # each picture is made of the one before
            looks.append((view, self._search.cells(shown)))
        spots = self._read_closely(image, looks, fitting, _ANYWHERE)
        if not _large_enough(spots, finest):
            where = _traces(looks[0][1]) if looks else None
            closer = [(finest, self._search.cells(finest.of(image), where))]
            spots += self._read_closely(image, closer, fitting, _ANYWHERE)
        return alone(without_pips(spots), inf)

    def _at_traces(self, picture: Image) -> Floats:
        """What the search answers where half as large a picture shows a trace of a die."""
        half = (max(1, picture.shape[1] // 2), max(1, picture.shape[0] // 2))
        smaller = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
        return self._search.cells(picture, _traces(self._search.cells(smaller)))

    def _read_closely(
        self, image: Image, looks: Sequence[_Look], fitting: Span | None, pick: _Pick
    ) -> list[Candidate]:
        """What the search found, as its cuts are read: the likely dice first, which tell how small others may be."""
        hits = [(view, hit) for view, cells in looks for hit in candidates(cells, pick.least)]
        spots = best_views([spot_of(view, hit, fitting) for view, hit in hits], _UNLIKE, _SHARED)
        likely = [spot for spot in spots if spot.there >= _LIKELY][:_ALL]
        others = [spot for spot in spots if 0 < spot.there < _LIKELY][: max(0, pick.most - len(likely))]
        read = self._look(image, likely)
        if certain := [spot.length for spot in read if spot.there >= CERTAIN]:
            least = max(certain) / pick.apart
            others = [spot for spot in others if spot.there >= _BESIDE and spot.length >= least]
        return read + self._look(image, others)

    def _look(self, image: Image, spots: Sequence[Candidate]) -> list[Candidate]:
        """Each candidate cut out and read; those that are neither clear nor clearly nothing twice more."""
        first = self._read(image, spots, (False,))
        again = [spot for spot in first if spot.there >= _FAINT and not clear(spot)]
        done = [spot for spot in first if clear(spot)]
        return done + self._read(image, again, (False, True))

    def _read(self, image: Image, spots: Sequence[Candidate], mirrored: Sequence[bool]) -> list[Candidate]:
        """Each candidate as its cut says, and as its mirrored cut where asked for."""
        answered = self._answers(image, spots, mirrored)
        return [
            spot.read(answers, mirrored, self._scalings[spot.view.flat])
            for spot, answers in zip(spots, answered, strict=True)
        ]

    def _answers(self, image: Image, spots: Sequence[Candidate], mirrored: Sequence[bool]) -> list[Floats]:
        """The second network's answer for each candidate's cut, and for its mirrored cut: (looks, 12) each."""
        if not spots:
            return []
        cuts = np.stack([through(image, spot.cut, (CUT, CUT)) for spot in spots])
        shown = np.concatenate([cuts[:, :, ::-1] if mirror else cuts for mirror in mirrored])
        batch = np.ascontiguousarray(shown.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
        parts = [self._faces(batch[k : k + _AT_ONCE])[0] for k in range(0, len(batch), _AT_ONCE)]
        answers = np.concatenate(parts).reshape(len(mirrored), len(spots), 12)
        return [answers[:, k] for k in range(len(spots))]


def _fitting(die_px: Span | None) -> Span | None:
    """The sides that a candidate may have."""
    return None if die_px is None else (0.8 * die_px[0], 1.25 * die_px[1])


def _traces(cells: Floats) -> Marks:
    """The cells that show a trace of a die, and those around them."""
    traces = (chances(cells[0]) >= TRACE).astype(np.uint8)
    return np.asarray(cv2.dilate(traces, np.ones((3, 3), np.uint8)), np.bool_)


def _large_enough(spots: Sequence[Candidate], finest: SearchView) -> bool:
    """Whether dice were found, none of them so small that others might only be seen in the finest picture."""
    px = float(finest.matrix[0, 0]) * 2  # of the picture, to one of the next coarser view
    sides = [spot.side / px for spot in spots if spot.there >= _SURE]
    return bool(sides) and min(sides) >= _LARGE


def pyramid(picture: tuple[int, int], die_px: Span | None) -> tuple[SearchView, ...]:
    """The views of a picture (width, height) without a board: finest first."""
    width, height = picture
    views = []
    for scale in scales((height, width), die_px):
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        across, down = width / size[0], height / size[1]
        matrix = np.array([[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1.0]])
        views.append(SearchView(matrix, size, whole=True))
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
) -> SearchView:
    """The board and what lies around it, from straight above; or the part of its plane that a window shows."""
    deep, wide = millimetres = layout.size_mm
    to_unit = np.array([[1 / wide, 0, 0.5 / wide], [0, 1 / deep, 0.5 / deep], [0, 0, 1.0]])
    plain = SearchView(homography(board.corners) @ to_unit, (round(wide), round(deep)))
    there = scale_at(plain, (wide / 2, deep / 2))  # px of the picture a millimetre
    if die_px is None:
        scale = min(_LEAST_PX / DIE_MM[0], 1.5 * there)
    else:
        scale = min(3.0 * there, FOUND * there / (max(1.0, die_px[0]) * die_px[1]) ** 0.5)
    shown = window or around_in_picture(board.corners, AROUND, picture)
    return flat_view(board.corners, millimetres, scale, shown, picture)


def _lying(image: Image, spot: Candidate, square: bool) -> Die:
    """A candidate of a flat view as a die; where the network doubts whether it leans, geometry tells that too.

    Only where a board's corners are a square's do they tell from where it is seen; the sides of others differ, are told
    less surely, and their geometry has a word only against the network's.
    """
    leans, size = spot.cocked, (image.shape[1], image.shape[0])
    if not square:
        shown = _shown(image, in_proportion(spot, size))
        leans = borne_out(leans, spot.values, shown, uppers(shown, spot.values))
    elif in_doubt(leans):
        shown = _shown(image, spot)
        leans = cocked(leans, shown, uppers(shown, spot.values))
    return _as_die(replace(spot, cocked=leans), _LEANS if square else _ASKEW)


def _shown(image: Image, spot: Candidate) -> Shown:
    return shown(image, spot, stand_over(spot.view, (image.shape[1], image.shape[0])))


def _as_die(spot: Candidate, cocked_from: float) -> Die:
    if spot.cocked > cocked_from:
        sure = spot.there * spot.cocked
        return Die(None, "cocked", spot.box, sure, None, spot.values, spot.there, leans=spot.cocked)
    sure = spot.there * max(spot.values) * (1 - spot.cocked)
    value = int(np.argmax(spot.values)) + 1
    return Die(value, "flat", spot.box, sure, None, spot.values, spot.there, leans=spot.cocked)
