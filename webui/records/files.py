"""Records from files, event by event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.core import Event, Foul, Outcome
from referee.errors import BadRecord
from referee.match import Match
from referee.record import Record, ended, from_lines
from referee.record_events import acting
from referee.record_verdicts import refusal_of

from .imports import READERS, imported


def read_record(path: Path) -> Record:
    """The record in a file of UTF-8 text, with or without its mark.

    Raises:
        BadRecord: a line is wrong, or is not UTF-8 text.
        OSError: the file cannot be read.
    """
    with path.open(encoding="utf-8-sig") as lines:
        try:
            return from_lines(lines)
        except BadRecord as error:
            if error.line > 1 or path.suffix.lower() not in READERS:
                raise
            reason = f"expected a record; got what 'piste import {path.name}' makes one of"
            raise BadRecord(1, reason) from error
        except UnicodeDecodeError as error:
            raise BadRecord(
                _line(path), f"expected UTF-8 text; got the byte {error.object[error.start]:#04x}"
            ) from error


def record_in(name: str, content: bytes) -> Record:
    """The record in a file of this name: in its own form, or a match that another program wrote.

    Raises:
        BadRecord: a line is wrong.
    """
    if Path(name).suffix.lower() in READERS:
        return imported(name, content)
    return from_lines(content.decode("utf-8-sig", "replace").splitlines())


def _line(path: Path) -> int:
    """The number of the first line that is not UTF-8 text."""
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        try:
            line.decode()
        except UnicodeDecodeError:
            return number
    return 1


@dataclass(frozen=True)
class RecordedEvent:
    """One event of a record, accepted or refused.

    Attributes:
        before: the match before it.
        after: the match after it; the same if it was refused.
        event: what happened.
        player: who acted, from 0; None for nobody (a pause, a position set up, a match that is over).
        foul: why it was refused; None if it was accepted.
        outcomes: what it ended.
    """

    before: Match
    after: Match
    event: Event
    player: int | None
    foul: Foul | None = None
    outcomes: tuple[Outcome, ...] = ()


def steps(record: Record) -> Iterator[RecordedEvent]:
    """Every event of a record, accepted or refused, in the order of its lines."""
    now = record.match.until(0)
    for index, event in enumerate(record.match.events):
        yield from _refused(record, now, index)
        after = now.then(event)
        yield RecordedEvent(now, after, event, acting(now.game, now.state, event), outcomes=ended(now, after))
        now = after
    yield from _refused(record, now, len(record.match.events))


def _refused(record: Record, now: Match, index: int) -> Iterator[RecordedEvent]:
    for wrong in record.refused:
        if wrong.after == index:
            foul = refusal_of(now.game, now.state, wrong.event, wrong.rule) or Foul(wrong.rule)
            yield RecordedEvent(now, now, wrong.event, acting(now.game, now.state, wrong.event), foul)
