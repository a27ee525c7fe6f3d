"""The coach's sentences for tile games, at three reading levels.

"first": one short sentence, no numbers except the tiles. "nine": how many times out of so many, points
to the next half. "grown": two decimals and percent. All numbers are exact; rounded ones say so.
The best closing leaves the fewest points on average with best play to the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce

from referee.coach import Advice, Allowed, DiceChoice

from .. import Words
from ..odds import HALF, halves, percent, points, precise, times

LEVELS: tuple[str, ...] = ("first", "nine", "grown")
"""The reading levels, easiest first."""

FEW = 6
"""Most throws that are named one by one."""

Lines = tuple[str, ...]


def level_name(w: Words, level: str) -> str:
    """The name of a reading level. Raises LookupError for an unknown one."""
    return {"first": w.t("First reader"), "nine": w.t("From nine years on"), "grown": w.t("Grown-up")}[level]


def advice_lines(w: Words, level: str, open_tiles: Iterable[int], advice: Sequence[Advice]) -> Lines:
    """The closings of a throw, and the cost of each.

    Args:
        w: the reader's words.
        level: one of LEVELS.
        open_tiles: the position before the closing.
        advice: from `Coach.costs`, the best first; () if nothing can be closed.
    """
    if not advice:
        return (w.t("You can close nothing: your turn is over."),)
    all_shut = set(advice[0].close.tiles) == set(open_tiles)
    if level == "first":
        return (_short_advice(w, advice, all_shut),)
    if level == "nine":
        return _advice_for_nine(w, advice, all_shut)
    return tuple(_advice_in_full(w, choice, advice[0]) for choice in advice)


def _short_advice(w: Words, advice: Sequence[Advice], all_shut: bool) -> str:
    tiles = _best(w, advice)
    if all_shut:
        return w.t("Close %(tiles)s: then everything is closed!", tiles=tiles)
    if len(advice) == 1:
        return w.t("Close %(tiles)s: you have no other choice.", tiles=tiles)
    if len(_equals(advice)) > 1:
        return w.t("Close %(tiles)s: one is as clever as the other.", tiles=tiles)
    return w.t("Close %(tiles)s: that is the cleverest.", tiles=tiles)


def _advice_for_nine(w: Words, advice: Sequence[Advice], all_shut: bool) -> Lines:
    if all_shut:
        return (_short_advice(w, advice, all_shut),)
    best = advice[0]
    sentences = [
        _short_advice(w, advice, all_shut),
        w.t(
            "If you close %(tiles)s and play on as well as can be, you end with %(points)s on average.",
            tiles=_tiles(w, best),
            points=points(w, best.expected_score),
        ),
    ]
    others = (_compared(w, choice) for choice in advice if choice.cost)
    return (*sentences, *_shut_for_nine(w, best.p_shut), *others)


def _shut_for_nine(w: Words, shut: Fraction) -> Lines:
    return (w.t("So you close everything %(times)s.", times=times(w, shut)),) if shut else ()


def _compared(w: Words, choice: Advice) -> str:
    """A closing beside the best one."""
    if halves(choice.cost) < HALF:
        return w.t("With %(tiles)s it is nearly the same, a little less good.", tiles=_tiles(w, choice))
    return w.t(
        "With %(tiles)s you would keep %(points)s more on average.",
        tiles=_tiles(w, choice),
        points=points(w, choice.cost),
    )


def _advice_in_full(w: Words, choice: Advice, best: Advice) -> str:
    values = {
        "tiles": _tiles(w, choice),
        "score": precise(w, choice.expected_score),
        "shut": percent(w, choice.p_shut),
    }
    if choice is best:
        return w.t(
            "Best: close %(tiles)s. %(score)s points expected; chance to close everything %(shut)s.", **values
        )
    if not choice.cost:
        return w.t(
            "As good: close %(tiles)s. %(score)s points expected; chance to close everything %(shut)s.",
            **values,
        )
    return w.t(
        "Close %(tiles)s: costs %(cost)s. %(score)s points expected; chance to close everything %(shut)s.",
        cost=precise(w, choice.cost),
        **values,
    )


def worth_lines(w: Words, level: str, score: Fraction, shut: Fraction, most: Fraction) -> Lines:
    """The value of a position before the throw.

    Args:
        w: the reader's words.
        level: one of LEVELS; nothing for a first reader.
        score: expected points, playing for the lowest score.
        shut: chance to shut everything, playing so.
        most: the greatest chance to shut everything, whatever the score.
    """
    if level == "first":
        return ()
    if level == "nine":
        sentence = w.t("Playing as well as can be, you end with %(points)s on average.", points=points(w, score))
        return (sentence, *_shut_for_nine(w, shut))
    return (
        w.t(
            "Before the throw: %(score)s points expected; chance to close everything %(shut)s,"
            " at most %(most)s if only that counts.",
            score=precise(w, score),
            shut=percent(w, shut),
            most=percent(w, most),
        ),
    )


def dice_lines(w: Words, level: str, choices: Sequence[DiceChoice]) -> Lines:
    """How many dice to throw, if the player may choose; () if there is no choice.

    Args:
        w: the reader's words.
        level: one of LEVELS.
        choices: from `Coach.dice_choices`, the best first.
    """
    if len(choices) < 2:
        return ()
    first = _short_choice(w, choices)
    if level == "first":
        return (first,)
    if level == "nine":
        return (first, *(_choice_for_nine(w, choice) for choice in choices))
    return tuple(_choice_in_full(w, choice) for choice in choices)


def _short_choice(w: Words, choices: Sequence[DiceChoice]) -> str:
    if not choices[1].cost:
        return w.t("Throw one die or two: one is as clever as the other.")
    if choices[0].dice == 1:
        return w.t("Throw one die: that is the cleverest.")
    return w.t("Throw both dice: that is the cleverest.")


def _choice_for_nine(w: Words, choice: DiceChoice) -> str:
    return w.t(
        "With %(dice)s you can close something %(times)s, and you end with %(points)s on average.",
        dice=_dice(w, choice.dice),
        times=times(w, choice.p_go_on),
        points=points(w, choice.expected_score),
    )


def _choice_in_full(w: Words, choice: DiceChoice) -> str:
    values = {
        "dice": _dice(w, choice.dice),
        "score": precise(w, choice.expected_score),
        "shut": percent(w, choice.p_shut),
        "go_on": percent(w, choice.p_go_on),
    }
    if not choice.cost:
        return w.t(
            "Best: throw %(dice)s. %(score)s points expected; chance to close something with that throw %(go_on)s,"
            " everything in the end %(shut)s.",
            **values,
        )
    return w.t(
        "Throw %(dice)s: costs %(cost)s. %(score)s points expected; chance to close something with that throw"
        " %(go_on)s, everything in the end %(shut)s.",
        cost=precise(w, choice.cost),
        **values,
    )


def odds_lines(w: Words, level: str, groups: Sequence[Allowed]) -> Lines:
    """The possible results of the next throw.

    Args:
        w: the reader's words.
        level: one of LEVELS.
        groups: from `Coach.grouped`; () if nothing is open any more.
    """
    if not groups:
        return ()
    go_on = sum((group.chance for group in groups if group.closings), Fraction(0))
    if level == "first":
        return (_short_odds(w, go_on),)
    if level == "nine":
        sentence = w.t("With the next throw you can close something %(times)s.", times=times(w, go_on))
        return (sentence, *_named_throws(w, groups))
    whole = w.t(
        "Next throw: chance to close something %(chance)s (%(exact)s).", chance=percent(w, go_on), exact=go_on
    )
    ordered = sorted(groups, key=lambda group: not group.closings)  # throws that end the turn come last
    return (whole, *(_group_in_full(w, group, len(groups)) for group in ordered))


def _short_odds(w: Words, go_on: Fraction) -> str:
    if go_on == 1:
        return w.t("Whatever you throw next, you can close something.")
    if go_on > HALF:
        return w.t("With the next throw you can most likely close something.")
    if go_on == HALF:
        return w.t("With the next throw, closing something is as likely as having to stop.")
    if go_on:
        return w.t("With the next throw you need luck to close something.")
    return w.t("Whatever you throw next, you can close nothing.")


def _named_throws(w: Words, groups: Sequence[Allowed]) -> Lines:
    """The throws that stop, or those that help, if they are few."""
    stop = [throw for group in groups if not group.closings for throw in group.throws]
    help_ = [throw for group in groups if group.closings for throw in group.throws]
    if stop and help_ and len(stop) <= FEW:
        return (
            w.tn(
                "Only %(throws)s stops you.", "Only %(throws)s stop you.", len(stop), throws=_throws(w, stop)
            ),
        )
    if stop and help_ and len(help_) <= FEW:
        return (
            w.tn(
                "Only %(throws)s helps you.",
                "Only %(throws)s help you.",
                len(help_),
                throws=_throws(w, help_),
            ),
        )
    return ()


def _group_in_full(w: Words, group: Allowed, groups: int) -> str:
    chance, exact = percent(w, group.chance), group.chance
    if not group.closings:
        many = groups > 1 and len(group.throws) > FEW
        throws = w.t("every other throw") if many else _throws(w, group.throws)
        return w.t("%(throws)s, %(chance)s (%(exact)s): nothing.", throws=throws, chance=chance, exact=exact)
    return w.t(
        "%(throws)s, %(chance)s (%(exact)s): %(tiles)s.",
        throws=_throws(w, group.throws),
        chance=chance,
        exact=exact,
        tiles=", ".join("+".join(map(str, close.tiles)) for close in group.closings),
    )


def _dice(w: Words, count: int) -> str:
    return w.t("one die") if count == 1 else w.t("two dice")


def _throws(w: Words, throws: Iterable[tuple[int, ...]]) -> str:
    return w.all_of("-".join(map(str, dice)) for dice in sorted(throws))


def _tiles(w: Words, choice: Advice) -> str:
    return w.all_of(choice.close.tiles)


def _equals(advice: Sequence[Advice]) -> list[Advice]:
    return [choice for choice in advice if not choice.cost]


def _best(w: Words, advice: Sequence[Advice]) -> str:
    """ "8", "2 and 6", or "1 and 4, or 2 and 3" if these are equally good."""
    return _either(w, (_tiles(w, choice) for choice in _equals(advice)))


def _either(w: Words, choices: Iterable[str]) -> str:
    return reduce(lambda so_far, choice: w.t("%(first)s, or %(last)s", first=so_far, last=choice), choices)
