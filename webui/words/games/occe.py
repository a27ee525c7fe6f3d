"""The words of OCCE Tric Trac: the children's rule and the grown-ups'."""

from __future__ import annotations

from dataclasses import replace

from .. import N_, Words
from .forms import Values, listed, says, shown, tell
from .row import CoachOffer
from .tiles import TILES, can_close, choices, hides, must_make, right_sum, sums_right, you_closed


def _too_many(w: Words, v: Values) -> str:
    if not v["possible"]:
        return can_close(w, v, ())
    if hides(v):
        return w.t("Close the tiles of your dice, or the tile of their sum, not all of them at once.")
    return w.t(
        "With %(dice)s, it is %(choices)s, not all of them at once.",
        dice=shown(w, v["dice"]),
        choices=choices(w, v, v["possible"]),
    )


WITH_DICE = N_(
    "Yes, %(tiles)s make %(sum)s, but here you close the tiles of your dice, or of their sum: %(choices)s."
)
WITH_THE_RULE = N_(
    "Yes, %(tiles)s make %(sum)s, but here you close the tiles of your dice, or the tile of their sum."
)
WITH_ONE_DIE = N_("Yes, %(tiles)s make %(sum)s, but with one die only tile %(sum)s can be closed.")


def _not_the_dice(w: Words, v: Values) -> str:
    if not v["possible"] or not sums_right(v, v["sum_due"]):
        return tell(w, THE_RULE, v) if hides(v) and v["possible"] else can_close(w, v, v["possible"])
    return right_sum(w, v, WITH_THE_RULE if hides(v) else WITH_DICE, choices=choices(w, v, v["possible"]))


def _not_the_die(w: Words, v: Values) -> str:
    return right_sum(w, v, WITH_ONE_DIE) if sums_right(v, sum(listed(v["dice"]))) else tell(w, ONE_DIE, v)


THE_RULE = says(
    N_("With %(dice)s, you close the tiles of your dice, or the tile of their sum: %(did)s."), did=you_closed
)
ONE_DIE = says(N_("With one die that shows %(dice)s, only tile %(dice)s can be closed: %(did)s."), did=you_closed)

CHILD = replace(
    TILES,
    title=N_("Tric Trac, children's rule"),
    about=N_("Close the tiles of the two dice, or the tile of their sum."),
    profiles={"OCCE enfant": N_("Tric Trac, children's rule")},
    refusals={
        **TILES.refusals,
        "not_the_die": _not_the_die,
        "not_the_dice": _not_the_dice,
        "single_not_allowed": N_(
            "With %(dice)s, if you close %(closed)s, close %(other)s too: it is still open."
        ),
        "too_many": _too_many,
    },
    house_rules={
        **TILES.house_rules,
        "single": (
            N_("May one tile be closed when both are open?"),
            {
                "if_other_shut": N_("No, only when the other one is closed already"),
                "free": N_("Yes, freely"),
            },
        ),
    },
    coach=CoachOffer("tiles", "Tric Trac of the OCCE, child rule."),
)

ADULT = replace(
    TILES,
    title=N_("Tric Trac, grown-ups' rule"),
    about=N_("Close any tiles that together make the sum of the dice."),
    profiles={"OCCE adulte": N_("Tric Trac, grown-ups' rule")},
    refusals={**TILES.refusals, "sum_mismatch": lambda w, v: must_make(w, v, [v["sum_due"]], ())},
    coach=CoachOffer("tiles", "Tric Trac of the OCCE, adult variant."),
)
