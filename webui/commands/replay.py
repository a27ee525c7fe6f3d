"""`piste replay RECORD`: the story of a match, each verdict verified."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from referee.core import Event, Game, State
    from referee.record import Record, Refused


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(record: Path) -> None:
    """Tell the story of a record and verify each verdict in it.

    Stops with exit status 1 and the number of the line where something cannot be right.

    Example: piste replay game.txt
    """
    from referee.errors import BadRecord
    from referee.record import from_lines

    try:
        with record.open(encoding="utf-8-sig") as lines:
            read = from_lines(lines)
    except UnicodeDecodeError as error:
        _refuse(f"{record}: expected UTF-8 text; got the byte {error.object[error.start]:#04x}")
    except BadRecord as error:
        _refuse(f"{record}: {error}")
    for told in _story(read):
        click.echo(told)


def _refuse(reason: str) -> None:
    click.echo(reason, err=True)
    sys.exit(1)


def _story(record: Record) -> Iterator[str]:
    from referee.record import told

    match = record.match
    game, now = match.game, match.until(0)
    players = ", ".join(f"{n} {name} (seat {s})" for n, (name, s) in enumerate(_named(record), start=1))
    yield f"{game.name}: {players}"
    for index, event in enumerate(match.events):
        yield from _refusals(record, now.state, index)
        after = now.then(event)
        yield _told(record, now.state, event, after.state)
        yield from (f"  = {outcome}" for outcome in told(now, after))
        now = after
    yield from _refusals(record, now.state, len(match.events))
    ending = "over" if game.is_over(now.state) else "not over"
    yield f"Every verdict is right: {len(match.events)} events, {len(record.refused)} refused; {ending}."


def _named(record: Record) -> Iterator[tuple[str, int]]:
    players = range(len(record.match.seats))
    return zip((_name(record, player) for player in players), record.match.seats, strict=True)


def _name(record: Record, player: int) -> str:
    """A player's name, its unprintable characters escaped."""
    name = record.match.players[player]
    return name if name.isprintable() else repr(name)


def _told(record: Record, state: State, event: Event, after: State) -> str:
    """One event; after a throw, what it allows."""
    from referee.core import Left, Paused, Placed, Replaced, Resumed, Roll, SetUp
    from referee.record_events import event_text

    game = record.match.game
    due = game.awaits(state)
    name = _name(record, due.player) if due else "nobody"
    if isinstance(event, Left | Replaced):
        name = _name(record, event.player)
    if isinstance(event, SetUp | Paused | Resumed):
        return f"  the match {event_text(game, event)}"
    told = f"  {name} {event_text(game, event)}"
    if isinstance(event, Placed):
        stands = ", ".join(f"{space} {kind}" for space, kind in event.spaces)
        return f"  a person says how the board stands in {name}'s turn: {stands}"
    if isinstance(event, Roll):
        legal = ", ".join(game.to_text(move) for move in game.legal(after))
        return f"{told}: {legal or 'nothing to play'}"
    return told


def _refusals(record: Record, state: State, after: int) -> Iterator[str]:
    for refused in record.refused:
        if refused.after == after:
            yield _refused(record.match.game, state, refused, record)


def _refused(game: Game, state: State, refused: Refused, record: Record) -> str:
    from referee.record import refusal_of
    from referee.record_events import event_text

    due = game.awaits(state)
    name = _name(record, due.player) if due else "somebody"
    foul = refusal_of(game, state, refused.event, refused.rule)
    values = ", ".join(f"{key} {value}" for key, value in foul.values) if foul else ""
    return f"  {name} {event_text(game, refused.event)} - refused: {refused.rule} ({values})"
