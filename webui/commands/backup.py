"""`piste backup`: all stored data, in one file."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import click

from ..terminal import Translated
from ..words import N_


@click.command(
    cls=Translated,
    help=N_(
        "Write games, classes, the calibration, settings and codes into FILE. The site may be running.\n\n"
        "The file holds first names: keep it where nobody else reads it.\n\n"
        "Example: piste backup /media/usb/piste-2026-11-23.zip"
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
def command(file: Path, data: Path | None) -> None:
    """Everything that Piste keeps, in one file."""
    from ..store.backup import back_up
    from ..store.elsewhere import remember
    from ..words import spoken, words
    from .saved import data_folder

    w = words(spoken(os.environ))
    try:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        folder = data_folder(data)
        held = back_up(folder, file, made=now, piste=version("piste"))
        remember(folder, file)  # so that erasing everything finds it
    except (OSError, sqlite3.Error) as error:
        raise click.ClickException(str(error)) from error
    what = ", ".join(held) or w.t("nothing, the folder is empty")
    click.echo(w.t("Kept in %(file)s: %(what)s.", file=file, what=what))
