"""What a person declares about a match of any game: the rule it breaks, and the spaces it describes."""

from __future__ import annotations

from collections.abc import Collection

from .core import Appearance, Deal, Event, Foul, Game, Kind, Left, Placed, SetUp, Space, State, Touched
from .errors import BadPlace
from .rules import foul

TURN: Space = "turn"
"""A space in a person's declaration about men or pawns, never in an appearance: it names the next player."""


def word_refusal(game: Game, state: State, event: Event, staying: Collection[int]) -> Foul | None:
    """Which rule an event breaks that is neither a throw nor a move, or None when it is due.

    Args:
        game: a game without cards and touched men.
        state: where it stands; it has `seats`, `handicaps` and `champions`.
        event: a person's word; of anything else only whether the game is over is looked at.
        staying: the players who have not left.
    """
    if isinstance(event, Deal | Touched):
        return foul("not_in_this_game", expected=game.legal(state))
    if state.champions:
        return foul("game_over")
    if isinstance(event, SetUp) and state != game.start(state.seats, state.handicaps):
        return foul("not_at_start", expected=game.legal(state))
    if not isinstance(event, Left):
        return None
    if event.player not in staying:
        return foul("no_such_player", event.player + 1, expected=game.legal(state))
    return foul("last_player", expected=game.legal(state)) if len(staying) == 1 else None


def declared_spaces(placed: Placed, known: Appearance) -> dict[Space, Kind]:
    """The spaces that a person declared, with their kinds.

    Args:
        placed: the word.
        known: the appearance of the table, every space of it.

    Raises:
        BadPlace: no space, one that the table does not have, or one twice.
    """
    says = dict(placed.spaces)
    if not says or len(says) != len(placed.spaces) or not says.keys() <= known.keys():
        got = [space for space, _ in placed.spaces]
        raise BadPlace(f"expected some of {', '.join(known)}, each once; got {got}")
    return says
