"""What a hall reads of what boxes publish: the cards and results of their tables, checked as strangers' words are."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from ...interrupted import ENDED
from ...store.tables import FIRST, MOST_TABLES
from ..broker.payloads import GameKey
from ..classroom.card import CardGame, CardPlayer, TableCard

Line: TypeAlias = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f]*$")]
"""A name, a word or a moment: no database takes a zero byte, no page a line break."""
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Number: TypeAlias = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
TableNumber: TypeAlias = Annotated[int, Meta(ge=FIRST, le=MOST_TABLES)]
MOST_PLAYERS, MOST_TILES, MOST_DICE, MOST_WORDS = 24, 40, 12, 20
"""More than any game has, and than anything has ever been amiss with a table."""
Tile: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_TILES)]
Words: TypeAlias = Annotated[tuple[Line, ...], Meta(max_length=MOST_WORDS)]


class RemotePlayer(CardPlayer, frozen=True, kw_only=True):
    """A player of another box, with as much of a name as may leave it."""

    player: Count
    seat: Count
    name: Line = ""
    colour: Line
    shape: Line
    score: Number
    total: Number
    open: Annotated[tuple[Tile, ...], Meta(max_length=MOST_TILES)] = ()
    closed: Tile | None = None


Players: TypeAlias = Annotated[tuple[RemotePlayer, ...], Meta(max_length=MOST_PLAYERS)]


class RemoteGame(CardGame, frozen=True, kw_only=True):
    """What is played at another box."""

    name: Line
    profile: Line
    layout: Line
    game_number: Count
    games: Count


class RemoteCard(TableCard, frozen=True, kw_only=True):
    """A table of another box at a glance.

    Attributes:
        needs: why its teacher is needed there, as `Need` has it; a newer box may know other reasons.
        school_class: who plays; "" where that does not leave the box.
    """

    number: TableNumber
    table: str = ""
    name: Line
    colour: Line
    version: int = 0
    game: RemoteGame | None
    acting: Count
    shut: Count
    dice: Annotated[tuple[Count, ...], Meta(max_length=MOST_DICE)]
    throws: Count
    players: Players
    closed: Count | None
    finished: Count
    problems: Words
    needs: Words = ()
    school_class: Line = field(name="class", default="")

    @property
    def plays(self) -> bool:
        """Whether a game goes on."""
        return self.game is not None and self.state not in ENDED

    @property
    def calls(self) -> tuple[str, ...]:
        """Why somebody is needed; that its game is over calls nobody from elsewhere."""
        return tuple(need for need in self.needs if need != "over") if self.needs else ()


class RemoteResult(Struct, frozen=True, kw_only=True):
    """A game of another box that is over.

    Attributes:
        table, number: where, and which game of that table.
        started: UTC, ISO 8601.
        game: what was played.
        throws: how many counted.
        players: in playing order.
        closed: tiles that all have closed; None in other games.
        finished: games of the series, or matches, that are over.
        school_class: who has played; "" where that does not leave the box.
    """

    table: TableNumber
    number: Count
    started: Line
    game: RemoteGame
    throws: Count
    players: Players
    closed: Count | None
    finished: Count
    school_class: Line = field(name="class", default="")

    @property
    def key(self) -> GameKey:
        """Of the game at its box."""
        return self.table, self.number, self.started


class RemoteTable(Struct, frozen=True):
    """A table as its box lists it."""

    number: TableNumber
    name: Line
    colour: Line


class RemoteBox(Struct, frozen=True):
    """A box as it describes itself."""

    version: Line
    name: Line
    tables: Annotated[tuple[RemoteTable, ...], Meta(max_length=MOST_TABLES)] = ()


class RemoteForget(Struct, frozen=True):
    """What a box asks to forget: everything, or some games."""

    all: bool = False
    games: tuple[tuple[TableNumber, Count, Line], ...] = ()


CARD = msgspec.json.Decoder(RemoteCard)
RESULT = msgspec.json.Decoder(RemoteResult)
BOX = msgspec.json.Decoder(RemoteBox)
FORGET = msgspec.json.Decoder(RemoteForget)
PLAYERS = msgspec.json.Decoder(tuple[RemotePlayer, ...])
