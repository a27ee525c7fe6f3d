"""How a moment is written down: acts of a film, and beside each what the referee's own match makes of it.

play = Play(scene(), setup)
play.throws(Lies(5, -30, 22), Lies(3, 25, -35))
play.closes(8)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from referee.core import CHANCE, Placed, Roll
from referee.games.tiles import Close
from referee.match import Match
from webui.table.values.setup import Setup

from ...scenes.describe.scene import Cube, DrawnBoard, Scene
from ...scenes.film.clip import Clip, ends
from ...scenes.film.clip_acts import Act, Both, Hover, Rest, Shift, Throw, Turn, Unseen
from ..plays import ended
from ..script import EventFields
from .table import RATE, Lies, cube, place

ALTERNATE = (("turns", "alternate"),)
"""Throw by throw: whose turn it is shows at once whether a throw was missed."""


@dataclass
class Staging:
    """A moment while it is written.

    Attributes:
        scene: the table before it.
        setup: the game.
        match: where the referee stands.
        acts: what happens, in order, each with the events due after it.
        dice: those that lie there.
        hidden: what happens while the camera is covered; None while it is not.
    """

    scene: Scene
    setup: Setup
    match: Match = field(init=False)
    acts: list[tuple[Act, tuple[EventFields, ...]]] = field(default_factory=list)
    dice: tuple[Cube, ...] = ()
    hidden: list[tuple[Act, tuple[EventFields, ...]]] | None = None

    def __post_init__(self) -> None:
        """The board is looked at for a while before anything happens."""
        self.match = self.setup.match()
        begun = {"event": "game_started", "game": self.setup.game, "seats": list(self.setup.seats)}
        self.does(Rest(1.6), begun)

    @property
    def board(self) -> DrawnBoard:
        """The board."""
        assert self.scene.board is not None, "moments are played on a board"
        return self.scene.board

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return int(self.match.game.awaits(self.match.state).seat)  # type: ignore[union-attr]  # the game goes on

    def does(self, act: Act, *events: EventFields) -> None:
        """One act more."""
        (self.acts if self.hidden is None else self.hidden).append((act, events))

    def rests(self, seconds: float) -> None:
        """Nothing happens."""
        self.does(Rest(seconds))

    # Dice.

    def throw(self, *dice: Lies, seat: int = 0, stay: tuple[int, ...] = ()) -> Throw:
        """The act of a throw by the player to move, or by another seat; some dice may stay as they lie."""
        cubes = tuple(cube(self.board, die) for die in dice)
        self.dice = (*(self.dice[k] for k in stay), *cubes)
        return Throw(seat or self.seat, cubes, stays=stay)

    def throws(self, *dice: Lies, stay: tuple[int, ...] = (), rest: float = 1.2) -> None:
        """A throw that counts."""
        seat, act = self.seat, self.throw(*dice, stay=stay)
        self.does(act, *self.rolled(seat))
        self.rests(rest)

    def rolled(self, seat: int) -> tuple[EventFields, ...]:
        """The dice that lie there count as this seat's throw: its events."""
        before = self.match
        values = [die.value for die in self.dice if die.value is not None]
        self.match = before.then(Roll(tuple(values)))
        return {"event": "roll_settled", "seat": seat, "dice": values}, *ended(self.match, before.state)

    def voids(self, *dice: Lies, word: str, rest: float = 1.6) -> None:
        """A throw that does not count: a die leans (die_cocked) or lies beside the board (die_off_board)."""
        seat, act = self.seat, self.throw(*dice)
        values = [die.value if die.state == "flat" else None for die in self.dice]
        self.does(act, {"event": word, "seat": seat, "dice": values})
        self.rests(rest)

    def forgets(self, *dice: Lies, rest: float = 2.2) -> None:
        """The next player throws although a closing is owed: refused."""
        seats = self.setup.seats
        other = seats[(seats.index(self.seat) + 1) % len(seats)]
        self.does(self.throw(*dice, seat=other), self._refused("must_close"))
        self.rests(rest)

    def shifts(self, die: int, to: Lies, *, lifted: bool = False) -> None:
        """A hand pushes a die, or lifts it and puts it down."""
        cubes = list(self.dice)
        cubes[die] = cube(self.board, to)
        self.dice = tuple(cubes)
        self.does(Shift(self.seat, die, cubes[die], lifted))

    # Tiles.

    def turns(self, *slots: int, lingers: float = 0.0, back: bool = False) -> Turn:
        """The act of turning tiles of the player to move, without an event."""
        return Turn(self.seat, slots, "open" if back else "closed", lingers=lingers)

    def closes(self, *slots: int, lingers: float = 0.0, rest: float = 1.5) -> None:
        """A legal closing by one visit of the hand."""
        act = self.turns(*slots, lingers=lingers)
        self.does(act, *self.closed(*slots))
        self.rests(rest)

    def closes_in_visits(self, *visits: tuple[int, ...], lingers: float, between: float = 0.6) -> None:
        """A legal closing by several visits of a hand that lingers each time."""
        acts = [self.turns(*slots, lingers=lingers) for slots in visits]
        for act in acts[:-1]:
            self.does(act)
            self.rests(between)
        self.does(acts[-1], *self.closed(*(slot for slots in visits for slot in slots)))
        self.rests(1.5)

    def closed(self, *slots: int) -> tuple[EventFields, ...]:
        """The events of these tiles as the closing of the player to move."""
        seat, before = self.seat, self.match
        self.match = before.then(Close(tuple(sorted(slots))))
        closing = {"event": "move_accepted", "seat": seat, "closed": sorted(slots), "open": self.open[seat]}
        return closing, *ended(self.match, before.state)

    def fouls(self, *slots: int, rule: str, rest: float = 2.6) -> None:
        """Tiles closed against a rule: refused."""
        act = self.turns(*slots)
        open_now = [slot for slot in self.open[self.seat] if slot not in slots]
        self.does(act, {**self._refused(rule), "open": open_now})
        self.rests(rest)

    def leaves(self, *slots: int) -> None:
        """What was closed against a rule stays so, and the next player goes on: it stands as it stands."""
        due = self.match.game.awaits(self.match.state)
        assert due is not None, "the game goes on"
        game: Any = self.match.game
        spaces = ((game.space(self.match.state, due.player, slot), "closed") for slot in sorted(slots))
        self.match = self.match.then(Placed(tuple(spaces)))

    # The whole picture.

    def hover(self, right: float, up: float, seconds: float, seat: int) -> Hover:
        """The act of a hand that stays over a place."""
        return Hover(seat, place(self.board, right, up), seconds)

    def at_once(
        self, tiles: Turn | Hover, dice: Throw, events: tuple[EventFields, ...], later: float, rest: float = 1.2
    ) -> None:
        """A hand is over the tiles while the dice are thrown."""
        self.does(Both(tiles, dice, later), *events)
        self.rests(rest)

    @contextmanager
    def covered(self) -> Iterator[None]:
        """What happens inside happens while the camera is covered; nobody can see a throw that is taken up there."""
        self.hidden = []
        yield
        done, self.hidden = self.hidden, None
        events = tuple(line for _, lines in done for line in lines)
        rolls = [k for k, line in enumerate(events) if line["event"] == "roll_settled"]
        unseen = [{**line, "unseen": True} if k in rolls[:-1] else line for k, line in enumerate(events)]
        self.does(Unseen(tuple(act for act, _ in done)), *unseen)

    # What it comes to.

    @property
    def open(self) -> dict[int, list[int]]:
        """The open tiles of each seat."""
        return standing(self.match)[0]

    def clip(self, seed: int) -> Clip:
        """The film."""
        return Clip(replace(self.scene, dice=()), tuple(act for act, _ in self.acts), RATE, seed=seed)

    def truth(self, clip: Clip, **more: Any) -> Iterator[dict[str, Any]]:
        """How to watch the film and how it must end; then every event with the second at which it is done."""
        open_tiles, scores, due = standing(self.match)
        setup = self.setup
        yield {
            "game": setup.game, "profile": setup.profile, "options": dict(setup.options), "cocked": setup.cocked,
            "seats": list(setup.seats), "seat1_side": None, "rate": clip.rate, "size": list(clip.scene.camera.size),
            **more, "ends": {"open": open_tiles, "scores": scores, "due": due},
        }  # fmt: skip
        for (act, events), end in zip(self.acts, ends(clip), strict=True):
            yield from ({"t": end, **line} for line in events)
            yield from ({"t": end, **line} for line in _flips(act))

    def _refused(self, rule: str) -> EventFields:
        return {"event": "move_refused", "seat": self.seat, "rule": rule, "open": self.open[self.seat]}


def standing(match: Match) -> tuple[dict[int, list[int]], dict[int, int], dict[str, Any] | None]:
    """Where a match of tiles stands: open tiles by seat, points by seat, and who owes what."""
    game: Any = match.game
    state: Any = match.state
    due = game.awaits(state)
    open_tiles = {seat: list(game.open_tiles(state, player)) for player, seat in enumerate(match.seats)}
    scores = dict(zip(match.seats, game.scores(state), strict=True))
    owes = None if due is None else {"seat": due.seat, "owes": "throw" if due.actor == CHANCE else "closing"}
    return open_tiles, scores, owes


def _flips(act: Act) -> Iterator[EventFields]:
    """tile_flipped for each tile that an act turns."""
    if isinstance(act, Unseen):
        for inner in act.acts:
            yield from _flips(inner)
    elif isinstance(act, Both):
        yield from _flips(act.tiles)
    elif isinstance(act, Turn):
        for slot in act.slots:
            yield {"event": "tile_flipped", "seat": act.seat, "tile": slot, "state": act.to}
