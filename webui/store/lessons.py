"""Lessons: which class played in which groups, round by round; one JSON file that only its owner can read.

A round is written before its tables begin, and so is a change of players within it. If the power fails between two
tables, the file and the games tell which still have to begin (`still_to_begin`) or to change (`LessonRound.left`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from threading import Lock, RLock
from typing import Any, ClassVar

import msgspec

from ..table.values.setup import Setup
from .tables import FIRST, MOST_TABLES
from .versioned import VersionedFile

NAME = "lessons.json"
VERSION = 1
MOST_LESSONS = 60
"""Lessons that are remembered; the oldest are forgotten first."""
MOST_ROUNDS, MOST_STARTS, MOST_ABSENT = 30, 40, 60
"""Rounds of a lesson, games and changes of a round, and absent pupils at most."""


@dataclass(frozen=True)
class TableStart:
    """The game that a table has to begin in a round.

    Attributes:
        table: its number, from 1.
        setup: the agreed game, as `Setup.from_json` reads it.
        after: the number of that table's newest game before.
        order: grows with each change of places of its round: what was written later counts.
        played: nothing, when it begins.
    """

    table: int
    setup: dict[str, Any]
    after: int = 0
    order: int = 0
    played: ClassVar[int] = 0

    @property
    def pupils(self) -> tuple[str, ...]:
        """Who plays there; nobody if a newer Piste wrote it."""
        return tuple(self.handicaps)

    @property
    def handicaps(self) -> dict[str, int]:
        """The handicap of each of them."""
        players = self.setup.get("players")
        each = players if isinstance(players, list | tuple) else ()
        named = {str(player["name"]): player for player in each if isinstance(player, dict) and "name" in player}
        return {name: n if isinstance(n := player.get("handicap"), int) else 0 for name, player in named.items()}

    def is_begun_by(self, game: int, setup: Setup) -> bool:
        """Whether this table's game of that number and agreement is the one."""
        return game > self.after and setup.to_json() == self.setup


@dataclass(frozen=True)
class PlayersChange:
    """Who plays from now on in a game that goes on.

    Attributes:
        table: its number, from 1.
        game: the number of its game.
        pupils: all who play on; nobody if the game is put aside and the table is free.
        made: whether it was made.
        played: how many throws, moves and words of persons stood in that game.
        order: as that of a `TableStart`.
    """

    table: int
    game: int
    pupils: tuple[str, ...]
    made: bool = False
    played: int = 0
    order: int = 0

    @property
    def after(self) -> int:
        """The number before that of its game."""
        return self.game - 1


@dataclass(frozen=True)
class LessonRound:
    """One round: what each table has to begin, and who has changed places since.

    Attributes:
        at: when it was written, UTC, ISO 8601.
        starts: the games, oldest first; a table's newest is the one that counts.
        way: how the pupils were spread, as `webui.groups.Way` has it.
        changes: of players, oldest first.
        rotas: by table, its players and whoever waits for its next game; of too many, the next in this order play.
        turns: who played together in rotas that are over.
    """

    at: str
    starts: tuple[TableStart, ...]
    way: str = ""
    changes: tuple[PlayersChange, ...] = ()
    rotas: dict[int, tuple[str, ...]] = field(default_factory=dict)
    turns: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for more than the file may hold."""
        if max(len(self.starts), len(self.changes)) > MOST_STARTS:
            raise ValueError(f"round: expected {MOST_STARTS} games and changes at most; got {len(self.starts)}")
        if tables := {one.table for one in self.written} - {*range(FIRST, MOST_TABLES + 1)}:
            raise ValueError(f"round: expected tables of {FIRST} to {MOST_TABLES}; got {tables}")
        if any(len({*names}) < len(names) for names in self.rotas.values()):
            raise ValueError(f"round: expected nobody twice in a rota; got {self.rotas}")

    @property
    def written(self) -> tuple[TableStart | PlayersChange, ...]:
        """The games, then the changes."""
        return *self.starts, *self.changes

    @property
    def agreed(self) -> dict[int, TableStart]:
        """What was agreed last at each table that plays."""
        return {start.table: start for start in self.starts}

    @property
    def left(self) -> tuple[PlayersChange, ...]:
        """The changes that still have to be made."""
        return tuple(change for change in self.changes if not change.made)

    @property
    def seated(self) -> dict[str, int]:
        """The table of each pupil at the end of the round, so far; who stands at two is where the newer puts them."""
        waits = {name: table for table, names in self.rotas.items() for name in names}
        newest = {one.table: one for one in sorted(self.written, key=lambda one: one.after)}
        in_turn = sorted(newest.values(), key=lambda one: one.order)
        return waits | {name: one.table for one in in_turn for name in one.pupils}

    def waiting(self, table: int, playing: Sequence[str]) -> tuple[str, ...]:
        """Who waits for the next game of a table, the next first; nobody where only others play.

        Args:
            table: its number.
            playing: who plays there now, in playing order.
        """
        rota = self.rotas.get(table, ())
        last = next((rota.index(name) for name in reversed(playing) if name in rota), -1)
        return tuple(name for name in rota[last + 1 :] + rota[:last] if last >= 0 and name not in playing)

    def written_for(self, table: int) -> tuple[TableStart | PlayersChange, ...]:
        """What was written for a table, as its games follow each other; the newest counts."""
        return tuple(sorted((one for one in self.written if one.table == table), key=lambda one: one.after))

    def unplayed(self, table: int) -> tuple[TableStart | PlayersChange, ...]:
        """The newest of these, after which nobody has played yet: several if they followed each other at once."""
        written = self.written_for(table)
        return tuple(one for one in written if (one.after, one.played) == (written[-1].after, written[-1].played))

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Who played together, the oldest group first; a group that others joined counts once, with them.

        A group that was another before anybody played did not.
        """
        tables = [self.written_for(table) for table in {one.table for one in self.written}]
        pairs = [pair for of in tables for pair in pairwise(of)]
        parted = [one for one, then in pairs if (one.after, one.played) == (then.after, then.played)]
        groups = [one.pupils for one in self.written if one.pupils and one not in parted]
        groups += [*self.rotas.values(), *self.turns]
        return tuple(
            group
            for number, group in enumerate(groups)
            if not any(set(group) < set(other) for other in groups)
            and not any(set(group) == set(other) for other in groups[:number])
        )

    def changed(self, starts: Iterable[TableStart], changes: Iterable[PlayersChange]) -> LessonRound:
        """The same with other games and changes at some tables; what was to be done there before is no longer."""
        order = 1 + max((one.order for one in self.written), default=0)
        starts = tuple(replace(start, order=order) for start in starts)
        changes = tuple(replace(change, order=order) for change in changes)
        again = {start.table for start in starts} | {change.table for change in changes}
        before = (change for change in self.changes if change.made or change.table not in again)
        return replace(
            self, starts=(*self.starts, *starts)[-MOST_STARTS:], changes=(*before, *changes)[-MOST_STARTS:]
        )

    def made(self, tables: Collection[int]) -> LessonRound:
        """The same once the changes at these tables were made."""
        changes = (replace(change, made=True) if change.table in tables else change for change in self.changes)
        return replace(self, changes=tuple(changes))


@dataclass(frozen=True)
class ClassLesson:
    """A lesson of a class.

    Attributes:
        school_class: the number of the class.
        day: as the box's calendar says, ISO 8601.
        absent: who is not there.
        rounds: the oldest first.
        ended: when the teacher ended it, UTC, ISO 8601; "" while it goes on. A further round takes it up again.
        podium: once it is over, the wall shows the podium of its tables.
    """

    school_class: int
    day: str
    absent: tuple[str, ...]
    rounds: tuple[LessonRound, ...]
    ended: str = ""
    podium: bool = False

    @property
    def handicaps(self) -> dict[tuple[str, str], int]:
        """The handicap that each pupil had last, by rule profile and name."""
        starts = [start for of_round in self.rounds for start in of_round.starts]
        return {(str(start.setup.get("profile")), name): n for start in starts for name, n in start.handicaps.items()}

    def waiting(self, table: int, playing: Sequence[str]) -> tuple[str, ...]:
        """As its newest round has it; nobody once it is over."""
        return () if self.ended else self.rounds[-1].waiting(table, playing)

    def __post_init__(self) -> None:
        """Raises ValueError for no round, or more than the file may hold."""
        if not self.rounds or len(self.rounds) > MOST_ROUNDS or len(self.absent) > MOST_ABSENT:
            raise ValueError(f"lesson: expected 1 to {MOST_ROUNDS} rounds and {MOST_ABSENT} absent pupils at most")


@dataclass(frozen=True)
class LessonFile:
    """The whole file.

    Attributes:
        lessons: all of them, the oldest first.
        version: of its form.
    """

    lessons: tuple[ClassLesson, ...]
    version: int = VERSION


_FILES = msgspec.json.Decoder(LessonFile)


def groups_of(lessons: Iterable[ClassLesson]) -> tuple[tuple[str, ...], ...]:
    """Who was to play together in these lessons, the oldest group first."""
    return tuple(group for lesson in lessons for of_round in lesson.rounds for group in of_round.groups)


def still_to_begin(of_round: LessonRound, games: Collection[tuple[int, int]]) -> tuple[TableStart, ...]:
    """The tables of a round that have not begun.

    Args:
        of_round: the round.
        games: table and number of each game that the class has begun.
    """
    return tuple(
        start
        for start in of_round.agreed.values()
        if not any(table == start.table and number > start.after for table, number in games)
    )


def newest_of(lessons: Iterable[ClassLesson]) -> ClassLesson | None:
    """The lesson of a day whose newest round is the newest; None before the first.

    One that goes on comes before all that have ended, and of those the one that ended last.
    """
    return max(lessons, key=lambda one: (not one.ended, one.ended or one.rounds[-1].at), default=None)


class Lessons:
    """The lessons of a data folder; any thread may use it.

    A damaged file is put aside, and lessons begin anew. Methods that write raise OSError; then nothing has changed.

    Attributes:
        beginning: held by whoever begins the tables of a round, so that a double tap begins them once.
    """

    def __init__(self, folder: Path) -> None:
        self.beginning, self._turn = Lock(), RLock()
        self._file = VersionedFile(folder, NAME, _FILES, LessonFile(()))

    def of_day(self, day: str) -> tuple[ClassLesson, ...]:
        """The lessons of a day (ISO 8601), of whichever class."""
        return tuple(lesson for lesson in self.all() if lesson.day == day)

    def of_class(self, number: int) -> tuple[ClassLesson, ...]:
        """The lessons of a class, the oldest first."""
        return tuple(lesson for lesson in self.all() if lesson.school_class == number)

    def all(self) -> tuple[ClassLesson, ...]:
        """Every lesson, the oldest first."""
        with self._turn:
            return self._file.read().lessons

    def add_round(self, number: int, day: str, absent: Iterable[str], of_round: LessonRound) -> ClassLesson:
        """Adds a round to the lesson of a class on a day, which then is the newest; the oldest rounds make room."""
        with self._turn:
            lessons = self._file.read().lessons
            before = next((one for one in lessons if (one.school_class, one.day) == (number, day)), None)
            rounds = (*(before.rounds if before else ()), of_round)[-MOST_ROUNDS:]
            return self.keep(ClassLesson(number, day, tuple(absent), rounds))

    def keep(self, lesson: ClassLesson) -> ClassLesson:
        """Writes a lesson in place of that of its class and day; it then is the newest."""
        with self._turn:
            that = (lesson.school_class, lesson.day)
            others = (one for one in self._file.read().lessons if (one.school_class, one.day) != that)
            self._file.write(LessonFile((*others, lesson)[-MOST_LESSONS:]))
            return lesson

    def forget_class(self, number: int) -> None:
        """Forgets the lessons of a class. Raises OSError."""
        with self._turn:
            lessons = self._file.read().lessons
            left = tuple(lesson for lesson in lessons if lesson.school_class != number)
            if left != lessons:
                self._file.write(LessonFile(left))

    def forget_all(self) -> None:
        """Forgets every lesson, and damaged files that were put aside. Raises OSError."""
        with self._turn:
            self._file.wipe()
