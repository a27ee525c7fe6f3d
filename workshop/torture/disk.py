"""A disk whose power goes: what was synced is there; of the rest each sector is there, or not, or is older than others.

Names go the way of data: a name made, moved or removed lasts once its folder was synced. Of those that were not, either
all up to one of them have happened, as on a disk with a journal of its own, or any of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from .recorded import Call

SECTORS = (512, 4096)
SHARES = (0.0, 0.1, 0.5, 0.9, 1.0)
"""How many of the sectors that nobody waited for may have reached the disk."""

Name: TypeAlias = tuple[tuple[str, int | None], ...]
"""What became of some names at once: the file that each stands for from then on, None for none."""


@dataclass
class Content:
    """A file's bytes: those that last, and what was done since.

    Attributes:
        lasts: what a cut leaves in any case, were nothing newer to reach the disk.
        since: offset and bytes of each write, in order; None for bytes cuts or grows the file to the offset.
    """

    lasts: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        """From now on all of it lasts."""
        for at, data in self.since:
            _apply(self.lasts, at, data, b"\0")
        self.since.clear()

    def after_a_cut(self, chance: random.Random) -> bytes:
        """What may be found of it."""
        sector, share = chance.choice(SECTORS), chance.choice(SHARES)
        filling = chance.choice((b"\0", b"\xa5"))
        content = bytearray(self.lasts)
        for at, data in self.since:
            for start, part in torn(at, data, sector):
                if chance.random() < share:
                    _apply(content, start, part, filling)
        return bytes(content)


def torn(at: int, data: bytes | None, sector: int) -> Iterable[tuple[int, bytes | None]]:
    """A write as its sectors, each of which reaches the disk or not."""
    if data is None:
        return ((at, None),)
    edges = [at, *range((at // sector + 1) * sector, at + len(data), sector), at + len(data)]
    return tuple((start, data[start - at : end - at]) for start, end in pairwise(edges))


def _apply(content: bytearray, at: int, data: bytes | None, filling: bytes) -> None:
    if len(content) < at:
        content.extend(filling * (at - len(content)) if data is not None else bytes(at - len(content)))
    if data is None:
        del content[at:]
    else:
        content[at : at + len(data)] = data


class Disk:
    """The files of a folder while calls are played to it.

    Args:
        root: the folder as the calls name it.
        before: what lay there already, and lasts, by its path below it.
    """

    def __init__(self, root: str, before: Mapping[str, bytes]) -> None:
        self._root = root
        self._files = [Content(bytearray(data)) for data in before.values()]
        self._names: dict[str, int] = {f"{root}/{path}": number for number, path in enumerate(before)}
        self._lasting = dict(self._names)
        self._renamed: list[Name] = []
        self._open: dict[int, str | int] = {}

    def play(self, call: Call) -> None:
        """One call happens."""
        if call.kind in "on":
            self._opened(call.first, call.data.decode(), made=call.kind == "n")
        elif call.kind == "c":
            self._open.pop(call.first, None)
        elif call.kind in "wt":
            there = self._open[call.first]
            assert isinstance(there, int), "only files are written to"
            self._files[there].since.append((call.second, call.data if call.kind == "w" else None))
        elif call.kind == "s":
            self._synced(self._open[call.first])
        elif call.kind == "r":
            old, new = call.data[: call.first].decode(), call.data[call.first :].decode()
            self._rename({new: self._names.get(old), old: None})
        elif call.kind == "u":
            self._rename({call.data.decode(): None})

    def _opened(self, handle: int, path: str, *, made: bool) -> None:
        if made:
            self._files.append(Content())
            self._rename({path: len(self._files) - 1})
        self._open[handle] = self._names.get(path, path)

    def _rename(self, become: Mapping[str, int | None]) -> None:
        self._renamed.append(tuple(become.items()))
        _take(self._names, self._renamed[-1])

    def _synced(self, there: str | int) -> None:
        if isinstance(there, int):
            self._files[there].sync()
            return
        lasts = [change for change in self._renamed if there in {str(PurePosixPath(name).parent) for name, _ in change}]
        for change in lasts:
            _take(self._lasting, change)
        self._renamed = [change for change in self._renamed if change not in lasts]

    def after_a_cut(self, chance: random.Random) -> dict[str, bytes]:
        """The files that may be found, by their paths below the folder."""
        names = dict(self._lasting)
        if chance.random() < 0.7:
            happened = self._renamed[: chance.randint(0, len(self._renamed))]
        else:
            happened = [change for change in self._renamed if chance.random() < 0.5]
        for change in happened:
            _take(names, change)
        there = {path: number for path, number in names.items() if path.startswith(f"{self._root}/")}
        return {path[len(self._root) + 1 :]: self._files[number].after_a_cut(chance) for path, number in there.items()}


def _take(names: dict[str, int], change: Name) -> None:
    for path, number in change:
        if number is None:
            names.pop(path, None)
        else:
            names[path] = number


def contents(folder: Path) -> dict[str, bytes]:
    """The files below a folder, by their paths below it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def lay_out(files: Mapping[str, bytes], folder: Path) -> None:
    """Writes files below a folder."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
