"""/entrainement: who begins a game for practice, what comes of the form, and where such a game counts: nowhere."""

import json
import re

import pytest
from each import each
from page_text import text_of
from sent import sent

from webui.live.opponent import PAUSE
from webui.records.pupils import pupil_lines
from webui.site.pages.classes import games_of
from webui.site.pages.fairness import counted_since
from webui.site.practice.form import PracticeForm, form_sent, practised_last, setup_of
from webui.site.roles import ACTIONS, Role, action_role
from webui.store.classes import ClassGame
from webui.table.games import SHOWN
from webui.table.values.actions import CloseTiles, Next, PlayMove, Throw
from webui.table.values.languages import LANGUAGES
from webui.table.values.practice import Practice
from webui.table.values.setup import Setup, players_at
from webui.words import words

PROFILES = [profile for game in SHOWN for profile in game.profiles]
FORM = {"profile": "OCCE enfant", "with": "piste", "plays": "random", "dice": "piste", "name": "Zoé"}
AGAINST = Setup("occe_child", players_at((1, 3), ("Zoé", "Piste")), "OCCE enfant", practice=Practice((3,)))


def practise(visitor, **fields):
    return visitor.post("/entrainement", **{**FORM, **fields})


def piste_takes_its_time(visitor, until) -> dict:
    for _ in range(400):
        view = sent(visitor.live.snapshot())
        if until(view):
            return view
        visitor.clock.now += PAUSE
        visitor.live.beat()
    raise AssertionError("expected Piste to come so far")


def person_has_played(visitor) -> None:
    """A person's turn in a game of tiles is over, and Piste's begins."""
    while not (view := sent(visitor.live.snapshot()))["due"]["piste"]:
        if view["due"]["what"] == "throw":
            visitor.live.roll()
        else:
            visitor.live.act(Next() if view["state"] == "provisional" else CloseTiles(tuple(view["legal"][0])))


@pytest.fixture
def alone(visitor):
    """The teacher, and no game."""
    visitor.sign_in()
    return visitor


@pytest.fixture
def pupil_alone(visitor):
    visitor.sign_in_as_pupil()
    return visitor


# The form.


@each("language", LANGUAGES)
@each("profile", PROFILES)
def test_every_game_can_be_practised_both_ways(profile: str, language: str) -> None:
    for alone in (True, False):
        for plays, dice in (("random", "people"), ("advice", "piste")):
            setup = setup_of(PracticeForm(profile, alone, plays, dice, ""), words(language))
            assert setup.practice is not None
            assert bool(setup.practice.seats) is not alone
            names = [player.name for player in setup.players]
            assert len(set(names)) == len(names)
            assert [n.startswith("Piste") for n in names] == [s in setup.practice.seats for s in setup.seats]


def test_whoever_calls_himself_piste_is_called_otherwise() -> None:
    setup = setup_of(PracticeForm("OCCE enfant", name="piste"), words("fr"))
    assert [player.name for player in setup.players] == ["Joueur 1", "Piste"]


def test_the_form_comes_back_as_it_was_practised(alone) -> None:
    practise(alone, profile="Trente (chez nous)", plays="advice", dice="people", name="Zoé")
    filled = practised_last(alone.live.snapshot())
    assert filled == PracticeForm("Trente (chez nous)", False, "advice", "people", "Zoé")
    page = alone.page("/entrainement")
    for box in ('name="plays" value="advice" checked', 'name="dice" value="people" checked', 'value="Zoé"'):
        assert box in page


def test_what_the_form_hides_counts_for_nothing(alone) -> None:
    practise(alone, profile="Tock Canop", plays="advice", dice="people")
    assert sent(alone.live.snapshot())["game"]["practice"] == {"seats": [2, 3, 4], "plays": "random", "dice": "piste"}
    assert sent(alone.live.snapshot())["game"]["options"]["hands"] == "known"


@pytest.mark.parametrize("profile", ["", "Chess", "x" * 300])
def test_a_game_that_there_is_not_is_asked_again(alone, profile: str) -> None:
    answer = practise(alone, profile=profile, name="Ana")
    assert answer.status_code == 422
    assert 'value="Ana"' in answer.text
    assert sent(alone.live.snapshot())["game"] is None


def test_the_form_is_kept_in_another_language(alone) -> None:
    answer = practise(alone, language="de", name="Ana", profile="Jacquet traditionnel")
    assert 'lang="de"' in answer.text
    assert 'value="Ana"' in answer.text
    assert re.search(r'value="Jacquet traditionnel"[^>]*checked', answer.text)


def test_a_long_name_is_cut() -> None:
    assert len(form_sent({"name": "x" * 80}).name) == 24


# Who may.


def test_a_pupil_practises_where_no_game_is_on_the_table(pupil_alone) -> None:
    assert 'href="/entrainement"' in pupil_alone.page()
    assert practise(pupil_alone).location == "/"
    assert sent(pupil_alone.live.snapshot())["game"]["practice"]["seats"] == [3]


def test_a_pupil_interrupts_no_game_of_the_class(pupil) -> None:
    for _ in range(2):  # before its first throw, and after it
        before = pupil.live.snapshot()
        assert "l’enseignant" in pupil.page("/entrainement")
        assert practise(pupil).location == "/login"
        assert pupil.act(action="practise", setup=AGAINST.to_json()).status_code == 403
        assert pupil.live.snapshot() is before
        pupil.live.act(Throw((6, 2)))


@pytest.fixture
def begins_first(pupil_alone, monkeypatch):
    """A pupil who practises; his deed finds that the teacher's game has begun just before it had the table's turn."""
    practise(pupil_alone)
    real, game = pupil_alone.live.as_meant, Setup("occe_child", players_at((1, 3), ("Léa", "Tom")))

    def late(action: str, moment: str):
        monkeypatch.setattr(pupil_alone.live, "as_meant", real)
        pupil_alone.live.new_game(game)
        pupil_alone.live.act(Throw((6, 2)))
        return real(action, moment)

    monkeypatch.setattr(pupil_alone.live, "as_meant", late)
    return pupil_alone


@pytest.mark.parametrize("said", [{"action": "practise", "setup": AGAINST.to_json()}, {"action": "next_game"}])
def test_a_pupil_ends_no_game_that_begins_while_he_asks(begins_first, said: dict) -> None:
    assert begins_first.act(**said).status_code == 403
    assert [player["name"] for player in sent(begins_first.live.snapshot())["players"]] == ["Léa", "Tom"]


def test_a_pupils_form_ends_no_game_begun_meanwhile(begins_first) -> None:
    assert practise(begins_first).location == "/login"
    assert [player["name"] for player in sent(begins_first.live.snapshot())["players"]] == ["Léa", "Tom"]


def test_a_pupil_confirms_before_replacing_a_practice(pupil_alone) -> None:
    practise(pupil_alone)
    pupil_alone.post("/actions", action="roll")
    first = pupil_alone.live.snapshot()
    asked = practise(pupil_alone, profile="Jacquet traditionnel")
    assert "Interrompre la partie de Zoé et Piste" in text_of(asked.text)
    assert pupil_alone.live.snapshot() is first
    assert pupil_alone.confirm(asked).location == "/"
    assert sent(pupil_alone.live.snapshot())["game"]["name"] == "jacquet"
    assert [game.id for game in pupil_alone.live.interrupted(5)] == [first.id]


def test_a_teacher_is_asked_before_a_class_game_is_interrupted(teacher) -> None:
    teacher.does(Throw((6, 3)), CloseTiles((9,)), Next())
    before = teacher.live.snapshot()
    asked = practise(teacher)
    assert "Interrompre la partie de Léa et Tom" in text_of(asked.text)
    assert teacher.live.snapshot() is before
    assert teacher.confirm(asked).location == "/"
    assert sent(teacher.live.snapshot())["game"]["practice"]
    assert [game.id for game in teacher.live.interrupted(5)] == [before.id]


def test_tapped_twice_one_practice_begins(alone) -> None:
    moment = re.search(r'name="moment" value="([^"]*)"', alone.page("/entrainement"))[1]
    practise(alone, moment=moment)
    first = alone.live.snapshot().id
    assert practise(alone, moment=moment).location == "/"
    assert alone.live.snapshot().id == first


def test_in_practice_a_pupil_may_only_undo_and_restart() -> None:
    for word, role in ACTIONS.items():
        mine = role is Role.PUPIL or word in ("undo", "next_game", "practise")
        assert (word, action_role(word, going_on=True, practice=True) is Role.PUPIL) == (word, mine)


def test_pausing_stays_the_teachers(pupil_alone) -> None:
    practise(pupil_alone)
    assert pupil_alone.act(action="pause").status_code == 403


def test_undo_in_practice_also_undoes_pistes_moves(pupil_alone) -> None:
    practise(pupil_alone, profile="Jacquet traditionnel")
    live = pupil_alone.live
    for _ in range(40):
        view = sent(live.snapshot())
        if view["due"]["piste"]:
            if view["undo"] and view["due"]["what"] == "move":
                break
            piste_takes_its_time(pupil_alone, lambda now, was=view: now["version"] != was["version"])
        elif view["due"]["what"] == "throw":
            live.roll()
        else:
            live.act(Next() if view["state"] == "provisional" else PlayMove(view["legal"][0]))
    assert sent(live.snapshot())["due"]["piste"]
    assert 'value="undo"' in pupil_alone.page()
    pupil_alone.post("/actions", action="undo")
    view = sent(live.snapshot())
    assert (view["due"]["piste"], view["due"]["what"], view["due"]["player"]) == (False, "move", 1)


# In play.


def test_nobody_may_tap_for_piste(alone) -> None:
    practise(alone, plays="advice")
    assert "Lancer les dés" in alone.words("/pieces")
    assert 'name="die1"' not in alone.page("/pieces")
    alone.post("/actions", action="roll", count="2")
    person_has_played(alone)
    for state, told in (
        ("waiting_throw", "Piste lance les dés"),
        ("waiting_move", "Il suit le conseil"),
        ("provisional", "Piste ferme"),
    ):
        piste_takes_its_time(alone, lambda now, state=state: now["due"]["piste"] and now["state"] == state)
        assert told in alone.words("/pieces")
        page = alone.page("/pieces")
        assert 'name="die1"' not in page
        assert 'name="tiles"' not in page
        assert 'value="next"' not in page
    view = alone.live.snapshot()
    for said in ({"action": "next"}, {"action": "close_tiles", "tiles": [1]}, {"action": "roll"}):
        assert alone.act(**said).status_code == 409
    assert alone.live.snapshot() is view


def test_there_are_buttons_for_one_die_and_two(alone) -> None:
    setup = Setup("royal", players_at((1,)), "Tric-Trac Royal", (("one_die", "may_at_6"),), practice=Practice())
    alone.act(action="practise", setup=setup.to_json(), position={"open": [[1, 2]]})
    page = alone.page("/pieces")
    assert 'name="count" value="2"' in page
    assert 'name="count" value="1"' in page
    alone.post("/actions", action="roll", count="1")
    assert len(sent(alone.live.snapshot())["dice"]) == 1


def test_other_games_have_no_dice_to_draw(teacher) -> None:
    assert teacher.act(action="roll").status_code == 409
    assert "Lancer les dés" not in teacher.words("/pieces")


def test_with_real_dice_people_throw_for_piste(alone) -> None:
    practise(alone, dice="people")
    deeds = 0
    while sent(alone.live.snapshot())["due"]["seat"] != 3:
        view, deeds = sent(alone.live.snapshot()), deeds + 1
        assert deeds < 60
        if view["due"]["what"] == "throw":
            assert alone.act(action="throw", dice=[6, 5] if deeds > 6 else [1, 2]).status_code == 200
        else:
            alone.live.act(Next() if view["state"] == "provisional" else CloseTiles(tuple(view["legal"][0])))
    assert "Lance les dés pour Piste" in alone.words("/pieces")
    assert 'name="die1"' in alone.page("/pieces")
    alone.act(action="throw", dice=[6, 3])
    piste_takes_its_time(alone, lambda view: view["state"] == "provisional")


# Cards.


def test_at_the_tablet_lie_the_persons_cards_and_nobody_elses(pupil_alone) -> None:
    visitor = pupil_alone
    practise(visitor, profile="Tock Canop")
    piste_takes_its_time(visitor, lambda view: view["position"]["phase"] == "give" and not view["due"]["piste"])
    hands = [hand.known for hand in visitor.live.stored_game(visitor.live.snapshot().id)[1].playing.state.hands]
    assert "Les cartes de Zoé" in visitor.words("/pieces")
    own = visitor.client.get("/api/v1/table").get_json()
    assert (own["hand"], own["player"]) == (list(hands[0]), 1)
    told = json.dumps(own)
    assert not any(json.dumps(list(hand)) in told for hand in hands[1:])
    assert "/mains" not in visitor.page("/pieces")
    assert "Piste 2" not in visitor.words("/mains")
    assert visitor.act(action="play", move=f"gives:{hands[0][0]}").status_code == 200
    visitor.clock.now += PAUSE
    visitor.live.beat()
    visitor.client.delete_cookie("piste")
    assert visitor.client.get("/api/v1/table").get_json()["hand"] is None
    assert "Les cartes de Zoé" not in visitor.words("/pieces")


def test_a_looker_on_tries_no_card(visitor) -> None:
    visitor.sign_in()
    practise(visitor, profile="Tock Canop")
    visitor.client.delete_cookie("piste")
    assert visitor.act(action="play", move="gives:A").status_code in (401, 403)
    assert visitor.client.get("/entrainement").location.startswith("/jouer")


# Where it counts: nowhere.


def test_practice_counts_in_no_class_or_daily_result(alone) -> None:
    practise(alone)
    alone.live.roll()
    view = sent(alone.live.snapshot())
    with alone.client:
        alone.client.get("/")
        assert counted_since("")[1] == 0
    one = alone.app.extensions["piste"].classes.add("CE2", ["Zoé"])
    started = alone.live.started(view["id"])
    alone.app.extensions["piste"].classes.begun(one.id, ClassGame(view["id"], started))
    with alone.client:
        alone.client.get("/")
        listed = games_of(alone.app.extensions["piste"].classes.find(one.id))
    assert listed == ()
    assert pupil_lines(["Zoé"], listed)[0].played == 0
    assert "Entraînement" in alone.words("/enseignant")


def test_a_practice_can_be_taken_up_again_as_one(teacher) -> None:
    practise(teacher)
    teacher.live.roll()
    number = teacher.live.snapshot().id
    teacher.live.new_game(Setup("occe_child", players_at((1, 3))))
    assert "Entraînement" in teacher.words("/new")
    teacher.act(action="resume_game", game=number)
    assert sent(teacher.live.snapshot())["game"]["practice"]["seats"] == [3]


# The API.


def test_the_api_begins_and_plays_a_practice(alone) -> None:
    answer = alone.act(action="practise", setup=AGAINST.to_json())
    assert answer.get_json()["game"]["practice"] == {"seats": [3], "plays": "random", "dice": "piste"}
    assert answer.get_json()["due"]["piste"] is False
    assert len(alone.act(action="roll").get_json()["dice"]) == 2
    assert alone.act(action="throw", dice=[1, 2]).status_code == 409


@pytest.mark.parametrize("practice", [None, {"seats": [1, 3]}, {"seats": [3], "plays": "cheats"}, "x"])
def test_the_api_refuses_what_is_no_practice(alone, practice) -> None:
    setup = {**AGAINST.to_json(), "practice": practice}
    assert alone.act(action="practise", setup=setup).status_code == 409
    assert sent(alone.live.snapshot())["game"] is None
