"""The rules of the games as they are told to players, in one visible table: a sheet a game."""

from __future__ import annotations

from collections.abc import Mapping

from .backgammon import BACKGAMMON
from .jacquet import JACQUET
from .occe import ADULT, CHILD
from .royal import ROYAL
from .sheet import Example, LookStep, Options, Paragraph, PlayStep, RuleSheet, ThrowStep, TouchStep, TryStep
from .tock import TOCK
from .trente import TRENTE
from .trictrac import TRICTRAC

__all__ = [
    "SHEETS", "Example", "LookStep", "Options", "Paragraph", "PlayStep", "RuleSheet", "ThrowStep", "TouchStep",
    "TryStep", "paragraph_of",
]  # fmt: skip

SHEETS: Mapping[str, RuleSheet] = {
    "occe_child": CHILD,
    "occe_adult": ADULT,
    "royal": ROYAL,
    "trente": TRENTE,
    "jacquet": JACQUET,
    "backgammon": BACKGAMMON,
    "trictrac": TRICTRAC,
    "tock": TOCK,
}
"""A game of `referee.games.GAMES` -> its page; a game that is not there has none yet, and its page says so."""


def paragraph_of(game: str, rule: str) -> str:
    """The key of the paragraph that explains a rule of a game; "" if no page does."""
    sheet = SHEETS.get(game)
    paragraphs = sheet.paragraphs if sheet else ()
    return next((one.key for one in paragraphs if rule in one.rules), "")
