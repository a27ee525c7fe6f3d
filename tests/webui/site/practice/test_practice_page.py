"""/entrainement: what comes of the form, and how a game for practice is played and taken back."""

import json
import re

import pytest
from each import each
from sent import sent

from webui.live.opponent import PAUSE
from webui.records.pupils import pupil_lines
from webui.site.pages.classes import games_at_tables
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
AGAINST = Setup("occe_child", players_at((1, 3), ("Zoé", "Piste")), "OCCE enfant", practice=Practice((3,)))


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
    assert [player.name for player in setup.players] == ["Camarade", "Piste"]


def test_the_form_comes_back_as_it_was_practised(alone) -> None:
    table = alone.practises(profile="Trente (chez nous)", plays="advice", dice="people", name="Zoé")
    filled = practised_last(table.live.snapshot())
    assert filled == PracticeForm("Trente (chez nous)", False, "advice", "people", "Zoé")
    page = alone.page("/entrainement")
    for box in ('name="plays" value="advice" checked', 'name="dice" value="people" checked', 'value="Zoé"'):
        assert box in page


def test_what_the_form_hides_counts_for_nothing(alone) -> None:
    table = alone.practises(profile="Tock Canop", plays="advice", dice="people")
    assert sent(table.live.snapshot())["game"]["practice"] == {"seats": [2, 3, 4], "plays": "random", "dice": "piste"}
    assert sent(table.live.snapshot())["game"]["options"]["hands"] == "known"


def test_gnu_backgammon_is_offered_where_it_is_installed(alone, monkeypatch, tmp_path) -> None:
    program = tmp_path / "gnubg"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for folder, offered in ((tmp_path, True), (tmp_path / "empty", False)):
        monkeypatch.setenv("PATH", str(folder))
        monkeypatch.setattr("webui.live.gnubg.program.FOLDERS", str(folder))
        assert ('value="gnubg"' in alone.page("/entrainement")) is offered


def test_only_backgammon_is_played_by_gnu_backgammon(alone) -> None:
    for profile, plays in (("Backgammon international", "gnubg"), ("Jacquet traditionnel", "random")):
        table = alone.practises(profile=profile, plays="gnubg")
        assert sent(table.live.snapshot())["game"]["practice"]["plays"] == plays


@pytest.mark.parametrize("profile", ["", "Chess", "x" * 300])
def test_a_game_that_there_is_not_is_asked_again(alone, profile: str) -> None:
    answer = alone.asks_to_practise(profile=profile, name="Ana")
    assert answer.status_code == 422
    assert 'value="Ana"' in answer.text
    assert alone.app.extensions["piste"].practices.all() == ()


def test_the_form_is_kept_in_another_language(alone) -> None:
    answer = alone.asks_to_practise(language="de", name="Ana", profile="Jacquet traditionnel")
    assert 'lang="de"' in answer.text
    assert 'value="Ana"' in answer.text
    assert re.search(r'value="Jacquet traditionnel"[^>]*checked', answer.text)


def test_a_long_name_is_cut() -> None:
    assert len(form_sent({"name": "x" * 80}).name) == 24


def test_the_form_leads_back_to_a_practice_that_goes_on(pupil_alone) -> None:
    first = pupil_alone.practises()
    assert f'href="{first.at}/"' in pupil_alone.page("/entrainement")
    second = pupil_alone.practises(profile="Jacquet traditionnel")
    assert sent(second.live.snapshot())["game"]["name"] == "jacquet"
    assert first.client.get(f"{first.at}/").status_code == 410


# In play.


@pytest.fixture
def begins_first(pupil_alone, monkeypatch):
    """A pupil who practises; his deed finds that the teacher's game has begun just before it had the table's turn."""
    pupil_alone.live.new_game(AGAINST)
    real, game = pupil_alone.live.as_meant, Setup("occe_child", players_at((1, 3), ("Léa", "Tom")))

    def late(action: str, moment: str):
        monkeypatch.setattr(pupil_alone.live, "as_meant", real)
        pupil_alone.live.new_game(game)
        pupil_alone.live.act(Throw((6, 2)))
        return real(action, moment)

    monkeypatch.setattr(pupil_alone.live, "as_meant", late)
    return pupil_alone


def test_a_pupil_ends_no_game_that_begins_while_he_asks(begins_first) -> None:
    assert begins_first.act(action="next_game").status_code == 403
    assert [player["name"] for player in sent(begins_first.live.snapshot())["players"]] == ["Léa", "Tom"]


def test_in_practice_a_pupil_may_undo_restart_and_go_on() -> None:
    for word, role in ACTIONS.items():
        mine = role is Role.PUPIL or word in ("undo", "next_game", "resume")
        assert (word, action_role(word, going_on=True, practice=True) is Role.PUPIL) == (word, mine)


def test_undo_in_practice_also_undoes_pistes_moves(pupil_alone) -> None:
    pupil_alone = pupil_alone.practises(profile="Jacquet traditionnel")
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


def test_nobody_may_tap_for_piste(alone) -> None:
    alone = alone.practises(plays="advice")
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
    alone = alone.practises()
    alone.live.new_game(setup, '{"open": [[1, 2]]}')
    page = alone.page("/pieces")
    assert 'name="count" value="2"' in page
    assert 'name="count" value="1"' in page
    alone.post("/actions", action="roll", count="1")
    assert len(sent(alone.live.snapshot())["dice"]) == 1


def test_other_games_have_no_dice_to_draw(teacher) -> None:
    assert teacher.act(action="roll").status_code == 409
    assert "Lancer les dés" not in teacher.words("/pieces")


def test_with_real_dice_people_throw_for_piste(alone) -> None:
    alone = alone.practises(dice="people")
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
    visitor = pupil_alone.practises(profile="Tock Canop")
    piste_takes_its_time(visitor, lambda view: view["position"]["phase"] == "give" and not view["due"]["piste"])
    hands = [hand.known for hand in visitor.live.stored_game(visitor.live.snapshot().id)[1].playing.state.hands]
    assert "Les cartes de Zoé" in visitor.words("/pieces")
    own = visitor.client.get(f"{visitor.at}/api/v1/table").get_json()
    assert (own["hand"], own["player"]) == (list(hands[0]), 1)
    told = json.dumps(own)
    assert not any(json.dumps(list(hand)) in told for hand in hands[1:])
    assert "/mains" not in visitor.page("/pieces")
    assert visitor.act(action="play", move=f"gives:{hands[0][0]}").status_code == 200
    visitor.clock.now += PAUSE
    visitor.live.beat()
    visitor.client.delete_cookie("piste")
    assert visitor.client.get(f"{visitor.at}/api/v1/table").get_json()["hand"] is None
    assert "Les cartes de Zoé" not in visitor.words("/pieces")


# The API.


def test_a_program_plays_a_practice_that_the_form_began(alone) -> None:
    table = alone.practises()
    assert len(table.act(action="roll").get_json()["dice"]) == 2
    assert table.act(action="throw", dice=[1, 2]).status_code == 409


@pytest.mark.parametrize("word", ["practise", "new_game"])
def test_the_api_begins_no_practice_at_a_real_table(alone, word: str) -> None:
    assert alone.act(action=word, setup=AGAINST.to_json()).status_code == 409
    assert sent(alone.live.snapshot())["game"] is None


# A game for practice in a journal of Piste 1.0, which had such games at its one table.


def test_a_stored_practice_counts_in_no_result(alone) -> None:
    alone.live.new_game(AGAINST)
    alone.live.roll()
    view = sent(alone.live.snapshot())
    assert counted_since("", [alone.app.extensions["piste"]])[1] == 0
    one = alone.app.extensions["piste"].classes.add("CE2", ["Zoé"])
    started = alone.live.started(view["id"])
    alone.app.extensions["piste"].classes.begun(one.id, ClassGame(view["id"], started))
    with alone.client:
        alone.client.get("/")
        listed = games_at_tables(alone.app.extensions["piste"].classes.find(one.id))
    assert listed == ()
    assert pupil_lines(["Zoé"], ())[0].played == 0
    assert "Entraînement" in alone.words("/enseignant")


def test_a_stored_practice_is_taken_up_again_as_one(teacher) -> None:
    teacher.live.new_game(AGAINST)
    teacher.live.roll()
    number = teacher.live.snapshot().id
    teacher.live.new_game(Setup("occe_child", players_at((1, 3))))
    assert "Entraînement" in teacher.words("/new")
    teacher.act(action="resume_game", game=number)
    assert sent(teacher.live.snapshot())["game"]["practice"]["seats"] == [3]
