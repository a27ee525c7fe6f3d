"""A lesson on the site: prepared on one page, begun at all tables, found again after a power cut, and a next round."""

import random
import re
from dataclasses import replace
from threading import Thread

import pytest
from page_text import text_of
from sent import sent

from webui.groups import meetings
from webui.live.classroom.card import GONE, STILL
from webui.live.classroom.hub import EVERY
from webui.site.deeds import do
from webui.site.lesson.notice import podium_of
from webui.site.lesson.plan import plan_sent
from webui.site.lesson.round import opened, points_of
from webui.store.classes import Classes
from webui.store.lessons import Lessons, groups_of
from webui.table.results import DoneTogether
from webui.table.values.actions import CloseTiles, Next, ReplacePlayer, Throw

NAMES = [f"Élève {number}" for number in range(1, 25)]
PATH = "/enseignant/lecon/1"
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
TICKED = re.compile(r'<input type="(?:checkbox|radio)" name="(present|tables|way|profile)" value="([^"]*)"[^>]*checked')


@pytest.fixture
def school(visitor):
    """A teacher with a class of 24, on a box with its first table alone."""
    visitor.sign_in()
    visitor.app.extensions["piste"].classes.add("CE2", NAMES)
    return visitor


def fields_of(page: str) -> dict[str, list[str]]:
    """What a browser would send of the form."""
    fields: dict[str, list[str]] = {}
    for name, value in (*HIDDEN.findall(page.partition('id="lesson"')[2]), *TICKED.findall(page)):
        fields.setdefault(name, []).append(value)
    return fields | {"games": ["1"]}


def sends(school, deed: str, page: str | None = None, **other: object):
    """Presses a button of the form, with some fields changed."""
    fields = fields_of(school.page(PATH) if page is None else page)
    return school.post(PATH, **{**fields, "do": deed, **other})


def groups(page: str) -> dict[int, list[str]]:
    """The pupils of each table on the page; 0 for those without a place."""
    parts = page.split(' data-table="')[1:]
    return {int(part.partition('"')[0]): re.findall(r'name="moved" value="\d+"><span>([^<]+)', part) for part in parts}


def box(school):
    return school.app.extensions["piste"]


def players(school) -> dict[int, list[str]]:
    """Who plays at each table of the box."""
    return {
        place.number: [player["name"] for player in sent(place.live.snapshot())["players"]]
        for place in box(school).every_table()
    }


def lessons(school):
    return box(school).classes.lessons.all()


def test_a_class_is_at_six_tables_with_two_taps(school) -> None:
    assert PATH in school.page("/enseignant")
    proposed = groups(school.page(PATH))
    assert sorted(map(len, proposed.values())) == [0, *[4] * 6]
    page = school.page(PATH)
    assert sends(school, "begin", page).location == "/enseignant"
    assert {n: sorted(names) for n, names in players(school).items()} == {
        n: sorted(names) for n, names in groups(page).items() if n
    }
    assert [place.live.snapshot().state for place in box(school).every_table()] == ["waiting_throw"] * 6
    assert {game.table for game in box(school).classes.find(1).games} == {1, 2, 3, 4, 5, 6}
    desk = school.page("/enseignant")
    assert desk.index("Manche suivante") < desk.index('class="tables-desk')


def test_absentees_have_no_place_and_are_remembered_that_day_alone(school, monkeypatch: pytest.MonkeyPatch) -> None:
    here = [str(number) for number in range(24) if number not in (0, 5, 7)]
    page = sends(school, "fit", present=here).text
    assert sorted(map(len, groups(page).values())) == [0, 3, 3, 3, 4, 4, 4]
    sends(school, "begin", page)
    assert lessons(school)[0].absent == (NAMES[0], NAMES[5], NAMES[7])
    assert fields_of(school.page(PATH))["present"] == here
    monkeypatch.setattr("webui.site.lesson.round.today", lambda: "2099-01-01")
    monkeypatch.setattr("webui.site.lesson.pages.today", lambda: "2099-01-01")
    assert len(fields_of(school.page(PATH))["present"]) == 24


def test_who_comes_late_moves_nobody(school) -> None:
    page = sends(school, "fit", present=[str(number) for number in range(23)]).text
    before = groups(page)
    after = groups(sends(school, "fit", page, present=[str(number) for number in range(24)]).text)
    assert all(set(before[table]) <= set(after[table]) for table in before)


def test_next_rounds_bring_others_together(school) -> None:
    for number in range(4):
        page = school.page(PATH)
        assert (f"Manche {number + 1}" in page) is (number > 0)
        asked = sends(school, "begin", page)
        assert asked.status_code == 302
    assert set(meetings(groups_of(lessons(school))).values()) == {1}
    assert [len(lesson.rounds) for lesson in lessons(school)] == [4]


def test_who_meets_again_today_is_named(school) -> None:
    page = school.page(PATH)
    assert "mêmes camarades" not in page
    sends(school, "begin", page)
    assert "Personne ne rejoue avec les mêmes camarades" in school.page(PATH)
    pair = sorted(groups(page)[1][:2])
    again = text_of(sends(school, "to-1", page, rounds="1", moved="0").text)
    assert "Jouent de nouveau ensemble aujourd’hui : " in again
    assert "autres paires" in again
    two = [str(number) for number, name in enumerate(NAMES) if name in pair]
    assert f"aujourd’hui : {pair[0]} et {pair[1]}." in text_of(sends(school, "keep", page, present=two).text)


def test_another_begins_at_a_table_each_round(school) -> None:
    page, begin = school.page(PATH), []
    for rounds in range(2):
        sends(school, "begin", page, rounds=str(rounds))
        begin.append([names[0] for names in players(school).values()])
    assert not set(begin[0]) & set(begin[1])


def test_a_game_that_goes_on_is_interrupted_after_one_question(school) -> None:
    sends(school, "begin")
    for number in (2, 5):
        box(school).at_table(number).live.act(Throw((6, 2)))
    before, page = players(school), school.page(PATH)
    asked = sends(school, "begin", page)
    assert "Interrompre les parties de 2 tables" in text_of(asked.text)
    assert "Table 2 et Table 5" in text_of(asked.text)
    assert players(school) == before
    assert len(lessons(school)[0].rounds) == 1
    box(school).at_table(3).live.act(Throw((6, 2)))  # one more while the teacher reads
    assert "3 tables" in text_of(school.confirm(asked).text)
    assert school.confirm(school.confirm(asked)).location == "/enseignant"
    assert len(lessons(school)[0].rounds) == 2
    assert len(box(school).at_table(5).live.interrupted(9)) == 1


def test_a_double_tap_begins_one_round(school) -> None:
    page = school.page(PATH)
    for _ in range(2):
        assert sends(school, "begin", page).location == "/enseignant"
    assert len(lessons(school)[0].rounds) == 1
    assert len(box(school).classes.find(1).games) == 6


def test_a_second_tap_waits_while_the_first_begins_the_tables(school, monkeypatch: pytest.MonkeyPatch) -> None:
    fields = fields_of(school.page(PATH)) | {"do": ["begin"], "csrf_token": [school.token()]}
    again = school.app.test_client()
    again.set_cookie("piste", school.client.get_cookie("piste").value)
    second = Thread(target=again.post, args=(PATH,), kwargs={"data": fields})

    def tapped_meanwhile(*given):
        if second.ident is None:
            second.start()
            second.join(timeout=1)  # it would be through by then
        return opened(*given)

    monkeypatch.setattr("webui.site.lesson.pages.opened", tapped_meanwhile)
    school.client.post(PATH, data=fields)
    second.join()
    assert len(lessons(school)[0].rounds) == 1
    assert [len(place.live.games()) for place in box(school).every_table()] == [1] * 6


def test_the_page_of_another_table_begins_the_same_lesson(school) -> None:
    school.add_table()
    page = school.page(f"/table/2{PATH}")
    assert f'action="/table/2{PATH}"' in page
    answer = school.post(f"/table/2{PATH}", **{**fields_of(page), "do": "begin"})
    assert answer.location == "/table/2/enseignant"
    assert [len(names) for names in players(school).values()] == [4] * 6


@pytest.mark.parametrize("steps", range(12))
def test_after_a_power_cut_the_other_tables_begin(school, steps: int, cut_after, monkeypatch) -> None:
    """A table begins in two steps: its game, and that this is one of the class's."""
    until_the_cut = cut_after(steps)
    with monkeypatch.context() as patch:
        patch.setattr("webui.site.lesson.round.do", until_the_cut(do))
        patch.setattr(Classes, "begun", until_the_cut(Classes.begun))
        with pytest.raises(SystemExit):
            sends(school, "begin")
    assert ("pas encore commencé" in school.words("/enseignant")) is (steps < 11)
    expected = {start.table: list(start.pupils) for start in lessons(school)[0].rounds[0].starts}
    assert school.post(f"{PATH}/finir").location == "/enseignant"
    assert players(school) == expected
    assert len(box(school).classes.find(1).games) == 6
    assert [len(place.live.games()) for place in box(school).every_table()] == [1] * 6
    assert "pas encore commencé" not in school.words("/enseignant")


def test_a_replaced_player_leaves_nothing_to_begin(school) -> None:
    sends(school, "begin")
    school.act(action="replace_player", seat=1, name="Zoé")
    assert "pas encore commencé" not in school.words("/enseignant")


def test_pupils_are_moved_by_hand_and_stay(school) -> None:
    page = school.page(PATH)
    moved = sends(school, "to-3", page, moved="0").text
    assert NAMES[0] in groups(moved)[3]
    for deed in ("spread", "fit"):
        assert NAMES[0] in groups(sends(school, deed, moved, tables="5").text)[3]
    waits = sends(school, "to-0", page, moved="0").text
    assert groups(waits)[0] == [NAMES[0]]
    assert groups(sends(school, "spread", waits).text)[0] == [NAMES[0]]
    assert groups(sends(school, "free", waits).text)[0] == []


def test_two_pupils_swap_and_one_alone_does_not(school) -> None:
    page = school.page(PATH)
    (one, *_), (other, *_) = groups(page)[1], groups(page)[2]
    numbers = [str(NAMES.index(name)) for name in (one, other)]
    after = groups(sends(school, "swap", page, moved=numbers).text)
    assert {one} == set(groups(page)[1]) - set(after[1]) == set(after[2]) - set(groups(page)[2])
    assert {other} == set(groups(page)[2]) - set(after[2]) == set(after[1]) - set(groups(page)[1])
    assert groups(sends(school, "swap", page, moved=numbers[0]).text) == groups(page)


def test_each_table_may_have_its_own_game(school) -> None:
    own = {"own-1": "Backgammon international", "own-2": "Tock Canop", "own-3": "-"}
    page = sends(school, "spread", **own).text
    sizes = {table: len(names) for table, names in groups(page).items()}
    assert (sizes[1], sizes[2], sizes[3]) == (2, 4, 0)
    assert "Backgammon international" in page
    assert sends(school, "begin", page, **own).location == "/enseignant"
    games = [sent(place.live.snapshot())["game"] for place in box(school).every_table()]
    assert [game and game["name"] for game in games] == ["backgammon", "tock", None, *["occe_child"] * 3]
    again = {table: len(names) for table, names in groups(school.page(PATH)).items()}
    assert (again[1], again[2]) == (2, 4)


def test_a_tables_own_game_moves_only_whom_it_must(school) -> None:
    page = school.page(PATH)
    before, other = groups(page), groups(sends(school, "fit", page, **{"own-2": "Trente (Wikilivres)"}).text)
    assert 'data-do="fit"' in page.partition('name="own-2"')[2].partition(">")[0]
    assert other == before
    fewer = groups(sends(school, "fit", page, **{"own-2": "Backgammon international"}).text)
    assert len(fewer[2]) == 2
    stayed = sum(len(set(before[table]) & set(fewer[table])) for table in before)
    assert stayed == len(NAMES) - 2


def test_what_changes_with_each_lesson_stands_beside_the_game(school) -> None:
    page = school.page(PATH)
    before = page[: page.index("C’est parti")]
    fields = {"OCCE enfant.show_legal": "never", "OCCE enfant.turns": "alternate"}
    for field in fields:
        assert f'name="{field}"' in page
        assert before.rfind("<details", 0, before.index(field)) < before.rfind("</details>", 0, before.index(field))
        assert page.count(f'name="{field}"') == 1
    sends(school, "begin", page, **fields)
    options = box(school).live.snapshot().game.options
    assert (options["show_legal"], options["turns"]) == ("never", "alternate")


def test_all_throw_in_turn_unless_the_teacher_chooses_otherwise(school) -> None:
    page = school.page(PATH)
    assert '<option value="alternate" selected>' in page
    sends(school, "begin", page, **{"OCCE enfant.turns": "whole"})
    again = school.page(PATH)
    assert '<option value="whole" selected>' in again.partition('name="OCCE enfant.turns"')[2].partition("</select>")[0]
    sends(school, "begin", again, profile="Tric-Trac Royal")
    assert box(school).live.snapshot().game.options["turns"] == "whole"


def test_games_of_every_table_are_listed_with_it(school) -> None:
    sends(school, "begin")
    listed = re.findall(r'<span class="about">[^<]*· (Table \d)</span>', school.page("/enseignant"))
    assert sorted(listed) == [f"Table {number}" for number in range(1, 7)]


def test_a_game_for_two_leaves_the_others_on_the_bench(school) -> None:
    page = sends(school, "spread", profile="Backgammon international").text
    assert len(groups(page)[0]) == 12
    assert "Ils regardent pendant cette manche" in page
    sends(school, "begin", page, profile="Backgammon international")
    assert len(groups(school.page(PATH))[0]) == 12
    again = groups(school.page(PATH))
    assert {len(names) for table, names in again.items() if table} == {2}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"handicap-0": "99"}, "Aucune partie ne peut commencer ainsi"),
        ({"games": "1000"}, "Aucune partie ne peut commencer ainsi"),
        ({"present": []}, "Personne ne joue encore"),
        ({"profile": "Tarot"}, "choisissez un jeu"),
    ],
)
def test_what_cannot_begin_begins_nowhere(school, fields, why: str) -> None:
    answer = sends(school, "begin", **fields)
    assert answer.status_code == 422
    assert why in text_of(answer.text)
    assert lessons(school) == ()
    assert box(school).live.snapshot().state == "setup"


def test_a_table_taken_away_meanwhile_leaves_nobody_out(school) -> None:
    for _ in range(2):
        school.add_table()
    page = sends(school, "spread", tables="2", present=[str(number) for number in range(8)]).text
    assert len(groups(page)[2]) == 4
    school.post("/enseignant/tables/2/retrait")
    assert sends(school, "begin", page).location == "/enseignant"
    assert {table: len(names) for table, names in players(school).items()} == {1: 4, 3: 4}


@pytest.mark.parametrize("path", [PATH, f"{PATH}/places"])
def test_a_form_of_another_list_moves_nobody(school, path: str) -> None:
    sends(school, "begin", tables="6")
    before, page = players(school), school.page(path)
    box(school).classes.change(1, "CE2", ["Aaron", *NAMES])
    answer = school.post(path, **{**fields_of(page), "do": "begin", "at-0": "2"})
    assert (answer.location, players(school)) == (path, before)


def test_a_table_that_does_not_open_is_named(school) -> None:
    path = box(school).door.data / "tables"
    sends(school, "begin", tables="1", present=["0", "1"])
    (lesson,) = lessons(school)
    start = replace(lesson.rounds[0].starts[0], table=2)
    box(school).classes.lessons.keep(replace(lesson, rounds=(replace(lesson.rounds[0], starts=(start,)),)))
    path.write_text("no folder")
    assert "Table 2" in text_of(school.page("/enseignant"))
    school.post(f"{PATH}/finir")
    assert "Table 2 : cela n’a pas pu se faire." in text_of(school.page(PATH)).replace("\u00a0", " ")


def test_too_many_by_hand_at_a_table_are_named(school) -> None:
    page = school.page(PATH)
    other = next(pupil for pupil in range(24) if NAMES[pupil] not in groups(page)[1])
    page = sends(school, "to-1", page, moved=str(other)).text
    answer = sends(school, "begin", page)
    assert (answer.status_code, "Table 1" in text_of(answer.text)) == (422, True)
    assert "4 joueurs au plus" in text_of(answer.text)


def test_strong_with_weak_goes_by_the_games_of_the_class(school) -> None:
    two = [str(number) for number in (3, 9)]
    sends(school, "begin", sends(school, "spread", present=two).text)
    play_out(school.live)
    one, first = box(school).classes.find(1), box(school)
    view = school.live.snapshot()
    winner, loser = sorted(sent(view)["players"], key=lambda player: player["player"] not in view.winners)
    assert points_of(one, first) == {winner["name"]: 1.0, loser["name"]: 0.0}
    everybody = [str(number) for number in range(24)]
    spread_out = groups(sends(school, "spread", way="mixed", tables="12", present=everybody).text)
    assert not any({winner["name"], loser["name"]} <= set(names) for names in spread_out.values())
    assert sorted(map(len, spread_out.values())) == [0, *[2] * 12]


def play_out(live) -> None:
    """Plays the tile game at a table to its end: its first throws by chance, with one winner."""
    chance = random.Random(3)
    while (view := live.snapshot()).state != "game_over":
        if view.state == "waiting_throw":
            live.act(Throw(tuple(chance.randint(1, 6) for _ in range(view.due.dice))))
        elif view.state == "waiting_move":
            live.act(CloseTiles(tuple(view.legal[0])))
        else:
            live.act(Next())
    assert len(view.winners) == 1


def games_at(school, table: int) -> list[int]:
    """The games of the class at a table, as it notes them."""
    return [game.id for game in box(school).classes.find(1).games if game.table == table]


def test_a_game_played_again_in_a_round_is_the_lessons(school) -> None:
    sends(school, "begin", tables="2", present=[str(number) for number in range(8)])
    live, before = box(school).at_table(2).live, players(school)[2]
    play_out(live)
    school.sign_in_as_pupil(2)
    assert replace(school, at="/table/2").act(action="next_game").status_code == 200
    live.act(Throw((6, 3)))
    school.sign_in()
    assert games_at(school, 2) == [live.snapshot().id - 1, live.snapshot().id]
    at_table = school.page(f"{PATH}/places").partition(' data-table="2"')[2].partition(' data-table="')[0]
    assert all(f"<span>{name}<" in at_table for name in before)
    page = sends(school, "spread", tables="1").text
    school.confirm(sends(school, "begin", page, tables="1"))
    assert players(school)[2] == []


@pytest.mark.parametrize("replaced", [False, True])
def test_a_power_cut_after_a_game_began_again_loses_it_not(school, replaced: bool) -> None:
    sends(school, "begin", tables="2", present=[str(number) for number in range(8)])
    live = box(school).at_table(2).live
    if replaced:
        live.act(ReplacePlayer(seat=live.snapshot().players[0].seat, name="Zoé", by="teacher"))
    play_out(live)
    live.next_game()  # before its class could be written
    school.page("/enseignant")
    assert games_at(school, 2) == [live.snapshot().id - 1, live.snapshot().id]


def test_the_class_page_says_whose_name_is_written_by_hand(school) -> None:
    box(school).classes.change(1, "CE2", [*NAMES[:2], "李雷", "Đặng"])
    sends(school, "begin", tables="1", present=["0", "1", "2", "3"])
    play_out(school.live)
    assert "À écrire à la main sur les diplômes : 李雷." in school.words("/enseignant/classe/1")


def test_a_full_disk_takes_the_new_tables_back(school, monkeypatch: pytest.MonkeyPatch) -> None:
    page = school.page(PATH)
    with monkeypatch.context() as patch:
        patch.setattr(box(school).classes.lessons, "add_round", lambda *of: (_ for _ in ()).throw(OSError(28, "full")))
        assert sends(school, "begin", page).status_code == 503
    assert [place.number for place in box(school).every_table()] == [1]
    assert len(box(school).tables.listed.all()) == 1
    assert sends(school, "begin", page).status_code == 302
    assert len(players(school)) == 6


def test_a_free_table_plays_nothing_again_and_ends_once(school) -> None:
    sends(school, "begin", tables="2", present=[str(number) for number in range(8)])
    ends(school)
    freed = [place.live.snapshot().id for place in box(school).every_table()]
    box(school).classes.lessons.keep(replace(lessons(school)[0], ended=""))
    ends(school)
    school.sign_in_as_pupil(2)
    assert replace(school, at="/table/2").act(action="next_game").status_code == 409
    assert [place.live.snapshot().id for place in box(school).every_table()] == freed


def test_a_full_disk_begins_nothing(school, monkeypatch: pytest.MonkeyPatch) -> None:
    page = school.page(PATH)

    def full(*_):
        raise OSError(28, "No space left on device")

    pair = [str(NAMES.index(groups(page)[table][0])) for table in (1, 2)]
    page = sends(school, "swap", page, moved=pair).text
    given = {"way": "chance", "handicap-1": "4", "OCCE enfant.show_legal": "never"}
    with monkeypatch.context() as patch:
        patch.setattr(box(school).classes.lessons, "add_round", full)
        refused = sends(school, "begin", page, **given)
    assert (refused.status_code, refused.text.count('role="alert"')) == (503, 1)
    assert "rien n’a été changé" in text_of(refused.text)
    assert all(names == [] for names in players(school).values())
    assert groups(refused.text) == groups(page)
    assert 'name="handicap-1" value="4"' in refused.text
    assert '<option value="never" selected>' in refused.text
    assert sends(school, "begin", refused.text).location == "/enseignant"
    assert {n: set(names) for n, names in players(school).items()} == {
        n: set(names) for n, names in groups(page).items() if n
    }


def test_a_disk_that_fills_once_tables_begin_says_so(school, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are in their journals, and the class cannot note them: neither the round nor “finish” denies them."""
    few = {"tables": "2", "present": [str(number) for number in range(8)]}
    with monkeypatch.context() as patch:
        patch.setattr(Classes, "begun", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        for deed in (lambda: sends(school, "begin", **few), lambda: school.post(f"{PATH}/finir")):
            assert deed().location == PATH
            words = school.words(PATH)
            assert "Table 1 et Table 2 : c’est fait, mais cela n’a pas pu être noté." in words
            assert "rien n’a été changé" not in words
            assert "n’ont pas encore commencé" not in words
    assert all(len(names) == 4 for names in players(school).values())
    school.page("/enseignant")
    assert [game.table for game in box(school).classes.find(1).games] == [1, 2]


def test_a_class_erased_meanwhile_begins_nothing(school, monkeypatch: pytest.MonkeyPatch) -> None:
    page = school.page(PATH)
    with monkeypatch.context() as patch:
        erased = lambda *given: box(school).classes.forget(1) or plan_sent(*given)  # noqa: E731
        patch.setattr("webui.site.lesson.pages.plan_sent", erased)
        assert sends(school, "begin", page).location == "/enseignant"
    assert "Cette classe a été effacée entre-temps" in school.words("/enseignant")
    assert lessons(school) == ()
    assert list(players(school).values()) == [[]]


def test_a_class_is_erased_only_once_its_round_has_begun(school, monkeypatch: pytest.MonkeyPatch) -> None:
    page, token = school.page(PATH), school.token()
    again = school.app.test_client()
    again.set_cookie("piste", school.client.get_cookie("piste").value)
    fields = {"class": "1", "sure": "1", "games": "1", "csrf_token": token}
    erasing = Thread(target=again.post, args=("/enseignant/effacer/classe",), kwargs={"data": fields})

    def erased_meanwhile(*given):
        erasing.start()
        erasing.join(timeout=1)  # it would be through by then
        return opened(*given)

    with monkeypatch.context() as patch:
        patch.setattr("webui.site.lesson.pages.opened", erased_meanwhile)
        sends(school, "begin", page)
    erasing.join()
    assert (box(school).classes.all(), lessons(school)) == ((), ())
    assert all(place.live.games() == () for place in box(school).every_table())


def test_a_class_that_is_not_there_has_no_lesson(school) -> None:
    assert school.client.get("/enseignant/lecon/7").status_code == 404
    assert school.post("/enseignant/lecon/7/finir").status_code == 404


def test_another_language_keeps_the_form(school) -> None:
    page = sends(school, "to-3", moved="0").text
    german = sends(school, "", page, language="de")
    assert NAMES[0] in groups(german.text)[3]
    assert "Wer ist da?" in german.text


def ends(school, path: str = PATH):
    """Ends the lesson, and says yes to the question about its games."""
    asked = school.post(f"{path}/fin")
    return school.confirm(asked) if asked.status_code == 200 else asked


def as_pupil(school, table: int) -> str:
    """The words on a tablet at a table."""
    with school.client.session_transaction() as session:
        before = dict(session)
    school.sign_in_as_pupil(table)
    words = school.words("/" if table == 1 else f"/table/{table}/")
    with school.client.session_transaction() as session:
        session.clear()
        session.update(before)
    return words


def test_the_end_frees_all_tables_and_keeps_their_games(school) -> None:
    sends(school, "begin", tables="3", present=[str(number) for number in range(12)])
    for number in (1, 2):
        box(school).at_table(number).live.act(Throw((6, 3)))
    box(school).at_table(1).live.act(CloseTiles((3, 6)))
    box(school).at_table(1).live.act(Next())
    asked = school.post(f"{PATH}/fin")
    assert "Finir la leçon de CE2 ? Table 1, Table 2 et Table 3" in text_of(asked.text)
    assert lessons(school)[0].ended == ""
    assert school.confirm(asked).location == "/enseignant/classe/1"
    assert list(players(school).values()) == [[], [], []]
    assert [len(box(school).at_table(number).live.interrupted(9)) for number in (1, 2, 3)] == [1, 1, 0]
    walls = [school.words(path) for path in ("/mur", "/table/2/mur", "/salle?mur", "/salle")]
    for words in (as_pupil(school, 1), as_pupil(school, 3), *walls):
        assert "La leçon est finie La classe a fermé 2 cases. Bravo à tous !" in words
        assert "Dé 1" not in words
        assert "Pas encore de partie" not in words
    assert "S’entraîner" in as_pupil(school, 1)
    assert "table-card" not in school.page("/salle?mur")
    desk = school.page("/enseignant")
    assert f"{PATH}/fin" not in desk
    assert "diplomes.pdf" in desk


PODIUM = f"{PATH}/fin/podium"


def steps(school) -> list[tuple[int, list[str]]]:
    """Places and tables of the podium on the projector; [] without one."""
    school.clock.now += EVERY
    parts = school.page("/salle?mur").partition("</ol>")[0].split(' id="step-')[1:]
    return [(int(part[0]), re.findall(r">(\d)</span>", part.partition('class="points"')[0])) for part in parts]


def test_the_podium_is_on_the_wall_only_if_the_teacher_puts_it_there(school) -> None:
    sends(school, "begin", tables="3", present=[str(number) for number in range(12)])
    for table, tiles in ((1, (9,)), (2, (3, 6)), (3, (9,))):
        plays(school, table, tiles)
    assert "podium" not in school.page("/enseignant/classe/1")
    school.post(PODIUM, podium="show")  # the lesson goes on
    ends(school)
    assert steps(school) == []
    assert "Montrer le podium au mur" in school.words("/enseignant/classe/1")
    watched = box(school).live.snapshot().version
    assert school.post(PODIUM, podium="show").location == "/enseignant/classe/1"
    assert box(school).live.snapshot().version > watched  # a wall that is open draws it
    assert steps(school) == [(1, ["2"]), (2, ["1", "3"])]
    words = school.words("/salle?mur")
    assert ("Table 2 2 cases place 1" in words, "a fermé" in words, "Bravo à tous" in words) == (True, False, True)
    assert not any(name in words for name in NAMES)
    school.post(PODIUM, podium="")
    assert (steps(school), "a fermé 4 cases" in school.words("/salle?mur")) == ([], True)
    school.post(PODIUM, podium="show")
    sends(school, "begin")
    assert steps(school) == []
    ends(school)
    assert steps(school) == []  # off for each new lesson
    school.post(PODIUM, podium="show")
    watched = box(school).live.snapshot().version
    school.post("/enseignant/effacer/classe", **{"class": "1", "sure": "1"})
    assert box(school).live.snapshot().version > watched  # of an erased class nothing stays on an open wall


def test_tables_with_and_without_tiles_have_no_podium(school) -> None:
    school.add_table()
    with school.app.test_request_context("/"):
        first, second = podium_of({1: DoneTogether(0, 1), 2: DoneTogether(0, 2)})
        assert (first.tables[0].number, first.says, second.place) == (2, "2 parties", 2)
        assert podium_of({1: DoneTogether(3), 2: DoneTogether(0, 4)}) == ()


def test_a_further_round_takes_the_lesson_up_again(school) -> None:
    sends(school, "begin")
    ends(school)
    assert "La leçon est finie" in as_pupil(school, 1)
    sends(school, "begin")
    assert "La leçon est finie" not in as_pupil(school, 1)
    assert [(len(lesson.rounds), lesson.ended) for lesson in lessons(school)] == [(2, "")]
    assert f"{PATH}/fin" in school.page("/enseignant")


def test_an_ended_lesson_never_comes_back_nor_stops_another(school) -> None:
    """Two classes, one after the other: the first has closed two tiles, the second one."""
    other, few = PATH.replace("1", "2"), {"tables": "3", "present": [str(number) for number in range(6)]}
    box(school).classes.add("CM1", [f"Enfant {number}" for number in range(1, 7)])
    sends(school, "begin", sends(school, "fit", **few).text, **few)
    plays(school, 1, (3, 6))
    ends(school)
    start = {**fields_of(school.page(other)), **few, "tables": "2", "do": "begin"}
    school.post(other, **start)
    plays(school, 1, (9,))
    assert "Fin de la leçon de CM1" in strips(school)
    assert "CE2" not in strips(school)
    ends(school)
    assert [bool(names) for names in players(school).values()] == [True, True, False]
    for words in (as_pupil(school, 3), school.words("/salle?mur"), school.words("/enseignant")):
        assert "La leçon est finie" not in words
    assert "La classe a fermé 1 case" in school.words("/salle?mur")
    assert "La classe a fermé 1 case" in school.words("/enseignant")
    box(school).live.resume_game(1)
    assert "Fin de la leçon de CM1" in strips(school)
    assert "La leçon est finie Table 1 joue encore." in strips(school)
    ends(school)
    assert [bool(names) for names in players(school).values()] == [False, True, False]
    ends(school, other)
    assert "La leçon est finie La classe a fermé 1 case. Bravo à tous !" in as_pupil(school, 3)


def strips(school) -> str:
    """The words on the desk above the tables: what goes on of the lessons."""
    return text_of(school.page("/enseignant").partition("<main")[2].partition('class="tables-desk')[0])


def plays(school, table: int, tiles: tuple[int, ...]) -> None:
    """Closes tiles with the first throw at a table."""
    live = box(school).at_table(table).live
    live.act(Throw((6, 3)))
    live.act(CloseTiles(tiles))
    live.act(Next())


def test_the_same_again_belongs_to_the_class_and_ends_with_its_lesson(school) -> None:
    sends(school, "begin", tables="1", present=["0", "1"])
    play_out(school.live)
    school.act(action="next_game")
    assert [game.id for game in box(school).classes.find(1).games] == [1, 2]
    asked = school.post(f"{PATH}/fin").text
    assert "Finir la leçon de CE2 ? Table 1" in text_of(asked)
    assert "La partie reste comme elle est" in text_of(asked)
    assert re.search(r'<button class="button is-main">Oui, finir la leçon', asked)
    ends(school)
    assert list(players(school).values()) == [[]]


def test_an_end_that_the_power_cuts_is_done_again(school, monkeypatch: pytest.MonkeyPatch) -> None:
    sends(school, "begin", tables="2", present=[str(number) for number in range(8)])
    with monkeypatch.context() as patch:
        patch.setattr(box(school).at_table(2).live, "new_game", lambda setup: (_ for _ in ()).throw(OSError(28)))
        assert ends(school).location == "/enseignant"
    assert [bool(names) for names in players(school).values()] == [False, True]
    said = school.words("/enseignant")
    assert "La leçon de CE2 est finie. À libérer encore : Table 2." in said
    assert "rien n’a été changé" not in said
    ends(school)
    assert list(players(school).values()) == [[], []]


def test_a_table_played_again_after_the_end_is_freed_too(school, monkeypatch: pytest.MonkeyPatch) -> None:
    sends(school, "begin", tables="2", present=[str(number) for number in range(8)])
    with monkeypatch.context() as patch:
        patch.setattr(box(school).at_table(2).live, "new_game", lambda setup: (_ for _ in ()).throw(OSError(28)))
        ends(school)
    school.at = "/table/2"
    school.act(action="next_game")
    school.at = ""
    plays(school, 2, (3, 6))
    assert "La leçon est finie Table 2 joue encore." in strips(school)
    ends(school)
    assert list(players(school).values()) == [[], []]


def test_without_a_lesson_nothing_ends(school) -> None:
    assert ends(school).location == PATH
    assert lessons(school) == ()


def test_a_tablet_lost_in_another_lesson_is_not_missed(school) -> None:
    school.add_table()
    streams, both = box(school).streams, {"tables": "2", "present": [str(number) for number in range(8)]}
    for number in (1, 2):
        streams.enter("10.0.0.7", number)
        streams.leave("10.0.0.7", number)
    school.clock.now += GONE
    sends(school, "begin", **both)
    streams.enter("10.0.0.7", 2)
    streams.leave("10.0.0.7", 2)
    school.clock.now += GONE
    assert [table.needs for table in box(school).tables_now()] == [(), ("tablet",)]
    sends(school, "begin", **both)
    assert [table.needs for table in box(school).tables_now()] == [(), ("tablet",)]
    school.clock.now += STILL
    assert [table.needs for table in box(school).tables_now()] == [(), ("tablet", "unbegun")]


def listed(school) -> dict[str, int]:
    """The table to which the projector sends each pupil; 0 for who looks on."""
    school.clock.now += EVERY
    names = re.findall(r'class="name">([^<]*)</span>(.*?)</li>', school.page("/salle?mur").partition('id="movers"')[2])
    return {name: int("".join(re.findall(r">Table (\d+)<", goes)) or 0) for name, goes in names}


def test_a_new_round_says_who_sits_where_until_somebody_throws(school) -> None:
    everybody = [str(number) for number in range(24)]
    sends(school, "begin", present=everybody)
    assert 'id="who-sits"' not in school.page("/mur")
    before = players(school)
    assert listed(school) == {name: table for table, names in before.items() for name in names}
    page = sends(school, "spread", tables="5", present=everybody, profile="Tric-Trac Royal").text
    sends(school, "begin", page, profile="Tric-Trac Royal")
    now = players(school)
    assert now[6] == []
    everywhere = {name: table for table, names in now.items() for name in names}
    assert listed(school) == dict.fromkeys(NAMES, 0) | everywhere  # whoever changes table or not
    for table, names in before.items():
        words, wall = as_pupil(school, table), school.words(f"/table/{table}/mur")
        for name in names:
            goes = next(other for other, there in now.items() if name in there)
            said = f"{name} va à la table {goes}"
            assert (said in words, said in wall) == ((goes != table,) * 2)
    assert f"Ici jouent maintenant {' · '.join(now[1])}" in as_pupil(school, 1)
    box(school).at_table(1).live.act(Throw((6, 3)))
    assert "Ici jouent maintenant" not in as_pupil(school, 1)
    assert "Ici jouent maintenant" in as_pupil(school, 2)
    assert listed(school) == dict.fromkeys(set(NAMES) - {*now[1]}, 0) | {n: t for n, t in everywhere.items() if t != 1}
    box(school).at_table(1).live.next_game()
    assert "Ici jouent maintenant" not in as_pupil(school, 1)


@pytest.mark.parametrize(
    "gets_going",
    [
        lambda school: [box(school).at_table(number).live.act(Throw((6, 3))) for number in (2, 3)],
        lambda school: play_out(box(school).at_table(2).live),
        lambda school: vars(school.clock).update(now=school.clock.now + STILL),
    ],
)
def test_the_list_of_places_gives_way_to_the_games(school, gets_going) -> None:
    sends(school, "begin")
    box(school).at_table(1).live.act(Throw((6, 3)))
    school.clock.now += STILL - 1
    assert listed(school) != {}
    version = re.search(r'data-version="(\d+)"', school.page("/salle?mur"))[1]
    gets_going(school)
    school.clock.now += EVERY
    newer = school.client.get(f"/salle/pieces?version={version}")  # what an open wall draws
    assert (newer.status_code, 'id="movers"' in newer.text) == (200, False)
    box(school).at_table(2).live.next_game()
    assert listed(school) == {}


def test_a_tables_page_looks_into_the_lessons_once(school, monkeypatch: pytest.MonkeyPatch) -> None:
    sends(school, "begin")
    asked, of_day = [], Lessons.of_day
    monkeypatch.setattr(Lessons, "of_day", lambda lessons, day: asked.append(day) or of_day(lessons, day))
    for path in ("/", "/pieces", "/mur", "/mur/pieces"):
        box(school).live.again()  # nothing of it is drawn yet
        asked.clear()
        assert school.client.get(path).status_code == 200
        assert len(asked) == 1, path


def test_who_has_no_place_in_a_round_is_told_so(school) -> None:
    sends(school, "begin", tables="2", present=[str(number) for number in range(8)])
    page = sends(school, "to-0", moved="0").text
    sends(school, "begin", page)
    assert f"{NAMES[0]} regarde pendant cette manche" in as_pupil(school, 1) + as_pupil(school, 2)
    assert listed(school)[NAMES[0]] == 0
