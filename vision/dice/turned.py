"""How a die lies turned: by the pips of its upper face, and by the outline that a flat die of that turn has there.

Nothing is learnt here. A face's sides look alike after every quarter turn, so the turn is modulo 90 degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import inverse, project
from ..layout import Layout
from ..observation import BoardSeen, Die
from .candidates import CUT, Candidate, shown_as
from .upper import (
    FINE,
    ROUNDED,
    Shown,
    Upper,
    halves,
    rotations,
    shown,
    stand_over,
    strengths,
    turns_like,
    uppers,
)
from .views import SearchView, around, flat_view

LIKE, EDGE, OFF = 10.0, 18.0, 0.2
"""What pips and edges count, in logs; how far a die's middle may be from where it was read, in halves of its side."""
PLAIN = 0.85
"""How sure it must be that the turn is right to 10 degrees: chosen on drawn tables of seeds 7713, 8301, 8305."""
PLACES = 3
PARALLEL = 11.0
"""What counts, in logs, that the edges there run in two directions upright to each other, were all of them to."""
STEPS = np.arange(CUT) - (CUT - 1) / 2
RING = np.exp(-0.5 * ((np.hypot(STEPS[:, None], STEPS) - 15.0) / 5.0) ** 2).astype(np.float32)
"""(CUT, CUT): about 15 px from a cut's middle lie a die's edges, give or take 5; pips farther in."""


def turned(image: Image, board: BoardSeen, layout: Layout, dice: Sequence[Die]) -> tuple[Die, ...]:
    """Dice read on a board; each flat die whose turn is unknown gets it.

    Args:
        image: (H, W, 3) uint8 BGR, through a straight lens: what they were read in.
        board: where it lies there.
        layout: of that board.
        dice: as they were read there.
    """
    lying = [die for die in dice if untold(die)]
    shows = dict(zip(lying, shown_of(image, board, layout, lying), strict=True))
    return tuple(
        replace(die, turn=turn_of(shows[die], uppers(shows[die], die.chances))) if die in shows else die for die in dice
    )


def shown_of(image: Image, board: BoardSeen, layout: Layout, dice: Sequence[Die]) -> list[Shown]:
    """What the cut of each die shows, of dice that were read on a board; arguments as of `turned`."""
    if not dice:
        return []
    size = (image.shape[1], image.shape[0])
    view = flat_view(board.corners, layout.size_mm, 1.0, around(0.0), size)
    stand = stand_over(view, size)
    return [shown(image, spot_of(view, die), stand) for die in dice]


def untold(die: Die) -> bool:
    """Whether its turn may be asked for."""
    return die.state == "flat" and die.turn is None and bool(die.chances)


def spot_of(view: SearchView, die: Die) -> Candidate:
    """A die as a flat view shows it: the inverse of the way it was reported."""
    x, y = project(inverse(view.matrix), [die.center])[0].tolist()
    _, _, across, down = shown_as(view, (x, y), 1.0, 1.0)
    width, height = die.box[2:]
    side = (width / across + height / down) / 2
    return Candidate(*die.center, width, height, die.there, view=view, middle=(x, y), length=side)


def turn_of(shown: Shown, places: Sequence[Upper]) -> float | None:
    """Degrees, 0 to 90, that a die seen from straight above is turned, clockwise; None where nothing tells it plainly.

    Args:
        shown: what its cut shows.
        places: where its upper face may be, likeliest first.
    """
    turn, sure = turn_and_sure(shown, places)
    return None if sure < PLAIN else turn


def turn_and_sure(shown: Shown, places: Sequence[Upper]) -> tuple[float, float]:
    """The likeliest turn, and how sure it is right to 10 degrees if the die lies flat, 0 to 1."""
    logs = np.stack([_logs(shown, upper) for upper in (*places[:PLACES], _unseen(shown))])
    logs += _parallel(shown)
    weights = np.exp(logs - logs.max()).sum(axis=0)
    weights /= weights.sum()
    k, near = int(weights.argmax()), 10 // FINE
    around = np.arange(k - near, k + near + 1)
    shares = weights[around % len(weights)]
    turn = float((around * shares).sum() / shares.sum()) * FINE
    return round(turn % 90, 1) % 90, float(shares.sum())


def _unseen(shown: Shown) -> Upper:
    """The upper face of a die without visible pips: where it would be if the die lay flat."""
    half = shown.half(np.radians(20))
    x, y = ((CUT - 1) / 2 + half * slope for slope in shown.slope)
    return Upper(0.0, 0, 0.0, (x, y), 1.0)


def _parallel(shown: Shown) -> NDArray[np.float64]:
    """How likely (a log) the directions of the edges around a die make each turn of 0, FINE, ... degrees."""
    steps = shown.across + 1j * shown.down
    lengths = np.abs(steps)
    clearest = lengths.argmax(axis=2)[..., None]
    step, length = (np.take_along_axis(part, clearest, axis=2)[..., 0] for part in (steps, lengths))
    agreed = (RING * (step / np.maximum(length, 1e-6)) ** 4 * length).sum() / max((RING * length).sum(), 1e-6)
    return np.asarray(PARALLEL * np.real(agreed * np.exp(-4j * np.radians(np.arange(0, 90, FINE)))))


def _logs(shown: Shown, upper: Upper) -> NDArray[np.float64]:
    """How likely (a log) each turn of 0, FINE, ... degrees is if this is the upper face of a flat die."""
    turns = np.radians(np.arange(0, 90, FINE))
    half = np.array([shown.half(turn) for turn in turns])
    like = turns_like(shown, upper) if upper.value else np.zeros(len(turns))
    flat = halves(rotations(np.zeros((len(turns), 2))), turns, shown.slope) * half[:, None, None]
    off = np.hypot(*(upper.middle - flat[:, 2] - (CUT - 1) / 2).T) / half
    sizes = np.concatenate([part * flat for part in ROUNDED])
    edges = strengths(shown, sizes, upper.middle - sizes[:, 2]).reshape(len(ROUNDED), -1).max(axis=0)
    return np.asarray(LIKE * like + EDGE * edges - 1.5 * np.log1p((off / OFF) ** 2) + np.log(upper.chance))
