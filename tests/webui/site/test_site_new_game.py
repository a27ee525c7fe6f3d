"""The form of a new game: nothing typed is lost, frames have their colours, nobody without a name is called oddly."""

import json
import re

from sent import sent

from webui.table.values.actions import Throw

TYPED = {
    "profile": "OCCE adulte",
    "seat": ["1", "2"],
    "games": "5",
    "name-1": "Zoé",
    "name-2": "Max",
    "handicap-2": "7",
    "occe_adult.one_die": "never",
    "colour": ["red", "white", "black", "green"],
}


def test_another_language_keeps_all_that_was_typed(teacher) -> None:
    before = teacher.live.snapshot()
    answer = teacher.post("/new", language="de", **TYPED)
    assert answer.status_code == 200
    assert '<html lang="de"' in answer.text
    assert 'value="Zoé"' in answer.text
    assert 'value="Max"' in answer.text
    assert re.search(r'name="handicap-2" value="7"', answer.text)
    assert re.search(r'name="games" value="5" checked', answer.text)
    assert re.search(r'value="OCCE adulte"[^>]* checked', answer.text)
    assert re.search(r'<option value="never" selected', answer.text)
    assert teacher.live.snapshot() is before
    assert '<html lang="de"' in teacher.page("/new")


def test_the_buttons_of_the_languages_send_the_form(teacher) -> None:
    page = teacher.page("/new")
    assert re.search(r'form="new-game" formaction="/new" formnovalidate name="language" value="de"', page)
    first = re.findall(r'<button[^>]* form="new-game"[^>]*>|<button form="new-game"[^>]*>', page)[0]
    assert 'name="language"' not in first  # Enter in a field presses it
    assert 'action="/language"' not in page
    assert 'action="/language"' in teacher.page("/enseignant")


def test_a_language_that_nobody_speaks_begins_the_game(teacher) -> None:
    assert teacher.post("/new", language="eo", **TYPED).location == "/"


def test_frame_colours_are_stored_when_the_game_begins(teacher, tmp_path) -> None:
    assert not (tmp_path / "frames.json").exists()
    teacher.post("/new", **TYPED)
    assert json.loads((tmp_path / "frames.json").read_text()) == TYPED["colour"]
    assert 'id="who-1"' in teacher.page()
    assert re.search(r'bed at-bottom is-red', teacher.page())
    chosen = re.findall(r'<option value="(\w+)" selected>', teacher.page("/new").split('class="painted"')[1])
    assert chosen[:4] == TYPED["colour"]


def test_unknown_colours_change_nothing(teacher, tmp_path) -> None:
    assert teacher.post("/new", **TYPED | {"colour": ["red", "pink", "black", "green"]}).location == "/"
    assert not (tmp_path / "frames.json").exists()
    assert sent(teacher.live.snapshot())["game"]["name"] == "occe_adult"


def test_unnamed_players_are_called_by_their_place(visitor) -> None:
    visitor.sign_in()
    assert 'placeholder="Joueur 3"' in visitor.page("/new")
    visitor.post("/new", profile="OCCE enfant", seat=["1", "3"], games="1")
    assert [player["name"] for player in sent(visitor.live.snapshot())["players"]] == ["Joueur 1", "Joueur 3"]


def test_the_form_mentions_the_running_game(teacher) -> None:
    assert "est en cours" not in teacher.words("/new")
    teacher.live.act(Throw((6, 3)))
    told = teacher.words("/new")
    assert "La partie de Léa et Tom est en cours : on vous demande avant de l’interrompre" in told
