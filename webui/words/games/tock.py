"""The words of Tock; refusals use the deciding words of the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from referee.games.tock.board import HOUSE, QUARTER
from referee.games.tock.cards import IN, CardPlay, Discard, Give, PawnStep, from_text

from .. import N_, Nn_, Words
from .forms import Fill, Sentence, Values, any_of, cases, counted, joined, says, tell
from .row import GameWords
from .shared import SHARED, YES_NO, why

COLOURS: Mapping[int, str] = {1: N_("blue"), 2: N_("green"), 3: N_("red"), 4: N_("yellow")}
"""A place at the board -> the colour of its pawns: on the sheet blue is with red, and green with yellow."""


def place(w: Words, number: int) -> str:
    """ "hole 12", or "place 2 of the house"."""
    if number >= HOUSE:
        return w.t("place %(place)s of the house", place=number - HOUSE + 1)
    return w.t("hole %(hole)s", hole=number)


def place_named(w: Words, space: str) -> str:
    """ "Hole 12", "Place 2 of the blue house", "The blue base"."""
    kind, first, second = parts(space)
    if kind == "hole":
        return w.t("Hole %(hole)s", hole=first)
    colour = w.t(COLOURS[int(first)])
    if kind == "base":
        return w.t("Base of the %(colour)s pawns", colour=colour)
    return w.t("Place %(place)s in the house of the %(colour)s pawns", place=second, colour=colour)


def parts(space: str) -> tuple[str, str, str]:
    """ "house-1-2" as ("house", "1", "2"); missing parts are ""."""
    kind, _, rest = space.partition("-")
    first, _, second = rest.partition("-")
    return kind, first, second


def stands(w: Words, space: str, kind: str) -> str:
    """What stands at a place: "Hole 18: green pawn, protected"; anything else as a record has it."""
    if not space.startswith(("hole-", "house-", "base-")):
        return f"{space} {kind}"
    place, words = place_named(w, space), kind.split()
    if words[:1] != ["pawn"]:
        return w.t("%(place)s: empty", place=place)
    colour = w.t(COLOURS[int(words[1])])
    if words[2:3] == ["x"]:
        return w.tn("%(place)s: %(n)s pawn waits", "%(place)s: %(n)s pawns wait", int(words[3]), place=place)
    if words[2:3] == ["new"]:
        return w.t("%(place)s: a pawn, %(colour)s, protected", place=place, colour=colour)
    return w.t("%(place)s: a pawn, %(colour)s", place=place, colour=colour)


def _place_of(name: str) -> Fill:
    return lambda w, v: place(w, v[name])


def _wrong_hole(w: Words, v: Values) -> str:
    named = {"hole": place(w, v["hole"]), "to": place(w, v["to"]), "card": v["card"]}
    if not v["lands"]:
        return w.t("The pawn on %(hole)s cannot come to %(to)s with %(card)s.", **named)
    lands = w.any_of(place(w, number) for number in v["lands"])
    if (v["to"] + QUARTER) % HOUSE in v["lands"] and v["to"] < HOUSE:
        return w.t(
            "Who lands on a case 7, here %(to)s, “is teleported to the next case 7”: %(lands)s.",
            lands=lands,
            **named,
        )
    return w.t("With %(card)s the pawn on %(hole)s comes to %(lands)s.", lands=lands, **named)


_CARDS: Mapping[str, Sentence] = {
    "no_dice": N_("Tock is played with cards: put the dice away."),
    "not_dealing": N_("No cards are dealt now: first play those you have."),
    "deal_count": N_("Each of the four players gets %(due)s cards."),
    "deal_unknown": N_("The cards are in your phones: I must know all four hands."),
    "no_such_card": says(
        N_("There is no such card in the pack: %(cards)s."),
        cards=lambda w, v: w.all_of(dict.fromkeys(v["cards"])),
    ),
    "pack_short": cases(
        "left",
        {0: N_("There is no %(card)s left in the pack.")},
        counted(
            Nn_(
                "The pack holds only %(n)s more card %(card)s.",
                "The pack holds only %(n)s more cards %(card)s.",
            ),
            "left",
        ),
    ),
    "deal_first": N_("First the cards are dealt: %(due)s for each player."),
    "give_first": N_(
        "First all four give a card: the rule says “partners exchange a card without speaking”."
    ),
    "give_done": N_("The partners have exchanged their cards already: now play one."),
    "give_named": N_("Choose which card you give to your partner."),
    "give_unseen": N_("Which card you give stays a secret: only say that you have given one."),
    "not_in_hand": N_("You have no %(card)s in your hand."),
    "card_gone": N_("I have seen all four cards %(card)s already: look at yours again."),
    "must_play": says(
        N_("The rule says “if a player can play, it must be done”: you can play %(cards)s."),
        cards=any_of("playable"),
    ),
    "card_first": N_("First lay a card, then move a pawn."),
    "not_the_card": cases(
        "card",
        {"": N_("That is no card that you can lay now: put everything back.")},
        N_("That is not what the card %(card)s does: put the pawns back."),
    ),
    "card_alone": N_("The rule says “card laid, card played”: show what your %(card)s does."),
    "one_pawn": N_("Only a 7 can be shared out: the card %(card)s moves one pawn."),
    "enter_card": N_("A pawn enters with “an ace or a king”, not with %(card)s."),
}

_PAWNS: Mapping[str, Sentence] = {
    "no_base": N_("No pawn waits in your base any more."),
    "start_taken": N_("A pawn that has just entered stands on your start: move that one first."),
    "no_pawn": says(N_("No pawn that you can move stands on %(hole)s."), hole=_place_of("hole")),
    "not_yours": says(N_("The pawn on %(hole)s is not yours to move with %(card)s."), hole=_place_of("hole")),
    "five_others": N_("A 5 moves “another pawn”: one that is not yours."),
    "five_opponents": N_("Here a 5 moves a pawn of the other team, not your partner's."),
    "swap_card": N_("Only a V makes two pawns change places, not %(card)s."),
    "swap_own": N_("A V exchanges your pawn with another player's, not with your own."),
    "swap_theirs": N_("A V exchanges a pawn of yours with another one: neither of these two is yours."),
    "pawn_protected": says(
        N_("The pawn on %(hole)s has just entered: it “can be neither moved, nor taken, nor even passed”."),
        hole=_place_of("hole"),
    ),
    "in_house": N_("A pawn in its house is protected “and cannot leave it any more”."),
    "way_blocked": says(
        N_("A pawn that has just entered stands on %(block)s: it can “be neither taken, nor even passed”."),
        block=_place_of("block"),
    ),
    "house_jump": says(
        N_("The rule says “in the house a pawn cannot pass over another”: one stands on %(stands)s."),
        stands=_place_of("stands"),
    ),
    "house_end": N_("The house has only four places: %(card)s is too much for this pawn."),
    "must_go_home": says(
        N_("The pawn on %(hole)s comes exactly to %(to)s: it goes in."),
        hole=_place_of("hole"),
        to=_place_of("to"),
    ),
    "wrong_hole": _wrong_hole,
    "seven_rest": counted(
        Nn_("A 7 is played whole: %(n)s step is left.", "A 7 is played whole: %(n)s steps are left."), "rest"
    ),
    "seven_over": cases(
        "rest",
        {0: N_("All seven steps of the 7 are made already.")},
        counted(
            Nn_(
                "Only %(n)s step of the 7 is left: that is too far for the pawn on %(hole)s.",
                "Only %(n)s steps of the 7 are left: that is too far for the pawn on %(hole)s.",
            ),
            "rest",
            hole=_place_of("hole"),
        ),
    ),
    "seven_twice": says(
        N_("The pawn on %(hole)s has had its part of the 7: each pawn moves once."), hole=_place_of("hole")
    ),
}


def _played(w: Words, v: Values) -> str:
    """A card and the pawns that it moves."""
    steps = w.all_of(_step(w, step) for step in v["steps"])
    return w.t("%(name)s plays %(card)s: %(steps)s.", name=v["name"], card=v["card"], steps=steps)


def card_says(w: Words, move: CardPlay | Discard) -> str:
    """A card and its effect, without the player."""
    if isinstance(move, Discard):
        return w.t("Lay down %(card)s without moving", card=move.card)
    return w.t("%(card)s: %(steps)s", card=move.card, steps=w.all_of(_step(w, step) for step in move.steps))


def _step(w: Words, step: PawnStep) -> str:
    """One pawn's way."""
    if step == IN:
        return w.t("a pawn enters")
    start, to = (place - HOUSE + 1 if place >= HOUSE else place for place in (step.start, step.to))
    if step.exchange:
        return w.t("the pawns on %(one)s and %(other)s change places", one=start, other=to)
    if step.start >= HOUSE:
        return w.t("place %(start)s to place %(place)s of the house", start=start, place=to)
    if step.to >= HOUSE:
        return w.t("%(start)s to place %(place)s of the house", start=start, place=to)
    return w.t("%(start)s to %(to)s", start=start, to=to)


def of_cards(w: Words, move: str, name: str) -> str | None:
    """What somebody did with cards, from the reported word; None for another word."""
    if move == "deals":
        return w.t("%(name)s deals the cards.", name=name)
    try:
        done = from_text(move)
    except ValueError:
        return None
    values = {"name": name, "move": move, **{field.name: getattr(done, field.name) for field in fields(done)}}
    return tell(w, TOCK.moves[type(done)], values)


TOCK = GameWords(
    stands=stands,
    next_up=N_("%(name)s plays now"),
    title="Tock",
    about=N_("For two teams of two, with a pack of cards: bring all your pawns home before the others do."),
    profiles={"Tock Canop": "Tock"},
    refusals={**SHARED.refusals, **_CARDS, **_PAWNS},
    outcomes={
        "game": SHARED.outcomes["game"],
        "match": SHARED.outcomes["match"],
        "discards": joined(N_("%(name)s discards %(card)s."), why),
        "exchanged": N_("Partners have exchanged a card, without a word."),
        "plays_on": N_("%(name)s plays on for %(other)s too."),
        "home": N_("%(name)s has all four pawns home and plays for %(other)s now."),
        "pack": N_("The whole pack is played: %(name)s deals."),
    },
    passes={
        "nothing_playable": N_("None of your cards can be played, so one is laid down."),
        "unjudged": N_("I do not know your cards: I cannot tell whether one could be played."),
    },
    moves={
        Give: cases(
            "card",
            {None: N_("%(name)s gives a card to the partner.")},
            N_("%(name)s gives %(card)s to the partner."),
        ),
        Discard: N_("%(name)s lays down %(card)s without moving."),
        CardPlay: cases(
            "steps", {(): says(N_("%(name)s plays %(move)s."), move=lambda w, v: v["card"])}, _played
        ),
    },
    handicap=N_("So many of a player's pawns stand in the house already when a game begins, %(least)s to %(most)s."),
    house_rules={
        **SHARED.house_rules,
        "show_legal": (N_("Show where a pawn may go?"), SHARED.house_rules["show_legal"][1]),
        "hands": (
            N_("Where are the cards?"),
            {"unknown": N_("In our hands: real cards"), "known": N_("In our phones: Piste deals them")},
        ),
        "house_entry": (
            N_("A pawn that reaches its house exactly?"),
            {"mandatory": N_("It goes in"), "optional": N_("It goes in, or round once more")},
        ),
        "five": (
            N_("Whose pawn does a 5 move?"),
            {"other_seats": N_("Any other player's"), "opponents": N_("Only one of the other team")},
        ),
        "jack_targets": (
            N_("Which pawns may a V exchange?"),
            {"other_seats": N_("Your own with another player's"), "any": N_("Any two, your own as well")},
        ),
        "four_teleports": (N_("Is a pawn that goes back onto a case 7 teleported?"), YES_NO),
        "teleport_past_home": (N_("Is a pawn teleported past its own house?"), YES_NO),
        "eat_on_first_seven": (N_("Is who stands on the case 7 eaten by who is teleported from it?"), YES_NO),
        "fresh_blocks_own": (N_("Does a pawn that has just entered stop its own colour too?"), YES_NO),
        "seven_spill": (N_("Does the rest of a 7 go to the partner once all are home?"), YES_NO),
    },
)
