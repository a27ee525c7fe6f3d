"""`piste import FILE`: a match of Backgammon that another program wrote, as a record."""  # noqa: N999  the verb is called so

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..terminal import Translated
from ..words import N_
from .saved import save


@click.command(
    "import",
    cls=Translated,
    help=N_(
        "Make a record of a match of Backgammon that another program wrote: .mat or .sgf, as GNU Backgammon and most "
        "others write them.\n\n"
        "Every throw, play and double is verified; the first that cannot be right ends it, with its line and exit "
        "status 1. A game that was resigned shows the men borne off. 'piste replay' tells the story of the record.\n\n"
        "Example: piste import match.mat --out match.txt"
    ),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help=N_("Else it is printed."))
def command(file: Path, out: Path | None) -> None:
    """A match that another program wrote, as a record."""
    from referee.errors import BadRecord
    from referee.record import to_lines

    from ..records.imports import imported

    try:
        record = imported(file.name, file.read_bytes())
    except BadRecord as error:
        click.echo(f"{file}: {error}", err=True)
        sys.exit(1)
    except OSError as error:
        raise click.FileError(str(file), hint=error.strerror or str(error)) from error
    text = "".join(f"{line}\n" for line in to_lines(record.match, drawn=record.drawn))
    if out is None:
        click.echo(text, nl=False)
    else:
        save(out, text.encode(), names=True)
