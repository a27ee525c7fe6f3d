"""What the table shows: 72 holes, four houses, four bases, the pile of cards, and declared gifts.

    hole-0 ... hole-71      "empty", "pawn 1" (of place 1), "pawn 1 new" (it has just entered, and is protected)
    house-1-1 ... house-4-4 "empty" or the pawn of its place; the second number counts from the start inwards
    base-1 ... base-4       "empty", or how many pawns wait there: "pawn 1 x 3"
    pile                    "empty", or the card on top and how many lie there: "V 12"
    said-1 ... said-4       "nothing": no camera sees the card that a player hands to the partner

In a person's word `turn` may stand among them: "place 3" deals, or lays a card next.

Hole 18 x (place - 1) is the start of a place. The state, not the table, knows which pawns are protected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...core import Kind, Space
from ...declared import TURN
from ...errors import BadPlace
from .board import BASE, HOUSE, LAST, SEATS, TRACK, Pawns, Row, start_of
from .cards import Give
from .state import PLAY, TockState

EMPTY, NOTHING, A_CARD = "empty", "nothing", "a card"
PAWNS = 4

_HOLES = {f"hole-{hole}": hole for hole in range(TRACK)}
_HOUSES = {f"house-{s + 1}-{p - HOUSE + 1}": (s, p) for s in SEATS for p in range(HOUSE, LAST + 1)}
_BASES = {f"base-{seat + 1}": seat for seat in SEATS}
_SAID = tuple(f"said-{seat + 1}" for seat in SEATS)


def appearance(state: TockState) -> dict[Space, Kind]:
    """Every space and what stands there."""
    return {**of_board(state.board), "pile": pile(state.played), **dict.fromkeys(_SAID, NOTHING)}


def leftover(state: TockState) -> dict[Space, Kind]:
    """The pawns as the game before left them, until cards are dealt."""
    return {} if state.left is None else changes(state.board, state.left)


def of_board(board: Pawns) -> dict[Space, Kind]:
    """The holes, houses and bases."""
    shown = dict.fromkeys((*_HOLES, *_HOUSES), EMPTY)
    for seat in SEATS:
        for pawn in board.pawns[seat]:
            if pawn != BASE:
                shown[_space(seat, pawn)] = _pawn(board, seat, pawn)
        shown[f"base-{seat + 1}"] = _base(board, seat)
    return shown


def changes(before: Pawns, after: Pawns) -> dict[Space, Kind]:
    """The spaces at which two boards differ, and what they show afterwards."""
    shown: dict[Space, Kind] = {}
    arrived: dict[Space, Kind] = {}
    for seat in SEATS:
        old, new = before.pawns[seat], after.pawns[seat]
        if old == new and before.fresh[seat] == after.fresh[seat]:
            continue
        for pawn in set(old) - set(new) - {BASE}:
            shown[_space(seat, pawn)] = EMPTY
        turned = {start_of(seat)} if before.fresh[seat] != after.fresh[seat] else set()
        for pawn in (set(new) - set(old) - {BASE}) | (turned & set(new)):
            arrived[_space(seat, pawn)] = _pawn(after, seat, pawn)
        if old.count(BASE) != new.count(BASE):
            shown[f"base-{seat + 1}"] = _base(after, seat)
    return shown | arrived


def pile(played: tuple[str, ...]) -> Kind:
    """The card on top of the pile and how many lie there."""
    return f"{played[-1]} {len(played)}" if played else EMPTY


def gift_spaces(give: Give, seat: int) -> dict[Space, Kind]:
    """A gift to the partner, hidden from all others."""
    return {_SAID[seat]: give.card or A_CARD}


def board_of(spaces: Mapping[Space, Kind]) -> Pawns:
    """The board that the holes, houses and bases of a whole appearance show.

    Raises:
        BadPlace: they show what no board can.
    """
    rows: list[list[int]] = [[] for _ in SEATS]
    fresh = [False] * len(SEATS)
    for space, kind in spaces.items():
        for seat, pawn, new in _standing(space, kind):
            rows[seat].append(pawn)
            fresh[seat] |= new
    for seat, row in enumerate(rows):
        if len(row) != PAWNS:
            raise BadPlace(f"expected {PAWNS} pawns of place {seat + 1}; got {len(row)}")
    return Pawns(tuple(tuple(sorted(row)) for row in rows), tuple(fresh))


def card_of(state: TockState, kind: Kind) -> str | None:
    """The card that a word on the pile lays there; None where the pile stays as it is.

    Raises:
        BadPlace: neither the current pile, nor one more card that the player to move may hold.
    """
    if kind == pile(state.played):
        return None
    possible = state.possible(state.turn) if state.phase == PLAY else ()
    kinds = {pile((*state.played, card)): card for card in possible}
    if kind not in kinds:
        raise BadPlace(f"pile: expected one of {', '.join((pile(state.played), *kinds))}; got {kind!r}")
    return kinds[kind]


def place(seat: int) -> Kind:
    """Whose turn it is, as a person says it: "place 3"."""
    return f"place {seat + 1}"


def turn_of(says: Mapping[Space, Kind]) -> int | None:
    """The next seat by a person's declaration; None if it names no seat. Raises BadPlace."""
    if TURN not in says:
        return None
    seats = {place(seat): seat for seat in SEATS}
    if says[TURN] not in seats:
        raise BadPlace(f"{TURN}: expected one of {', '.join(seats)}; got {says[TURN]!r}")
    return seats[says[TURN]]


def _standing(space: Space, kind: Kind) -> Iterator[tuple[int, int, bool]]:
    """Seat and place of the pawns that a space shows, and whether they have just entered."""
    if space not in _HOLES and space not in _HOUSES and space not in _BASES:
        return
    pawns_here = [(seat, pawns, new) for seat in SEATS for pawns, new in _fitting(space, seat, kind)]
    if not pawns_here and kind != EMPTY:
        raise BadPlace(f"{space}: expected {EMPTY} or a pawn that may stand there; got {kind!r}")
    for seat, pawns, new in pawns_here:
        for pawn in pawns:
            yield seat, pawn, new


def _fitting(space: Space, seat: int, kind: Kind) -> Iterator[tuple[Row, bool]]:
    """What pawns of a seat would stand there, where it is they that `kind` shows."""
    name = f"pawn {seat + 1}"
    if space in _BASES:
        counts = range(1, PAWNS + 1) if _BASES[space] == seat else ()
        yield from (((BASE,) * count, False) for count in counts if kind == f"{name} x {count}")
    elif space in _HOUSES:
        if kind == name and _HOUSES[space][0] == seat:
            yield (_HOUSES[space][1],), False
    elif kind == name or (kind == f"{name} new" and _HOLES[space] == start_of(seat)):
        yield (_HOLES[space],), kind != name


def _space(seat: int, pawn: int) -> Space:
    return f"house-{seat + 1}-{pawn - HOUSE + 1}" if pawn >= HOUSE else f"hole-{pawn}"


def _pawn(board: Pawns, seat: int, pawn: int) -> Kind:
    new = pawn == start_of(seat) and board.fresh[seat]
    return f"pawn {seat + 1} new" if new else f"pawn {seat + 1}"


def _base(board: Pawns, seat: int) -> Kind:
    count = board.pawns[seat].count(BASE)
    return f"pawn {seat + 1} x {count}" if count else EMPTY
