"""Rows of the journal, each read by itself: a disk rots by single characters, and must never cost more than a row."""

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
"""What reading a row may raise where some of its characters are others than were written."""


def standing(said: Mapping[str, object], sentence: Sentence) -> Table:
    """The table that a whole stand holds, able to be shown and played on. Raises one of ROTTEN."""
    table = table_store.from_json(said, sentence)
    view(table)
    view(touch(table, CameraLost(), table.t).table)
    tick(table, table.t)
    return table


def counted(said: Mapping[str, object]) -> Match | None:
    """The match that a whole stand holds; None where nothing was refereed. Raises one of ROTTEN."""
    return table_store.from_json(said).match


def agreed(setup: bytes) -> Setup:
    """The setup of a game's row. Raises one of ROTTEN."""
    return Setup.from_json(_object(setup))


def event_of(game: int, seq: object, at: bytes, line: bytes) -> EventLine:
    """An event's row as one JSON object with `game_id`, `seq` and `at`. Raises one of ROTTEN."""
    said: dict[str, object] = {**_object(line)}
    for name in ("t", *FIELDS[str(said["event"])]):
        said[name]  # each must be there
    if not isinstance(said["t"], int | float) or not math.isfinite(said["t"]) or not isinstance(seq, int):
        raise ValueError(f"expected seconds and a number; got {said['t']!r} and {seq!r}")
    told: EventLine = {"game_id": game, "seq": seq, "at": at.decode(), **said}  # type: ignore[typeddict-item]  # checked here
    for language in LANGUAGES:
        event_sentence(told, {}, language)
    return told


def _object(text: bytes) -> Mapping[str, object]:
    said = json.loads(text.decode())
    if not isinstance(said, dict):
        raise TypeError(f"expected a JSON object; got {type(said).__name__}")
    return said
