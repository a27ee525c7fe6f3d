"""Trente over HTTP, without scripts: what the page offers, what it sends, and what it says."""

import random
import re

import pytest
from each import each
from sent import sent

from referee.core import CHANCE, Roll
from referee.games.trente import Keep
from referee.match import Match
from webui.site.show.games.aside import shown
from webui.site.show.position import position_view
from webui.table.values.actions import Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at
from webui.words import words
from workshop.chance import random_event

PROFILES = ("Trente (Wikilivres)", "Trente (chez nous)")
NAMES = ("Léa", "Max", "Zoé", "Tom", "Ana", "Noé", "Mia", "Ida", "Eva", "Luc", "Jo", "Ava")
PICK = re.compile(r'name="keep" value="(\d)"')
SAY = re.compile(r'id="say-([\w-]+)"')
SLOT = re.compile(r'id="slot-\d-(\d)"')
SIX = (6, 6, 6, 6, 5, 4)
PAGES = ("/", "/correct", "/api/v1/table", "/new", "/mur", "/partie", "/regles", "/conseil", "/equite")


def begun(teacher, profile=PROFILES[0], players=3, **options) -> Match:
    setup = Setup("trente", players_at(range(1, players + 1), NAMES), profile, tuple(sorted(options.items())))
    teacher.live.new_game(setup)
    teacher.post("/language", language="fr", back="/")
    return setup.match()


def kept(teacher, dice, move) -> None:
    teacher.does(Throw(dice), PlayMove(move), Next())


@pytest.mark.parametrize("profile", PROFILES)
def test_the_page_offers_what_the_referee_allows_in_random_matches(teacher, profile) -> None:
    teacher.app.config["PROPAGATE_EXCEPTIONS"] = True
    rng, match = random.Random(profile), begun(teacher, profile)
    for deed in range(70):
        due = match.game.awaits(match.state)
        if due is None:
            break
        looks = deed % 3 == 0
        event = random_event(match.game, match.state, rng)
        page = teacher.page("/pieces") if looks else ""
        if isinstance(event, Roll):
            assert not looks or not PICK.findall(page)
            answer = teacher.post("/actions", action="throw", dice=" ".join(map(str, event.dice)))
        elif isinstance(event, Keep):
            assert not looks or sorted(map(int, PICK.findall(page))) == sorted(match.state.dice)
            first = "12" if event.dice[0] <= 3 else "30"
            answer = teacher.post("/actions", action="play", keep=list(event.dice), first=first, meant="on")
        else:
            assert not looks or set(SAY.findall(page)) == {match.game.to_text(m) for m in match.game.legal(match.state)}
            answer = teacher.post("/actions", action="play", move=match.game.to_text(event), meant="on")
        assert answer.status_code == 302
        match = match.then(event)
        view = sent(teacher.live.snapshot())
        assert view["spaces"] == dict(match.game.appearance(match.state))
        assert view["scores"] == {str(k): points for k, points in enumerate(match.game.scores(match.state), 1)}
        if looks and match.game.awaits(match.state) is not None:
            drawn = [int(value) for value in SLOT.findall(teacher.page("/pieces"))]
            aside = [] if match.state.fresh else [die for die in match.state.aside if die]
            assert sorted(drawn) == sorted(aside + [0] * (6 - len(aside)))
    assert {path: teacher.client.get(path, follow_redirects=True).status_code for path in PAGES} == dict.fromkeys(
        PAGES, 200
    )


def test_dice_that_were_not_thrown_are_refused_in_words(teacher) -> None:
    begun(teacher)
    teacher.live.act(Throw((1, 1, 2, 2, 3, 3)))
    teacher.post("/actions", action="play", move="6", meant="on")
    assert teacher.live.snapshot().state == "refused"
    assert "tu ne peux pas écarter 6" in teacher.words()


def test_what_is_told_without_meaning_it_can_be_taken_back(teacher) -> None:
    begun(teacher)
    teacher.live.act(Throw((6, 1, 2, 2, 3, 3)))
    teacher.post("/actions", action="play", move="6")
    assert SLOT.findall(teacher.page()) == ["6", "0", "0", "0", "0", "0"]
    assert "Reprendre" in teacher.words()
    teacher.post("/actions", action="play", move="")
    assert SLOT.findall(teacher.page()) == ["0"] * 6


def test_a_target_is_chosen_and_the_attack_is_told(teacher) -> None:
    begun(teacher, round=3)
    kept(teacher, SIX, "6+6+6+6+5+4")
    assert "Léa, qui attaques‑tu" in teacher.words()
    assert SAY.findall(teacher.page()) == ["attack-2", "attack-3"]
    teacher.post("/actions", action="play", move="attack-3", meant="on")
    assert "Attaque aux 3 sur Zoé" in teacher.words()
    teacher.live.act(Throw((3, 3, 1, 1, 1, 1)))
    told = teacher.words()
    assert "Déjà 2 touches" in told
    assert "is-target" in teacher.page()


def test_revenge_is_asked_for_and_the_killed_are_out(teacher) -> None:
    begun(teacher, start_score=5)
    kept(teacher, SIX, "6+6+6+6+5+4")
    for dice in ((3, 3, 1, 1, 1, 1), (1, 1, 1, 1)):
        teacher.live.act(Throw(dice))
    told = teacher.words()
    assert "Max, veux‑tu te venger" in told
    assert "hors jeu" in told
    teacher.post("/actions", action="play", move="revenge", meant="on")
    assert "Vengeance, Max" in teacher.words()


@each("players", range(2, 13))
def test_everybody_has_a_seat_of_his_own(players) -> None:
    setup = Setup("trente", players_at(range(1, players + 1), NAMES))
    seats = shown(words("fr"), position_view(setup, setup.match())).seats
    assert [seat.number for seat in seats] == list(range(1, players + 1))
    assert all(60 <= at <= 940 for seat in seats for at in (seat.x, seat.y))
    apart = [max(abs(a.x - b.x), abs(a.y - b.y)) for a in seats for b in seats if a.number < b.number]
    assert min(apart) >= 126


def test_who_only_looks_on_chooses_nothing(teacher) -> None:
    begun(teacher)
    teacher.live.act(Throw((6, 1, 2, 2, 3, 3)))
    teacher.post("/logout")
    page = teacher.page()
    assert not PICK.findall(page)
    assert "un dé qui montre 6" in teacher.words()


def test_the_wall_and_the_steps_show_the_table(teacher) -> None:
    match = begun(teacher)
    kept(teacher, (6, 3, 5, 2, 4, 6), "6+5")
    assert 'id="ring"' in teacher.page("/mur")
    number = teacher.live.snapshot().id
    page = teacher.page(f"/partie/{number}?pas=99")
    assert "is-aside" in page
    assert "Léa écarte 6 et 5." in page
    assert match.game.name == "trente"
    assert match.game.awaits(match.state).actor == CHANCE
