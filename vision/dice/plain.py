"""Dice where no board is known: one network over a pyramid of pictures, each candidate looked at again in four turns.

The network knows dice of 12 to 60 px. A pyramid of pictures brings dice of any size into that range and tells
where dice may be. Each candidate is then looked at again, cut out of the full picture at one size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp, inf, log
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from ..errors import BrokenNetwork
from ..frame import Image
from ..network import Network, in_parts
from ..observation import Die
from .search import Found, logit, non_maximum_suppressed, softmax

Floats = NDArray[np.float32]

CELL = 8
"""Pixels between two answers of the network."""
LEAST, FOUND, BEST, GREATEST = 12.0, 26.0, 48.0, 64.0
"""Longer side of a die as the network sees it, px: least, well found, best read, greatest."""
_CELLS = 13  # the second look's cut, in cells: odd, so that the middle of its middle cell is its middle
_LOOK = _CELLS * CELL
_REACH, _PART = 64, 640  # px: what a cell's answer depends on; a larger picture is scanned in parts
_AT_ONCE = 8  # pictures that the network is shown together
_MAYBE = 0.2  # the pyramid's candidates: at least this likely
_THERE = 0.06  # a die, after the second look: at least this likely
_MOST = 64  # candidates looked at again
_COARSEST = 2.2  # a die fills at most 1 / this of the picture's longer side


@dataclass(frozen=True)
class _Seen(Found):
    """A candidate, and the chances of its values."""

    values: tuple[float, ...] = ()


@dataclass(frozen=True)
class _Scaling:
    """How the network's logits become probabilities: Platt scaling.

    sure = sigmoid(base + found * logit(there is a die) + read * logit(its likeliest value)), the chances
    being raised to the power `sharpness` first.
    """

    base: float
    found: float
    read: float
    sharpness: float


def _scaling(path: Path, network: Network) -> _Scaling:
    """The calibration that the file carries."""
    words = network.notes.get("trust", "").split()
    try:
        base, found, read, sharpness = (float(word) for word in words)
    except ValueError as error:
        raise BrokenNetwork(f"{path}: expected a note 'trust' of four numbers, got {words}") from error
    return _Scaling(base, found, read, sharpness)


class PlainReader:
    """Reads dice of a picture without a board, with one trained network.

    Args:
        network_path: the .onnx file of models/dice ("plain").

    Raises:
        BrokenNetwork: the file is no dice network.
    """

    def __init__(self, network_path: Path) -> None:
        shapes = {"cells": (None, 12, None, None)}
        self._network = Network(network_path, input_shape=(None, 3, None, None), outputs=shapes)
        self._scaling = _scaling(network_path, self._network)

    def read(self, image: Image) -> tuple[Die, ...]:
        """What may be dice in a picture, surest first, also what hardly is one; `at` is left None.

        Args:
            image: (H, W, 3) uint8 BGR.
        """
        found: list[_Seen] = []
        for scale in scales(image.shape[:2]):
            found += self._scan(image, scale)
        most = 1.4 * max(image.shape[:2]) / _COARSEST
        alike = non_maximum_suppressed([(seen.there, seen, seen) for seen in found if seen.side <= most], 1.8)
        again = [seen for seen in self._look_again(image, alike[:_MOST]) if seen.there >= _THERE]
        kept = non_maximum_suppressed([(_told(seen, self._scaling).sure, seen, seen) for seen in again], inf)
        return tuple(_told(seen, self._scaling) for seen in kept)

    def _scan(self, image: Image, scale: float) -> list[_Seen]:
        """Candidates in one picture of the pyramid."""
        height, width = image.shape[:2]
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        shape = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = image if scale == 1 else cv2.resize(image, shape, interpolation=how)
        padded = cv2.copyMakeBorder(
            small, 0, -small.shape[0] % CELL, 0, -small.shape[1] % CELL, cv2.BORDER_REPLICATE
        )
        whole = np.asarray(padded, np.uint8)
        cells = in_parts(lambda part: self._cells(part[None])[0], whole, cell=CELL, reach=_REACH, most=_PART)
        there = _sigmoid(cells[0])
        peaks = (there >= _MAYBE) & (there >= cv2.dilate(there, np.ones((3, 3), np.uint8)))
        across, down = width / small.shape[1], height / small.shape[0]
        seen = []
        for row, column in zip(*np.nonzero(peaks), strict=True):
            near = _decode(cells[:, row, column], int(row), int(column))
            x, y = (near.x + 0.5) * across - 0.5, (near.y + 0.5) * down - 0.5
            if LEAST * 0.6 <= near.side <= GREATEST * 1.3:
                sides = (near.width * across, near.height * down)
                seen.append(_Seen(x, y, *sides, near.there, near.values))
        return seen

    def _look_again(self, image: Image, candidates: Sequence[_Seen]) -> list[_Seen]:
        """Each candidate cut out at its best size, in four turns, and what the four say together."""
        if not candidates:
            return []
        cuts = np.stack([_cut(image, seen) for seen in candidates])
        turned = np.concatenate([np.rot90(cuts, turns, (1, 2)) for turns in range(4)])
        answers = self._cells(turned).reshape(4, len(candidates), 12, _CELLS, _CELLS)
        return [_together(seen, answers[:, k]) for k, seen in enumerate(candidates)]

    def _cells(self, pictures: NDArray[np.uint8]) -> Floats:
        """(n, H, W, 3) uint8 -> (n, 12, H / 8, W / 8); a few at a time, for what leaves the cache is slow."""
        if len(pictures) > _AT_ONCE:
            firsts = range(0, len(pictures), _AT_ONCE)
            return np.concatenate([self._cells(pictures[first : first + _AT_ONCE]) for first in firsts])
        batch = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
        return self._network(batch)[0]


def scales(shape: tuple[int, int]) -> tuple[float, ...]:
    """The pyramid for a picture (H, W): factors, finest first."""
    longest = max(shape)
    finest, coarsest = min(2.0, 1600 / longest), BEST / (longest / _COARSEST)
    return tuple(finest / 2**k for k in range(1 + max(0, ceil(log(finest / coarsest) / log(2)))))


def _sigmoid(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float32)


def _decode(cell: Floats, row: int, column: int) -> _Seen:
    """One cell's answer (12,) as a candidate in the pixels of the picture that the network saw."""
    middle = (CELL - 1) / 2
    x, y = column * CELL + middle + float(cell[7]) * CELL, row * CELL + middle + float(cell[8]) * CELL
    width, height = (32 * exp(min(3.0, max(-3.0, float(side)))) for side in cell[9:11])
    there = float(_sigmoid(cell[:1])[0])
    return _Seen(x, y, width, height, there, tuple(softmax(cell[1:7]).tolist()))


def _cut(image: Image, seen: _Seen) -> Image:
    """A square around a candidate where it is `BEST` px long, (104, 104, 3)."""
    scale = BEST / seen.side
    middle = (_LOOK - 1) / 2
    reach = int(0.5 * _LOOK / scale) + 3
    x0, y0 = max(0, int(seen.x) - reach), max(0, int(seen.y) - reach)
    part = image[y0 : int(seen.y) + reach + 1, x0 : int(seen.x) + reach + 1]
    x, y = seen.x - x0, seen.y - y0
    if scale < 0.7:  # area first, or fine texture turns into pips
        across = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
        factors = (across[0] / part.shape[1], across[1] / part.shape[0])
        part = np.asarray(cv2.resize(part, across, interpolation=cv2.INTER_AREA), np.uint8)
        x, y, scale = (x + 0.5) * factors[0] - 0.5, (y + 0.5) * factors[1] - 0.5, 1.0
    warp = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]], np.float32)
    cut = cv2.warpAffine(part, warp, (_LOOK, _LOOK), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _together(seen: _Seen, answers: Floats) -> _Seen:
    """What four turns (4, 12, 13, 13) of a candidate's cut say together."""
    scale, middle, first = BEST / seen.side, (_LOOK - 1) / 2, _CELLS // 2 - 1
    looks = []
    for turns in range(4):
        near = answers[turns, 0, first:-first, first:-first]
        row, column = np.unravel_index(int(near.argmax()), near.shape)
        cell = answers[turns, :, row + first, column + first]
        looks.append((cell, _decode(cell, int(row) + first, int(column) + first)))
    logits = np.mean([cell for cell, _ in looks], axis=0)
    values = np.mean([look.values for _, look in looks], axis=0)
    there = float(_sigmoid(logits[:1])[0])
    upright = looks[0][1]
    sides = (upright.width / scale, upright.height / scale)
    x, y = seen.x + (upright.x - middle) / scale, seen.y + (upright.y - middle) / scale
    return _Seen(x, y, *sides, there, tuple((values / values.sum()).tolist()))


def _told(seen: _Seen, scaling: _Scaling) -> Die:
    raised = np.array(seen.values) ** scaling.sharpness
    chances = tuple((raised / raised.sum()).tolist())
    best = max(chances)
    sure = 1 / (1 + exp(-scaling.base - scaling.found * logit(seen.there) - scaling.read * logit(best)))
    return Die(int(np.argmax(chances)) + 1, "flat", seen.box, sure, None, chances, min(1.0, sure / best))
