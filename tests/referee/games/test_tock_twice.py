"""Tock told a second time, pawn by pawn and step by step, and compared with the referee on random positions."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from referee.core import SetUp, sure_sighting
from referee.desks import desk_of
from referee.games.tock import CardPlay, Discard, PawnStep, Tock, TockState

Pawn = tuple[int, int]
"""Seat and number of one wooden pawn."""
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R")
FAR = {"A": 1, "2": 2, "3": 3, "6": 6, "8": 8, "9": 9, "10": 10, "V": 11, "D": 12, "R": 13}
HOUSES: dict[str, Any] = {
    "as the sheet": {},
    "house_entry": {"house_entry": "optional"},
    "five": {"five": "opponents"},
    "jack_targets": {"jack_targets": "any"},
    "four_teleports": {"four_teleports": False},
    "teleport_past_home": {"teleport_past_home": False},
    "eat_on_first_seven": {"eat_on_first_seven": False},
    "fresh_blocks_own": {"fresh_blocks_own": False},
    "seven_spill": {"seven_spill": False},
    "none of it": {
        "house_entry": "optional",
        "five": "opponents",
        "jack_targets": "any",
        "four_teleports": False,
        "teleport_past_home": False,
        "eat_on_first_seven": False,
        "fresh_blocks_own": False,
        "seven_spill": False,
    },
}


@dataclass(frozen=True)
class Table:
    """Sixteen pawns, each with its place, and the marks of those that have just entered."""

    house: Tock
    stands: tuple[tuple[Pawn, int], ...]
    marks: frozenset[int]

    def place(self, pawn: Pawn) -> int:
        return dict(self.stands)[pawn]

    def put(self, pawn: Pawn, place: int) -> "Table":
        return replace(self, stands=tuple({**dict(self.stands), pawn: place}.items()))

    def on(self, hole: int) -> Pawn | None:
        return next((pawn for pawn, place in self.stands if place == hole < 72), None)

    def new(self, pawn: Pawn) -> bool:
        return pawn[0] in self.marks and self.place(pawn) == 18 * pawn[0]

    def eaten(self, pawn: Pawn | None) -> "Table":
        return self if pawn is None else self.put(pawn, -1)

    def home(self, seat: int) -> bool:
        return all(place >= 72 for (whose, _), place in self.stands if whose == seat)

    def of(self, seat: int) -> list[Pawn]:
        return [pawn for pawn, _ in self.stands if pawn[0] == seat]

    def as_notation(self) -> dict[str, Any]:
        rows = [sorted(self.place(pawn) for pawn in self.of(seat)) for seat in range(4)]
        return {"pawns": rows, "fresh": [seat in self.marks for seat in range(4)]}


def walk(
    table: Table, pawn: Pawn, count: int, inwards: bool, way: int = 1, king: bool = False
) -> Table | None:
    """One step after the other; None where one of them cannot be made."""
    seat, place = pawn[0], table.place(pawn)
    was_new = table.new(pawn)
    after = replace(table, marks=table.marks - {seat}) if was_new else table
    for step in range(1, count + 1):
        if place >= 72:
            place += 1
            if place > 75 or any(after.place(other) == place for other in after.of(seat)):
                return None
            continue
        if inwards and place == 18 * seat and not (was_new and step == 1):
            place = 72
            if any(after.place(other) == place for other in after.of(seat)):
                return None
            continue
        place = (place + way) % 72
        other = after.on(place)
        if other is None or other == pawn:
            continue
        if after.new(other) and (step == count or other[0] != seat or table.house.fresh_blocks_own):
            return None
        if king and step < count:
            after = after.eaten(other)
    if inwards != (place >= 72):
        return None
    return after.put(pawn, place) if place >= 72 else land(after, pawn, place, way)


def land(table: Table, pawn: Pawn, hole: int, way: int) -> Table:
    jumps = hole % 18 == 7 and (way > 0 or table.house.four_teleports)
    target = (hole + 18) % 72
    if jumps and target == (18 * pawn[0] + 7) % 72 and not table.house.teleport_past_home:
        jumps = False
    if not jumps:
        return table.eaten(other_than(table, pawn, hole)).put(pawn, hole)
    if table.house.eat_on_first_seven:
        table = table.eaten(other_than(table, pawn, hole))
    return table.eaten(other_than(table, pawn, target)).put(pawn, target)


def other_than(table: Table, pawn: Pawn, hole: int) -> Pawn | None:
    result = table.on(hole)
    return None if result == pawn else result


def forward(table: Table, pawn: Pawn, count: int, king: bool = False) -> list[Table]:
    if table.place(pawn) < 0:
        return []
    inside = walk(table, pawn, count, inwards=True, king=king)
    around = walk(table, pawn, count, inwards=False, king=king) if table.place(pawn) < 72 else None
    if inside is not None and table.house.house_entry == "mandatory":
        around = None
    return [result for result in (inside, around) if result is not None]


def plays(table: Table, seat: int, card: str) -> Iterator[Table]:
    """Every end of a card, some of them several times."""
    mine = (seat + 2) % 4 if table.home(seat) else seat
    if table.home(mine):
        return
    if card in "AR":
        yield from enters(table, mine)
    for pawn in table.of(mine) if card in FAR else ():
        yield from forward(table, pawn, FAR[card], king=card == "R")
    if card == "4":
        backwards = (
            walk(table, p, 4, inwards=False, way=-1) for p in table.of(mine) if 0 <= table.place(p) < 72
        )
        yield from (result for result in backwards if result is not None)
    if card == "5":
        for pawn, place in table.stands:
            friend = table.house.five == "opponents" and pawn[0] % 2 == mine % 2
            if pawn[0] != mine and not friend and 0 <= place < 72 and not table.new(pawn):
                yield from forward(table, pawn, 5)
    if card == "V":
        yield from swaps(table, mine)
    if card == "7":
        yield from sevens(table, mine, 7, frozenset())


def enters(table: Table, mine: int) -> Iterator[Table]:
    other = table.on(18 * mine)
    waiting = [pawn for pawn in table.of(mine) if table.place(pawn) < 0]
    if waiting and not (other is not None and table.new(other)):
        after = table.eaten(other).put(waiting[0], 18 * mine)
        yield replace(after, marks=after.marks | {mine})


def swaps(table: Table, mine: int) -> Iterator[Table]:
    free = [pawn for pawn, place in table.stands if 0 <= place < 72 and not table.new(pawn)]
    for hole in free:
        for other in free:
            partners = other[0] != mine or table.house.jack_targets == "any"
            if hole[0] == mine and hole != other and partners:
                yield table.put(hole, table.place(other)).put(other, table.place(hole))


def sevens(table: Table, mine: int, rest: int, used: frozenset[Pawn]) -> Iterator[Table]:
    """Every order of the pawns and every way of sharing out what is left."""
    if not rest:
        yield table
        return
    if table.home(mine):
        other = (mine + 2) % 4
        if table.house.seven_spill and used and not table.home(other):
            yield from sevens(table, other, rest, frozenset())
        return
    for pawn in table.of(mine):
        for count in range(1, rest + 1) if pawn not in used else ():
            for after in forward(table, pawn, count):
                yield from sevens(after, mine, rest - count, used | {pawn})


def place_at_random(rng: random.Random, seat: int, near: int) -> int:
    """Anywhere, but often where rules meet: before the house, on starts, on and before cases 7, close together."""
    start = 18 * seat
    return rng.choice(
        (
            rng.randrange(72),
            (start - rng.randint(1, 9)) % 72,
            start,
            18 * rng.randrange(4),
            18 * rng.randrange(4) + 7 - rng.choice((0, 0, 1, 2, 7)),
            (near + rng.randint(-8, 8)) % 72,
        )
    )


def position_at_random(rng: random.Random) -> dict[str, Any]:
    """A position that may be on a table: no two pawns in a hole, marks only where a pawn stands on its start."""
    taken: set[int] = set()
    near, rows = rng.randrange(72), []
    for seat in range(4):
        row: list[int] = []
        home = rng.choice((0, 0, 1, 2, 3, 3, 4))
        row += rng.sample(range(72, 76), home)
        while len(row) < 4:
            place = -1 if rng.random() < 0.2 else place_at_random(rng, seat, near)
            if place not in taken:
                row.append(place)
                taken |= {place} - {-1}
        rows.append(sorted(row))
    fresh = [18 * seat in row and rng.random() < 0.7 for seat, row in enumerate(rows)]
    return {"pawns": rows, "fresh": fresh}


def expected(house: Tock, state: dict[str, Any], seat: int, card: str) -> list[str]:
    stands = tuple(
        ((whose, number), place)
        for whose, row in enumerate(state["pawns"])
        for number, place in enumerate(row)
    )
    marks = frozenset(whose for whose in range(4) if state["fresh"][whose])
    return sorted({repr(end.as_notation()) for end in plays(Table(house, stands, marks), seat, card)})


@pytest.mark.parametrize("options", HOUSES.values(), ids=HOUSES)
def test_two_tellings_agree(options: dict[str, Any]) -> None:
    house, rng = Tock(**options), random.Random(7)
    desk, ends = desk_of(house), 0
    for _ in range(60):
        state, seat = position_at_random(rng), rng.randrange(4)
        hand = [*rng.sample(CARDS, 5), *(["7"] if rng.random() < 0.2 else [])]
        answer = desk.answer("legal_results_per_card", state, {"seat": seat, "hand": hand})
        for card in set(hand):
            answer_given = answer["results"][card]
            assert sorted(map(repr, answer_given)) == expected(house, state, seat, card), (state, seat, card)
            ends += len(answer_given)
        assert answer["must_discard"] == (not any(answer["results"].values()))
    assert ends > 200


def set_up(house: Tock, rng: random.Random) -> TockState | None:
    """A match in which place 1 is to play a card that nobody knows; None where a team has finished."""
    position = position_at_random(rng)
    finished = any(min(position["pawns"][seat] + position["pawns"][seat + 2]) >= 72 for seat in (0, 1))
    fields = {**position, "phase": "play", "turn": 1, "dealer": 4, "hands": [[None] * 5] * 4}
    return None if finished else house.apply(house.start((1, 2, 3, 4)), SetUp(json.dumps(fields)))


def anything(rng: random.Random, state: TockState) -> CardPlay | Discard:
    """A card with steps from where pawns stand to anywhere, or without."""
    card = rng.choice(CARDS)
    holes = [pawn for row in state.board.pawns for pawn in row if pawn >= 0] or [0]
    steps = []
    for _ in range(rng.choice((0, 1, 1, 1, 1, 2))):
        start = rng.choice(holes)
        to = rng.choice(((start + rng.randint(-4, 13)) % 76, rng.choice(holes), rng.randrange(72, 76)))
        steps.append(
            rng.choice(
                (PawnStep(-1, -1), PawnStep(start, to), PawnStep(start, to), PawnStep(start, to, True))
            )
        )
    return CardPlay(card, tuple(steps)) if rng.random() < 0.9 else Discard(card)


@pytest.mark.parametrize("options", HOUSES.values(), ids=HOUSES)
def test_moves_and_looks_are_both_legal_or_both_refused(
    options: dict[str, Any],
) -> None:
    house, rng, taken = Tock(**options), random.Random(8), 0
    for state in filter(None, (set_up(house, rng) for _ in range(30))):
        ends = {house.apply(state, move) for move in house.legal(state)}
        for move in (anything(rng, state) for _ in range(15)):
            look = {**house.appearance(state), **house.effect(state, move)}
            assert house.refusal(state, sure_sighting((), look)).expected == house.legal(state)
            assert house.from_text(house.to_text(move)) == move
            if house.move_refusal(state, move) is None:
                assert house.apply(state, move) in ends
                taken += 1
    assert taken > 10
