"""Why a card or a pawn of Tock does not fit, a kind sentence for each of its rules.

Where a phrase of the sheet decides, the sentence says it in the sheet's words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import Words

Values = Mapping[str, Any]

HOUSE, QUARTER = 72, 18
"""The first place of a house, in a foul's numbers (below it are the holes); from one case 7 to the next."""


def _place(w: Words, number: int) -> str:
    """ "hole 12", or "place 2 of the house"."""
    if number >= HOUSE:
        return w.t("place %(place)s of the house", place=number - HOUSE + 1)
    return w.t("hole %(hole)s", hole=number)


def _no_dice(w: Words, v: Values) -> str:
    return w.t("Tock is played with cards: put the dice away.")


def _not_dealing(w: Words, v: Values) -> str:
    return w.t("No cards are dealt now: first play those you have.")


def _deal_count(w: Words, v: Values) -> str:
    return w.t("Each of the four players gets %(due)s cards.", due=v["due"])


def _deal_unknown(w: Words, v: Values) -> str:
    return w.t("The cards are in your phones: I must know all four hands.")


def _no_such_card(w: Words, v: Values) -> str:
    return w.t("There is no such card in the pack: %(cards)s.", cards=w.all_of(dict.fromkeys(v["cards"])))


def _pack_short(w: Words, v: Values) -> str:
    if not v["left"]:
        return w.t("There is no %(card)s left in the pack.", card=v["card"])
    return w.tn(
        "The pack holds only %(n)s more card %(card)s.",
        "The pack holds only %(n)s more cards %(card)s.",
        v["left"],
        card=v["card"],
    )


def _deal_first(w: Words, v: Values) -> str:
    return w.t("First the cards are dealt: %(due)s for each player.", due=v["due"])


def _give_first(w: Words, v: Values) -> str:
    return w.t("First all four give a card: the rule says “partners exchange a card without speaking”.")


def _give_done(w: Words, v: Values) -> str:
    return w.t("The partners have exchanged their cards already: now play one.")


def _give_named(w: Words, v: Values) -> str:
    return w.t("Choose which card you give to your partner.")


def _give_unseen(w: Words, v: Values) -> str:
    return w.t("Which card you give stays a secret: only say that you have given one.")


def _not_in_hand(w: Words, v: Values) -> str:
    return w.t("You have no %(card)s in your hand.", card=v["card"])


def _card_gone(w: Words, v: Values) -> str:
    return w.t("I have seen all four cards %(card)s already: look at yours again.", card=v["card"])


def _must_play(w: Words, v: Values) -> str:
    return w.t(
        "The rule says “if a player can play, it must be done”: you can play %(cards)s.",
        cards=w.one_of(v["playable"]),
    )


def _card_first(w: Words, v: Values) -> str:
    return w.t("First lay a card, then move a pawn.")


def _not_the_card(w: Words, v: Values) -> str:
    if not v["card"]:
        return w.t("That is no card that you can lay now: put everything back.")
    return w.t("That is not what the card %(card)s does: put the pawns back.", card=v["card"])


def _card_alone(w: Words, v: Values) -> str:
    return w.t("The rule says “card laid, card played”: show what your %(card)s does.", card=v["card"])


def _one_pawn(w: Words, v: Values) -> str:
    return w.t("Only a 7 can be shared out: the card %(card)s moves one pawn.", card=v["card"])


def _enter_card(w: Words, v: Values) -> str:
    return w.t("A pawn enters with “an ace or a king”, not with %(card)s.", card=v["card"])


def _no_base(w: Words, v: Values) -> str:
    return w.t("No pawn waits in your base any more.")


def _start_taken(w: Words, v: Values) -> str:
    return w.t("A pawn that has just entered stands on your start: move that one first.")


def _no_pawn(w: Words, v: Values) -> str:
    return w.t("No pawn that you can move stands on %(hole)s.", hole=_place(w, v["hole"]))


def _not_yours(w: Words, v: Values) -> str:
    return w.t(
        "The pawn on %(hole)s is not yours to move with %(card)s.",
        hole=_place(w, v["hole"]),
        card=v["card"],
    )


def _five_others(w: Words, v: Values) -> str:
    return w.t("A 5 moves “another pawn”: one that is not yours.")


def _five_opponents(w: Words, v: Values) -> str:
    return w.t("Here a 5 moves a pawn of the other team, not your partner's.")


def _swap_card(w: Words, v: Values) -> str:
    return w.t("Only a V makes two pawns change places, not %(card)s.", card=v["card"])


def _swap_own(w: Words, v: Values) -> str:
    return w.t("A V exchanges your pawn with another player's, not with your own.")


def _swap_theirs(w: Words, v: Values) -> str:
    return w.t("A V exchanges a pawn of yours with another one: neither of these two is yours.")


def _pawn_protected(w: Words, v: Values) -> str:
    return w.t(
        "The pawn on %(hole)s has just entered: it “can be neither moved, nor taken, nor even passed”.",
        hole=_place(w, v["hole"]),
    )


def _in_house(w: Words, v: Values) -> str:
    return w.t("A pawn in its house is protected “and cannot leave it any more”.")


def _way_blocked(w: Words, v: Values) -> str:
    return w.t(
        "A pawn that has just entered stands on %(block)s: it can “be neither taken, nor even passed”.",
        block=_place(w, v["block"]),
    )


def _house_jump(w: Words, v: Values) -> str:
    return w.t(
        "The rule says “in the house a pawn cannot pass over another”: one stands on %(stands)s.",
        stands=_place(w, v["stands"]),
    )


def _house_end(w: Words, v: Values) -> str:
    return w.t("The house has only four places: %(card)s is too much for this pawn.", card=v["card"])


def _must_go_home(w: Words, v: Values) -> str:
    return w.t(
        "The pawn on %(hole)s comes exactly to %(to)s: it goes in.",
        hole=_place(w, v["hole"]),
        to=_place(w, v["to"]),
    )


def _wrong_hole(w: Words, v: Values) -> str:
    hole, to = _place(w, v["hole"]), _place(w, v["to"])
    if not v["lands"]:
        return w.t(
            "The pawn on %(hole)s cannot come to %(to)s with %(card)s.", hole=hole, to=to, card=v["card"]
        )
    lands = w.one_of(_place(w, number) for number in v["lands"])
    if (v["to"] + QUARTER) % HOUSE in v["lands"] and v["to"] < HOUSE:
        return w.t(
            "Who lands on a case 7, here %(to)s, “is teleported to the next case 7”: %(lands)s.",
            to=to,
            lands=lands,
        )
    return w.t(
        "With %(card)s the pawn on %(hole)s comes to %(lands)s.", card=v["card"], hole=hole, lands=lands
    )


def _seven_rest(w: Words, v: Values) -> str:
    return w.tn(
        "A 7 is played whole: %(n)s step is left.", "A 7 is played whole: %(n)s steps are left.", v["rest"]
    )


def _seven_over(w: Words, v: Values) -> str:
    if not v["rest"]:
        return w.t("All seven steps of the 7 are made already.")
    return w.tn(
        "Only %(n)s step of the 7 is left: that is too far for the pawn on %(hole)s.",
        "Only %(n)s steps of the 7 are left: that is too far for the pawn on %(hole)s.",
        v["rest"],
        hole=_place(w, v["hole"]),
    )


def _seven_twice(w: Words, v: Values) -> str:
    return w.t(
        "The pawn on %(hole)s has had its part of the 7: each pawn moves once.", hole=_place(w, v["hole"])
    )


TOCK: Mapping[str, Callable[[Words, Values], str]] = {
    "no_dice": _no_dice,
    "not_dealing": _not_dealing,
    "deal_count": _deal_count,
    "deal_unknown": _deal_unknown,
    "no_such_card": _no_such_card,
    "pack_short": _pack_short,
    "deal_first": _deal_first,
    "give_first": _give_first,
    "give_done": _give_done,
    "give_named": _give_named,
    "give_unseen": _give_unseen,
    "not_in_hand": _not_in_hand,
    "card_gone": _card_gone,
    "must_play": _must_play,
    "card_first": _card_first,
    "not_the_card": _not_the_card,
    "card_alone": _card_alone,
    "one_pawn": _one_pawn,
    "enter_card": _enter_card,
    "no_base": _no_base,
    "start_taken": _start_taken,
    "no_pawn": _no_pawn,
    "not_yours": _not_yours,
    "five_others": _five_others,
    "five_opponents": _five_opponents,
    "swap_card": _swap_card,
    "swap_own": _swap_own,
    "swap_theirs": _swap_theirs,
    "pawn_protected": _pawn_protected,
    "in_house": _in_house,
    "way_blocked": _way_blocked,
    "house_jump": _house_jump,
    "house_end": _house_end,
    "must_go_home": _must_go_home,
    "wrong_hole": _wrong_hole,
    "seven_rest": _seven_rest,
    "seven_over": _seven_over,
    "seven_twice": _seven_twice,
}
"""Rule id -> who words it."""
