"""The words of Trente; refusals use the deciding words of the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.trente import Attack, Keep, Revenge

from .. import N_, Nn_, Words
from .forms import Sentence, Values, amount, any_of, cases, counted, joined, of, says
from .row import CoachOffer, GameWords
from .shared import SHARED, WINS, YES_NO, called, everybodys, play_offs

REFUSALS: Mapping[str, Sentence] = {
    "must_keep": N_("You threw %(dice)s: set aside at least one die before you throw the others again."),
    "throw_to_keep": counted(Nn_("First throw the last die.", "First throw the %(n)s dice."), "due"),
    "not_thrown": N_("You threw %(dice)s: you cannot set aside %(kept)s."),
    "aside_thrown": counted(
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
        N_("You attack at %(level)s: first say whom: %(targets)s."), targets=called("targets")
    ),
    "no_attack_due": N_(
        "There is nobody to choose: the threshold is not passed, or the rule says whom you attack."
    ),
    "not_yourself": says(
        N_("You cannot attack yourself: choose %(targets)s."), targets=called("targets")
    ),
    "target_dead": says(
        N_("%(target)s is out of this round already: choose %(targets)s."),
        target=called("target"),
        targets=called("targets"),
    ),
    "not_a_target": says(
        N_("%(target)s cannot be attacked now: choose %(targets)s."),
        target=called("target"),
        targets=called("targets"),
    ),
    "revenge_first": says(
        N_("%(player)s is out but may take revenge: say yes or no first."), player=called("player")
    ),
    "no_revenge_due": N_("No revenge now: only a player whom another has just knocked out may take it."),
}

_MADE = cases(
    "threshold",
    {12: N_("%(name)s makes %(sum)s; 12 or less was wanted.")},
    N_("%(name)s makes %(sum)s; 30 or more was wanted."),
)
_LEFT = N_("%(name)s has %(points)s now.")
_COSTS = counted(Nn_("That costs %(n)s point.", "That costs %(n)s points."), "lost")
_HITS = counted(Nn_("%(n)s hit at %(level)s.", "%(n)s hits at %(level)s."), "hits")
_FULL_HANDS = counted(Nn_("%(n)s full hand!", "%(n)s full hands!"), "full_hands")
_TARGET_LOSES = counted(
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
            says(N_("Attack at %(level)s: on %(names)s, as you choose."), names=any_of("targets")),
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
    """Whom a player chooses: by name, or by number if nobody with that number plays."""
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
    about=N_("Six dice are set aside one after the other: 30 or more, or 12 or less; beyond it, one attacks."),
    abouts={
        "Trente (chez nous)": N_(
            "Six dice are set aside one after the other: 30 or more is always wanted; beyond it, one attacks."
        )
    },
    profiles={"Trente (chez nous)": N_("Trente, a family’s way")},
    handicap=N_("So many points more, or fewer, a player has at the start of every round, %(least)s to %(most)s."),
    house_rules={
        "show_legal": (N_("Show what may be set aside?"), SHARED.house_rules["show_legal"][1]),
        "rules": (
            N_("Which threshold, and who is attacked?"),
            {
                "standard": N_("The first die decides between 12 and 30; the round decides who is attacked"),
                "nous": N_("Always 30; 2, 4, 6 beyond attacks the player at the right, 1, 3, 5 the one at the left"),
            },
        ),
        "revenge": (N_("May who is killed take revenge?"), {"yes": N_("Yes"), "no": N_("No")}),
        "revenge_penalty": (N_("Does a revenge that misses its threshold cost points?"), YES_NO),
        "round": (
            N_("Which round is the first? It decides who is attacked."),
            {
                1: N_("The first: the next player"),
                2: N_("The second: the player before"),
                3: N_("The third: as one likes"),
            },
        ),
        "rounds": (N_("How many rounds?"), {}),
        "start_score": (N_("With how many points does a round begin?"), {}),
        "tie": (
            N_("When several are first?"),
            {"shared": N_("They win together"), "extra_game": N_("They play one more game")},
        ),
        "stake": (N_("Counters for a round"), {}),
    },
    coach=CoachOffer("trente", "Trente: which dice to set aside, and what an attack does."),
)
