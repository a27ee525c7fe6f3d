"""A game as the journal holds it, moment by moment: the sentence of each event, and the board as then reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from msgspec import structs

from ...table.games import SHOWN, table_family
from ...table.values.events import EventLine
from ...table.values.languages import LANGUAGES
from ...table.values.setup import COLOURS, Setup
from ...table.values.view import StateOfTile, TilesPlayer, TilesView, ViewTile
from ...words.games.sentences import event_sentence
from .page import Page
from .position import board_of, position_view
from .replayed import Replayed

TONES: Mapping[str, str] = {
    "game_started": "begin",
    "roll_settled": "throw",
    "move_accepted": "good",
    "move_refused": "refused",
    "turn_passed": "end",
    "game_ended": "end",
    "series_ended": "end",
    "corrected": "corrected",
}
"""Event -> the sign that it has on the page; the others have none."""


ON_THE_WAY = frozenset({"roll_started", "tile_flipped"})
"""Events that another one tells in a moment: dice that roll, tiles of a move that is being made."""


@dataclass(frozen=True)
class Moment:
    """One event, and the table as reported by then.

    Attributes:
        number: its place in the game, from 1.
        t: seconds from the start of the game.
        tone: a word of TONES, or "".
        says: sentences; the first describes the event.
        open: the open tiles of each player, in playing order; () for a game without tiles.
        turn: the acting player, from 0; None before any.
        dice: the dice on the table.
        marks: tiles of the acting player that are neither just open nor just closed -> provisional or refused.
        crops: ids of the pictures of this event's dice; () once they are forgotten.
        event: its word.
        mark: what GNU Backgammon thinks of the play: "?!", "?" or "??"; "" for nothing.
        replayed: for a game without tiles, its throws and moves with corrections applied; None for one with tiles.
    """

    number: int
    t: float
    tone: str
    says: tuple[str, ...]
    open: tuple[frozenset[int], ...] = ()
    turn: int | None = None
    dice: tuple[int, ...] = ()
    marks: tuple[tuple[int, str], ...] = ()
    crops: tuple[str, ...] = ()
    replayed: Replayed | None = None
    event: str = ""
    mark: str = ""

    @property
    def clock(self) -> str:
        """Minutes and seconds since the game began: "2:05"."""
        minutes, seconds = divmod(int(self.t), 60)
        return f"{minutes}:{seconds:02}"


def moments(setup: Setup, lines: Iterable[EventLine], language: str) -> tuple[Moment, ...]:
    """Every event of a game as a moment.

    Args:
        setup: the agreed game.
        lines: the journal's, oldest first.
        language: of `webui.table.values.languages.LANGUAGES`.
    """
    names = {k + 1: player.name for k, player in enumerate(setup.players)}
    game = setup.build()
    frame = table_family(game).frame(game)
    full = (frame,) * len(setup.players) if frame else ()
    past: list[Moment] = []
    now = Moment(0, 0.0, "", (), full, replayed=None if frame else Replayed.begun(_without_hands(setup).match()))
    for number, line in enumerate(lines, start=1):
        says = (event_sentence(line, names, language), *_why(line, language))
        tone = TONES.get(line["event"], "")
        now = replace(now, number=number, t=line["t"], says=says, tone=tone, event=line["event"])
        if line["event"] == "corrected":
            now = _corrected(now, past, setup, line)
        else:
            now = _after(now, line, _begun(line) or full)
        now = replace(now, replayed=None if now.replayed is None else now.replayed.after(line))
        past.append(now)
    return tuple(past)


def steps(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """The moments that a reader steps through, renumbered: without the events on the way to a throw or a move."""
    worth = (moment for moment in moments if moment.event not in ON_THE_WAY)
    return tuple(replace(moment, number=number) for number, moment in enumerate(worth, start=1))


def _begun(line: EventLine) -> tuple[frozenset[int], ...]:
    """Each player's open tiles at the start of a position set up by hand; () for any other game."""
    position = line.get("position") if line["event"] == "game_started" else None
    return tuple(frozenset(tiles) for tiles in position.get("open", ())) if isinstance(position, Mapping) else ()


def moment_board(
    setup: Setup, moment: Moment, language: str, painted: Sequence[str] = COLOURS[:4]
) -> Page | None:
    """The board at that moment, with its painted frames; None if unknown, or if no page shows the game."""
    match = None if moment.replayed is None else moment.replayed.match
    if match is not None and any(isinstance(match.game, game) for game in SHOWN):
        return board_of(position_view(setup, match, dice=moment.dice), language, painted=painted)
    if not moment.open:
        return None
    shown = cast(TilesView, position_view(setup, replace(setup, games=1).match(), dice=moment.dice))
    players = tuple(_as_of(moment, player) for player in shown.players)
    refused = [tile for tile, mark in moment.marks if mark == "refused"]
    return board_of(structs.replace(shown, players=players), language, refused, painted)


def _as_of(moment: Moment, player: TilesPlayer) -> TilesPlayer:
    """A player of tiles at that moment."""
    place, turn = player.player - 1, moment.turn or 0
    tiles = tuple(ViewTile(tile.number, _tile(tile.number, moment, place, turn)) for tile in player.tiles)
    return structs.replace(player, turn=place == turn, score=sum(moment.open[place]), tiles=tiles)


def _without_hands(setup: Setup) -> Setup:
    """The game as everybody may see it, without hands of cards: Piste itself could not play it so."""
    if "hands" not in setup.rules():
        return setup
    return replace(setup, practice=None, options=tuple(sorted({**dict(setup.options), "hands": "unknown"}.items())))


def _tile(number: int, moment: Moment, player: int, turn: int) -> StateOfTile:
    if player == turn and (number, "provisional") in moment.marks:
        return "provisional"
    return "open" if number in moment.open[player] else "closed"


def _why(line: EventLine, language: str) -> tuple[str, ...]:
    """The reason of a refusal, as the event holds it."""
    reason = (line.get("reason") or {}) if line["event"] == "move_refused" else {}
    text = reason.get(language) or reason.get(LANGUAGES[0]) if isinstance(reason, Mapping) else ""
    return (text,) if text else ()


def _after(now: Moment, line: EventLine, full: Sequence[frozenset[int]]) -> Moment:
    """The moment after this event."""
    player = None if line.get("player") is None else int(line["player"]) - 1
    if player is not None:
        now = replace(now, turn=player)
    match line["event"]:
        case "game_started":
            return replace(now, open=tuple(full), turn=None, dice=(), marks=())
        case "roll_started":
            return replace(now, dice=(), marks=())
        case "roll_settled":
            return _fresh(now, player, full, dice=tuple(line["dice"]), marks=())
        case "tile_flipped":
            return _turned(now, player, line)
        case "move_accepted" | "move_withdrawn" | "turn_passed":
            return _stands(replace(now, marks=()), player, line.get("open"))
        case "move_refused":
            return _refused(now, player, line)
    return now


def _fresh(now: Moment, player: int | None, full: Sequence[frozenset[int]], **changed: Any) -> Moment:
    """After a throw. A player who throws with nothing open starts again: a play-off is not announced."""
    now = replace(now, **changed)
    return now if player is None or not now.open or now.open[player] else _put(now, player, full[player])


def _turned(now: Moment, player: int | None, line: EventLine) -> Moment:
    if player is None or not now.open:
        return now
    tile, shut = line["tile"], line["state"] == "closed"
    marks = tuple(pair for pair in now.marks if pair[0] != tile)
    marks = (*marks, (tile, "provisional")) if shut else marks
    stands = now.open[player] - {tile} if shut else now.open[player] | {tile}
    return replace(_put(now, player, stands), marks=marks)


def _refused(now: Moment, player: int | None, line: EventLine) -> Moment:
    values = line.get("values") or {}
    tiles = values.get("closed") or values.get("tiles") or ()
    named = tiles if isinstance(tiles, list | tuple) else [tiles]
    now = now if player is None or not now.open else _put(now, player, now.open[player] | {*named} & _all(now))
    return replace(now, marks=tuple((tile, "refused") for tile in named if isinstance(tile, int)))


def _all(now: Moment) -> frozenset[int]:
    """The tiles that the player had just closed, not accepted yet."""
    return frozenset(tile for tile, mark in now.marks if mark == "provisional")


def _corrected(now: Moment, before: Sequence[Moment], setup: Setup, line: EventLine) -> Moment:
    """The state after a correction; if it revokes an event, the state before that event."""
    was, becomes, stands = line.get("before"), line.get("after"), line.get("stands")
    now = replace(now, marks=())
    if line.get("what") == "roll" and isinstance(becomes, list):
        now = replace(now, dice=tuple(becomes))
    if isinstance(stands, Mapping):
        return _as_counted(replace(now, dice=tuple(stands["dice"])), before, setup, line)
    player = None if line.get("player") is None else int(line["player"]) - 1
    if isinstance(becomes, Mapping) and "open" in becomes:
        return _stands(now, player, becomes["open"])
    if becomes is None and isinstance(was, Mapping) and "closed" in was:
        return _stands(now, player, [*was.get("open", ()), *was["closed"]])
    return now


def _as_counted(now: Moment, before: Sequence[Moment], setup: Setup, line: EventLine) -> Moment:
    """Everybody's tiles for the points that count now: as they last stood with these points, or as named."""
    stands = line["stands"]
    named = frozenset(stands["open"])
    for player, seat in enumerate(setup.seats):
        points = stands["scores"].get(str(seat))
        if not now.open or points is None or sum(now.open[player]) == points:
            continue
        once = [moment.open[player] for moment in before if moment.open and sum(moment.open[player]) == points]
        as_named = [named] if sum(named) == points else []
        undone = line.get("reason") == "undo"
        best = ([*as_named, *once] if undone else [*once, *as_named])[-1:]
        now = replace(_put(now, player, best[0]), turn=player) if best else now
    return now


def _stands(now: Moment, player: int | None, tiles: Any) -> Moment:
    if player is None or tiles is None or not now.open:
        return now
    return _put(now, player, frozenset(tiles))


def _put(now: Moment, player: int, tiles: frozenset[int]) -> Moment:
    return replace(now, open=(*now.open[:player], tiles, *now.open[player + 1 :]))
