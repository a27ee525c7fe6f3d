"""The tables of a box: a number, a name, a colour and a camera for each, in one JSON file of the data folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock

import msgspec

from ..table.values.setup import COLOURS, is_visible
from .versioned import VersionedFile

NAME = "tables.json"
FOLDER = "tables"
FIRST = 1
"""The table that the box always has: its data lie in the data folder itself."""
MOST_TABLES = 12
LONGEST_NAME = 24
LONGEST_CAMERA = 200
VERSION = 1


class TableListError(ValueError):
    """A table that cannot be listed.

    Attributes:
        why: "many_tables", "long_name", "unseen", "colour", "camera" or "no_table".
    """

    def __init__(self, why: str, what: object = "") -> None:
        super().__init__(
            f"table: expected at most {MOST_TABLES}, each with a visible name of at most {LONGEST_NAME} characters and "
            f"one of {', '.join(COLOURS)}; got {why} {what!r}"
        )
        self.why = why


@dataclass(frozen=True)
class NamedTable:
    """A table of the box.

    Attributes:
        number: from FIRST.
        name: as the class calls it; "" for its number alone.
        colour: one of COLOURS; never alone, always with the number.
        camera: the word of its camera, as `piste serve --camera` takes it; "" for play by touch. The first table's
            is the command line's.
    """

    number: int
    name: str = ""
    colour: str = ""
    camera: str = ""

    def __post_init__(self) -> None:
        """Raises TableListError."""
        if not FIRST <= self.number <= MOST_TABLES:
            raise TableListError("no_table", self.number)
        if len(self.name) > LONGEST_NAME:
            raise TableListError("long_name", self.name)
        if self.name and not is_visible(self.name):
            raise TableListError("unseen", self.name)
        if self.colour not in (*COLOURS, ""):
            raise TableListError("colour", self.colour)
        if len(self.camera) > LONGEST_CAMERA or not self.camera.isprintable():
            raise TableListError("camera", self.camera)

    @property
    def painted(self) -> str:
        """Its colour: the chosen one, else the usual one of its number."""
        return self.colour or COLOURS[(self.number - FIRST) % len(COLOURS)]


@dataclass(frozen=True)
class TablesFile:
    """The whole file.

    Attributes:
        tables: all that the box has; the first may be missing.
        version: of its form.
    """

    tables: tuple[NamedTable, ...]
    version: int = VERSION


_FILE = msgspec.json.Decoder(TablesFile)


def table_folder(data: Path, number: int) -> Path:
    """The folder of a table's data in the data folder."""
    return data if number == FIRST else data / FOLDER / str(number)


def every_folder(data: Path) -> dict[int, Path]:
    """The folders of all tables that ever had data here, by number: also of those that were taken away."""
    beside = (data / FOLDER).glob("[1-9]*")
    numbers = sorted(int(path.name) for path in beside if path.is_dir() and path.name.isdecimal())
    return {FIRST: data} | {number: table_folder(data, number) for number in numbers if number > FIRST}


class TableList:
    """The list of a box's tables; any thread may use it.

    A damaged file is put aside, and the box has its first table alone until the others are added again; their data
    stay. Methods that write raise TableListError or OSError; then nothing has changed.
    """

    def __init__(self, data: Path) -> None:
        self._turn, self._file = RLock(), VersionedFile(data, NAME, _FILE, TablesFile(()))

    def all(self) -> tuple[NamedTable, ...]:
        """Every table in the order of the numbers; the first is always there."""
        with self._turn:
            listed = {FIRST: NamedTable(FIRST)} | {table.number: table for table in self._file.read().tables}
            return tuple(listed[number] for number in sorted(listed))

    def find(self, number: int) -> NamedTable | None:
        """The table of that number, or None."""
        return next((table for table in self.all() if table.number == number), None)

    def next(self, name: str = "", colour: str = "", camera: str = "") -> NamedTable:
        """What `add` would list: a table with the lowest number that is free."""
        taken = {table.number for table in self.all()}
        free = next(number for number in range(FIRST, MOST_TABLES + 2) if number not in taken)
        if free > MOST_TABLES:
            raise TableListError("many_tables", free)
        return NamedTable(free, name.strip(), colour, camera.strip())

    def add(self, name: str = "", colour: str = "", camera: str = "") -> NamedTable:
        """Another table, with the lowest number that is free."""
        with self._turn:
            new = self.next(name, colour, camera)
            self._file.write(TablesFile((*self.all(), new)))
            return new

    def equip(self, number: int, camera: str) -> None:
        """The table of that number has this camera from now on; it is listed if it was not."""
        with self._turn:
            new = replace(self.find(number) or NamedTable(number), camera=camera)
            if new not in (listed := self.all()):
                self._file.write(TablesFile((*(table for table in listed if table.number != number), new)))

    def change(self, table: NamedTable) -> None:
        """The listed table of that number is this one."""
        with self._turn:
            listed = {table.number: table for table in self.all()}
            if table.number not in listed:
                raise TableListError("no_table", table.number)
            self._file.write(TablesFile(tuple((listed | {table.number: table}).values())))

    def remove(self, number: int) -> None:
        """Takes a table other than the first away; its data stay."""
        with self._turn:
            listed = self.all()
            if number == FIRST or number not in {table.number for table in listed}:
                raise TableListError("no_table", number)
            self._file.write(TablesFile(tuple(table for table in listed if table.number != number)))
