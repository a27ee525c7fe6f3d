"""What the table knows of a family of games, as one object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..view import View


@dataclass(frozen=True, kw_only=True)
class TableFamily:
    """What the table knows and tells of games of a kind.

    Attributes:
        games: the class on which its games are built.
        view: the kind of their views.
        frame: the tiles before a player when a game begins; none where other pieces are moved.
    """

    games: type
    view: type[View]
    frame: Callable[[Any], frozenset[int]] = lambda game: frozenset()
