"""Rows of the journal, each read separately: a disk decays by single characters, and may cost no more than a row."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Mapping

from referee.match import Match

from ..table import store as table_store
from ..table.reducer import tick, touch
from ..table.values.actions import CameraLost
from ..table.values.events import FIELDS, EventLine
from ..table.values.languages import LANGUAGES
from ..table.values.setup import Setup
from ..table.values.state import Sentence, Table
from ..table.viewing import view
from ..words.games.sentences import event_sentence

ROTTEN = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
    StopIteration,
    sqlite3.Error,
)
"""What reading a row may raise if some of its characters have changed."""


def table_of(stand: Mapping[str, object], sentence: Sentence) -> Table:
    """The table of a whole stand, able to be shown and continued. Raises one of ROTTEN."""
    table = table_store.from_json(stand, sentence)
    view(table)
    view(touch(table, CameraLost(), table.t).table)
    tick(table, table.t)
    return table


def match_of(stand: Mapping[str, object]) -> Match | None:
    """The match of a whole stand; None if nothing was refereed. Raises one of ROTTEN."""
    return table_store.from_json(stand).match


def setup_of(setup: bytes) -> Setup:
    """The setup of a game's row. Raises one of ROTTEN."""
    return Setup.from_json(_object(setup))


def event_of(game: int, seq: object, at: bytes, line: bytes) -> EventLine:
    """An event's row as one JSON object with `game_id`, `seq` and `at`. Raises one of ROTTEN."""
    fields: dict[str, object] = {**_object(line)}
    for name in ("t", *FIELDS[str(fields["event"])]):
        fields[name]  # each must be there
    if not isinstance(fields["t"], int | float) or not math.isfinite(fields["t"]) or not isinstance(seq, int):
        raise ValueError(f"expected seconds and a number; got {fields['t']!r} and {seq!r}")
    event: EventLine = {"game_id": game, "seq": seq, "at": at.decode(), **fields}  # type: ignore[typeddict-item]  # checked here
    for language in LANGUAGES:
        event_sentence(event, {}, language)
    return event


def _object(text: bytes) -> Mapping[str, object]:
    value = json.loads(text.decode())
    if not isinstance(value, dict):
        raise TypeError(f"expected a JSON object; got {type(value).__name__}")
    return value
