"""What may have happened at the table: weighted histories, each a match with what the dice that lie there are in it.

A belief is a value. A look at the table is evidence: it multiplies the weight of every history by how probable it makes
what is seen, and where dice came to lie otherwise each history branches (`acts`). A person's word conditions:
histories that contradict it go. No tile, no game is known here: `awaits`, `legal` and what they look like are all
that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import exp, log
from typing import Literal, TypeAlias

from referee.core import CHANCE, Await, Event, Kind, Placed, Roll, Sighting, Space, State
from referee.errors import BadPlace, IllegalMove
from referee.match import Match
from referee.values.row import LongRow
from referee.witness import FLOOR, Looks, looks

from .priors import BOARD

MOST = 32
"""Histories that a belief holds at most."""

FAIR = log(BOARD.unchanged)
"""Logarithm of how probable a board that stands as it should is taken to be."""

ODD = -2.0
"""Logarithm: a board that is less probable than this, beside one that stands as it should, was turned by a hand."""

LEAST = 14.0
"""A history whose weight lies so far below the heaviest one's, as a logarithm, is given up."""

Odd: TypeAlias = frozenset[tuple[Space, Kind]]
"""Spaces that stand otherwise than they should, and what they are seen as."""

Seen: TypeAlias = Callable[[Match], tuple[State, Sighting, float]]
"""What is seen of the board, for a match: the state to judge by, the probabilities of its spaces, and the logarithm of
how probable the spaces are that count no more."""

CastKind: TypeAlias = Literal["none", "same", "thrown", "void", "refused"]


@dataclass(frozen=True)
class Cast:
    """What the dice that lie there are in a history.

    Attributes:
        kind: none (nothing, or what was there from the beginning), same (dice of a throw before), thrown, void (a throw
            of which a die leans or lies beside the board), refused (a throw that broke a rule).
        dice: the values thrown, from the left; None for a die without one.
        which: which of the dice at rest were thrown, from the left.
        rule: of a refused throw.
        kept: how many of `dice` lay there from a throw before; those that `which` names follow them, then those of
            the throw that were not seen.
    """

    kind: CastKind = "none"
    dice: tuple[int | None, ...] = ()
    which: tuple[int, ...] = ()
    rule: str = ""
    kept: int = 0


@dataclass(frozen=True)
class History:
    """One way in which all may have happened.

    Attributes:
        match: throws and moves.
        times: seconds, of each event of the match.
        cast: what the dice that lie there are.
        base: logarithm of the weight of all that is over.
        dice: logarithm of how probable it makes the dice that lie there, as they are read now.
        board: the same of the rest of the board.
        looked: `board` is what was seen when the table was last still.
        odd: what is seen of the board that no rule explains.
        excused: those of them that stood so when a throw was made: how probable that is was weighed then, in `base`,
            and is not weighed again as long as they are seen so, nor forgotten once they are not.
    """

    match: Match
    times: Sequence[float] = ()
    cast: Cast = Cast()
    base: float = 0.0
    dice: float = 0.0
    board: float = 0.0
    looked: bool = False
    odd: Odd = frozenset()
    excused: Odd = frozenset()

    @property
    def weight(self) -> float:
        """Logarithm."""
        return self.base + self.dice + self.board

    def but(self, **changes: object) -> History:
        """`dataclasses.replace`, several times quicker: every look at the table changes every history."""
        other = object.__new__(History)
        other.__dict__.update(self.__dict__, **changes)
        return other

    def settled(self) -> History:
        """The same once its dice are stirred: how they and the board were seen is settled."""
        lying = self.but(base=self.base + self.dice, dice=0.0)
        return lying.forgiven() if self.odd_stands else lying.but(board=FAIR)

    @property
    def odd_stands(self) -> bool:
        """What no rule explains was seen when the table was last still."""
        return self.looked and bool(self.odd)

    def forgiven(self) -> History:
        """The same with what stands otherwise now weighed once and for all."""
        return self.excuses(self.odd, self.base + self.board - FAIR)

    def excuses(self, odd: Odd, base: float) -> History:
        """The same with what stands otherwise weighed in `base`, once and for all."""
        return self.but(base=base, board=FAIR, looked=False, excused=self.excused | odd)

    @property
    def due(self) -> Await | None:
        """Who must act in it."""
        return self.match.game.awaits(self.match.state)

    @property
    def move_due(self) -> bool:
        """A player owes a move in it."""
        due = self.due
        return due is not None and due.actor != CHANCE

    def then(self, event: Event, t: float, seen: Seen, base: float = 0.0) -> History:
        """One event further; what is seen of spaces that count no more after it is settled. Raises IllegalMove."""
        after = self.match.then(event)
        base += _settled(self.match, event, after, seen, self.excused)
        times = LongRow.of(self.times).then(t)
        return self.but(match=after, times=times, base=self.base + base, board=0.0, looked=False)

    def follows(self, match: Match) -> bool:
        """All of that match happened in it, perhaps more since."""
        return self.match.follows(match)


@dataclass(frozen=True)
class Belief:
    """Weighted histories, the heaviest first; their weights, as probabilities, sum to 1."""

    histories: tuple[History, ...] = ()

    @classmethod
    def sure(cls, match: Match, times: Sequence[float] = (), cast: Cast = Cast("same")) -> Belief:  # frozen
        """Nothing else can have happened."""
        count = len(match.events)
        padded = LongRow.of(times).until(count).more((0.0,) * (count - len(times)))
        return cls((History(match, padded, cast),))

    @property
    def best(self) -> History:
        """The likeliest history."""
        return self.histories[0]

    def share(self, holds: Callable[[History], bool]) -> float:
        """How probable it is that something holds, 0 to 1."""
        return sum(exp(h.weight) for h in self.histories if holds(h))

    def only(self, holds: Callable[[History], bool]) -> Belief:
        """The belief once something is known to hold; empty where no history says so."""
        return of(h for h in self.histories if holds(h))

    def first(self, holds: Callable[[History], bool]) -> History | None:
        """The likeliest history in which something holds."""
        return next((h for h in self.histories if holds(h)), None)

    def each(self, change: Callable[[History], History]) -> Belief:
        """Every history changed."""
        return of(change(h) for h in self.histories)

    def as_told(self, match: Match) -> Belief:
        """The belief in which a history that stands by now just as if what was told had happened is that one."""
        return of(_as_told(h, match) for h in self.histories)

    def seen(self, look: Seen) -> Belief:
        """The belief after a look at the board."""
        known: dict[object, tuple[float, Odd, Odd]] = {}

        def weighed(h: History) -> History:
            key = (h.match.state, h.match.same(self.histories[0].match), h.excused)
            if key not in known:
                known[key] = stands(h.match, look, h.excused)
            board, odd, excused = known[key]
            return h.but(board=board, odd=odd, excused=excused, looked=True)

        return self.each(weighed)

    def happened(self, before: Match, event: Event, t: float, seen: Seen) -> Belief:
        """An event was settled: the histories that stood where it happened go on with it, the others stay."""

        def goes_on(h: History) -> History:
            return h.then(event, t, seen) if h.match.same(before) else h

        return self.each(goes_on).seen(seen)


def of(histories: Iterable[History]) -> Belief:
    """The belief in these histories: equal ones are one, the lightest are given up."""
    merged: dict[tuple[Match, Cast], History] = {}
    for history in histories:
        key = (history.match, history.cast)
        known = merged.get(key)
        merged[key] = history if known is None else _joined(known, history)
    ranked = sorted(merged.values(), key=lambda h: -h.weight)[:MOST]
    if not ranked:
        return Belief()
    kept = [h for h in ranked if h.weight >= ranked[0].weight - LEAST]
    whole = ranked[0].weight + log(sum(exp(h.weight - ranked[0].weight) for h in kept))
    return Belief(tuple(h.but(base=h.base - whole) for h in kept))


def _as_told(h: History, match: Match) -> History:
    count = len(match.events)
    if len(h.match.events) <= count or h.follows(match):
        return h
    try:
        told = reduce(Match.then, h.match.events[count:], match)
    except (IllegalMove, BadPlace):
        return h
    return h.but(match=told) if told.state == h.match.state else h


def _joined(one: History, other: History) -> History:
    heavy, light = (one, other) if one.weight >= other.weight else (other, one)
    return heavy.but(base=heavy.base + log(1 + exp(light.weight - heavy.weight)))


def _settled(before: Match, event: Event, after: Match, look: Seen, excused: Odd) -> float:
    """Logarithm of how probable the board was at spaces that count no more, or are set up anew, after an event."""
    now, then = before.game.awaits(before.state), after.game.awaits(after.state)
    if then is not None and now is not None and then.player == now.player:
        return 0.0
    state, sighting, _ = look(before)
    sighting = beside(sighting, excused)
    if not sighting.spaces:
        return 0.0
    effect = {} if isinstance(event, Roll | Placed) else before.game.effect(state, event)
    stood = {**before.game.appearance(state), **effect}
    _, later, _ = look(after)
    needed = after.game.appearance(after.state)
    lost = [s for s in sighting.spaces if s not in later.spaces or needed.get(s) != stood.get(s)]
    return sum(_odds(sighting.spaces[space], stood.get(space, "")) for space in lost)


def _odds(kinds: Mapping[str, float], kind: str) -> float:
    """Logarithm of how probable a kind is beside the likeliest one."""
    return log(max(kinds.get(kind, 0.0), FLOOR) / max(FLOOR, *kinds.values())) if kinds else 0.0


def stands(match: Match, look: Seen, excused: Odd = frozenset()) -> tuple[float, Odd, Odd]:
    """How a board stands in a match.

    Returns:
        The logarithm of how probable it is, beside the likeliest board there may be; what of it no rule explains; and
        what of `excused` is still seen so.
    """
    state, sighting, idle = look(match)
    if not sighting.spaces:
        return idle, frozenset(), excused  # nothing of the board is seen: it says nothing
    others = beside(sighting, excused)
    found = looks(match.game, state, others)
    allowed = max([found.unchanged, *found.parts, *(end[2] for end in found.ends[:1])])
    odd = found.foul[0] if found.foul[1] > allowed else frozenset()
    return weighed(found) - found.most + idle, odd, frozenset(p for p in excused if p[0] not in others.spaces)


def standing(match: Match, look: Seen, excused: Odd) -> Looks:
    """Every look of the board that may follow in a match."""
    state, sighting, _ = look(match)
    return looks(match.game, state, beside(sighting, excused))


def beside(sighting: Sighting, excused: Odd) -> Sighting:
    """What is seen of the other spaces."""
    if not excused:
        return sighting
    spaces = {s: kinds for s, kinds in sighting.spaces.items() if (s, _likeliest(kinds)) not in excused}
    return replace(sighting, spaces=spaces)


def _likeliest(kinds: Mapping[str, float]) -> str:
    return max(kinds, key=kinds.__getitem__, default="")


def weighed(seen: Looks) -> float:
    """Logarithm of how probable a board is of which one of several looks is true."""
    stale = () if seen.stale is None else (seen.stale,)
    top = max(seen.unchanged, seen.foul[1], *(end[2] for end in seen.ends), *seen.parts, *stale)
    change, foul = seen.foul
    playable = {space for end in seen.ends for space, _ in end[0]}
    own = sum(space in playable for space, _ in change) if seen.ends else len(change)
    rare = (
        BOARD.foul * BOARD.one_more ** max(0, own - 1) * BOARD.elsewhere ** max(0, len(change) - max(1, own))
    )
    rare *= 1.0 if seen.ends else BOARD.early
    whole = BOARD.unchanged * exp(seen.unchanged - top) + rare * exp(foul - top)
    whole += sum(BOARD.unready * exp(weight - top) for weight in stale)
    if seen.ends:
        whole += BOARD.move / len(seen.ends) * sum(exp(end[2] - top) for end in seen.ends)
    if seen.parts:
        whole += BOARD.part / len(seen.parts) * sum(exp(part - top) for part in seen.parts)
    return top + log(max(whole, 1e-12))
