"""A table without a camera: a script moves dice and tiles, and the table is told what a camera would see.

For tests, for the demonstration without pictures, and for trying a rule out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from referee.match import Match
from vision.follow.fates import fates
from vision.observation import BoardSeen, Box, Die, DieState, Observation, Piece
from webui.table.reducer import Step, Table, open_table, see, touch
from webui.table.store import from_json, to_json
from webui.table.values.actions import Action
from webui.table.values.events import TableEvent
from webui.table.values.setup import Setup

CORNERS = ((100.0, 100.0), (500.0, 100.0), (500.0, 500.0), (100.0, 500.0))
EACH = 0.5
"""Seconds from one settled reading to the next."""

FRAMES = {"occe": (1, 2, 3, 4), "box": (0,)}
"""The frames of each board by the seat they stand before; 0 is the box of all."""


def die(value: int | None, state: DieState = "flat", sure: float = 0.99, at: int = 0, throw: int = 0) -> Die:
    """A die that a script puts down: the `at`-th from the left, where the `throw`-th throw came to rest."""
    box: Box = (200.0 + 40 * at, 150.0 + 60.0 * (throw % 5), 20.0, 20.0)
    chances = tuple(sure if v == value else (1 - sure) / 5 for v in range(1, 7)) if value else ()
    return Die(value, state, box, sure, chances=chances)


def words(events: Iterable[TableEvent]) -> list[str]:
    """What happened, by its words alone."""
    return [event.event for event in events]


def restarted(table: Table) -> Table:
    """The table as it is read after a power cut."""
    return from_json(json.loads(json.dumps(to_json(table))))


def only(events: Iterable[TableEvent], word: str) -> TableEvent:
    """The one event of that word. Raises ValueError, naming all that happened, where there is none or are several."""
    every = list(events)
    result = [event for event in every if event.event == word]
    if len(result) != 1:
        raise ValueError(f"expected {word} once; got {words(every)}")
    return result[0]


@cache
def tile(seat: int, number: int, *, is_open: bool, sure: float) -> Piece:
    """A tile as a good camera reads it; of a box, whose tiles are nobody's, the seat is 0."""
    kind, other = ("open", "closed") if is_open else ("closed", "open")
    space = f"seat-{seat}/slot-{number}" if seat else f"slot-{number}"
    chances = ((kind, sure), (other, 1 - sure))
    return Piece(space, kind, number if is_open else None, (0.0, 0.0), sure, chances)


@dataclass
class Script:
    """A real table as a script moves it, and the live table that sees it.

    Attributes:
        table: the live table.
        open: the tiles that stand open, by seat; 0 is a box.
        dice: the dice that lie there.
        throw: how many throws came to rest.
        t: seconds.
        events: all that was told so far.
        sure: 0 to 1, of each tile that is read.
        told, lay: the throws and the dice of the last settled look.
        taken: dice that lay there before it, and were not thrown since.
    """

    table: Table
    open: dict[int, set[int]]
    dice: tuple[Die, ...] = ()
    throw: int = 0
    t: float = 0.0
    events: list[TableEvent] = field(default_factory=list)
    sure: float = 0.995
    reported: int = 0
    lay: tuple[Die, ...] = ()
    taken: tuple[Die, ...] = ()

    @classmethod
    def laid(cls, setup: Setup, *, camera: bool = True) -> Script:
        """A board with every tile open, seen for two seconds."""
        step = open_table(setup, camera=camera)
        frames = () if step.table.match is None else FRAMES.get(step.table.game.layout, ())
        script = cls(step.table, {seat: set(range(1, 10)) for seat in frames})
        script._take(step)
        if camera:
            script.rest()
        return script

    def observation(self, **changes: Any) -> Observation:
        """What a good camera would say now, but for `changes`."""
        board = BoardSeen("occe", CORNERS, True, 0.99) if self.open else None
        look = Observation(self.t, board, self.dice, self.pieces())
        look = replace(look, **changes)
        return replace(look, **(self._became(look.dice) | changes)) if look.still else look

    def _became(self, dice: tuple[Die, ...]) -> dict[str, Any]:
        """What following would say became of the dice since the last settled look, and which lie there no more."""
        lay, taken, threw = self.lay, self.taken, self.throw > self.reported
        became, missed = fates(
            (*lay, *taken), dice, lambda first: first.box not in {old.box for old in lay}, taken
        )
        lost = tuple(old for old in (*lay, *taken) if not any(old.same(first) for first in dice))
        self.reported, self.lay, self.taken = self.throw, dice, () if threw else lost
        return {"fates": became, "gone": tuple(old for old in missed if old not in taken)}

    def pieces(self) -> tuple[Piece, ...]:
        """Every tile as it stands."""
        return tuple(
            tile(seat, n, is_open=n in open_tiles, sure=self.sure)
            for seat, open_tiles in self.open.items()
            for n in range(1, 10)
        )

    def see(self, after: float = 0.1, **changes: Any) -> list[TableEvent]:
        """One observation, that many seconds later."""
        self.t = round(self.t + after, 3)
        return self._take(see(self.table, self.observation(**changes)))

    def rest(self, seconds: float = 1.5) -> list[TableEvent]:
        """Nothing moves for so long."""
        return [event for _ in range(max(1, round(seconds / EACH))) for event in self.see(EACH)]

    def hand(self, *spaces: str) -> list[TableEvent]:
        """A hand is over these spaces, or over the table."""
        return self.see(still=False, pieces=(), hands=frozenset(spaces or ("table",)))

    def roll(
        self, *values: int | None, sure: float = 0.99, states: Sequence[DieState] = (), settle: bool = True
    ) -> list[TableEvent]:
        """Dice roll and come to rest."""
        reported = self.see(still=False, pieces=(), dice=(die(None, "moving"),))
        self.throw += 1
        flat: list[DieState] = ["flat"] * len(values)
        pairs = zip(values, states or flat, strict=True)
        self.dice = tuple(die(value, kind, sure, k, self.throw) for k, (value, kind) in enumerate(pairs))
        return reported + self.see() if settle else reported

    def turn(
        self, close: Iterable[int] = (), *, reopen: Iterable[int] = (), seat: int | None = None
    ) -> list[TableEvent]:
        """A hand turns tiles, of the player whose turn it is unless said otherwise, and leaves."""
        place = self.seat if seat is None else seat
        close, reopen = set(close), set(reopen)
        over = close | reopen or range(1, 10)
        reported = self.hand(*(f"seat-{place}/slot-{tile}" if place else f"slot-{tile}" for tile in sorted(over)))
        self.open[place] = (self.open[place] - close) | reopen
        return reported + self.see()

    def reset(self) -> list[TableEvent]:
        """Hands open every tile again."""
        return [event for seat in self.open for event in self.turn(reopen=range(1, 10), seat=seat)]

    def sets_up(self, match: Match) -> None:
        """Hands reopen what the next throw of a match of tiles needs."""
        state, box = match.state, match.game.layout == "box"
        for player, seat in enumerate(self.table.setup.seats):
            place, whose = (0, state.player) if box else (seat, player)
            stands = set(state.open[whose])
            if self.open[place] != stands:
                self.turn(self.open[place] - stands, reopen=stands, seat=place)

    def plays(self, dice: Iterable[int], close: Iterable[int]) -> list[TableEvent]:
        """A throw and its closing, which counts after a moment."""
        return self.roll(*dice) + self.turn(close) + self.rest()

    def touches(self, *actions: Action) -> list[TableEvent]:
        """One finger after the other."""
        return [event for action in actions for event in self.touch(action)]

    def touch(self, action: Action) -> list[TableEvent]:
        """A finger on the tablet."""
        self.t = round(self.t + 0.1, 3)
        return self._take(touch(self.table, action, self.t))

    @property
    def seat(self) -> int:
        """The frame of the player whose turn it is."""
        due = self.table.due
        return 0 if 0 in self.open else due.seat if due else 1

    def _take(self, step: Step) -> list[TableEvent]:
        self.table = step.table
        self.events += step.events
        return list(step.events)
