"""The client of the documents plays a whole game against a real server, as the page beside it promises."""

import importlib.util
import random

import pytest
from served import served

from referee.games import find
from referee.match import Match


@pytest.fixture
def client(checkout):
    """The module of docs/api."""
    path = checkout / "docs" / "api" / "play_jacquet.py"
    spec = importlib.util.spec_from_file_location("play_jacquet", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def url(visitor):
    """A served site."""
    with served(visitor.app) as serving:
        yield f"http://127.0.0.1:{serving.effective_port}"


def test_it_plays_a_whole_game_of_jacquet(client, url, visitor) -> None:
    ended = client.play(client.Piste(url, visitor.pin), random.Random(7))
    match: Match = visitor.live.stored_game(ended["id"])[1].playing
    assert match.game.name == find("jacquet").name
    assert match.game.is_over(match.state)
    assert ended["winners"] == [player + 1 for player in match.game.winners(match.state)]
    assert min(ended["to_go"].values()) == 0
    assert ended["events"] == len(match.events) > 60


def test_it_says_so_where_the_code_is_another_one(client, url) -> None:
    with pytest.raises((SystemExit, OSError)):
        client.Piste(url, "not-the-code")


def test_it_is_as_short_as_its_page_says(checkout) -> None:
    lines = (checkout / "docs" / "api" / "play_jacquet.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60
