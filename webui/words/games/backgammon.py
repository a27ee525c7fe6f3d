"""The words of Backgammon."""

from __future__ import annotations

from dataclasses import replace

from referee.games.arrows import Say

from .. import N_, Nn_
from .arrows import ARROWS, COUNTS, place_of, won
from .forms import cases, one_of, says, several
from .row import CoachOffer

BACKGAMMON = replace(
    ARROWS,
    title="Backgammon",
    refusals={
        **ARROWS.refusals,
        "bar_first": several(
            Nn_(
                "Your man on the bar comes back in first: until then “no other man can be moved”.",
                "Your %(n)s men on the bar come back in first: until then “no other man can be moved”.",
            ),
            "waiting",
        ),
        "not_all_home": several(
            Nn_(
                "No man leaves the board before all are in your last quarter: %(n)s is still on its way.",
                "No man leaves the board before all are in your last quarter: %(n)s are still on their way.",
            ),
            "outside",
        ),
        "die_too_small": says(
            N_("To leave the board from %(place)s you need %(needed)s: your dice left show %(dice)s."),
            place=place_of("arrow"),
            dice=one_of("dice"),
        ),
        "push_first": says(
            N_("A man still stands farther back, on %(farther)s: so %(dice)s must “push” it instead."),
            farther=place_of("farther"),
            dice=one_of("dice"),
        ),
        "greater_die_first": N_(
            "Of your two dice you can play only one: it is “always the one with more points”,"
            " so play the %(greater)s."
        ),
    },
    outcomes={
        **ARROWS.outcomes,
        "won": won(
            {
                "gammon": N_("The loser has borne off no man: gammon!"),
                "backgammon": N_(
                    "The loser has a man on the bar or in the winner's last quarter: backgammon!"
                ),
                "refused": N_("The double was refused."),
            },
            COUNTS,
        ),
        "doubles": N_("%(name)s offers to double: the game would count %(to)s."),
        "accepts": N_("%(name)s accepts and has the doubling die: the game counts %(to)s."),
        "refuses": N_("%(name)s refuses the double."),
    },
    passes={
        "closed_board": N_("Your men wait on the bar, and all six arrows where they could enter are held."),
        "no_entry": N_(
            "Your men wait on the bar, and with %(dice)s they cannot enter: those arrows are held."
        ),
        "greater_die": N_(
            "Only the smaller die could be played, and the rule says the greater: “ce sera toujours celui"
            " indiquant le plus grand nombre de points”."
        ),
        "no_move": N_("With %(dice)s none of your men can move."),
    },
    moves={
        Say: cases(
            "word",
            {
                "double": N_("%(name)s says: I double."),
                "accept": N_("%(name)s says: I accept."),
                "refuse": N_("%(name)s says: I refuse."),
            },
        )
    },
    coach=CoachOffer("arrows", "Backgammon: points to go, shots on lone men, chances to enter."),
)
