"""Games that the table follows and no page shows yet: not offered, and refused with the list of games."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.games import GAMES
from referee.games.arrows import ArrowGame
from referee.games.tiles import TileGame
from referee.games.tock import Tock
from referee.games.trente import Trente
from webui.cli import main
from webui.commands import serve
from webui.site import deeds
from webui.site.pages import new
from webui.table.games import SHOWN
from webui.table.values.setup import NotShown, expect_shown
from webui.words import offer, words
from webui.words.offer import games_offered

HIDDEN = SHOWN[-1]


@pytest.fixture
def without_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last game that is shown is not, as those that have no page yet."""
    for module in (deeds, new, offer):
        monkeypatch.setattr(module, "SHOWN", SHOWN[:-1])


def test_every_game_is_shown() -> None:
    assert set(SHOWN) == set(GAMES)
    assert all(issubclass(game, TileGame | ArrowGame | Trente | Tock) for game in SHOWN)
    assert tuple(game.name for game in SHOWN) == serve.GAMES


def test_a_game_without_a_page_is_refused_with_the_list() -> None:
    for game in {*GAMES, HIDDEN} - set(SHOWN[:-1]):
        message = f"none to watch throws only; no page shows {game.name} yet"
        with pytest.raises(NotShown, match=message) as refused:
            expect_shown(game.name, SHOWN[:-1])
        assert all(shown.name in str(refused.value) for shown in SHOWN[:-1])


@pytest.mark.usefixtures("without_the_last")
def test_a_game_without_a_page_is_not_offered() -> None:
    offered = games_offered(words("fr"), {"profile": next(iter(HIDDEN.profiles))})
    assert {game.game for game in offered} == {game.name for game in SHOWN[:-1]}


@pytest.mark.usefixtures("without_the_last")
def test_watch_tells_what_it_can_follow(tmp_path: Path) -> None:
    for game in (HIDDEN, *(game for game in GAMES if game not in SHOWN)):
        shown = CliRunner().invoke(main, ["watch", "--game", game.name, str(tmp_path)])
        assert shown.exit_code == 2
        assert "none to watch throws only" in " ".join(shown.output.split())


@pytest.mark.usefixtures("without_the_last")
def test_the_page_asks_for_another_game(teacher) -> None:
    before = teacher.live.snapshot()
    for game in (HIDDEN, *(game for game in GAMES if game not in SHOWN)):
        answer = teacher.post("/new", profile=next(iter(game.profiles)), seat="1", games="1")
        assert answer.status_code == 422
        page = answer.get_data(as_text=True)
        assert "choose one of these" in page or "parmi ceux-ci" in page
        assert HIDDEN.name not in page
    assert teacher.live.snapshot() is before


@pytest.mark.usefixtures("without_the_last")
def test_a_program_is_told_what_there_is(teacher) -> None:
    answer = teacher.act(action="new_game", setup={"game": HIDDEN.name, "players": [{"seat": 1}]})
    assert answer.status_code == 409
    assert "no page shows" in answer.get_data(as_text=True)
