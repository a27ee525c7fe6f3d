"""What may have happened instead: matches with a throw or a move replaced, and with a person's word on the tiles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from referee.core import Placed, Roll
from referee.errors import BadPlace, IllegalMove
from referee.games.tiles import Close
from referee.match import Match

from .state import NotNow


def rethrown(match: Match, index: int, dice: tuple[int, ...]) -> tuple[Match, Close | None]:
    """The match had the throw at `index` shown these dice: what followed, up to what is not legal any more, and that.

    Where nothing can be closed with them, the tiles that a person placed right after the throw stood so before it:
    they are that player's, not the next one's.
    """
    start, rest = match.until(index), match.events[index + 1 :]
    after = start.then(Roll(dice))
    words = list(takewhile(lambda event: isinstance(event, Placed), rest))
    if after.state.last_passed is None or not words:
        return kept(after, match, index + 1)
    try:
        for word in words:
            start = start.then(word)
        after = start.then(Roll(dice))
    except (IllegalMove, BadPlace):
        return after, None
    return kept(after, match, index + 1 + len(words))


def kept(match: Match, was: Match, index: int) -> tuple[Match, Close | None]:
    """The match with what happened in `was` from `index` on, up to what is not legal any more, and that.

    Nothing counts for another player than it did, nor in another game.
    """
    for number, event in enumerate(was.events[index:], start=index):
        dropped = event if isinstance(event, Close) else None
        if _turn(match.state) != _turn(was.until(number).state):
            return match, dropped
        try:
            match = match.then(event)
        except IllegalMove:
            return match, dropped
    return match, None


def _turn(state: Any) -> tuple[Any, ...]:
    """Whose turn of which round it is."""
    return state.player, len(state.results), state.settling, len(state.play_offs)


def placed(match: Match, player: int, tiles: frozenset[int]) -> Match:
    """The match with a person's word that these tiles of a player are open.

    Raises NotNow once the match is over, and for a player who does not have the shared box.
    """
    game: Any = match.game
    state = match.state
    stands = {
        game.space(state, player, tile): "open" if tile in tiles else "closed"
        for tile in sorted(game.all_tiles)
    }
    should = game.appearance(state)
    mine = game.frames == "own" or player == state.player
    changes = tuple((space, kind) for space, kind in stands.items() if mine and should.get(space) != kind)
    if game.is_over(state) or not changes:
        raise NotNow(f"expected tiles that these throws can leave open; got {sorted(tiles)}")
    return match.then(Placed(changes))


def repaired(match: Match, player: int, tiles: frozenset[int]) -> Match | None:
    """The newest history of these throws in which just these tiles of a player are open; None without one."""
    game: Any = match.game
    same = (
        other for other in _histories(match) if game.open_tiles(other.state, player) == tuple(sorted(tiles))
    )
    return next(same, None)


def _histories(match: Match) -> Iterator[Match]:
    """The match with its last move left out, then with one move of its newest game replaced, the newest first."""
    moved = (k for k in range(len(match.events) - 1, -1, -1) if not isinstance(match.events[k], Roll))
    games = _games(match.until(len(match.events) - 1).state) if match.events else 0
    for count, index in enumerate(moved):
        start = match.until(index)
        if not count:
            yield start
        if _games(start.state) < games:
            return
        for move in match.game.legal(start.state):
            other, dropped = kept(start.then(move), match, index + 1)
            if dropped is None and len(other.events) == len(match.events):
                yield other


def _games(state: Any) -> int:
    """How many games have ended."""
    return len(state.results)
