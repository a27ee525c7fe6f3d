"""A play that somebody names, step by step: the board it leads to, or the rule that it breaks."""

from __future__ import annotations

from functools import lru_cache

from ...core import Foul
from . import why
from .board import BASE, HOUSE, Board, start_of
from .moves import IN, Play, Step
from .plays import ways
from .rules import TockRules, foul
from .seven import Seven, Steps, begun, further

AT_HAND = 8
"""Plays of which the board is remembered: whether one is legal is asked before it is made."""


@lru_cache(maxsize=AT_HAND)
def outcome(rules: TockRules, board: Board, seat: int, play: Play) -> Board | Foul:
    """The board after a whole play of `seat`, or the rule that it breaks; the Foul expects nothing yet."""
    if play.card == "7" and play.steps:
        reached = part_of_seven(rules, board, seat, play.steps)
        if isinstance(reached, Foul):
            return reached
        return foul("seven_rest", reached.rest) if reached.rest else reached.board
    for steps, after in ways(rules, board, seat, play.card):
        if play.steps in (steps, _mirrored(steps)):
            return after
    return why.not_played(rules, board, seat, play)


def part_of_seven(rules: TockRules, board: Board, seat: int, steps: Steps) -> Seven | Foul:
    """Where the first steps of a 7 lead, or the rule that one of them breaks."""
    now = begun(board, seat)
    for step in steps:
        after = next((after for after in further(rules, now) if after.steps[-1] == step), None)
        if after is None:
            return why.not_a_part(rules, now, step)
        now = after
    return now


def forced(board: Board, seat: int, play: Play) -> Board:
    """The board if the steps are made whatever the rules say: what the table shows after an illegal play.

    A step without a pawn changes nothing; whoever stands where a pawn lands goes to its base.
    """
    mine = board.plays(seat)
    for step in play.steps:
        board = _forced(board, mine, step)
    return board


def _forced(board: Board, mine: int, step: Step) -> Board:
    start, to = (BASE, start_of(mine)) if step == IN else (step.start, step.to)
    whose = board.at(start) if 0 <= start < HOUSE else mine
    if whose < 0 or start not in board.pawns[whose] or start == to:
        return board
    if step.exchange and max(start, to) < HOUSE and board.at(to) >= 0:
        return board.exchanged(start, to)
    if to >= HOUSE:
        return board if to in board.pawns[whose] else board.moved(whose, start, to, ())
    return board.moved(whose, start, to, (to,) if board.at(to) >= 0 else ())


def _mirrored(steps: Steps) -> Steps:
    """An exchange with its two pawns named the other way round; what is no exchange stays as it is."""
    return tuple(Step(step.to, step.start, True) if step.exchange else step for step in steps)
