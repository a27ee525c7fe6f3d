"""Whether a die leans, by geometry where the board is known.

A die that lies flat shows its upper face just where the camera's place over the board's plane asks for, and an outline
to match: of each place where its pips may be the upper face's, the outlines of flat and of leaning dice are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry.plane import Matrix
from .candidates import CUT
from .search import logit, sigmoid
from .upper import ROUNDED, Shown, Upper, halves, rotations, strengths

LIKE, EDGE, OFF = 14.0, 15.0, 0.14
"""What pips and edges count, in logs; how far a die's middle may be from where it was read, in halves of its side."""
LEAST, MOST, APART = 0.19, 0.74, 0.144
"""Sines of the leans that are compared: from, to, and from one to the next."""
DOUBTFUL, SURE = 0.011, 0.99
"""Chances of a cocked die, as the network has them: from the first on geometry is asked (of 71 dice on drawn tables
with less, 3 of which lean, it would tell none as leaning), from the second on it counts only against it (of
39 that lean it doubts 4 and loses none)."""
EXPLAINED = 0.9
"""How likely a value must be for its upper face to explain what is seen."""


@dataclass(frozen=True)
class Fusion:
    """How the network's word and geometry become one chance that a die is cocked: a logistic regression.

    Attributes:
        base: log odds of a die without evidence from either, seen from straight above.
        read: what the network's log odds count, and `most` how far they are believed.
        odds: what geometry's count where an upper face is plainly seen, and `odds_most` how far.
        plain: log odds that are added where it is.
        slope: those added for a die seen aslant, for each height that it is displaced.
        plain_from: how well the pips must fit to count, and to count in full.
    """

    base: float = -1.39
    read: float = 0.48
    most: float = 4.0
    odds: float = 1.06
    odds_most: float = 5.0
    plain: float = 1.72
    slope: float = -1.22
    plain_from: tuple[float, float] = (0.5, 0.8)


FUSION = Fusion()
"""Fitted on drawn tables of split `train`, seeds 8311, 8313 and 8315, weighed as if 5.5 % of the dice leant."""


def leans() -> Matrix:
    """Sines (n, 2) of the leans that are compared, in x and y; the first is of a flat die."""
    steps = np.arange(-5, 6) * APART
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    far = np.hypot(*grid.T)
    return np.concatenate([np.zeros((1, 2)), grid[(far > LEAST) & (far < MOST)]])


def in_doubt(read: float) -> bool:
    """Whether geometry is asked about a die that the network takes for cocked with this chance."""
    return read > DOUBTFUL


LEANS = leans()
ROTATIONS = rotations(LEANS)


@dataclass(frozen=True)
class Lean:
    """The geometry of a die.

    Attributes:
        odds: log of how much likelier the cut is if it leans than if it lies flat.
        plain: how well the pips of an upper face fit, 0 to 1.
    """

    odds: float
    plain: float


def cocked(read: float, shown: Shown, places: Sequence[Upper], fusion: Fusion = FUSION) -> float:
    """The chance that a die is cocked.

    Args:
        read: that chance as the network has it.
        shown: what the die's cut shows.
        places: where its upper face may be.
        fusion: how both are weighed.
    """
    if not in_doubt(read):
        return read
    lean = lean_of(shown, places)
    if read >= SURE and lean.odds >= 0:
        return read
    return weighed(read, lean, float(np.hypot(*shown.slope)), fusion)


def borne_out(read: float, values: Sequence[float], shown: Shown, places: Sequence[Upper]) -> float:
    """The chance that a die is cocked where the network's word alone is not believed.

    It is the network's where geometry bears it out, or where no upper face explains what is seen. Where they contradict
    each other both words are weighed; a mere doubt of the network's counts for nothing then.

    Args:
        read: that chance as the network has it.
        values: the chances of the values 1 to 6 if it lies flat.
        shown: what the die's cut shows.
        places: where its upper face may be.
    """
    odds = lean_of(shown, places).odds
    if odds > 0 or not places or max(values) < EXPLAINED:
        return read
    return sigmoid(logit(read) + odds) if read > 0.5 else 0.0


def weighed(read: float, lean: Lean, aslant: float, fusion: Fusion = FUSION) -> float:
    """The chance that a die is cocked, as the network and geometry have it together.

    Args:
        read: that chance as the network has it.
        lean: what geometry says.
        aslant: by how much what stands there is displaced, to its height.
        fusion: how both are weighed.
    """
    low, high = fusion.plain_from
    plain = min(1.0, max(0.0, (lean.plain - low) / (high - low)))
    network = min(fusion.most, max(-fusion.most, logit(read)))
    odds = min(fusion.odds_most, max(-fusion.odds_most, lean.odds))
    geometry = plain * (fusion.odds * odds + fusion.plain)
    return float(sigmoid(fusion.base + fusion.read * network + geometry + fusion.slope * aslant))


def lean_of(shown: Shown, places: Sequence[Upper]) -> Lean:
    """Whether a die leans, by geometry alone; without a visible upper face there is no answer."""
    if not places:
        return Lean(0.0, 0.0)
    logs = np.concatenate([_logs(shown, upper) for upper in places])  # (places * sizes, leans)
    logs -= logs.max()
    flat, lean = np.exp(logs[:, 0]).sum(), np.exp(logs[:, 1:]).mean(axis=1).sum()
    return Lean(float(np.log(max(lean, 1e-12)) - np.log(max(flat, 1e-12))), places[0].like)


def _logs(shown: Shown, upper: Upper) -> Matrix:
    """How likely (a log) each lean is if this is the upper face: (sizes, leans)."""
    turn = np.radians(upper.turn)
    ways = halves(ROTATIONS, np.full(len(LEANS), turn), shown.slope) * shown.half(turn)
    sizes = np.concatenate([part * ways for part in ROUNDED])
    middles = upper.middle - sizes[:, 2]
    off = np.hypot(*(middles - (CUT - 1) / 2).T) / shown.half(turn)
    logs = EDGE * strengths(shown, sizes, middles) - 1.5 * np.log1p((off / OFF) ** 2)
    return np.asarray(logs.reshape(len(ROUNDED), -1) + LIKE * upper.like + np.log(upper.chance))
