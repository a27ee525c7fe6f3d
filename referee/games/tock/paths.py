"""Where one pawn may land with a number of steps, and what it sends home on the way."""

from __future__ import annotations

from typing import NamedTuple

from .board import HOUSE, LAST, QUARTER, SEATS, SEVEN, TRACK, Pawns, start_of
from .rules import TockRules


class PawnWay(NamedTuple):
    """One way of moving a pawn.

    Attributes:
        to: where it stands at the end, after a teleport.
        eaten: holes whose pawns go to their bases, each once.
    """

    to: int
    eaten: tuple[int, ...] = ()


def ahead(
    rules: TockRules, board: Pawns, seat: int, start: int, steps: int, *, king: bool = False
) -> tuple[PawnWay, ...]:
    """Every way of moving the pawn of `seat` on the track or in the house at `start` forward; () where it cannot.

    With `king` it eats whom it passes: S2 "mange tous les pions qu'il dépasse (y compris les siens)".
    """
    if start >= HOUSE:
        return (PawnWay(start + steps),) if _free(board, seat, start + 1, start + steps) else ()
    home = (start_of(seat) - start) % TRACK
    if not home and board.fresh[seat]:
        home = TRACK
    stop = first_protected(rules, board, seat, start)
    inside: tuple[PawnWay, ...] = ()
    place = HOUSE + steps - home - 1
    if steps > home and stop > home and _free(board, seat, HOUSE, place):
        inside = (PawnWay(place, _passed(board, start, home) if king else ()),)
        if rules.house_entry == "mandatory":
            return inside
    hole = (start + steps) % TRACK
    if stop <= steps or board.protects(hole):
        return inside
    passed = _passed(board, start, steps - 1) if king else ()
    return (*inside, _landed(rules, board, seat, hole, passed))


def back(rules: TockRules, board: Pawns, seat: int, start: int, steps: int) -> tuple[PawnWay, ...]:
    """Every way of moving the pawn of `seat` on the track at `start` backward: one, or none.

    A pawn in its house never goes back: S2 "il est protégé et ne peut plus en sortir".
    """
    if start >= HOUSE:
        return ()
    holes = [(start - count) % TRACK for count in range(1, steps + 1)]
    ways_on = (seat,) if not rules.fresh_blocks_own else ()
    if any(board.protects(hole) and hole // QUARTER not in ways_on for hole in holes[:-1]):
        return ()
    if board.protects(holes[-1]):
        return ()
    return (_landed(rules, board, seat, holes[-1], (), teleports=rules.four_teleports),)


def first_protected(rules: TockRules, board: Pawns, seat: int, start: int) -> int:
    """Steps forward from a hole to the first protected pawn that may not be passed; TRACK where none stands."""
    nearest = TRACK
    for other in SEATS:
        if board.fresh[other] and (other != seat or rules.fresh_blocks_own):
            away = (start_of(other) - start) % TRACK
            if 0 < away < nearest:
                nearest = away
    return nearest


def teleports_to(rules: TockRules, seat: int, hole: int) -> int:
    """Where a pawn of `seat` ends that lands in this hole.

    S2: "Si un pion tombe sur une intersection (case 7), il se téléporte jusqu'à la case 7 suivante".
    """
    if hole % QUARTER != SEVEN:
        return hole
    target = (hole + QUARTER) % TRACK
    past_home = target == start_of(seat) + SEVEN
    return hole if past_home and not rules.teleport_past_home else target


def _landed(
    rules: TockRules, board: Pawns, seat: int, hole: int, passed: tuple[int, ...], *, teleports: bool = True
) -> PawnWay:
    """The way of a pawn that lands on the track, with whom it eats there and where it is teleported to."""
    to = teleports_to(rules, seat, hole) if teleports else hole
    holes = (hole, to) if to != hole and rules.eat_on_first_seven else (to,)
    return PawnWay(to, (*passed, *(eaten for eaten in holes if board.at(eaten) >= 0 and eaten not in passed)))


def _passed(board: Pawns, start: int, count: int) -> tuple[int, ...]:
    """The holes with pawns among the `count` that follow `start`."""
    holes = ((start + steps) % TRACK for steps in range(1, count + 1))
    return tuple(hole for hole in holes if board.at(hole) >= 0)


def _free(board: Pawns, seat: int, first: int, last: int) -> bool:
    """True when these places of a house exist and are empty: S2 "un pion ne peut pas passer par-dessus un autre"."""
    return last <= LAST and not any(first <= pawn <= last for pawn in board.pawns[seat])
