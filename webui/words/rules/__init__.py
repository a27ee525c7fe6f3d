"""The rules of the games for players, in one table: a sheet per game."""

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
"""A game of `referee.games.GAMES` -> its page; the page of a missing game says that there is none yet."""


def paragraph_of(game: str, rule: str) -> str:
    """The key of the paragraph that explains a rule of a game; "" if no page does."""
    sheet = SHEETS.get(game)
    paragraphs = sheet.paragraphs if sheet else ()
    return next((one.key for one in paragraphs if rule in one.rules), "")
