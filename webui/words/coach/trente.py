"""The coach's sentences for Trente, at three reading levels (`webui.words.coach.tiles.LEVELS`).

A player has one of three aims: to reach the threshold, to attack, or to lose the fewest points on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from referee.coach_trente import Blow, TrenteAdvice, TurnOdds
from referee.games.trente import Keep
from referee.games.trente.policy import LOSE_LEAST, REACH

from .. import Words
from ..odds import HALF, decimal, frequency, halves, percent, points, precise, times
from .tiles import Lines

SHOWN = {"nine": 3, "grown": 9}
"""How many choices beside the best are compared, at a reading level."""

HITS = 7
"""How many numbers of hits are listed, from none."""


def advice_lines(w: Words, level: str, advice: Sequence[TrenteAdvice], aim: str) -> Lines:
    """Which dice of a throw to set aside, and the cost of other choices.

    Args:
        w: the reader's words.
        level: the reading level.
        advice: from `TrenteCoach.advice`, the best first; at least one.
        aim: the aim of the advice.
    """
    best, *others = advice
    if level == "first":
        return (_short(w, advice),)
    shown, left = others[: SHOWN[level]], others[SHOWN[level] :]
    more = (_left_out(w, len(left)),) if left else ()
    undecided = _is_undecided(advice)
    if level == "nine":
        sentences = (_short(w, advice), *_odds_for_nine(w, best.threshold, best.odds))
        return (*sentences, *(_compared(w, choice, best, aim, undecided) for choice in shown), *more)
    return (*(_in_full(w, choice, best, aim, undecided) for choice in (best, *shown)), *more)


def odds_lines(w: Words, level: str, threshold: int, odds: TurnOdds) -> Lines:
    """The prospects of a turn before its next throw.

    Args:
        w: the reader's words.
        level: the reading level.
        threshold: 12 or 30; 0 if it is still open.
        odds: from `TrenteCoach.odds` or `.start`.
    """
    if level == "first":
        return (_hope(w, odds.reach),)
    if level == "nine":
        return _odds_for_nine(w, threshold, odds)
    levels = (
        w.t("attack at %(level)s: %(chance)s", level=level, chance=percent(w, chance))
        for level, chance in enumerate(odds.levels, start=1)
    )
    return (_figures(w, threshold, odds), f"{', '.join(levels)}.")


def blow_lines(w: Words, level: str, blow: Blow, points_left: int | None, kill: Fraction | None) -> Lines:
    """The effect of an attack.

    Args:
        w: the reader's words.
        level: the reading level.
        blow: from `TrenteCoach.blow`, for `HITS` numbers of hits or more.
        points_left: the target's points; None if unknown.
        kill: the chance that the attack takes more than that.
    """
    if level == "first":
        return (w.t("Throw all six dice and look for %(level)s.", level=blow.level),)
    if level == "nine":
        sentences = (
            w.t("The attack hits nothing %(times)s.", times=times(w, blow.hits[0])),
            w.t("On average it takes %(points)s.", points=points(w, blow.mean_damage)),
        )
    else:
        sentences = (
            _hits(w, blow),
            w.t("On average it takes %(points)s points.", points=decimal(w, blow.mean_damage)),
        )
    if points_left is None or kill is None:
        return sentences
    often = times(w, kill) if level == "nine" else percent(w, kill)
    return (*sentences, _kill(w, level, points_left, often))


def _kill(w: Words, level: str, points_left: int, often: str) -> str:
    if level == "nine":
        return w.tn(
            "Who has %(n)s point is killed %(times)s.",
            "Who has %(n)s points is killed %(times)s.",
            points_left,
            times=often,
        )
    return w.tn(
        "Chance to kill who has %(n)s point: %(chance)s.",
        "Chance to kill who has %(n)s points: %(chance)s.",
        points_left,
        chance=often,
    )


def _hits(w: Words, blow: Blow) -> str:
    """Chances of no hit, one, two, ... and of as many or more."""
    rows = [
        w.tn("%(n)s hit: %(chance)s", "%(n)s hits: %(chance)s", count, chance=percent(w, chance))
        for count, chance in enumerate(blow.hits[:HITS])
    ]
    rest = sum(blow.hits[HITS:], Fraction(0)) + blow.more
    more = w.t("%(n)s hits or more: %(chance)s", n=HITS, chance=percent(w, rest))
    return f"{', '.join((*rows, more))}."


def _short(w: Words, advice: Sequence[TrenteAdvice]) -> str:
    dice = keep_phrase(w, advice[0].keep, _is_undecided(advice))
    if len(advice) == 1:
        return w.t("Put aside %(dice)s: you have no other choice.", dice=dice)
    if not advice[1].cost:
        return w.t("Put aside %(dice)s: nothing is cleverer.", dice=dice)
    return w.t("Put aside %(dice)s: that is the cleverest.", dice=dice)


def _is_undecided(advice: Sequence[TrenteAdvice]) -> bool:
    """True if the choice decides between 12 and 30."""
    return len({choice.threshold for choice in advice}) > 1


def keep_phrase(w: Words, keep: Keep, undecided: bool) -> str:
    """ "4, 5 and 5"; "5 first, then 1 and 2" where another of the dice, named first, would ask for the other sum.

    Args:
        w: the reader's words.
        keep: the dice set aside.
        undecided: no die lies aside, and the first one decides between 12 and 30.
    """
    first, *others = keep.dice
    if not undecided or all((die > 3) == (first > 3) for die in others):
        return w.all_of(sorted(keep.dice))
    return w.t("%(first)s first, then %(others)s", first=first, others=w.all_of(sorted(others)))


def _hope(w: Words, reach: Fraction) -> str:
    if reach == 1:
        return w.t("You can make it whatever you throw.")
    if reach > HALF:
        return w.t("You will most likely make it.")
    if reach == HALF:
        return w.t("You are as likely to make it as not.")
    return w.t("You need luck to make it.") if reach else w.t("You cannot make it any more.")


def _odds_for_nine(w: Words, threshold: int, odds: TurnOdds) -> Lines:
    return (
        _reached(w, threshold, odds.reach),
        w.t("You attack %(times)s.", times=times(w, odds.attack))
        if odds.attack
        else w.t("You never attack."),
        w.t("You lose %(points)s on average.", points=points(w, odds.expected_loss)),
    )


def _reached(w: Words, threshold: int, chance: Fraction) -> str:
    """How often the threshold is reached, in a sentence."""
    wanted = _wanted(w, threshold)
    if not chance:
        return w.t("You never reach %(threshold)s.", threshold=wanted)
    return w.t("You reach %(threshold)s %(times)s.", threshold=wanted, times=times(w, chance))


def _wanted(w: Words, threshold: int) -> str:
    return {30: w.t("30 or more"), 12: w.t("12 or less"), 0: w.t("the threshold")}[threshold]


def _compared(w: Words, choice: TrenteAdvice, best: TrenteAdvice, aim: str, undecided: bool) -> str:
    """A choice beside the best one: its effect on the aim."""
    dice = keep_phrase(w, choice.keep, undecided)
    if not choice.cost:
        return w.t("With %(dice)s it is just as good.", dice=dice)
    if aim == LOSE_LEAST:
        if halves(choice.cost) < HALF:
            return w.t("With %(dice)s it is nearly the same, a little less good.", dice=dice)
        return w.t(
            "With %(dice)s you would lose %(points)s more on average.", dice=dice, points=points(w, choice.cost)
        )
    mine, its = _aimed(best.odds, aim), _aimed(choice.odds, aim)
    if its > 0 and mine < 1 and frequency(mine) == frequency(its):
        return w.t("With %(dice)s it is nearly the same, a little less good.", dice=dice)
    if not its:
        return w.t("With %(dice)s it never works.", dice=dice)
    return w.t("With %(dice)s it works %(times)s.", dice=dice, times=times(w, its))


def _aimed(odds: TurnOdds, aim: str) -> Fraction:
    return odds.reach if aim == REACH else odds.attack


def _in_full(w: Words, choice: TrenteAdvice, best: TrenteAdvice, aim: str, undecided: bool) -> str:
    dice, figures = keep_phrase(w, choice.keep, undecided), _figures(w, choice.threshold, choice.odds)
    if choice is best:
        return w.t("Best: put aside %(dice)s. %(figures)s", dice=dice, figures=figures)
    cost = precise(w, choice.cost) if aim == LOSE_LEAST else percent(w, choice.cost)
    return w.t("Put aside %(dice)s: costs %(cost)s. %(figures)s", dice=dice, cost=cost, figures=figures)


def _figures(w: Words, threshold: int, odds: TurnOdds) -> str:
    return w.t(
        "Chance of %(threshold)s: %(reach)s, exactly: %(equal)s, attack: %(attack)s; points lost on average:"
        " %(lost)s.",
        threshold=_wanted(w, threshold),
        reach=percent(w, odds.reach),
        equal=percent(w, odds.equal),
        attack=percent(w, odds.attack),
        lost=precise(w, odds.expected_loss),
    )


def _left_out(w: Words, count: int) -> str:
    return w.tn("%(n)s more choice costs as much or more.", "%(n)s more choices cost as much or more.", count)
