"""After the lesson: what a class has done together at all tables, each pupil, files and certificates."""

import csv
import io
import re
import zipfile
from datetime import date

import pytest
from page_text import text_of
from pypdf import PdfReader

from webui.records.lessons import LessonPlayed
from webui.site.show.class_results import class_says, day_says
from webui.store.classes import ClassGame
from webui.store.journal import GameLine, Journal
from webui.store.lessons import LessonRound, TableStart
from webui.table.results import MatchResults
from webui.table.values.actions import CloseTiles, Leave, Next, Throw
from webui.table.values.setup import NO_GAME, Setup, players_at
from webui.words import words

STUCK = (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((6, 3)), CloseTiles((3, 6)), Next(), Throw((6, 3)))
ERRED = (STUCK[0], CloseTiles((1,)), *STUCK[1:])
TUESDAY, THURSDAY = "2026-11-24", "2026-11-26"
PATH = "/enseignant/classe/1"


def setup(*names: str) -> Setup:
    return Setup("occe_child", players_at((1, 3), names), "OCCE enfant")


@pytest.fixture
def school(visitor, monkeypatch: pytest.MonkeyPatch):
    """Two lessons at two tables: on Tuesday all finish; on Thursday Tom and Max do not, and Léa errs once."""
    visitor.sign_in()
    box, second = visitor.app.extensions["piste"], visitor.add_table()
    box.classes.add("CE2", ["Léa", "Tom", "Zoé", "Max"])

    def lesson(day: str, *games) -> None:
        monkeypatch.setattr(Journal, "now", lambda journal: f"{day}T10:00:00.000+00:00")
        places = (box, second)
        starts = [
            TableStart(place.number, setup(*names).to_json(), max(place.live.begun(""), default=0))
            for place, (names, _) in zip(places, games, strict=True)
        ]
        box.classes.lessons.add_round(1, day, (), LessonRound(f"{day}T09:59:00.000+00:00", tuple(starts)))
        for place, (names, deeds) in zip(places, games, strict=True):
            game = place.live.new_game(setup(*names)).id
            box.classes.begun(1, ClassGame(game, place.live.started(game), place.number))
            for deed in deeds:
                place.live.act(deed)

    lesson(TUESDAY, (("Léa", "Tom"), STUCK + STUCK), (("Zoé", "Max"), STUCK + STUCK))
    lesson(THURSDAY, (("Léa", "Zoé"), ERRED + STUCK), (("Tom", "Max"), STUCK[:3]))
    return visitor


def test_the_class_is_compared_with_its_lesson_before(school) -> None:
    said = school.words(PATH)
    assert "Jeudi 26 novembre La classe a fermé 7 cases, 5 de moins que mardi." in said
    assert re.findall(r'<rect class="done" width="(\d+)%"', school.page(PATH)) == ["58", "100"]


def test_a_pupils_row_opens_on_everything(school) -> None:
    row = re.search(r"<summary><span class=\"name\">Léa.*?</details>", school.page(PATH), re.DOTALL)
    assert text_of(row[0]) == (
        "Léa 2 parties 2 gagnées 27 points en moyenne 2 commencées, 2 terminées, 2 gagnées. "
        "Tric Trac, règle des enfants : 2 parties, 54 points restés ouverts ; 27 en moyenne, 27 au mieux "
        "(moins il en reste, mieux c’est). 6 cases fermées. 1 coup refusé, 1 corrigé dans le même tour. "
        "A joué 1 fois avec Tom et Zoé."
    )


def test_standings_are_closed_and_on_no_other_page(school) -> None:
    (ranked,) = re.findall(r'<details class="standings">.*?</details>', school.page(PATH), re.DOTALL)
    assert text_of(ranked).startswith("Classement Jeu. 26 nov. Élève Gagnées Points en moyenne Manche 1 1. Léa 1 27 27")
    for path in ("/salle", "/salle?mur", "/mur", "/table/2/", "/enseignant"):
        assert "Classement" not in school.words(path)


def test_files_hold_all_of_it(school) -> None:
    text = school.client.get(f"{PATH}/resultats.csv").data.decode("utf-8-sig")
    _, lea, *_ = csv.reader(io.StringIO(text), delimiter=";")
    assert lea[:8] == ["Léa", "2", "2", "2", "6", "1", "1", "Tom 1, Zoé 1"]
    sheet = zipfile.ZipFile(io.BytesIO(school.client.get(f"{PATH}/resultats.ods").data)).read("content.xml").decode()
    assert re.findall(r'table:name="([^"]+)"', sheet)[:3] == ["Élèves", "Leçons", "Manches"]
    assert all(day in sheet for day in (TUESDAY, THURSDAY))


@pytest.mark.parametrize("query", ["", f"?jour={TUESDAY}"])
def test_everybody_gets_a_certificate(school, query: str) -> None:
    names = ["Léa", "Tom", "Zoé", "Max"]
    answer = school.client.get(f"{PATH}/diplomes.pdf{query}")
    assert answer.mimetype == "application/pdf"
    pages = [page.extract_text().splitlines() for page in PdfReader(io.BytesIO(answer.data)).pages]
    assert [[name for name in ("Léa", "Tom", "Zoé", "Max") if name in lines] for lines in pages] == [[n] for n in names]
    for name, lines in zip(names, pages, strict=True):
        assert {"Diplôme", "Bravo,"} <= set(lines)
        unfinished = query == "" and name in ("Tom", "Max")
        moment = f"Un beau coup : {name} a fermé 3 et 6 en un seul lancer."
        assert ("Merci d’avoir joué avec nous !" if unfinished else moment) in lines
        assert ("Cases fermées à la table" in "".join(lines)) is unfinished


def test_who_left_before_a_throw_has_not_played(school) -> None:
    box = school.app.extensions["piste"]
    three = Setup("occe_child", players_at((1, 2, 3), ("Ugo", "Léa", "Zoé")), "OCCE enfant")
    game = box.live.new_game(three).id
    box.classes.begun(1, ClassGame(game, box.live.started(game), 1))
    for deed in (Leave(1), *STUCK * 2):
        box.live.act(deed)
    text = school.client.get(f"{PATH}/resultats.csv").data.decode("utf-8-sig")
    assert "Ugo" not in text
    assert "Léa;3;3" in text
    answer = school.client.get(f"{PATH}/diplomes.pdf")
    assert "Ugo" not in "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)
    alone = school.client.get(f"/partie/{game}/diplome.pdf")
    assert "Ugo" not in PdfReader(io.BytesIO(alone.data)).pages[0].extract_text()
    assert 'class="name">Ugo' not in school.page(PATH)


def test_who_had_no_time_to_throw_gets_a_kind_certificate(school) -> None:
    box = school.app.extensions["piste"]
    game = box.live.new_game(setup("Ugo", "Ida")).id
    box.classes.begun(1, ClassGame(game, box.live.started(game), 1))
    pages = PdfReader(io.BytesIO(school.client.get(f"{PATH}/diplomes.pdf").data)).pages
    (lines,) = [lines for page in pages if "Ugo" in (lines := page.extract_text().splitlines())]
    assert "Merci d’avoir été des nôtres : le prochain lancer est pour toi !" in lines


@pytest.mark.parametrize("query", ["?jour=2026-11-25", "?jour=x"])
def test_a_day_without_a_lesson_has_no_certificates(school, query: str) -> None:
    assert school.client.get(f"{PATH}/diplomes.pdf{query}").status_code == 404


def test_certificates_and_results_are_the_teachers(school) -> None:
    school.sign_in_as_pupil()
    for path in (PATH, f"{PATH}/diplomes.pdf", f"{PATH}/resultats.csv"):
        assert school.client.get(path).status_code == 302


def test_an_erased_class_leaves_no_results(school) -> None:
    school.post("/enseignant/effacer/classe", **{"class": "1", "sure": "1", "games": "1"})
    for path in ("", "/diplomes.pdf", "/resultats.csv", "/resultats.ods"):
        assert school.client.get(f"{PATH}{path}").status_code == 404
    school.app.extensions["piste"].classes.add("CM1", ["Léa"])
    assert "Léa 0 0 0 0 0 0 0" in school.words(PATH)
    assert school.client.get(f"{PATH}/diplomes.pdf").status_code == 404


def played(day: date, closed: int, finished: int = 0) -> LessonPlayed[GameLine]:
    """A lesson with so many closed tiles, and finished games of another kind."""
    results = MatchResults(closed=(closed,)), MatchResults(finished=finished)
    return LessonPlayed(day, tuple(GameLine(1, "", Setup(NO_GAME), 0, results=each) for each in results), (0, 0))


@pytest.mark.parametrize(
    ("before", "now", "says"),
    [
        ((), (143,), ["La classe a fermé 143 cases."]),
        ((131,), (143,), ["La classe a fermé 143 cases, 12 de plus que mardi."]),
        ((143,), (143,), ["La classe a fermé 143 cases, autant que mardi."]),
        ((0, 2), (5, 3), ["La classe a fermé 5 cases.", "La classe a fini 3 parties, 1 de plus que mardi."]),
        ((4, 2), (0, 1), ["La classe a fini 1 partie, 1 de moins que mardi."]),
        ((4, 2), (0, 0), []),
    ],
)
def test_a_lesson_is_compared_in_one_sentence(before, now, says: list[str]) -> None:
    lessons = [played(date(2026, 11, 24), *before)] if before else []
    assert list(class_says(words("fr"), [*lessons, played(date(2026, 11, 26), *now)])) == says


@pytest.mark.parametrize(
    ("language", "day", "when"),
    [
        ("fr", date(2026, 11, 25), "mercredi"), ("de", date(2026, 11, 25), "am Mittwoch"),
        ("en", date(2026, 11, 25), "on Wednesday"), ("fr", date(2026, 11, 19), "le 19 novembre"),
        ("de", date(2026, 11, 19), "am 19. November"), ("en", date(2026, 11, 19), "on 19 November"),
    ],
)  # fmt: skip
def test_the_lesson_before_is_named_by_its_day(language: str, day: date, when: str) -> None:
    (said,) = class_says(words(language), [played(day, 2), played(date(2026, 11, 26), 3)])
    assert said.endswith(f" {when}.")


def test_today_is_called_so() -> None:
    day, w = date(2026, 11, 26), words("fr")
    said = [day_says(w, day, today) for today in (day, date(2026, 11, 27))]
    assert said == ["Aujourd’hui", "Jeudi 26 novembre"]
