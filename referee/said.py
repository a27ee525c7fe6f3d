"""A person's word about a match: which rule it breaks, whatever the game."""

from __future__ import annotations

from collections.abc import Collection

from .core import Deal, Event, Foul, Game, Left, SetUp, State, Touched
from .rules import foul


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
