"""The house rules of Tock."""

from __future__ import annotations

from dataclasses import dataclass

from ...options import Switches, number, switch


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
