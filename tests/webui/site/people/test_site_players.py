"""The teacher's pages during a game: a new player, one who leaves, a position set up by hand."""

import re

import pytest
from each import each
from page_text import text_of
from sent import sent

from webui.live.live import Live
from webui.site.show.arrangement import Arrangement, fault
from webui.store.journal import Journal
from webui.table.values.actions import CloseTiles, Leave, Next, Throw
from webui.table.values.practice import Practice
from webui.table.values.setup import Setup, players_at
from webui.words import words


def nine_closed(teacher) -> None:
    teacher.does(Throw((6, 3)), CloseTiles((9,)), Next())


def test_one_player_more_joins_and_is_there_after_a_restart(teacher, tmp_path) -> None:
    nine_closed(teacher)
    page = teacher.page("/enseignant")
    assert "Un joueur de plus" in page
    assert re.search(r'<select name="seat".*?value="2".*?value="4"', page, re.DOTALL)
    answer = teacher.post("/enseignant/joueurs/arrivee", seat="2", name=" Ana  Lou ")
    assert answer.location == "/"
    assert "Ana Lou joue à partir de maintenant" in teacher.words()
    names = [player["name"] for player in sent(teacher.live.snapshot())["players"]]
    teacher.live.close()
    again = Live(Journal.open(tmp_path))
    assert [player["name"] for player in sent(again.snapshot())["players"]] == names == ["Léa", "Tom", "Ana Lou"]
    again.close()


def test_who_joined_by_mistake_is_taken_back_at_once(teacher) -> None:
    nine_closed(teacher)
    teacher.post("/enseignant/joueurs/arrivee", seat="2", name="Ana")
    page = teacher.page()
    flash = page[page.index('class="flash"') : page.index("</form>", page.index('class="flash"'))]
    assert 'value="undo"' in flash
    assert "Ana" in page
    teacher.post("/actions", action="undo")
    after = sent(teacher.live.snapshot())
    assert [player["name"] for player in after["players"]] == ["Léa", "Tom"]
    assert after["scores"] == {"1": 36, "3": 45}


def test_who_leaves_is_asked_about_and_can_come_back(teacher) -> None:
    nine_closed(teacher)
    asked = teacher.post("/enseignant/joueurs/depart", seat="3")
    assert "Tom quitte la partie ?" in text_of(asked.text)
    assert not any(player["left"] for player in sent(teacher.live.snapshot())["players"])
    assert teacher.confirm(asked).location == "/"
    page = teacher.page()
    assert "Tom a quitté la partie." in page
    assert "(pas dans cette partie)" in page
    assert 'value="undo"' in page
    teacher.post("/actions", action="undo")
    assert not any(player["left"] for player in sent(teacher.live.snapshot())["players"])


@pytest.mark.parametrize("game", ["occe_child", "trente", "tock"])
def test_who_left_is_absent_and_not_struck_out(teacher, game: str) -> None:
    teacher.live.new_game(Setup(game, players_at((1, 2, 3, 4), ("Léa", "Tom", "Zoé", "Max"))))
    teacher.live.act(Leave(3))
    words = teacher.words()
    assert "pas dans cette partie" in words
    assert "éliminé" not in words
    for sheet in ("piste.css", "games/tock.css"):
        assert "line-through" not in teacher.client.get(f"/static/{sheet}").text


def test_the_headline_and_the_steps_say_who_left(teacher) -> None:
    teacher.confirm(teacher.post("/enseignant/joueurs/depart", seat="1"))
    assert "Léa quitte la partie." in teacher.words()
    number = teacher.live.snapshot().id
    assert "Léa quitte la partie." in teacher.words(f"/partie/{number}")


def test_where_only_one_plays_nobody_leaves(teacher) -> None:
    teacher.confirm(teacher.post("/enseignant/joueurs/depart", seat="1"))
    words_told = teacher.words("/enseignant")
    assert "Personne d’autre ne joue : commencez une autre partie" in words_told
    asked = teacher.post("/enseignant/joueurs/depart", seat="3")
    before = teacher.live.snapshot().version
    teacher.confirm(asked)
    assert teacher.live.snapshot().version == before


def test_where_nobody_may_join_the_page_says_why(teacher) -> None:
    teacher.live.new_game(Setup("occe_child", players_at((1, 2, 3, 4)), "OCCE enfant"))
    nine_closed(teacher)
    assert "Toutes les places de ce jeu sont prises." in teacher.words("/enseignant")
    answer = teacher.post("/enseignant/joueurs/arrivee", seat="2", name="Ana")
    assert answer.location == "/"
    assert len(sent(teacher.live.snapshot())["players"]) == 4


SET_UP = {"closed-1": ["9", "8"], "closed-3": ["1", "2", "3"], "turn": "3", "done": ["1"]}


def set_up(teacher, **changed):
    return teacher.client.post("/enseignant/position", data={"csrf_token": teacher.token(), **SET_UP, **changed})


def test_setting_up_a_position_keeps_the_previous_game(teacher) -> None:
    nine_closed(teacher)
    before = teacher.live.snapshot()
    page = teacher.page("/enseignant/position")
    assert re.search(r'name="closed-1" value="9" checked', page)
    assert not re.search(r'name="closed-3" value="\d" checked', page)
    asked = set_up(teacher)
    assert "Interrompre la partie de Léa et Tom ?" in text_of(asked.text)
    assert teacher.live.snapshot() is before
    assert teacher.confirm(asked).location == "/"
    after = sent(teacher.live.snapshot())
    assert (after["scores"], after["due"]["player"]) == ({"1": 28, "3": 39}, 2)
    assert [player["done"] for player in after["players"]] == [True, False]
    back = re.search(r'name="game" value="(\d+)"><input type="hidden" name="interrupts" value="(\d+)"', teacher.page())
    assert back is not None
    teacher.post("/actions", action="resume_game", game=back[1], interrupts=back[2])
    assert (teacher.live.snapshot().id, teacher.live.snapshot().scores) == (before.id, before.scores)


def test_before_anything_was_played_nobody_is_asked(teacher) -> None:
    assert set_up(teacher).location == "/"
    assert teacher.live.snapshot().scores == {"1": 28, "3": 39}


def test_the_games_of_a_series_that_are_over_count(teacher) -> None:
    teacher.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), "OCCE enfant", games=3))
    points = {"points-1-1": "12", "points-1-3": "20", "points-2-1": "", "points-2-3": ""}
    set_up(teacher, **points)
    after = sent(teacher.live.snapshot())
    assert (after["totals"], after["game"]["game_number"]) == ({"1": 12, "3": 20}, 2)
    assert re.search(r'name="points-1-3" value="20"', teacher.page("/enseignant/position"))
    number = after["id"]
    assert "41 points" not in teacher.page(f"/partie/{number}")


def test_who_has_left_is_not_in_the_position(teacher) -> None:
    teacher.live.new_game(Setup("occe_child", players_at((1, 2, 3), ("Léa", "Ana", "Tom")), "OCCE enfant"))
    teacher.confirm(teacher.post("/enseignant/joueurs/depart", seat="2"))
    assert "closed-2" not in teacher.page("/enseignant/position")
    teacher.confirm(set_up(teacher))
    assert [player["name"] for player in sent(teacher.live.snapshot())["players"]] == ["Léa", "Tom"]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"done": ["3"]}, "Le tour de Tom est fini"),
        ({"closed-3": [str(n) for n in range(1, 10)]}, "Tom : plus aucune case"),
    ],
)
def test_an_unplayable_position_is_explained_in_the_form(teacher, changed, why: str) -> None:
    before = teacher.live.snapshot()
    answer = set_up(teacher, **changed)
    assert answer.status_code == 422
    assert why in text_of(answer.text)
    assert re.search(r'name="closed-1" value="9" checked', answer.text)
    assert teacher.live.snapshot() is before


@each(
    ("points", "fine"),
    [
        ((("", ""), ("", "")), True),
        ((("3", "4"), ("", "")), True),
        ((("3", ""), ("", "")), False),
        ((("", ""), ("3", "4")), False),
        ((("3", "1000"), ("", "")), False),
        ((("3", "-1"), ("", "")), False),
        ((("3", "x"), ("", "")), False),
    ],
)
def test_points_of_earlier_games_are_whole_and_of_everybody(points, fine: bool) -> None:
    setup = Setup("occe_child", players_at((1, 3)), "OCCE enfant", games=3)
    said_so = Arrangement((frozenset(), frozenset()), points=points)
    assert (fault(words("en"), setup, said_so) == "") is fine
    if fine:
        assert setup.match(str(said_so.position(9)).replace("'", '"'))


def test_a_box_has_a_row_of_tiles_for_each_player(teacher) -> None:
    teacher.live.new_game(Setup("royal", players_at((1, 2), ("Zoé", "Max")), "Tric-Trac Royal"))
    page = teacher.page("/enseignant/position")
    assert page.count('<section class="box') == 2
    data = {"csrf_token": teacher.token(), "closed-1": ["9"], "closed-2": ["7"], "turn": "2", "done": ["1"]}
    teacher.client.post("/enseignant/position", data=data)
    assert teacher.live.snapshot().scores == {"1": 36, "2": 38}


def test_without_a_game_of_tiles_the_page_says_so(visitor) -> None:
    visitor.sign_in()
    assert "Commencez d’abord une partie" in visitor.words("/enseignant/position")
    answer = visitor.post("/enseignant/position", turn="1")
    assert answer.location == "/"


def test_a_program_sets_a_position_up(teacher) -> None:
    setup = {"game": "royal", "players": [{"seat": 1, "name": "A"}, {"seat": 2, "name": "B"}]}
    view = teacher.act(action="new_game", setup=setup, position={"open": [[1], [2, 3]]}).get_json()
    assert view["scores"] == {"1": 1, "2": 5}
    for wrong in ({"open": [[1]]}, [], "x"):
        assert teacher.act(action="new_game", setup=setup, position=wrong).status_code == 409


def test_no_position_is_set_up_for_piste_alone(teacher) -> None:
    seats = players_at((1, 3), ("Zoé", "Piste"))
    teacher.live.new_game(Setup("occe_child", seats, "OCCE enfant", practice=Practice((3,))))
    teacher.live.act(Leave(1))
    assert "Commencez d’abord une partie" in teacher.words("/enseignant/position")
    before = teacher.live.snapshot()
    assert set_up(teacher).location == "/"
    assert teacher.live.snapshot() is before
