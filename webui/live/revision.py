"""The revision that a page showed when it was touched: a late or repeated deed does not apply to a newer one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass

from ..table.values.state import NotNow
from ..table.values.view import View

GAME, THROW, ALL = 1, 3, 5
"""How many parts of a revision must still match: the same game, the same throw, everything."""
MEANS: Mapping[str, int] = {
    **dict.fromkeys(("new_game", "next_game", "resume_game", "demonstration"), GAME),
    **dict.fromkeys(("join", "leave"), GAME),
    **dict.fromkeys(("throw", "close_tiles", "play", "deal_cards", "deal", "swap_cards", "touch_man", "next"), THROW),
    **dict.fromkeys(("roll", "correct_dice", "correct_tiles", "answer_roll", "answer_tile", "answer_men"), THROW),
    **dict.fromkeys(("undo", "correct_board"), ALL),
}
"""What an action of the API is meant for; others may come at any time: repeated they change nothing."""


class MovedOn(NotNow):
    """A deed meant for an older revision than the present one."""


@dataclass(frozen=True)
class Revision:
    """How far a table is.

    Attributes:
        game: number in the journal; 0 before a game.
        number: of the game in its series, from 1.
        throws: how many there were; in a game of cards, where nobody throws, the number of events.
        events: the number of the game's events.
        stands: 1 while a move is provisional, else 0.
    """

    game: int = 0
    number: int = 0
    throws: int = 0
    events: int = 0
    stands: int = 0

    @property
    def text(self) -> str:
        """The revision as a form or a program sends it: "12.1.7.13.0"."""
        return ".".join(str(part) for part in astuple(self))

    def expect(self, action: str, shown: str) -> None:
        """Raises MovedOn if `action` was meant for another revision than this: `shown`, as the page got it, or ""."""
        wanted, parts = MEANS.get(action, 0), self.text.split(".")
        if shown and shown.split(".")[:wanted] != parts[:wanted]:
            raise MovedOn(f"{action}: expected it to be meant for {self.text}, as the table stands; got {shown!r}")


def revision_of(view: View) -> Revision:
    """The revision of a view's table."""
    number = 0 if view.game is None else view.game.game_number
    return Revision(view.id or 0, number, view.progress, view.events, int(bool(view.provisional)))
