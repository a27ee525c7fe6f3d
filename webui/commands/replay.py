"""`piste replay RECORD`: the story of a match, each verdict verified."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from referee.record import Record

    from ..records import Step


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(record: Path) -> None:
    """Tell the story of a record and verify each verdict in it.

    Stops with exit status 1 and the number of the line where something cannot be right.

    Example: piste replay game.txt
    """
    from referee.errors import BadRecord

    from ..records import read_record

    try:
        read = read_record(record)
    except BadRecord as error:
        click.echo(f"{record}: {error}", err=True)
        sys.exit(1)
    for told in _story(read):
        click.echo(told)


def _story(record: Record) -> Iterator[str]:
    from ..records import steps

    match = record.match
    people = zip(match.players, match.seats, strict=True)
    players = ", ".join(f"{n} {_shown(name)} (seat {seat})" for n, (name, seat) in enumerate(people, start=1))
    yield f"{match.game.name}: {players}"
    for step in steps(record):
        yield f"  {_told(step)}"
        yield from (f"  = {outcome}" for outcome in step.outcomes)
    ending = "over" if match.game.is_over(match.state) else "not over"
    yield f"Every verdict is right: {len(match.events)} events, {len(record.refused)} refused; {ending}."


def _shown(name: str) -> str:
    """A player's name, its unprintable characters escaped."""
    return name if name.isprintable() else repr(name)


def _told(step: Step) -> str:
    """One event; after a throw, what it allows, and after a refusal its rule."""
    from referee.core import Paused, Placed, Resumed, Roll, SetUp
    from referee.record_events import event_text

    game = step.before.game
    nobody = "the match" if isinstance(step.event, SetUp | Paused | Resumed) else "somebody"
    name = nobody if step.player is None else _shown(step.before.names[step.player])
    told = f"{name} {event_text(game, step.event)}"
    if step.foul is not None:
        values = ", ".join(f"{key} {value}" for key, value in step.foul.values)
        return f"{told} - refused: {step.foul.rule} ({values})"
    if isinstance(step.event, Placed):
        stands = ", ".join(f"{space} {kind}" for space, kind in step.event.spaces)
        return f"a person says how the board stands in {name}'s turn: {stands}"
    if isinstance(step.event, Roll):
        legal = ", ".join(game.to_text(move) for move in game.legal(step.after.state))
        return f"{told}: {legal or 'nothing to play'}"
    return told
