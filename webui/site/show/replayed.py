"""A game without tiles as the journal tells it: what was thrown and played by a moment, corrections taken in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.core import CHANCE, Deal, Event, Placed, Roll, SetUp
from referee.errors import RefereeError
from referee.match import Match

Line = Mapping[str, Any]

Told = tuple[tuple[float, Event], ...]
"""What happened, each with the second at which it was told."""

DEALS = "deals"
"""The word for a deal, in place of a move; nobody is told of the cards."""
CORRECTED = ("roll", "move", "tile")
"""What a correction may be about that happened to the match."""


@dataclass(frozen=True)
class Replayed:
    """A game as far as it was told.

    Attributes:
        start: the match before its first throw.
        told: what has happened since, as it is believed by now.
        match: what the referee makes of it; None while he cannot: of several corrections some are still to come.
    """

    start: Match
    told: Told = ()
    match: Match | None = None

    @classmethod
    def begun(cls, start: Match) -> Replayed:
        """Before anything has happened."""
        return cls(start, match=start)

    def after(self, line: Line) -> Replayed:
        """Once one more event of the journal was told."""
        match line["event"]:
            case "game_started" if isinstance(line.get("position"), Mapping) and not self.told:
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
        """One thing more; where it does not follow from what is known, all of it is played again."""
        told = (*self.told, (t, event))
        try:
            return replace(self, told=told, match=None if self.match is None else self.match.then(event))
        except (RefereeError, ValueError):
            return replace(self, told=told, match=None)

    def _corrected(self, line: Line) -> Replayed:
        """What a correction says was so instead; the whole is played again."""
        if line["what"] == "tile":
            return self._stands(line)
        was, becomes = line.get("before"), line.get("after")
        stands = [one for one in (was, becomes) if one is not None]
        if not stands or (line["what"] == "move" and any("move" not in one for one in stands)):
            return self  # nothing that was told happened otherwise
        told = list(self.told)
        place = self._place(line)
        event = None if becomes is None else _event(self.start, line["what"], becomes)
        if place is not None:
            del told[place]
        if event is not None:
            when = line.get("when", line["t"])
            at = place if place is not None else sum(t <= when for t, _ in told)
            told.insert(at, (when if place is None else line["t"], event))
        return replace(self, told=tuple(told), match=_played(self.start, tuple(told)))

    def _stands(self, line: Line) -> Replayed:
        """What a person says of the board; the throw that is still to be played was thrown before, if it stays."""
        told = list(self.told)
        if line.get("before") is not None:
            words = [k for k, (_, event) in enumerate(told) if isinstance(event, Placed)]
            was = [k for k in words if told[k][1] == _shown(line["before"])]
            del told[slice(was[-1], was[-1] + 1) if was else slice(0)]
        if line.get("after") is not None:
            at = self._before_throw() if not line.get("spent") else None
            told.insert(len(told) if at is None else at, (line["t"], _shown(line["after"])))
        return replace(self, told=tuple(told), match=_played(self.start, tuple(told)))

    def _before_throw(self) -> int | None:
        """The place of the throw of which a move is owed; None where none is."""
        due = None if self.match is None else self.match.game.awaits(self.match.state)
        throws = [k for k, (_, event) in enumerate(self.told) if isinstance(event, Roll)]
        return throws[-1] if due is not None and due.actor != CHANCE and throws else None

    def _place(self, line: Line) -> int | None:
        """Which of the things told a correction is about, the newest that fits; None for one that was not told."""
        if line.get("before") is None:
            return None
        rolls, was = line["what"] == "roll", _event(self.start, line["what"], line["before"])
        known = [k for k, (_, event) in enumerate(self.told) if isinstance(event, Roll) == rolls]
        there = [k for k in known if abs(self.told[k][0] - (line.get("of") or -1.0)) < 0.001]
        alike = [k for k in known if self.told[k][1] == was]
        best = [k for k in there if k in alike] or alike or there or known
        return best[-1] if best else None


def _played(start: Match, told: Told) -> Match | None:
    match = start
    try:
        for _, event in told:
            match = match.then(event)
    except (RefereeError, ValueError):
        return None
    return match


def _event(start: Match, what: str, said: Any) -> Event | None:
    """What a correction says happened."""
    return Roll(tuple(said)) if what == "roll" else _move(start, said.get("move", ""))


def _shown(said: Mapping[str, Any]) -> Placed:
    """The board of a correction: kinds with the spaces that show them."""
    return Placed(tuple((space, kind) for kind, spaces in said.items() for space in spaces))


def _move(start: Match, text: str) -> Event | None:
    """A move of the game by its word, or a deal; None for a word that is none, such as what nobody may know."""
    if text == DEALS:
        return Deal((None,) * len(start.seats))
    try:
        return start.game.from_text(text)
    except ValueError:
        return None
