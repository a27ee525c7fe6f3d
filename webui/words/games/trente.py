"""The words of Trente; where a phrase of the sheet decides, a refusal says it in the sheet's words."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.trente import Attack, Keep, Revenge

from .. import N_, Nn_, Words
from .forms import Sentence, Values, amount, cases, joined, of, one_of, says, several
from .row import CoachOffer, GameWords
from .shared import SHARED, WINS, everybodys, play_offs

REFUSALS: Mapping[str, Sentence] = {
    "must_keep": N_("You threw %(dice)s: set aside at least one die before you throw the others again."),
    "throw_to_keep": several(Nn_("First throw the last die.", "First throw the %(n)s dice."), "due"),
    "not_thrown": N_("You threw %(dice)s: you cannot set aside %(kept)s."),
    "aside_thrown": several(
        Nn_(
            "The rule says “a die set aside cannot be thrown again”: leave %(aside)s and throw the last die only.",
            "The rule says “a die set aside cannot be thrown again”: leave %(aside)s and throw the other %(n)s dice"
            " only.",
        ),
        "due",
    ),
    "aside_stays": N_("The rule says “a die set aside cannot be thrown again”: put %(aside)s back aside."),
    "first_die_decides": N_(
        "The first die set aside decides: with 1, 2 or 3 it is 12 or less, with 4, 5 or 6 it is 30 or more."
    ),
    "target_first": says(
        N_("You attack at %(level)s: first say whom, player %(targets)s."), targets=one_of("targets")
    ),
    "no_attack_due": N_(
        "There is nobody to choose: the threshold is not passed, or the rule says whom you attack."
    ),
    "not_yourself": says(
        N_("You cannot attack yourself: choose player %(targets)s."), targets=one_of("targets")
    ),
    "target_dead": says(
        N_("Player %(target)s is out of this round already: choose player %(targets)s."),
        targets=one_of("targets"),
    ),
    "not_a_target": says(
        N_("Player %(target)s cannot be attacked now: choose player %(targets)s."), targets=one_of("targets")
    ),
    "revenge_first": N_("Player %(player)s is out but may take revenge: say yes or no first."),
    "no_revenge_due": N_("No revenge now: only a player whom another has just knocked out may take it."),
}

_MADE = cases(
    "threshold",
    {12: N_("%(name)s makes %(sum)s; 12 or less was wanted.")},
    N_("%(name)s makes %(sum)s; 30 or more was wanted."),
)
_LEFT = N_("%(name)s has %(points)s now.")
_COSTS = several(Nn_("That costs %(n)s point.", "That costs %(n)s points."), "lost")
_HITS = several(Nn_("%(n)s hit at %(level)s.", "%(n)s hits at %(level)s."), "hits")
_FULL_HANDS = several(Nn_("%(n)s full hand!", "%(n)s full hands!"), "full_hands")
_TARGET_LOSES = several(
    Nn_("%(name)s loses %(n)s point.", "%(name)s loses %(n)s points."), "lost", name=of("target")
)

OUTCOMES: Mapping[str, Sentence] = {
    "loses": joined(
        _MADE,
        cases("lost", {0: N_("Exactly: nothing is lost.")}, _COSTS),
        says(_LEFT, points=amount("left")),
    ),
    "attacks": joined(_MADE, says(N_("Attack at %(level)s on %(name)s!"), name=of("target"))),
    "may_attack": joined(
        _MADE,
        cases(
            "targets",
            {(): N_("Attack at %(level)s, but nobody is left to attack.")},
            says(N_("Attack at %(level)s: on %(names)s, as you choose."), names=one_of("targets")),
        ),
    ),
    "hits": cases(
        "hits",
        {0: says(N_("No die shows %(level)s: %(name)s loses nothing."), name=of("target"))},
        joined(
            _HITS,
            cases("full_hands", {0: ""}, _FULL_HANDS),
            _TARGET_LOSES,
            says(_LEFT, name=of("target"), points=amount("left")),
        ),
    ),
    "dies": N_("%(name)s is out of this round."),
    "may_revenge": N_("%(name)s may take revenge with one more turn."),
    "played_off": says(N_("Play-off: %(points)s."), points=everybodys("points")),
    "round": joined(says(N_("Round %(number)s: %(points)s."), points=everybodys("points")), play_offs, WINS),
    "play_off": SHARED.outcomes["play_off"],
    "match": SHARED.outcomes["match"],
}


def _attacked(w: Words, v: Values) -> object:
    """Whom a player chooses: by name, or by number where nobody of that number plays."""
    everybody, target = v["everybody"], v["target"]
    return everybody[target] if target < len(everybody) else target + 1


TRENTE = GameWords(
    title="Trente",
    refusals={**SHARED.refusals, **REFUSALS},
    outcomes=OUTCOMES,
    moves={
        Keep: N_("%(name)s sets aside %(dice)s."),
        Attack: says(N_("%(name)s chooses to attack %(other)s."), other=_attacked),
        Revenge: cases(
            "taken", {True: N_("%(name)s takes revenge."), False: N_("%(name)s takes no revenge.")}
        ),
    },
    house_rules=SHARED.house_rules,
    coach=CoachOffer("trente", "Trente: which dice to set aside, and what an attack does."),
)
