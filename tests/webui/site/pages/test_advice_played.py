"""The coach's page of Trente and of the board of arrows: it says what the coach says, as far as it is allowed."""

import pytest
from sent import sent

from referee.coach_trente import TrenteCoach
from webui.coach.arrows import board_lines
from webui.table.actions import Next, PlayMove, Throw
from webui.table.setup import Setup, players_at
from webui.words import words
from webui.words.coach.tiles import LEVELS
from webui.words.coach.trente import advice_lines

PROFILES = ("Trente (Wikilivres)", "Trente (chez nous)")
DICE = (6, 6, 3, 2, 1, 1)


def begun(teacher, game: str, profile: str):
    teacher.live.new_game(Setup(game, players_at((1, 2), ("Léa", "Max")), profile))
    teacher.post("/language", language="fr", back="/")
    return teacher.live.kept(teacher.live.snapshot().id)[1].playing


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("profile", PROFILES)
def test_where_it_is_allowed_the_coach_says_what_to_set_aside(teacher, profile, level) -> None:
    game = begun(teacher, "trente", profile).game
    teacher.live.act(Throw(DICE))
    assert "Joue d’abord" in teacher.words("/conseil")
    teacher.post("/conseil", before="on")
    page = teacher.page(f"/conseil?niveau={level}")
    for text in advice_lines(words("fr"), level, TrenteCoach(game).advice((), 0, DICE), "lose_least"):
        assert text in page


@pytest.mark.parametrize(("move", "verdict"), [("best", "Bravo"), ("1+1+2+3+6+6", "Il y avait plus malin.")])
def test_after_dice_were_set_aside_they_are_judged_against_the_best(teacher, move, verdict) -> None:
    game = begun(teacher, "trente", PROFILES[1]).game
    best = TrenteCoach(game).advice((), 0, DICE)[0].keep
    teacher.live.act(Throw(DICE))
    teacher.live.act(PlayMove(game.to_text(best) if move == "best" else move))
    if sent(teacher.live.snapshot())["provisional"]:
        teacher.live.act(Next())
    assert verdict in teacher.words("/conseil?niveau=nine")


def test_an_attack_is_told_with_what_it_does(teacher) -> None:
    begun(teacher, "trente", PROFILES[0])
    for action in (Throw((6, 6, 6, 6, 5, 4)), PlayMove("6+6+6+6+5+4"), Next()):
        teacher.live.act(action)
    teacher.post("/conseil", before="on")
    assert "En moyenne" in teacher.words("/conseil?niveau=nine")


@pytest.mark.parametrize("game", ["jacquet", "backgammon", "trictrac"])
def test_on_the_board_of_arrows_it_counts(teacher, game) -> None:
    match = begun(teacher, game, "")
    teacher.post("/conseil", before="on")
    page = teacher.page("/conseil?niveau=nine")
    for text in board_lines(words("fr"), "nine", match.game, match.state):
        assert text in page
