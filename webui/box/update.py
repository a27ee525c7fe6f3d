"""Installs another version on the box, and rolls back if it does not work.

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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from ..store.backup import back_up, read_backup, restore
from ..store.tables import TableList

CURRENT = "current"
KEPT = "before-update.zip"
"""The backup, in the data folder; the next update writes over it."""
TRIAL = "update-trial"
"""Where the copy lies, in the data folder too: the service's user must reach it."""


class UpdateError(RuntimeError):
    """Root of the intended errors of an update; nothing has changed."""


class GameRuns(UpdateError):
    """A game goes on: nothing was changed."""


class NotFit(UpdateError):
    """The new version does not suit this box or its games: nothing was changed."""


class RolledBack(UpdateError):
    """The new version was installed and failed: everything is as before."""


class Running(Protocol):
    """The service of this box, and queries to versions of Piste; `webui.box.machine` is the real one."""

    def going_on(self) -> bool:
        """A game runs that players would miss, at any table; False without a running service."""

    def tried(self, version: Path, data: Path) -> str:
        """What is wrong with a version that serves a copy of the data; "" if it is ready."""

    def games(self, version: Path, data: Path) -> tuple[str, ...]:
        """The games of all tables that a version finds in a data folder, a line each. Raises OSError if it cannot."""

    def stop(self) -> None:
        """Stops the service and waits for its end."""

    def start(self) -> str:
        """Starts the service and waits for it; returns what is wrong with it, "" if it is ready."""

    def own(self, data: Path) -> None:
        """Gives everything in the data folder back to the service's user."""


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
        """The version in use. Raises FileNotFoundError if hardware/install/install.sh did not install it."""
        link = self.prefix / CURRENT
        if not link.is_symlink():
            raise FileNotFoundError(2, "expected a Piste that install.sh has installed", str(link))
        return link.resolve()

    def before(self) -> Path | None:
        """The newest complete version that is not in use; None without one."""
        marks = (self.prefix / "versions").glob("*/.complete")
        others = [mark for mark in marks if mark.parent.resolve() != self.current]
        return max(others, key=lambda mark: mark.stat().st_mtime).parent if others else None

    def use(self, version: Path) -> None:
        """Points `current` to a version, completely or not at all."""
        draft = self.prefix / f"{CURRENT}.new"
        draft.unlink(missing_ok=True)
        draft.symlink_to(version)
        draft.replace(self.prefix / CURRENT)


def bring(place: Versions, new: Path, running: Running, say: Callable[[str], None], *, made: str, piste: str) -> None:
    """Replaces the version in use by an installed one; see the steps at the top.

    Args:
        place: where the versions and the data lie.
        new: the folder of the new version.
        running: the box.
        say: receives the word of each step: "try", "keep", "move", "back".
        made: the time now, ISO 8601, for the backup.
        piste: the version in use, for the backup.

    Raises UpdateError, or OSError or sqlite3.Error if the data cannot be read or stored.
    """
    old = place.current
    if running.going_on():
        raise GameRuns("expected that no game goes on; one does")
    games = running.games(old, place.data)
    say("keep")
    copy = place.data / KEPT
    copy.unlink(missing_ok=True)
    back_up(place.data, copy, made=made, piste=piste)
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
        _without_cameras(TableList(copy))
        running.own(data)
        wrong = running.tried(new, copy) or _missing(running, new, copy, games)
    finally:
        shutil.rmtree(copy, ignore_errors=True)
    if wrong:
        raise NotFit(f"expected a version that serves this box's games; got: {wrong}")


def _without_cameras(tables: TableList) -> None:
    """A trial follows no camera, which the running version follows."""
    for table in tables.all():
        if table.camera:
            tables.change(replace(table, camera=""))


def _missing(running: Running, version: Path, data: Path, games: tuple[str, ...]) -> str:
    """The games that a version does not find; "" if it finds them all."""
    try:
        listed = running.games(version, data)
    except OSError as error:
        return str(error)
    return "" if len(listed) >= len(games) else f"{len(listed)} games of {len(games)}"


def _back(place: Versions, old: Path, running: Running, games: tuple[str, ...]) -> None:
    """Restores the version, and the data if the old version does not find its games any more."""
    running.stop()
    place.use(old)
    if _missing(running, old, place.data, games):
        restore(read_backup(place.data / KEPT), place.data)
        running.own(place.data)
    running.start()


def chown_all(folder: Path) -> None:
    """Gives everything in a folder to the folder's owner; does not follow links. Raises OSError."""
    whose = folder.stat()
    for path in folder.rglob("*"):
        os.chown(path, whose.st_uid, whose.st_gid, follow_symlinks=False)
