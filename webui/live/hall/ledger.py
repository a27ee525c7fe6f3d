"""The results of every box in a database, SQLite or PostgreSQL: each game once, whatever arrives twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec
from msgspec import Struct
from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    and_,
    create_engine,
    delete,
    insert,
    make_url,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from ..broker.payloads import GameKey, Have
from .remote import PLAYERS, RemotePlayer, RemoteResult

SHEETS = MetaData()
RESULTS = Table(
    "results",
    SHEETS,
    Column("box", String(32), primary_key=True),
    Column("table", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("started", String(80), primary_key=True, index=True),
    Column("game", String(80), nullable=False),
    Column("profile", String(80), nullable=False),
    Column("class", String(80), nullable=False),
    Column("throws", Integer, nullable=False),
    Column("closed", Integer),
    Column("finished", Integer, nullable=False),
    Column("players", Text, nullable=False),
)
"""A row for each game; `players` is JSON."""
TOURNAMENTS = Table(
    "tournaments",
    SHEETS,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(80), nullable=False),
    Column("profile", String(80), nullable=False),
    Column("since", String(80), nullable=False),
    Column("until", String(80), nullable=False),
)
MOST_TOURNAMENTS = 100
INSERTS: Mapping[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert, "postgresql": postgresql.insert,
}  # fmt: skip
"""How each database inserts a row that may be there already."""
PATIENCE = 5.0
"""Seconds for which a database that says nothing is waited for."""
AT_ONCE = 200
"""Games that one statement forgets."""


class LedgerError(OSError):
    """The database cannot be reached, or refuses."""


@dataclass(frozen=True)
class Tournament:
    """A tournament over all boxes: every result of one kind of game in a time counts.

    Attributes:
        id: its number.
        name: of it.
        game, profile: what is played; any game if `game` is "".
        since, until: from when to before when games begin; UTC, ISO 8601.
    """

    id: int
    name: str
    game: str
    profile: str
    since: str
    until: str


class PlayedResult(Struct, frozen=True):
    """A game of a box, as a row of RESULTS has it.

    Attributes:
        box: its letters.
        table, number, started: which game; UTC, ISO 8601.
        game, profile: what was played.
        school_class: who; "" where that is not known.
        throws, closed, finished: how many; `closed` is None in games without tiles.
        written: its players as JSON: a week of many boxes need not read them all.
    """

    box: str
    table: int
    number: int
    started: str
    game: str
    profile: str
    school_class: str
    throws: int
    closed: int | None
    finished: int
    written: str

    @property
    def players(self) -> tuple[RemotePlayer, ...]:
        """Its players, in playing order."""
        return PLAYERS.decode(self.written)


class Ledger:
    """The results. Thread-safe; every method raises LedgerError.

    Args:
        url: such as sqlite:////var/lib/piste/hall.db or postgresql://piste@localhost/hall.
    """

    def __init__(self, url: str) -> None:
        try:
            wanted = make_url(url)
            if wanted.get_backend_name() not in INSERTS:
                raise LedgerError(f"database: expected {' or '.join(INSERTS)}; got {wanted.get_backend_name()}")
            if wanted.get_backend_name() == "postgresql":
                wanted = wanted.set(drivername="postgresql+pg8000")
            self._engine = create_engine(wanted, pool_pre_ping=True, connect_args={"timeout": PATIENCE})
            SHEETS.create_all(self._engine)
            if self._engine.dialect.name == "sqlite":
                with self._engine.connect() as db:
                    db.exec_driver_sql("PRAGMA journal_mode=WAL")
        except (SQLAlchemyError, TimeoutError, ConnectionError) as error:
            raise LedgerError(f"database: {_why(error)}") from error

    def add(self, results: Iterable[tuple[str, RemoteResult]]) -> None:
        """Adds the games of boxes that are not there yet, all or none."""
        rows = [_row(box, result) for box, result in results]
        with self._open() as db:
            if rows:
                db.execute(INSERTS[self._engine.dialect.name](RESULTS).on_conflict_do_nothing(), rows)

    def forget(self, box: str, games: Iterable[GameKey] | None = None) -> None:
        """Removes these games of a box, or everything of it, all or nothing."""
        c = RESULTS.c
        with self._open() as db:
            if games is None:
                db.execute(delete(RESULTS).where(c.box == box))
                return
            keys = list(games)
            for start in range(0, len(keys), AT_ONCE):
                some = (
                    and_(c.table == table, c.number == number, c.started == started)
                    for table, number, started in keys[start : start + AT_ONCE]
                )
                db.execute(delete(RESULTS).where(c.box == box, or_(*some)))

    def have(self, box: str) -> Have:
        """What is there of a box. Of two games with one number the newer counts: the box holds no other."""
        c = RESULTS.c
        rows = select(c.table, c.number, c.started).where(c.box == box).order_by(c.started)
        tables: dict[int, dict[int, str]] = {}
        with self._open() as db:
            for table, number, started in db.execute(rows):
                tables.setdefault(table, {})[number] = started
        return Have(tables)

    def boxes(self) -> frozenset[str]:
        """The letters of every box of which anything is there."""
        with self._open() as db:
            return frozenset(db.execute(select(RESULTS.c.box).distinct()).scalars())

    def between(self, since: str, until: str) -> tuple[PlayedResult, ...]:
        """The games that began from one moment to before another (UTC, ISO 8601), oldest first."""
        c = RESULTS.c
        rows = select(RESULTS).where(c.started >= since, c.started < until).order_by(c.started, c.box, c.table)
        with self._open() as db:
            return tuple(PlayedResult(*row) for row in db.execute(rows))

    def tournaments(self) -> tuple[Tournament, ...]:
        """All of them, the newest first."""
        with self._open() as db:
            rows = db.execute(select(TOURNAMENTS).order_by(TOURNAMENTS.c.since.desc(), TOURNAMENTS.c.id.desc())).all()
        return tuple(Tournament(**row._mapping) for row in rows)

    def add_tournament(self, name: str, game: str, profile: str, since: str, until: str) -> int:
        """A new one; its number. Raises ValueError if there are too many."""
        row = {"name": name, "game": game, "profile": profile, "since": since, "until": until}
        if len(self.tournaments()) >= MOST_TOURNAMENTS:
            raise ValueError(f"tournaments: expected at most {MOST_TOURNAMENTS}")
        with self._open() as db:
            (number,) = db.execute(insert(TOURNAMENTS).values(row).returning(TOURNAMENTS.c.id)).one()
        return int(number)

    def drop_tournament(self, number: int) -> None:
        """Removes a tournament; results stay."""
        with self._open() as db:
            db.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.id == number))

    def close(self) -> None:
        """Closes every connection."""
        self._engine.dispose()

    @contextmanager
    def _open(self) -> Iterator[Connection]:
        """The database, for one change or reading: all of it or nothing."""
        try:
            with self._engine.begin() as db:
                yield db
        except SQLAlchemyError as error:
            raise LedgerError(f"database: {_why(error)}") from error
        except OSError as error:  # PostgreSQL's driver lets it through, and its connections are of no use any more
            self._engine.dispose()
            raise LedgerError(f"database: {_why(error)}") from error


def _row(box: str, result: RemoteResult) -> dict[str, object]:
    return {
        "box": box,
        "table": result.table,
        "number": result.number,
        "started": result.started,
        "game": result.game.name,
        "profile": result.game.profile,
        "class": result.school_class,
        "throws": result.throws,
        "closed": result.closed,
        "finished": result.finished,
        "players": msgspec.json.encode(result.players).decode(),
    }


def _why(error: Exception) -> str:
    """What the database says, without the statement: its values may be names."""
    return str(getattr(error, "orig", None) or type(error).__name__)[:200]
