"""What a table shows that it should not show: for whoever must name the rule that was broken."""

from __future__ import annotations

from .core import Game, Kind, Sighting, Space, State


def changed(game: Game, state: State, seen: Sighting) -> dict[Space, Kind]:
    """The spaces whose likeliest kind is neither due nor left over from before, with that kind.

    In the order of the game's appearance; a space that is not seen stands as it should.
    """
    left = game.leftover(state)
    found = {}
    for space, due in game.appearance(state).items():
        kinds = seen.spaces.get(space)
        likeliest = max(kinds, key=kinds.__getitem__) if kinds else due
        if likeliest not in (due, left.get(space)):
            found[space] = likeliest
    return found
