"""A match: a game, who plays it where, and what has happened. Its state is a replay."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .core import Event, Game, State
from .errors import BadSeats, IllegalMove


@dataclass(frozen=True)
class Match:
    """A match as a value: every change gives a new one.

    Attributes:
        game: the game with its house rules.
        seats: the place of each player, in playing order.
        players: their names, in playing order; the referee never looks into them.
        events: the throws and moves so far, each legal when it was made.

    Raises:
        BadSeats: names and places differ in number, or the game does not take these places.
    """

    game: Game
    seats: tuple[int, ...]
    players: tuple[str, ...]
    events: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        """Checks the players against their places."""
        if len(self.players) != len(self.seats):
            raise BadSeats(f"players: expected {len(self.seats)} names; got {len(self.players)}")

    @cached_property
    def state(self) -> State:
        """Where the match stands. Raises IllegalMove for the first event that was not due."""
        state = self.game.start(self.seats)
        for event in self.events:
            state = self.game.apply(state, event)
        return state

    def then(self, event: Event) -> Match:
        """The match with one more event; costs the same however long it has lasted.

        Raises:
            IllegalMove: the event is not due.
        """
        return self._with((*self.events, event), self.game.apply(self.state, event))

    def undo(self) -> Match:
        """The match without its newest event; itself when there is none."""
        return self.until(len(self.events) - 1) if self.events else self

    def until(self, count: int) -> Match:
        """The match after its first `count` events."""
        return Match(self.game, self.seats, self.players, self.events[:count])

    def replace(self, index: int, event: Event) -> Match:
        """The match with another event at `index`, and all that came after it played again.

        Raises:
            IndexError: there is no such event.
            IllegalMove: the new event, or a later one, is not due any more; the message tells which.
        """
        if not 0 <= index < len(self.events):
            raise IndexError(f"index: expected 0 to {len(self.events) - 1}; got {index}")
        match = self.until(index)
        for number, following in enumerate((event, *self.events[index + 1 :]), start=index):
            try:
                match = match.then(following)
            except IllegalMove as error:
                raise IllegalMove(f"event {number}: {error}", error.foul) from error
        return match

    def _with(self, events: tuple[Event, ...], state: State) -> Match:
        match = Match(self.game, self.seats, self.players, events)
        match.__dict__["state"] = state  # what cached_property would keep, already worked out
        return match
