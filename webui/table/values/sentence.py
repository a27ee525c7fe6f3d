"""How the table's values become the JSON values and words of its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from referee.core import Foul

from .everybody import acting
from .languages import LANGUAGES
from .state import Table

PointsT = TypeVar("PointsT", int, int | None)


def plain(value: object) -> object:
    """Tuples as lists, everything else unchanged."""
    return [plain(part) for part in value] if isinstance(value, tuple | list) else value


def by_seat(table: Table, points: Iterable[PointsT]) -> dict[str, PointsT]:
    """Points in playing order as {"seat": points}."""
    return {str(seat): value for seat, value in zip(table.setup.seats, points, strict=True)}


def plain_sentence(foul: Foul, language: str, named: Mapping[str, object] | None = None) -> str:
    """A sentence for any foul, without a catalog of sentences; it names nobody."""
    values = ", ".join(f"{name}: {plain(value)}" for name, value in foul.values)
    return f"This move is not allowed ({foul.rule}{'; ' if values else ''}{values})."


def reasons(table: Table, foul: Foul) -> dict[str, str]:
    """The sentence of a foul in every language, with the players' names; it names no move that players must find."""
    named = people_meant(table, foul) | {"show_legal": table.game.show_legal}
    return {language: table.sentence(foul, language, named) for language in LANGUAGES}


def people_meant(table: Table, foul: Foul) -> dict[str, object]:
    """The people whom the numbers of a foul mean: `everybody` by playing number, and the `owner` of a seat.

    `name` is the player at turn; `mine`: the seat is that player's own.
    """
    names, seat, at_turn = table.playing.names, dict(foul.values).get("seat"), acting(table.playing)
    people: dict[str, object] = {"everybody": tuple(names)}
    if seat not in table.setup.seats or at_turn is None:
        return people
    owner = table.setup.seats.index(seat)
    return people | {"owner": names[owner], "name": names[at_turn], "mine": owner == at_turn}
