"""Which move explains what is seen: the rules are asked, the camera is taught none of them.

Every legal move, and every step on the way to one, would leave the table looking in a certain way. Each of
these looks is weighed by the probabilities of the sighting; so is the likeliest look that no rule allows.
Players do wrong, or leave a move half done, less often than not: such looks count a quarter. What outweighs
all the rest nine to one is the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, inf, log
from typing import Any, TypeAlias

from .core import (
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

SURE = 0.9
"""Share of the weight that a verdict needs."""

SELDOM = 0.25
"""Weight of a look that no rule allows, and of a move half done, against 1 for a legal move and for none.

With it a foul at one space is told when it is read with 0.99, and the rules overrule a wrong reading of up
to about 0.25; what lies between is asked.
"""

FLOOR = 1e-4
"""Least probability of any kind at a space that is seen: readers can be wrong although they are certain."""

LIKELY = 0.02
"""Share of the weight from which an explanation is worth asking about."""

Change: TypeAlias = frozenset[tuple[Space, Kind]]
"""What differs from how the table stood: the spaces and what they show now."""


@dataclass
class _Step:
    """A look that the rules allow: the moves that end there, or the partial move that looks so."""

    often: float = SELDOM
    ends: list[Move] = field(default_factory=list)
    part: Move | None = None


def explain(game: Game, state: State, sighting: Sighting) -> Verdict:
    """The verdict on what is seen, once the hands have left.

    Args:
        game: the game with its house rules.
        state: where it stands; its dice are those of the throw, the sighting's dice are not looked at.
        sighting: the spaces with their probabilities.

    Returns:
        Legal with what may still be added; Partial on the way to a legal move; Unclear when a person should
        be asked; Foul. Nothing changed is Partial towards every legal move, `changed` empty, never Legal.
        While no move is owed: Partial towards nothing when the table stands as it should, or is being set up.
    """
    table = _Table(game, state, sighting)
    if game.is_over(state):
        return Partial((), table.changed())
    steps = _steps(game, state)
    weights = {look: table.weight(look) + log(step.often) for look, step in steps.items()}
    foul, likelihood = table.best_of_the_others(weights)
    shares, foul_share = _shares(weights, log(SELDOM) + likelihood)
    if foul_share >= SURE:
        return game.refusal(state, sighting)
    found = _found(game, state, steps, shares, table)
    if found is not None:
        return found
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
    """

    unchanged: float
    ends: tuple[tuple[Change, Move, float], ...]
    parts: tuple[float, ...]
    foul: tuple[Change, float]
    stale: float | None = None


def looks(game: Game, state: State, sighting: Sighting) -> Looks:
    """How probable a sighting is under each look that may follow from a state, for whoever weighs several states.

    Unlike `explain` it decides nothing and knows no prior: who compares states brings those.
    """
    table = _Table(game, state, sighting)
    steps = {} if game.is_over(state) else _steps(game, state)
    weights = {look: table.weight(look) for look in steps} or {frozenset(): table.weight(frozenset())}
    ends = [(look, step.ends[0], weights[look]) for look, step in steps.items() if step.ends]
    parts = tuple(weights[look] for look, step in steps.items() if look and not step.ends)
    stale = frozenset(game.stale(state).items())
    return Looks(
        weights[frozenset()],
        tuple(sorted(ends, key=lambda end: -end[2])),
        parts,
        table.best_of_the_others(weights),
        table.weight(stale) if stale else None,
    )


def whatever_was_thrown(readings: Sequence[tuple[int, ...]], fouls: Sequence[Foul]) -> Foul:
    """The foul of a table that none of several readings of the dice explains.

    Where the dice do not matter, as for a tile in another's frame, it is the foul that every reading gives.

    Args:
        readings: what the dice may show, likeliest first.
        fouls: what `explain` says with each of them; at least one.
    """
    first, named = fouls[0], dict(fouls[0].values)
    expected = tuple(dict.fromkeys(move for one in fouls for move in one.expected))
    same = all((one.rule, one.values) == (first.rule, first.values) for one in fouls)
    if same and not {"dice", "due"} & named.keys():
        return Foul(first.rule, first.values, expected)
    closed = next((value for one in fouls for name, value in one.values if name == "closed"), ())
    return foul("dice_unsure", tuple(readings), closed, expected=expected)


def left_unexplained(tiles: tuple[int, ...]) -> Foul:
    """Tiles that were closed with a throw nobody could read, once play has gone on: a person should look.

    Args:
        tiles: their numbers, ascending; at least one.
    """
    return foul("board_unsure", tiles)


def touched(game: Game, state: State, move: Move) -> Sighting:
    """The sighting of a move, legal or not, that was made for sure: for touch, and for tests."""
    return sure_sighting((), {**game.appearance(state), **game.effect(state, move)})


def _steps(game: Game, state: State) -> dict[Change, _Step]:
    """Every look that the rules allow now; the unchanged table first."""
    steps: dict[Change, _Step] = {frozenset(): _Step(often=1)}
    for move in (*game.legal(state), *game.offers(state)):
        end = steps.setdefault(frozenset(game.effect(state, move).items()), _Step())
        end.often = 1
        end.ends.append(move)
    for part in game.partials(state):
        steps.setdefault(frozenset(game.effect(state, part).items()), _Step(part=part))
    return steps


def _towards(
    game: Game, state: State, steps: Mapping[Change, _Step], looks: Sequence[Change]
) -> tuple[Move, ...]:
    """The legal moves that some looks on the way may become, those that `legal` lists first."""
    legal = game.legal(state)
    if frozenset() in looks:
        return legal
    parts = (steps[look].part for look in looks)
    found = {move for part in parts if part is not None for move in game.continuations(state, part)}
    listed = tuple(move for move in legal if move in found)
    return (*listed, *sorted(found.difference(listed), key=game.to_text))


def _shares(weights: Mapping[Change, float], foul: float) -> tuple[dict[Change, float], float]:
    """The posterior: each look's share of all the weight, and the foul's; weights are logarithms."""
    top = max(foul, *weights.values())
    sizes = {change: exp(weight - top) for change, weight in weights.items()}
    whole = sum(sizes.values()) + exp(foul - top)
    return {change: size / whole for change, size in sizes.items()}, exp(foul - top) / whole


def _found(
    game: Game, state: State, steps: Mapping[Change, _Step], shares: Mapping[Change, float], table: _Table
) -> Legal | Partial | None:
    """The move, or the way to one, that explains what is seen; None when it is unclear."""
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
        return Partial(_towards(game, state, steps, near), table.changed(best), sure)
    return None


class _Table:
    """How the table should stand, and how probable each other look of it is."""

    def __init__(self, game: Game, state: State, sighting: Sighting) -> None:
        self._should = game.appearance(state)
        self._left = game.leftover(state)
        moves = (*game.legal(state), *game.offers(state))
        kinds = {kind for move in moves for kind in game.effect(state, move).values()}
        self._chances: dict[Space, Mapping[Kind, float]] = {
            space: _chances(tuple(sighting.spaces[space].items()), frozenset((kind, *kinds)))
            for space, kind in self._should.items()
            if sighting.spaces.get(space)
        }
        self._unchanged = sum(log(self._standing(space)) for space in self._chances)

    def _standing(self, space: Space) -> float:
        """Chance that a space stands as it should, or still as a turn or game before left it."""
        kinds = {self._should[space], self._left.get(space, self._should[space])}
        return max(self._chances[space].get(kind, FLOOR) for kind in kinds)

    def weight(self, change: Change) -> float:
        """Logarithm of how probable the sighting makes this change, spaces that are not seen left out."""
        return self._unchanged + sum(
            log(self._chances[space].get(kind, FLOOR)) - log(self._standing(space))
            for space, kind in change
            if space in self._chances
        )

    def best_of_the_others(self, allowed: Mapping[Change, float]) -> tuple[Change, float]:
        """The likeliest look that is none of those allowed, and the logarithm of how probable it is."""
        likeliest = {space: max(chances, key=chances.__getitem__) for space, chances in self._chances.items()}
        top = self._change(likeliest)
        weight = self.weight(top)
        if top not in allowed:
            return top, weight
        return max(self._near(top, weight, likeliest, allowed), key=lambda other: other[1])

    def _near(
        self, top: Change, weight: float, likeliest: Mapping[Space, Kind], allowed: Mapping[Change, float]
    ) -> Iterator[tuple[Change, float]]:
        """Ever likelier looks, none of them allowed, that differ from the likeliest one at one space."""
        best = -inf
        yield frozenset(), best
        for space, chances in self._chances.items():
            rest = top - {(space, likeliest[space])}
            without = weight - log(self._share(space, likeliest[space]))
            for kind in chances:
                if kind == likeliest[space] or without + log(self._share(space, kind)) <= best:
                    continue
                look = rest | self._change({space: kind})
                if look not in allowed:
                    best = without + log(self._share(space, kind))
                    yield look, best

    def _share(self, space: Space, kind: Kind) -> float:
        """Chance that a space shows this kind, or any of those with which it is unchanged."""
        if kind in (self._should[space], self._left.get(space)):
            return self._standing(space)
        return self._chances[space][kind]

    def _change(self, look: Mapping[Space, Kind]) -> Change:
        return frozenset(
            (space, kind)
            for space, kind in look.items()
            if kind not in (self._should[space], self._left.get(space))
        )

    def changed(self, change: Change | None = None) -> tuple[tuple[Space, Kind], ...]:
        """A change in the order of the spaces; without one, all that reads otherwise than it should."""
        if change is None:
            look = {space: max(chances, key=chances.__getitem__) for space, chances in self._chances.items()}
            change = frozenset((s, kind) for s, kind in look.items() if kind != self._should[s])
        order = {space: index for index, space in enumerate(self._should)}
        return tuple(sorted(change, key=lambda pair: order[pair[0]]))

    def doubtful(self, rivals: Sequence[Change]) -> tuple[Space, ...]:
        """Spaces at which the rivals differ, or that a lone one changes, the most doubtful first."""
        everywhere = frozenset.intersection(*rivals) if len(rivals) > 1 else frozenset()
        spaces = {space for change in rivals for space, _ in change - everywhere}
        sure = {space: max(self._chances.get(space, {"": 0.0}).values()) for space in spaces}
        return tuple(sorted(spaces, key=lambda space: (sure[space], space)))


@lru_cache(maxsize=4096)
def _chances(pairs: tuple[tuple[Kind, float], ...], possible: frozenset[Kind]) -> Mapping[Kind, float]:
    """Probabilities of every kind that was seen or may stand there: they sum to 1 and none is below FLOOR."""
    seen = dict(pairs)
    kinds: set[Any] = set(possible) | set(seen)
    unsaid = max(0.0, 1 - sum(seen.values())) / len(kinds)
    raw = {kind: max(seen.get(kind, 0.0) + unsaid, FLOOR) for kind in sorted(kinds)}
    whole = sum(raw.values())
    return {kind: chance / whole for kind, chance in raw.items()}
