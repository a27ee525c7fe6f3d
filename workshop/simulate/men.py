"""Single turns of games of men, read with errors at a chosen rate: how often the table would tell them right.

This says how good a reader of men must be: one errs at so many arrows, is honest about its doubts, and errs ten times
as often where five men or more stand. The referee's rules and the belief's priors weigh each look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Any

from referee.core import CHANCE, Appearance, Kind, Sighting, Space, State
from referee.games.arrows import ArrowGame
from referee.games.arrows.looks import kind as kind_of
from referee.games.arrows.looks import men_of
from referee.games.arrows.plays import OFF, ManMove, Play
from referee.games.arrows.state import COLOURS
from referee.witness import Change, looks
from webui.table.belief.priors import BOARD
from webui.table.belief.value import foul_prior, log_weight

from ..chance import random_event

DOUBTFUL = 0.15
"""Share of readings that are in doubt; they hold nearly all errors."""

TALL, TALL_ERRS = 5, 10.0
"""From so many men on a stack is misread so many times as often."""

TOLD = 0.9
"""Share of the weight from which a look is told."""

FOUL = 0.35
"""Share of turns in which a man is set down a pip wrong."""


@dataclass(frozen=True)
class MenTurns:
    """What so many turns came to.

    Attributes:
        spaces, wrong: spaces read, and those of them read wrongly.
        legal, boards, likeliest, right: legal turns; those whose whole board was read right, whose true end was the
            likeliest, and whose true end was told.
        refused: legal turns told as a foul.
        asked: turns of which nothing was told.
        fouls, found: turns with a foul, and those told as that very foul.
    """

    spaces: int = 0
    wrong: int = 0
    legal: int = 0
    boards: int = 0
    likeliest: int = 0
    right: int = 0
    refused: int = 0
    asked: int = 0
    fouls: int = 0
    found: int = 0

    def __add__(self, other: MenTurns) -> MenTurns:
        names = self.__dataclass_fields__
        return MenTurns(**{name: getattr(self, name) + getattr(other, name) for name in names})

    def shares(self) -> tuple[str, ...]:
        """All of it as shares: of spaces, of legal turns (four), of turns, and of fouls."""
        counts = [(self.wrong, self.spaces), (self.boards, self.legal), (self.likeliest, self.legal),
                  (self.right, self.legal), (self.refused, self.legal), (self.asked, self.legal + self.fouls),
                  (self.found, self.fouls)]  # fmt: skip
        return tuple(f"{100 * some / max(1, of):.1f} %" for some, of in counts)


def turns(game: ArrowGame, count: int, wrong: float, seed: int = 1) -> Iterator[MenTurns]:
    """Each of so many turns of random games.

    Args:
        game: with its house rules.
        count: of turns.
        wrong: share of short stacks that the reader reads wrongly, 0 to 0.1.
        seed: of games and readings.
    """
    rng = Random(f"{game.name} {wrong} {seed}")
    states = _states(game, rng)
    for _ in range(count):
        state = next(states)
        foul = foul_play(game, state, rng) if rng.random() < FOUL else None
        move = foul or rng.choice(game.legal(state))
        yield _told(game, state, dict(game.effect(state, move)), wrong, rng, legal=foul is None)


def _states(game: ArrowGame, rng: Random) -> Iterator[State]:
    """States of games at random in which a play is owed."""
    while True:
        state = game.start((1, 2))
        while not game.is_over(state):
            due = game.awaits(state)
            if due is not None and due.actor != CHANCE and state.dice and isinstance(game.legal(state)[0], Play):
                yield state
            state = game.apply(state, random_event(game, state, rng, often=0.0))


def foul_play(game: ArrowGame, state: Any, rng: Random) -> Play | None:
    """A legal play whose last man is set down a pip too far or too short; None where no such look is a foul."""
    should = game.appearance(state)
    allowed = [_changed(should, game.effect(state, move)) for move in (*game.legal(state), *game.partials(state))]
    plays = [Play((*steps, ManMove(last.source, target))) for *steps, last in _steps(game, state)
             for target in (last.target - 1, last.target + 1) if last.target != OFF
             if 1 <= target <= 24 and target != last.source]  # fmt: skip
    rng.shuffle(plays)
    return next((play for play in plays if _is_foul(should, game.effect(state, play), allowed)), None)


def _steps(game: ArrowGame, state: Any) -> list[tuple[ManMove, ...]]:
    """The steps of each legal play."""
    return [play.steps for play in game.legal(state) if isinstance(play, Play)]


def _changed(should: Appearance, effect: Appearance) -> Change:
    return frozenset((space, kind) for space, kind in effect.items() if should[space] != kind)


def _is_foul(should: Appearance, effect: Appearance, allowed: Sequence[Change]) -> bool:
    """What it makes of the table is forbidden, and a camera can tell so: no man too few, none on another's arrow."""
    change = _changed(should, effect)
    return bool(change) and change not in allowed and _as_many(should, {**should, **effect})


def _as_many(*tables: Appearance) -> bool:
    sums = [sorted((c, sum(men_of(kind).get(c, 0) for kind in table.values())) for c in COLOURS) for table in tables]
    return all(each == sums[0] for each in sums)


def _told(
    game: ArrowGame, state: Any, effect: Mapping[Space, Kind], wrong: float, rng: Random, *, legal: bool
) -> MenTurns:
    """One turn: the table after it is read, and the look with most weight is told if it is sure enough."""
    should = game.appearance(state)
    truth = {space: effect.get(space, kind) for space, kind in should.items() if not space.startswith(("off-", "said"))}
    read = {space: reading(kind, wrong, rng) for space, kind in truth.items()}
    errors = sum(max(read[space], key=read[space].__getitem__) != kind for space, kind in truth.items())
    change = frozenset((space, kind) for space, kind in truth.items() if kind != should[space])
    shares = _shares(game, state, Sighting((), read))
    best = max(shares, key=lambda look: shares[look])
    told = shares[best] >= TOLD
    return MenTurns(
        len(truth), errors, int(legal), int(legal and not errors), int(legal and best == (True, change)),
        int(legal and told and best == (True, change)), int(legal and told and not best[0]), int(not told),
        int(not legal), int(not legal and told and best == (False, change)),
    )  # fmt: skip


def _shares(game: ArrowGame, state: Any, sighting: Sighting) -> Mapping[tuple[bool, Change], float]:
    """The share of each look: whether the rules allow it, and how it differs from the table before the throw."""
    possible = looks(game, state, sighting)
    whole = log_weight(possible)
    move = log(BOARD.move / max(1, len(possible.ends)))
    shares = {(True, _seen(look)): exp(move + weight - whole) for look, _, weight in possible.ends}
    shares[True, frozenset()] = exp(log(BOARD.unchanged) + possible.unchanged - whole)
    foul, weight = possible.foul
    shares[False, foul] = exp(log(foul_prior(possible)) + weight - whole)
    return shares


def _seen(look: Change) -> Change:
    """Without the men borne off: no eye looks there."""
    return frozenset((space, kind) for space, kind in look if not space.startswith("off-"))


def reading(kind: Kind, wrong: float, rng: Random) -> Mapping[Kind, float]:
    """How an honest reader reads a space: what it takes for likeliest is so as often as it says."""
    ((_, men),) = men_of(kind).items() or (("", 0),)
    errs = min(0.5, wrong * (TALL_ERRS if men >= TALL else 1.0))
    rest = min(0.5, 0.9 * errs / DOUBTFUL) if rng.random() < DOUBTFUL else 0.1 * errs / (1 - DOUBTFUL)
    others = _beside(kind)
    other = rng.choice(others)
    likeliest, second = (other, kind) if rng.random() < rest else (kind, other)
    return {likeliest: 1 - rest, second: 0.8 * rest}


def _beside(kind: Kind) -> Sequence[Kind]:
    """What a space may be mistaken for: a man more or less, more seldom the other colour."""
    if not (men := men_of(kind)):
        return [kind_of(player, 1) for player in (0, 1)]
    ((colour, count),) = men.items()
    player = COLOURS.index(colour)
    near = [kind_of(player, n) for n in (count - 1, count + 1) if n <= 15]
    return [*near, *near, *near, kind_of(1 - player, count)]
