"""The words of Tric-Trac Royal."""

from __future__ import annotations

from dataclasses import replace

from .. import N_, Words
from .forms import Values, joined, says
from .row import CoachOffer
from .shared import YES_NO
from .tiles import PASSES, TILES, must_make, right_sum


def _total_or_die(w: Words, v: Values) -> str:
    return must_make(w, v, v["sums"], v["alone"])


ROYAL = replace(
    TILES,
    title=N_("Tric-Trac Royal"),
    about=N_("One box for all. Cover the sum of the dice, or what one die shows."),
    profiles={"Tric-Trac Royal": N_("Tric-Trac Royal")},
    refusals={
        **TILES.refusals,
        "total_or_die": _total_or_die,
        "single_total_possible": says(
            N_("With %(dice)s, you can still make %(due)s with both dice: do that first."),
            due=lambda w, v: v["sum_due"],
        ),
        "single_not_split": joined(
            lambda w, v: right_sum(w, v, N_("Yes, %(tiles)s make %(sum)s, but one die alone closes one tile only.")),
            _total_or_die,
        ),
    },
    passes={**PASSES, "single_die": N_("You used one die alone: that ends your turn.")},
    house_rules={
        **TILES.house_rules,
        "single_combo": (N_("May one die's number be made of several tiles?"), YES_NO),
        "single_only_if_needed": (N_("One die alone only when the sum cannot be made?"), YES_NO),
        "single_ends": (N_("Does using one die alone end the turn?"), YES_NO),
        "stake": (N_("How many counters does each player put in?"), {}),
    },
    coach=CoachOffer("tiles", "Tric-Trac Royal."),
)
