"""The rules of Tock, after its sheet."""

from __future__ import annotations

import json
from collections.abc import Sequence

from .. import N_, Nn_
from ..games.forms import several
from .arrows import PISTE_RULES
from .sheet import Example, LookStep, Paragraph, PlayStep, RuleSheet, TryStep, always, where

BASE = (-1, -1, -1, -1)
OTHERS = ("2", "8", "9", "10")
"""What the others hold if it does not matter."""


def standing(*pawns: Sequence[int], hand: Sequence[str], fresh: int = 0) -> str:
    """The position with these pawns of the first places, and these cards of the first player.

    The pawns of the other places wait; the one of place `fresh` that stands on its start has just entered.
    """
    rows = [list(row) for row in (*pawns, *(BASE,) * (4 - len(pawns)))]
    hands = [list(hand), *(list(OTHERS[: len(hand)]) for _ in range(3))]
    said = {"pawns": rows, "dealer": 4, "deal": 2, "phase": "play", "turn": 1, "hands": hands}
    return json.dumps(said | ({"fresh": [place == fresh for place in range(1, 5)]} if fresh else {}))


AIM = N_("Two teams of two, four pawns each. Bring all eight pawns of your team home before the others do.")

BOARD = Paragraph(
    "board",
    N_("The board and the teams"),
    (
        (N_("Partners sit face to face: blue with red, green with yellow."), always),
        (N_("Your four pawns begin in your base, in the corner. Your house is in the middle of your side."), always),
        (N_("The pawns travel clockwise. From one start to the next are 18 holes."), always),
        (N_("On the picture the holes have numbers: blue starts on 0, green on 18, red on 36, yellow on 54."), always),
    ),
    rules=("no_dice",),
    examples=(
        Example("start", N_("Léa is blue, Max is green, Zoé is red, Tom is yellow"), "", (LookStep(),), 0),
    ),
)  # fmt: skip

CARDS = Paragraph(
    "cards",
    N_("The cards"),
    (
        (
            N_("Everybody gets 5 cards, then 4, then 4 again. Then the pack is used up, and the next player deals."),
            always,
        ),
        (N_("Your cards are in your hands. Nobody else looks at them."), where(hands=("unknown",))),
        (N_("Your cards are in your phones. Nobody else sees them."), where(hands=("known",))),
        (N_("After each deal you give your partner one card, without a word."), always),
        (N_("The player after the dealer begins, then clockwise. Everybody plays one card."), always),
    ),
    rules=(
        "not_dealing", "deal_count", "deal_unknown", "no_such_card", "pack_short", "deal_first", "give_first",
        "give_done", "give_named", "give_unseen",
    ),
)  # fmt: skip

MUST = Paragraph(
    "must",
    N_("You must play"),
    (
        (N_("Can you play a card? Then you must, even if it hurts your own team."), always),
        (N_("Can you play none? Then lay one down. Nothing moves."), always),
        (N_("A card that is laid is played."), always),
    ),
    rules=(
        "not_in_hand", "card_gone", "must_play", "card_first", "not_the_card", "card_alone",
    ),
    examples=(
        Example(
            "must-play",
            N_("An ace and a 9, and all pawns in the base"),
            standing(BASE, hand=("A", "9")),
            (LookStep(), TryStep("discards:9", "must_play"), PlayStep("A:in"), LookStep(), PlayStep("discards:2")),
            0,
        ),
    ),
)  # fmt: skip

ENTER = Paragraph(
    "enter",
    N_("Entering"),
    (
        (N_("A pawn leaves the base with an ace (A) or a king (R), and stands on its start."), always),
        (N_("It is protected there until it moves: nobody can take it, exchange it or even pass it."), always),
        (N_("Not even pawns of its own colour."), where(fresh_blocks_own=(True,))),
        (N_("Pawns of its own colour may pass it."), where(fresh_blocks_own=(False,))),
        (N_("So the next pawn can enter only once it has moved on."), always),
    ),
    rules=("enter_card", "no_base", "start_taken", "pawn_protected", "way_blocked"),
    examples=(
        Example(
            "enter",
            N_("A king and a 9"),
            standing(BASE, hand=("R", "9")),
            (LookStep(), TryStep("9:in", "enter_card"), PlayStep("R:in")),
            0,
        ),
        Example(
            "no-way",
            N_("A green pawn has just entered"),
            standing((-1, -1, -1, 15), (-1, -1, -1, 18), hand=("6", "2"), fresh=2),
            (LookStep(), TryStep("6:15>21", "way_blocked"), TryStep("2:15>17"), PlayStep("2:15>17")),
            0,
        ),
    ),
)

ON_TRACK = ((-1, -1, -1, 12), (-1, -1, -1, 30), (-1, -1, -1, 50))
"""A pawn of Léa, one of Max, one of Zoé on their way."""

WHAT = Paragraph(
    "what",
    N_("What each card does"),
    (
        (N_("2, 3, 6, 8, 9, 10: a pawn of yours goes so many holes on. The queen (D): 12 holes."), always),
        (N_("Ace (A): a pawn enters, or one goes 1 hole on."), always),
        (
            N_("King (R): a pawn enters, or one goes 13 holes on and eats everybody on the way, your own pawns too."),
            always,
        ),
        (N_("4: a pawn of yours goes 4 holes back."), always),
        (N_("5: a pawn of another player goes 5 holes on, your partner's too."), where(five=("other_seats",))),
        (N_("5: a pawn of the other team goes 5 holes on."), where(five=("opponents",))),
        (N_("7: a pawn of yours goes 7 holes on, or several share the seven steps."), always),
        (N_("Jack (V): a pawn of yours changes places with another player's, or goes 11 holes on."),
         where(jack_targets=("other_seats",))),
        (N_("Jack (V): a pawn of yours changes places with any other, even with your own, or goes 11 holes on."),
         where(jack_targets=("any",))),
    ),
    rules=("no_pawn", "not_yours", "five_others", "five_opponents", "swap_card", "swap_own", "swap_theirs"),
    examples=(
        Example(
            "four",
            N_("A 4 and a 5"),
            standing(*ON_TRACK, hand=("4", "5")),
            (
                LookStep(),
                TryStep("4:12>8"),
                TryStep("5:12>17", "five_others"),
                TryStep("5:30>35"),
                TryStep("5:50>55"),
                PlayStep("4:12>8"),
            ),
            0,
            where(five=("other_seats",)),
        ),
        Example(
            "four",
            N_("A 4 and a 5"),
            standing(*ON_TRACK, hand=("4", "5")),
            (
                LookStep(),
                TryStep("4:12>8"),
                TryStep("5:12>17", "five_others"),
                TryStep("5:50>55", "five_opponents"),
                TryStep("5:30>35"),
                PlayStep("4:12>8"),
            ),
            0,
            where(five=("opponents",)),
        ),
        Example(
            "jack",
            N_("The jack"),
            standing((-1, -1, 2, 12), *ON_TRACK[1:], hand=("V", "8")),
            (
                LookStep(),
                TryStep("8:12x30", "swap_card"),
                TryStep("V:2x12", "swap_own"),
                TryStep("V:12>23"),
                PlayStep("V:12x30"),
            ),
            0,
            where(jack_targets=("other_seats",)),
        ),
        Example(
            "jack",
            N_("The jack"),
            standing((-1, -1, 2, 12), *ON_TRACK[1:], hand=("V", "8")),
            (
                LookStep(),
                TryStep("8:12x30", "swap_card"),
                TryStep("V:2x12"),
                TryStep("V:12>23"),
                PlayStep("V:12x30"),
            ),
            0,
            where(jack_targets=("any",)),
        ),
        Example(
            "king",
            N_("The king eats on his way"),
            standing((-1, -1, -1, 10), (-1, -1, 15, 20), hand=("R", "2")),
            (LookStep(), TryStep("R:10>23"), PlayStep("R:10>23")),
            0,
        ),
    ),
)  # fmt: skip

EAT = Paragraph(
    "eat",
    N_("Passing and eating"),
    (
        (N_("You may pass other pawns. Nothing happens to them."), always),
        (N_("Land on a pawn: it is eaten, and goes back to its base. Your own and your partner's, too!"), always),
    ),
    examples=(
        Example(
            "eaten",
            N_("An 8 lands on a green pawn"),
            standing((-1, -1, -1, 4), (-1, -1, 9, 12), hand=("8", "3")),
            (LookStep(), PlayStep("8:4>12")),
            0,
        ),
    ),
)

CROSSING = Paragraph(
    "crossing",
    N_("The case 7"),
    (
        (
            N_("The seventh hole after each start is a case 7. Land there, and you are teleported to the next one."),
            always,
        ),
        (N_("On the picture these are 7, 25, 43 and 61, with a dotted line from one to the next."), always),
        (N_("A pawn that goes back onto it is teleported, too."), where(four_teleports=(True,))),
        (N_("A pawn that goes back onto it stays there."), where(four_teleports=(False,))),
        (N_("Who stands on the first case 7 is eaten, and who stands on the second one as well."),
         where(eat_on_first_seven=(True,))),
        (N_("Only who stands on the second case 7 is eaten."), where(eat_on_first_seven=(False,))),
        (N_("Past your own house, too: then you go round once more."), where(teleport_past_home=(True,))),
        (N_("You are not teleported past your own house: there you stay."), where(teleport_past_home=(False,))),
    ),
    rules=("wrong_hole",),
    examples=(
        Example(
            "teleported",
            N_("A 2 onto the case 7"),
            standing((-1, -1, -1, 5), hand=("2", "9")),
            (LookStep(), TryStep("2:5>7", "wrong_hole"), PlayStep("2:5>25")),
            0,
        ),
        Example(
            "back-onto",
            N_("A 4 back onto the case 7"),
            standing((-1, -1, -1, 11), hand=("4", "9")),
            (LookStep(), PlayStep("4:11>25")),
            0,
            where(four_teleports=(True,)),
        ),
        Example(
            "back-onto",
            N_("A 4 back onto the case 7"),
            standing((-1, -1, -1, 11), hand=("4", "9")),
            (LookStep(), PlayStep("4:11>7")),
            0,
            where(four_teleports=(False,)),
        ),
    ),
)  # fmt: skip

SEVEN = Paragraph(
    "seven",
    N_("The 7, shared out"),
    (
        (N_("Share the seven steps as you like: with one pawn or with several, each of them once."), always),
        (N_("All seven are made, or none."), always),
        (N_("Are all your pawns home with it? What is left goes to your partner's pawns."), where(seven_spill=(True,))),
        (N_("Are all your pawns home with it? Nothing may be left then."), where(seven_spill=(False,))),
    ),
    rules=("one_pawn", "seven_rest", "seven_over", "seven_twice"),
    examples=(
        Example(
            "shared",
            N_("A 7 for two pawns"),
            standing((-1, -1, 2, 12), hand=("7", "8")),
            (
                LookStep(),
                TryStep("8:2>5+12>17", "one_pawn"),
                TryStep("7:2>5", "seven_rest"),
                TryStep("7:2>5+5>9", "seven_twice"),
                TryStep("7:12>19"),
                PlayStep("7:2>5+12>16"),
            ),
            0,
        ),
    ),
)

HOUSE = Paragraph(
    "house",
    N_("The house"),
    (
        (N_("Once round, your pawn goes past its start into its house: four places."), always),
        (N_("It must come exactly onto one of them. Otherwise it goes round once more."), always),
        (N_("Does it come exactly there? Then it must go in."), where(house_entry=("mandatory",))),
        (
            N_("Does it come exactly there? Then it goes in, or round once more, as you like."),
            where(house_entry=("optional",)),
        ),
        (N_("In the house it is safe, and never comes out again."), always),
        (N_("Nobody jumps over another in the house: move up to make room."), always),
    ),
    rules=("in_house", "house_jump", "house_end", "must_go_home"),
    examples=(
        Example(
            "home",
            N_("A 3, three steps from the house"),
            standing((-1, -1, -1, 70), hand=("3", "10")),
            (LookStep(), TryStep("3:70>1", "must_go_home"), PlayStep("3:70>h1")),
            1,
            where(house_entry=("mandatory",)),
        ),
        Example(
            "home",
            N_("A 3, three steps from the house"),
            standing((-1, -1, -1, 70), hand=("3", "10")),
            (LookStep(), TryStep("3:70>1"), PlayStep("3:70>h1")),
            1,
            where(house_entry=("optional",)),
        ),
        Example(
            "no-jump",
            N_("A 6, but a pawn stands in the way"),
            standing((-1, -1, 70, 72), hand=("6", "3")),
            (LookStep(), TryStep("6:70>h4", "house_jump"), TryStep("3:h1>h4"), PlayStep("3:h1>h4")),
            1,
        ),
    ),
)  # fmt: skip

WINNER = Paragraph(
    "winner",
    N_("Who wins"),
    (
        (N_("Are your four pawns home? Then play your partner's with your cards."), always),
        (N_("The team that first has all eight pawns home wins."), always),
        (
            several(
                Nn_(
                    "You play %(n)s game, team against team.",
                    "You play %(n)s games: the team that wins more of them has won.",
                ),
                "games",
            ),
            always,
        ),
    ),
    rules=("game_over",),
    examples=(
        Example(
            "eighth",
            N_("The eighth pawn"),
            standing((72, 73, 74, 75), (-1, -1, -1, 30), (34, 73, 74, 75), hand=("3", "8")),
            (LookStep(), TryStep("3:34>h1"), PlayStep("3:34>h1")),
            4,
        ),
    ),
)  # fmt: skip

PISTE = Paragraph(
    "piste",
    N_("What Piste does"),
    (
        (N_("You lay your card, and tap the same here."), where(hands=("unknown",))),
        (N_("Piste does not know your cards. It believes you when you say that none can be played."),
         where(hands=("unknown",))),
        (N_("Piste deals the cards into your phones, and shows them to nobody else."), where(hands=("known",))),
        (N_("What does not fit is told, with the rule. To make a mistake is not bad: choose again."), always),
        (N_("During a pause nothing counts. Press “Go on” first."), always),
    ),
    rules=(*PISTE_RULES, "dice_count", "not_dice"),
)  # fmt: skip

TOCK = RuleSheet(
    AIM, (BOARD, CARDS, MUST, ENTER, WHAT, EAT, CROSSING, SEVEN, HOUSE, WINNER, PISTE)
)
