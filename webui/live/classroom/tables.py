"""The tables of a box beside its first: each opens alone, and what fails at one touches no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from threading import RLock
from typing import TypeAlias

from ...store.held import held
from ...store.journal import JournalError
from ...store.tables import FIRST, NamedTable, TableList, TableListError, every_folder, table_folder
from .opening import OpenTable

Opens: TypeAlias = Callable[[Path, NamedTable], OpenTable]
"""Opens the table of a folder. Raises JournalError or OSError."""


class FurtherTables:
    """The tables of a data folder beside the first. Thread-safe.

    Args:
        data: the data folder.
        opens: opens a table.
        who: what another process learns that finds a table's folder held.
        shuts: called with the folder of each table that closes or does not open.
        first_camera: the word of the first table's camera; "" for play by touch.

    Attributes:
        first_camera: as handed in.
        listed: their names, colours and cameras, with the first.
        wrong: why a listed table is not open, by its number.
    """

    def __init__(
        self,
        data: Path,
        opens: Opens,
        who: str = "",
        shuts: Callable[[Path], None] = lambda folder: None,
        *,
        first_camera: str = "",
    ) -> None:
        self.first_camera = first_camera
        self.listed, self.wrong = TableList(data), dict[int, str]()
        self._data, self._opens, self._who, self._shuts, self._turn = data, opens, who, shuts, RLock()
        self._open = dict[int, tuple[OpenTable, ExitStack]]()

    def __iter__(self) -> Iterator[tuple[int, OpenTable]]:
        """The open ones by number."""
        with self._turn:
            return iter([(number, self._open[number][0]) for number in sorted(self._open)])

    def find(self, number: int) -> OpenTable | None:
        """The open table of that number, or None."""
        opened, _ = self._open.get(number, (None, None))
        return opened

    def open_all(self) -> None:
        """Opens every listed table that is not open; `wrong` says which did not, and why."""
        for table in self.listed.all():
            self.open(table)

    def add(self, name: str = "") -> NamedTable:
        """Opens another table and lists it.

        Raises TableListError, JournalError or OSError; then nothing has changed, and nothing of it lies on the disk.
        """
        with self._turn:
            table = self.listed.next(name)
            folder = table_folder(self._data, table.number)
            before = folder.exists()
            try:
                self._open_now(table, folder)
                return self.listed.add(name)
            except (TableListError, JournalError, OSError):
                self.shut(table.number)
                if not before:
                    rmtree(folder, ignore_errors=True)
                raise

    @contextmanager
    def taken_back(self) -> Iterator[None]:
        """The tables that are added within are no more if OSError is raised; data that lay there before stay."""
        before, there = {table.number for table in self.listed.all()}, every_folder(self._data)
        try:
            yield
        except OSError:
            for number in {table.number for table in self.listed.all()} - before:
                self.shut(number)
                if number not in there:
                    rmtree(table_folder(self._data, number), ignore_errors=True)
                with suppress(OSError):
                    self.listed.remove(number)
            raise

    def open(self, table: NamedTable) -> OpenTable | None:
        """Opens a listed table other than the first; None if that fails: `wrong` says why."""
        with self._turn:
            if table.number == FIRST or table.number in self._open:
                return None
            try:
                opened = self._open_now(table, table_folder(self._data, table.number))
            except (JournalError, OSError) as error:
                self.wrong[table.number] = str(error)
                return None
            self.wrong.pop(table.number, None)
            return opened

    def _open_now(self, table: NamedTable, folder: Path) -> OpenTable:
        """Opens a table that is shut. Raises JournalError or OSError."""
        with ExitStack() as stack:
            stack.callback(self._shuts, folder)
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            stack.enter_context(held(folder, self._who))
            opened = self._opens(folder, table)
            stack.callback(opened.close)
            self._open[table.number] = opened, stack.pop_all()
        return opened

    def shut(self, number: int) -> None:
        """Closes a table, if it is open; it stays listed, and its data stay."""
        with self._turn:
            _, stack = self._open.pop(number, (None, ExitStack()))
            self.wrong.pop(number, None)
        stack.close()

    def close(self) -> None:
        """Closes them all."""
        for number, _ in self:
            self.shut(number)
