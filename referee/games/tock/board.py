"""The board: 72 holes in a ring, four bases, four houses; who stands where.

Everything is told by the seat, 0 to 3 clockwise: its start is hole 18 x seat, its "case 7" seven holes on. A pawn
stands at -1 (its base), 0 to 71 (the track) or 72 to 75 (the places 1 to 4 of its own house).
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

ValueT = TypeVar("ValueT")

SEATS = (0, 1, 2, 3)
TRACK, QUARTER, SEVEN = 72, 18, 7
BASE, HOUSE, LAST = -1, 72, 75

Row = tuple[int, ...]
"""Where the four pawns of a seat stand, ascending."""


def start_of(seat: int) -> int:
    """S2: "sa case de départ (nid/case 18)"."""
    return QUARTER * seat


def partner_of(seat: int) -> int:
    """S2: "Chaque coéquipier se faisant face"."""
    return (seat + 2) % 4


def with_seat(values: tuple[ValueT, ...], seat: int, value: ValueT) -> tuple[ValueT, ...]:
    """One value a seat, with another one for this seat."""
    return (*values[:seat], value, *values[seat + 1 :])


class Pawns(NamedTuple):
    """Where all pawns stand.

    Attributes:
        pawns: for each seat its four pawns, ascending.
        fresh: for each seat whether a pawn that has just entered, and so is protected, stands on its start.
    """

    pawns: tuple[Row, ...]
    fresh: tuple[bool, ...]

    def at(self, hole: int) -> int:
        """Whose pawn stands in a hole of the track; -1 where it is empty."""
        for seat in SEATS:
            if hole in self.pawns[seat]:
                return seat
        return -1

    def protects(self, hole: int) -> bool:
        """True where a pawn stands in this hole of the track that has just entered there."""
        seat, beyond = divmod(hole, QUARTER)
        return not beyond and self.fresh[seat]

    def is_home(self, seat: int) -> bool:
        """True when all four pawns of a seat are in its house."""
        return self.pawns[seat][0] >= HOUSE

    def plays(self, seat: int) -> int:
        """Whose pawns a seat moves: S2 "il joue maintenant pour son coéquipier" once its own are all home."""
        return partner_of(seat) if self.is_home(seat) else seat

    def on_track(self, seat: int) -> tuple[int, ...]:
        """The holes of the track where pawns of a seat stand, ascending."""
        return tuple(hole for hole in self.pawns[seat] if 0 <= hole < TRACK)

    def moved(self, seat: int, start: int, to: int, eaten: tuple[int, ...]) -> Pawns:
        """The board after a pawn of `seat` went from `start` to `to`; those in the holes `eaten` are in their bases."""
        rows = list(self.pawns)
        fresh = self.fresh
        for hole in eaten:
            whose = self.at(hole)
            rows[whose] = _with(rows[whose], hole, BASE)
            if fresh[whose] and hole == start_of(whose):
                fresh = with_seat(fresh, whose, False)
        rows[seat] = _with(rows[seat], start, to)
        if start == BASE or (fresh[seat] and start == start_of(seat)):
            fresh = with_seat(fresh, seat, start == BASE)
        return Pawns(tuple(rows), fresh)

    def exchanged(self, first: int, second: int) -> Pawns:
        """The board after the pawns in two holes of the track changed places."""
        rows = list(self.pawns)
        mine, theirs = self.at(first), self.at(second)
        if mine != theirs:
            rows[mine] = _with(rows[mine], first, second)
            rows[theirs] = _with(rows[theirs], second, first)
        return Pawns(tuple(rows), self.fresh)


def empty_board(home: tuple[int, ...] = (0, 0, 0, 0)) -> Pawns:
    """The board before the first card, with that many pawns of each seat at the far end of its house already."""
    rows = tuple((BASE,) * (4 - count) + tuple(range(HOUSE, LAST + 1))[4 - count :] for count in home)
    return Pawns(rows, (False,) * 4)


def _with(row: Row, old: int, new: int) -> Row:
    pawns = list(row)
    pawns[pawns.index(old)] = new
    pawns.sort()
    return tuple(pawns)
