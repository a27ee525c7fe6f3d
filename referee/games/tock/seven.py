"""The 7: S2 "+7 ou DECOMPOSE de 7". Seven steps in any parts, each pawn once; all seven are made.

The parts may be made in any order. A pawn eats and is teleported where it lands, not on the way. Once the player's
pawns are all home the partner's make the steps that are left, unless the switch `seven_spill` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .board import BASE, Board, partner_of
from .cards import SPLIT
from .moves import Step
from .paths import ahead
from .rules import TockRules

Steps = tuple[Step, ...]


class Seven(NamedTuple):
    """A 7 on its way.

    Attributes:
        board: the pawns now.
        whose: the seat whose pawns make the steps that are left; -1 where nobody's can.
        rest: how many are left.
        done: where those pawns of `whose` stand that have moved.
        steps: what was done.
    """

    board: Board
    whose: int
    rest: int = SPLIT
    done: frozenset[int] = frozenset()
    steps: Steps = ()


def begun(board: Board, seat: int) -> Seven:
    """A 7 of `seat` of which nothing is done."""
    return Seven(board, board.plays(seat))


def whole(rules: TockRules, start: Seven) -> Iterator[Seven]:
    """Every way of going on to the last step; several may have the same end."""
    seen: set[tuple[object, ...]] = set()
    todo = [start]
    while todo:
        for now in further(rules, todo.pop()):
            if not now.rest:
                yield now
            elif now[:4] not in seen:
                seen.add(now[:4])
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
                rest, steps = now.rest - count, (*now.steps, Step(start, to))
                whose = _whose(rules, board, now.whose) if rest else now.whose
                done = now.done.difference(eaten) | {to} if whose == now.whose else frozenset()
                yield Seven(board, whose, rest, done, steps)


def halves(rules: TockRules, start: Seven) -> tuple[Seven, ...]:
    """Every 7 half done that can be made whole; several may have the same board."""
    found: dict[tuple[object, ...], Seven] = {}
    known: dict[tuple[object, ...], bool] = {}

    def can_end(now: Seven) -> bool:
        if now[:4] not in known:
            ending = [not after.rest or can_end(after) for after in further(rules, now)]
            known[now[:4]] = any(ending)
            if known[now[:4]] and now.rest < SPLIT:
                found[now[:4]] = now
        return known[now[:4]]

    can_end(start)
    return tuple(found.values())


def _whose(rules: TockRules, board: Board, seat: int) -> int:
    """Whose pawns make the steps that are left after a part."""
    if not board.is_home(seat):
        return seat
    partner = partner_of(seat)
    return partner if rules.seven_spill and not board.is_home(partner) else -1
