"""A candidate for a die: where a view shows it, how its cut is made, and what it was read as."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import BrokenNetwork
from ..geometry.plane import Matrix, project
from ..network import Network
from ..observation import Box, Point
from .search import SHARED, Found, non_maximum_suppressed, sigmoid, softmax
from .views import View

Floats = NDArray[np.float32]
Span = tuple[float, float]
"""Least and greatest."""

CUT, IN_CUT = 64, 36.0
"""Side of what the second network sees, and of a die in it, px."""
WELL = 24.0
"""Side, px, from which on the search sees a die's size well."""
UNSEEN = 1e-3
"""The least chance of a value that the search's word can mean."""
_CLEAR = 0.995  # surer than this after the first look: not looked at again


@dataclass(frozen=True)
class Seen(Found):
    """A candidate as it was read: its values' chances, and that it is cocked.

    `said`: logits of a die (faces, then search) and of its likeliest value.
    """

    values: tuple[float, ...] = ()
    cocked: float = 0.0
    said: tuple[float, ...] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Scaling:
    """How the network's logits become probabilities: Platt scaling.

    A die is there with sigmoid(base + found * faces' logit + searched * search's logit + read * logit of its likeliest
    value); the chances of its values are the faces' raised to the power `sharpness` times the search's raised to
    `second`; it is cocked with sigmoid(logit + leaning).
    """

    base: float
    found: float
    searched: float
    read: float
    sharpness: float
    leaning: float
    second: float


def scaling_of(path: Path, network: Network, note: str) -> Scaling:
    """The calibration that the file carries."""
    words = network.notes.get(note, "").split()
    try:
        numbers = [float(word) for word in words]
        base, found, searched, read, sharpness, leaning, second = numbers
    except ValueError as error:
        raise BrokenNetwork(f"{path}: expected a note {note!r} of seven numbers, got {words}") from error
    return Scaling(base, found, searched, read, sharpness, leaning, second)


@dataclass(frozen=True, eq=False)
class Candidate:
    """A candidate in a view: where it was found there (centre and side px of the view), and as the picture shows it."""

    view: View
    middle: Point
    side: float
    seen: Seen

    @property
    def cut(self) -> Matrix:
        """From the pixels of its cut to the picture's, (3, 3)."""
        return self.view.cut(self.middle, self.side / IN_CUT, (CUT - 1) / 2)

    def read(self, answers: Floats, mirrored: Sequence[bool], scaling: Scaling) -> "Candidate":
        """This candidate as its cut was read, (looks, 12)."""
        found = float(np.mean(answers[:, 0]))
        plain = values_of(answers)
        clear = log(max(plain.max(), 1e-6) / max(1 - plain.max(), 1e-6))
        searched = self.seen.said[1]
        there = sigmoid(
            scaling.base + scaling.found * found + scaling.searched * searched + scaling.read * clear
        )
        values = plain**scaling.sharpness * (np.asarray(self.seen.shows) + UNSEEN) ** scaling.second
        cocked = sigmoid(float(np.mean(answers[:, 7])) + scaling.leaning) if self.view.flat else 0.0
        ways = np.array([-1.0 if mirror else 1.0 for mirror in mirrored])
        box = np.concatenate([[np.mean(answers[:, 8] * ways)], answers[:, 9:12].mean(axis=0)])
        x, y = np.asarray(self.middle) + self.view.upright(self.middle) @ box[:2] * self.side
        width, height = (self.side * exp(min(0.7, max(-0.7, float(log_side)))) for log_side in box[2:])
        shown = shown_as(self.view, (float(x), float(y)), width, height)
        chances = tuple((values / values.sum()).tolist())
        seen = Seen(*shown, there, self.seen.shows, chances, cocked, (found, searched, clear))
        return Candidate(self.view, (float(x), float(y)), max(width, height), seen)


def values_of(answers: Floats) -> Floats:
    """The chances of the six values (6,) that several looks (looks, 12) tell together."""
    return np.asarray(np.mean([softmax(answer[1:7]) for answer in answers], axis=0), np.float32)


def _steps(view: View, at: Point) -> Matrix:
    """How the picture moves when the view moves a pixel: (2, 2), a column for x, one for y."""
    x, y = at
    ends = project(view.matrix, [(x - 0.5, y), (x + 0.5, y), (x, y - 0.5), (x, y + 0.5)])
    return np.stack([ends[1] - ends[0], ends[3] - ends[2]], axis=1)


def scale_at(view: View, at: Point) -> float:
    """Pixels of the picture to one of the view, there."""
    return float(np.sqrt(abs(np.linalg.det(_steps(view, at)))))


def shown_as(view: View, at: Point, width: float, height: float) -> Box:
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


def spot_of(view: View, found: Found, die_px: Span | None) -> Candidate:
    """A candidate as the picture shows it; with no chance where it cannot be a die for its size."""
    box = shown_as(view, (found.x, found.y), found.width, found.height)
    fits = die_px is None or die_px[0] <= max(box[2:]) <= die_px[1]
    searched = log(found.there / (1 - min(found.there, 0.9999)))
    seen = Seen(*box, found.there if fits else 0.0, found.shows, said=(0.0, searched, 0.0))
    return Candidate(view, (found.x, found.y), found.side, seen)


def clear(seen: Seen) -> bool:
    """Whether a first look says all there is to say."""
    return seen.there >= _CLEAR and max(seen.values) >= _CLEAR and not 0.02 < seen.cocked < 0.98


def one_each(spots: Sequence[Candidate], unlike: float, shared: float) -> list[Candidate]:
    """As `alone`, of places that are not read yet: of two views of one die the one that shows it large enough."""
    well = (1.0 if spot.view.flat else min(1.0, spot.side / WELL) for spot in spots)
    told = [(spot.seen.there * share, spot.seen, spot) for spot, share in zip(spots, well, strict=True)]
    return sorted(non_maximum_suppressed(told, unlike, shared), key=lambda spot: -spot.seen.there)


def alone(spots: Sequence[Candidate], unlike: float, shared: float = SHARED) -> list[Candidate]:
    """Surest first, those that share no place with a surer one; `unlike`, `shared` as in `non_maximum_suppressed`."""
    sure = (spot.seen.there * max(spot.seen.values, default=1.0) for spot in spots)
    told = [(one, spot.seen, spot) for one, spot in zip(sure, spots, strict=True)]
    return non_maximum_suppressed(told, unlike, shared)
