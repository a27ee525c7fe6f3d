"""Classes on the site: lists, a game of ticked pupils, results, files."""

import csv
import io
import re
import zipfile

import pytest
from page_text import text_of
from sent import sent

from webui.site.pages import classes
from webui.store import journal
from webui.table.values.actions import CloseTiles, Next, Throw, Undo

STUCK = (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((6, 3)), CloseTiles((3, 6)), Next(), Throw((6, 3))) * 2
LIST = {"title": "CE2", "pupils": "Léa\nTom\nZoé, Max"}


@pytest.fixture
def school(visitor):
    """A teacher with the class CE2, and no game."""
    visitor.sign_in()
    assert visitor.post("/enseignant/classe", **LIST).location == "/enseignant/classe/1"
    return visitor


def players(school) -> list[tuple[int, str]]:
    return [(player["seat"], player["name"]) for player in sent(school.live.snapshot())["players"]]


def lists(school):
    return school.app.extensions["piste"].classes.all()


def begin(school, *ticked: int, **more: str):
    fields = {"pupil": [str(number) for number in ticked], "profile": "OCCE enfant", "games": "1"}
    return school.post("/enseignant/classe/1/partie", **fields | more)


def test_two_classes_stand_on_the_teachers_page(school) -> None:
    school.post("/enseignant/classe", title="CM1", pupils="Bleu")
    words = school.words("/enseignant")
    assert re.search(r"CE2 4 élèves .* CM1 1 élève ", words)


def test_only_the_newest_games_are_listed_but_all_count(school, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "LISTED", 2)
    for _ in range(3):
        begin(school, 0, 1)
        school.does(*STUCK)
    page = school.page("/enseignant/classe/1")
    assert (page.count('<li class="game'), "?all=1" in page) == (2, True)
    assert "En tout : 3 parties, 3 terminées." in school.words("/enseignant/classe/1")
    page = school.page("/enseignant/classe/1?all=1")
    assert (page.count('<li class="game'), "?all=1" in page) == (3, False)


def test_a_list_is_changed(school) -> None:
    assert "Léa\nTom\nZoé\nMax</textarea>" in school.page("/enseignant/classe/1/liste")
    school.post("/enseignant/classe/1/liste", title="CE2 B", pupils="Léa")
    assert [(one.title, one.pupils) for one in lists(school)] == [("CE2 B", ("Léa",))]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"title": ""}, "Donnez un nom"),
        ({"pupils": ""}, "Personne n’est encore dans la classe"),
        ({"pupils": "Léa\nléa"}, "« léa » y est deux fois"),
        ({"pupils": "x" * 30}, "est trop long"),
    ],
)
def test_an_invalid_list_is_shown_again_as_typed(school, wrong: dict[str, str], why: str) -> None:
    for path in ("/enseignant/classe", "/enseignant/classe/1/liste"):
        answer = school.post(path, **LIST | wrong)
        assert answer.status_code == 422
        assert why in text_of(answer.text)
        assert wrong.get("pupils", "Zoé, Max") in answer.text
    assert len(lists(school)) == 1


@pytest.mark.parametrize("path", ["", "/liste", "/partie", "/resultats.csv"])
def test_a_class_that_is_not_there_is_not_found(school, path: str) -> None:
    assert school.client.get(f"/enseignant/classe/7{path}").status_code == 404


def test_two_ticked_pupils_sit_face_to_face(school) -> None:
    assert begin(school, 3, 0).location == "/"
    assert players(school) == [(1, "Léa"), (3, "Max")]


def test_more_than_two_sit_side_by_side(school) -> None:
    begin(school, 0, 1, 2)
    assert players(school) == [(1, "Léa"), (2, "Tom"), (3, "Zoé")]


def test_two_at_the_one_box_sit_side_by_side(school) -> None:
    begin(school, 0, 1, profile="Tric-Trac Royal")
    assert players(school) == [(1, "Léa"), (2, "Tom")]


@pytest.mark.parametrize(
    ("ticked", "more", "why"),
    [
        ((), {}, "cochez qui joue"),
        ((0, 1, 2, 3, 4), {}, "4 joueurs au plus peuvent jouer"),
        ((0,), {"profile": "Tarot"}, "choisissez un jeu"),
        ((0,), {"games": "1000"}, "Aucune partie ne peut commencer ainsi"),
    ],
)
def test_a_game_that_cannot_be_keeps_what_was_ticked(school, ticked, more, why: str) -> None:
    school.post("/enseignant/classe/1/liste", title="CE2", pupils="Léa\nTom\nZoé\nMax\nAna")
    answer = begin(school, *ticked, **more)
    assert answer.status_code == 422
    assert why in text_of(answer.text)
    assert "expected" not in answer.text
    for number in ticked:
        assert f'name="pupil" value="{number}" checked' in answer.text
    assert school.live.snapshot().state == "setup"


@pytest.mark.parametrize("strange", ["-1", "99", "²", "x", "9" * 5000])
def test_a_tick_that_is_none_is_nobody(school, strange: str) -> None:
    assert begin(school, pupil=["0", strange]).location == "/"
    assert players(school) == [(1, "Léa")]


def test_a_game_that_goes_on_is_asked_about(school) -> None:
    begin(school, 0, 1)
    school.live.act(Throw((6, 2)))
    asked = begin(school, 2, 3)
    assert "Interrompre la partie de Léa et Tom ?" in text_of(asked.text)
    school.confirm(asked)
    assert [name for _, name in players(school)] == ["Zoé", "Max"]
    assert [len(one.games) for one in lists(school)] == [2]


@pytest.fixture
def played(school):
    """Léa has played a game to its end and won it; Zoé and Max have begun another one."""
    begin(school, 0)
    for dice in ((6, 3), (5, 3), (4, 3), (6,), (5,), (4,), (3,), (2,), (1,)):
        school.does(Throw(dice), CloseTiles((sum(dice),)), Next())
    begin(school, 2, 3)
    school.does(Throw((6, 3)))
    return school


def test_a_game_without_a_throw_counts_for_nobody(played) -> None:
    before = played.words("/enseignant/classe/1")
    played.does(CloseTiles((9,)), Undo(), Undo())
    assert "Zoé 0 0 0 0 0 0 0 Max 0 0 0 0 0 0 0" in played.words("/enseignant/classe/1")
    assert "En tout : 1 partie, 1 terminée." in played.words("/enseignant/classe/1")
    played.does(Throw((6, 3)))
    assert played.words("/enseignant/classe/1") == before


def test_results_are_told_by_pupil_and_of_the_class(played) -> None:
    words = played.words("/enseignant/classe/1")
    rows = "Léa 1 1 1 0 0 9 0 0 0 Tom 0 0 0 0 0 0 0 Zoé 1 0 0 0 0 0 1 Max 1 0 0 0 0 0 1"
    assert rows in words
    assert "En tout : 2 parties, 1 terminée." in words
    assert "La classe a fermé 9 cases." in words
    assert "Tric Trac, règle des enfants : 1 partie, 0 point resté ouvert" in words
    assert "Max 1 partie 1 commencée, 0 terminée, 0 gagnée. A joué 1 fois avec Zoé." in words


def test_a_game_is_read_again_only_where_it_has_changed(played, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    counted = journal.match_of
    monkeypatch.setattr(journal, "match_of", lambda stand: read.append(1) or counted(stand))
    played.page("/enseignant/classe/1")
    assert len(read) == 2
    played.page("/enseignant/classe/1")
    assert len(read) == 2
    played.live.act(CloseTiles((9,)))
    assert "Zoé 1 0 0 0 0 0 1 Max 1 0 0 0 0 0 1" in played.words("/enseignant/classe/1")
    assert len(read) == 3


def test_results_come_as_a_table_and_as_a_spreadsheet(played) -> None:
    answer = played.client.get("/enseignant/classe/1/resultats.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="piste-1.csv"'
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig")), delimiter=";"))
    child = "Tric Trac, règle des enfants\u00a0:"
    assert rows == [
        ["Élève", "Commencées", "Terminées", "Gagnées", "Cases fermées", "Coups refusés", "Corrigés dans le même tour",
         "A joué avec", f"{child} parties", f"{child} points", f"{child} moyenne", f"{child} meilleure partie"],
        ["Léa", "1", "1", "1", "9", "0", "0", "", "1", "0", "0,0", "0"],
        ["Tom", *"000000", *[""] * 5],
        ["Zoé", *"100000", "Max 1", *[""] * 4],
        ["Max", *"100000", "Zoé 1", *[""] * 4],
    ]  # fmt: skip
    sheet = zipfile.ZipFile(io.BytesIO(played.client.get("/enseignant/classe/1/resultats.ods").data))
    content = sheet.read("content.xml").decode()
    assert re.findall(r'table:name="([^"]+)"', content)[:5] == ["Élèves", "Leçons", "Manches", "Points", "Tours"]
    assert played.client.get("/enseignant/classe/1/resultats.exe").status_code == 404


def test_a_class_without_games_has_a_spreadsheet_too(school) -> None:
    assert school.client.get("/enseignant/classe/1/resultats.ods").status_code == 200


def test_a_reused_game_number_does_not_join_the_class(played, tmp_path) -> None:
    file = tmp_path / "classes.json"
    file.write_text(re.sub(r'"started": "20\d\d', '"started": "1999', file.read_text()))
    assert "Léa 0 0 0" in played.words("/enseignant/classe/1")


@pytest.mark.parametrize(("games", "left"), [({}, 2), ({"games": "1"}, 0)])
def test_a_class_is_erased_with_or_without_its_games(played, games: dict[str, str], left: int) -> None:
    asked = played.post("/enseignant/effacer/classe", **{"class": "1"} | games)
    assert "Effacer la classe CE2 ?" in text_of(asked.text)
    assert ("2 parties" in text_of(asked.text)) is bool(games)
    assert lists(played)
    played.post("/enseignant/effacer/classe", **{"class": "1", "sure": "1"} | games)
    assert lists(played) == ()
    assert len(played.live.games()) == left


def test_backgammon_needs_two_pupils_of_the_class(school) -> None:
    answer = begin(school, 1, profile="Backgammon international")
    assert answer.status_code == 422
    assert "Ce jeu demande 2 joueurs." in text_of(answer.text)
    begin(school, 0, 2, profile="Backgammon international")
    assert players(school) == [(1, "Léa"), (2, "Zoé")]
    assert 'id="arrows"' in school.page()


def test_another_language_keeps_what_was_ticked_and_typed(school) -> None:
    page = begin(school, 0, 2, language="de", games="3").text
    assert '<html lang="de"' in page
    assert re.findall(r'name="pupil" value="(\d)" checked', page) == ["0", "2"]
    assert re.search(r'name="games" value="3"[^>]* checked', page)
    assert sent(school.live.snapshot())["game"] is None
    for path in ("/enseignant/classe", "/enseignant/classe/1/liste"):
        page = school.post(path, language="fr", title="CM1", pupils="Noé\nEva").text
        assert '<html lang="fr"' in page
        assert 'value="CM1"' in page
        assert "Noé\nEva" in page
    assert [one.title for one in lists(school)] == ["CE2"]


def test_a_game_of_rounds_has_its_own_number_of_them(school) -> None:
    begin(school, 0, 1, profile="Trente (chez nous)", games="5")
    view = sent(school.live.snapshot())
    assert (view["game"]["name"], view["turn"]["rounds"]) == ("trente", 3)


def test_a_class_game_has_a_length_and_a_clock(school) -> None:
    profile = "Backgammon international"
    begin(school, 0, 1, profile=profile, counts="moment", **{f"{profile}.points": "5"})
    game = sent(school.live.snapshot())["game"]
    assert (game["options"]["points"], game["counts"]) == (5, "moment")
