"""Which move explains a sighting: the rules answer; the camera knows none of them.

Every legal move, and every step on the way to one, would leave the table looking in a certain way. Each of
these looks is weighed by the probabilities of the sighting; so is the likeliest look that no rule allows.
Players do wrong, or leave a move half done, less often than not: such looks count a quarter. What outweighs
all the rest nine to one is the verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from heapq import nsmallest
from itertools import islice
from math import exp, inf, log, log1p
from typing import Any, NamedTuple, TypeAlias

from .core import (
    Counts,
    Foul,
    Game,
    Kind,
    Legal,
    Move,
    Partial,
    Sighting,
    Space,
    State,
    Unclear,
    Verdict,
    sure_sighting,
)  # fmt: skip
from .rules import foul
from .values.balanced import PossibleKind, balanced_looks

SURE = 0.9
"""Share of the weight that a verdict needs."""

IN_HAND = 0.2 / 12
"""How often a counted piece of one stack, of about a dozen, is in a hand while a move is made."""

SELDOM = 0.25
"""Weight of a look that no rule allows, and of a move half done, against 1 for a legal move and for none.

With it one read of 0.99 at one space suffices for a foul, and the rules overrule a wrong reading of up
to about 0.25; a reading between the two raises a question.
"""

FLOOR = 1e-4
"""Least probability of any kind at a sighted space: readers can be wrong with certainty."""

LEAST = log(FLOOR)
"""Its logarithm."""

RARE = log(1e-3)
"""Logarithm: a kind read less often than this has no part in the likeliest look with all pieces that no rule allows."""

ANOTHER = log(0.01)
"""Logarithm: how much seldomer one more counted piece is set down wrong, in just one of about a hundred ways."""

LOOKED_AT = 12
"""Looks with all pieces that no rule allows among which the likeliest is sought."""

APART = 2
"""By so many more pieces a look differs that no rule allows, if what differs has nothing to do with the move."""

NEAREST = 8
"""Allowed looks that are compared with one that no rule allows: those that show most spaces as it does."""

MOST_AT_ONCE = 4
"""Counted pieces that come to a space, or leave it, between two looks; more were misread."""

LIKELY = 0.02
"""Share of the weight from which an explanation is worth asking about."""

Change: TypeAlias = frozenset[tuple[Space, Kind]]
"""What differs from how the table stood: the spaces and what they show now."""


class Often(NamedTuple):
    """How often the table stands so before it is looked at: as it should, after each legal move, on each way to one,
    and as the likeliest look that no rule allows.
    """

    unchanged: float = 1.0
    move: float = 1.0
    part: float = SELDOM
    foul: float = SELDOM


@dataclass
class _Step:
    """A look that the rules allow: the moves that end there, or the partial move that looks so."""

    ends: list[Move] = field(default_factory=list)
    part: Move | None = None


@dataclass(frozen=True)
class _Due:
    """What the rules make of the table of a state.

    Attributes:
        should: what each space should show.
        left: what some may still show, from a turn or game before.
        stale: the table that was not set up yet for what is awaited; empty where there is nothing to set up.
        kinds: what moves may make of a space.
        steps: every look that the rules allow now; the unchanged table first.
    """

    should: Mapping[Space, Kind]
    left: Mapping[Space, Kind]
    stale: Change
    kinds: frozenset[Kind]
    steps: Mapping[Change, _Step]


def _evenly(possible: Looks) -> Often:
    return Often()


def explain(
    game: Game, state: State, sighting: Sighting, often: Callable[[Looks], Often] = _evenly, held: float = IN_HAND
) -> Verdict:
    """The verdict on a sighting, taken after the hands have left.

    Args:
        game: the game with its house rules.
        state: where it stands; its dice are those of the throw, the sighting's dice are not looked at.
        sighting: the spaces with their probabilities.
        often: how often each look stands there, by what may stand there.
        held: how often a counted piece of one stack is in a hand.

    Returns:
        Legal with what may still be added; Partial on the way to a legal move; Unclear when a person should
        be asked; Foul. Nothing changed is Partial towards every legal move, `changed` empty, never Legal.
        While no move is owed: Partial towards nothing when the table stands as it should, or is being set up.
    """
    due = _due(game, state)
    table, steps = _Table(due, sighting, game, held), due.steps
    if game.is_over(state):
        return Partial((), table.changed())
    possible = _looks(due, table)
    foul, likelihood = possible.foul
    before = often(possible)
    weights = {
        look: table.allowed(look, step)
        + log(before.move if step.ends else before.part if look else before.unchanged)
        for look, step in steps.items()
    }
    shares, foul_share = _shares(weights, log(before.foul) + likelihood)
    if foul_share >= SURE:
        return game.refusal(state, table.seen_as(foul))
    verdict = _clear_verdict(game, state, steps, shares, table)
    if verdict is not None:
        return verdict
    likely = sorted((look for look in shares if shares[look] >= LIKELY), key=lambda look: -shares[look])
    rivals = [*likely, foul] if foul_share >= LIKELY else likely
    return Unclear(tuple(move for change in likely for move in steps[change].ends), table.doubtful(rivals))


@dataclass(frozen=True)
class Looks:
    """Every look of the table that may follow from a state, and how probable each makes a sighting.

    Attributes:
        unchanged: logarithm of how probable the sighting is of a table that stands as it should.
        ends: the look of each legal move, likeliest first, as (change, move, logarithm) triples; where several moves
            look the same, one of them.
        parts: logarithms of the looks on the way to a legal move.
        foul: the likeliest look that no rule allows, and its logarithm.
        stale: logarithm of a table that was not set up yet for what is awaited; None where there is nothing to set up.
        most: logarithm of the likeliest of all boards by what is read alone, no space being less likely than a half.
        strange: by how many counted pieces the `foul` differs from the allowed look most like it; None if none is.
    """

    unchanged: float
    ends: tuple[tuple[Change, Move, float], ...]
    parts: tuple[float, ...]
    foul: tuple[Change, float]
    stale: float | None = None
    most: float = 0.0
    strange: int | None = None


def looks(game: Game, state: State, sighting: Sighting, held: float = IN_HAND) -> Looks:
    """How probable a sighting is under each look that may follow from a state, for whoever weighs several states.

    Unlike `explain` it decides nothing and knows no prior: who compares states brings those. `held`: how often a
    counted piece of one stack is in a hand.
    """
    due = _due(game, state)
    return _looks(due, _Table(due, sighting, game, held))


def _looks(due: _Due, table: _Table) -> Looks:
    steps = due.steps
    weights = {look: table.allowed(look, step) for look, step in steps.items()}
    ends = [(look, step.ends[0], weights[look]) for look, step in steps.items() if step.ends]
    parts = tuple(weights[look] for look, step in steps.items() if look and not step.ends)
    other = table.best_of_the_others(weights)
    return Looks(
        weights[frozenset()],
        tuple(sorted(ends, key=lambda end: -end[2])),
        parts,
        other,
        table.weight(due.stale) if due.stale else None,
        table.most(),
        table.strangeness(other[0], steps),
    )


def whatever_was_thrown(readings: Sequence[tuple[int, ...]], fouls: Sequence[Foul]) -> Foul:
    """The foul of a table that no reading of the dice explains.

    Where the dice do not matter, as for a tile in another's frame, it is the foul that every reading gives.

    Args:
        readings: what the dice may show, likeliest first.
        fouls: what `explain` says with each of them; at least one.
    """
    first, named = fouls[0], dict(fouls[0].values)
    expected = tuple(dict.fromkeys(move for broken in fouls for move in broken.expected))
    same = all((broken.rule, broken.values) == (first.rule, first.values) for broken in fouls)
    if same and not {"dice", "due"} & named.keys():
        return Foul(first.rule, first.values, expected)
    closed = next((value for broken in fouls for name, value in broken.values if name == "closed"), ())
    return foul("dice_unsure", tuple(readings), closed, expected=expected)


def left_unexplained(tiles: tuple[int, ...]) -> Foul:
    """Tiles closed with an unread throw after which play went on: a person should look.

    Args:
        tiles: their numbers, ascending; at least one.
    """
    return foul("board_unsure", tiles)


def touched(game: Game, state: State, move: Move) -> Sighting:
    """The sighting of a move, legal or not, that was made for sure: for touch, and for tests."""
    return sure_sighting((), {**game.appearance(state), **game.effect(state, move)})


def _due(game: Game, state: State) -> _Due:
    """What the rules make of the table of a state."""
    hashed: Any = game  # a frozen dataclass: mypy takes the protocol for something without a hash
    return _worked_out(hashed, state)


@lru_cache(maxsize=256)
def _worked_out(game: Game, state: State) -> _Due:
    moves = (*game.legal(state), *game.offers(state))
    effects = [frozenset(game.effect(state, move).items()) for move in moves]
    steps: dict[Change, _Step] = {frozenset(): _Step()}
    for move, effect in zip(moves, effects, strict=True):
        steps.setdefault(effect, _Step()).ends.append(move)
    for part in game.partials(state):
        steps.setdefault(frozenset(game.effect(state, part).items()), _Step(part=part))
    kinds = frozenset(kind for effect in effects for _, kind in effect)
    stale = frozenset(game.stale(state).items())
    return _Due(game.appearance(state), game.leftover(state), stale, kinds, steps)


def _towards(
    game: Game, state: State, steps: Mapping[Change, _Step], looks: Sequence[Change]
) -> tuple[Move, ...]:
    """The legal moves that some looks on the way may become, those that `legal` lists first."""
    legal = game.legal(state)
    if frozenset() in looks:
        return legal
    parts = (steps[look].part for look in looks)
    moves = {move for part in parts if part is not None for move in game.continuations(state, part)}
    listed = tuple(move for move in legal if move in moves)
    return (*listed, *sorted(moves.difference(listed), key=game.to_text))


def _shares(weights: Mapping[Change, float], foul: float) -> tuple[dict[Change, float], float]:
    """The posterior: each look's share of all the weight, and the foul's; weights are logarithms."""
    top = max(foul, *weights.values())
    sizes = {change: exp(weight - top) for change, weight in weights.items()}
    whole = sum(sizes.values()) + exp(foul - top)
    return {change: size / whole for change, size in sizes.items()}, exp(foul - top) / whole


def _clear_verdict(
    game: Game, state: State, steps: Mapping[Change, _Step], shares: Mapping[Change, float], table: _Table
) -> Legal | Partial | None:
    """The move, or the partial move, that explains the sighting; None when it is unclear."""
    best = max(shares, key=lambda change: shares[change])
    ends = steps[best].ends
    if ends and best == frozenset(game.stale(state).items()):
        return None
    if len(ends) == 1 and shares[best] >= SURE:
        return Legal(ends[0], game.continuations(state, ends[0]), shares[best])
    on_the_way = {change: share for change, share in shares.items() if not steps[change].ends}
    sure = sum(on_the_way.values())
    if not ends and sure >= SURE:
        least = SURE if shares[best] >= SURE else LIKELY
        near = [change for change, share in on_the_way.items() if share >= least]
        return Partial(_towards(game, state, steps, near), table.changed(best), sure, steps[best].part)
    return None


class _Table:
    """How the table should stand, and how probable each other look of it is."""

    def __init__(self, due: _Due, sighting: Sighting, game: Game, held: float) -> None:
        self._should, self._game, self._held = due.should, game, held
        self._places = {
            space: _place(tuple(chances.items()), kind, due.left.get(space, kind), due.kinds)
            for space, kind in due.should.items()
            if (chances := sighting.spaces.get(space))
        }
        self._unchanged = sum(place.stands for place in self._places.values())
        self._men: dict[Kind, Counts] = {}
        self._fewer: dict[tuple[Space, Kind], float] = {}
        self._counted = any(self._counts(self._should[space]) for space in self._places)
        self._waiting = {p: s for p, s in game.waits().items() if self._counted and s not in self._places}

    def _counts(self, kind: Kind) -> Counts:
        if kind not in self._men:
            self._men[kind] = self._game.counts(kind)
        return self._men[kind]

    def most(self) -> float:
        """Logarithm of the likeliest of all boards by what is read alone, no space being less likely than a half."""
        return sum(place.most for place in self._places.values())

    def weight(self, change: Change) -> float:
        """Logarithm of the sighting's probability under this change, without spaces that were not read."""
        return self._unchanged + sum(
            self._places[space].logs.get(kind, LEAST) - self._places[space].stands
            for space, kind in change
            if space in self._places
        )

    def allowed(self, change: Change, step: _Step) -> float:
        """The same of a look that the rules allow: until a move is made, a counted piece may be in a hand."""
        weight, held = self.weight(change), self._held and self._counted and not step.ends
        return weight + log1p(self._held * exp(self._lifted(change))) if held else weight

    def _lifted(self, change: Change) -> float:
        """How much likelier a look becomes, as a logarithm, without the piece that is most probably gone."""
        here = [self._without_one(space, kind) for space, kind in change if space in self._places]
        changed = {space for space, _ in change}
        return max([*here, next((more for more, space in self._by_lifted if space not in changed), -inf)])

    @cached_property
    def _by_lifted(self) -> list[tuple[float, Space]]:
        """The spaces as they should stand, the one first from which a piece is most probably gone."""
        return sorted(((self._without_one(space, self._should[space]), space) for space in self._places), reverse=True)

    def _without_one(self, space: Space, kind: Kind) -> float:
        """How much likelier, as a logarithm, a space shows a kind with one piece less."""
        if (space, kind) not in self._fewer:
            place, men = self._places[space], self._counts(kind)
            stands = place.stands if kind == self._should[space] else place.logs.get(kind, LEAST)
            fewer = [log for other, log in place.logs.items() if men and _one_less(men, self._counts(other))]
            self._fewer[space, kind] = max(fewer, default=-inf) - stands
        return self._fewer[space, kind]

    def seen_as(self, change: Change) -> Sighting:
        """The sighting of a table of which this change is sure, at the spaces that were read."""
        return sure_sighting((), {space: self._should[space] for space in self._places} | dict(change))

    def best_of_the_others(self, allowed: Mapping[Change, float]) -> tuple[Change, float]:
        """The likeliest look that is none of those allowed, and the logarithm of how probable it is.

        Where a game counts its pieces, it is a look with as many as there should be: what lacks one was misread.
        """
        if self._counted:
            seen = {frozenset(pair for pair in look if pair[0] in self._places) for look in allowed}
            balanced = balanced_looks([*map(self._choices, self._places), *self._entering()])
            return self._least_strange(islice((look for look in balanced if look not in seen), LOOKED_AT), allowed)
        top = frozenset((space, place.kind) for space, place in self._places.items() if place.changed)
        weight = self.weight(top)
        if top not in allowed:
            return top, weight
        return max(self._near(top, weight, allowed), key=lambda other: other[1])

    def _least_strange(self, others: Iterable[Change], allowed: Iterable[Change]) -> tuple[Change, float]:
        """The likeliest of looks that come in the order of how they read: each further piece set down wrong is rare."""
        best: tuple[Change, float] = (frozenset(), -inf)
        most = -inf
        for look in others:
            weight = self.weight(look)
            if weight <= most:
                break
            likely = weight + self._waits_on(look)
            rare = likely + ANOTHER * max(0, (self.strangeness(look, allowed) or 0) - 1)
            if rare > most:
                best, most = (look, likely), rare
        return best

    def strangeness(self, look: Change, allowed: Iterable[Change]) -> int | None:
        """By how many pieces a look differs from the allowed one most like it; None if no piece is counted.

        Where that one changes none of the spaces that differ, these have nothing to do with it: APART more.
        """
        if not self._counted:
            return None
        near = nsmallest(NEAREST, allowed, key=lambda other: len(look ^ other)) if look else (look,)
        return min(self._differs(look, other) for other in near)

    def _differs(self, look: Change, other: Change) -> int:
        here, there = dict(look), dict(other)
        spaces = [space for space in here.keys() | there.keys() if space in self._places]
        pairs = [(self._shown(space, here), self._shown(space, there)) for space in spaces]
        apart = all(one == two for space, (one, two) in zip(spaces, pairs, strict=True) if space in there)
        moved = Counter[str]()
        for one, two in pairs:
            moved.update({piece: abs(one.get(piece, 0) - two.get(piece, 0)) for piece in one.keys() | two.keys()})
        pieces = max(sum(n // 2 for n in moved.values()), int(any(moved.values())))  # one that is captured went unseen
        return pieces + (APART if other and apart else 0)

    def _shown(self, space: Space, change: Mapping[Space, Kind]) -> Counts:
        return self._counts(change.get(space, self._should[space]))

    def _near(
        self, top: Change, weight: float, allowed: Mapping[Change, float]
    ) -> Iterator[tuple[Change, float]]:
        """Ever likelier looks, none of them allowed, that differ from the likeliest one at one space."""
        best = -inf
        yield frozenset(), best
        for space, place in self._places.items():
            without = weight - place.share
            for kind, share, changed in place.others:
                if without + share <= best:
                    continue
                rest = top - {(space, place.kind)}
                look = rest | {(space, kind)} if changed else rest
                if look not in allowed:
                    best = without + share
                    yield look, best

    def _choices(self, space: Space) -> list[PossibleKind]:
        """What a space may show: the likeliest kinds, and that it stands as it should."""
        place, should = self._places[space], self._counts(self._should[space])
        kinds = ((place.kind, place.share, place.changed), *place.others)
        choices = [PossibleKind(place.stands, {})]
        for kind, share, changed in kinds:
            counts = self._counts(kind)
            if changed and share >= RARE and abs(sum(counts.values()) - sum(should.values())) <= MOST_AT_ONCE:
                pieces = counts.keys() | should.keys()
                more = {piece: n for piece in pieces if (n := counts.get(piece, 0) - should.get(piece, 0))}
                if len(counts.keys() | should.keys()) > 1 and sum(should.values()) == 1:
                    more = {piece: n for piece, n in more.items() if n > 0 or piece not in self._waiting}
                choices.append(PossibleKind(share, more, (space, kind)))
        return choices

    def _waits_on(self, look: Change) -> float:
        """Logarithm of how seldom captured pieces wait on where nobody sees them, while others are moved."""
        more = Counter[str]()
        for space, kind in look:
            more.update(self._counts(kind))
            more.subtract(self._counts(self._should[space]))
        waiting = ((piece, self._counts(self._should[space]).get(piece, 0)) for piece, space in self._waiting.items())
        return sum(log(SELDOM / 2) for piece, men in waiting if men and more[piece] < 1)

    def _entering(self) -> list[list[PossibleKind]]:
        """How many of the captured pieces that wait where nobody sees them may have left: all of them, or fewer."""
        waiting = [(piece, self._counts(self._should[space]).get(piece, 0)) for piece, space in self._waiting.items()]
        return [[PossibleKind(0.0, {}), *(PossibleKind(0.0, {piece: -n}) for n in range(1, most + 1))]
                for piece, most in waiting]  # fmt: skip

    def changed(self, change: Change | None = None) -> tuple[tuple[Space, Kind], ...]:
        """A change in the order of the spaces; without one, all that reads otherwise than it should."""
        if change is None:
            change = frozenset((s, p.kind) for s, p in self._places.items() if p.kind != self._should[s])
        order = {space: index for index, space in enumerate(self._should)}
        return tuple(sorted(change, key=lambda pair: order[pair[0]]))

    def doubtful(self, rivals: Sequence[Change]) -> tuple[Space, ...]:
        """Spaces at which the rivals differ, or that a lone one changes, the most doubtful first."""
        everywhere = frozenset.intersection(*rivals) if len(rivals) > 1 else frozenset()
        spaces = {space for change in rivals for space, _ in change - everywhere}
        sure = {s: max(self._places[s].chances.values()) if s in self._places else 0.0 for s in spaces}
        return tuple(sorted(spaces, key=lambda space: (sure[space], space)))


@dataclass(frozen=True)
class _Place:
    """A sighted space.

    Attributes:
        chances: of each kind.
        logs: their logarithms.
        stands: logarithm of the chance that it stands as it should, or still as a turn or game before left it.
        kind: the likeliest.
        changed: the likeliest is neither of these.
        share: logarithm of the chance of the likeliest, or, where that is one of these, of `stands`.
        others: each other kind, the same of it, and whether it is neither of these.
        most: logarithm of the highest probability that was read, a half at least.
    """

    chances: Mapping[Kind, float]
    logs: Mapping[Kind, float]
    stands: float
    kind: Kind
    changed: bool
    share: float
    others: tuple[tuple[Kind, float, bool], ...]
    most: float


def _one_less(men: Counts, others: Counts) -> bool:
    """Whether the others are these pieces without one of them."""
    return sum(men.values()) == sum(others.values()) + 1 and others.keys() <= men.keys()


@lru_cache(maxsize=4096)
def _place(pairs: tuple[tuple[Kind, float], ...], should: Kind, left: Kind, kinds: frozenset[Kind]) -> _Place:
    """A space by its reading, what it should show, what was left there, and what moves may make of it."""
    chances = _chances(pairs, kinds | {should})
    logs = {kind: log(chance) for kind, chance in chances.items()}
    stands = log(max(chances.get(kind, FLOOR) for kind in (should, left)))
    best = max(chances, key=chances.__getitem__)
    shares = [(k, stands if k in (should, left) else logs[k], k not in (should, left)) for k in chances]
    ((_, share, changed),) = (choice for choice in shares if choice[0] == best)
    others = tuple(choice for choice in shares if choice[0] != best)
    most = log(max(0.5, *(chance for _, chance in pairs)))
    return _Place(chances, logs, stands, best, changed, share, others, most)


def _chances(pairs: tuple[tuple[Kind, float], ...], possible: frozenset[Kind]) -> Mapping[Kind, float]:
    """Probabilities of every kind that was read or may stand there: they sum to 1, each at least FLOOR."""
    read = dict(pairs)
    kinds: set[Any] = set(possible) | set(read)
    unsaid = max(0.0, 1 - sum(read.values())) / len(kinds)
    raw = {kind: max(read.get(kind, 0.0) + unsaid, FLOOR) for kind in sorted(kinds)}
    whole = sum(raw.values())
    return {kind: chance / whole for kind, chance in raw.items()}
