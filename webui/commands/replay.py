"""`piste replay RECORD`: the story of a match, each verdict verified."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..terminal import Translated, language_option
from ..words import N_


@click.command(
    cls=Translated,
    help=N_(
        "Tell the story of a record and verify each verdict in it.\n\n"
        "Stops with exit status 1 and the number of the line where something cannot be right.\n\n"
        "Example: piste replay --language en game.txt"
    ),
)
@language_option
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(language: str, record: Path) -> None:
    """The story of a record, verified."""
    from referee.errors import BadRecord

    from ..records.files import read_record
    from ..records.story import story

    try:
        read = read_record(record)
    except BadRecord as error:
        click.echo(f"{record}: {error}", err=True)
        sys.exit(1)
    for line in story(read, language):
        click.echo(line)
