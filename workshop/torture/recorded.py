"""What a process did to the files of a folder, call by call: it is run with `shim.c` preloaded.

RecordingError (RuntimeError)   no compiler, or the process that was to be recorded failed
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

SHIM = Path(__file__).with_name("shim.c")
COMPILERS = ("cc", "gcc", "clang")


class RecordingError(RuntimeError):
    """Nothing could be recorded, and why."""


@dataclass(frozen=True)
class Call:
    """One call by which a file of the folder changed, or was to last.

    Attributes:
        kind: a letter of `shim.c`.
        first, second: its numbers there.
        data: its bytes, or its path.
    """

    kind: str
    first: int
    second: int
    data: bytes


def compiler() -> str | None:
    """A C compiler of this machine, or None."""
    return next((path for name in COMPILERS if (path := shutil.which(name))), None)


def built(folder: Path) -> Path:
    """The preload library, built into a folder. Raises RecordingError."""
    by = compiler()
    if by is None:
        raise RecordingError(f"expected a C compiler, one of {', '.join(COMPILERS)}; none was found")
    library = folder / "shim.so"
    words = [by, "-shared", "-fPIC", "-O1", "-o", str(library), str(SHIM), "-ldl", "-lpthread"]
    made = subprocess.run(words, capture_output=True, text=True)
    if made.returncode:
        raise RecordingError(f"{SHIM}: expected to be compiled; got: {made.stderr.strip()}")
    return library


def recorded(library: Path, root: Path, beside: Path, *words: str) -> tuple[Call, ...]:
    """Runs a module of Python and tells what it did below `root`.

    Args:
        library: what `built` made.
        root: the folder that is watched.
        beside: a folder for the log, outside of it.
        words: the module, then its arguments; the file of its acknowledgements is added to them.

    Raises:
        RecordingError: it failed.
    """
    log, acks = beside / "calls", beside / "acks"
    acks.touch()
    log.unlink(missing_ok=True)
    watch = {"PISTE_CUTS_ROOT": str(root.resolve()), "PISTE_CUTS_LOG": str(log), "PISTE_CUTS_ACKS": str(acks.resolve())}
    ran = subprocess.run(
        [sys.executable, "-m", *words, str(acks.resolve())],
        env={**os.environ, **watch, "LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
    )
    if ran.returncode:
        raise RecordingError(f"{' '.join(words)}: expected to be run to its end; got: {ran.stderr.strip()[-800:]}")
    return tuple(calls(log.read_bytes()))


def calls(log: bytes) -> Iterator[Call]:
    """The calls of a log. Raises ValueError where it is none of `shim.c`'s."""
    at = 0
    while at < len(log):
        end = log.index(b"\n", at)
        kind, first, second, size = log[at:end].decode().split()
        at = end + 1 + int(size)
        yield Call(kind, int(first), int(second), log[end + 1 : at])


def acknowledged(happened: Sequence[Call]) -> tuple[bytes, ...]:
    """What the process acknowledged, a line each."""
    return tuple(b"".join(call.data for call in happened if call.kind == "a").splitlines())
