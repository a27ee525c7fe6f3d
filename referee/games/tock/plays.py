"""What each card may do with the pawns: every distinct end, each with one way to it."""

from __future__ import annotations

from collections.abc import Iterator

from .board import BASE, SEATS, Board, partner_of, start_of
from .cards import BACK, ENTER, OTHERS, STEPS
from .moves import IN, Step
from .paths import ahead, back
from .rules import TockRules
from .seven import Steps, begun, whole

End = tuple[Steps, Board]
"""The pawns' steps, and the board after them."""


def ends(rules: TockRules, board: Board, seat: int, card: str) -> dict[Board, Steps]:
    """Every board that a card of `seat` may lead to, with the first way found; {} where it cannot be played."""
    found: dict[Board, Steps] = {}
    for steps, after in ways(rules, board, seat, card):
        found.setdefault(after, steps)
    return found


def is_playable(rules: TockRules, board: Board, seat: int, card: str) -> bool:
    """True when a seat can play this card."""
    return any(True for _ in ways(rules, board, seat, card))


def ways(rules: TockRules, board: Board, seat: int, card: str) -> Iterator[End]:
    """Every way of playing a card; several may have the same end."""
    mine = board.plays(seat)
    if board.is_home(mine):
        return
    if card in ENTER:
        yield from entering(board, mine)
    if card in STEPS:
        yield from _forward(rules, board, mine, STEPS[card], king=card == "R")
    if card == "V":
        yield from exchanges(rules, board, mine)
    elif card == "4":
        for start in board.on_track(mine):
            for to, eaten in back(rules, board, mine, start, BACK):
                yield (Step(start, to),), board.moved(mine, start, to, eaten)
    elif card == "5":
        yield from _others(rules, board, mine)
    elif card == "7":
        for now in whole(rules, begun(board, mine)):
            yield now.steps, now.board


def entering(board: Board, mine: int) -> Iterator[End]:
    """A pawn of the base goes to its start, unless one that has just entered stands there."""
    if board.pawns[mine][0] == BASE and not board.fresh[mine]:
        start = start_of(mine)
        eaten = (start,) if board.at(start) >= 0 else ()
        yield (IN,), board.moved(mine, BASE, start, eaten)


def movable_by_five(rules: TockRules, board: Board, mine: int) -> Iterator[tuple[int, int]]:
    """Seat and hole of every pawn that a 5 may move: S2 "Avance un autre pion de +5"."""
    for seat in SEATS:
        partner = seat == partner_of(mine)
        if seat != mine and not (partner and rules.five == "opponents"):
            for start in board.on_track(seat):
                if not board.protects(start):
                    yield seat, start


def exchanges(rules: TockRules, board: Board, mine: int) -> Iterator[End]:
    """Two pawns on the track change places, neither protected; nobody is teleported by it."""
    own = [hole for hole in board.on_track(mine) if not board.protects(hole)]
    for index, one in enumerate(own):
        if rules.jack_targets == "any":
            for other in own[index + 1 :]:
                yield (Step(one, other, True),), board
        for seat in SEATS:
            for other in board.on_track(seat) if seat != mine else ():
                if not board.protects(other):
                    yield (Step(one, other, True),), board.exchanged(one, other)


def _forward(rules: TockRules, board: Board, mine: int, count: int, *, king: bool) -> Iterator[End]:
    for start in board.pawns[mine]:
        if start != BASE:
            for to, eaten in ahead(rules, board, mine, start, count, king=king):
                yield (Step(start, to),), board.moved(mine, start, to, eaten)


def _others(rules: TockRules, board: Board, mine: int) -> Iterator[End]:
    for seat, start in movable_by_five(rules, board, mine):
        for to, eaten in ahead(rules, board, seat, start, OTHERS):
            yield (Step(start, to),), board.moved(seat, start, to, eaten)
