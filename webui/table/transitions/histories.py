"""Other versions of a match: a throw replaced, and those later events that are still possible."""

from __future__ import annotations

from itertools import takewhile

from referee.core import CHANCE, Move, Placed, Roll
from referee.errors import BadPlace, IllegalMove
from referee.match import Match

from ..games import table_family
from ..values.everybody import ends, is_move


def with_other_dice(match: Match, index: int, dice: tuple[int, ...]) -> tuple[Match, Move | None]:
    """The match if the throw at `index` had shown these dice, up to the first move that is no longer legal, and that
    move.

    If nothing can be done with them, what a person placed right after the throw stood before it: it belongs to that
    player, not to the next one.
    """
    start, later = match.until(index), match.events[index + 1 :]
    after = start.then(Roll(dice))
    words = list(takewhile(lambda event: isinstance(event, Placed), later))
    due = after.game.awaits(after.state)
    if not words or (due is not None and due.actor != CHANCE):
        return replay(after, match, index + 1)
    try:
        for word in words:
            start = start.then(word)
        after = start.then(Roll(dice))
    except (IllegalMove, BadPlace):
        return after, None
    return replay(after, match, index + 1 + len(words))


def is_placement(match: Match, index: int) -> bool:
    """Whether a person declares at `index` how the board stands, and may take that back."""
    return isinstance(match.events[index], Placed) and table_family(match.game).told


def without_placement(match: Match, index: int) -> Match:
    """The match without the placement at `index`; later events stay if they still can."""
    return replay(match.until(index), match, index + 1)[0]


def replay(match: Match, was: Match, index: int) -> tuple[Match, Move | None]:
    """The match with the events of `was` from `index` on, up to the first move that is no longer legal, and that move.

    Nothing counts for another player than it did, nor in another game.
    """
    before = was.until(index)
    alike = match.alike(before)
    mine, theirs = _ends(match, alike), _ends(before, alike)
    for event in was.events[index:]:
        dropped = event if is_move(event) else None
        if (_turn(match), mine) != (_turn(before), theirs):
            return match, dropped
        try:
            match = match.then(event)
        except (IllegalMove, BadPlace):
            return match, dropped
        before = was.until(len(before.events) + 1)
        mine += _ends(match, len(match.events) - 1)
        theirs += _ends(before, len(before.events) - 1)
    return match, None


def _turn(match: Match) -> int | None:
    due = match.game.awaits(match.state)
    return None if due is None else due.player


def _ends(match: Match, start: int) -> tuple[object, ...]:
    """The words of the games and play-offs that ended or began with the events from `start` on."""
    return tuple((outcome.what, outcome.named.get("settling")) for outcome in ends(match, start))
