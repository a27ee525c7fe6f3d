"""Which rule a refused line of a record broke."""

from __future__ import annotations

from .core import Deal, Event, Foul, Game, Placed, Roll, State, Touched, sure_sighting
from .errors import BadPlace, IllegalMove
from .witness import explain


def refusal_of(game: Game, state: State, event: Event, rule: str = "") -> Foul | None:
    """Which rule a throw, a move or a look of the table breaks now, or None when it is due.

    A look may break one rule while something is left over from the turn before, and another once the board was set
    up; then it is the one named `rule`.
    """
    if isinstance(event, Roll):
        return game.roll_refusal(state, event)
    if isinstance(event, Deal | Touched):
        return _applied(game, state, event)
    if not isinstance(event, Placed):
        return game.move_refusal(state, event)
    fouls = [foul for foul in (_look(game, table, event) for table in (state, game.tidied(state))) if foul]
    return next((foul for foul in fouls if foul.rule == rule), next(iter(fouls), None))


def _applied(game: Game, state: State, event: Event) -> Foul | None:
    try:
        game.apply(state, event)
    except IllegalMove as error:
        return error.foul
    return None


def _look(game: Game, state: State, placed: Placed) -> Foul | None:
    should = game.appearance(state)
    strange = [space for space, _ in placed.spaces if space not in should]
    if strange:
        raise BadPlace(f"expected spaces of {', '.join(should)}; got {', '.join(strange)}")
    verdict = explain(game, state, sure_sighting((), {**should, **dict(placed.spaces)}))
    return verdict if isinstance(verdict, Foul) else None
