"""Beliefs about the table: weighted histories, each a match and the meaning of the dice at rest in it.

A belief is a value. A look at the table is evidence: it multiplies the weight of each history by how probable the
history makes that look. Where dice have moved, each history branches (`acts`). A person's word removes the histories
that contradict it. This module knows no tiles and no game: it asks only for `awaits`, `legal` and appearances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import exp, log
from typing import Literal, TypeAlias, TypeVar

from referee.core import CHANCE, Await, Event, Kind, Placed, Roll, Sighting, Space, State
from referee.errors import BadPlace, IllegalMove
from referee.match import Match
from referee.values.row import LongRow
from referee.witness import ANOTHER, FLOOR, IN_HAND, Looks, Often, looks

from .priors import BOARD

MOST = 32
"""Histories that a belief holds at most."""

FAIR = log(BOARD.unchanged)
"""Logarithm of how probable a board that stands as it should is taken to be."""

ODD = -2.0
"""Logarithm: a hand turned a board that is less probable than this, relative to one that stands as it should."""

LEAST = 14.0
"""A history is dropped if its weight, as a logarithm, is this far below the heaviest one's."""

Odd: TypeAlias = frozenset[tuple[Space, Kind]]
"""Spaces that stand differently than they should, and what they are read as."""

BoardEvidence: TypeAlias = Callable[[Match], tuple[State, Sighting, float]]
"""Board evidence: a function of a match. It returns the state to judge by, the probabilities of the board's spaces, and
the logarithm of how probable the spaces are that no longer count."""

AtRestKind: TypeAlias = Literal["none", "same", "thrown", "void", "refused"]


ValueT = TypeVar("ValueT")


def changed(value: ValueT, **changes: object) -> ValueT:
    """`dataclasses.replace`, several times faster: each look changes the table and every history.

    Raises TypeError for a field that the value does not have.
    """
    other = object.__new__(type(value))
    other.__dict__.update(value.__dict__, **changes)
    if len(other.__dict__) != len(value.__dict__):
        unknown = ", ".join(sorted(changes.keys() - value.__dict__.keys()))
        raise TypeError(f"expected fields of {type(value).__name__}; got {unknown}")
    return other


@dataclass(frozen=True)
class DiceAtRest:
    """The meaning of the dice at rest in a history.

    Attributes:
        kind: none (no dice, or dice from before the game), same (dice of an earlier throw), thrown, void (a throw of
            which a die leans or lies beside the board), refused (a throw that broke a rule).
        dice: the values thrown, from the left; None for a die without one.
        which: indices of the settled dice that were thrown, from the left.
        rule: of a refused throw.
        carried_over: how many of `dice` remained from an earlier throw. Those that `which` names follow, then those of
            the throw that were not seen.
    """

    kind: AtRestKind = "none"
    dice: tuple[int | None, ...] = ()
    which: tuple[int, ...] = ()
    rule: str = ""
    carried_over: int = 0


@dataclass(frozen=True)
class History:
    """One way in which the game may have gone.

    Attributes:
        match: throws and moves.
        times: seconds, of each event of the match.
        at_rest: the meaning of the dice at rest.
        base: logarithm of the weight of everything that is over.
        dice: logarithm of how probable it makes the dice at rest, as they are read now.
        board: the same for the board.
        looked: `board` is from when the table was last still.
        odd: what is seen of the board that no rule explains.
        accepted_oddities: those of `odd` that stood so when a throw was made. They were weighed then, in `base`, and
            are not weighed again while they are seen so, nor forgotten once they are not.
    """

    match: Match
    times: Sequence[float] = ()
    at_rest: DiceAtRest = DiceAtRest()
    base: float = 0.0
    dice: float = 0.0
    board: float = 0.0
    looked: bool = False
    odd: Odd = frozenset()
    accepted_oddities: Odd = frozenset()

    @property
    def weight(self) -> float:
        """Logarithm."""
        return self.base + self.dice + self.board

    def but(self, **changes: object) -> History:
        """The history with some fields changed."""
        return changed(self, **changes)

    def settle(self) -> History:
        """The same once its dice move: the weight of how they were read is final, and that of the board.

        Where pieces are counted, that of an owed move is not: another look may tell it from a foul.
        """
        lying, counts = self.but(base=self.base + self.dice, dice=0.0), self.match.game.counts
        owed = self.move_due and any(counts(kind) for _, kind in self.odd)
        return lying.accept_current_oddities() if self.odd_stands and not owed else lying.but(board=FAIR)

    @property
    def odd_stands(self) -> bool:
        """Whether the board had something that no rule explains when the table was last still."""
        return self.looked and bool(self.odd)

    def accept_current_oddities(self) -> History:
        """The same with the present oddities weighed for good."""
        return self.accept_oddities(self.odd, self.base + self.board - FAIR)

    def accept_oddities(self, odd: Odd, base: float) -> History:
        """The same with these oddities weighed in `base`, for good."""
        return self.but(base=base, board=FAIR, looked=False, accepted_oddities=self.accepted_oddities | odd)

    @property
    def due(self) -> Await | None:
        """Who must act in it."""
        return self.match.game.awaits(self.match.state)

    @property
    def move_due(self) -> bool:
        """Whether a player owes a move in it."""
        due = self.due
        return due is not None and due.actor != CHANCE

    def then(self, event: Event, t: float, look: BoardEvidence, base: float = 0.0) -> History:
        """One event further; the weight of spaces that no longer count after it is final. Raises IllegalMove."""
        after = self.match.then(event)
        base += _settled(self.match, event, after, look, self.accepted_oddities)
        times = LongRow.of(self.times).then(t)
        return self.but(match=after, times=times, base=self.base + base, board=0.0, looked=False)

    def follows(self, match: Match) -> bool:
        """Whether it contains all of that match, and perhaps more."""
        return self.match.follows(match)


@dataclass(frozen=True)
class Belief:
    """Weighted histories, the heaviest first; their weights, as probabilities, sum to 1."""

    histories: tuple[History, ...] = ()

    @classmethod
    def sure(cls, match: Match, times: Sequence[float] = (), at_rest: DiceAtRest = DiceAtRest("same")) -> Belief:
        """The belief that only this match can have happened."""
        count = len(match.events)
        padded = LongRow.of(times).until(count).more((0.0,) * (count - len(times)))
        return cls((History(match, padded, at_rest),))

    @property
    def best(self) -> History:
        """The likeliest history."""
        return self.histories[0]

    def share(self, holds: Callable[[History], bool]) -> float:
        """The probability that something holds, 0 to 1."""
        return sum(exp(h.weight) for h in self.histories if holds(h))

    def only(self, holds: Callable[[History], bool]) -> Belief:
        """The belief given that something holds; empty if it holds in no history."""
        return belief_of(h for h in self.histories if holds(h))

    def first(self, holds: Callable[[History], bool]) -> History | None:
        """The likeliest history in which something holds."""
        return next((h for h in self.histories if holds(h)), None)

    def each(self, change: Callable[[History], History]) -> Belief:
        """Every history changed."""
        return belief_of(change(h) for h in self.histories)

    def reconciled_with(self, match: Match) -> Belief:
        """The belief with each history replaced by its reported version, if both now stand the same."""
        return belief_of(_reconciled(h, match) for h in self.histories)

    def after_look(self, look: BoardEvidence) -> Belief:
        """The belief after a look at the board."""
        known: dict[object, tuple[float, Odd, Odd]] = {}

        def weighed(h: History) -> History:
            key = (h.match.state, h.match.same(self.histories[0].match), h.accepted_oddities)
            if key not in known:
                known[key] = weigh_board(h.match, look, h.accepted_oddities)
            board, odd, accepted = known[key]
            return h.but(board=board, odd=odd, accepted_oddities=accepted, looked=True)

        return self.each(weighed)

    def after_event(self, before: Match, event: Event, t: float, look: BoardEvidence) -> Belief:
        """An event is settled: the histories that stood where it happened continue with it, the others stay."""

        def goes_on(h: History) -> History:
            return h.then(event, t, look) if h.match.same(before) else h

        return self.each(goes_on).after_look(look)


def belief_of(histories: Iterable[History]) -> Belief:
    """The belief in these histories: equal ones are merged, the lightest are dropped."""
    merged: dict[tuple[Match, DiceAtRest], History] = {}
    for history in histories:
        key = (history.match, history.at_rest)
        known = merged.get(key)
        merged[key] = history if known is None else _joined(known, history)
    ranked = sorted(merged.values(), key=lambda h: -h.weight)[:MOST]
    if not ranked:
        return Belief()
    remaining = [h for h in ranked if h.weight >= ranked[0].weight - LEAST]
    whole = ranked[0].weight + log(sum(exp(h.weight - ranked[0].weight) for h in remaining))
    return Belief(tuple(h.but(base=h.base - whole) for h in remaining))


def _reconciled(h: History, match: Match) -> History:
    count = len(match.events)
    if len(h.match.events) <= count or h.follows(match):
        return h
    try:
        replayed = reduce(Match.then, h.match.events[count:], match)
    except (IllegalMove, BadPlace):
        return h
    return h.but(match=replayed) if replayed.state == h.match.state else h


def _joined(first: History, second: History) -> History:
    heavy, light = (first, second) if first.weight >= second.weight else (second, first)
    return heavy.but(base=heavy.base + log(1 + exp(light.weight - heavy.weight)))


def _settled(before: Match, event: Event, after: Match, look: BoardEvidence, accepted: Odd) -> float:
    """Logarithm of how probable the board was at spaces that no longer count, or are set up anew, after an event."""
    now, then = before.game.awaits(before.state), after.game.awaits(after.state)
    if then is not None and now is not None and then.player == now.player:
        return 0.0
    state, sighting, _ = look(before)
    sighting = without_accepted(sighting, accepted)
    if not sighting.spaces:
        return 0.0
    effect = {} if isinstance(event, Roll | Placed) else before.game.effect(state, event)
    stood = {**before.game.appearance(state), **effect}
    _, later, _ = look(after)
    needed = after.game.appearance(after.state)
    lost = [s for s in sighting.spaces if s not in later.spaces or needed.get(s) != stood.get(s)]
    return sum(_odds(sighting.spaces[space], stood.get(space, "")) for space in lost)


def _odds(kinds: Mapping[str, float], kind: str) -> float:
    """Logarithm of how probable a kind is relative to the likeliest one."""
    return log(max(kinds.get(kind, 0.0), FLOOR) / max(FLOOR, *kinds.values())) if kinds else 0.0


def weigh_board(match: Match, look: BoardEvidence, accepted: Odd = frozenset()) -> tuple[float, Odd, Odd]:
    """How a board fits a match.

    Returns:
        The logarithm of how probable it is, relative to the likeliest possible board; what of it no rule explains; and
        the part of `accepted` that is still seen so, and still odd: a move may have ended just there.
    """
    state, sighting, idle = look(match)
    if not sighting.spaces:
        return idle, frozenset(), accepted  # nothing of the board is seen: it says nothing
    if accepted:
        should = match.game.appearance(state)
        accepted = frozenset(pair for pair in accepted if should.get(pair[0]) != pair[1])
    others = without_accepted(sighting, accepted)
    possible = looks(match.game, state, others)
    allowed = max([possible.unchanged, *possible.parts, *(end[2] for end in possible.ends[:1])])
    odd = possible.foul[0] if possible.foul[1] > allowed else frozenset()
    return log_weight(possible) - possible.most + idle, odd, frozenset(p for p in accepted if p[0] not in others.spaces)


def possible_looks(match: Match, look: BoardEvidence, accepted: Odd, held: float = IN_HAND) -> Looks:
    """Every appearance of the board that may follow in a match; `held`: how often a piece is in a hand."""
    state, sighting, _ = look(match)
    return looks(match.game, state, without_accepted(sighting, accepted), held)


def without_accepted(sighting: Sighting, accepted: Odd) -> Sighting:
    """The sighting of the other spaces."""
    if not accepted:
        return sighting
    spaces = {s: kinds for s, kinds in sighting.spaces.items() if (s, _likeliest(kinds)) not in accepted}
    return replace(sighting, spaces=spaces)


def _likeliest(kinds: Mapping[str, float]) -> str:
    return max(kinds, key=kinds.__getitem__, default="")


def log_weight(possible: Looks) -> float:
    """Logarithm of how probable a board is, given that one of these appearances is the true one."""
    stale = () if possible.stale is None else (possible.stale,)
    top = max(possible.unchanged, possible.foul[1], *(end[2] for end in possible.ends), *possible.parts, *stale)
    whole = BOARD.unchanged * exp(possible.unchanged - top) + foul_prior(possible) * exp(possible.foul[1] - top)
    whole += sum(BOARD.unready * exp(weight - top) for weight in stale)
    if possible.ends:
        whole += BOARD.move / len(possible.ends) * sum(exp(end[2] - top) for end in possible.ends)
    if possible.parts:
        whole += BOARD.part / len(possible.parts) * sum(exp(part - top) for part in possible.parts)
    return top + log(max(whole, 1e-12))


def often(possible: Looks) -> Often:
    """How often a board stands so, before it is looked at."""
    move, part = BOARD.move / max(1, len(possible.ends)), BOARD.part / max(1, len(possible.parts))
    return Often(BOARD.unchanged, move, part, foul_prior(possible))


def foul_prior(possible: Looks) -> float:
    """How often a board stands as the likeliest look that no rule allows, before it is looked at."""
    if possible.strange is not None:
        rare = BOARD.foul * exp(ANOTHER * max(0, possible.strange - 1))
        return rare if possible.ends else rare * BOARD.early
    change = possible.foul[0]
    playable = {space for end in possible.ends for space, _ in end[0]}
    own = sum(space in playable for space, _ in change) if possible.ends else len(change)
    rare = BOARD.foul * BOARD.further ** max(0, own - 1) * BOARD.elsewhere ** max(0, len(change) - max(1, own))
    return rare if possible.ends else rare * BOARD.early
