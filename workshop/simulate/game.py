"""A simulated game as values: what is played, what is to go wrong, the looks and the truth beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from referee.core import CHANCE, Roll
from referee.match import Match
from vision.observation import Observation
from webui.table.setup import Setup

from ..recordings.plays import FOUL
from ..recordings.script import Told
from .faults import Fault

Played: TypeAlias = tuple[str, str, tuple[tuple[str, Any], ...]]
"""A game, its profile, and house rules that differ from that."""

PLAYED: tuple[Played, ...] = (
    ("occe_child", "OCCE enfant", ()),
    ("occe_adult", "OCCE adulte", ()),
    ("occe_child", "OCCE enfant", (("turns", "alternate"),)),
    ("royal", "Tric-Trac Royal", (("frames", "own"),)),
)
"""Games whose pieces the camera sees, on a board with a frame for each player."""


@dataclass(frozen=True)
class Wish:
    """What is to go wrong beside what was counted.

    Attributes:
        kinds: of faults.FORCED; each game has one of them, once.
        foul: chance of a foul at a throw.
    """

    kinds: tuple[str, ...] = ()
    foul: float = FOUL


@dataclass(frozen=True)
class Check:
    """A moment at which play should be told right.

    Attributes:
        look: index of the first look after it.
        throw: number of the throw that came to rest last, from 0.
        stands: what `standing` says of the truth then.
    """

    look: int
    throw: int
    stands: object


@dataclass(frozen=True)
class Lived:
    """A game and what is seen of it.

    Attributes:
        setup: what is played.
        looks: in order of time.
        truth: what should be told, each with its second `t`.
        checks: one a throw that counts.
        faults: all that went wrong.
    """

    setup: Setup
    looks: tuple[Observation, ...]
    truth: tuple[Mapping[str, Any], ...]
    checks: tuple[Check, ...]
    faults: tuple[Fault, ...]


def standing(match: Match) -> object:
    """How a match stands: who must act, points, the board, and the dice whatever their order."""
    game: Any = match.game
    state = match.state
    dice = tuple(sorted(game.dice(state)))
    return game.awaits(state), game.scores(state), tuple(sorted(game.appearance(state).items())), dice


def owes(match: Match, told: Sequence[Told]) -> bool:
    """A move is due once this is told."""
    for line in told:
        match = after(match, line)
    due = match.game.awaits(match.state)
    return due is not None and due.actor != CHANCE


def after(match: Match, line: Told) -> Match:
    """The match once a line of the truth happened."""
    if line["event"] == "roll_settled":
        return match.then(Roll(tuple(line["dice"])))
    if line["event"] != "move_accepted":
        return match
    legal: Any = match.game.legal(match.state)
    return match.then(next(move for move in legal if sorted(move.tiles) == sorted(line["closed"])))


def foul_of(told: Sequence[Told]) -> str:
    """Which kind of faults.PLAYERS a throw is that does not count."""
    rule = next((line["rule"] for line in told if "rule" in line), "")
    return {"": "void", "must_close": "forgotten"}.get(rule, "dice_count")
