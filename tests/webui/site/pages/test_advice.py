"""The coach's page: silent before a move unless the teacher lets him speak, and what he says is the coach's."""

import pytest

from referee.coach import Coach
from referee.games.occe import OcceChild
from webui.coach.tiles import Asked, lines
from webui.store.advice import AdviceAllowed, advice_allowed, allow_advice
from webui.table.actions import CloseTiles, CorrectDice, Next, Throw
from webui.words import words
from webui.words.coach.tiles import LEVELS


def test_before_a_move_nothing_is_told_at_first(teacher) -> None:
    teacher.live.act(Throw(dice=(6, 2)))
    page = teacher.words("/conseil")
    assert "Joue d’abord." in page
    assert "Ferme" not in page


@pytest.mark.parametrize("level", LEVELS)
def test_where_the_teacher_allows_it_the_coach_says_what_piste_coach_says(teacher, level: str) -> None:
    teacher.post("/conseil", before="on")
    teacher.live.act(Throw(dice=(6, 2)))
    page = teacher.page(f"/conseil?niveau={level}")
    asked = Asked(OcceChild(), OcceChild().all_tiles, (6, 2))
    for text in lines(words("fr"), level, Coach(OcceChild()), asked):
        assert text in page


def test_after_a_move_it_is_judged_against_the_best_of_its_throw(teacher) -> None:
    for tiles, verdict in (((2, 6), "Il y avait plus malin."), ((8,), "Bravo")):
        teacher.live.new_game(teacher.live.kept(1)[1].setup)
        teacher.live.act(Throw(dice=(6, 2)))
        teacher.live.act(CloseTiles(tiles=tiles))
        teacher.live.act(Next())
        told = teacher.words("/conseil?niveau=nine")
        best = Coach(OcceChild()).costs(OcceChild().all_tiles, (6, 2))[0].close.tiles
        assert ("Bravo" in told) == (tiles == best), verdict
        assert "Léa a fermé" in told


def test_a_correction_is_no_move_to_be_judged(teacher) -> None:
    teacher.live.act(Throw(dice=(6, 2)))
    teacher.live.act(CloseTiles(tiles=(8,)))
    teacher.live.act(Next())
    teacher.live.act(CorrectDice(dice=(5, 3)))
    assert "Léa a fermé" not in teacher.words("/conseil")


def test_only_the_teacher_sets_when_the_coach_may_speak(visitor, tmp_path) -> None:
    assert visitor.post("/conseil", before="on").location == "/login"
    assert advice_allowed(tmp_path) == AdviceAllowed(before=False, after=True)
    assert "<form method=\"post\" action=\"/conseil\"" not in visitor.page("/conseil")


def test_what_is_allowed_is_kept_and_a_broken_file_allows_the_least(teacher, tmp_path) -> None:
    teacher.post("/conseil", before="on")
    assert advice_allowed(tmp_path) == AdviceAllowed(before=True, after=False)
    teacher.post("/conseil")
    assert "l’entraîneur est en pause" in teacher.words("/conseil")
    for broken in ("", "[]", "{", '{"before": 1}'):
        (tmp_path / "advice.json").write_text(broken)
        assert advice_allowed(tmp_path) == AdviceAllowed()
    allow_advice(tmp_path, AdviceAllowed(True, True))
    assert advice_allowed(tmp_path) == AdviceAllowed(True, True)


def test_without_a_game_the_page_says_so_and_the_table_offers_no_coach(visitor) -> None:
    assert "pas de partie à conseiller" in visitor.words("/conseil")
    assert "/conseil" not in visitor.page("/")


def test_the_table_leads_to_the_pages_beside_it(teacher) -> None:
    page = teacher.page("/")
    for path in ("/regles", "/equite", "/mur", "/conseil"):
        assert f'href="{path}"' in page
