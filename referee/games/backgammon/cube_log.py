"""A log of doubles in the notation's terms: the value of the doubling die, its owner, and the winner by a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ... import expect
from ..arrows.state import COLOURS
from .doubling import MOST, DoublingCube

STAKES = 10**9
"""Greatest stake that a question may name."""


@dataclass(frozen=True)
class _Log:
    cube: DoublingCube
    offered_by: int | None = None
    winner: int | None = None


def answer(state: Mapping[str, Any], question: Mapping[str, Any]) -> Mapping[str, Any]:
    """The number on the die and its owner after each event; `winner` and `won` are null without a refusal.

    Raises:
        BadQuestion: something is missing or no such event, or one that the rules do not allow.
    """
    stake = expect.whole(expect.member(state, "stake", "state.stake"), "state.stake", 0, STAKES)
    log, values, owners = _Log(DoublingCube()), [], []
    events = expect.items(expect.member(question, "events", "input.events"), "input.events")
    for index, event in enumerate(events):
        log = _after(log, event, f"input.events[{index}]")
        shown = log.cube.value * (2 if log.offered_by is not None else 1)
        values.append(shown)
        settled = log.offered_by is None and log.winner is None
        owners.append(COLOURS[log.cube.owner] if settled and log.cube.owner is not None else "-")
    won = None if log.winner is None else stake * log.cube.value
    winner = None if log.winner is None else COLOURS[log.winner]
    return {"cube_values": values, "owner_after": owners, "winner": winner, "won": won}


def _after(log: _Log, event: object, path: str) -> _Log:
    player, word = _read(event, path)
    if log.winner is not None:
        raise expect.wrong(path, "nothing after a refused double", event)
    if log.offered_by is None:
        if word != "double" or not log.cube.may_double(player):
            may = [colour for who, colour in enumerate(COLOURS) if log.cube.may_double(who)]
            raise expect.wrong(path, f"a double by {' or '.join(may) or f'nobody beyond {MOST}'}", event)
        return _Log(log.cube, offered_by=player)
    if word == "double" or player == log.offered_by:
        raise expect.wrong(path, f"accept or drop by {COLOURS[1 - log.offered_by]}", event)
    if word == "accept":
        return _Log(log.cube.accepted(player))
    return _Log(log.cube, winner=log.offered_by)


def _read(event: object, path: str) -> tuple[int, str]:
    expected = "a colour and a word: double, accept or drop"
    if not isinstance(event, list | tuple) or len(event) != 2:
        raise expect.wrong(path, expected, event)
    colour, word = event
    if colour not in COLOURS or word not in ("double", "accept", "drop"):
        raise expect.wrong(path, expected, event)
    return COLOURS.index(colour), word
