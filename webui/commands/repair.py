"""`piste repair`: reports what of the journal is readable, and restores from a copy."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import Translated
from ..words import N_, Words
from .saved import at_table

if TYPE_CHECKING:
    from ..store.repair import GameFound


@click.command(
    cls=Translated,
    help=N_(
        "Check every game of the journal, and mend what its copies still hold. The site must not be running.\n\n"
        "A damaged file is kept aside, nothing is destroyed. Each game is listed, with what of it is lost.\n\n"
        "Example: piste repair"
    ),
)
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
@at_table
def command(data: Path | None) -> None:
    """What of the journal can be read, and what a copy still holds."""
    from ..store.held import held
    from ..store.journal import CORRUPT, Journal, JournalError
    from ..store.repair import mend
    from ..words import spoken, words
    from .saved import data_folder

    w = words(spoken(os.environ))
    try:
        folder = data_folder(data)
        with held(folder, f"piste repair, process {os.getpid()}"):
            with Journal.open(folder) as journal:
                damaged, path = CORRUPT in journal.warnings, journal.path
            games = mend(path)
    except (JournalError, OSError, sqlite3.Error) as error:
        raise click.ClickException(str(error)) from error
    if damaged:
        click.echo(w.t("The file was damaged: it was kept aside, and what could be read of it goes on."))
    for game in games:
        click.echo(_sentence(w, game))
    if not games:
        click.echo(w.t("No game is in the journal."))
    lost = any(game.lost or not game.sound for game in games)
    raise SystemExit(1 if lost else 0)


def _sentence(w: Words, game: GameFound) -> str:
    """A game in one line."""
    if not game.sound:
        what = w.t("cannot be read")
    elif game.lost:
        what = w.tn("%(n)s event is lost", "%(n)s events are lost", len(game.lost))
    else:
        what = w.t("whole")
    line = w.t("Game %(number)s: %(what)s", number=game.id, what=what)
    return line + (w.t(" (mended from %(copy)s)", copy=game.copy) if game.copy else "")
