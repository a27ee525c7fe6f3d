"""`piste restore`: brings a data folder back to a backup."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ..terminal import Translated
from ..words import N_


@click.command(
    cls=Translated,
    help=N_(
        "Make the data folder what it was when FILE was made by piste backup. The site must not be running.\n\n"
        "What was there before is moved into a folder beside, never destroyed. A damaged file, or one of a newer "
        "Piste, changes nothing.\n\n"
        "Example: piste restore /media/usb/piste-2026-11-23.zip"
    ),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
def command(file: Path, data: Path | None) -> None:
    """A data folder as it was when a backup was made."""
    from ..files import data_folder
    from ..store.backup import BackupError, read_backup, restore
    from ..store.held import held, tables_held
    from ..words import spoken, words
    from .saved import tell_restored

    w = words(spoken(os.environ))
    try:
        folder = data_folder(data)
        with held(folder, who := f"piste restore, process {os.getpid()}"):
            tell_restored(folder, who)
            backup = read_backup(file)
            with tables_held(folder, who):
                aside = restore(backup, folder)
    except (BackupError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(w.t("Restored in %(folder)s, as it was on %(day)s.", folder=folder, day=backup.made))
    if aside is not None:
        click.echo(w.t("What was there before lies in %(aside)s.", aside=aside))
