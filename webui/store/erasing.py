"""Erases what lies in the folder of a table that is not open: it was taken away, or could not be opened."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..files import sync_folder, wipe
from .classes import ClassGame
from .copies import forget
from .elsewhere import erase_elsewhere
from .held import held
from .journal import NAME, Journal, wipe_aside
from .seats import Seats


def erase_closed(folder: Path, who: str) -> None:
    """Erases every game, its copies and the names beside it; what was learnt of the table stays.

    Args:
        folder: of the table.
        who: what another process learns meanwhile that finds the folder held.

    Raises OSError, FolderHeld if another process serves the table; erasing again then completes it.
    """
    with held(folder, who):
        for end in ("", "-wal", "-shm"):
            wipe(folder / f"{NAME}{end}")
        wipe_aside(folder)
        forget(folder / NAME)
        Seats(folder).forget_all()
        erase_elsewhere(folder)
        sync_folder(folder)


def erase_closed_games(folder: Path, games: Iterable[ClassGame], who: str) -> None:
    """Erases games of a class, as far as its journal has them; nobody holds a place at that table any more.

    Raises what `erase_closed` raises, or JournalError.
    """
    with held(folder, who):
        if (folder / NAME).exists():
            with Journal.open(folder) as journal:
                for game in games:
                    if journal.started(game.id) == game.started:
                        journal.erase(game.id)
        Seats(folder).forget_all()
