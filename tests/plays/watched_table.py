"""A live table that a script's camera watches, and every state that a page can show of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from hand_clock import HandClock
from pictured import CLOSED_AT, CLOSED_WIDE, script_picture
from table_script import FRAMES, Script, die

from vision.frame import Frame, Image
from vision.observation import Piece
from webui.live.live import Live
from webui.table import reducer
from webui.table.values.actions import Action, CloseTiles, Next, Pause, Throw, Undo
from webui.table.values.events import TableEvent
from webui.table.values.setup import Setup, players_at

PAIR = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), "OCCE enfant")
BOX = Setup("royal", players_at((1, 2, 3), ("Léa", "Tom", "Zoé")), "Tric-Trac Royal")
ALONE = Setup("occe_child", players_at((1,), ("Léa",)), "OCCE enfant")


@dataclass
class Watched(Script):
    """A script whose camera a live table follows; nobody else follows it, and time passes by the script alone.

    Attributes:
        live: the table that is shown.
        clock: what it takes for the time.
        picture: of the table, a square.
    """

    live: Live = field(kw_only=True)
    clock: HandClock = field(kw_only=True)
    picture: Image = field(default_factory=script_picture)

    @classmethod
    def begun(cls, live: Live, clock: HandClock, setup: Setup, closed: Iterable[int] = ()) -> Watched:
        """A new game, all others forgotten; some tiles of the first player stand closed still."""
        step = reducer.open_table(setup, camera=True)
        frames = FRAMES.get(step.table.game.layout, ())
        script = cls(step.table, {seat: set(range(1, 10)) for seat in frames}, live=live, clock=clock)
        script.open[script.seat] -= set(closed)
        live.erase()
        script._show(script.observation())  # the camera is there before the game
        live.new_game(setup)
        script.rest()
        return script

    def see(self, after: float = 0.1, **changes: object) -> list[TableEvent]:
        """One observation, that many seconds later, of the script's own table and of the live one."""
        self.t = round(self.t + after, 3)
        self.clock.now += after
        observation = self.observation(**changes)
        self._show(observation)
        return self._take(reducer.see(self.table, observation))

    def touch(self, action: Action) -> list[TableEvent]:
        """A finger on a tablet."""
        self.clock.now += 0.1
        self.live.act(action)
        return super().touch(action)

    def _show(self, observation: object) -> None:
        self.live.look(observation, Frame(self.picture, observation.time))


def doubted(script: Script, *pairs: tuple[int, int] | int, sure: float = 0.6) -> None:
    """A throw of which a die that is a pair shows the first, or less likely the second; it is looked at."""
    script.roll(*(0 for _ in pairs), settle=False)
    script.dice = tuple(_either(pair, sure, k, script.throw) for k, pair in enumerate(pairs))
    script.rest(1.0)


def _either(pair: tuple[int, int] | int, sure: float, at: int, throw: int) -> object:
    if isinstance(pair, int):
        return die(pair, at=at, throw=throw)
    chances = tuple({pair[0]: sure, pair[1]: 1 - sure}.get(value, 0.0) for value in range(1, 7))
    return replace(die(pair[0], sure=sure, at=at, throw=throw), chances=chances)


def hard(script: Script, seat: int, tile: int) -> tuple[Piece, ...]:
    """Every tile as it stands, but one that may be open or closed; its row lies along the one in the picture."""
    space = f"seat-{seat}/slot-{tile}"
    x, y = CLOSED_AT
    row = {f"seat-{seat}/slot-{n}": (x + CLOSED_WIDE * (n - tile), y) for n in range(1, 10)}
    lying = [replace(piece, center=row.get(piece.space, piece.center)) for piece in script.pieces()]
    doubtful = Piece(space, "closed", None, CLOSED_AT, 0.6, (("closed", 0.6), ("open", 0.4)))
    return tuple(doubtful if piece.space == space else piece for piece in lying)


Begin = Callable[..., Watched]
"""Begins a game of a setup: `Watched.begun` at a live table."""


def setup(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.live.erase()
    return script


def waiting_start(begin: Begin) -> Watched:
    return begin(PAIR, closed=(3, 8))


def waiting_throw(begin: Begin) -> Watched:
    return begin(PAIR)


def rolling(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, 2, settle=False)
    return script


def reading(begin: Begin) -> Watched:
    script = begin(PAIR)
    doubted(script, (5, 6), 3)
    return script


def doubt(begin: Begin) -> Watched:
    script = begin(PAIR)
    doubted(script, (5, 6), 3)
    script.turn((7,))  # fits none of the readings
    script.rest(6)
    return script


def waiting_move(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, 2)
    return script


def half_closed(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, 2)
    script.turn((2,))
    return script


def asked_tile(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, 2)
    for _ in range(10):
        script.see(0.5, pieces=hard(script, 1, 8))
    return script


def provisional(begin: Begin) -> Watched:
    script = begin(BOX)
    script.roll(6, 2)
    script.turn((6,))
    return script


def refused(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, 2)
    script.turn((2, 7))
    script.rest(3)
    return script


def put_back(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, 2)
    script.turn((8,))
    script.rest(3)
    script.touch(Undo())
    script.rest(1)
    return script


def paused(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.touch(Pause())
    return script


def leaning(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, None, states=("flat", "cocked"))
    script.rest(1)
    return script


def hand_there(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, 2)
    script.hand("seat-1/slot-5")
    return script


def board_lost(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, 2)
    for _ in range(6):
        script.see(0.5, board=None, pieces=(), warnings=frozenset({"light_low"}))
    return script


def camera_lost(begin: Begin) -> Watched:
    script = begin(PAIR)
    script.roll(6, 2)
    script.live.lose()
    return script


def one_plays_on(begin: Begin) -> Watched:
    """Léa has stopped, Tom closes."""
    script = begin(PAIR)
    live = script.live
    live.use_camera(False)
    _ends(live)
    live.act(Throw((6, 2)))
    live.use_camera(True)
    return script


def game_over(begin: Begin) -> Watched:
    script = begin(ALONE)
    live = script.live
    live.use_camera(False)
    _ends(live)
    live.use_camera(True)
    return script


def series_over(begin: Begin) -> Watched:
    script = begin(replace(PAIR, games=2))
    live = script.live
    live.use_camera(False)
    for _ in range(4):
        _ends(live)
    live.use_camera(True)
    return script


def stakes_paid(begin: Begin) -> Watched:
    script = begin(BOX)
    live = script.live
    live.use_camera(False)
    for _ in range(3):
        _ends(live)
    live.use_camera(True)
    return script


def _ends(live: Live) -> None:
    """The player at turn closes 2 and 1, and can close no more."""
    for tile in (2, 1):
        live.act(Throw((1, 1)))
        live.act(CloseTiles((tile,)))
        live.act(Next())
    live.act(Throw((1, 1)))


EVERY: Mapping[str, Callable[[Begin], Watched]] = {
    stage.__name__: stage
    for stage in (
        setup, waiting_start, waiting_throw, rolling, reading, doubt, waiting_move, half_closed, asked_tile,
        provisional, refused, put_back, paused, leaning, hand_there, board_lost, camera_lost, one_plays_on,
        game_over, series_over, stakes_paid,
    )
}  # fmt: skip
"""How the table comes to what a page shows, by name; those that are states of the table are called like them."""
