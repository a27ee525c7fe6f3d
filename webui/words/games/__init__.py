"""The words of every game in one table: a row per game, and the fallback for games without one."""

from __future__ import annotations

from collections.abc import Mapping

from .backgammon import BACKGAMMON
from .forms import Sentence
from .jacquet import JACQUET
from .occe import ADULT, CHILD
from .row import CoachOffer, GameWords
from .royal import ROYAL
from .shared import SHARED
from .tock import TOCK
from .trente import TRENTE
from .trictrac import TRICTRAC

__all__ = ["WORDS", "CoachOffer", "GameWords", "refusal_of", "words_of"]

WORDS: Mapping[str, GameWords] = {
    "occe_child": CHILD,
    "occe_adult": ADULT,
    "royal": ROYAL,
    "trente": TRENTE,
    "jacquet": JACQUET,
    "backgammon": BACKGAMMON,
    "trictrac": TRICTRAC,
    "tock": TOCK,
}
"""A game of `referee.games.GAMES` -> all its words."""


def words_of(game: str) -> GameWords:
    """The words of a game by its name; the shared ones if it has none."""
    return WORDS.get(game, SHARED)


def refusal_of(rule: str) -> Sentence | None:
    """Why a move that breaks a rule does not fit, whatever the game; None for a rule without words."""
    return next((row.refusals[rule] for row in WORDS.values() if rule in row.refusals), None)
