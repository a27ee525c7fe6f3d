"""A small JSON file of a data folder that names the version of its form: the classes, lessons, tables and settings."""

from __future__ import annotations

from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from ..files import Folder, put_aside


class HasVersion(Protocol):
    """What such a file holds."""

    @property
    def version(self) -> int:
        """Of its form."""


VersionedT = TypeVar("VersionedT", bound=HasVersion)


class VersionedFile(Generic[VersionedT]):
    """One such file. A damaged one, or one of another version, is put aside. Use it from one thread at a time.

    Args:
        folder: the data folder.
        name: of the file.
        decoder: reads it. Make it when the module is imported: two threads that learn a type at once crash.
        empty: what holds without a file, of today's version.
    """

    def __init__(
        self, folder: Path, name: str, decoder: msgspec.json.Decoder[VersionedT], empty: VersionedT
    ) -> None:
        self._path, self._files, self._decoder, self._empty = folder / name, Folder(folder), decoder, empty
        self._newest: tuple[bytes | None, VersionedT] = (None, empty)

    def read(self) -> VersionedT:
        """What the file holds; a text that was read last is not read again. Raises OSError."""
        text = self._files.read(self._path.name)
        if text is None:
            return self._empty
        if text != self._newest[0]:
            try:
                value = self._decoder.decode(text)
            except (msgspec.DecodeError, ValueError, RecursionError):
                value = None
            if value is None or value.version != self._empty.version:
                put_aside(self._path)
                return self._empty
            self._newest = (text, value)
        return self._newest[1]

    def write(self, value: VersionedT) -> None:
        """Writes it completely or not at all. Raises OSError."""
        text = msgspec.json.format(msgspec.json.encode(value), indent=1).decode()
        self._files.write(self._path.name, f"{text}\n")

    def wipe(self) -> None:
        """Deletes it, overwritten first, and damaged ones that were put aside. Raises OSError."""
        self._files.wipe(self._path.name)
        self._newest = (None, self._empty)
