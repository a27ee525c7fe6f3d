"""A position set up by hand: the content of its form, its drawing, and the position that the game receives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from msgspec import structs

from referee.games.tiles import TileGame, TileState

from ...table.games import SHOWN
from ...table.games.tiles import played
from ...table.values.setup import Setup, SetupError
from ...table.values.shown import frames_at
from ...table.values.state import Table
from ...table.values.view import TilesView
from ...words import Words
from .board import Bed, ShownFrame, beds, frames, in_their_frames
from .position import position_view

MOST_POINTS = 999
"""Most points of one game that the form takes."""


@dataclass(frozen=True)
class Arrangement:
    """A position of the form, with one entry a player, in playing order.

    Attributes:
        closed: the closed tiles.
        turn: whose turn it is, from 0.
        done: the players whose turn of this game is over.
        points: for each game of the series except the last, the points of each player as typed; "" for none.
    """

    closed: tuple[frozenset[int], ...]
    turn: int = 0
    done: frozenset[int] = frozenset()
    points: tuple[tuple[str, ...], ...] = ()

    def position(self, tiles: int) -> Mapping[str, object]:
        """The position for `referee.games.tiles.positions`, for frames of so many tiles; `fault` must be ""."""
        full = frozenset(range(1, tiles + 1))
        results = [_result([int(text) for text in game]) for game in self.points if any(game)]
        return {
            "open": [sorted(full - shut) for shut in self.closed],
            "player": self.turn + 1,
            "done": sorted(player + 1 for player in self.done),
            "results": results,
        }


def _result(scores: Sequence[int]) -> Mapping[str, object]:
    return {"scores": list(scores), "winners": [n for n, points in enumerate(scores, 1) if points == min(scores)]}


def arrangeable(table: Table | None) -> bool:
    """True if a position of this game can be set up: people play it, and a page shows it."""
    return (
        table is not None
        and table.match is not None
        and isinstance(table.game, SHOWN)
        and not table.setup.recorded
    )


def who_stays(table: Table) -> Setup | None:
    """The agreed setup without those who have left; None for fewer people than the game needs."""
    gone = table.playing.gone
    players = tuple(player for number, player in enumerate(table.setup.players) if number not in gone)
    try:
        return replace(table.setup, players=players)
    except SetupError:
        return None


def arranged_now(table: Table) -> Arrangement:
    """The position of the running game, without those who have left; a finished one is as at its start."""
    (game, state), gone = played(table.playing), table.playing.gone
    staying = [player for player in range(len(state.seats)) if player not in gone]
    if table.due is None:
        return Arrangement(tuple(frozenset() for _ in staying), points=_points(game, (), len(staying)))
    stands = [game.all_tiles - state.open[player] for player in staying]
    done = frozenset(n for n, player in enumerate(staying) if game.has_finished(state, player))
    return Arrangement(tuple(stands), staying.index(table.due.player), done, _earlier(game, state, staying))


def _earlier(game: TileGame, state: TileState, staying: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    points = tuple(tuple(str(result.scores[player]) for player in staying) for result in state.results)
    return _points(game, points, len(staying))


def _points(game: TileGame, points: tuple[tuple[str, ...], ...], players: int) -> tuple[tuple[str, ...], ...]:
    return (*points, *[("",) * players] * (game.games - 1))[: game.games - 1]


def fault(w: Words, setup: Setup, wanted: Arrangement) -> str:
    """Why nobody can play on from there, in a sentence; "" if one can."""
    return next(_faults(w, setup, wanted), "")


def _faults(w: Words, setup: Setup, wanted: Arrangement) -> Iterator[str]:
    names, tiles = [player.name for player in setup.players], tiled(setup).tiles
    if wanted.turn in wanted.done:
        yield w.t("%(name)s's turn is over: choose who plays, or untick it.", name=names[wanted.turn])
    shut = [n for k, n in enumerate(names) if len(wanted.closed[k]) == tiles and k not in wanted.done]
    if shut:
        yield w.t("No tile of %(names)s is open: tick that the turn is over.", names=w.all_of(shut))
    filled = [all(game) for game in wanted.points]
    if any(any(game) and not all(game) for game in wanted.points) or filled != sorted(filled, reverse=True):
        yield w.t("Of a game that is over the points of every player are needed, without leaving out a game.")
    if not all(_few(text) for game in wanted.points for text in game if text):
        yield w.t("Points are whole numbers, 0 to %(most)s.", most=MOST_POINTS)
    try:
        setup.build()
    except SetupError:
        yield w.t("Nobody can play on from there.")


def _few(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text[:4]) <= MOST_POINTS


def tiled(setup: Setup) -> TileGame:
    """The agreed game of tiles."""
    return cast(TileGame, setup.build())


def drawn(w: Words, setup: Setup, painted: Sequence[str]) -> tuple[Bed, ...]:
    """The board with every tile open, drawn beside a game; for a box, one for each player."""
    shown = cast(TilesView, in_their_frames(position_view(setup, setup.match()), painted))
    if frames_at(shown.layout):
        return beds(w, shown, painted)
    return tuple(Bed(frame.side, frame.colour, frame) for frame in _boxes(w, shown))


def _boxes(w: Words, shown: TilesView) -> Iterator[ShownFrame]:
    """The box in front of each player in turn."""
    for acting in shown.players:
        players = tuple(structs.replace(player, turn=player is acting) for player in shown.players)
        yield from frames(w, structs.replace(shown, players=players))
