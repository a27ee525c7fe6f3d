"""`piste pin`: how the teacher signs in."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--reset", is_flag=True, help="Make a new PIN; the old one and every open session end.")
@click.option("--data", type=click.Path(path_type=Path), help="The data folder, as given to serve.")
def command(reset: bool, data: Path | None) -> None:
    """Tell whether a teacher's PIN exists, or make a new one.

    The PIN is stored hashed, so it is shown only when it is made.

    Example: piste pin --reset
    """
    from ..files import data_folder
    from ..site.auth import PIN_FILE, new_pin

    try:
        folder = data_folder(data)
        if reset or not (folder / PIN_FILE).exists():
            click.echo(f"The teacher's PIN is {new_pin(folder)}. Write it down: it cannot be shown again.")
        else:
            click.echo(f"A PIN exists in {folder}. Forgotten? piste pin --reset makes a new one.")
    except OSError as error:
        raise click.ClickException(f"cannot write to the data folder: {error}") from error
