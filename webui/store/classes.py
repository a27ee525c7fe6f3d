"""Class lists: one JSON file that only its owner can read.

It holds first names or colours, and nothing else about a child.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock

import msgspec

from ..table.values.setup import is_visible
from .lessons import ClassLesson, Lessons
from .versioned import VersionedFile

NAME = "classes.json"
VERSION = 1
MOST_CLASSES = 30
MOST_PUPILS = 60
LONGEST_TITLE = 40
LONGEST_NAME = 24
"""Most characters of a class's name, and of a pupil's: as many as of a player's name."""


class ClassError(ValueError):
    """An invalid class list.

    Attributes:
        why: "unnamed", "long_title", "nobody", "many_pupils", "long_name", "unseen", "twice" or "many_classes".
        what: the name that it is about; "" if it is about none.
    """

    def __init__(self, why: str, what: str = "") -> None:
        super().__init__(
            f"class: expected a name of 1 to {LONGEST_TITLE} characters and 1 to {MOST_PUPILS} pupils, each with "
            f"another name of at most {LONGEST_NAME}, in at most {MOST_CLASSES} classes; got {why} {what!r}"
        )
        self.why, self.what = why, what


class ClassGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that a class has begun.

    Attributes:
        id: its number in the journal.
        started: when it began, which distinguishes it from another game of that number.
        table: the number of its table, whose journal has it; the first is not written, and older files name none.
    """

    id: int
    started: str
    table: int = 1


@dataclass(frozen=True)
class SchoolClass:
    """A class list.

    Attributes:
        id: its number, from 1.
        title: such as "CE2".
        pupils: first names or colours, in the order of the list.
        games: what it has begun, oldest first.
    """

    id: int
    title: str
    pupils: tuple[str, ...]
    games: tuple[ClassGame, ...] = ()

    def __post_init__(self) -> None:
        """Raises ClassError."""
        if not self.title.strip():
            raise ClassError("unnamed")
        if len(self.title) > LONGEST_TITLE:
            raise ClassError("long_title", self.title)
        if not self.pupils:
            raise ClassError("nobody")
        if len(self.pupils) > MOST_PUPILS:
            raise ClassError("many_pupils")
        for number, name in enumerate(self.pupils):
            if len(name) > LONGEST_NAME:
                raise ClassError("long_name", name)
            if name.casefold() in {other.casefold() for other in self.pupils[:number]}:
                raise ClassError("twice", name)

    def games_in(self, lesson: ClassLesson) -> frozenset[ClassGame]:
        """The games that it has begun in a lesson of its own."""
        since, until = lesson.rounds[0].at, lesson.ended
        return frozenset(
            game for game in self.games if since <= game.started and (not until or game.started <= until)
        )


@dataclass(frozen=True)
class ClassLists:
    """The whole file.

    Attributes:
        classes: all of them.
        version: of its form.
    """

    classes: tuple[SchoolClass, ...]
    version: int = VERSION


_LISTS = msgspec.json.Decoder(ClassLists)


def names_of(text: str) -> tuple[str, ...]:
    """The names in a text, one per line or separated by commas, without blanks at their ends."""
    parts = (part for line in text.splitlines() for part in line.replace(";", ",").split(","))
    return tuple(name for name in (" ".join(part.split()) for part in parts) if name)


@dataclass
class Classes:
    """The class lists of a data folder; any thread may use it.

    A damaged file is put aside, and the lists begin anew. Methods that write raise OSError; then nothing has changed.

    Attributes:
        folder: of the file.
        lessons: of the classes.
    """

    folder: Path
    lessons: Lessons
    _turn: RLock
    _file: VersionedFile[ClassLists]
    _titles: tuple[tuple[SchoolClass, ...], dict[ClassGame, str]]

    def __init__(self, folder: Path) -> None:
        self.folder, self.lessons = folder, Lessons(folder)
        self._turn, self._file = RLock(), VersionedFile(folder, NAME, _LISTS, ClassLists(()))
        self._titles = (), {}

    def all(self) -> tuple[SchoolClass, ...]:
        """Every class, oldest first."""
        with self._turn:
            return self._file.read().classes

    def find(self, number: int) -> SchoolClass | None:
        """The class of that number, or None."""
        return next((school_class for school_class in self.all() if school_class.id == number), None)

    def title_of(self, game: ClassGame) -> str:
        """The name of the class that has begun a game; "" if none has."""
        with self._turn:
            known = self._file.read().classes
            if known is not self._titles[0]:
                self._titles = known, {begun: one.title for one in known for begun in one.games}
            return self._titles[1].get(game, "")

    def add(self, title: str, pupils: Iterable[str]) -> SchoolClass:
        """A new class. Raises ClassError or OSError."""
        with self._turn:
            known = self._file.read().classes
            if len(known) >= MOST_CLASSES:
                raise ClassError("many_classes")
            number = max((school_class.id for school_class in known), default=0) + 1
            new = _named(SchoolClass(number, title.strip(), tuple(pupils)))
            self._file.write(ClassLists((*known, new)))
            return new

    def change(self, number: int, title: str, pupils: Iterable[str]) -> SchoolClass | None:
        """The class with another name and other pupils; None if there is none. Raises ClassError or OSError."""
        return self._changed(number, lambda old: _named(replace(old, title=title.strip(), pupils=tuple(pupils))))

    def begun(self, number: int, game: ClassGame) -> SchoolClass | None:
        """Adds a game to a class, once; None if there is no such class. Raises OSError."""
        return self._changed(
            number, lambda old: old if game in old.games else replace(old, games=(*old.games, game))
        )

    def played_again(self, before: ClassGame, game: ClassGame) -> None:
        """Adds a game to the class that has begun the one before, if one has. Raises OSError."""
        with self._turn:
            for school_class in self.all():
                if before in school_class.games:
                    self.begun(school_class.id, game)

    def forget(self, number: int) -> None:
        """Forgets a class and its lessons. Raises OSError."""
        with self._turn:
            self.lessons.forget_class(number)
            left = (school_class for school_class in self._file.read().classes if school_class.id != number)
            self._file.write(ClassLists(tuple(left)))

    def forget_all(self) -> None:
        """Forgets every class and lesson, and damaged files that were put aside. Raises OSError."""
        with self._turn:
            self.lessons.forget_all()
            self._file.wipe()

    def _changed(self, number: int, how: Callable[[SchoolClass], SchoolClass]) -> SchoolClass | None:
        with self._turn:
            known = self._file.read().classes
            changed = {school_class.id: how(school_class) for school_class in known if school_class.id == number}
            if not changed:
                return None
            self._file.write(ClassLists(tuple(changed.get(school_class.id, school_class) for school_class in known)))
            return changed[number]


def _named(school_class: SchoolClass) -> SchoolClass:
    """The class. Raises ClassError for a name with invisible characters."""
    for name in (school_class.title, *school_class.pupils):
        if not is_visible(name):
            raise ClassError("unseen", name)
    return school_class

