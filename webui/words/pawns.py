"""Sentences about pawns and cards: places, possible steps, what a card does, what a player reads first."""

from __future__ import annotations

from collections.abc import Mapping

from ..table.values.view import PawnsView, View, ViewStep
from . import N_, Words
from .games.first_read import FamilyWords, Now, acting_name, thinks_over
from .games.tock import parts
from .men import counts_when
from .winners import game_won, names_of

CARDS: Mapping[str, str] = {
    "A": N_("enters, or +1"),
    "2": "+2",
    "3": "+3",
    "4": N_("4 back"),
    "5": N_("another's +5"),
    "6": "+6",
    "7": N_("+7 or in parts"),
    "8": "+8",
    "9": "+9",
    "10": "+10",
    "V": N_("exchanges, or +11"),
    "D": "+12",
    "R": N_("enters, or +13 and eats"),
}
"""A card of the sheet -> what it does, in the sheet's few words."""

RANKS: Mapping[str, str] = {"A": N_("ace"), "V": N_("jack"), "D": N_("queen"), "R": N_("king")}
"""A card that is written with a letter -> its name; on the cards stand the letters of the sheet."""

STARTS = ("0", "18", "36", "54")
"""The holes in which pawns enter."""


def card_name(w: Words, card: str) -> str:
    """ "7", or "V (jack)" for a card with a letter."""
    return f"{card} ({w.t(RANKS[card])})" if card in RANKS else card


def does(w: Words, card: str) -> str:
    """A card's effect, in a few words."""
    text = CARDS[card]
    return text if text[1:].isdigit() else w.t(text)


def step_says(w: Words, step: ViewStep) -> str:
    """Where a pawn may go: "from the start to hole 12, eats 1 pawn"."""
    via = w.t("teleported from hole %(hole)s", hole=parts(step.via)[1]) if step.via else ""
    takes = w.tn("eats %(n)s pawn", "eats %(n)s pawns", step.takes) if step.takes else ""
    return ", ".join(text for text in (_way(w, step), via, takes) if text)


def _way(w: Words, step: ViewStep) -> str:
    (source, start, _), (target, other, _) = parts(step.source), parts(step.target)
    if step.exchange:
        return w.t("the pawns on holes %(one)s and %(other)s change places", one=start, other=other)
    if source == "base":
        return w.t("from the base to the start, hole %(to)s", to=other)
    place, to = parts(step.source)[2], parts(step.target)[2]
    if source == "house":
        return w.t("in the house, from place %(start)s to place %(to)s", start=place, to=to)
    if target == "house":
        return w.t("from hole %(start)s to place %(to)s of the house", start=start, to=to)
    if start in STARTS:
        return w.t("from the start to hole %(to)s", to=other)
    return w.t("from hole %(start)s to hole %(to)s", start=start, to=other)


def name_at(view: View, seat: int) -> str:
    """The name of the player at a place."""
    return next((str(player.name) for player in view.players if player.seat == seat), "")


def _seat(view: View) -> int:
    """The place of the player who must act; 0 for nobody."""
    return 0 if view.due is None else view.due.seat


def partner_seat(seat: int) -> int:
    """The place opposite."""
    return (seat + 1) % 4 + 1


def _start(w: Words, view: PawnsView) -> Now:
    return Now("act", w.t("Set up the pawns"), (w.t("They wait in their bases, as on the screen."),))


def _deal(w: Words, view: PawnsView) -> Now:
    name, cards = acting_name(view), view.due.cards if view.due is not None else 0
    headline = w.t("%(name)s, deal %(cards)s cards each!", name=name, cards=cards)
    if _at_the_tablet(view):
        says = w.t("Tap “Deal the cards”: yours stand here then.")
    elif view.position.known:
        says = w.t("The cards go into the phones: tap “Deal the cards”.")
    else:
        says = w.t("Your cards stay in your hands. Tap when all have theirs.")
    return Now("act", headline, (*just_ended(w, view), says))


def _move(w: Words, view: PawnsView) -> Now:
    name = acting_name(view)
    if view.position.phase == "give":
        return _give(w, view, name)
    if view.laid:
        return _laid(w, view, name)
    says = [*just_discarded(w, view), _whose(w, view, name)]
    return Now("act", w.t("%(name)s, play a card!", name=name), tuple(text for text in says if text))


def _give(w: Words, view: PawnsView, name: str) -> Now:
    if not view.position.known:
        headline = w.t("Partners exchange a card")
        return Now("act", headline, (w.t("Without a word: each gives the partner one card, face down."),))
    partner = name_at(view, partner_seat(_seat(view)))
    headline = w.t("%(name)s, give %(partner)s a card!", name=name, partner=partner)
    if _own(view):
        return Now("act", headline, (w.t("Touch the card that you give, without a word."),))
    says = w.t("Without a word.") if _at_the_tablet(view) else w.t("On your phone, and without a word.")
    return Now("act", headline, (says,))


def _at_the_tablet(view: View) -> bool:
    """True for a practice game: no phone holds the cards."""
    return view.practice is not None


def _own(view: PawnsView) -> bool:
    """True for the acting player's view."""
    return view.hand is not None and view.player == view.acting


def _laid(w: Words, view: PawnsView, name: str) -> Now:
    card, rest = view.laid, view.position.rest
    headline = w.t("%(card)s: your pawns, %(name)s!", card=card, name=name)
    if view.position.whose != _seat(view) and rest:
        mate = name_at(view, view.position.whose)
        left = w.tn(
            "%(n)s step is left, for %(name)s's pawns.", "%(n)s steps are left, for %(name)s's pawns.", rest, name=mate
        )
    elif rest:
        left = w.tn("%(n)s step of the 7 is left to share.", "%(n)s steps of the 7 are left to share.", rest)
    elif len(view.steps) == 1:
        left = w.t("There is only one way to play it.")
    else:
        left = _touch(w, card)
    return Now("act", headline, (left,))


def _touch(w: Words, card: str) -> str:
    if card == "5":
        return w.t("“Move another pawn on by 5”: touch one that is not yours, then where it goes.")
    if card == "4":
        return w.t("Four holes back: touch a pawn, then where it goes.")
    if card == "V":
        return w.t("Touch your pawn, then the one it changes places with, or 11 holes on.")
    return w.t("Touch a pawn, then where it goes.")


def _whose(w: Words, view: PawnsView, name: str) -> str:
    seat, whose = _seat(view), view.position.whose
    if seat != whose:
        mate = name_at(view, whose)
        return w.t("All your pawns are home: you play those of %(name)s.", name=mate)
    if not view.position.known:
        return w.t("Lay one of your cards and tap the same here. Who can play must.")
    if _own(view):
        return w.t("Touch a card. “If a player can play, it must be done.”")
    if _at_the_tablet(view):
        return w.t("“If a player can play, it must be done.”")
    return w.t("“If a player can play, it must be done.” Lay it on your phone.")


def _provisional(w: Words, view: PawnsView) -> Now:
    word = view.provisional or ""
    if word.startswith("discards:") and not view.position.known:
        return Now("act", w.t("%(card)s is laid down", card=view.laid), (unjudged(w),))
    if word.startswith("gives:"):
        return Now("act", w.t("A card is given"), (counts_when(w, view),))
    return Now("act", w.t("That fits!"), (counts_when(w, view),))


def unjudged(w: Words) -> str:
    """What the referee cannot check without knowing the hands."""
    return w.t("I do not know your cards: I cannot tell whether one could be played.")


def just_discarded(w: Words, view: PawnsView) -> list[str]:
    """A sentence that nobody can check a card laid down; [] once more was played."""
    for event in reversed(view.history):
        if event["event"] in ("move_refused", "corrected"):
            return []
        if event["event"] == "move_accepted":
            card = str(event.get("move", "")).partition("discards:")[2]
            name = view.names.get(event.get("player", 0), "")
            return [w.t("%(name)s lays down %(card)s without moving.", name=name, card=card)] if card else []
    return []


def just_ended(w: Words, view: PawnsView) -> list[str]:
    """The finished game of the series, until cards are dealt again."""
    for event in reversed(view.history):
        if event["event"] == "move_accepted" and event.get("move") == "deals":
            return []
        if event["event"] == "game_ended" and view.results:
            return [game_won(w, view, view.results[-1])]
    return []


def _over(w: Words, view: PawnsView) -> Now:
    names = names_of(view, view.winners)
    headline = w.tn("%(names)s wins!", "%(names)s win together!", len(names), names=w.all_of(names))
    return Now("end", headline, tuple(just_ended(w, view)))


def _chooses(w: Words, view: PawnsView, name: str) -> str:
    return w.t("%(name)s plays %(card)s…", name=name, card=view.laid) if view.laid else thinks_over(w, name)


PAWNS: FamilyWords[PawnsView] = FamilyWords(
    {
        "waiting_start": _start,
        "waiting_throw": _deal,
        "waiting_move": _move,
        "provisional": _provisional,
        "game_over": _over,
        "series_over": _over,
    },
    _chooses,
)
"""The words that games of pawns have of their own."""
