"""Games whose board is no board of tiles: which templates draw them, by the layout of their board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ....words import Words
from ..scores import Line, lines
from . import arrows, aside, tock

View = Mapping[str, Any]


def _nothing(w: Words, view: View) -> None:
    return None


@dataclass(frozen=True)
class Family:
    """How games of a kind are shown on the table page.

    Attributes:
        name: of its own files in `static/games` (`arrows.js`, `arrows.css`); "" where it has none.
        shown: makes what its templates draw of a view; None where they need nothing of their own.
        lines: makes the rows of the scores.
        ending: the sentences beside the podium; None for those of the tiles.
        board, choices, deed, scores: templates; "" where the page has what is needed.
        pad: template by which dice are told with scripts, beside the one without; "" where that is all.
    """

    name: str = ""
    shown: Callable[[Words, View], Any] = _nothing
    lines: Callable[[Words, View], tuple[Line, ...]] = lines
    ending: Callable[[Words, View], tuple[str, ...]] | None = None
    board: str = "board.html"
    choices: str = ""
    deed: str = ""
    scores: str = "scores.html"
    pad: str = ""


TILES = Family()
"""The games of tiles, and a table without a game."""

FAMILIES: Mapping[str, Family] = {
    "arrows": Family(
        "arrows",
        arrows.shown,
        arrows.lines,
        arrows.ending,
        board="games/arrows/board.html",
        choices="games/arrows/choices.html",
        deed="games/arrows/deed.html",
        scores="games/arrows/scores.html",
    ),
    "none": Family(
        "aside",
        aside.shown,
        aside.lines,
        aside.ending,
        board="games/aside/board.html",
        choices="games/aside/choices.html",
        deed="games/aside/deed.html",
        scores="games/aside/scores.html",
        pad="games/aside/pad.html",
    ),
    "tock": Family(
        "tock",
        tock.shown,
        tock.lines,
        tock.ending,
        board="games/tock/board.html",
        choices="games/tock/choices.html",
        deed="games/tock/deed.html",
        scores="games/tock/scores.html",
    ),
}
"""Layout of a board -> how its games are shown; every other one is made of tiles."""


def family_of(view: View) -> Family:
    """How the game of a view is shown."""
    return FAMILIES.get(str((view.get("game") or {}).get("layout", "")), TILES)
