"""The words of Backgammon."""

from __future__ import annotations

from dataclasses import replace

from referee.games.arrows import Say

from .. import N_, Nn_, Words
from .arrows import ARROWS, COUNTS, SAID, left, place_of, won
from .forms import Values, any_of, cases, counted, joined, says
from .row import CoachOffer
from .shared import YES_NO


def _undoubled(w: Words, v: Values) -> str:
    """Why a gammon counts one: Jacoby's rule alone allows it."""
    once = v["how"] in ("gammon", "backgammon") and v["points"] == 1
    return w.t("Nobody had doubled, so it counts once (Jacoby).") if once else ""


BACKGAMMON = replace(
    ARROWS,
    title="Backgammon",
    about=N_("For two: bring your men home past the other's, capture those that stand alone, then bear yours off."),
    abouts={
        "Backgammon Ravensburger (notice)": N_(
            "For two: bring your men home, then bear them off. If only one die can be played, it is the greater or"
            " none; whoever starts throws again."
        ),
        "Backgammon international": N_(
            "For two: bring your men home, then bear them off. If only one die can be played, it is the greater, else"
            " the smaller; whoever starts plays the two dice of the draw."
        ),
    },
    doublet=N_("A double: each die is played twice!"),
    profiles={
        "Backgammon Ravensburger (notice)": N_("Backgammon, as the leaflet has it"),
        "Backgammon international": N_("Backgammon, international"),
    },
    refusals={
        **ARROWS.refusals,
        "bar_first": counted(
            Nn_(
                "Your man on the bar comes back in first: until then “no other man can be moved”.",
                "Your %(n)s men on the bar come back in first: until then “no other man can be moved”.",
            ),
            "waiting",
        ),
        "not_all_home": counted(
            Nn_(
                "No man leaves the board before all are in your last quarter: %(n)s is still on its way.",
                "No man leaves the board before all are in your last quarter: %(n)s are still on their way.",
            ),
            "outside",
        ),
        "die_too_small": says(
            N_("To leave the board from %(place)s you need %(needed)s: you have %(dice)s left to play."),
            place=place_of("arrow"),
            dice=left,
        ),
        "push_first": says(
            N_("A man still stands farther back, on %(farther)s: so %(dice)s must “push” it instead."),
            farther=place_of("farther"),
            dice=any_of("dice"),
        ),
        "greater_die_first": N_(
            "Of your two dice you can play only one: it is “always the one with more points”,"
            " so play the %(greater)s."
        ),
    },
    outcomes={
        **ARROWS.outcomes,
        "won": joined(won(
            {
                "gammon": N_("The loser has borne off no man: gammon!"),
                "backgammon": N_(
                    "The loser has a man on the bar or in the winner's last quarter: backgammon!"
                ),
                "refused": N_("The double was refused."),
            },
            COUNTS,
        ), _undoubled),
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
            SAID,
        )
    },
    handicap=N_("So many points of the match a player has before the first game, %(least)s to %(most)s."),
    house_rules={
        **ARROWS.house_rules,
        "single": (
            N_("If only one of two dice can be played?"),
            {
                "strict_high": N_("It is the greater, or none"),
                "international": N_("The greater where it can be played, else the smaller"),
            },
        ),
        "opening": (
            N_("What does the winner of the draw do?"),
            {"reroll": N_("Throw both dice anew"), "use_draw": N_("Play the two dice of the draw")},
        ),
        "bg_needs_no_bearoff": (N_("Does a backgammon count three only where the loser has borne off no man?"), YES_NO),
        "cube": (N_("Play with the doubling die?"), YES_NO),
        "points": (N_("Points that win the match (0: as many games as chosen)"), {}),
        "crawford": (N_("One game without doubling once a player lacks one point (Crawford)?"), YES_NO),
        "jacoby": (N_("Do gammon and backgammon count only once it was doubled (Jacoby)?"), YES_NO),
        "stake": (N_("Counters for a point"), {}),
    },
    coach=CoachOffer("arrows", "Backgammon: points to go, shots on lone men, chances to enter."),
)
