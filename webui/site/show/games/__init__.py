"""The families of games, one object each: its drawing, its templates, and its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal

from referee.core import Game

from ....table.games import table_family
from ....table.values.view import AsideView, MenView, PawnsView, TilesView, View, ViewT
from ....words import Words
from ....words.aside import ASIDE_WORDS
from ....words.games.first_read import FamilyWords
from ....words.men import MEN
from ....words.now import TILES, WITHOUT_GAME, closings
from ....words.pawns import PAWNS
from ....words.rules.moves import ANY_GAME, WorkedAside, WorkedMen, WorkedPawns, WorkedTiles, WorkedWords
from .. import board
from ..ending import ending
from ..scores import Line, lines
from . import arrows, aside, coached, placed, tock
from .coached import FamilyCoach
from .placed import Placing


def _nothing(w: Words, view: View) -> tuple[()]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Family(Generic[ViewT]):
    """How the table page shows games of a kind.

    Attributes:
        words: its own.
        lines: makes the rows of the scores.
        ending: the sentences beside the podium.
        name: of its own files in `static/games` (`arrows.js`, `arrows.css`) and `templates/games`; "" without any.
        shown: makes the values of its templates from a view; () if they need none.
        beds: the frames of its board, including empty places, in their painted colours.
        moves: the closings to offer as buttons.
        coach: the coach's advice on it; None if there is none.
        wall: what a projector shows below the sentence: the race of tiles, the scores, or nothing beside the board.
        worked: how a worked throw of its rules is described.
        moved: its pieces move on a drawn board, on which they may be corrected.
        placing: how a position is set up by hand, space by space or in points; None if it is not.
        framed: a position is set up on the frames of tiles.
        pad: template for entering dice with scripts, beside the one without; "" if there is only that one.
    """

    words: FamilyWords[ViewT]
    lines: Callable[[Words, ViewT], tuple[Line, ...]]
    ending: Callable[[Words, ViewT], tuple[str, ...]]
    name: str = ""
    shown: Callable[[Words, ViewT], object] = _nothing
    beds: Callable[[Words, ViewT, Sequence[str]], tuple[board.Bed, ...]] = lambda w, view, painted: ()
    moves: Callable[[ViewT], Sequence[tuple[int, ...]]] = lambda view: ()
    wall: Literal["race", "scores", "board"] = "board"
    coach: FamilyCoach[Any, ViewT] | None = None
    worked: WorkedWords = ANY_GAME
    moved: bool = False
    placing: Placing | None = None
    framed: bool = False
    pad: str = ""

    @property
    def board(self) -> str:
        """The template of its board."""
        return self._own("board") or "board.html"

    @property
    def choices(self) -> str:
        """The template of the choices; "" if the page has them."""
        return self._own("choices")

    @property
    def deed(self) -> str:
        """The template of the possible actions; "" if the page has them."""
        return self._own("deed")

    @property
    def scores(self) -> str:
        """The template of the scores."""
        return self._own("scores") or "scores.html"

    def _own(self, part: str) -> str:
        return f"games/{self.name}/{part}.html" if self.name else ""


FAMILIES: Mapping[type[View], Family[Any]] = {
    View: Family(
        words=WITHOUT_GAME,
        lines=_nothing,
        ending=_nothing,
        beds=lambda w, view, painted: board.empty_beds(view, painted),
        wall="race",
    ),
    TilesView: Family(
        words=TILES,
        lines=lines,
        ending=ending,
        beds=board.beds,
        moves=closings,
        coach=coached.TILES,
        worked=WorkedTiles(),
        framed=True,
        wall="race",
    ),
    MenView: Family(
        words=MEN,
        lines=arrows.lines,
        ending=arrows.ending,
        name="arrows",
        shown=arrows.shown,
        coach=coached.MEN,
        worked=WorkedMen(),
        moved=True,
        placing=placed.MEN,
    ),
    AsideView: Family(
        words=ASIDE_WORDS,
        lines=aside.lines,
        ending=aside.ending,
        name="aside",
        shown=aside.shown,
        coach=coached.ASIDE,
        worked=WorkedAside(),
        placing=placed.POINTS,
        wall="scores",
        pad="games/aside/pad.html",
    ),
    PawnsView: Family(
        words=PAWNS,
        lines=tock.lines,
        ending=tock.ending,
        name="tock",
        shown=tock.shown,
        worked=WorkedPawns(),
        moved=True,
        placing=placed.PAWNS,
    ),
}
"""The kind of a view -> its family; the plain view is that of a table without a game."""


def family_of(view: ViewT) -> Family[ViewT]:
    """The family of the game of a view."""
    return FAMILIES[type(view)]


def family_played(game: Game) -> Family[Any]:
    """The family of a game that a page shows."""
    return FAMILIES[table_family(game).view]
