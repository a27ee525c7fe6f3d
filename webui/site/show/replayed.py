"""A game without tiles as the journal holds it: the throws and moves up to a moment, with corrections applied."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.core import CHANCE, Deal, Event, Placed, Roll, SetUp
from referee.errors import RefereeError
from referee.match import Match

Line = Mapping[str, Any]

TimedEvents = tuple[tuple[float, Event], ...]
"""What happened, each with the second at which it was told."""

DEALS = "deals"
"""The word for a deal, in place of a move; nobody is told of the cards."""
CORRECTED = ("roll", "move", "tile")
"""What a correction may be about that happened to the match."""


@dataclass(frozen=True)
class Replayed:
    """A game up to an event of its journal.

    Attributes:
        start: the match before its first throw.
        events: what has happened since, with corrections applied.
        match: the referee's match; None if some corrections are still to come.
    """

    start: Match
    events: TimedEvents = ()
    match: Match | None = None

    @classmethod
    def begun(cls, start: Match) -> Replayed:
        """Before anything has happened."""
        return cls(start, match=start)

    def after(self, line: Line) -> Replayed:
        """The game after one more event of the journal."""
        match line["event"]:
            case "game_started" if isinstance(line.get("position"), Mapping) and not self.events:
                return self._on(line["t"], SetUp(json.dumps(line["position"])))
            case "roll_settled":
                return self._on(line["t"], Roll(tuple(line["dice"])))
            case "move_accepted":
                event = _move(self.start, line["move"])
                return replace(self, match=None) if event is None else self._on(line["t"], event)
            case "corrected" if line.get("what") in CORRECTED:
                return self._corrected(line)
        return self

    def _on(self, t: float, event: Event) -> Replayed:
        """Adds one event; if it does not follow, all events are replayed."""
        events = (*self.events, (t, event))
        try:
            return replace(self, events=events, match=None if self.match is None else self.match.then(event))
        except (RefereeError, ValueError):
            return replace(self, events=events, match=None)

    def _corrected(self, line: Line) -> Replayed:
        """Applies a correction and replays everything."""
        if line["what"] == "tile":
            return self._stands(line)
        was, becomes = line.get("before"), line.get("after")
        stands = [value for value in (was, becomes) if value is not None]
        if not stands or (line["what"] == "move" and any("move" not in value for value in stands)):
            return self  # nothing reported changes
        events = list(self.events)
        place = self._place(line)
        event = None if becomes is None else _event(self.start, line["what"], becomes)
        if place is not None:
            del events[place]
        if event is not None:
            when = line.get("when", line["t"])
            at = place if place is not None else sum(t <= when for t, _ in events)
            events.insert(at, (when if place is None else line["t"], event))
        return replace(self, events=tuple(events), match=_played(self.start, tuple(events)))

    def _stands(self, line: Line) -> Replayed:
        """Applies a corrected board; the throw still to be played comes before it, if it stays."""
        events = list(self.events)
        if line.get("before") is not None:
            words = [k for k, (_, event) in enumerate(events) if isinstance(event, Placed)]
            was = [k for k in words if events[k][1] == _placed_board(line["before"])]
            del events[slice(was[-1], was[-1] + 1) if was else slice(0)]
        if line.get("after") is not None:
            at = self._before_throw() if not line.get("spent") else None
            events.insert(len(events) if at is None else at, (line["t"], _placed_board(line["after"])))
        return replace(self, events=tuple(events), match=_played(self.start, tuple(events)))

    def _before_throw(self) -> int | None:
        """The index of the throw that still needs a move; None for none."""
        due = None if self.match is None else self.match.game.awaits(self.match.state)
        throws = [k for k, (_, event) in enumerate(self.events) if isinstance(event, Roll)]
        return throws[-1] if due is not None and due.actor != CHANCE and throws else None

    def _place(self, line: Line) -> int | None:
        """The index of the newest event that a correction is about; None if no event fits."""
        if line.get("before") is None:
            return None
        rolls, was = line["what"] == "roll", _event(self.start, line["what"], line["before"])
        known = [k for k, (_, event) in enumerate(self.events) if isinstance(event, Roll) == rolls]
        there = [k for k in known if abs(self.events[k][0] - (line.get("of") or -1.0)) < 0.001]
        alike = [k for k in known if self.events[k][1] == was]
        best = [k for k in there if k in alike] or alike or there or known
        return best[-1] if best else None


def _played(start: Match, events: TimedEvents) -> Match | None:
    match = start
    try:
        for _, event in events:
            match = match.then(event)
    except (RefereeError, ValueError):
        return None
    return match


def _event(start: Match, what: str, values: Any) -> Event | None:
    """The event that a correction puts in place."""
    return Roll(tuple(values)) if what == "roll" else _move(start, values.get("move", ""))


def _placed_board(board: Mapping[str, Any]) -> Placed:
    """The board of a correction: kinds with the spaces that show them."""
    return Placed(tuple((space, kind) for kind, spaces in board.items() for space in spaces))


def _move(start: Match, text: str) -> Event | None:
    """A move of the game by its word, or a deal; None for an unknown word, such as a secret card."""
    if text == DEALS:
        return Deal((None,) * len(start.seats))
    try:
        return start.game.from_text(text)
    except ValueError:
        return None
