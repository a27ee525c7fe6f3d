"""Games whose men no camera sees, at random: dice are thrown and seen, what is done with them is told by a finger.

Nothing is asked of a game but what `referee.core.Game` answers, so that any game of the referee is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.core import CHANCE, Await, Deal, Event, Foul, Move, Roll, Touched
from referee.errors import BadPlace, IllegalMove
from webui.table.values.actions import Action, DealCards, Next, PlayMove, TouchMan

from ..chance import random_event
from ..recordings.plays import AGAIN, APART, STIRRED, VOID
from ..recordings.script import EventFields, Linger, ScriptedThrow, Stir
from .at_table import AtTable
from .eyes import SIDE, SimulatedDie
from .faults import ANEW
from .game import FACES, Finger, Lived, due_after, lines_of

OVER = frozenset({"table"})
"""What a hand is said to cover without a board."""

FOULS = ("wrong", "must_move", "throw_first", "dice_count")
OFTEN = (15, 2, 2, 2)
"""How often each kind of foul is tried: those of tiles, all with the board, taken together."""

KNOWN = 60
"""Moves of before that are remembered, so that one of them may be tried where no rule allows it."""

NEXT = 0.5
"""How often a move is followed by the button."""

AISLE = (560.0, 60.0, 1.6)
"""px, where dice are laid aside: x of them all, y of the first, and how many sides from one to the next."""


@dataclass(eq=False)
class ByTouch(AtTable):
    """A table whose board no camera reads.

    Attributes:
        known: moves that were legal when they were due, the newest last.
    """

    known: dict[Move, None] = field(default_factory=dict)

    def near(self, seat: int, slots: Sequence[int] = ()) -> frozenset[str]:
        """No space is known: the table."""
        return OVER

    def owes(self, events: Sequence[EventFields]) -> bool:
        """Whether a move is due after these events."""
        due = due_after(self.match, events)
        return due is not None and due.actor != CHANCE

    def tells(self, events: Sequence[EventFields]) -> None:
        """The truth; the match goes on by its events."""
        self.says(events)

    @property
    def due(self) -> Await | None:
        """Who must act."""
        return self.match.game.awaits(self.match.state)

    def lives(self) -> Lived:
        """All of it."""
        self.eyes.rests(self.t, (), self.closed, lambda _: False)
        self.rest(2.5)
        while self.due is not None:
            event = random_event(self.match.game, self.match.state, self.rng)
            self.check()
            if isinstance(event, Roll):
                self._throws(event)
            else:
                self._moves(event)
        self.rest(3.0)
        return self.ended()

    # Throws.

    def _throws(self, roll: Roll) -> None:
        """A throw that counts, and what may come before it."""
        due, aside = self.due, self._lying_aside()
        assert due is not None, "a throw is due"
        if self.rng.random() < self.wish.foul:
            self._early(due, aside)
        if self.rng.random() < VOID:
            self._void(due, aside)
        roll = self._same_again(roll, aside)
        events = lines_of(self.match, roll)
        wished, cast = self.wished(events), ScriptedThrow(due.seat, roll.dice)
        if wished == "out_of_turn":
            self.out_of_turn(cast, aside)
        if wished == "leans_flat":
            self.leans_first(cast, aside)
        self.cast(cast, events, wished, aside)
        self.match = self.match.then(roll)
        self.rest(self.rng.uniform(1.2, 2.2))
        self._fidgets(due.seat)

    def wished(self, events: Sequence[EventFields]) -> str:
        """The fault that was asked for, and again so many throws later: a finger puts right what a fault did."""
        kind = super().wished(events)
        if kind:
            self.wanted, self.when = self.rng.choice(self.wish.kinds), self.throws + ANEW
        return kind

    def _same_again(self, roll: Roll, aside: Sequence[SimulatedDie]) -> Roll:
        """Now and then a throw shows what the one before it did."""
        last = tuple(cube.value for cube in self.cubes if cube not in aside and cube.value is not None)
        return Roll(last) if len(last) == len(roll.dice) and self.rng.random() < AGAIN else roll

    def _lying_aside(self) -> list[SimulatedDie]:
        """The dice that lie aside and stay there: those whose faces the game's board shows."""
        shown = [int(kind) for kind in self.match.game.appearance(self.match.state).values() if kind in FACES]
        dice = []
        for cube in sorted(self.cubes, key=lambda cube: cube.x != AISLE[0]):
            if cube.value in shown:
                shown.remove(cube.value)
                dice.append(cube)
        return dice

    def _early(self, due: Await, aside: Sequence[SimulatedDie]) -> None:
        """A move before the throw, or a throw of too many or too few dice."""
        kind = self.rng.choices(FOULS[2:], OFTEN[2:])[0]
        if self.rng.random() >= sum(OFTEN[2:]) / sum(OFTEN):
            return
        if kind == "throw_first":
            self._wrongly()
            return
        numbers = {due.dice, *due.may}
        count = self.rng.choice([n for n in (due.dice - 1, due.dice + 1) if n > 0 and n not in numbers])
        self._refused(due.seat, tuple(self.rng.randint(1, 6) for _ in range(count)), "dice_count", aside)

    def _void(self, due: Await, aside: Sequence[SimulatedDie]) -> None:
        """A throw with a die that leans or falls beside the board."""
        leans = self.rng.random() < 0.6
        dice = (*(self.rng.randint(1, 6) for _ in range(due.dice - 1)), None)
        word = "die_cocked" if leans else "die_off_board"
        self.fault("void")
        line = {"event": word, "seat": due.seat, "dice": list(dice)}
        self.cast(ScriptedThrow(due.seat, dice, "cocked" if leans else "off-board"), (line,), "", aside)
        self.rest(self.rng.uniform(1.6, 2.4))

    def _refused(self, seat: int, dice: tuple[int, ...], kind: str, aside: Sequence[SimulatedDie] = ()) -> bool:
        """A throw that breaks a rule; False where it breaks none."""
        refusal = self.match.game.roll_refusal(self.match.state, Roll(dice))
        if refusal is None:
            return False
        self.fault(kind)
        self.cast(ScriptedThrow(seat, dice), (_refusal(seat, refusal),), "", aside)
        self.rest(self.rng.uniform(3.2, 4.0))
        return True

    def _fidgets(self, seat: int) -> None:
        """Sometimes a hand stays over the dice, or a die is pushed, or lifted and put back."""
        if not self.cubes or self.rng.random() >= STIRRED:
            return
        self.check()
        if self.rng.random() < 0.5:
            self.linger(Linger(seat, 0, self.rng.uniform(0.6, 1.8)))
        else:
            self.stir(Stir(seat, self.rng.randrange(len(self.cubes)), self.rng.random() < 0.5))
        self.rest(self.rng.uniform(1.2, 1.8))

    # Moves.

    def _moves(self, event: Event) -> None:
        """What a player does with a throw, with cards, or instead of a throw: men are moved, then a finger says it."""
        due = self.due
        assert due is not None, "a move, an answer or a deal is due"
        seat = self.setup.seats[due.player if due.actor == CHANCE else due.actor]
        if due.actor != CHANCE and self.rng.random() < self.wish.foul:
            self._foul(seat)
        if self.away == "any":
            self.away = ""
        self.hand("turn", OVER)
        if self.later:
            self.away = "cast"
        events = lines_of(self.match, event)
        aside = self._aside(event)
        if aside:
            self._lays(aside)
        self.settles("turn")
        self._says(event, events)

    def _foul(self, seat: int) -> None:
        """A throw although a move is owed, or a move that no rule allows."""
        last = self.match.newest(Roll)
        if last is not None and self.rng.random() < OFTEN[1] / sum(OFTEN):
            count = len(self.match.events[last].dice)
            dice = tuple(self.rng.randint(1, 6) for _ in range(count))
            if self._refused(seat, dice, "forgotten", self._lying_aside()):
                return
        self._wrongly()

    def _wrongly(self) -> None:
        """A move entered by a finger that no rule allows now, and that begins no legal one."""
        game, state, match = self.match.game, self.match.state, self.match
        due = self.due
        assert due is not None, "somebody must act"
        seat = self.setup.seats[due.player if due.actor == CHANCE else due.actor]
        for move in self.rng.sample(list(self.known), len(self.known)):
            refusal = game.move_refusal(state, move)
            if refusal is not None and not (due.actor != CHANCE and game.continuations(state, move)):
                self.fault("foul")
                self.says((_refusal(seat, refusal),))
                word = PlayMove(game.to_text(move))
                self.fingers.append(Finger(self.t, len(self.eyes.looks), word, match, foul=True))
                self.rest(self.rng.uniform(1.5, 2.5))
                return

    def _aside(self, move: Event) -> list[SimulatedDie]:
        """The dice that a move sets aside: those whose faces the game shows after it, and did not before."""
        lie = self._lying_aside()
        effect = {} if isinstance(move, Deal) else self.match.game.effect(self.match.state, move)
        faces = [int(kind) for kind in effect.values() if kind in FACES]
        dice = []
        for cube in self.cubes:
            if cube not in lie and cube.value in faces:
                faces.remove(cube.value)
                dice.append(cube)
        return dice

    def _lays(self, cubes: Sequence[SimulatedDie]) -> None:
        """They lie aside from now on, each in a place of its own."""
        x, y, apart = AISLE
        taken = {cube.y for cube in self.cubes if cube.x == x}
        places = [at for k in range(12) if (at := y + k * apart * SIDE) not in taken]
        for cube, at in zip(cubes, places, strict=False):
            self.lies(cube, "lift", (x, at))

    def _says(self, event: Event, events: Sequence[EventFields]) -> None:
        """A finger says what was done, in one go or part by part, and that it is meant or not."""
        match, game = self.match, self.match.game
        if isinstance(event, Deal):
            self._touches(DealCards(event.hands))
        else:
            self._touched_man(event)
            match = self.match
            self.known.pop(event, None)
            self.known[event] = None
            while len(self.known) > KNOWN:
                del self.known[next(iter(self.known))]
            self._part(event)
            self._touches(PlayMove(game.to_text(event)))
        self.match = match.then(event)
        after = self.due
        waits = after is None or (after.actor == CHANCE and after.dice > 0)
        self.says(events)
        rest = self.rng.uniform(*((0.5, 0.9) if self.rng.random() < 0.2 else (1.3, 2.0)))
        more = not isinstance(event, Deal) and bool(game.continuations(match.state, event))
        if not isinstance(event, Deal) and (self.rng.random() < NEXT or not waits or (after is None and more)):
            self.t += 0.2
            self._touches(Next())
        self.rest(rest)

    def _touched_man(self, move: Move) -> None:
        """Where a man that is touched must be moved, the finger says first which one it is; now and then."""
        due = self.due
        if due is None or due.actor == CHANCE or self.rng.random() >= APART:
            return
        for space in self.match.game.effect(self.match.state, move):
            try:
                after = self.match.then(Touched(space))
            except (IllegalMove, BadPlace):
                continue
            if move in after.game.legal(after.state):
                events = lines_of(self.match, Touched(space))
                self._touches(TouchMan(space))
                self.match = after
                self.says(events)
                return

    def _part(self, move: Move) -> None:
        """Now and then a part of the move is entered before the whole of it."""
        game, state = self.match.game, self.match.state
        if self.rng.random() >= APART:
            return
        parts = [part for part in game.partials(state) if move in game.continuations(state, part)]
        if parts:
            self._touches(PlayMove(game.to_text(self.rng.choice(parts))))
            self.rest(self.rng.uniform(0.5, 1.2))

    def _touches(self, action: Action) -> None:
        self.t += 0.1
        self.fingers.append(Finger(self.t, len(self.eyes.looks), action, self.match))


def _refusal(seat: int, foul: Foul) -> EventFields:
    return {"event": "move_refused", "seat": seat, "rule": foul.rule}
