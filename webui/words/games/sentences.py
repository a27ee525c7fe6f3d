"""The sentences a player reads: one for each rule that a move can break, one for each thing that happens.

Pure, and without Flask: `piste watch` uses them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import Foul

from .. import words
from ..events import EVENTS
from .refusals import REFUSALS

Values = Mapping[str, Any]


def sentence(rule: str, values: Values, language: str) -> str:
    """Why a move is refused, for a child. Raises LookupError for a rule that has no sentence."""
    return REFUSALS[rule](words(language), values)


def foul_sentence(foul: Foul, language: str) -> str:
    """The same of the referee's own value; what the live table is handed."""
    return sentence(foul.rule, dict(foul.values), language)


def event_sentence(event: Values, names: Mapping[int, str], language: str) -> str:
    """One event in one sentence; `names` are the players' by playing number.

    Raises LookupError for an unknown word.
    """
    return EVENTS[event["event"]](words(language), event, names.get(event.get("player", 0), ""))
