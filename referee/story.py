"""What games of every kind end alike, and how a record tells what an event ended, after its "= "."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from .core import Outcome, Value

PLAYERS = frozenset({"players", "winners", "targets", "target", "other"})
"""Names of an outcome's values that are players, from 0: one player, or several."""

ENDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "game": ("number", "points", "play_offs", "winners"),  # a game of a series; everybody has `points`
        "play_off": ("settling", "players"),  # these are level and play off for the game, the round, ...
        "match": ("play_offs", "winners"),  # the whole match; `play_offs` hold everybody's points of each
    }
)
"""What may end in every game with points -> the names of its values; points are None for who did not play."""


def outcome(ids: Mapping[str, tuple[str, ...]], what: str, player: int | None, *values: Value) -> Outcome:
    """An outcome with its values named as the game's `outcome_ids` say."""
    return Outcome(what, player, tuple(zip(ids[what], values, strict=True)))


def match_over(winners: tuple[int, ...], play_offs: tuple[tuple[int | None, ...], ...] = ()) -> Outcome:
    """The match has its winners."""
    return outcome(ENDS, "match", None, play_offs, winners)


def end_text(ended: Outcome) -> str:
    """The line of one of ENDS, or of what ends as a game does, such as a round."""
    values = ended.named
    if ended.what == "play_off":
        return f"play-off for the {values['settling']} between {numbered(values['players'])}"
    rounds = "".join(f", play-off {points_of(points)}" for points in values["play_offs"])
    won = f"{rounds} won by {numbered(values['winners'])}"
    if ended.what == "match":
        return f"match{won}"
    return f"{ended.what} {values['number']}: {points_of(values['points'])}{won}"


def plain_text(outcome: Outcome) -> str:
    """The line of anything else: "2 doubles, to 4", "1 passes, no_entry, dice 6 6"; what is 0 is left out."""
    who = () if outcome.player is None else (outcome.player + 1,)
    head = " ".join(map(str, (*who, outcome.what)))
    return ", ".join((head, *(_named(name, value) for name, value in outcome.values if value != 0)))


def _named(name: str, value: Value) -> str:
    parts = value if isinstance(value, tuple) else (value,)
    shown = numbered(parts) if name in PLAYERS else " ".join(map(str, parts))
    return shown if name == "reason" else f"{name} {shown}"


def numbered(players: Iterable[int]) -> str:
    """Players, numbered from 1: "1 3"."""
    return " ".join(str(player + 1) for player in players)


def points_of(scores: Iterable[int | None]) -> str:
    """Points, one a player: "12 - 9", a dash for who did not play."""
    return " ".join("-" if points is None else str(points) for points in scores)
