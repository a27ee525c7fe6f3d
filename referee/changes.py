"""The spaces of a table that differ from what the state expects: the basis for naming a broken rule."""

from __future__ import annotations

from .core import Appearance, Kind, Sighting, Space


def changed_spaces(appearance: Appearance, leftover: Appearance, sighting: Sighting) -> dict[Space, Kind]:
    """The spaces whose likeliest kind is neither due nor left over from before, with that kind.

    The order is that of the game's appearance; a space without a reading counts as unchanged.

    Args:
        appearance: what every space should show. See `Game.appearance`.
        leftover: what some may still show. See `Game.leftover`.
        sighting: the table.
    """
    changes = {}
    for space, due in appearance.items():
        kinds = sighting.spaces.get(space)
        likeliest = max(kinds, key=kinds.__getitem__) if kinds else due
        if likeliest not in (due, leftover.get(space)):
            changes[space] = likeliest
    return changes
