"""Bringing another version to the box, and going back where it does not do.

    kept   everything that Piste keeps, in one file beside the data
    tried  the new version serves a copy of the data: it must be ready, and find every game
    moved  the link `current` leads to the new version, and the service starts again
    back   where the service is not ready then, or a game is missing: the link, and the data, are as they were

UpdateError (RuntimeError)
├── GameRuns      a game goes on: nothing was changed
├── NotFit        the new version is not fit for this box or its games: nothing was changed
└── RolledBack    it was brought, did not do, and everything is as it was
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..store.backup import back_up, read_backup, restore

CURRENT = "current"
KEPT = "before-update.zip"
"""The backup, in the data folder; the next update writes over it."""
TRIAL = "update-trial"
"""Where the copy lies, in the data folder too: the service's user must reach it."""


class UpdateError(RuntimeError):
    """Root of what an update raises on purpose; what stands is what stood before."""


class GameRuns(UpdateError):
    """A game goes on: nothing was changed."""


class NotFit(UpdateError):
    """The new version is not fit for this box or its games: nothing was changed."""


class RolledBack(UpdateError):
    """The new version was brought and did not do: everything is as it was."""


class Running(Protocol):
    """The service of this box and what can be asked of versions of Piste; `webui.box.machine` is the real one."""

    def going_on(self) -> bool:
        """A game goes on that players would miss; False where no service runs."""

    def tried(self, version: Path, data: Path) -> str:
        """What is wrong with a version that serves a copy of the data; "" where it is ready."""

    def games(self, version: Path, data: Path) -> tuple[str, ...]:
        """The games that a version finds in a data folder, a line each. Raises OSError where it cannot."""

    def stop(self) -> None:
        """Stops the service and waits for its end."""

    def start(self) -> str:
        """Starts the service and waits for it; what is wrong with it, "" where it is ready."""

    def own(self, data: Path) -> None:
        """Makes everything in the data folder the service's user's again."""


@dataclass(frozen=True)
class Versions:
    """Where the versions and the data lie.

    Attributes:
        prefix: holds `versions/` and the link `current`.
        data: the data folder.
    """

    prefix: Path
    data: Path

    @property
    def current(self) -> Path:
        """The version in use. Raises FileNotFoundError where hardware/install/install.sh did not install it."""
        link = self.prefix / CURRENT
        if not link.is_symlink():
            raise FileNotFoundError(2, "expected a Piste that install.sh has installed", str(link))
        return link.resolve()

    def before(self) -> Path | None:
        """The newest version that is whole and not in use; None where there is none."""
        marks = (self.prefix / "versions").glob("*/.complete")
        others = [mark for mark in marks if mark.parent.resolve() != self.current]
        return max(others, key=lambda mark: mark.stat().st_mtime).parent if others else None

    def use(self, version: Path) -> None:
        """Leads `current` to a version, whole or not at all."""
        draft = self.prefix / f"{CURRENT}.new"
        draft.unlink(missing_ok=True)
        draft.symlink_to(version)
        draft.replace(self.prefix / CURRENT)


def bring(place: Versions, new: Path, running: Running, say: Callable[[str], None], *, made: str, piste: str) -> None:
    """Brings a version that is installed beside the one in use; see the steps at the top.

    Args:
        place: where the versions and the data lie.
        new: the folder of the new version.
        running: the box.
        say: is told each step, by its word: "try", "keep", "move", "back".
        made: the time now, ISO 8601, for the backup.
        piste: the version in use, for the backup.

    Raises UpdateError, or OSError or sqlite3.Error where the data cannot be read or kept.
    """
    old = place.current
    if running.going_on():
        raise GameRuns("expected that no game goes on; one does")
    games = running.games(old, place.data)
    say("keep")
    kept = place.data / KEPT
    kept.unlink(missing_ok=True)
    back_up(place.data, kept, made=made, piste=piste)
    say("try")
    _fit(place.data, new, running, games)
    if running.going_on():
        raise GameRuns("expected that no game goes on; one was begun meanwhile")
    say("move")
    running.stop()
    running.own(place.data)
    place.use(new)
    wrong = running.start() or _missing(running, new, place.data, games)
    if wrong:
        say("back")
        _back(place, old, running, games)
        raise RolledBack(f"expected the new version to serve this box's games; got: {wrong}")


def _fit(data: Path, new: Path, running: Running, games: tuple[str, ...]) -> None:
    """Tries a version on a copy of the data. Raises NotFit."""
    copy = data / TRIAL
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(mode=0o700)
    try:
        restore(read_backup(data / KEPT), copy)
        running.own(data)
        wrong = running.tried(new, copy) or _missing(running, new, copy, games)
    finally:
        shutil.rmtree(copy, ignore_errors=True)
    if wrong:
        raise NotFit(f"expected a version that serves this box's games; got: {wrong}")


def _missing(running: Running, version: Path, data: Path, games: tuple[str, ...]) -> str:
    """What a version does not find of the games that were there; "" where it finds them all."""
    try:
        found = running.games(version, data)
    except OSError as error:
        return str(error)
    return "" if len(found) >= len(games) else f"{len(found)} games of {len(games)}"


def _back(place: Versions, old: Path, running: Running, games: tuple[str, ...]) -> None:
    """Everything as it was: the version, and the data where the old version does not find its games any more."""
    running.stop()
    place.use(old)
    if _missing(running, old, place.data, games):
        restore(read_backup(place.data / KEPT), place.data)
        running.own(place.data)
    running.start()


def chown_all(folder: Path) -> None:
    """Makes everything in a folder the folder's owner's; links are not followed. Raises OSError."""
    whose = folder.stat()
    for path in folder.rglob("*"):
        os.chown(path, whose.st_uid, whose.st_gid, follow_symlinks=False)
