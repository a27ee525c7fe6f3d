"""The coach's page: silent before a move unless the teacher lets him speak, and what he says is the coach's."""

import pytest
from sent import sent

from referee.coach import Coach
from referee.coach_trente import TrenteCoach
from referee.games.occe import OcceChild
from webui.coach.arrows import board_lines
from webui.coach.tiles import Asked, lines
from webui.store.advice import AdviceAllowed, advice_allowed, allow_advice
from webui.table.values.actions import CloseTiles, CorrectDice, Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at
from webui.words import words
from webui.words.coach.tiles import LEVELS
from webui.words.coach.trente import advice_lines


def test_before_a_move_nothing_is_told_at_first(teacher) -> None:
    teacher.live.act(Throw(dice=(6, 2)))
    page = teacher.words("/conseil")
    assert "Joue d’abord." in page
    assert "Ferme" not in page


@pytest.mark.parametrize("level", LEVELS)
def test_the_coach_on_the_page_matches_piste_coach(teacher, level: str) -> None:
    teacher.post("/conseil", before="on")
    teacher.live.act(Throw(dice=(6, 2)))
    page = teacher.page(f"/conseil?niveau={level}")
    asked = Asked(OcceChild(), OcceChild().all_tiles, (6, 2))
    for text in lines(words("fr"), level, Coach(OcceChild()), asked):
        assert text in page


def test_a_move_is_compared_with_the_best_of_its_throw(teacher) -> None:
    for tiles, verdict in (((2, 6), "Il y avait plus malin."), ((8,), "Bravo")):
        teacher.live.new_game(teacher.live.stored_game(1)[1].setup)
        teacher.does(Throw(dice=(6, 2)), CloseTiles(tiles=tiles), Next())
        told = teacher.words("/conseil?niveau=nine")
        best = Coach(OcceChild()).costs(OcceChild().all_tiles, (6, 2))[0].close.tiles
        assert ("Bravo" in told) == (tiles == best), verdict
        assert "Léa a fermé" in told


def test_a_correction_is_no_move_to_be_judged(teacher) -> None:
    teacher.does(Throw(dice=(6, 2)), CloseTiles(tiles=(8,)), Next(), CorrectDice(dice=(5, 3)))
    assert "Léa a fermé" not in teacher.words("/conseil")


def test_only_the_teacher_sets_when_the_coach_may_speak(visitor, tmp_path) -> None:
    assert visitor.post("/conseil", before="on").location == "/login"
    assert advice_allowed(tmp_path) == AdviceAllowed(before=False, after=True)
    assert "<form method=\"post\" action=\"/conseil\"" not in visitor.page("/conseil")


def test_permissions_are_stored_and_a_broken_file_allows_least(teacher, tmp_path) -> None:
    teacher.post("/conseil", before="on")
    assert advice_allowed(tmp_path) == AdviceAllowed(before=True, after=False)
    teacher.post("/conseil")
    assert "le conseil est en pause" in teacher.words("/conseil")
    for broken in ("", "[]", "{", '{"before": 1}'):
        (tmp_path / "advice.json").write_text(broken)
        assert advice_allowed(tmp_path) == AdviceAllowed()
    allow_advice(tmp_path, AdviceAllowed(True, True))
    assert advice_allowed(tmp_path) == AdviceAllowed(True, True)


def test_no_coach_is_offered_without_a_game(visitor) -> None:
    assert "pas de partie à conseiller" in visitor.words("/conseil")
    assert "/conseil" not in visitor.page("/")


def test_the_table_leads_to_the_pages_beside_it(teacher) -> None:
    page = teacher.page("/")
    for path in ("/regles", "/equite", "/mur", "/conseil"):
        assert f'href="{path}"' in page



# The coach's page of Trente and of the board of arrows: it says what the coach says, as far as it is allowed.


PROFILES = ("Trente (Wikilivres)", "Trente (chez nous)")
DICE = (6, 6, 3, 2, 1, 1)


def begun(teacher, game: str, profile: str):
    teacher.live.new_game(Setup(game, players_at((1, 2), ("Léa", "Max")), profile))
    teacher.post("/language", language="fr", back="/")
    return teacher.live.stored_game(teacher.live.snapshot().id)[1].playing


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_coach_says_what_to_set_aside_if_allowed(teacher, profile, level) -> None:
    game = begun(teacher, "trente", profile).game
    teacher.live.act(Throw(DICE))
    assert "Joue d’abord" in teacher.words("/conseil")
    teacher.post("/conseil", before="on")
    page = teacher.page(f"/conseil?niveau={level}")
    for text in advice_lines(words("fr"), level, TrenteCoach(game).advice((), 0, DICE), "lose_least"):
        assert text in page


@pytest.mark.parametrize(("move", "verdict"), [("best", "Bravo"), ("1+1+2+3+6+6", "Il y avait plus malin.")])
def test_dice_set_aside_are_compared_with_the_best(teacher, move, verdict) -> None:
    game = begun(teacher, "trente", PROFILES[1]).game
    best = TrenteCoach(game).advice((), 0, DICE)[0].keep
    teacher.does(Throw(DICE), PlayMove(game.to_text(best) if move == "best" else move))
    if sent(teacher.live.snapshot())["provisional"]:
        teacher.live.act(Next())
    assert verdict in teacher.words("/conseil?niveau=nine")


def test_an_attack_is_told_with_what_it_does(teacher) -> None:
    begun(teacher, "trente", PROFILES[0])
    teacher.does(Throw((6, 6, 6, 6, 5, 4)), PlayMove("6+6+6+6+5+4"), Next())
    teacher.post("/conseil", before="on")
    assert "En moyenne" in teacher.words("/conseil?niveau=nine")


@pytest.mark.parametrize("game", ["jacquet", "backgammon", "trictrac"])
def test_on_the_board_of_arrows_it_counts(teacher, game) -> None:
    match = begun(teacher, game, "")
    teacher.post("/conseil", before="on")
    page = teacher.page("/conseil?niveau=nine")
    for text in board_lines(words("fr"), "nine", match.game, match.state):
        assert text in page
