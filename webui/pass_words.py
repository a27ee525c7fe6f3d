"""Why a turn passed or stopped, one kind sentence for each reason that a game gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .words import N_, Words

_TILES: Mapping[str, str] = {
    "stuck": N_("With these dice you can close nothing more."),
    "all_shut": N_("Bravo: all your tiles are closed!"),
    "single_die": N_("You used one die alone: that ends your turn."),
}

PASSES: Mapping[tuple[str, str], str] = {
    **{
        (game, reason): _TILES[reason]
        for game in ("occe_child", "occe_adult")
        for reason in ("stuck", "all_shut")
    },
    **{("royal", reason): text for reason, text in _TILES.items()},
}
"""(name of a game, id of a reason) -> the sentence; %(dice)s stands for the throw."""


def pass_sentence(w: Words, game: str, reason: str, dice: Sequence[int] = ()) -> str:
    """Why a turn passed, to the player whose it was.

    Args:
        w: the reader's words.
        game: the game's name.
        reason: the reason's id, as it stands in a record.
        dice: the throw that could not be played.

    Raises:
        KeyError: a reason that this game does not give.
    """
    return w.t(PASSES[game, reason], dice=w.all_of(dice))
