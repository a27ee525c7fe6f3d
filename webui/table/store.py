"""A table as JSON values and back, so that a game goes on after the power was cut."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from referee.core import Event, Placed, Roll
from referee.match import Match

from .events import TableEvent
from .sentence import plain, plain_sentence
from .setup import NO_GAME, Setup
from .state import Lying, Sentence, Sight, Spot, Table, Throws, Turned, Unread, Wrong

PLAIN = ("t", "started", "paused", "fitting", "setting_up")
"""Fields of a table that are JSON values already."""


def to_json(table: Table) -> dict[str, Any]:
    """The whole table; `from_json` makes an equal one of it."""
    return {
        "setup": table.setup.to_json(),
        "match": _events(table.match),
        **{name: getattr(table, name) for name in PLAIN},
        "throws": _throws(table.throws),
        "spots": {space: _values(spot) for space, spot in table.spots.items()},
        "turned": _values(table.turned),
        "wrong": None if table.wrong is None else _values(table.wrong) | {"told": _told(table.wrong.told)},
        "verdict": _told(table.verdict),
        "sight": _values(table.sight),
    }


def lasting(table: Table) -> Table:
    """What of a table a restart brings back: all but the time, and what the camera sees anew all by itself."""
    if not table.sight.on:
        return replace(table, t=0.0)
    throws = replace(table.throws, rolling=False, lying=(), since=None, absorb=False)
    sight = Sight(light_low=table.sight.light_low)
    turned = replace(table.turned, since=0.0)
    return replace(table, t=0.0, fitting=False, spots={}, wrong=None, throws=throws, turned=turned, sight=sight)


def from_json(said: Mapping[str, Any], sentence: Sentence = plain_sentence) -> Table:
    """The table that `to_json` wrote. Raises KeyError, TypeError, AttributeError or ValueError for anything else."""
    setup = Setup.from_json(said["setup"])
    if type(said["t"]) not in (int, float) or not math.isfinite(said["t"]):
        raise ValueError(f"t: expected seconds; got {said['t']!r}")
    wrong = said["wrong"]
    return Table(
        setup=setup,
        match=None if setup.game == NO_GAME else _match(setup, said["match"]),
        **{name: said[name] for name in PLAIN},
        throws=_throws_said(said["throws"]),
        spots={space: Spot(**_frozen(spot)) for space, spot in said["spots"].items()},
        turned=Turned(**_frozen(said["turned"])),
        wrong=None if wrong is None else Wrong(**_frozen(wrong) | {"told": _event_told(wrong["told"])}),
        verdict=_event_told(said["verdict"]),
        sight=Sight(**_frozen(said["sight"])),
        sentence=sentence,
    )


def _values(value: Any) -> dict[str, Any]:
    """The fields of a dataclass, tuples as lists."""
    return {part.name: plain(getattr(value, part.name)) for part in fields(value)}


def _frozen(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _tuples(value) for name, value in said.items()}


def _tuples(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value


def _throws(throws: Throws) -> dict[str, Any]:
    unread = throws.unread
    kept = None if unread is None else _values(unread) | {"lying": _dice(unread.lying)}
    return _values(throws) | {"lying": _dice(throws.lying), "unread": kept}


def _throws_said(said: Mapping[str, Any]) -> Throws:
    kept = said.get("unread")
    unread = None if kept is None else Unread(**_frozen(kept) | {"lying": _lying(kept["lying"])})
    return Throws(**_frozen(said) | {"lying": _lying(said["lying"]), "unread": unread})


def _dice(lying: tuple[Lying, ...]) -> list[dict[str, Any]]:
    return [_values(die) for die in lying]


def _lying(dice: list[Any]) -> tuple[Lying, ...]:
    return tuple(Lying(**_frozen(die)) for die in dice)


def _events(match: Match | None) -> list[Any] | None:
    """The match as lists of dice, words of moves, and spaces with what was said to stand there."""
    return None if match is None else [_event(match, event) for event in match.events]


def _event(match: Match, event: Event) -> Any:
    if isinstance(event, Roll):
        return list(event.dice)
    return dict(event.spaces) if isinstance(event, Placed) else match.game.to_text(event)


def _match(setup: Setup, events: list[Any]) -> Match:
    """The match replayed: a throw is a list of dice, a move a word, a person's word spaces with kinds."""
    match = setup.match()
    for event in events:
        match = match.then(_event_said(match, event))
    return match


def _event_said(match: Match, said: Any) -> Event:
    if isinstance(said, list):
        return Roll(tuple(said))
    return Placed(tuple(said.items())) if isinstance(said, dict) else match.game.from_text(said)


def _told(event: TableEvent | None) -> dict[str, Any] | None:
    if event is None:
        return None
    return {part.name: getattr(event, part.name) for part in fields(event)}


def _event_told(said: Mapping[str, Any] | None) -> TableEvent | None:
    return None if said is None else TableEvent(**said)
