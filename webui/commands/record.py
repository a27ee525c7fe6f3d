"""`piste record`: a game of the site, as a record."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import Translated
from ..words import N_
from .saved import at_table, save

if TYPE_CHECKING:
    from referee.match import Match

    from ..store.journal import Journal
    from ..table.values.state import Table


@click.command(
    cls=Translated,
    help=N_(
        "Write game NUMBER of the journal as a record; without NUMBER, list the games.\n\n"
        "A record is text, one event a line; 'piste replay' tells its story, 'piste export' writes it for other"
        " programs. Corrections and what was taken back are in the journal alone: the record holds the game as it"
        " counts. Of a game of cards that is not over it tells nobody's hand.\n\n"
        "Example: piste record 12 --out monday.txt"
    ),
)
@click.argument("number", required=False, type=click.IntRange(min=1))
@click.option(
    "--id", "short", is_flag=True, help=N_("Print where a game of Backgammon stands, as position ID and XGID, instead.")
)
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help=N_("Else it is printed.")
)
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help=N_("The data folder, as given to serve.")
)
@at_table
def command(number: int | None, short: bool, out: Path | None, data: Path | None) -> None:
    """A game of the journal, or their list."""
    if short and number is None:
        raise click.UsageError("--id: expected the NUMBER of a game; got none")
    journal = journal_of(data)
    try:
        lines = _listed(journal) if number is None else (_ids if short else _record)(journal, number)
        hidden = len(journal.by_sitting()) - len(lines) if number is None else 0
    finally:
        journal.close()
    text = "".join(f"{line}\n" for line in lines)
    if hidden:
        click.echo(f"left out, for they cannot be read: {hidden}. Try: piste repair", err=True)
    if out is None:
        click.echo(text, nl=False)
    else:
        save(out, text.encode(), names=True)


def journal_of(data: Path | None) -> Journal:
    """The journal of the data folder, read without creating or moving any file."""
    from ..store.file import JournalError
    from ..store.journal import Journal
    from .saved import data_folder

    try:
        return Journal.read(data_folder(data))
    except (JournalError, OSError, sqlite3.Error) as error:
        raise click.ClickException(str(error)) from error


def _listed(journal: Journal) -> list[str]:
    return [
        f"{game.id}\t{game.started}\t{game.setup.profile or game.setup.game}\t"
        f"{', '.join(player.name for player in game.setup.players) or '-'}\t"
        f"{'over' if game.over else 'not over'}"
        for game in journal.games()
    ]


def _record(journal: Journal, number: int) -> tuple[str, ...]:
    from referee.record import to_lines

    from ..table.games import table_family

    match, table = _match(journal, number)
    return to_lines(table_family(match.game).as_everybody_knows(match), drawn=table.setup.drawn)


def _ids(journal: Journal, number: int) -> tuple[str, str]:
    """The present position ID and XGID of a game of Backgammon."""
    from ..records.backgammon import CannotTell
    from ..records.backgammon_ids import ids

    try:
        return ids(_match(journal, number)[0])
    except CannotTell as error:
        raise click.ClickException(f"--id: {error}") from error


def _match(journal: Journal, number: int) -> tuple[Match, Table]:
    stored = journal.stored_game(number)
    if stored is None or stored[1].match is None:
        games = [game.id for game in journal.games()]
        numbers = " to ".join(map(str, sorted({*games[:1], *games[-1:]}))) or "none was played yet"
        raise click.ClickException(f"expected a game with a referee, of {numbers}; got {number}")
    return stored[1].match, stored[1]
