"""Games whose men a camera reads, at random: hands move men step by step, and eyes misread some stacks.

Words, such as a double, are told by a finger; all else is seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from referee.core import CHANCE, Event, Kind, Space
from referee.games.arrows import ArrowGame, Play
from referee.games.arrows.looks import ARROWS, men_of
from referee.games.arrows.looks import kind as kind_of
from referee.games.arrows.state import COLOURS
from vision.observation import Piece

from .eyes import BOARD, SimulatedEyes
from .fingers import ByTouch
from .game import Lived, lines_of
from .men import foul_play, reading

ANEW = 0.05
"""How often a stack that nobody touched is read anew when the table comes to rest: as well or as badly as any."""

PEEKS, HELD = 0.25, 0.01
"""How often the table is looked at while a man is in a hand that has left the board; how often that lasts long."""

BETWEEN = 0.5
"""How often the table is looked at between two men of a turn."""

ARROWS_SEEN = replace(BOARD, layout="arrows")


@dataclass
class EyesForMen(SimulatedEyes):
    """Eyes that read men on arrows.

    Attributes:
        wrong: share of short stacks that they read wrongly.
        stands: what each arrow really shows.
        readings: how each stack that stands there is read: as long as it stands, mostly.
    """

    wrong: float = 0.0
    stands: Mapping[Space, Kind] = field(default_factory=dict)
    readings: dict[Space, tuple[Kind, Piece]] = field(default_factory=dict)

    def _begin(self, closed: frozenset[str]) -> None:
        for space, kind in self.stands.items():
            known = self.readings.get(space)
            if known is None or known[0] != kind or self.rng.random() < ANEW:
                self.readings[space] = (kind, _piece(space, reading(kind, self.wrong, self.rng)))

    def _pieces(self, closed: frozenset[str]) -> tuple[tuple[Piece, ...], bool]:
        return tuple(piece for _, piece in self.readings.values()), False


def _piece(space: Space, chances: Mapping[Kind, float]) -> Piece:
    ranked = tuple(sorted(chances.items(), key=lambda pair: -pair[1]))
    return Piece(space, ranked[0][0], None, (0.0, 0.0), ranked[0][1], ranked)


@dataclass(eq=False)
class ByHand(ByTouch):
    """A table of men that a camera reads."""

    def lives(self) -> Lived:
        """All of it."""
        self._lie(self._appearance())
        return super().lives()

    @property
    def _game(self) -> ArrowGame:
        return cast(ArrowGame, self.match.game)

    def _appearance(self) -> Mapping[Space, Kind]:
        return self._game.appearance(self.match.state)

    def _lie(self, kinds: Mapping[Space, Kind]) -> None:
        """The men stand so."""
        cast(EyesForMen, self.eyes).stands = {space: kinds[space] for space in ARROWS}

    def _moves(self, event: Event) -> None:
        if not isinstance(event, Play):
            super()._moves(event)
            return
        due = self.due
        assert due is not None, "a play is due"
        if self.rng.random() < self.wish.foul:
            self._foul(due.seat)
        if self.away == "any":
            self.away = ""
        if self.later:
            self.away = "cast"
        self._carries(event)
        before, self.match = self.match, self.match.then(event)
        self.says(lines_of(before, event))
        self.rest(self.rng.uniform(*((0.5, 0.9) if self.rng.random() < 0.2 else (1.3, 2.0))))
        if self.match.game.leftover(self.match.state):
            self.check()
            self._handles(self._appearance())
            self.rest(self.rng.uniform(1.2, 2.0))

    def _carries(self, play: Play) -> None:
        """The men of a play are moved, one after the other; looks come between."""
        game, state = self._game, self.match.state
        kinds = dict(self._appearance())
        for count, step in enumerate(play.steps, start=1):
            source = game.space(state.player, step.source)
            if self.rng.random() < PEEKS:
                self._handles({**kinds, source: _one_less(kinds[source])}, 0.8)
                self.rest(10.0 if self.rng.random() < HELD / PEEKS else self.rng.uniform(0.1, 0.9))
            kinds = dict(self._appearance()) | dict(game.effect(state, Play(play.steps[:count])))
            last = count == len(play.steps)
            self._handles(kinds, 0.0 if last else 1.0, looks=last or self.rng.random() < BETWEEN)
            if not last:
                self.rest(self.rng.uniform(0.2, 1.2))

    def _handles(self, kinds: Mapping[Space, Kind], lasts: float = 0.0, *, looks: bool = True) -> None:
        """A hand comes and leaves the men so."""
        self.hand("turn", self.near(0), lasts)
        self._lie(kinds)
        if looks:
            self.settles("turn")

    def _wrongly(self) -> None:
        """A man is set down a pip wrong; once that was refused, all is put back."""
        game, state, due = self._game, self.match.state, self.due
        assert due is not None, "somebody must act"
        if due.actor == CHANCE or not state.dice:
            return
        play = foul_play(game, state, self.rng)
        refusal = None if play is None else game.move_refusal(state, play)
        if play is None or refusal is None:
            return
        self.fault("foul")
        self._carries(play)
        self.says(({"event": "move_refused", "seat": due.seat, "rule": refusal.rule},))
        self.rest(self.rng.uniform(2.5, 4.0))
        self._handles(self._appearance())
        self.rest(self.rng.uniform(0.8, 1.5))


def _one_less(kind: Kind) -> Kind:
    ((colour, count),) = men_of(kind).items() or (("white", 1),)
    return kind_of(COLOURS.index(colour), count - 1)
