"""What each card may do with the pawns: every distinct end, each with one way to it.

The 7: S2 "+7 ou DECOMPOSE de 7". Seven steps in any parts, each pawn once; all seven are made. The parts may be made in
any order. A pawn eats and is teleported where it lands, not on the way. Once the player's pawns are all home the
partner's make the steps that are left, unless the switch `seven_spill` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .board import BASE, SEATS, Pawns, partner_of, start_of
from .cards import BACK, ENTER, IN, OTHERS, SPLIT, STEPS, PawnStep
from .paths import ahead, back
from .rules import TockRules

Steps = tuple[PawnStep, ...]

End = tuple[Steps, Pawns]
"""The pawns' steps, and the board after them."""


def ends(rules: TockRules, board: Pawns, seat: int, card: str) -> dict[Pawns, Steps]:
    """Every board that a card of `seat` may lead to, with the first way found; {} where it cannot be played."""
    boards: dict[Pawns, Steps] = {}
    for steps, after in ways(rules, board, seat, card):
        boards.setdefault(after, steps)
    return boards


def is_playable(rules: TockRules, board: Pawns, seat: int, card: str) -> bool:
    """True when a seat can play this card."""
    return any(True for _ in ways(rules, board, seat, card))


def ways(rules: TockRules, board: Pawns, seat: int, card: str) -> Iterator[End]:
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
                yield (PawnStep(start, to),), board.moved(mine, start, to, eaten)
    elif card == "5":
        yield from _others(rules, board, mine)
    elif card == "7":
        for now in whole(rules, begun(board, mine)):
            yield now.steps, now.board


def entering(board: Pawns, mine: int) -> Iterator[End]:
    """A pawn of the base goes to its start, unless one that has just entered stands there."""
    if board.pawns[mine][0] == BASE and not board.fresh[mine]:
        start = start_of(mine)
        eaten = (start,) if board.at(start) >= 0 else ()
        yield (IN,), board.moved(mine, BASE, start, eaten)


def movable_by_five(rules: TockRules, board: Pawns, mine: int) -> Iterator[tuple[int, int]]:
    """Seat and hole of every pawn that a 5 may move: S2 "Avance un autre pion de +5"."""
    for seat in SEATS:
        partner = seat == partner_of(mine)
        if seat != mine and not (partner and rules.five == "opponents"):
            for start in board.on_track(seat):
                if not board.protects(start):
                    yield seat, start


def exchanges(rules: TockRules, board: Pawns, mine: int) -> Iterator[End]:
    """Two unprotected pawns on the track change places; the exchange teleports neither."""
    own = [hole for hole in board.on_track(mine) if not board.protects(hole)]
    for index, start in enumerate(own):
        if rules.jack_targets == "any":
            for other in own[index + 1 :]:
                yield (PawnStep(start, other, True),), board
        for seat in SEATS:
            for other in board.on_track(seat) if seat != mine else ():
                if not board.protects(other):
                    yield (PawnStep(start, other, True),), board.exchanged(start, other)


def _forward(rules: TockRules, board: Pawns, mine: int, count: int, *, king: bool) -> Iterator[End]:
    for start in board.pawns[mine]:
        if start != BASE:
            for to, eaten in ahead(rules, board, mine, start, count, king=king):
                yield (PawnStep(start, to),), board.moved(mine, start, to, eaten)


def _others(rules: TockRules, board: Pawns, mine: int) -> Iterator[End]:
    for seat, start in movable_by_five(rules, board, mine):
        for to, eaten in ahead(rules, board, seat, start, OTHERS):
            yield (PawnStep(start, to),), board.moved(seat, start, to, eaten)


class Seven(NamedTuple):
    """A 7 on its way.

    Attributes:
        board: the pawns now.
        whose: the seat whose pawns make the remaining steps; -1 if no pawns can.
        rest: how many are left.
        done: where those pawns of `whose` stand that have moved.
        steps: what was done.
    """

    board: Pawns
    whose: int
    rest: int = SPLIT
    done: frozenset[int] = frozenset()
    steps: Steps = ()


def begun(board: Pawns, seat: int) -> Seven:
    """A 7 of `seat` before its first step."""
    return Seven(board, board.plays(seat))


def whole(rules: TockRules, start: Seven) -> Iterator[Seven]:
    """Every way of going on to the last step; several may have the same end."""
    visited: set[tuple[object, ...]] = set()
    todo = [start]
    while todo:
        for now in further(rules, todo.pop()):
            if not now.rest:
                yield now
            elif now[:4] not in visited:
                visited.add(now[:4])
                todo.append(now)


def further(rules: TockRules, now: Seven) -> Iterator[Seven]:
    """Every part that may follow, as far as it goes; whether the rest can be made is not asked."""
    if now.whose < 0:
        return
    for start in dict.fromkeys(now.board.pawns[now.whose]):
        if start == BASE or start in now.done:
            continue
        for count in range(1, now.rest + 1):
            for to, eaten in ahead(rules, now.board, now.whose, start, count):
                board = now.board.moved(now.whose, start, to, eaten)
                rest, steps = now.rest - count, (*now.steps, PawnStep(start, to))
                whose = _whose(rules, board, now.whose) if rest else now.whose
                done = now.done.difference(eaten) | {to} if whose == now.whose else frozenset()
                yield Seven(board, whose, rest, done, steps)


def halves(rules: TockRules, start: Seven) -> tuple[Seven, ...]:
    """Every 7 half done that can be made whole; several may have the same board."""
    half_done: dict[tuple[object, ...], Seven] = {}
    known: dict[tuple[object, ...], bool] = {}

    def can_end(now: Seven) -> bool:
        if now[:4] not in known:
            ending = [not after.rest or can_end(after) for after in further(rules, now)]
            known[now[:4]] = any(ending)
            if known[now[:4]] and now.rest < SPLIT:
                half_done[now[:4]] = now
        return known[now[:4]]

    can_end(start)
    return tuple(half_done.values())


def _whose(rules: TockRules, board: Pawns, seat: int) -> int:
    """Whose pawns make the steps that are left after a part."""
    if not board.is_home(seat):
        return seat
    partner = partner_of(seat)
    return partner if rules.seven_spill and not board.is_home(partner) else -1
