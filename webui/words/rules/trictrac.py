"""The rules of Le Tric Trac, after the leaflet of the board of arrows."""

from __future__ import annotations

from .. import N_, Nn_
from ..games.forms import says, several
from .arrows import DRAW, ORDER, PASS, PISTE, standing
from .sheet import Example, Paragraph, PlayStep, RuleSheet, ThrowStep, TryStep, always, where

AT_START = {"1": 15}
"""Max's men if they do not matter: all of them wait."""

AIM = N_("Bring your men round the board. Captures, arrivals and the grand pont make points: 12 of them win a game.")

BOARD = Paragraph(
    "board",
    N_("The board and the men"),
    (
        (
            N_("The board has 24 arrows. Each of you has 15 men of one colour, in three piles on the first arrow."),
            always,
        ),
        (N_("White begins on 1, and goes by 12 and 12A to 1A. Black begins on 1A and goes the other way."), always),
        (N_("Arrows 1 and 1A are start and arrival. Men there are not in the game."), always),
        (N_("Arrow 12 is White's bosse, arrow 12A is Black's: a place of its own, see below."), always),
    ),
)  # fmt: skip

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
        Example("draw", DRAW, "", (ThrowStep((3,)), ThrowStep((6,)), ThrowStep((5, 4)), PlayStep("1/6+1/5")), 0),
    ),
)

ENTER = Paragraph(
    "enter",
    N_("First bring them all into play"),
    (
        (N_("As long as a man of yours waits on the first arrow, the men on the board stay where they are."), always),
        (N_("Only the man that you just brought in may go on with the other die."), always),
    ),
    rules=("enter_first",),
    examples=(
        Example(
            "five-and-four",
            N_("5 and 4, as on the sheet"),
            standing({"1": 15}, AT_START),
            (ThrowStep((5, 4)), TryStep("1/6+1/5"), TryStep("1/6+6/10"), PlayStep("1/6+1/5")),
            0,
        ),
        Example(
            "wait",
            N_("2 and 1, and 13 men still wait"),
            standing({"1": 13, "5": 1, "6": 1}, AT_START),
            (ThrowStep((2, 1)), TryStep("5/7+6/7", "enter_first"), TryStep("1/3+3/4"), PlayStep("1/3+1/2")),
            0,
        ),
    ),
)

THROW = Paragraph(
    "throw",
    N_("Your throw"),
    (
        (N_("Throw both dice. Move two men, or one man twice."), always),
        (ORDER, always),
        (N_("Play both dice if you can. If only one fits, the other is lost."), always),
        (PASS, always),
        (N_("Two equal dice are not doubled here. But then you throw again!"), always),
    ),
    rules=(
        "must_throw", "must_move", "no_man_there", "wrong_way", "no_die_for_it", "dice_used_up", "more_possible",
        "not_a_play",
    ),
    examples=(
        Example(
            "twos",
            N_("Two twos, and another throw"),
            standing({"2": 3, "3": 4, "4": 4, "6": 4}, AT_START),
            (
                ThrowStep((2, 2)),
                TryStep("2/4+2/4+2/4", "dice_used_up"),
                TryStep("2/4", "more_possible"),
                PlayStep("6/8+6/8"),
                ThrowStep((4, 1)),
                PlayStep("4/8+3/4"),
            ),
            0,
        ),
    ),
)  # fmt: skip

CAPTURE = Paragraph(
    "capture",
    N_("Rubans and captures"),
    (
        (N_("Two men or more on an arrow are a ruban: the other player cannot rest there."), always),
        (N_("Land on a man of the other colour that stands alone: it is captured. That is 1 point for you."), always),
        (N_("A captured man waits on its first arrow again."), always),
    ),
    rules=("arrow_held",),
    examples=(
        Example(
            "captured",
            N_("6 and 5: a ruban, and a man alone"),
            standing({"2": 3, "3": 4, "4": 3, "8": 3, "10": 2}, {"1": 12, "11": 1, "10": 2}),
            (
                ThrowStep((6, 5)),
                TryStep("10/15+2/8", "arrow_held"),
                TryStep("8/14+3/8"),
                PlayStep("8/14+3/8"),
            ),
            1,
        ),
    ),
)  # fmt: skip

BOSSE = Paragraph(
    "bosse",
    N_("The bosse"),
    (
        (N_("Two men take your bosse together, in one throw. A man alone may not rest there."), always),
        (N_("Once two stand there, others may come and go one by one."), always),
        (N_("The last two leave it together, too."), always),
        (N_("The other player's bosse is closed to you, even empty."), always),
    ),
    rules=("bosse_by_two", "bosse_last_two", "bosse_closed"),
    examples=(
        Example(
            "together",
            N_("4 and 2, as on the sheet"),
            standing({"2": 4, "3": 4, "8": 4, "10": 3}, AT_START),
            (ThrowStep((4, 2)), TryStep("8/12+2/4", "bosse_by_two"), TryStep("8/12+10/12"), PlayStep("8/12+10/12")),
            0,
        ),
        Example(
            "last-two",
            N_("3 and 2: off the bosse"),
            standing({"2": 4, "3": 4, "10": 5, "12": 2}, AT_START),
            (
                ThrowStep((3, 2)),
                TryStep("12/15+2/4", "bosse_last_two"),
                TryStep("10/13+2/4", "bosse_closed"),
                TryStep("12/15+12/14"),
                PlayStep("12/15+12/14"),
            ),
            0,
        ),
    ),
)

OPPOSED = N_("6 and 4, and black men stand on arrow 12A")

PRIVILEGE = Paragraph(
    "privilege",
    N_("The privilege"),
    (
        (N_("Your bosse is empty, and both dice would lead two men onto the other player's bosse?"), always),
        (N_("Then these two men take your own bosse instead, one arrow before it."), always),
        (N_("Not if other men of yours can reach your bosse with these dice."), always),
        (N_("And not while men stand on the other player's bosse."), where(puissance=("opp_empty",))),
        (N_("It does not matter whether men stand on the other player's bosse."), where(puissance=("any",))),
    ),
    rules=("privilege_denied",),
    examples=(
        Example(
            "privilege",
            N_("6 and 4 lead from 7 and 9 to the other bosse"),
            standing({"2": 5, "3": 6, "7": 2, "9": 2}, AT_START),
            (ThrowStep((6, 4)), TryStep("7/13+9/13", "bosse_closed"), TryStep("7/12+9/12"), PlayStep("7/12+9/12")),
            0,
        ),
        Example(
            "direct",
            N_("6 and 4, but 6 and 8 reach it by themselves"),
            standing({"2": 5, "3": 2, "6": 2, "7": 2, "8": 2, "9": 2}, AT_START),
            (ThrowStep((6, 4)), TryStep("7/12+9/12", "privilege_denied"), TryStep("6/12+8/12"), PlayStep("6/12+8/12")),
            0,
        ),
        Example(
            "whatever-stands",
            OPPOSED,
            standing({"2": 5, "3": 6, "7": 2, "9": 2}, {"1": 13, "12": 2}),
            (ThrowStep((6, 4)), TryStep("7/12+9/12"), PlayStep("7/12+9/12")),
            0,
            where(puissance=("any",)),
        ),
        Example(
            "opposed",
            OPPOSED,
            standing({"2": 5, "3": 6, "7": 2, "9": 2}, {"1": 13, "12": 2}),
            (ThrowStep((6, 4)), TryStep("7/12+9/12", "privilege_denied"), PlayStep("2/8+3/7")),
            0,
            where(puissance=("opp_empty",)),
        ),
    ),
)

ARRIVE = Paragraph(
    "arrive",
    N_("Arriving"),
    (
        (
            N_("A man that comes to the last arrow has arrived: it is safe and taken off. That is 1 point for you."),
            always,
        ),
        (N_("You need not wait for the others."), always),
        (N_("The number must be exact."), where(home=("exact",))),
        (N_("A greater number is good, too."), where(home=("overshoot",))),
    ),
    rules=("home_exact", "die_too_small"),
    examples=(
        Example(
            "exact",
            N_("4 and 3 near the end"),
            standing({"15": 8, "20": 4, "22": 3}, AT_START),
            (
                ThrowStep((4, 3)),
                TryStep("22/off+15/19", "home_exact"),
                TryStep("20/off+15/18"),
                PlayStep("20/off+20/23"),
            ),
            1,
            where(home=("exact",)),
        ),
        Example(
            "more",
            N_("4 and 3 near the end"),
            standing({"15": 8, "20": 4, "22": 3}, AT_START),
            (ThrowStep((4, 3)), TryStep("20/off+22/off"), PlayStep("20/off+22/off")),
            2,
            where(home=("overshoot",)),
        ),
    ),
)

LAST_RUBAN = {"2": 3, "6": 1, "7": 2, "8": 2, "9": 2, "10": 2, "11": 1, "12": 2}
"""White lacks one man for the grand pont."""

PONT = Paragraph(
    "pont",
    N_("The grand pont"),
    (
        (N_("Hold your bosse and make rubans on the five arrows beside it, on your side: a grand pont."), always),
        (N_("Nobody can get past it. It makes 2 points, and 2 more after each throw of yours while it stands."),
         where(pont=("each_throw",))),
        (N_("Nobody can get past it. It makes 2 points, and 2 more after each turn of yours while it stands."),
         where(pont=("each_turn",))),
        (N_("A doublet is not the end of your turn: the pont then counts after the next throw."),
         where(pont=("each_turn",))),
    ),
    examples=(
        Example(
            "grand-pont",
            N_("A 5 makes the last ruban"),
            standing(LAST_RUBAN, AT_START),
            (
                ThrowStep((5, 1)),
                PlayStep("6/11+2/3"),
                ThrowStep((5, 4)),
                PlayStep("1/6+1/5"),
                ThrowStep((2, 1)),
                PlayStep("2/4+3/4"),
            ),
            4,
        ),
    ),
)  # fmt: skip

WINNER = Paragraph(
    "winner",
    N_("Who wins"),
    (
        (N_("Whoever has 12 points wins the game at once, even after the first of two moves."), always),
        (
            N_("Has the other player 6 points or fewer? The game counts double. 2 or fewer: triple. None: four times."),
            always,
        ),
        (
            several(Nn_("%(n)s game won wins the match.", "%(n)s games won win the match."), "games"),
            always,
        ),
        (says(N_("A game won is worth %(stake)s counters.")), lambda options: options["stake"] > 1),
    ),
    rules=("winning_move", "game_over"),
    examples=(
        Example(
            "twelve",
            N_("The twelfth point, with the first die"),
            standing({"2": 3, "3": 4, "4": 3, "8": 3, "10": 2}, {"1": 12, "11": 1, "10": 2}, score=[11, 4]),
            (ThrowStep((6, 5)), PlayStep("8/14")),
            12,
        ),
    ),
)  # fmt: skip

NEXT = Paragraph(
    "next",
    N_("The next game"),
    (
        (
            N_("The winner chooses. Begin anew: all men go back to the first arrow, and points beyond 12 are lost."),
            always,
        ),
        (N_("Or go on: the men stay where they are, and the winner keeps the points beyond 12."), always),
        (
            N_("Has a player no man left on the way? They are piled on the first arrow again. That costs no throw."),
            always,
        ),
    ),
    rules=("must_answer", "not_now"),
    examples=(
        Example(
            "prolonged",
            N_("One point more than needed"),
            standing(LAST_RUBAN, AT_START, score=[11, 8]),
            (ThrowStep((5, 1)), PlayStep("6/11+2/3"), ThrowStep((3, 1), "must_answer"), PlayStep("prolong")),
            1,
            games=2,
        ),
    ),
)

TRICTRAC = RuleSheet(
    AIM, (BOARD, BEGIN, ENTER, THROW, CAPTURE, BOSSE, PRIVILEGE, ARRIVE, PONT, WINNER, NEXT, PISTE)
)
