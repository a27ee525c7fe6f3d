"""`piste export RECORD`: a record in other programs' formats."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from ..terminal import Translated, language_option
from ..words import N_
from .saved import save

if TYPE_CHECKING:
    from referee.record import Record

FORMATS = ("json", "csv", "ods", "mat", "sgf")
SEVERAL = ("csv", "ods")
"""Formats that take several records."""


@click.command(
    cls=Translated,
    help=N_(
        "Write records for spreadsheets and other programs.\n\n"
        "json holds everything; csv and ods are tables of points and turns for teachers, of one record or several;"
        " mat and sgf are matches of backgammon for other backgammon programs. Each record is verified first, as by"
        " 'piste replay'.\n\n"
        "Example: piste export monday.txt tuesday.txt --out scores.ods"
    ),
)
@click.argument(
    "records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help=N_("What to write; else FILE's ending tells, else json.")
)
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help=N_("Else it is printed.")
)
@language_option
@click.option(
    "--sheet",
    type=click.Choice(["scores", "turns"]),
    default="scores",
    show_default=True,
    help=N_("Which table of csv; ods holds both."),
)
def command(
    records: tuple[Path, ...],
    form: str | None,
    out: Path | None,
    language: str,
    sheet: Literal["scores", "turns"],
) -> None:
    """Records in the forms that other programs read."""
    form = form or _ending(out)
    if len(records) > 1 and form not in SEVERAL:
        raise click.UsageError(f"expected one record for {form}; got {len(records)}")
    if out is not None and any(out.exists() and out.samefile(record) for record in records):
        raise click.UsageError(f"--out: expected another file than the record; got {out}")
    if form == "ods" and out is None and sys.stdout.isatty():
        raise click.UsageError("--out: expected a file, for a spreadsheet cannot be shown here")
    named = [(record.stem, _read(record)) for record in records]
    _write(_exported(named, form, language, sheet), out)


def _ending(out: Path | None) -> str:
    """The format of a file, by its name."""
    ending = "json" if out is None else out.suffix.lstrip(".").lower()
    if ending not in FORMATS:
        expected = f"expected --format, or a name that ends in .{', .'.join(FORMATS)}"
        raise click.UsageError(f"--out: {expected}; got {out}")
    return ending


def _read(path: Path) -> Record:
    from referee.errors import BadRecord

    from ..records.files import read_record

    try:
        return read_record(path)
    except BadRecord as error:
        raise click.ClickException(f"{path}: {error}") from error


def _exported(
    named: list[tuple[str, Record]], form: str, language: str, sheet: Literal["scores", "turns"]
) -> bytes:
    from ..records.backgammon import CannotTell
    from ..records.exports import exported

    try:
        return exported(named, form, language, sheet)
    except CannotTell as error:
        raise click.ClickException(f"{form}: {error}") from error


def _write(content: bytes, out: Path | None) -> None:
    if out is None:
        sys.stdout.buffer.write(content)
    else:
        save(out, content, names=True)
