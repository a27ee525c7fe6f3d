"""The rules of Tric-Trac Royal."""

from __future__ import annotations

from .. import N_, Nn_
from ..games.forms import several
from .sheet import Example, Paragraph, PlayStep, RuleSheet, ThrowStep, TryStep, always, where
from .tiles import AIM, PISTE, SET_UP, STOP, THROW, WINNER, standing

WHOLE_TURN = N_("A whole turn, as on the sheet")
SPLIT = N_("One die, two tiles")
TOTAL_FIRST = N_("One die alone")

CLOSE = Paragraph(
    "close",
    N_("What you may close"),
    (
        (N_("Add up your two dice. Close tiles that make exactly that sum: one, or several."), always),
        (N_("Or use one die alone, and close tiles that make exactly that die."), where(single_combo=(True,))),
        (N_("Or use one die alone, and close the tile of that die."), where(single_combo=(False,))),
        (
            N_("But use one die alone only when the sum of both cannot be made."),
            where(single_only_if_needed=(True,)),
        ),
        (N_("Using one die alone ends your turn."), where(single_ends=(True,))),
        (N_("A good idea: close the high numbers first."), always),
    ),
    rules=("total_or_die", "single_total_possible", "single_not_split"),
    examples=(
        Example(
            "whole-turn",
            WHOLE_TURN,
            "",
            (
                ThrowStep((6, 3)),
                PlayStep("9"),
                ThrowStep((6, 5)),
                PlayStep("3+8"),
                ThrowStep((4, 5)),
                PlayStep("2+7"),
                ThrowStep((1, 1)),
                TryStep("2", "already_shut"),
                PlayStep("1"),
            ),
            15,
            where(tiles=(9,), one_die=("never", "may_after_789", "may_at_6")),
        ),
        Example(
            "split",
            SPLIT,
            standing(1, 2, 3, 4, 7),
            (ThrowStep((6, 5)), TryStep("2+3"), TryStep("1+2+4", "total_or_die"), TryStep("4+7"), PlayStep("4+7")),
            6,
            where(single_combo=(True,), single_only_if_needed=(False,)),
        ),
        Example(
            "split",
            SPLIT,
            standing(1, 2, 3, 4, 7),
            (ThrowStep((6, 5)), TryStep("2+3", "single_not_split"), TryStep("4+7"), PlayStep("4+7")),
            6,
            where(single_combo=(False,), single_only_if_needed=(False,)),
        ),
        Example(
            "total-first",
            TOTAL_FIRST,
            standing(3, 5, 8, 9),
            (ThrowStep((5, 3)), TryStep("5", "single_total_possible"), TryStep("8"), TryStep("3+5"), PlayStep("8")),
            17,
            where(single_only_if_needed=(True,)),
        ),
        Example(
            "total-first",
            TOTAL_FIRST,
            standing(3, 5, 8, 9),
            (ThrowStep((5, 3)), TryStep("5"), TryStep("8"), TryStep("3+5"), PlayStep("8")),
            17,
            where(single_only_if_needed=(False,)),
        ),
    ),
)

DICE = Paragraph(
    "one-die",
    N_("How many dice"),
    (
        (N_("You always throw both dice."), where(one_die=("never",))),
        (
            N_("As long as 7, 8 or 9 is open, throw both dice. When 7, 8 and 9 are closed, throw one die only."),
            where(one_die=("after_789",)),
        ),
        (
            N_("When 7, 8 and 9 are closed, you may throw one die or both, as you like."),
            where(one_die=("may_after_789",)),
        ),
        (
            N_("When your open tiles make 6 or less, you may throw one die or both, as you like."),
            where(one_die=("may_at_6",)),
        ),
    ),
    rules=("dice_count",),
)

STAKES = Paragraph(
    "stakes",
    N_("The counters"),
    (
        (
            several(
                Nn_(
                    "Everybody puts in %(n)s counter. The winner takes them all.",
                    "Everybody puts in %(n)s counters. The winner takes them all.",
                ),
                "stake",
            ),
            lambda options: options["stake"] > 0,
        ),
        (
            N_("Has the winner closed everything? Then the others pay double."),
            lambda options: options["stake"] > 0,
        ),
        (N_("You play without counters."), where(stake=(0,))),
    ),
)

ROYAL = RuleSheet(AIM, (SET_UP, THROW, CLOSE, DICE, STOP, WINNER, STAKES, PISTE))
