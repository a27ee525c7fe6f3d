"""GNU Backgammon analyses a match: game by game, one match at a time."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Lock, Thread

from .program import NoAnswer, gnubg, run

LOG = logging.getLogger(__name__)
SECONDS = 300.0
"""For one game at most; one of 60 plays takes some ten seconds of one core."""
MOST = 6
"""Analyses that are remembered; the least recently asked for go first."""
COMMANDS = (
    "set confirm new off", "set confirm save off", "set threads 1", "load match {game}", "analyse match",
    "save match {analysed}",
)  # fmt: skip


@dataclass(frozen=True)
class Analysis:
    """The analysis of a match, as far as it went.

    Attributes:
        of: how many games the match has.
        games: those analysed so far, each as SGF.
        trouble: why it ended before the last game, as in NoAnswer; "" if it did not.
    """

    of: int
    games: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def running(self) -> bool:
        """More is to come."""
        return not self.trouble and len(self.games) < self.of


def analysed(program: str, game: str, closing: Event, seconds: float = SECONDS) -> str:
    """A game as GNU Backgammon saves it after it has analysed it.

    Args:
        program: its path.
        game: SGF.
        closing: ends it.
        seconds: for which it may run, and compute.

    Raises:
        NoAnswer: it could not be started, failed, wrote nothing, or took too long.
    """
    with tempfile.TemporaryDirectory(prefix="piste-gnubg-") as name:
        folder = Path(name)
        paths = {"game": folder / "game.sgf", "analysed": folder / "analysed.sgf"}
        try:
            paths["game"].write_text(game, encoding="utf-8")
            run(program, [line.format(**paths) for line in COMMANDS], folder, closing, seconds)
            return paths["analysed"].read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise NoAnswer("failed", f"expected an analysed game of {program}; got {error}") from error


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
            except NoAnswer as error:
                LOG.warning("GNU Backgammon: %s", error)
                so_far = replace(so_far, trouble=error.why)
            if match in self._known:
                self._known[match] = so_far
            if so_far.trouble:
                return
