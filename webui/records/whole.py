"""A record as JSON values: everything in its text, and the referee's verdicts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

from referee.core import (
    Deal,
    Event,
    Foul,
    Game,
    Left,
    Paused,
    Placed,
    Replaced,
    Resumed,
    Roll,
    SetUp,
    Touched,
)  # fmt: skip
from referee.match import Match
from referee.options import values
from referee.record import Record, outcome_texts, profile_of
from referee.record_events import event_text

from ..table.values.languages import LANGUAGES
from ..words.games.sentences import foul_sentence
from .files import RecordedEvent, steps

FORMAT = "piste-record-json"
VERSION = 1
"""The name of the JSON format, and its version; docs/records.md describes every key."""


def to_json(record: Record) -> dict[str, object]:
    """The whole record as JSON values; players and seats are numbered from 1."""
    match = record.match
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.name,
        "profile": profile_of(match.game),
        "options": values(match.game),
        "players": _players(match),
        "events": [_event(step) for step in steps(record)],
        "drawn": record.drawn,
        "over": match.game.is_over(match.state),
        "scores": list(match.game.scores(match.state)),
        "winners": [player + 1 for player in match.game.winners(match.state)],
    }


def to_text(record: Record) -> str:
    """The same as text: a line for each key and each event, letters as they are."""
    values = to_json(record)
    events = ",\n".join(f"  {_line(event)}" for event in cast("list[object]", values.pop("events")))
    keys = [f" {_line(key)}: {_line(value)}" for key, value in values.items()]
    return "{\n" + ",\n".join([*keys, f' "events": [\n{events}\n ]']) + "\n}\n"


def _line(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode()  # half a surrogate pair has no UTF-8 form


def _players(match: Match) -> list[dict[str, object]]:
    given = match.handicaps or (0,) * len(match.seats)
    people = zip(match.players, match.seats, given, strict=True)
    return [
        {"player": number, "name": name, "seat": seat, "handicap": handicap}
        for number, (name, seat, handicap) in enumerate(people, start=1)
    ]


def _event(step: RecordedEvent) -> dict[str, object]:
    game = step.before.game
    kind, fields = _kind_and_values(game, step.event)
    return {
        "kind": kind,
        "player": None if step.player is None else step.player + 1,
        "values": fields,
        "text": event_text(game, step.event),
        "refused": None if step.foul is None else _refused(step.foul, step.before.names),
        "outcomes": list(outcome_texts(game, step.outcomes)),
        "scores": list(game.scores(step.after.state)),
    }


def _kind_and_values(game: Game, event: Event) -> tuple[str, Mapping[str, object]]:
    """The kind of an event and its values."""
    match event:
        case Roll():
            return "throw", {"dice": list(event.dice)}
        case Placed():
            return "look", {"spaces": dict(event.spaces)}
        case Deal():
            return "deal", {"hands": [None if hand is None else list(hand) for hand in event.hands]}
        case Touched():
            return "touch", {"space": event.space}
        case SetUp():
            return "set_up", {"position": json.loads(event.position)}
        case Left():
            return "leave", {}
        case Replaced():
            return "replace", {"name": event.name}
        case Paused() | Resumed():
            return "pause" if isinstance(event, Paused) else "resume", {"note": event.note}
    return "move", {"move": game.to_text(event)}


def _refused(foul: Foul, names: Sequence[str]) -> dict[str, object]:
    reason = {language: foul_sentence(foul, language, {"everybody": names}) for language in LANGUAGES}
    return {"rule": foul.rule, "values": dict(foul.values), "reason": reason}
