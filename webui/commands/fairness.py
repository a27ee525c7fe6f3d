"""`piste fairness RECORD...`: are the dice of these matches fair?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import Translated, language_option
from ..words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.fairness import Tally
    from referee.record import Record


@click.command(
    cls=Translated,
    help=N_(
        "Count the throws of records by face and by pair, and tell how often fair dice come out as unevenly.\n\n"
        "All records are counted together. Throws that were refused or taken back are not counted, nor are games for"
        " practice whose dice Piste drew: no real dice were thrown.\n\n"
        "Example: piste fairness monday.txt tuesday.txt"
    ),
)
@click.argument(
    "records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@language_option
@click.option("--json", "as_json", is_flag=True, help=N_("One JSON object instead of a table."))
def command(records: tuple[Path, ...], language: str, as_json: bool) -> None:
    """Are the dice of these matches fair?"""
    from ..words import words
    from ..words.fairness import report, table

    read = [(path, _read(path)) for path in records]
    real = [(path, record) for path, record in read if not record.drawn]
    counted, w = _counted(real), words(language)
    if len(real) < len(read):
        click.echo(f"left out, for Piste drew the dice: {len(read) - len(real)}", err=True)
    if as_json:
        answer = {"records": [str(path) for path, _ in real], **report(w, counted)}
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for line in table(w, counted):
        click.echo(line)


def _read(path: Path) -> Record:
    from referee.errors import BadRecord

    from ..records.files import read_record

    try:
        return read_record(path)
    except (BadRecord, OSError) as error:
        raise click.ClickException(f"{path}: {error}") from error


def _counted(records: Iterable[tuple[Path, Record]]) -> Tally:
    from referee.fairness import Tally, tally

    counted = Tally()
    for path, record in records:
        try:
            counted += tally(record.match.events)
        except ValueError as error:
            raise click.ClickException(f"{path}: {error}") from error
    return counted
