"""The words of Le Tric Trac; refusals quote the deciding phrase of the sheet."""

from __future__ import annotations

from dataclasses import replace

from referee.games.arrows import Say

from .. import N_, Nn_, Words
from .arrows import ARROWS, SAID, won
from .forms import Sentence, Values, any_of, cases, counted, joined, says
from .row import CoachOffer
from .shared import everybodys

_PRIVILEGE: Sentence = cases(
    "reason",
    {
        "entering": N_("Bring all your men into play before two of them may take your bosse."),
        "taken": N_("You hold your bosse already: with %(dice)s no man stops on arrow %(arrow)s."),
        "opposed": N_(
            "The other player holds arrow %(toward)s: while he does, it does not lead you to your bosse."
        ),
        "direct": N_(
            "Other men of yours reach your bosse with %(dice)s: the dice of arrow %(toward)s help only "
            "“lorsqu'il ne peut réussir ce coup avec d'autres dames”."
        ),
    },
    N_(
        "With %(dice)s you may stop on your bosse, arrow %(arrow)s, only where both dice lead two men to "
        "arrow %(toward)s."
    ),
)


def _scores(w: Words, v: Values) -> str:
    """Points of a throw, each kind once."""
    parts = {
        "captures": w.tn("%(n)s man captured", "%(n)s men captured", v["captures"]),
        "home": w.tn("%(n)s man arrived", "%(n)s men arrived", v["home"]),
        "pont": w.t("the grand pont (%(n)s)", n=v["pont"]),
    }
    return w.tn(
        "%(name)s makes %(n)s point: %(parts)s.",
        "%(name)s makes %(n)s points: %(parts)s.",
        sum(v[name] for name in parts),
        name=v["name"],
        parts=w.all_of(part for name, part in parts.items() if v[name]),
    )


_TOTAL = says(N_("Points: %(points)s."), points=everybodys("total"))

TRICTRAC = replace(
    ARROWS,
    title="Le Tric Trac",
    about=N_("For two: captures, men that arrive and the grand pont make points; 12 of them win a game."),
    doublet=N_("A doublet: two moves, then you throw again!"),
    profiles={"Le Tric Trac Ravensburger (notice)": N_("Le Tric Trac, as the leaflet has it")},
    refusals={
        **ARROWS.refusals,
        "enter_first": counted(
            Nn_(
                "You still have %(n)s man waiting on arrow %(arrow)s: “Il faut tout d'abord mettre ses dames en jeu"
                " avant de les faire avancer”.",
                "You still have %(n)s men waiting on arrow %(arrow)s: “Il faut tout d'abord mettre ses dames en jeu"
                " avant de les faire avancer”.",
            ),
            "waiting",
        ),
        "bosse_by_two": N_(
            "Two men take your bosse, arrow %(arrow)s, together: "
            "“en même temps, au cours du même coup de dés”. One man may not stop there alone."
        ),
        "bosse_last_two": N_(
            "The last two men leave your bosse, arrow %(arrow)s, together: "
            "“les 2 dernières dames ne peuvent être retirées qu'ensemble”."
        ),
        "bosse_closed": N_(
            "Arrow %(arrow)s is the other player's bosse: “Aucune dame ne pourra s'y poser”. Yours is arrow %(own)s."
        ),
        "privilege_denied": _PRIVILEGE,
        "winning_move": N_(
            "With %(dice)s you can make only one move, and one of them wins the party: that one counts for both dice,"
            " so play it."
        ),
        "home_exact": counted(
            Nn_(
                "From arrow %(arrow)s a man arrives with exactly %(n)s point: %(dice)s does not do it.",
                "From arrow %(arrow)s a man arrives with exactly %(n)s points: %(dice)s does not do it.",
            ),
            "needed",
            dice=any_of("dice"),
        ),
    },
    outcomes={
        **ARROWS.outcomes,
        "won": won(
            {
                "double": N_("The loser has 6 points or fewer: double!"),
                "triple": N_("The loser has 2 points or fewer: triple!"),
                "quadruple": N_("The loser has no point at all: quadruple!"),
            },
            counted(Nn_("It counts as %(n)s game won.", "It counts as %(n)s games won."), "points"),
        ),
        "scores": joined(_scores, _TOTAL),
        "restarts": joined(N_("%(name)s chooses to begin the next game anew."), _TOTAL),
        "prolongs": joined(N_("%(name)s chooses to go on: the men stay where they are."), _TOTAL),
        "restacks": N_("All of %(name)s's men have arrived: they are piled on the first arrow again."),
    },
    passes={
        "no_entry": N_("With %(dice)s none of your men that wait on the first arrow can come into play."),
        "not_exact": N_("With %(dice)s every man would go beyond the last arrow: the number must be exact."),
        "no_move": N_("With %(dice)s none of your men can move."),
    },
    moves={
        Say: cases(
            "word",
            SAID,
        )
    },
    handicap=N_("So many points a player has at the start of every game, %(least)s to %(most)s."),
    house_rules={
        **ARROWS.house_rules,
        "home": (
            N_("How does a man arrive?"),
            {"exact": N_("With the exact number"), "overshoot": N_("With a greater number too")},
        ),
        "puissance": (
            N_("When may two men take their bosse by the privilege?"),
            {"any": N_("Whatever stands on the other one"), "opp_empty": N_("Only while the other one is empty")},
        ),
        "pont": (
            N_("When does the grand pont make its points?"),
            {"each_throw": N_("After each throw"), "each_turn": N_("After each turn, not after a doublet")},
        ),
        "stake": (N_("Counters for a game won"), {}),
    },
    coach=CoachOffer("arrows", "Le Tric Trac: how far the men still have to go."),
)
