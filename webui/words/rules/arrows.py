"""The rules that the three games on the board of arrows share, for players."""

from __future__ import annotations

import json
from collections.abc import Mapping

from .. import N_, Nn_
from ..games.forms import several
from .sheet import Paragraph, always

PISTE_RULES = (
    "dice_unsure", "board_unsure", "paused", "not_paused", "not_at_start", "not_in_this_game", "no_such_player",
    "last_player",
)  # fmt: skip
"""Ids of the rules that Piste itself has, whatever the game."""

DRAW = N_("The first throw decides")
TWICE = N_("You may take both dice with one man, or one die with each of two men.")
ORDER = N_("Which die comes first? You choose.")
PASS = N_("Can you move no man at all? Then you pass. That is nobody's fault.")

PISTE_SAYS = (
    (N_("Piste reads the dice, or you tap what they show."), always),
    (N_("You move your men by touch. What does not fit is told, with the rule."), always),
    (N_("To make a mistake is not bad: choose again."), always),
    (N_("Is Piste not sure? Then it asks you. It never guesses a throw."), always),
    (N_("During a pause nothing counts. Press “Go on” first."), always),
)

SERIES = (
    several(
        Nn_(
            "You play %(n)s game: who wins it has won.",
            "You play %(n)s games: who wins more of them has won.",
        ),
        "games",
    ),
    always,
)
"""How many games are played, for a game in which each counts alike."""


def standing(white: Mapping[str, int], black: Mapping[str, int], **more: object) -> str:
    """The position with these men, by each player's own numbers; White is to throw."""
    return json.dumps({"white": dict(white), "black": dict(black), "player": 1, **more})


PISTE = Paragraph("piste", N_("What Piste does"), PISTE_SAYS, rules=PISTE_RULES)
