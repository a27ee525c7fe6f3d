"""GNU Backgammon, where it is installed, analyses a match: as a program apart, game by game, one match at a time."""

from __future__ import annotations

import logging
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Lock, Thread

LOG = logging.getLogger(__name__)
FOLDERS = "/usr/games:/usr/local/games"
"""Where Debian puts games: services do not look there."""
SECONDS = 300.0
"""For one game at most; one of 60 plays takes some ten seconds of one core."""
NICE = 5
"""Whatever follows a table comes first."""
MOST = 6
"""Analyses that are remembered; the least recently asked for go first."""
PROGRAM = ("-t", "-q", "-c")
COMMANDS = (
    "set confirm new off", "set confirm save off", "set threads 1", "load match {game}", "analyse match",
    "save match {analysed}",
)  # fmt: skip


class NotAnalysed(RuntimeError):
    """GNU Backgammon did not analyse a game.

    Attributes:
        why: "slow" if it took too long, else "failed".
    """

    def __init__(self, why: str, says: str) -> None:
        super().__init__(says)
        self.why = why


@dataclass(frozen=True)
class Analysis:
    """The analysis of a match, as far as it went.

    Attributes:
        of: how many games the match has.
        games: those analysed so far, each as SGF.
        trouble: why it ended before the last game, as in NotAnalysed; "" if it did not.
    """

    of: int
    games: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def running(self) -> bool:
        """More is to come."""
        return not self.trouble and len(self.games) < self.of


def gnubg() -> str | None:
    """The path of GNU Backgammon; None where it is not installed."""
    return shutil.which("gnubg", path=f"{os.environ.get('PATH', os.defpath)}:{FOLDERS}")


def analysed(program: str, game: str, closing: Event, seconds: float = SECONDS) -> str:
    """A game as GNU Backgammon saves it after it has analysed it.

    Args:
        program: its path.
        game: SGF.
        closing: ends it.
        seconds: for which it may run, and compute.

    Raises:
        NotAnalysed: it could not be started, failed, wrote nothing, or took too long.
    """
    with tempfile.TemporaryDirectory(prefix="piste-gnubg-") as name:
        folder = Path(name)
        paths = {"game": folder / "game.sgf", "analysed": folder / "analysed.sgf"}
        paths["game"].write_text(game, encoding="utf-8")
        commands = folder / "commands"
        commands.write_text("".join(f"{line.format(**paths)}\n" for line in COMMANDS), encoding="utf-8")
        try:
            _run([program, *PROGRAM, str(commands)], folder, closing, seconds)
            return paths["analysed"].read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise NotAnalysed("failed", f"expected an analysed game of {program}; got {error}") from error


def _run(command: list[str], home: Path, closing: Event, seconds: float) -> None:
    """Runs a program behind everything else, in a folder of its own, in English. Raises NotAnalysed, OSError."""
    quiet = subprocess.DEVNULL
    surroundings = {"HOME": str(home), "LC_ALL": "C.UTF-8", "PATH": os.defpath}
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, env=surroundings, cwd=home) as program:
        try:
            os.setpriority(os.PRIO_PROCESS, program.pid, NICE)
            resource.prlimit(program.pid, resource.RLIMIT_CPU, (int(seconds) + 1,) * 2)
            until = time.monotonic() + seconds
            while program.poll() is None:
                if closing.wait(0.1) or time.monotonic() > until:
                    raise NotAnalysed("slow", f"expected an answer within {seconds} s; got none")
        finally:
            program.kill()
    if program.returncode:
        raise NotAnalysed("failed", f"expected exit status 0; got {program.returncode}")


class Analyst:
    """Analyses a match at a time in a thread, and remembers the newest.

    Args:
        closing: ends the thread.
        find: the path of the program; None where there is none.
        seconds: for one game at most.
    """

    def __init__(
        self, closing: Event, find: Callable[[], str | None] = gnubg, seconds: float = SECONDS
    ) -> None:
        self._closing, self._find, self._seconds = closing, find, seconds
        self._known: dict[Hashable, Analysis] = {}
        self._turn = Lock()
        self._thread: Thread | None = None

    @property
    def there(self) -> bool:
        """GNU Backgammon is installed."""
        return self._find() is not None

    @property
    def busy(self) -> bool:
        """A match is being analysed."""
        return self._thread is not None and self._thread.is_alive()

    def of(self, match: Hashable) -> Analysis | None:
        """The analysis of a match as far as it went; None if nobody has asked for it."""
        return self._known.get(match)

    def begin(self, match: Hashable, games: tuple[str, ...]) -> bool:
        """Begins to analyse a match, SGF for each game; False if another is being analysed, or nothing can do it."""
        with self._turn:
            program = self._find()
            if self.busy or program is None:
                return False
            self._known.pop(match, None)
            self._known[match] = Analysis(len(games))
            while len(self._known) > MOST:
                del self._known[next(iter(self._known))]
            work = (program, match, games)
            self._thread = Thread(target=self._analyse, args=work, name="analyst", daemon=True)
            self._thread.start()
            return True

    def join(self) -> None:
        """Waits until the match is analysed."""
        if self._thread is not None:
            self._thread.join()

    def forget(self) -> None:
        """Forgets all analyses."""
        self._known = {}

    def _analyse(self, program: str, match: Hashable, games: tuple[str, ...]) -> None:
        so_far = Analysis(len(games))
        for game in games:
            try:
                text = analysed(program, game, self._closing, self._seconds)
                so_far = replace(so_far, games=(*so_far.games, text))
            except NotAnalysed as error:
                LOG.warning("GNU Backgammon: %s", error)
                so_far = replace(so_far, trouble=error.why)
            if match in self._known:
                self._known[match] = so_far
            if so_far.trouble:
                return
