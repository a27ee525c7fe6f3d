"""Players and points as the stories of all games write them, after the = of a record."""

from __future__ import annotations

from collections.abc import Iterable


def numbered(players: Iterable[int]) -> str:
    """Players, numbered from 1: "1 3"."""
    return " ".join(str(player + 1) for player in players)


def points_of(scores: Iterable[int | None]) -> str:
    """Points, one a player: "12 - 9", a dash for who did not play."""
    return " ".join("-" if points is None else str(points) for points in scores)
