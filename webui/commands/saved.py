"""The data folder of a command, and output to a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from pathlib import Path

import click

from ..words import N_

table_option = click.option(
    "--table", type=click.IntRange(1), help=N_("A table of the box by its number; else the first.")
)
"""`--table`, as in the address /table/3."""


def at_table(does: Callable[..., object]) -> Callable[..., object]:
    """Adds `--table` to a command that has `--data`: its data folder is then that table's.

    The command raises click.BadParameter for a table that is not there.
    """

    @table_option
    @wraps(does)
    def at(*args: object, data: Path | None, table: int | None, **options: object) -> object:
        return does(*args, data=data if table is None else folder_at_table(data, table), **options)

    return at


def folder_at_table(wanted: Path | None, table: int) -> Path:
    """The folder of a table in a data folder. Raises click.BadParameter for a table that is not there."""
    from ..store.tables import every_folder

    try:
        folders = every_folder(data_folder(wanted))
    except OSError as error:
        raise click.ClickException(f"{error.filename or ''}: {error.strerror or error}") from error
    if table not in folders:
        known = ", ".join(map(str, folders))
        raise click.BadParameter(f"expected a table of this box ({known}); got {table}", param_hint="--table")
    return folders[table]


def data_folder(wanted: Path | None) -> Path:
    """The data folder, after completing an interrupted restore. Raises OSError."""
    from ..files import data_folder
    from ..store.backup import MARK
    from ..store.held import held

    folder = data_folder(wanted)
    if (folder / MARK).exists():
        with held(folder, who := f"a restore, process {os.getpid()}"):
            tell_restored(folder, who)
    return folder


def tell_restored(folder: Path, who: str) -> None:
    """Completes an interrupted restore in a locked folder, and says so; locks its tables meanwhile. Raises OSError."""
    from ..store.backup import MARK, CutShort, finish_restore
    from ..store.held import tables_held
    from ..words import spoken, words

    w = words(spoken(os.environ))
    with tables_held(folder, who) if (folder / MARK).exists() else nullcontext():
        done = finish_restore(folder)
    if done is CutShort.FINISHED:
        says = w.t("A restore was cut short: it is finished now. What was there before is kept beside it.")
        click.echo(says, err=True)
    elif done is CutShort.TAKEN_BACK:
        click.echo(w.t("A restore was cut short: it is taken back, and all is as it was before it."), err=True)


def save(path: Path, content: bytes, *, names: bool = False) -> None:
    """Writes the file and prints its name. Raises click.FileError with the system's reason.

    Args:
        path: where to.
        content: all of it.
        names: it contains names of players, so that a new file is for its owner alone (0600).
    """
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if names else 0o666), "wb") as file:
            file.write(content)
    except OSError as error:
        raise click.FileError(str(path), hint=error.strerror or str(error)) from error
    click.echo(path)
