"""The house rules of Tock."""

from __future__ import annotations

from dataclasses import dataclass

from ...options import Switches, number, switch
from ...rules import COMMON, foul_of, joined

RULE_IDS = joined(
    COMMON,
    {
        # Cards.
        "no_dice": (),  # dice were thrown in a game of cards
        "not_dealing": (),  # cards were dealt while none are due
        "deal_count": ("due", "counts"),  # each of four players gets `due` cards, not `counts`
        "deal_unknown": (),  # the phones hold the hands: all four must be given
        "no_such_card": ("cards",),  # no cards of the pack
        "pack_short": ("card", "left", "dealt"),  # `dealt` of a card of which the pack holds `left`
        "deal_first": ("due",),  # something was done before `due` cards each were dealt
        "give_first": (),  # a card was played before all four gave one to their partners
        "give_done": (),  # a card was given after the exchange
        "give_named": (),  # the hand is known: say which card is given
        "give_unseen": (),  # the hand is not known: a gift stays secret
        "not_in_hand": ("card",),  # the player does not hold it
        "card_gone": ("card",),  # all four of it have been shown elsewhere
        "must_play": ("card", "playable"),  # discarded although `playable` can be played
        "card_first": ("spaces",),  # pawns were moved without a card
        "not_the_card": ("card", "spaces"),  # what changed is nothing that this card does
        # Pawns; holes are 0 to 71, places of a house 72 to 75.
        "card_alone": ("card",),  # laid without moving a pawn
        "one_pawn": ("card",),  # only a 7 moves several
        "enter_card": ("card",),  # only an ace or a king brings a pawn in
        "no_base": (),  # no pawn waits in the base
        "start_taken": ("hole",),  # a protected pawn stands on the start
        "no_pawn": ("hole",),  # no pawn of the player stands there
        "not_yours": ("card", "hole"),  # this card moves only the player's own pawns
        "five_others": ("hole",),  # a 5 moves another player's pawn
        "five_opponents": ("hole",),  # a 5 moves an opponent's pawn, not the partner's
        "swap_card": ("card",),  # only a jack exchanges pawns
        "swap_own": ("hole", "to"),  # of two exchanged pawns one is another player's
        "swap_theirs": ("hole", "to"),  # of two exchanged pawns one is the player's own
        "pawn_protected": ("hole",),  # has just entered: not moved by others, not exchanged
        "in_house": ("hole",),  # a pawn in its house never leaves it
        "way_blocked": ("hole", "block"),  # a protected pawn in `block` cannot be passed or taken
        "house_jump": ("hole", "stands"),  # a pawn of the house cannot be passed
        "house_end": ("card", "hole"),  # the house has only four places
        "must_go_home": ("hole", "to"),  # reaches the free place `to` of the house exactly: it goes in
        "wrong_hole": ("card", "hole", "to", "lands"),  # the card brings it to one of `lands`, not `to`
        "seven_rest": ("rest",),  # `rest` steps of the 7 are still to be made
        "seven_over": ("hole", "rest"),  # more than the `rest` steps that are left of the 7
        "seven_twice": ("hole",),  # this pawn has had its part of the 7
    },
)
"""Rule ids of Tock."""

foul = foul_of(RULE_IDS)


@dataclass(frozen=True)
class TockRules(Switches):
    """The switches of the sheet (S2).

    Attributes:
        house_entry: "mandatory" (a pawn that reaches a free place of its house exactly goes in) or "optional".
        five: whose pawns a 5 may move: of all "other_seats", or of the "opponents" only.
        jack_targets: a V exchanges a pawn with one of the "other_seats", or of "any": the player's own two as well.
        four_teleports: a pawn that a 4 brings back onto a case 7 is teleported forward.
        teleport_past_home: the teleport from the last case 7 before its start is made, and the lap is lost.
        eat_on_first_seven: who stands on the case 7 where another is teleported from is eaten.
        fresh_blocks_own: a protected pawn stops its own colour, too.
        seven_spill: steps of a 7 that are left when the player's pawns are all home go to the partner's.
        hands: "unknown" (the players hold cards of paper) or "known" (their phones hold the cards).
        games: games of a series; the team with more of them wins it, and all win where they are level.
        show_legal: teaching switch: legal moves are shown "always", "on_request" or "never".

    Raises:
        BadOption: a field has a value it cannot have.
    """

    house_entry: str = switch("mandatory", "optional")
    five: str = switch("other_seats", "opponents")
    jack_targets: str = switch("other_seats", "any")
    four_teleports: bool = switch(True, False)
    teleport_past_home: bool = switch(True, False)
    eat_on_first_seven: bool = switch(True, False)
    fresh_blocks_own: bool = switch(True, False)
    seven_spill: bool = switch(True, False)
    hands: str = switch("unknown", "known")
    games: int = number(1, 1, 99)
    show_legal: str = switch("always", "on_request", "never")
