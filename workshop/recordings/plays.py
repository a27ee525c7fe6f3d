"""Games at random for films: whole turns, moves by hand, and fouls whose verdict is the referee's own.

    script = play(random.Random(7), Setup("occe_child", players_at((1, 3))), throws=11)

Chance decides what players do; the due events come from `Match`, `explain` and `roll_refusal` alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Literal

from referee.core import CHANCE, Foul, Legal, Roll, Verdict, sure_sighting
from referee.match import Match
from referee.witness import explain
from webui.table.values.setup import Setup

from ..scenes.film.clip_acts import Rest, Turn
from .script import Deed, EventFields, Linger, Script, ScriptedThrow, ScriptStep, Stir

FOUL, VOID, AGAIN, STIRRED, APART = 0.3, 0.06, 0.08, 0.3, 0.25
"""Chances: of a foul at a throw, a throw that does not count, the faces of the throw before, a hand or a die that
moves to no purpose, and tiles closed by two visits of the hand."""


def play(rng: Random, setup: Setup, throws: int, foul: float = FOUL, *, whole: bool = False) -> Script:
    """A game of at least so many throws, or to its end; a play-off, for which the board is set up anew, is left out.

    Args:
        rng: source of chance.
        setup: the game, on a board with a frame before each player unless it is played whole.
        throws: how many times dice are thrown before the recording ends.
        foul: chance of a foul at each throw.
        whole: hands set the board up for the next player of a box, the next game and a play-off, and all is played.
    """
    game = _TilePlay(rng, setup, setup.match(), foul)
    game.begins()
    while game.casts < throws and game.due is not None and (whole or not game.game.leftover(game.match.state)):
        if whole:
            game.set_up()
        game.turn()
    return game.script()


@dataclass
class Playing(ABC):
    """A game while it is played: throws and what belongs to them in any game.

    Attributes:
        rng, setup: as given.
        match: where the referee stands.
        foul: chance of one.
        steps: what happened so far.
        dice: the dice that lie there; None for one that does not count.
        standing: a move that is accepted when the next throw starts.
        kinds: of fouls: with pieces, a throw while a move is owed, a move before the throw, a wrong number of dice.
        often: how often each is tried; the next one is where the game does not allow it now.
    """

    rng: Random
    setup: Setup
    match: Match
    foul: float
    steps: list[ScriptStep] = field(default_factory=list)
    dice: tuple[int | None, ...] = ()
    standing: tuple[EventFields, ...] = ()
    kinds: ClassVar[tuple[str, ...]]
    often: ClassVar[tuple[int, ...]]

    @abstractmethod
    def refused(self, seat: int, foul: Foul) -> EventFields:
        """The event of a foul."""

    @abstractmethod
    def thrown(self, roll: Roll) -> tuple[EventFields, ...]:
        """The events of a throw that counts; the match goes on by it."""

    @abstractmethod
    def wrongly(self, kind: str) -> bool:
        """A foul with pieces is made and put right; False where none of that kind is possible."""

    @abstractmethod
    def plays(self, seat: int) -> None:
        """A legal move."""

    @abstractmethod
    def frames(self) -> tuple[int, ...]:
        """What a hand may linger over beside the dice."""

    def begins(self) -> None:
        """The board is looked at before anything happens."""
        begun = {"event": "game_started", "game": self.setup.game, "seats": list(self.setup.seats)}
        self.does(Rest(2.5), begun)

    def script(self) -> Script:
        """All that happened, and a while after it."""
        self.does(Rest(3.0))
        setup = self.setup
        return Script(setup.game, setup.profile, setup.options, setup.seats, tuple(self.steps))

    @property
    def game(self) -> Any:
        """The game that is played."""
        return self.match.game

    @property
    def casts(self) -> int:
        """How often dice were thrown."""
        return sum(isinstance(step.deed, ScriptedThrow) for step in self.steps)

    @property
    def due(self) -> Any:
        """Who must act."""
        return self.game.awaits(self.match.state)

    def does(self, deed: Deed, *events: EventFields) -> None:
        """Something happens, and these events are due after it."""
        self.steps.append(ScriptStep(deed, events))

    def rest(self, least: float, most: float) -> None:
        """Nothing happens for so many seconds."""
        self.does(Rest(round(self.rng.uniform(least, most), 2)))

    def turn(self) -> None:
        """One throw with all that belongs to it."""
        seat, kinds = self.due.seat, self._fouls()
        if "throw_first" in kinds[:1] and not self.standing:
            self.wrongly("throw_first")
        if "dice_count" in kinds[:1]:
            self._odd(seat)
        if self.rng.random() < VOID:
            self._void(seat)
        self._throw(seat)
        if self.due is None or self.due.actor == CHANCE:
            self.rest(1.6, 2.4)
            return
        self._fidget(seat)
        for kind in kinds:
            if self._again(seat) if kind == self.kinds[-3] else kind in self.kinds[:-3] and self.wrongly(kind):
                break
        self.plays(seat)
        if self.rng.random() < STIRRED / 2:
            self._fidget(seat, 1.0)

    def _fouls(self) -> list[str]:
        """No kind, or all kinds that may be tried in turn, this throw's own first."""
        if self.rng.random() >= self.foul:
            return []
        first = self.rng.choices(self.kinds, self.often)[0]
        if first in self.kinds[-2:]:
            return [first]
        return [first, *(kind for kind in self.kinds[:-2] if kind != first)]

    # Throws.

    def _faces(self, count: int) -> tuple[int, ...]:
        last = tuple(value for value in self.dice if value is not None)
        if len(last) == count and self.rng.random() < AGAIN:
            return last
        return tuple(self.rng.randint(1, 6) for _ in range(count))

    def _cast(self, cast: ScriptedThrow, *events: EventFields) -> None:
        self.does(cast, *self.standing, *events)
        self.dice, self.standing = cast.dice, ()

    def _throw(self, seat: int) -> None:
        """The throw that counts, and what it ends."""
        dice = self._faces(self.rng.choice((self.due.dice, *self.due.may)))
        self._cast(ScriptedThrow(seat, dice), *self.thrown(Roll(dice)))
        self.rest(1.2, 2.2)

    def _void(self, seat: int) -> None:
        """A throw with a die that leans or falls beside the board."""
        how: Literal["cocked", "off-board"] = "cocked" if self.rng.random() < 0.6 else "off-board"
        dice = (*self._faces(self.due.dice)[1:], None)
        word = "die_cocked" if how == "cocked" else "die_off_board"
        self._cast(ScriptedThrow(seat, dice, how), line(word, seat, dice=list(dice)))
        self.rest(1.6, 2.4)

    def _odd(self, seat: int) -> None:
        """A throw with too many or too few dice."""
        count = 2 if self.due.dice == 1 else self.rng.choice((1, 1, 3))
        dice = self._faces(count)
        refusal = self.game.roll_refusal(self.match.state, Roll(dice))
        if refusal is not None:
            self._cast(ScriptedThrow(seat, dice), self.refused(seat, refusal))
            self.rest(3.2, 4.0)

    def _again(self, seat: int) -> bool:
        """A throw although a move is owed."""
        dice = self._faces(2)
        refusal = self.game.roll_refusal(self.match.state, Roll(dice))
        if refusal is None:
            return False
        self._cast(ScriptedThrow(seat, dice), self.refused(seat, refusal))
        self.rest(3.0, 3.8)
        return True

    def _fidget(self, seat: int, chance: float = STIRRED) -> None:
        """Sometimes a hand stays over pieces or dice, or a die is pushed, or lifted and put back."""
        if self.rng.random() >= chance:
            return
        if None in self.dice or self.rng.random() < 0.5:
            over = self.rng.choice((0, *self.frames()))
            self.does(Linger(seat, over, round(self.rng.uniform(0.6, 1.8), 2)))
        else:
            self.does(Stir(seat, self.rng.randrange(len(self.dice)), self.rng.random() < 0.5))
        self.rest(1.2, 1.8)


@dataclass
class _TilePlay(Playing):
    """A game of tiles.

    Attributes:
        closed: the tiles that lie closed, as (seat, slot).
    """

    closed: set[tuple[int, int]] = field(default_factory=set)
    kinds: ClassVar[tuple[str, ...]] = ("wrong", "reopened", "other_frame", "must_close", "throw_first", "dice_count")
    often: ClassVar[tuple[int, ...]] = (9, 3, 3, 2, 2, 2)

    def place(self, player: int) -> int:
        """The seat before which a player's tiles lie; 0 for the box of all."""
        return 0 if self.game.frames == "shared" else self.setup.seats[player]

    def set_up(self) -> None:
        """Hands turn the tiles that do not stand as the next throw needs them."""
        state, box = self.match.state, self.game.frames == "shared"
        for player in (state.player,) if box else range(len(self.setup.seats)):
            place, tiles = self.place(player), self.game.all_tiles
            shut = {(place, tile) for tile in tiles - state.open[player]}
            wrong = shut ^ {(place, tile) for tile in tiles if (place, tile) in self.closed}
            ways: tuple[tuple[Literal["open", "closed"], set[tuple[int, int]]], ...]
            ways = ("open", wrong - shut), ("closed", wrong & shut)
            for to, some in ways:
                if some and not self.game.has_finished(state, player):
                    slots = tuple(sorted(tile for _, tile in some))
                    self._flip(Turn(place, slots, to, "reset", self.setup.seats[player]), *self.standing)
                    self.standing = ()
                    self.rest(1.0, 1.8)

    def thrown(self, roll: Roll) -> tuple[EventFields, ...]:
        """With what it ends."""
        before, seat = self.match.state, self.due.seat
        self.match = self.match.then(roll)
        return line("roll_settled", seat, dice=list(roll.dice)), *ended(self.match, before)

    def frames(self) -> tuple[int, ...]:
        """Each player's; the box of all."""
        return tuple(map(self.place, range(len(self.setup.seats))))

    def _shows(self, changes: Iterable[tuple[int, int]] = ()) -> Any:
        """What a sure eye would see of the board, were these tiles (seat, slot) turned."""
        lying = self.closed ^ set(changes)
        game, state = self.game, self.match.state
        spaces = {
            game.space(state, player, slot): "closed" if (self.place(player), slot) in lying else "open"
            for player in range(len(self.setup.seats))
            for slot in game.all_tiles
            if not game.has_finished(state, player)
        }
        return sure_sighting(game.dice(state), spaces)

    def verdict(self, changes: Iterable[tuple[int, int]]) -> Verdict:
        """The referee's word, were these tiles turned."""
        game = self.game
        return explain(game, game.tidied(self.match.state), self._shows(changes))

    def _closings(self) -> list[tuple[int, ...]]:
        """One to three open tiles of the player's own, in any order; half of the time those near the dice first."""
        state = self.match.state
        mine, dice = sorted(state.open[self.due.player]), self.game.dice(state)
        every = [tiles for count in (1, 2, 3) for tiles in combinations(mine, count)]
        near = {*dice, sum(dice)} if self.rng.random() < 0.5 else set(mine)
        return sorted(self.rng.sample(every, len(every)), key=lambda tiles: not near.issuperset(tiles))

    def _change(self, kind: str) -> tuple[int, list[tuple[int, ...]]]:
        """Whose frame is touched wrongly, and ways to do it."""
        game, state, player = self.game, self.match.state, self.due.player
        if kind == "wrong":
            return player, self._closings()
        if kind == "reopened":
            shut = sorted(set(game.all_tiles) - set(state.open[player]))
            return player, [(slot,) for slot in self.rng.sample(shut, len(shut))]
        others = [
            other
            for other in range(len(self.setup.seats))
            if self.place(other) != self.place(player) and not game.has_finished(state, other)
        ]
        slots = sorted(game.all_tiles)
        return (self.rng.choice(others), [(self.rng.choice(slots),)]) if others else (player, [])

    def wrongly(self, kind: str) -> bool:
        """Tiles are turned that may not be."""
        if kind == "throw_first":
            return self._refuted(self.due.player, self._closings())
        return self._refuted(*self._change(kind))

    def _refuted(self, player: int, ways: Iterable[tuple[int, ...]]) -> bool:
        """The first of these changes that the referee calls a foul; it is refused and put right."""
        frame, by = self.place(player), self.due.seat
        for slots in ways:
            changes = {(frame, slot) for slot in slots}
            word = self.verdict(changes)
            if isinstance(word, Foul) and len({change in self.closed for change in changes}) == 1:
                now: Literal["open", "closed"] = "open" if changes <= self.closed else "closed"
                was: Literal["open", "closed"] = "closed" if now == "open" else "open"
                self._flip(Turn(frame, slots, now, "refused", by))
                self.steps[-1] = ScriptStep(self.steps[-1].deed, (self.refused(by, word),))
                self.rest(3.2, 4.0)
                self._flip(Turn(frame, slots, was, "withdrawn", by))
                stands = line("move_withdrawn", by, open=self._stands(by))
                self.steps[-1] = ScriptStep(self.steps[-1].deed, (stands,))
                self.rest(1.5, 2.2)
                return True
        return False

    def _flip(self, turn: Turn, *events: EventFields) -> None:
        self.closed ^= {(turn.seat, slot) for slot in turn.slots}
        self.does(turn, *events)

    def _stands(self, seat: int) -> list[int]:
        place = self.place(self.setup.seats.index(seat))
        return [slot for slot in sorted(self.game.all_tiles) if (place, slot) not in self.closed]

    def refused(self, seat: int, foul: Foul) -> EventFields:
        """With the tiles that stand open."""
        return line("move_refused", seat, rule=foul.rule, open=self._stands(seat))

    def plays(self, seat: int) -> None:
        """A legal closing, by one visit of the hand or two."""
        game, state = self.game, self.match.state
        move = self.rng.choice(game.legal(state))
        slots = tuple(self.rng.sample(move.tiles, len(move.tiles)))
        place = self.place(self.due.player)
        by = 0 if place else seat
        word = self.verdict({(place, slot) for slot in slots})
        waits = isinstance(word, Legal) and bool(word.continuations)
        if len(slots) > 1 and self.rng.random() < APART and not isinstance(self._first(place, slots), Foul):
            self._flip(Turn(place, slots[:1], "closed", by=by))
            self.rest(0.5, 1.2)
            slots = slots[1:]
        self._flip(Turn(place, slots, "closed", by=by))
        self.match = self.match.then(move)
        closing = (
            line("move_accepted", seat, closed=list(move.tiles), open=self._stands(seat)),
            *ended(self.match, state),
        )
        if waits:
            self.standing = closing
        else:
            self.steps[-1] = ScriptStep(self.steps[-1].deed, closing)
        self.rest(*((0.5, 0.9) if self.rng.random() < 0.2 else (1.3, 2.0)))

    def _first(self, place: int, slots: tuple[int, ...]) -> Verdict:
        return self.verdict({(place, slots[0])})


def ended(match: Match, before: Any) -> tuple[EventFields, ...]:
    """What the newest event of a match of tiles ended; `before`: its state until then."""
    state: Any = match.state
    seats, events = match.seats, list[EventFields]()
    if state.last_passed is not None:
        passed = state.last_passed
        events.append(line("turn_passed", seats[passed.player], score=passed.score))
    for result in state.results[len(before.results) :]:
        scores = {str(seat): points for seat, points in zip(seats, result.scores, strict=True)}
        winners = [seats[player] for player in result.winners]
        events.append({"event": "game_ended", "scores": scores, "winners": winners})
    return tuple(events)


def line(event: str, seat: int, **values: Any) -> EventFields:
    """One event of a seat."""
    return {"event": event, "seat": seat, **values}
