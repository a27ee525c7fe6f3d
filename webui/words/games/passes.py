"""Why a turn passed or stopped, one kind sentence for each reason that a game gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import N_, Words

_TILES: Mapping[str, str] = {
    "stuck": N_("With these dice you can close nothing more."),
    "all_shut": N_("Bravo: all your tiles are closed!"),
    "single_die": N_("You used one die alone: that ends your turn."),
}

_JACQUET: Mapping[str, str] = {
    "arrow_held": N_("With %(dice)s you cannot play: the arrows where you would arrive are “bouchées”."),
    "too_long_block": N_("With %(dice)s you would hold too many arrows in a row: that is not allowed yet."),
    "postillon_stays": N_("With %(dice)s your postillon would go beyond the last arrow."),
    "not_all_arrived": N_(
        "With %(dice)s you cannot play: all your men must first be on your arrows 19 to 24."
    ),
    "not_exact": N_("You need the exact number to leave: the last arrow “plus un”. You threw %(dice)s."),
    "rearmost_first": N_("The man that has farthest to go leaves first, and %(dice)s does not take it out."),
    "nothing_fits": N_("With %(dice)s none of your men can move."),
}

_BACKGAMMON: Mapping[str, str] = {
    "closed_board": N_("Your men wait on the bar, and all six arrows where they could enter are held."),
    "no_entry": N_("Your men wait on the bar, and with %(dice)s they cannot enter: those arrows are held."),
    "greater_die": N_(
        "Only the smaller die could be played, and the rule says the greater: “ce sera toujours celui"
        " indiquant le plus grand nombre de points”."
    ),
    "no_move": N_("With %(dice)s none of your men can move."),
}

_TRICTRAC: Mapping[str, str] = {
    "no_entry": N_("With %(dice)s none of your men that wait on the first arrow can come into play."),
    "not_exact": N_("With %(dice)s every man would go beyond the last arrow: the number must be exact."),
    "no_move": N_("With %(dice)s none of your men can move."),
}

_TOCK: Mapping[str, str] = {
    "nothing_playable": N_("None of your cards can be played, so one is laid down."),
    "unjudged": N_("I do not know your cards: I cannot tell whether one could be played."),
}

PASSES: Mapping[tuple[str, str], str] = {
    **{
        (game, reason): _TILES[reason]
        for game in ("occe_child", "occe_adult")
        for reason in ("stuck", "all_shut")
    },
    **{("royal", reason): text for reason, text in _TILES.items()},
    **{("jacquet", reason): text for reason, text in _JACQUET.items()},
    **{("backgammon", reason): text for reason, text in _BACKGAMMON.items()},
    **{("trictrac", reason): text for reason, text in _TRICTRAC.items()},
    **{("tock", reason): text for reason, text in _TOCK.items()},
}
"""(name of a game, id of a reason) -> the sentence; %(dice)s stands for the throw."""


def pass_sentence(w: Words, game: str, reason: str, dice: Sequence[object] = ()) -> str:
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
