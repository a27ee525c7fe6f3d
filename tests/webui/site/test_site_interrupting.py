"""A game that goes on is not interrupted without being asked about, and is offered again."""

import re
from dataclasses import replace

import pytest
from msgspec import structs
from page_text import text_of
from sent import sent

from webui.live.wiring import DEMONSTRATION
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

FORM = {"profile": "Tric-Trac Royal", "seat": ["1", "2"], "name-1": "Zoé", "name-2": "Max", "games": "1"}
OTHER = Setup("royal", players_at((1, 2), ("Zoé", "Max")), "Tric-Trac Royal")


@pytest.fixture
def playing(teacher):
    """The teacher in the middle of Léa's and Tom's game, on a machine that has the demonstration."""
    place = teacher.app.extensions["piste"]
    teacher.app.extensions["piste"] = replace(place, demo=DEMONSTRATION)
    teacher.does(Throw((6, 3)), CloseTiles((9,)), Next())
    return teacher


def names(teacher) -> list[str]:
    return [player["name"] for player in sent(teacher.live.snapshot())["players"]]


WAYS = {
    "new game": (("/new", FORM), "Oui, commencer la nouvelle partie", ["Zoé", "Max"]),
    "demonstration": (
        ("/actions", {"action": "demonstration"}),
        "Oui, voir la démonstration",
        ["Léa", "Tom"],
    ),
    "next game": (("/actions", {"action": "next_game"}), "Oui, commencer la nouvelle partie", ["Léa", "Tom"]),
}


@pytest.mark.parametrize("way", WAYS)
def test_interrupting_a_game_asks_then_keeps_it(playing, way: str) -> None:
    (path, fields), button, players = WAYS[way]
    before = playing.live.snapshot()
    asked = playing.post(path, **fields)
    assert asked.status_code == 200
    assert playing.live.snapshot() is before
    told = text_of(asked.text)
    assert "Interrompre la partie de Léa et Tom ?" in told
    assert "Tric Trac, règle des enfants" in told
    assert "Léa 36 points Tom 45 points" in told
    assert button in told
    assert playing.confirm(asked).location == "/"
    assert playing.live.snapshot().id != before.id
    assert names(playing) == players
    assert "Reprendre la partie de Léa et Tom" in playing.words("/new")
    playing.post("/actions", action="resume_game", game=before.id)
    stands = structs.replace(playing.live.snapshot(), version=before.version, camera=before.camera)
    assert stands == before
    assert "Reprendre la partie" not in playing.words("/new") or way == "new game"


def test_resuming_a_game_asks_before_interrupting_another(playing) -> None:
    first = playing.live.snapshot().id
    playing.live.new_game(OTHER)
    playing.live.act(Throw((6, 2)))
    asked = playing.post("/actions", action="resume_game", game=first)
    assert "Interrompre la partie de Zoé et Max ?" in text_of(asked.text)
    assert "Oui, reprendre l’autre partie" in text_of(asked.text)
    playing.confirm(asked)
    assert names(playing) == ["Léa", "Tom"]
    assert "Reprendre la partie de Zoé et Max" in playing.words("/new")


def test_yes_to_one_game_interrupts_no_other(playing) -> None:
    asked = playing.post("/new", **FORM)
    playing.live.new_game(OTHER)
    playing.live.act(Throw((6, 2)))
    again = playing.confirm(asked)
    assert "Interrompre la partie de Zoé et Max ?" in text_of(again.text)


def test_nobody_is_asked_where_nothing_is_lost(playing) -> None:
    playing.live.new_game(OTHER)  # nothing was thrown yet
    assert playing.post("/new", **FORM).location == "/"
    assert playing.post("/actions", action="demonstration").location == "/"
    playing.live.act(Throw((6, 2)))  # the recording's own
    assert playing.post("/new", **FORM).location == "/"


def test_what_cannot_begin_is_not_asked_about(playing) -> None:
    assert playing.post("/new", **FORM | {"games": "0"}).status_code == 422


def test_a_script_on_the_page_is_told_where_to_ask(playing) -> None:
    body = {"csrf_token": playing.token(), "action": "demonstration"}
    answer = playing.client.post("/actions", data=body, headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 409
    assert "Nouvelle partie" in answer.get_json()["detail"]


def test_an_undrawable_running_game_can_be_replaced(standing, playing) -> None:
    players = [{**player, "seat": 99} for player in sent(playing.live.snapshot())["players"]]
    client = standing(players=players)
    token = client.get("/api/v1/session").get_json()["csrf_token"]
    asked = client.post("/new", data=FORM | {"csrf_token": token})
    assert "Interrompre la partie de Léa et Tom ?" in text_of(asked.text)


def test_the_api_interrupts_without_asking_or_losing(playing) -> None:
    before = sent(playing.live.snapshot())
    assert playing.act(action="new_game", setup=OTHER.to_json()).status_code == 200
    (offered,) = playing.client.get("/api/v1/games/interrupted").get_json()["games"]
    assert (offered["id"], offered["scores"]) == (before["id"], {"1": 36, "3": 45})
    assert Setup.from_json(offered["setup"]).players[0].name == "Léa"
    view = playing.act(action="resume_game", game=offered["id"]).get_json()
    assert (view["id"], view["scores"]) == (before["id"], before["scores"])


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (None, "Expected `int`, got `null`"),
        ("1", "Expected `int`, got `str`"),
        (True, "Expected `int`, got `bool`"),
        (1, "expected the number of an interrupted game"),
        (99, "expected the number of an interrupted game"),
    ],
)
def test_the_api_takes_up_no_other_game(playing, game: object, expected: str) -> None:
    answer = playing.act(action="resume_game", game=game)
    assert answer.status_code == 409
    assert expected in answer.get_json()["detail"]


def test_the_recording_does_not_play_into_a_game_taken_up(playing) -> None:
    first = playing.live.snapshot().id
    playing.act(action="demonstration")
    assert playing.live.follows
    playing.act(action="resume_game", game=first)
    assert not playing.live.follows


@pytest.mark.parametrize("way", WAYS)
def test_changing_the_language_keeps_the_question(playing, way: str) -> None:
    (path, fields), _, players = WAYS[way]
    asked = playing.post(path, **fields)
    switch = re.search(r'formaction="(/language\?language=de[^"]*)"', asked.text)[1].replace("&amp;", "&")
    sent = dict(re.findall(r'<input type="hidden" name="(\w[\w-]*)" value="([^"]*)"', asked.text.split("</nav>")[0]))
    assert "interrupts" not in sent
    again = playing.post(switch, **{name: value for name, value in sent.items() if name != "csrf_token"})
    assert (again.status_code, again.location) == (307, path)
    in_german = playing.post(path, **fields)
    assert "Die Partie von Léa und Tom unterbrechen?" in text_of(in_german.text)
    assert playing.confirm(in_german).location == "/"
    assert names(playing) == players


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "/\\example.org", ""])
def test_the_language_form_posts_only_to_this_site(playing, elsewhere: str) -> None:
    answer = playing.client.post(
        "/language", query_string={"language": "de", "ask": elsewhere}, data={"csrf_token": playing.token()}
    )
    assert (answer.status_code, answer.location) == (302, "/")
