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
from .search import SHARED, Detection, non_maximum_suppressed, sigmoid, softmax
from .views import SearchView

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
class Scaling:
    """How the network's logits become probabilities: Platt scaling.

    A die is there with sigmoid(base + detected * faces' logit + searched * search's logit + read * its likeliest
    value's logit); the chances of its values are the faces' to the power `sharpness` times the search's to the power
    `second`; it is cocked with sigmoid(logit + leaning).
    """

    base: float
    detected: float
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
        base, detected, searched, read, sharpness, leaning, second = numbers
    except ValueError as error:
        raise BrokenNetwork(f"{path}: expected a note {note!r} of seven numbers, got {words}") from error
    return Scaling(base, detected, searched, read, sharpness, leaning, second)


@dataclass(frozen=True, eq=False, kw_only=True)
class Candidate(Detection):
    """A candidate as the picture shows it, with where it was found and how it was read.

    Attributes:
        view: in which it was found.
        middle: its centre there, px of the view.
        length: its side there, px of the view.
        values: the chances of its six values, as its cut shows them; () before it is read.
        cocked: how likely it leans.
        logits: those of a die (faces, then search) and of its likeliest value.
    """

    view: SearchView
    middle: Point
    length: float
    values: tuple[float, ...] = ()
    cocked: float = 0.0
    logits: tuple[float, ...] = (0.0, 0.0, 0.0)

    @property
    def cut(self) -> Matrix:
        """From the pixels of its cut to the picture's, (3, 3)."""
        return self.view.cut(self.middle, self.length / IN_CUT, (CUT - 1) / 2)

    def read(self, answers: Floats, mirrored: Sequence[bool], scaling: Scaling) -> "Candidate":
        """This candidate as its cut was read, (looks, 12)."""
        detected = float(np.mean(answers[:, 0]))
        plain = values_of(answers)
        clear = log(max(plain.max(), 1e-6) / max(1 - plain.max(), 1e-6))
        searched = self.logits[1]
        there = sigmoid(
            scaling.base + scaling.detected * detected + scaling.searched * searched + scaling.read * clear
        )
        values = plain**scaling.sharpness * (np.asarray(self.shows) + UNSEEN) ** scaling.second
        cocked = sigmoid(float(np.mean(answers[:, 7])) + scaling.leaning) if self.view.flat else 0.0
        ways = np.array([-1.0 if mirror else 1.0 for mirror in mirrored])
        box = np.concatenate([[np.mean(answers[:, 8] * ways)], answers[:, 9:12].mean(axis=0)])
        x, y = np.asarray(self.middle) + self.view.upright(self.middle) @ box[:2] * self.length
        width, height = (self.length * exp(min(0.7, max(-0.7, float(log_side)))) for log_side in box[2:])
        middle = (float(x), float(y))
        return Candidate(
            *shown_as(self.view, middle, width, height), there, self.shows, view=self.view, middle=middle,
            length=max(width, height), values=tuple((values / values.sum()).tolist()), cocked=cocked,
            logits=(detected, searched, clear),
        )  # fmt: skip


def values_of(answers: Floats) -> Floats:
    """The chances of the six values (6,) that several looks (looks, 12) give together."""
    return np.asarray(np.mean([softmax(answer[1:7]) for answer in answers], axis=0), np.float32)


def _steps(view: SearchView, at: Point) -> Matrix:
    """How the picture moves when the view moves a pixel: (2, 2), a column for x, one for y."""
    x, y = at
    ends = project(view.matrix, [(x - 0.5, y), (x + 0.5, y), (x, y - 0.5), (x, y + 0.5)])
    return np.stack([ends[1] - ends[0], ends[3] - ends[2]], axis=1)


def scale_at(view: SearchView, at: Point) -> float:
    """Pixels of the picture to one of the view, there."""
    return float(np.sqrt(abs(np.linalg.det(_steps(view, at)))))


def shown_as(view: SearchView, at: Point, width: float, height: float) -> Box:
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


def spot_of(view: SearchView, detection: Detection, die_px: Span | None) -> Candidate:
    """A candidate as the picture shows it; with no chance where it cannot be a die for its size."""
    box = shown_as(view, (detection.x, detection.y), detection.width, detection.height)
    fits = die_px is None or die_px[0] <= max(box[2:]) <= die_px[1]
    searched = log(detection.there / (1 - min(detection.there, 0.9999)))
    there, middle = detection.there if fits else 0.0, (detection.x, detection.y)
    return Candidate(
        *box, there, detection.shows, view=view, middle=middle, length=detection.side, logits=(0.0, searched, 0.0)
    )


def clear(spot: Candidate) -> bool:
    """Whether a first look says all there is to say."""
    return spot.there >= _CLEAR and max(spot.values) >= _CLEAR and not 0.02 < spot.cocked < 0.98


def best_views(spots: Sequence[Candidate], unlike: float, shared: float) -> list[Candidate]:
    """As `alone`, of places that are not read yet: of two views of one die the one that shows it large enough."""
    well = (1.0 if spot.view.flat else min(1.0, spot.length / WELL) for spot in spots)
    ranked = [(spot.there * share, spot, spot) for spot, share in zip(spots, well, strict=True)]
    return sorted(non_maximum_suppressed(ranked, unlike, shared), key=lambda spot: -spot.there)


def alone(spots: Sequence[Candidate], unlike: float, shared: float = SHARED) -> list[Candidate]:
    """Surest first, those that share no place with a surer one; `unlike`, `shared` as in `non_maximum_suppressed`."""
    sure = (spot.there * max(spot.values, default=1.0) for spot in spots)
    ranked = [(weight, spot, spot) for weight, spot in zip(sure, spots, strict=True)]
    return non_maximum_suppressed(ranked, unlike, shared)
