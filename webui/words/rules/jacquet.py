"""The rules of Jacquet, after the leaflet of the board of arrows."""

from __future__ import annotations

from dataclasses import replace

from .. import N_
from .arrows import DRAW, ORDER, PASS, PISTE, PISTE_RULES, SERIES, TWICE, standing
from .sheet import Example, Paragraph, PlayStep, RuleSheet, ThrowStep, TouchStep, TryStep, always, where

AIM = N_("Bring your fifteen men once round the board, and take them off. Whoever has all of them off first wins.")

MAX = {"1": 14, "19": 1}
"""Max's men if they do not matter: one has come round, the others wait."""

BOARD = Paragraph(
    "board",
    N_("The board and the men"),
    (
        (N_("The board has 24 arrows. Each of you has 15 men of one colour."), always),
        (N_("Put your men in three piles of 5 on your first arrow, at your left."), always),
        (
            N_("On your side lie your petit jan, six arrows at your left, and your grand jan, six at your right."),
            always,
        ),
        (
            N_("Both of you travel the same way: along your own side to the right, then back along the other side."),
            always,
        ),
        (N_("White begins on arrow 12, Black on arrow 1A. Count your own arrows from there: 1 to 24."), always),
    ),
)

BEGIN = Paragraph(
    "begin",
    N_("Who begins"),
    (
        (N_("Each throws one die. The higher one begins."), always),
        (N_("Both the same? Throw again."), always),
        (N_("Whoever begins then throws both dice."), always),
    ),
    rules=("dice_count", "not_dice"),
    examples=(
        Example("draw", DRAW, "", (ThrowStep((4,)), ThrowStep((4,)), ThrowStep((5,)), ThrowStep((2,))), 0),
    ),
)

POSTILLON = Paragraph(
    "postillon",
    N_("The postillon goes ahead"),
    (
        (N_("At first a single man of yours travels: your postillon. It takes both dice."), always),
        (N_("The others wait until it has come to the other player's grand jan: your arrows 19 to 24."), always),
        (N_("These are printed 7A to 12A for White, 6 to 1 for Black."), always),
        (N_("From your next turn on, all your men may move."), always),
        (N_("With two equal dice the postillon goes four times, too."), where(doublet_postillon=(True,))),
        (N_("With two equal dice the postillon goes only twice."), where(doublet_postillon=(False,))),
        (N_("A die that would take it beyond the last arrow is lost."), always),
    ),
    rules=("postillon_first", "postillon_stays"),
    examples=(
        Example(
            "postillon",
            N_("6 and 5, and everybody still stands at the start"),
            standing({"1": 15}, {"1": 15}),
            (ThrowStep((6, 5)), TryStep("1/7+1/6", "postillon_first"), TryStep("1/7+7/12"), PlayStep("1/7+7/12")),
            0,
        ),
        Example(
            "postillon-doublet",
            N_("Two fives: home in one throw"),
            standing({"1": 15}, {"1": 15}),
            (ThrowStep((5, 5)), PlayStep("1/6+6/11+11/16+16/21")),
            0,
            where(doublet_postillon=(True,)),
        ),
        Example(
            "postillon-beyond",
            N_("Too far for the postillon"),
            standing({"1": 14, "18": 1}, {"1": 14, "8": 1}),
            (ThrowStep((6, 1)), TryStep("18/24+24/off", "postillon_stays"), PlayStep("18/24")),
            0,
        ),
    ),
)

THROW = Paragraph(
    "throw",
    N_("Your throw"),
    (
        (N_("Throw both dice. Then move."), always),
        (TWICE, always),
        (ORDER, always),
        (N_("Between two dice the man rests on an arrow, and it must be free for you."), always),
        (N_("Play both dice if you can. If only one fits, play that one."), always),
        (PASS, always),
    ),
    rules=(
        "must_throw", "must_move", "no_man_there", "wrong_way", "no_die_for_it", "dice_used_up", "more_possible",
        "not_a_play",
    ),
    examples=(
        Example(
            "three-and-four",
            N_("3 and 4, as on the sheet"),
            standing({"1": 12, "8": 2, "19": 1}, MAX),
            (
                ThrowStep((3, 4)),
                TryStep("8/11+11/15"),
                TryStep("8/12+12/15"),
                TryStep("8/11+8/12"),
                TryStep("8/12", "more_possible"),
                TryStep("8/13", "no_die_for_it"),
                PlayStep("8/11+8/12"),
            ),
            0,
        ),
    ),
)  # fmt: skip

HELD = Paragraph(
    "held",
    N_("Arrows that are held"),
    (
        (N_("A single man of the other colour is enough: its arrow is “bouchée”, and you cannot rest there."), always),
        (N_("You may pass over it."), always),
        (N_("Your own men may stand together, as many as you like."), always),
        (N_("Nobody is captured in Jacquet."), always),
    ),
    rules=("arrow_held",),
    examples=(
        Example(
            "over-it",
            N_("3 and 1, and a black man stands in the way"),
            standing({"1": 13, "8": 1, "19": 1}, {"1": 13, "19": 1, "23": 1}),
            (
                ThrowStep((3, 1)),
                TryStep("8/11+1/2", "arrow_held"),
                TryStep("8/9+9/12"),
                PlayStep("8/9+9/12"),
            ),
            0,
        ),
    ),
)

ROW_RESTS = N_("Has one of your men come to your arrow 23 or 24? As long as it stands there, hold as many as you like.")

ROW = Paragraph(
    "row",
    N_("Too many in a row"),
    (
        (
            N_("Arrows that you hold side by side stop the other player. Too many would not be fair."),
            where(block=(5, 6)),
        ),
        (N_("So you may hold six in a row at most."), where(block=(6,))),
        (N_("So you may hold five in a row at most."), where(block=(5,))),
        (ROW_RESTS, where(block=(5, 6))),
        (N_("Arrows that you hold side by side stop the other player. Hold as many as you like."), where(block=(99,))),
    ),
    rules=("too_long_block",),
    examples=(
        Example(
            "seven",
            N_("Seven in a row"),
            standing({"1": 4, "2": 2, "3": 2, "4": 2, "5": 2, "6": 1, "19": 2}, {"1": 15}),
            (ThrowStep((6, 5)), TryStep("1/7", "too_long_block"), TryStep("19/24+1/7"), PlayStep("19/24+1/7")),
            0,
            where(block=(6,)),
        ),
        Example(
            "six",
            N_("Six in a row"),
            standing({"1": 5, "2": 3, "3": 2, "4": 2, "5": 1, "20": 2}, {"1": 15}),
            (ThrowStep((5, 4)), TryStep("1/6", "too_long_block"), TryStep("20/24+1/6"), PlayStep("20/24+1/6")),
            0,
            where(block=(5,)),
        ),
    ),
)

DOUBLET = Paragraph(
    "doublet",
    N_("A doublet"),
    (
        (N_("Two equal dice are a doublet: you move four times, each time by that number."), always),
        (N_("With one man, two, three or four: as you like."), always),
    ),
    examples=(
        Example(
            "threes",
            N_("Two threes"),
            standing({"1": 14, "19": 1}, {"1": 14, "20": 1}),
            (
                ThrowStep((3, 3)),
                TryStep("1/4+1/4", "more_possible"),
                TryStep("1/4+1/4+1/4+1/4"),
                PlayStep("1/4+4/7+1/4+4/7"),
            ),
            0,
        ),
    ),
)

OFF = Paragraph(
    "off",
    N_("Off the board"),
    (
        (N_("All your men stand on your arrows 19 to 24? Then you may take them off."), always),
        (
            N_("You need the exact number: up to the last arrow, and one more. From arrow 24 that is a 1."),
            where(exit=("exact_rearmost", "exact_any")),
        ),
        (N_("From arrow 24 you need a 1, from 23 a 2, and so on. More is good, too."), where(exit=("overshoot",))),
        (N_("The man that has farthest to go leaves first."), where(exit=("exact_rearmost",))),
        (N_("Any man may leave that has its exact number."), where(exit=("exact_any",))),
        (N_("With more than it needs, only the man that has farthest to go may leave."), where(exit=("overshoot",))),
    ),
    rules=("not_all_arrived", "not_exact", "rearmost_first", "die_too_small"),
    examples=(
        Example(
            "not-yet",
            N_("One man is still outside"),
            standing({"18": 1, "22": 2, "off": 12}, {"1": 15}),
            (ThrowStep((3, 2)), TryStep("22/off", "not_all_arrived"), PlayStep("18/21+21/23")),
            0,
        ),
        Example(
            "in-order",
            N_("6 and 3 at the end of the way"),
            standing({"19": 2, "21": 1, "22": 2, "off": 10}, {"1": 15}),
            (
                ThrowStep((6, 3)),
                TryStep("21/off", "not_exact"),
                TryStep("22/off+19/off", "rearmost_first"),
                PlayStep("19/off+19/22"),
            ),
            0,
            where(exit=("exact_rearmost",)),
        ),
        Example(
            "any-man",
            N_("6 and 3 at the end of the way"),
            standing({"19": 2, "21": 1, "22": 2, "off": 10}, {"1": 15}),
            (
                ThrowStep((6, 3)),
                TryStep("21/off", "not_exact"),
                TryStep("22/off+19/off"),
                PlayStep("22/off+19/off"),
            ),
            0,
            where(exit=("exact_any",)),
        ),
        Example(
            "too-far",
            N_("5 and 4: nobody needs so much"),
            standing({"22": 2, "24": 1, "off": 12}, {"1": 15}),
            (ThrowStep((5, 4)),),
            0,
            where(exit=("exact_rearmost", "exact_any")),
        ),
        Example(
            "more",
            N_("6 and 2, and nobody stands on 19"),
            standing({"20": 2, "22": 1, "off": 12}, {"1": 15}),
            (
                ThrowStep((6, 2)),
                TryStep("22/off", "rearmost_first"),
                TryStep("20/off+20/22"),
                PlayStep("20/off+20/22"),
            ),
            0,
            where(exit=("overshoot",)),
        ),
    ),
)

TOUCHED = Paragraph(
    "touched",
    N_("“J'adoube”"),
    (
        (N_("Whoever touches a man must move it, if it can be moved."), where(touch_move=("on",))),
        (N_("You only want to put it straight? Say “J'adoube” first."), where(touch_move=("on",))),
        (N_("At your table a man that was touched need not be moved."), where(touch_move=("off",))),
    ),
    rules=("touched_man",),
    examples=(
        Example(
            "touched",
            N_("Touched is touched"),
            standing({"1": 13, "8": 1, "19": 1}, MAX),
            (ThrowStep((2, 1)), TouchStep("arrow-5"), TryStep("1/3+1/2", "touched_man"), PlayStep("8/10+1/2")),
            0,
            where(touch_move=("on",)),
        ),
    ),
)

WINNER = Paragraph(
    "winner",
    N_("Who wins"),
    (
        (N_("Whoever has all fifteen men off the board first wins the game."), always),
        SERIES,
        (N_("A good idea: be quick, but hold many arrows, so that the other player cannot rest."), always),
    ),
    rules=("game_over",),
    examples=(
        Example(
            "last-man",
            N_("The last man"),
            standing({"24": 1, "off": 14}, {"1": 10, "19": 5}),
            (ThrowStep((2, 1)), PlayStep("24/off")),
            1,
        ),
    ),
)

JACQUET = RuleSheet(
    AIM,
    (
        BOARD, BEGIN, POSTILLON, THROW, HELD, ROW, DOUBLET, OFF, TOUCHED, WINNER,
        replace(PISTE, rules=(*PISTE_RULES, "must_answer", "not_now")),
    ),
)  # fmt: skip
