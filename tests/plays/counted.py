"""Counters as a family of its own: what docs/architecture.md asks of whoever adds one, and nothing else."""

import sys
from typing import Any, ClassVar

import pytest
from msgspec.structs import asdict
from new_games import Counters, Take

from referee.core import Event, Move, State
from referee.games import GAMES
from referee.match import Match
from webui.site.show import games as pages
from webui.site.show.games import Family
from webui.site.show.scores import Line
from webui.table import games as tables
from webui.table.games.family import ShownState, TableFamily, touched
from webui.table.values.state import Table
from webui.table.values.view import TouchView, View
from webui.words import Words
from webui.words.games.first_read import FamilyWords, Now, thinks_over
from webui.words.rules.moves import WorkedWords


class CountersView(TouchView, frozen=True, kw_only=True):
    """A table with a row of counters, of which some are left."""

    left: int


class CountersFamily(TableFamily):
    """The table's half."""

    games: ClassVar[type] = Counters
    view: ClassVar[type[View]] = CountersView

    def shown(self, table: Table, view: View, now: ShownState) -> CountersView:
        """With how many are left."""
        return CountersView(**asdict(touched(table, view, now)), left=now.read.counters)

    def move_fields(self, before: Match, event: Event) -> dict[str, Any]:
        """How many were taken."""
        return {"taken": event.count} if isinstance(event, Take) else {}

    def best(self, game: Any, known: State) -> Move | None:
        """As many as may be taken."""
        return game.legal(known)[-1]


class WorkedCounters(WorkedWords):
    """Its worked throws."""

    def way(self, w: Words, match: Match, move: Move) -> str:
        """A number."""
        return str(move.count)


def _takes(w: Words, view: CountersView) -> Now:
    return Now("act", f"{view.left} counters are left", ("Take some.",))


def _lines(w: Words, view: CountersView) -> tuple[Line, ...]:
    return tuple(
        Line(
            name=player.name, colour=player.colour, shape=player.shape, score=player.score, score_says="",
            total=player.total, total_says="", games=(), balance="", rank=1, start=1, turn=player.turn,
            winner=player.player in view.winners, left=player.left,
        )
        for player in view.players
    )  # fmt: skip


FAMILY: Family[CountersView] = Family(
    words=FamilyWords({"waiting_move": _takes}, lambda w, view, name: thinks_over(w, name, view.faces)),
    lines=_lines,
    ending=lambda w, view: (),
    worked=WorkedCounters(),
    wall="scores",
)
"""The page's half, drawn by the templates that all games have."""


def add(patch: pytest.MonkeyPatch) -> None:
    """Its game in GAMES, and so in what is picked from there; a line in either table of families."""
    for module in [module for name, module in sys.modules.items() if name.startswith(("referee.", "webui."))]:
        for name, value in list(vars(module).items()):
            if isinstance(value, tuple) and value[:1] == GAMES[:1]:
                patch.setattr(module, name, (*value, Counters))
    patch.setattr(tables, "FAMILIES", (*tables.FAMILIES, CountersFamily()))
    patch.setattr(pages, "FAMILIES", {**pages.FAMILIES, CountersView: FAMILY})
