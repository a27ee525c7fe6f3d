"""One event of a record as text, and back."""

from __future__ import annotations

import json
import re

from .core import (
    CHANCE,
    Deal,
    Event,
    Game,
    Left,
    Paused,
    Placed,
    Replaced,
    Resumed,
    Roll,
    SetUp,
    State,
    Touched,
)

EVENT = re.compile(r"(0|[1-9][0-9]?|-) (throws|plays|shows|deals|touches) ([^,]+?)(?:, refused: ([a-z_]+))?")
"""What a player does: who, verb, text, and the rule where it was refused."""

WORD = re.compile(
    r"- sets up (.+)|- (pauses|resumes) (\".*\")|(0|[1-9][0-9]?) (?:leaves|is replaced by (\".*\"))"
)
"""A person's declaration about the match: a position, a verb with its note, a player who leaves or joins."""


def event_text(game: Game, event: Event) -> str:
    """An event in words: "throws 6 2", "plays 8", "shows slot-4 closed"."""
    match event:
        case Roll():
            return "throws " + " ".join(str(die) for die in event.dice)
        case Placed():
            return "shows " + " ".join(f"{space} {kind.replace(' ', '_')}" for space, kind in event.spaces)
        case Deal():
            return "deals " + " | ".join("?" if hand is None else " ".join(hand) for hand in event.hands)
        case Touched():
            return f"touches {event.space}"
        case SetUp():
            return f"sets up {event.position}"
        case Left():
            return "leaves"
        case Replaced():
            return f"is replaced by {quoted(event.name)}"
        case Paused() | Resumed():
            return f"{'pauses' if isinstance(event, Paused) else 'resumes'} {quoted(event.note)}"
    return "plays " + game.to_text(event)


def acting(game: Game, state: State, event: Event = None) -> int | None:
    """The player of an event, from 0: the one to throw, deal or move now, or the one that the event names.

    None for events without a player (a position set up, a pause), and after the end of the match.
    """
    if isinstance(event, Left | Replaced):
        return event.player
    due = game.awaits(state)
    if due is None or isinstance(event, SetUp | Paused | Resumed):
        return None
    return due.player if due.actor == CHANCE else due.actor


def quoted(text: str) -> str:
    """Text in quotes on one line, unprintable characters escaped."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def acted(game: Game, verb: str, text: str) -> Event:
    """The event of what a player does. Raises ValueError saying what was expected."""
    if verb == "plays":
        return game.from_text(text)
    if verb == "throws":
        return _roll(text)
    if verb == "touches":
        return Touched(text)
    event = _dealt(text) if verb == "deals" else _shown(text)
    if event_text(game, event) != f"{verb} {text}":
        raise ValueError(f"expected {event_text(game, event)!r}, with single blanks; got {text[:60]!r}")
    return event


def _dealt(text: str) -> Deal:
    hands = (hand.strip() for hand in text.split("|"))
    return Deal(tuple(None if hand == "?" else tuple(hand.split()) for hand in hands))


def _shown(text: str) -> Placed:
    words = text.split()
    if len(words) % 2:
        raise ValueError(f"expected spaces, each with what stands there; got {text[:60]!r}")
    kinds = (kind.replace("_", " ") for kind in words[1::2])
    return Placed(tuple(zip(words[::2], kinds, strict=True)))


def word_event(position: str | None, verb: str | None, note: str, who: str | None, name: str | None) -> Event:
    """A person's word, or what a match alone knows. Raises ValueError saying what was expected."""
    if position is not None:
        return SetUp(position)
    if who is None:
        return Paused(_unquoted(note)) if verb == "pauses" else Resumed(_unquoted(note))
    player = int(who) - 1
    return Left(player) if name is None else Replaced(player, _unquoted(name))


def _unquoted(text: str) -> str:
    value = json.loads(text)
    if not isinstance(value, str):
        raise ValueError(f"expected text in quotes; got {text[:60]!r}")
    return value


def _roll(text: str) -> Roll:
    if not re.fullmatch(r"[0-9]( [0-9])*", text):
        raise ValueError(f"expected dice such as 6 2; got {text[:60]!r}")
    return Roll(tuple(int(die) for die in text.split()))
