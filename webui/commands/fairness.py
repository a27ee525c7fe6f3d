"""`piste fairness RECORD...`: are the dice of these matches fair?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import language_option

if TYPE_CHECKING:
    from referee.fairness import Tally


@click.command()
@click.argument(
    "records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@language_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def command(records: tuple[Path, ...], language: str, as_json: bool) -> None:
    """Count the throws of records by face and by pair, and tell how often fair dice come out as unevenly.

    All records are counted together. Throws that were refused or taken back are not counted.

    Example: piste fairness monday.txt tuesday.txt
    """
    from ..words import words
    from ..words.fairness import report, table

    counted = _counted(records)
    w = words(language)
    if as_json:
        told = {"records": [str(record) for record in records], **report(w, counted)}
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for line in table(w, counted):
        click.echo(line)


def _counted(records: tuple[Path, ...]) -> Tally:
    from referee.errors import BadRecord
    from referee.fairness import Tally, tally

    from ..records.files import read_record

    counted = Tally()
    for path in records:
        try:
            counted += tally(read_record(path).match.events)
        except (BadRecord, OSError) as error:
            raise click.ClickException(f"{path}: {error}") from error
    return counted
