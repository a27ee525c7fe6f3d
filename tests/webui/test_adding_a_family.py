"""A family of games is a line in either table of families: played, drawn, put on the wall, practised and replayed."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from counted import FAMILY, CountersFamily, CountersView, add
from each import each
from new_games import Counters

from webui.site.show.games import family_played
from webui.table.games import FAMILIES, OTHERS, table_family


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, teacher):
    """A game of the family, begun on the form."""
    add(monkeypatch)
    fields = {"profile": "Counters", "seat": ["1", "2"], "games": "1", "name-1": "Zoé", "name-2": "Tom"}
    assert teacher.post("/new", **fields).location == "/"
    return teacher


def test_before_it_is_added_its_game_is_of_no_family() -> None:
    assert table_family(Counters) is OTHERS


@pytest.mark.usefixtures("begun")
def test_a_games_family_is_that_of_its_class() -> None:
    assert isinstance(table_family(Counters()), CountersFamily)
    assert family_played(Counters()) is FAMILY


def test_its_table_is_shown_and_its_words_are_read(begun) -> None:
    begun.post("/actions", action="throw", die1="3")
    view = begun.live.snapshot()
    assert isinstance(view, CountersView)
    assert (view.left, view.state) == (12, "waiting_move")
    assert "12 counters are left" in begun.words()
    begun.post("/actions", action="play", move=view.legal[-1])
    begun.post("/actions", action="next")
    assert begun.live.snapshot().left == 9
    assert "Tom" in begun.words("/mur")
    accepted = [event for event in begun.live.snapshot().history if event["event"] == "move_accepted"]
    assert accepted[-1]["taken"] == 3


def test_it_is_played_to_its_end_and_stepped_through(begun) -> None:
    while (view := begun.live.snapshot()).due is not None:
        if view.owed == "throw":
            begun.post("/actions", action="throw", die1="6")
        else:
            begun.post("/actions", action="play", move=view.legal[-1])
            begun.post("/actions", action="next")
    assert view.winners == (2,)
    assert "Tom" in begun.words()
    assert "Zoé" in begun.words(f"/partie/{view.id}/moments")


@each("page", ["/entrainement", "/new", "/mur", "/correct", "/correct/board", "/enseignant/position", "/api/v1/table"])
def test_no_page_asks_for_more(begun, page: str) -> None:
    begun.post("/actions", action="throw", die1="6")
    assert begun.client.get(page).status_code in (200, 302)


def names(node: ast.AST) -> set[str]:
    """The names that stand in a piece of code."""
    return {part.id if isinstance(part, ast.Name) else part.attr for part in ast.walk(node)
            if isinstance(part, ast.Name | ast.Attribute)}  # fmt: skip


def classes_asked_for(module: Path) -> Iterator[str]:
    """The classes of which a module asks whether something is one."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and names(node.func) & {"isinstance", "issubclass"}:
            yield from names(node.args[1])
        elif isinstance(node, ast.MatchClass):
            yield from names(node.cls)


def test_nobody_asks_for_the_family_of_a_game() -> None:
    of_families = {one.__name__ for family in FAMILIES for one in (family.games, family.view)} | {"TouchView"}
    webui = Path(__file__).resolve().parents[2] / "webui"
    asked = {str(module): of_families & {*classes_asked_for(module)} for module in webui.rglob("*.py")}
    assert {module: classes for module, classes in asked.items() if classes} == {}
