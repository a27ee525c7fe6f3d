"""A match: a game, who plays it where, and what has happened. Its state is a replay."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from .core import Event, Game, Left, Paused, Replaced, Resumed, State
from .errors import BadPlace, BadSeats, BadStart, IllegalMove
from .rules import foul, illegal


@dataclass(frozen=True)
class Match:
    """A match as a value: every change gives a new one.

    Attributes:
        game: the game with its house rules.
        seats: the place of each player, in playing order.
        players: their names at the start, in playing order; the referee never looks into them.
        events: the throws and moves so far, each legal when it was made.
        handicaps: what each player is given, one number a player; () for nothing.

    Raises:
        BadSeats: names and places differ in number.
    """

    game: Game
    seats: tuple[int, ...]
    players: tuple[str, ...]
    events: tuple[Event, ...] = ()
    handicaps: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Checks the players against their places."""
        if len(self.players) != len(self.seats):
            raise BadSeats(f"players: expected {len(self.seats)} names; got {len(self.players)}")
        if self.handicaps and not any(self.handicaps):
            object.__setattr__(self, "handicaps", ())  # nothing given is nothing said

    @property
    def state(self) -> State:
        """Where the game stands.

        Raises IllegalMove for the first event that was not due, BadSeats or BadStart for what the game cannot be
        played with.
        """
        return self._standing.state

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays now, in playing order: those who were replaced are not among them."""
        return self._standing.names

    @property
    def paused(self) -> bool:
        """True while the match is interrupted."""
        return self._standing.paused

    def then(self, event: Event) -> Match:
        """The match with one more event; costs the same however long it has lasted.

        Raises:
            IllegalMove: the event is not due.
        """
        return self._with((*self.events, event), self._standing.then(self.game, event))

    def undo(self) -> Match:
        """The match without its newest event; itself when there is none."""
        return self.until(len(self.events) - 1) if self.events else self

    def until(self, count: int) -> Match:
        """The match after its first `count` events; nothing that was worked out before is worked out again."""
        events = self.events[:count]
        known: _Standing | None = self.__dict__.get("_standing")
        if known is None:
            return replace(self, events=events)
        for _ in range(len(self.events) - len(events)):
            known = known.before if known is not None else None
        return replace(self, events=events) if known is None else self._with(events, known)

    def replace(self, index: int, event: Event) -> Match:
        """The match with another event at `index`, and all that came after it played again.

        Raises:
            IndexError: there is no such event.
            IllegalMove: the new event, or a later one, is not due any more; the message tells which.
            BadPlace, BadStart: so, for a person's word that no table can show any more, or a position.
        """
        if not 0 <= index < len(self.events):
            raise IndexError(f"index: expected 0 to {len(self.events) - 1}; got {index}")
        match = self.until(index)
        for number, following in enumerate((event, *self.events[index + 1 :]), start=index):
            try:
                match = match.then(following)
            except IllegalMove as error:
                raise IllegalMove(f"event {number}: {error}", error.foul) from error
            except (BadPlace, BadStart) as error:
                raise type(error)(f"event {number}: {error}") from error
        return match

    @cached_property
    def _standing(self) -> _Standing:
        standing = _Standing(self.game.start(self.seats, self.handicaps), self.players)
        for event in self.events:
            standing = standing.then(self.game, event)
        return standing

    def _with(self, events: tuple[Event, ...], standing: _Standing) -> Match:
        match = replace(self, events=events)
        match.__dict__["_standing"] = standing  # what cached_property would keep, already worked out
        return match


@dataclass(frozen=True, slots=True)
class _Standing:
    """What a match has come to: the game's state, what no game knows, and what it had come to one event before."""

    state: State
    names: tuple[str, ...]
    paused: bool = False
    gone: frozenset[int] = frozenset()
    before: _Standing | None = field(default=None, compare=False, repr=False)

    def then(self, game: Game, event: Event) -> _Standing:
        """After one more event. Raises IllegalMove."""
        if isinstance(event, Replaced):
            return self._replaced(event)
        if isinstance(event, Resumed):
            return self._resumed(event)
        if self.paused:
            raise illegal(foul("paused"), event)
        if isinstance(event, Paused):
            return replace(self, paused=True, before=self)
        gone = {event.player} if isinstance(event, Left) else set()
        return replace(self, state=game.apply(self.state, event), gone=self.gone | gone, before=self)

    def _replaced(self, event: Replaced) -> _Standing:
        """Who has left for good is replaced by nobody."""
        if not 0 <= event.player < len(self.names) or event.player in self.gone:
            raise illegal(foul("no_such_player", event.player + 1), event)
        before, after = self.names[: event.player], self.names[event.player + 1 :]
        return replace(self, names=(*before, event.name, *after), before=self)

    def _resumed(self, event: Resumed) -> _Standing:
        if not self.paused:
            raise illegal(foul("not_paused"), event)
        return replace(self, paused=False, before=self)
