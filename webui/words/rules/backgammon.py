"""The rules of Backgammon, after the leaflet of the board of arrows, and as they are played elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from .. import N_, Nn_
from ..games.forms import says, several
from .arrows import DRAW, ORDER, PASS, PISTE, TWICE, standing
from .sheet import (
    Example,
    LookStep,
    Options,
    Paragraph,
    PlayStep,
    RuleSheet,
    ThrowStep,
    TryStep,
    When,
    always,
    where,
)

START = {"24": 2, "13": 5, "8": 3, "6": 5}
BEGUN = {"24": 2, "13": 4, "8": 4, "6": 5}
"""White's men once the game has begun."""
HOME = {"6": 6, "5": 5, "4": 4}
"""Max's men if they do not matter: all are home."""

AIM = N_("Bring your fifteen men home and take them off the board. On the way you may capture men that stand alone.")

BOARD = Paragraph(
    "board",
    N_("The board and the men"),
    (
        (N_("The board has 24 arrows, and the bar in the middle."), always),
        (N_("Put the men as on the picture: 2, 5, 3 and 5."), always),
        (N_("White goes from 1A to 12A, then from 12 to 1. Black goes the other way."), always),
        (N_("Your last six arrows are your last quarter: 6 to 1 for White, 6A to 1A for Black."), always),
    ),
    examples=(
        Example("start", N_("How the men stand"), standing(START, START), (LookStep(),), 0),
    ),
)  # fmt: skip

BEGIN = Paragraph(
    "begin",
    N_("Who begins"),
    (
        (N_("Each throws one die. The higher one begins."), always),
        (N_("Both the same? Throw again."), always),
        (N_("Whoever begins then throws both dice."), where(opening=("reroll",))),
        (N_("Whoever begins plays these two dice."), where(opening=("use_draw",))),
    ),
    rules=("dice_count", "not_dice"),
    examples=(
        Example(
            "draw",
            DRAW,
            "",
            (ThrowStep((6,)), ThrowStep((4,)), ThrowStep((3, 1)), PlayStep("8/5+6/5")),
            0,
            where(opening=("reroll",)),
        ),
        Example(
            "draw",
            DRAW,
            "",
            (ThrowStep((6,)), ThrowStep((4,)), PlayStep("24/18+24/20")),
            0,
            where(opening=("use_draw",)),
        ),
    ),
)

THROW = Paragraph(
    "throw",
    N_("Your throw"),
    (
        (N_("Throw both dice. Then move: one step for each die."), always),
        (TWICE, always),
        (ORDER, always),
        (N_("One man with both dice is two steps: it must be able to rest in between."), always),
        (N_("Play both dice if you can."), always),
        (PASS, always),
    ),
    rules=(
        "must_throw", "must_move", "no_man_there", "wrong_way", "no_die_for_it", "dice_used_up", "more_possible",
        "not_a_play",
    ),
    examples=(
        Example(
            "six-and-four",
            N_("6 and 4, as on the sheet"),
            standing(START, START),
            (
                ThrowStep((6, 4)),
                TryStep("24/18+24/20"),
                TryStep("13/9+9/3"),
                TryStep("13/3", "no_die_for_it"),
                TryStep("13/7", "more_possible"),
                TryStep("8/2+6/2"),
                PlayStep("8/2+6/2"),
            ),
            0,
        ),
    ),
)  # fmt: skip

ONE_DIE = Paragraph(
    "one-die",
    N_("When only one die fits"),
    (
        (N_("You can play one die or the other, but not both? Play the greater one."), always),
        (N_("Does only the smaller one fit? Then you pass."), where(single=("strict_high",))),
        (N_("Does only the smaller one fit? Then play that one."), where(single=("international",))),
    ),
    rules=("greater_die_first",),
    examples=(
        Example(
            "either",
            N_("6 or 5, but not both"),
            standing({"24": 1, "2": 7, "1": 7}, {"12": 2, "5": 6, "4": 7}),
            (ThrowStep((6, 5)), TryStep("24/19", "greater_die_first"), PlayStep("24/18")),
            0,
        ),
        Example(
            "smaller",
            N_("6 and 3, and arrow 6A is held"),
            standing({"bar": 2, "13": 5, "8": 3, "6": 5}, {"24": 2, "13": 5, "8": 3, "6": 5}),
            (ThrowStep((6, 3)),),
            0,
            where(single=("strict_high",)),
        ),
        Example(
            "smaller",
            N_("6 and 3, and arrow 6A is held"),
            standing({"bar": 2, "13": 5, "8": 3, "6": 5}, {"24": 2, "13": 5, "8": 3, "6": 5}),
            (ThrowStep((6, 3)), PlayStep("bar/22")),
            0,
            where(single=("international",)),
        ),
    ),
)

DOUBLET = Paragraph(
    "doublet",
    N_("A double"),
    (
        (N_("Two equal dice are a double: you move four times, each time by that number."), always),
        (N_("With one man, two, three or four: as you like."), always),
        (N_("What cannot be played is lost. You do not throw again."), always),
    ),
    examples=(
        Example(
            "threes",
            N_("Two threes, as on the sheet"),
            standing(START, START),
            (
                ThrowStep((3, 3)),
                TryStep("24/21+21/18+18/15+15/12", "arrow_held"),
                TryStep("24/21+24/21", "more_possible"),
                PlayStep("24/21+24/21+8/5+8/5"),
            ),
            0,
        ),
    ),
)

BLACK_BAND = {"13": 4, "9": 1, "7": 3, "6": 4, "5": 3}
"""Croquis 2 of the sheet: Black holds 5A, 6A and 7A, and has a man alone on 9A."""

RUBAN = Paragraph(
    "ruban",
    N_("The ruban"),
    (
        (N_("Two men or more on an arrow are a ruban. They are safe, and the other player cannot rest there."), always),
        (N_("You may pass over a ruban, if you can rest before it and behind it."), always),
        (N_("Six of them side by side: nobody can get past."), always),
    ),
    rules=("arrow_held",),
    examples=(
        Example(
            "five-and-four",
            N_("5 and 4: no way out for this man"),
            standing(START, BLACK_BAND),
            (
                ThrowStep((5, 4)),
                TryStep("24/19+19/15", "arrow_held"),
                TryStep("24/20+20/15", "arrow_held"),
                PlayStep("13/8+13/9"),
            ),
            0,
        ),
        Example(
            "six-and-three",
            N_("6 and 3: first the 3"),
            standing(START, BLACK_BAND),
            (
                ThrowStep((6, 3)),
                TryStep("24/18+18/15", "arrow_held"),
                TryStep("24/21+21/15"),
                PlayStep("24/21+21/15"),
            ),
            0,
        ),
    ),
)  # fmt: skip

CAPTURE = Paragraph(
    "capture",
    N_("Captured men"),
    (
        (N_("Land on a man of the other colour that stands alone: it is captured, and goes to the bar."), always),
        (N_("A captured man begins its way anew, from the first quarter."), always),
        (N_("With a 3 it enters on the third arrow, with a 6 on the sixth, if that is not a ruban."), always),
        (N_("As long as a man of yours is on the bar, no other may move."), always),
    ),
    rules=("bar_first",),
    examples=(
        Example(
            "captured",
            N_("5 and 3 capture a man"),
            standing(START, BLACK_BAND),
            (
                ThrowStep((5, 3)),
                PlayStep("24/21+21/16"),
                ThrowStep((3, 1)),
                TryStep("13/10+6/5", "bar_first"),
                TryStep("bar/22+6/5"),
                PlayStep("bar/22+6/5"),
            ),
            0,
        ),
        Example(
            "closed",
            N_("All six arrows are held"),
            standing(
                {"bar": 1, "13": 5, "8": 4, "6": 5}, {"6": 3, "5": 3, "4": 3, "3": 2, "2": 2, "1": 2}
            ),
            (ThrowStep((5, 2)),),
            0,
        ),
    ),
)

OFF = Paragraph(
    "off",
    N_("Off the board"),
    (
        (N_("All your men stand in your last quarter? Then you may take them off."), always),
        (N_("A 4 takes a man off arrow 4, a 6 off arrow 6."), always),
        (N_("Nobody on that arrow? Then move a man from farther back."), always),
        (N_("Nobody farther back either? Then take one off the next lower arrow."), always),
        (N_("Was one of your men captured? It must come home again first."), always),
    ),
    rules=("not_all_home", "die_too_small", "push_first"),
    examples=(
        Example(
            "at-once",
            N_("The last one comes home"),
            standing({"8": 1, "6": 2, "off": 12}, HOME),
            (ThrowStep((6, 2)), TryStep("6/off+8/6", "not_all_home"), TryStep("8/6+6/off"), PlayStep("8/6+6/off")),
            0,
        ),
        Example(
            "push",
            N_("6 and 5, and nobody stands on 5"),
            standing({"6": 2, "4": 4, "off": 9}, HOME),
            (ThrowStep((6, 5)), TryStep("6/off+4/off", "push_first"), TryStep("6/off+6/1"), PlayStep("6/off+6/1")),
            0,
        ),
        Example(
            "lower",
            N_("5 and 4, and the highest men stand on 4"),
            standing({"4": 4, "off": 11}, HOME),
            (ThrowStep((5, 4)), TryStep("4/off+4/off"), PlayStep("4/off+4/off")),
            0,
        ),
    ),
)

ON_BAR = {"bar": 1, "6": 9, "5": 5}


def _won(key: str, title: str, black: Mapping[str, int], points: int, when: When) -> Example:
    """The last man leaves while the other's stand so."""
    steps = (ThrowStep((2, 1)), PlayStep("1/off"))
    return Example(key, title, standing({"1": 1, "off": 14}, black), steps, points, when)


WINNER = Paragraph(
    "winner",
    N_("Who wins"),
    (
        (N_("Whoever has all men off the board first wins the game: 1 point."), always),
        (N_("Has the other player taken no man off? That is a gammon: 2 points."), always),
        (
            N_("Does a man of theirs still stand on the bar or in your last quarter? Backgammon: 3 points."),
            where(bg_needs_no_bearoff=(False,)),
        ),
        (
            N_("And does a man of theirs still stand on the bar or in your last quarter? Backgammon: 3 points."),
            where(bg_needs_no_bearoff=(True,)),
        ),
        (N_("Gammon and backgammon count only 1 as long as nobody has doubled (Jacoby)."), where(jacoby=(True,))),
        (
            several(
                Nn_(
                    "You play %(n)s game for its points.",
                    "You play %(n)s games: who has more points then has won.",
                ),
                "games",
            ),
            where(points=(0,)),
        ),
        (
            several(Nn_("%(n)s point wins the match.", "%(n)s points win the match."), "points"),
            lambda options: options["points"] > 0,
        ),
        (says(N_("A point is worth %(stake)s counters.")), lambda options: options["stake"] > 1),
    ),
    rules=("game_over",),
    examples=(
        _won("gammon", N_("The last man, and a gammon"), HOME, 2, where(jacoby=(False,))),
        _won("backgammon", N_("The last man, and one on the bar"), ON_BAR, 3, where(jacoby=(False,))),
        _won("gammon", N_("The last man, and a gammon"), HOME, 1, where(jacoby=(True,))),
    ),
)


def _may_double(options: Options) -> bool:
    """Somebody may double in the first game."""
    return bool(options["cube"]) and not (options["crawford"] and options["points"] == 1)


CUBE = Paragraph(
    "cube",
    N_("The doubling die"),
    (
        (N_("You play without the doubling die."), where(cube=(False,))),
        (N_("It lies beside the board and shows 64: the game counts once."), where(cube=(True,))),
        (N_("You think that you will win? Say “I double” before you throw."), where(cube=(True,))),
        (N_("The other player may accept: then the game counts twice."), where(cube=(True,))),
        (N_("Or refuse: then the game is lost, as it counted before."), where(cube=(True,))),
        (N_("Whoever has accepted keeps the die. Only this player may double next."), where(cube=(True,))),
        (N_("Think well before you accept: it grows fast."), where(cube=(True,))),
        (
            N_("One game is played without it: when somebody first lacks one point only (Crawford)."),
            lambda options: bool(options["cube"] and options["crawford"] and options["points"]),
        ),
    ),
    rules=("must_answer", "not_now"),
    examples=(
        Example(
            "accepted",
            N_("Doubled, and accepted"),
            standing(BEGUN, START),
            (
                LookStep(),
                PlayStep("double"),
                ThrowStep((3, 1), "must_answer"),
                PlayStep("accept"),
                TryStep("double", "not_now"),
                ThrowStep((3, 1)),
                PlayStep("8/5+6/5"),
            ),
            0,
            _may_double,
        ),
        Example(
            "refused",
            N_("Doubled, and refused"),
            standing(BEGUN, START),
            (LookStep(), PlayStep("double"), PlayStep("refuse")),
            1,
            _may_double,
        ),
    ),
)  # fmt: skip

BACKGAMMON = RuleSheet(
    AIM, (BOARD, BEGIN, THROW, ONE_DIE, DOUBLET, RUBAN, CAPTURE, OFF, WINNER, CUBE, PISTE)
)
