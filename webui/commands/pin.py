"""`piste pin`: a new code for a teacher who has forgotten the old one."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import click

from ..terminal import Translated
from ..words import N_


def reset_command(folder: Path) -> str:
    """The command that makes a new teacher's code in this data folder, as typed where this program runs.

    An installed box sets $PISTE_COMMAND to its form of commands, which know its data folder themselves.
    """
    if typed := os.environ.get("PISTE_COMMAND", ""):
        return f"{typed} pin --reset"
    program = Path(sys.executable).with_name("piste")
    try:
        typed = str(program.relative_to(Path.cwd())) if program.exists() else "piste"
    except ValueError:
        typed = str(program)
    return shlex.join([typed, "pin", "--reset", "--data", str(folder)])


@click.command(
    cls=Translated,
    help=N_(
        "Tell whether a teacher's code exists, or make a new one.\n\n"
        "The code is stored hashed, so it is shown only when it is made. A teacher who is signed in may choose another"
        " one on the site.\n\n"
        "Example: piste pin --reset"
    ),
)
@click.option("--reset", is_flag=True, help=N_("Make a new code; the old one and every open session end."))
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
def command(reset: bool, data: Path | None) -> None:
    """The teacher's code."""
    from ..site.auth import PIN_FILE, new_pin
    from ..words import spoken, words
    from .saved import data_folder

    w = words(spoken(os.environ))
    try:
        folder = data_folder(data)
        if reset or not (folder / PIN_FILE).exists():
            made = w.t("The teacher's code is %(code)s. Write it down: it is shown this once.", code=new_pin(folder))
            click.echo(made)
        else:
            click.echo(w.t("A teacher's code exists in %(folder)s.", folder=folder))
            click.echo(w.t("Forgotten? This makes a new one: %(command)s", command=reset_command(folder)))
    except OSError as error:
        raise click.ClickException(f"cannot write to the data folder: {error}") from error
