"""The winners of a game, by name."""

from __future__ import annotations

from collections.abc import Sequence

from ..table.values.view import View, ViewResult
from . import Words


def names_of(view: View, numbers: Sequence[int]) -> list[str]:
    """The names of these playing numbers, in playing order."""
    return [player.name for player in view.players if player.player in numbers]


def game_won(w: Words, view: View, result: ViewResult) -> str:
    """The end of a game, and its winners."""
    names = names_of(view, result.winners)
    return w.tn(
        "Game %(number)s: %(names)s wins.",
        "Game %(number)s: %(names)s win together.",
        len(names),
        number=result.game,
        names=w.all_of(names),
    )
