"""The class's page: a card for each table, what all have done together, and nothing that only one player may know."""

import re
from datetime import date

import msgspec
import pytest
from hand_clock import HandClock

from webui.live.classroom.card import TableCard
from webui.live.classroom.hub import EVERY
from webui.live.classroom.total import done_in
from webui.site.context import Streams
from webui.store.lessons import LessonRound
from webui.store.tables import NamedTable
from webui.table.results import DoneTogether
from webui.table.values.actions import CloseTiles, DealCards, Next, Throw, Undo
from webui.table.values.practice import Practice
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3), ("Zoé", "Max")), profile="OCCE enfant")
DEALS = ("A2368", "99D45", "TT723", "68VV4"), ("A2368", "TT723", "68VV4", "99D45")
LONG_AGO, TOMORROW = "2000-01-01T00:00:00.000+00:00", "2999-01-01T00:00:00.000+00:00"


@pytest.fixture
def room(teacher):
    """Three tables: Léa and Tom's, an empty one, and Zoé and Max's, called the owls'."""
    teacher.add_table()
    teacher.add_table().live.new_game(CHILD)
    teacher.app.extensions["piste"].tables.listed.change(NamedTable(3, "Les hiboux"))
    return teacher


def later(room) -> None:
    """It is time to look again."""
    room.clock.now += EVERY


def cards(room) -> list[TableCard]:
    later(room)
    sent = room.client.get("/api/v1/tables").get_json()["tables"]
    return [msgspec.convert(one, TableCard) for one in sent]


def at(room, number: int):
    return room.app.extensions["piste"].at_table(number).live


def test_everybody_sees_a_card_for_each_table(room) -> None:
    room.post("/logout")
    for path in ("/salle", "/salle?mur", "/table/3/salle"):
        page = room.page(path)
        assert re.findall(r'<a href="([^"]*)">(Table \d|Les hiboux)</a>', page) == [
            ("/", "Table 1"), ("/table/2/", "Table 2"), ("/table/3/", "Les hiboux"),
        ]  # fmt: skip
        words = room.words(path)
        assert all(name in words for name in ("Léa", "Tom", "Zoé", "Max"))


def test_one_table_has_one_card(teacher) -> None:
    assert teacher.page("/salle").count("<article") == 1


def test_the_cards_of_a_program_are_those_of_the_tables(room) -> None:
    at(room, 3).act(Throw((6, 2)))
    first, second, third = cards(room)
    assert [first.number, second.number, third.number] == [1, 2, 3]
    assert (second.game, second.state, third.name) == (None, "setup", "Les hiboux")
    assert (third.dice, third.acting, third.state) == ((6, 2), 1, "waiting_move")
    assert third.version == at(room, 3).snapshot().version


def test_the_page_is_asked_again_only_for_what_is_new(room) -> None:
    version = re.search(r'data-version="(\d+)"', room.page("/salle"))[1]
    assert room.client.get(f"/salle/pieces?version={version}").status_code == 204
    at(room, 3).act(Throw((6, 2)))
    later(room)
    answer = room.client.get(f"/salle/pieces?version={version}")
    assert (answer.status_code, "6 et 2" in answer.get_data(as_text=True)) == (200, True)


def test_tables_come_and_go(room) -> None:
    tables = room.app.extensions["piste"].tables
    room.page("/salle")
    tables.shut(2)
    assert [card.number for card in cards(room)] == [1, 3]
    tables.open_all()
    assert [card.number for card in cards(room)] == [1, 2, 3]


def test_no_card_tells_whose_cards_are_whose(room) -> None:
    pages = []
    for hands in DEALS:
        at(room, 2).new_game(Setup("tock", players_at((1, 2, 3, 4)), options=(("hands", "known"),)))
        at(room, 2).act(DealCards(tuple(tuple("10" if card == "T" else card for card in hand) for hand in hands)))
        later(room)
        texts = [room.page(path) for path in ("/salle/pieces", "/api/v1/tables")]
        pages.append([re.sub(r'(version"?[:=] ?"?)\d+', "", text) for text in texts])
    assert pages[0] == pages[1]


def closes(live, *tiles: int) -> None:
    for action in (Throw(tiles), CloseTiles(tiles), Next()):
        live.act(action)


def test_the_class_is_told_what_all_have_closed(room) -> None:
    assert "La classe" not in room.words("/salle")
    closes(room.live, 6, 2)
    closes(at(room, 3), 5, 4)
    later(room)
    assert "La classe a fermé 4 cases" in room.words("/salle")
    at(room, 3).act(Undo())
    at(room, 3).act(Undo())
    later(room)
    assert "La classe a fermé 2 cases" in room.words("/salle")
    for title in ("CE1", "CE2"):
        room.app.extensions["piste"].classes.add(title, ("Zoé", "Max"))
    later(room)
    assert "L’école a fermé 2 cases" in room.words("/salle")


def test_a_lesson_counts_from_its_beginning(room) -> None:
    closes(room.live, 6, 2)
    later(room)
    assert "La classe a fermé 2 cases" in room.words("/salle")
    lessons = room.app.extensions["piste"].classes.lessons
    lessons.add_round(1, date.today().isoformat(), (), LessonRound(TOMORROW, ()))
    later(room)
    assert "La classe" not in room.words("/salle")


def done_at(lives: list, since: str) -> DoneTogether:
    return sum((done_in(live, live.begun(since)) for live in lives), DoneTogether())


def test_the_total_is_worked_out_from_the_games_of_today(room) -> None:
    closes(room.live, 6, 2)
    room.live.new_game(CHILD)
    closes(room.live, 5, 1)
    closes(room.live, 3, 4)
    lives = [room.live, at(room, 3)]
    assert done_at(lives, LONG_AGO) == DoneTogether(6)
    assert done_at(lives, TOMORROW) == DoneTogether()
    room.live.resume_game(1)  # it goes on, and its total with it
    closes(room.live, 5, 1)
    assert done_at(lives, LONG_AGO) == DoneTogether(8)
    room.live.erase(2)
    assert done_at(lives, LONG_AGO) == DoneTogether(4)


def test_practice_is_no_work_of_the_class(room) -> None:
    practice = Setup("occe_child", players_at((1, 3)), practice=Practice(dice="people"))
    at(room, 2).new_game(practice)
    closes(at(room, 2), 6, 2)
    at(room, 2).new_game(CHILD)
    assert done_at([at(room, 2)], LONG_AGO) == DoneTogether()


def test_games_without_tiles_count_once_they_are_over(room) -> None:
    last = '{"white": {"1": 1, "off": 14}, "black": {"24": 1, "off": 14}, "player": 1}'
    at(room, 2).new_game(Setup("jacquet", players_at((1, 2))), last)
    assert done_at([at(room, 2)], LONG_AGO) == DoneTogether()


def test_the_pupils_tablets_of_each_table_are_counted() -> None:
    clock = HandClock(100.0)
    streams = Streams(64, clock=clock)
    assert (streams.tablets(2), streams.away(2)) == (0, None)
    streams.enter("a", 2)
    streams.enter("b", 2)
    streams.enter("c")  # somebody who looks on
    assert (streams.tablets(2), streams.tablets(3), streams.open) == (2, 0, 3)
    streams.leave("a", 2)
    clock.now += 40
    assert streams.away(2) == 0.0
    streams.leave("b", 2)
    clock.now += 31
    assert (streams.tablets(2), streams.away(2), streams.away(3)) == (0, 31.0, None)
    streams.opens(2)  # it was taken away and has come back
    assert streams.away(2) is None
