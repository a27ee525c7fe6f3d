"""The rules of Tric Trac, after the sheet of the OCCE: the children's, and the grown-ups' variant."""

from __future__ import annotations

from .. import N_
from .sheet import Example, Paragraph, PlayStep, RuleSheet, ThrowStep, TryStep, always, where
from .tiles import AIM, PISTE, SET_UP, STOP, THROW, WINNER, standing

TWO_WAYS = N_("4 and 2, everything is open")
ONE_LEFT = N_("4 and 2, tile 4 is closed already")
DOUBLET = N_("Two threes")
HIGH = N_("The sum is more than 9")
LAST_DIE = N_("One die alone")
BOTH_DICE = N_("Two dice instead of one")

CLOSE = Paragraph(
    "close",
    N_("What you may close"),
    (
        (N_("Close the two tiles of your dice."), always),
        (N_("Or close one tile: the sum of the two dice."), always),
        (
            N_("Is one of the two tiles closed already? Then you may close the other one alone."),
            where(single=("if_other_shut",)),
        ),
        (N_("Or close one tile alone: that of one die. You choose."), where(single=("free",))),
        (N_("Never all three at once."), always),
    ),
    rules=("not_the_dice", "single_not_allowed", "too_many"),
    examples=(
        Example(
            "two-ways",
            TWO_WAYS,
            "",
            (
                ThrowStep((4, 2)),
                TryStep("2+4"),
                TryStep("6"),
                TryStep("4", "single_not_allowed"),
                TryStep("2+4+6", "too_many"),
                TryStep("5", "not_the_dice"),
                PlayStep("6"),
            ),
            39,
            where(single=("if_other_shut",), tiles=(9,)),
        ),
        Example(
            "two-ways",
            TWO_WAYS,
            "",
            (
                ThrowStep((4, 2)),
                TryStep("2+4"),
                TryStep("6"),
                TryStep("4"),
                TryStep("2+4+6", "too_many"),
                TryStep("5", "not_the_dice"),
                PlayStep("6"),
            ),
            39,
            where(single=("free",), tiles=(9,)),
        ),
        Example(
            "one-left",
            ONE_LEFT,
            standing(1, 2, 3, 5, 6, 7, 8, 9),
            (ThrowStep((4, 2)), TryStep("4", "already_shut"), TryStep("6"), TryStep("2"), PlayStep("2")),
            39,
        ),
        Example(
            "doublet",
            DOUBLET,
            standing(3, 5, 6, 9),
            (ThrowStep((3, 3)), TryStep("3"), TryStep("6"), TryStep("3+6", "too_many"), PlayStep("6")),
            17,
        ),
        Example(
            "high",
            HIGH,
            "",
            (ThrowStep((6, 5)), TryStep("11", "no_such_tile"), TryStep("5+6"), PlayStep("5+6")),
            34,
            where(tiles=(9,)),
        ),
    ),
)

ONE_DIE = Paragraph(
    "one-die",
    N_("How many dice"),
    (
        (
            N_("As long as 7, 8 or 9 is open, throw both dice. When 7, 8 and 9 are closed, throw one die only."),
            where(one_die=("after_789",)),
        ),
        (N_("You always throw both dice."), where(one_die=("never",))),
        (
            N_("When 7, 8 and 9 are closed, you may throw one die or both, as you like."),
            where(one_die=("may_after_789",)),
        ),
        (
            N_("When your open tiles make 6 or less, you may throw one die or both, as you like."),
            where(one_die=("may_at_6",)),
        ),
        (
            N_("With one die, close the tile of that die."),
            where(one_die=("after_789", "may_after_789", "may_at_6")),
        ),
    ),
    rules=("dice_count", "not_the_die"),
    examples=(
        Example(
            "last-die",
            LAST_DIE,
            standing(1, 2, 3, 5),
            (ThrowStep((5,)), TryStep("2+3", "not_the_die"), TryStep("5"), PlayStep("5")),
            6,
            where(one_die=("after_789", "may_after_789")),
        ),
        Example(
            "both-dice",
            BOTH_DICE,
            standing(1, 2, 3, 5),
            (ThrowStep((5, 1), "dice_count"), ThrowStep((5,)), PlayStep("5")),
            6,
            where(one_die=("after_789",)),
        ),
    ),
)

CHILD = RuleSheet(AIM, (SET_UP, THROW, CLOSE, ONE_DIE, STOP, WINNER, PISTE))

SUM = Paragraph(
    "close",
    N_("What you may close"),
    (
        (N_("Add up your two dice."), always),
        (N_("Close as many tiles as you like, so long as they make exactly that sum."), always),
    ),
    rules=("sum_mismatch",),
    examples=(
        Example(
            "sum",
            N_("6 and 2 make 8"),
            "",
            (
                ThrowStep((6, 2)),
                TryStep("8"),
                TryStep("2+6"),
                TryStep("1+3+4"),
                TryStep("1+7"),
                TryStep("2+5", "sum_mismatch"),
                PlayStep("8"),
            ),
            37,
            where(tiles=(9,)),
        ),
        Example(
            "sum-without-8",
            N_("6 and 2, tile 8 is closed already"),
            standing(1, 2, 3, 4, 5, 7, 9),
            (ThrowStep((6, 2)), TryStep("8", "already_shut"), TryStep("3+5"), TryStep("1+7"), PlayStep("1+7")),
            23,
        ),
    ),
)

SUM_OF_ONE = Paragraph(
    "one-die",
    ONE_DIE.title,
    (
        *ONE_DIE.says[:4],
        (
            N_("With one die, close tiles that make exactly what it shows."),
            where(one_die=("after_789", "may_after_789", "may_at_6")),
        ),
    ),
    rules=("dice_count",),
    examples=(
        Example(
            "last-die",
            LAST_DIE,
            standing(1, 2, 3, 5),
            (ThrowStep((5,)), TryStep("5"), TryStep("2+3"), TryStep("1+3", "sum_mismatch"), PlayStep("5")),
            6,
            where(one_die=("after_789", "may_after_789")),
        ),
        ONE_DIE.examples[1],
    ),
)

ADULT = RuleSheet(AIM, (SET_UP, THROW, SUM, SUM_OF_ONE, STOP, WINNER, PISTE))
