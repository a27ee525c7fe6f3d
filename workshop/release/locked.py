"""The packages of a lock file, as pip reads it: each with its versions, its hashes and where it is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAKES_THE_WHEEL = frozenset({"hatchling", "editables", "pathspec", "pluggy", "tomlkit", "trove-classifiers"})
"""Packages of requirements.lock that build Piste's wheel and are not needed where it runs."""
FIRST = re.compile(r"^(?P<name>[a-z0-9.-]+)==(?P<version>[^ ;\\]+)(?: ; (?P<where>[^\\]+?))? *\\?$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True)
class Locked:
    """One version of a package that a lock file names.

    Attributes:
        name: as PyPI writes it, small letters and hyphens.
        version: exactly this one.
        where: the environment marker, such as "python_full_version < '3.12'"; "" for everywhere.
        hashes: SHA-256 of each file that may be taken, in hexadecimal.
        text: the lines of the lock file.
    """

    name: str
    version: str
    where: str
    hashes: tuple[str, ...]
    text: str


def locked(file: Path) -> tuple[Locked, ...]:
    """The packages of a lock file, in its order.

    Raises:
        ValueError: a line is none that `uv pip compile --generate-hashes` writes.
        OSError: the file cannot be read.
    """
    return tuple(_package(block) for block in _blocks(file.read_text(encoding="utf-8")))


def to_run(file: Path) -> tuple[Locked, ...]:
    """The packages without which Piste does not run: no builder of wheels, nothing that is for Windows alone."""
    packages = (package for package in locked(file) if package.name not in MAKES_THE_WHEEL)
    return tuple(package for package in packages if "sys_platform == 'win32'" not in package.where)


def _blocks(text: str) -> Iterator[str]:
    block: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" ") and block:
            yield "\n".join(block)
            block = []
        block.append(line)
    if block:
        yield "\n".join(block)


def _package(block: str) -> Locked:
    first, _, rest = block.partition("\n")
    match = FIRST.match(first)
    hashes = tuple(HASH.findall(rest))
    if match is None or not hashes:
        raise ValueError(f"expected NAME==VERSION and its hashes in a lock file; got {first!r}")
    return Locked(match["name"], match["version"], match["where"] or "", hashes, block)
