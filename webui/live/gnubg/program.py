"""Runs GNU Backgammon: as a program apart, in a folder of its own, behind everything else."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event

FOLDERS = "/usr/games:/usr/local/games"
"""Where Debian puts games: services do not look there."""
NICE = 5
"""Whatever follows a table comes first."""
ARGUMENTS = ("-t", "-q", "-c")
COMMANDS, SAYS = "commands", "says"
"""Files in its folder: what it is told, and what it says."""


class NoAnswer(RuntimeError):
    """GNU Backgammon did not do what it was told.

    Attributes:
        why: "slow" if it took too long, else "failed".
    """

    def __init__(self, why: str, says: str) -> None:
        super().__init__(says)
        self.why = why


def gnubg() -> str | None:
    """The path of GNU Backgammon; None where it is not installed."""
    return shutil.which("gnubg", path=f"{os.environ.get('PATH', os.defpath)}:{FOLDERS}")


def run(program: str, commands: Sequence[str], folder: Path, closing: Event, seconds: float) -> str:
    """What it says to some commands, in English.

    Args:
        program: its path.
        commands: one a line.
        folder: its home, which it may write to.
        closing: ends it.
        seconds: for which it may run, and compute.

    Raises:
        NoAnswer: it failed or took too long.
        OSError: it could not be started, or the folder not be written to.
    """
    (folder / COMMANDS).write_text("".join(f"{line}\n" for line in commands), encoding="utf-8")
    surroundings = {"HOME": str(folder), "LC_ALL": "C.UTF-8", "PATH": os.defpath}
    words = [program, *ARGUMENTS, str(folder / COMMANDS)]
    quiet = subprocess.DEVNULL
    with (
        (folder / SAYS).open("wb") as says,
        subprocess.Popen(words, stdin=quiet, stdout=says, stderr=quiet, env=surroundings, cwd=folder) as running,
    ):
        try:
            os.setpriority(os.PRIO_PROCESS, running.pid, NICE)
            resource.prlimit(running.pid, resource.RLIMIT_CPU, (int(seconds) + 1,) * 2)
            until = time.monotonic() + seconds
            while running.poll() is None:
                if closing.wait(0.1) or time.monotonic() > until:
                    raise NoAnswer("slow", f"expected an answer within {seconds} s; got none")
        finally:
            running.kill()
    if running.returncode:
        raise NoAnswer("failed", f"expected exit status 0; got {running.returncode}")
    return (folder / SAYS).read_text(encoding="utf-8", errors="replace")
