"""The notation's questions about Backgammon."""

from __future__ import annotations

import itertools

from ... import expect
from ...answers import AnswersByKind, Plain
from ..arrows import BAR, OFF, printed_arrow
from . import board, cube_log, leaflet
from .board import HIS_BAR, HIS_OFF, HOME, MEN, Cells
from .game import Backgammon

CELLS = "a list of 28 whole numbers: at most 15 men of mine and 15 of the opponent's"

NOTATION = "arrows joined by hyphens, such as 12A-9-3, bar-6A or 6-off"

DISTANCES = 24
"""Farthest that a doublet takes one man."""

ALL = "all 21"


class BackgammonDesk(AnswersByKind):
    """Answers questions about Backgammon with one set of house rules."""

    def __init__(self, game: Backgammon) -> None:
        self._game = game
        super().__init__(
            {
                "legal_results": self._results,
                "exact_results": self._results,
                "legal_result": self._result,
                "illegal_result": self._result,
                "start_position": self._start_position,
                "always_pass": self._always_pass,
                "cube_log": cube_log.answer,
                "game_value": self._game_value,
                "table": self._table,
            }
        )

    def _results(self, state: Plain, question: Plain) -> Plain:
        results = self._game.results(_cells(state), expect.two_dice(question))
        return {"results": [list(cells) for cells in results], "pass": not results}

    def _result(self, state: Plain, question: Plain) -> Plain:
        """Where the written moves end, whether the rules allow it or not, and `legal` which of the two."""
        cells, dice = _cells(state), expect.two_dice(question)
        value = expect.items(expect.member(question, "notation", "input.notation"), "input.notation", 1)
        moves = [_stops(move, f"input.notation[{index}]") for index, move in enumerate(value)]
        end = cells
        for stops in _numbered(moves, state):
            for source, target in itertools.pairwise(stops):
                end = _moved(end, source, target)
        return {"result": list(end), "legal": end in self._game.results(cells, dice)}

    def _start_position(self, state: Plain, question: Plain) -> Plain:
        mine, his = board.men(board.START)
        return {"cells": list(board.START), "white": _printed(0, mine), "black": _printed(1, his)}

    def _always_pass(self, state: Plain, question: Plain) -> Plain:
        cells = _cells(state)
        dice = expect.member(question, "dice", "input.dice")
        if dice != ALL:
            raise expect.wrong("input.dice", repr(ALL), dice)
        throws = ((first, second) for first in range(1, 7) for second in range(1, first + 1))
        return {"pass": not any(self._game.results(cells, throw) for throw in throws)}

    def _game_value(self, state: Plain, question: Plain) -> Plain:
        """Of a game that I have won, or the opponent has: without the doubling die, by both readings."""
        cells = _cells(state)
        if MEN not in (cells[OFF], cells[HIS_OFF]) or cells[OFF] == cells[HIS_OFF]:
            raise expect.wrong("state.cells", "one player with 15 men borne off", list(cells))
        won = cells if cells[OFF] == MEN else board.turned(cells)
        return {
            "value_literal": board.value(won, needs_no_bearoff=False),
            "value_international": board.value(won, needs_no_bearoff=True),
        }

    def _table(self, state: Plain, question: Plain) -> Plain:
        value = expect.member(question, "distance", "input.distance")
        wanted = f"a list of distances from 1 to {DISTANCES}"
        throws = [
            leaflet.throws_that_reach(distance)
            for distance in expect.wholes(value, "input.distance", 1, DISTANCES, wanted)
        ]
        return {"throws_of_36": throws, "percent": [leaflet.percent(count) for count in throws]}


def _cells(state: Plain) -> Cells:
    value = expect.member(state, "cells", "state.cells")
    cells = expect.wholes(value, "state.cells", -MEN, MEN, CELLS, len(board.START))
    if min(cells[at] for at in (OFF, BAR, HIS_BAR, HIS_OFF)) < 0:
        raise expect.wrong("state.cells", CELLS, value)
    if any(sum(men) > MEN for men in board.men(cells)):
        raise expect.wrong("state.cells", CELLS, value)
    return cells


def _stops(move: object, path: str) -> tuple[str, ...]:
    """The places of one man's way: an arrow as printed, "bar" first only, "off" last only."""
    stops = tuple(expect.text(move, path).split("-"))
    known = board.numbers(0).keys()
    middle = stops[stops[0] == "bar" : len(stops) - (stops[-1] == "off")]
    if len(stops) < 2 or not all(stop in known for stop in middle):
        raise expect.wrong(path, NOTATION, move)
    return stops


def _numbered(moves: list[tuple[str, ...]], state: Plain) -> list[list[int]]:
    """The same in the mover's own numbers; White's unless only Black could go that way, or `state.colour` says so."""
    colours = ("white", "black")
    if "colour" in state:
        colour = expect.text(state["colour"], "state.colour")
        if colour not in colours:
            raise expect.wrong("state.colour", "white or black", colour)
        return _own(moves, colours.index(colour))
    ways = [_own(moves, player) for player in (0, 1)]
    return next((way for way in ways if _forward(way)), ways[0])


def _own(moves: list[tuple[str, ...]], player: int) -> list[list[int]]:
    numbers = board.numbers(player) | {"bar": BAR, "off": OFF}
    return [[numbers[stop] for stop in stops] for stops in moves]


def _forward(ways: list[list[int]]) -> bool:
    """True when every man goes on towards its last quarter, enters in its first, and leaves from its last."""
    hops = [(a, b) for stops in ways for a, b in itertools.pairwise(stops)]
    return all(a > b and (a != BAR or b >= 25 - HOME) and (b != OFF or a <= HOME) for a, b in hops)


def _moved(cells: Cells, source: int, target: int) -> Cells:
    """The board once hands moved a man so. Raises BadQuestion where no man of mine stands, or none of his can."""
    if cells[source] <= 0 or (target != OFF and cells[target] < -1):
        raise expect.wrong("input.notation", "men where they can be moved from and put", (source, target))
    return board.moved(cells, source, target)


def _printed(player: int, men: tuple[int, ...]) -> dict[str, int]:
    """The arrows with men, the farthest from home first."""
    return {printed_arrow(player, n): men[n] for n in range(24, 0, -1) if men[n]}
