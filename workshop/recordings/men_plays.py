"""Games of men at random for films: men carried one by one, hits, and fouls whose verdict is the referee's own.

    script = play_men(random.Random(7), Setup("backgammon", players_at((1, 2))))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, TypeAlias

from referee.core import Foul, Legal, Roll, Verdict, sure_sighting
from referee.games.arrows import BAR, Play
from referee.games.arrows.looks import ARROWS, SAID, men_of
from referee.games.arrows.looks import kind as kind_of
from referee.games.arrows.state import COLOURS
from referee.witness import explain
from webui.table.values.setup import Setup

from ..simulate.game import lines_of
from .plays import APART, FOUL, Playing, line
from .script import EventFields, ManWay, MenMoved, Script, ScriptStep

MenCounts: TypeAlias = Mapping[str, tuple[int, int]]
"""How many white and black men stand on each space; both for a moment, while a man is hit."""

CONSIDERED = 3
"""Moves of which the one that leaves fewest men alone is played: players do not play like dice."""
FAR = 6
"""Arrows by which a man is moved wrongly at most."""
HIT_FIRST = 0.6
"""How often a hit man is taken away before the other one comes."""


def play_men(rng: Random, setup: Setup, throws: int = 10_000, foul: float = FOUL) -> Script:
    """A game of men until somebody has won it, or at least so many throws of it.

    Args:
        rng: source of chance.
        setup: the game; of a match the first game is played.
        throws: how many times dice are thrown before the recording ends.
        foul: chance of a foul at each throw.
    """
    game = MenPlaying(rng, setup, setup.match(), foul)
    game.begins()
    while game.casts < throws and game.due is not None and not game.match.state.results:
        game.set_up()
        game.turn()
    return game.script()


@dataclass
class MenPlaying(Playing):
    """A game of men.

    Attributes:
        stands: how the men lie on the table.
    """

    stands: MenCounts = field(default_factory=dict)
    kinds: ClassVar[tuple[str, ...]] = ("wrong", "theirs", "more", "must_move", "throw_first", "dice_count")
    often: ClassVar[tuple[int, ...]] = (11, 1, 3, 2, 2, 2)

    def __post_init__(self) -> None:
        """The men stand as the game begins."""
        self.stands = self._should()

    def _should(self) -> MenCounts:
        return _counts(self.game.appearance(self.match.state))

    def _once(self, move: Play) -> MenCounts:
        """How the men stand after a play."""
        return {**self.stands, **_counts(self.game.effect(self.match.state, move))}

    def set_up(self) -> None:
        """Hands put down the men that do not stand as the next throw needs them, such as those piled up again."""
        ways = _paired(self.stands, self._should())
        if ways:
            self._moves(self.due.seat, ways, *self.standing)
            self.standing = ()
            self.rest(1.0, 1.8)

    def frames(self) -> tuple[int, ...]:
        """The men."""
        return (1,)

    def thrown(self, roll: Roll) -> tuple[EventFields, ...]:
        """With what it ends."""
        events = lines_of(self.match, roll)
        self.match = self.match.then(roll)
        return events

    def refused(self, seat: int, foul: Foul) -> EventFields:
        """By its rule."""
        return line("move_refused", seat, rule=foul.rule)

    def plays(self, seat: int) -> None:
        """A legal move, by one visit of the hand or two."""
        move = self._chosen()
        after = self._once(move)
        ways = self._ways(move, after)
        word, events = self.verdict(after), lines_of(self.match, move)
        cut = self.rng.randrange(1, len(ways)) if len(ways) > 1 and self.rng.random() < APART else 0
        half = _after(self.stands, ways[:cut])
        if cut and not any(map(all, half.values())) and not isinstance(self.verdict(half), Foul):
            self._moves(seat, ways[:cut])
            self.rest(0.5, 1.2)
            ways = ways[cut:]
        self._moves(seat, ways)
        self.match = self.match.then(move)
        if isinstance(word, Legal) and word.continuations:
            self.standing = events
        else:
            self.steps[-1] = ScriptStep(self.steps[-1].deed, events)
        self.rest(*((0.5, 0.9) if self.rng.random() < 0.2 else (1.3, 2.0)))

    def _chosen(self) -> Play:
        """Of some legal moves one that leaves few men alone."""
        legal, state = self.game.legal(self.match.state), self.match.state
        some: list[Play] = self.rng.sample(legal, min(CONSIDERED, len(legal)))

        def alone(move: Play) -> int:
            after = self._once(move)
            return sum(after[space][state.player] == 1 for space in ARROWS)

        return min(some, key=alone)

    def _ways(self, play: Play, after: MenCounts) -> tuple[ManWay, ...]:
        """How hands make the table of a play: step by step, hit men with the step that hits them."""
        player, now, ways = self.match.state.player, self.stands, list[ManWay]()
        other = 1 - player
        for source, target in self.game.journey(self.match.state, play):
            step = [(player, source, target)]
            if now[target][other] == 1 and not after[target][other] and self.game.captured_to is not None:
                away = (other, target, self.game.space(other, self.game.captured_to))
                step.insert(0 if self.rng.random() < HIT_FIRST else 1, away)
            ways += step
            now = _after(now, step)
        return (*ways, *_paired(now, after))

    # Fouls.

    def verdict(self, stands: MenCounts) -> Verdict:
        """The referee's word, did the men stand so."""
        state = self.match.state
        shows = {space: kind_of(int(not white), white or black) for space, (white, black) in stands.items()}
        return explain(self.game, self.game.tidied(state), sure_sighting(state.dice, shows))

    def wrongly(self, kind: str) -> bool:
        """Men are moved as they may not be; that is refused, and put right."""
        seat = self.due.seat
        for ways in self._tried(kind):
            word = self.verdict(_after(self.stands, ways))
            if isinstance(word, Foul):
                self._moves(seat, ways, self.refused(seat, word))
                self.rest(3.2, 4.0)
                back = tuple((player, target, source) for player, source, target in reversed(ways))
                self._moves(seat, back, line("move_withdrawn", seat))
                self.rest(1.5, 2.2)
                return True
        return False

    def _tried(self, kind: str) -> Iterator[tuple[ManWay, ...]]:
        """Ways to do wrong, never by hitting anybody: the last man of a play set down beside his place, a man of the
        other player moved, a man too many, a man moved before the throw."""
        state = self.match.state
        player = self.due.player
        if kind in ("theirs", "throw_first"):
            yield from ((way,) for way in self._any_man(1 - player if kind == "theirs" else player, self.stands))
            return
        legal = self.game.legal(state)
        for move in self.rng.sample(legal, min(6, len(legal))):
            after = self._once(move)
            if any(both[1 - player] != after[space][1 - player] for space, both in self.stands.items()):
                continue  # it hits
            ways = self._ways(move, after)
            if kind == "more":
                yield from ((*ways, more) for more in self._any_man(player, after))
            else:
                *before, (_, source, _) = ways
                yield from ((*before, last) for last in self._any_man(player, _after(self.stands, before), source))

    def _any_man(self, player: int, stands: MenCounts, source: str = "") -> Iterator[ManWay]:
        """A man of a player moved by a few arrows, forward or back, in any order; to where none of the others stand."""
        spaces = {number: self.game.space(player, number) for number in range(1, BAR)}
        pairs = [
            (old, new)
            for number, old in spaces.items()
            for target, new in spaces.items()
            if 0 < abs(number - target) <= FAR and source in ("", old)
            and stands[old][player] and not stands[new][1 - player]
        ]  # fmt: skip
        for old, new in self.rng.sample(pairs, min(8, len(pairs))):
            yield player, old, new

    def _moves(self, seat: int, ways: tuple[ManWay, ...], *events: EventFields) -> None:
        self.stands = _after(self.stands, ways)
        self.does(MenMoved(seat, ways), *events)


def _counts(shown: Mapping[str, str]) -> MenCounts:
    """The men of an appearance."""
    every = ((space, men_of(shows)) for space, shows in shown.items() if space != SAID)
    return {space: (men.get(COLOURS[0], 0), men.get(COLOURS[1], 0)) for space, men in every}


def _after(stands: MenCounts, ways: Iterable[ManWay]) -> MenCounts:
    """The men once hands moved some."""
    now = {space: list(both) for space, both in stands.items()}
    for player, source, target in ways:
        now[source][player] -= 1
        now[target][player] += 1
    return {space: (white, black) for space, (white, black) in now.items()}


def _paired(stands: MenCounts, should: MenCounts) -> tuple[ManWay, ...]:
    """How hands make one table of another: the men of each colour that are too many go to where some lack."""
    ways: list[ManWay] = []
    for player in (0, 1):
        more = {space: should[space][player] - both[player] for space, both in stands.items()}
        gone = [space for space, count in more.items() for _ in range(-count)]
        come = [space for space, count in more.items() for _ in range(count)]
        ways += [(player, source, target) for source, target in zip(gone, come, strict=True)]
    return tuple(ways)
