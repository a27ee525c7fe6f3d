"""A match: a game, who plays it where, and what has happened. Its state is a replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from .core import Event, Game, Left, Paused, Replaced, Resumed, State
from .errors import BadPlace, BadSeats, BadStart, IllegalMove
from .rules import foul, illegal
from .values.row import LongRow

NEWEST = 4
"""So many of its newest events tell a match from others, where they are looked up."""


@dataclass(frozen=True)
class Match:
    """A match as a value: every change gives a new one.

    Attributes:
        game: the game with its house rules.
        seats: the place of each player, in playing order.
        players: their names at the start, in playing order; the referee never looks into them.
        events: the throws and moves so far, each legal when it was made; kept as a `LongRow`.
        handicaps: what each player is given, one number a player; () for nothing.

    Raises:
        BadSeats: names and places differ in number.
    """

    game: Game
    seats: tuple[int, ...]
    players: tuple[str, ...]
    events: Sequence[Event] = ()
    handicaps: tuple[int, ...] = ()
    _replay: _Replay = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Checks the players against their places."""
        if len(self.players) != len(self.seats):
            raise BadSeats(f"players: expected {len(self.seats)} names; got {len(self.players)}")
        if self.handicaps and not any(self.handicaps):
            object.__setattr__(self, "handicaps", ())  # no handicap is an empty tuple
        events = LongRow.of(self.events)
        object.__setattr__(self, "events", events)
        replay = _Replay(self.game, self.seats, self.players, events, self.handicaps)
        object.__setattr__(self, "_replay", replay)

    @property
    def state(self) -> State:
        """Where the game stands.

        Raises IllegalMove for the first event that was not due, BadSeats or BadStart for what the game cannot be
        played with.
        """
        return self._replay.standing.state

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays now, in playing order: those who were replaced are not among them."""
        return self._replay.standing.names

    @property
    def paused(self) -> bool:
        """True while the match is interrupted."""
        return self._replay.standing.paused

    @property
    def gone(self) -> frozenset[int]:
        """Who has left for good since the start."""
        return self._replay.standing.gone

    def then(self, event: Event) -> Match:
        """The match with one more event; costs the same however long it has lasted.

        Raises:
            IllegalMove: the event is not due.
        """
        standing = self._replay.standing.then(self.game, event)
        match = replace(self, events=LongRow.of(self.events).then(event))
        match._replay.reaches(standing)
        return match

    def undo(self) -> Match:
        """The match without its newest event; itself when there is none."""
        return self.until(len(self.events) - 1) if self.events else self

    def newest(self, kind: type[Event]) -> int | None:
        """Index of the newest event of a kind, such as Roll; None without one."""
        backwards = range(len(self.events) - 1, -1, -1)
        return next((index for index in backwards if isinstance(self.events[index], kind)), None)

    def until(self, count: int) -> Match:
        """The match after its first `count` events; nothing that was worked out before is worked out again."""
        match = replace(self, events=self.events[:count])
        known = self._replay.known
        for _ in range(len(self.events) - len(match.events)):
            known = known.before if known is not None else None
        if known is not None:
            match._replay.reaches(known)
        return match

    def stood(self, start: int = 0) -> tuple[State, ...]:
        """The states before its event `start` and after each event from there on; raises what `state` raises."""
        node: _Standing | None = self._replay.standing
        states: list[State] = []
        for _ in range(len(self.events) - start + 1):
            assert node is not None, "one was left behind by every event, and by the start"
            states.append(node.state)
            node = node.before
        return tuple(reversed(states))

    def alike(self, other: Match) -> int:
        """How many events both begin with; what one was made of the other from is not compared again."""
        count = self._replay.shared(other._replay)
        for mine, theirs in zip(self.events[count:], other.events[count:], strict=False):
            if mine is not theirs and mine != theirs:
                break
            count += 1
        return count

    def follows(self, other: Match) -> bool:
        """All that happened in another match happened in this one, perhaps more since."""
        length = len(other.events)
        if length > len(self.events):
            return False
        count = self._replay.shared(other._replay)
        if count == length:
            return True
        if self.events[count] != other.events[count]:  # where their ways part they seldom do the same
            return False
        return tuple(self.events[count:length]) == tuple(other.events[count:])

    def same(self, other: Match) -> bool:
        """Just the same has happened in both."""
        return len(other.events) == len(self.events) and self.follows(other)

    def __eq__(self, other: object) -> bool:
        """As of any value, however long they have lasted."""
        if not isinstance(other, Match):
            return NotImplemented
        begun = (self.game, self.seats, self.players, self.handicaps)
        return begun == (other.game, other.seats, other.players, other.handicaps) and self.same(other)

    def __hash__(self) -> int:
        """By how it began, how long it has lasted and its newest events."""
        return self._replay.hashed

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
        return _Standing(game.apply(self.state, event), self.names, self.paused, self.gone | gone, self)

    def _replaced(self, event: Replaced) -> _Standing:
        """A player who has left for good has no replacement."""
        if not 0 <= event.player < len(self.names) or event.player in self.gone:
            raise illegal(foul("no_such_player", event.player + 1), event)
        before, after = self.names[: event.player], self.names[event.player + 1 :]
        return replace(self, names=(*before, event.name, *after), before=self)

    def _resumed(self, event: Resumed) -> _Standing:
        if not self.paused:
            raise illegal(foul("not_paused"), event)
        return replace(self, paused=False, before=self)


class _Replay:
    """Where a match stands, worked out when it is first asked and kept: all that is no value in it.

    Args: those of the Match.
    """

    def __init__(
        self,
        game: Game,
        seats: tuple[int, ...],
        players: tuple[str, ...],
        events: Sequence[Event],
        handicaps: tuple[int, ...],
    ) -> None:
        self._game, self._events = game, events
        self._begun = seats, players, handicaps
        self._standing: _Standing | None = None

    @cached_property
    def hashed(self) -> int:
        """Of the match, which is a value: a belief asks for it at every look."""
        seats, players, _ = self._begun
        return hash((seats, players, len(self._events), tuple(self._events[-NEWEST:])))

    def reaches(self, standing: _Standing) -> None:
        """The match is known to stand so: nothing has to be played again."""
        self._standing = standing

    @property
    def known(self) -> _Standing | None:
        """The replay so far; None before the first question."""
        return self._standing

    def shared(self, other: _Replay) -> int:
        """With so many events at least both begin, as far as what was worked out of one goes on from the other's."""
        mine, theirs = self._standing, other._standing
        longer, shorter = len(self._events), len(other._events)
        count = min(longer, shorter)
        for _ in range(longer - count):
            mine = mine.before if mine is not None else None
        for _ in range(shorter - count):
            theirs = theirs.before if theirs is not None else None
        while mine is not theirs and mine is not None and theirs is not None:
            mine, theirs, count = mine.before, theirs.before, count - 1
        return count if mine is theirs and mine is not None else 0

    @property
    def standing(self) -> _Standing:
        """What the events have come to. Raises IllegalMove for the first that was not due."""
        if self._standing is None:
            self._standing = self._played()
        return self._standing

    def _played(self) -> _Standing:
        seats, players, handicaps = self._begun
        standing = _Standing(self._game.start(seats, handicaps), players)
        for event in self._events:
            standing = standing.then(self._game, event)
        return standing
