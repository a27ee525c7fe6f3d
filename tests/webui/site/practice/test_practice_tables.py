"""A practice table beside what is played: its own device alone acts there, and nothing of it is elsewhere."""

import io
import zipfile
from dataclasses import replace

import pytest
from served import addresses

from webui.live.classroom.hub import EVERY
from webui.live.classroom.practice import IDLE, LEFT, MOST_PRACTICES, MOST_WITHOUT_CODE
from webui.site.roles import ROUTES, Role
from webui.table.values.actions import CloseTiles, Next, Throw

NAME = "Ursuline"
"""A first name that is typed nowhere but at a practice table."""
HTML = {"Accept": "text/html"}
MOMENT = 1.0
"""A second, after which all tables are looked at again."""


def box(visitor):
    return visitor.app.extensions["piste"]


def another(visitor):
    """A browser of another device."""
    return replace(visitor, client=visitor.app.test_client())


def pupil_of(visitor, table: int = 1):
    browser = another(visitor)
    browser.sign_in_as_pupil(table)
    return browser


def teacher_of(visitor):
    browser = another(visitor)
    browser.sign_in()
    return browser


def session_role(visitor) -> str:
    return visitor.client.get(f"{visitor.at}/api/v1/session").get_json()["role"]


def test_practice_ends_with_the_session(pupil) -> None:
    zoe = pupil.practises()
    assert pupil.post("/logout").status_code == 302
    assert box(pupil).practices.all() == ()
    assert pupil.client.get(f"{zoe.at}/").status_code == 410


# Beside the game of the class.


def test_a_tablet_that_practises_leaves_the_class_its_game(pupil) -> None:
    before = pupil.live.snapshot()
    zoe = pupil.practises()
    zoe.act(action="roll")
    assert pupil.live.snapshot() is before
    pupil.does(Throw((6, 3)), CloseTiles((9,)), Next())
    assert (pupil.live.snapshot().throws, zoe.live.snapshot().throws) == (1, 1)
    assert pupil.act(action="throw", dice=[6, 2]).status_code == 200
    assert f'href="{zoe.at}/"' in pupil.page("/entrainement")


def test_a_tablet_that_practises_is_not_missed_at_its_table(pupil) -> None:
    pupil.practises()
    site = pupil.app.extensions["piste"]
    site.streams.enter("10.0.0.7", 1)
    site.streams.leave("10.0.0.7", 1)
    pupil.clock.now += 31
    assert site.now(site.named).needs == ()
    site.practices.shut_all()
    assert site.now(site.named).needs == ("tablet",)


def test_every_device_practises_at_a_table_of_its_own(teacher) -> None:
    zoe, tom = pupil_of(teacher).practises(), pupil_of(teacher).practises(profile="Jacquet traditionnel")
    mine = teacher.practises(profile="Trente (Wikilivres)")
    assert [one.live.snapshot().game.name for one in (zoe, tom, mine)] == ["occe_child", "jacquet", "trente"]
    assert len({one.at for one in (zoe, tom, mine)}) == 3


def test_who_has_no_code_practises_and_looks_on_elsewhere(teacher) -> None:
    teacher.add_table()
    stranger = another(teacher)
    assert 'href="/entrainement"' in stranger.page("/")
    zoe = stranger.practises()
    assert zoe.act(action="roll").status_code == 200
    assert (session_role(zoe), session_role(stranger)) == ("pupil", "looker_on")
    assert stranger.act(action="throw", dice=[6, 3]).status_code == 401
    box(teacher).door.new_table_code()
    assert session_role(zoe) == "pupil"


def test_who_has_no_code_stands_for_no_tablet_of_the_class(pupil) -> None:
    another(pupil).practises()
    site = box(pupil)
    site.streams.enter("10.0.0.7", 1)
    site.streams.leave("10.0.0.7", 1)
    pupil.clock.now += 31
    assert site.now(site.named).needs == ("tablet",)


def test_who_has_no_code_leaves_most_practice_tables_to_the_class(teacher) -> None:
    first = another(teacher).practises()
    for _ in range(MOST_WITHOUT_CODE - 1):
        another(teacher).practises()
    assert another(teacher).asks_to_practise().status_code == 503
    assert pupil_of(teacher).asks_to_practise().status_code == 302
    teacher.clock.now += LEFT
    another(teacher).practises()
    assert first.client.get(f"{first.at}/").status_code == 410
    for _ in range(MOST_PRACTICES - MOST_WITHOUT_CODE - 1):
        pupil_of(teacher).practises()
    assert len(box(teacher).practices.all()) == MOST_PRACTICES


# Only the device that opened it plays there.


@pytest.mark.parametrize("who", [another, pupil_of, teacher_of])
def test_nobody_else_acts_at_a_practice_table(teacher, who) -> None:
    zoe = pupil_of(teacher).practises(profile="Tock Canop")
    other = replace(who(teacher), at=zoe.at)
    before = zoe.live.snapshot()
    assert (session_role(zoe), session_role(other)) == ("pupil", "looker_on")
    for word in ("roll", "next_game", "undo", "pause", "resume", "new_game"):
        assert other.act(action=word).status_code in (401, 403)
        assert other.post("/actions", action=word).location.startswith(f"{zoe.at}/")
    assert zoe.live.snapshot() is before
    assert other.client.get(f"{zoe.at}/").status_code == 200


def test_a_new_code_of_the_table_ends_practice_too(pupil) -> None:
    zoe = pupil.practises()
    box(pupil).door.new_table_code()
    assert session_role(zoe) == "looker_on"
    assert zoe.act(action="roll").status_code == 401


def test_the_teachers_pages_are_not_at_a_practice_table(teacher) -> None:
    table = teacher.practises()
    assert session_role(table) == "pupil"
    for address in addresses(teacher.app):
        rule = next((rule for rule in (f"GET {address}",) if rule in ROUTES), "")
        answer = table.client.get(table.at + address)
        if rule and ROUTES[rule] is Role.TEACHER:
            assert (answer.status_code, answer.location) == (307, address), address
        assert answer.status_code != 500, address


# Nothing leaks.


def test_no_code_is_shown_at_a_practice_table(teacher) -> None:
    code = box(teacher).door.table_code()
    for browser in (teacher, pupil_of(teacher)):
        table = browser.practises()
        for address in addresses(teacher.app):
            answer = table.client.get(table.at + address)
            assert answer.status_code == 307 or code not in answer.text, address


def test_a_hand_is_seen_by_its_own_device_alone(teacher) -> None:
    zoe, tom = (pupil_of(teacher).practises(profile="Tock Canop", name=name) for name in ("Zoé", "Tom"))
    while not all(one.client.get(f"{one.at}/api/v1/table").get_json()["hand"] for one in (zoe, tom)):
        if zoe.live.snapshot().due.what == "deal" and not zoe.live.snapshot().due.piste:
            zoe.live.deal(lambda cards: None)
        teacher.clock.now += 2.0
        box(teacher).practices.beat()
    assert zoe.client.get(f"{zoe.at}/api/v1/table").get_json()["hand"]
    assert "Les cartes de Zoé" in zoe.words("/pieces")
    box(teacher).streams.closing.set()  # each stream ends after what stands
    assert b'"hand":null' not in zoe.client.get(f"{zoe.at}/api/v1/events").data
    for browser in (tom, teacher_of(teacher), another(teacher)):
        looks = replace(browser, at=zoe.at)
        assert looks.client.get(f"{zoe.at}/api/v1/table").get_json()["hand"] is None
        assert "Les cartes de Zoé" not in looks.words("/pieces")
        assert looks.act(action="play", move="gives:A").status_code in (401, 403)
        assert b'"hand":null' in looks.client.get(f"{zoe.at}/api/v1/events").data


def test_practice_is_found_nowhere_else(teacher, tmp_path) -> None:
    browser = pupil_of(teacher)
    table = browser.practises(name=NAME)
    table.act(action="roll")
    teacher.clock.now += EVERY
    for path in ("/salle", "/salle?mur", "/api/v1/tables", "/enseignant", "/equite", "/mur", "/metrics", "/"):
        answer = teacher.client.get(path)
        assert (answer.status_code, NAME in answer.text, table.at in answer.text) == (200, False, False), path
    with zipfile.ZipFile(io.BytesIO(teacher.client.get("/enseignant/sauvegarde.zip").data)) as backup:
        assert not any(NAME.encode() in backup.read(name) for name in backup.namelist())
    assert not any(NAME.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert [place.number for place in box(teacher).every_table()] == [1]
    assert NAME in table.words()


# It ends.


def test_what_nobody_touches_for_half_an_hour_is_over(teacher) -> None:
    browser = pupil_of(teacher)
    table, practices = browser.practises(), box(teacher).practices
    stream = table.client.get(f"{table.at}/events").response
    teacher.clock.now += IDLE - MOMENT
    practices.beat()
    table.act(action="roll")
    teacher.clock.now += IDLE - MOMENT
    practices.beat()
    assert table.client.get(f"{table.at}/").status_code == 200
    teacher.clock.now += MOMENT
    practices.beat()
    assert b"".join(stream).endswith(b"\n\n")
    page = table.client.get(f"{table.at}/", headers=HTML)
    assert (page.status_code, 'href="/entrainement"' in page.text) == (410, True)
    for answer in (table.client.get(f"{table.at}/pieces"), table.act(action="roll")):
        assert (answer.status_code, answer.get_json()["detail"]) == (410, "Cet entraînement est fini.")
    assert browser.asks_to_practise().location == "/table/102/"


def test_each_is_led_to_practice_at_its_own_table(visitor) -> None:
    visitor.add_table()
    browser = pupil_of(visitor, 2)
    table = replace(browser, at="/table/2").practises()
    assert 'href="/table/2/"' in table.page()
    box(visitor).practices.shut_all()
    assert 'href="/table/2/entrainement"' in table.client.get(f"{table.at}/", headers=HTML).text


def test_one_more_than_there_is_room_for_is_told_kindly(teacher) -> None:
    tables = [pupil_of(teacher).practises() for _ in range(MOST_PRACTICES)]
    late = pupil_of(teacher)
    answer = late.asks_to_practise(name=NAME)
    assert answer.status_code == 503
    assert "il n’y a plus de place" in answer.text.replace("&#39;", "’")
    assert NAME in answer.text
    assert all(table.act(action="roll").status_code == 200 for table in tables)
    assert replace(tables[0], at="").asks_to_practise().location.startswith("/table/131/")
    teacher.clock.now += LEFT
    assert late.asks_to_practise().status_code == 302


def test_erasing_everything_ends_practice(teacher) -> None:
    table = pupil_of(teacher).practises()
    teacher.post("/enseignant/effacer/tout", sure="1")
    assert table.client.get(f"{table.at}/").status_code == 410


# All eyes.


def test_with_one_table_the_desk_is_there_while_a_tablet_practises(teacher) -> None:
    assert "Les yeux vers moi" not in teacher.words("/enseignant")
    zoe = pupil_of(teacher).practises()
    teacher.clock.now += EVERY
    assert "1 tablette s’entraîne" in teacher.words("/enseignant")
    teacher.post("/enseignant/tables/pause", deed="pause")
    assert (zoe.live.snapshot().state, teacher.live.snapshot().state) == ("paused", "paused")
    teacher.live.erase()
    teacher.app.extensions["piste"].practices.shut_all()
    teacher.clock.now += EVERY
    assert 'id="resume-all"' in teacher.page("/enseignant")


@pytest.fixture
def called(teacher):
    """A pupil practises at one of two tables; the teacher calls for all eyes."""
    teacher.add_table()
    zoe = pupil_of(teacher).practises()
    zoe.act(action="roll")
    teacher.clock.now += EVERY
    assert "1 tablette s’entraîne" in teacher.words("/enseignant")
    teacher.post("/enseignant/tables/pause", deed="pause")
    return zoe


def test_all_eyes_are_called_from_practice_too(teacher, called) -> None:
    assert called.live.snapshot().state == "paused"
    assert "Les yeux vers moi" in called.words("/pieces")
    for word in ("resume", "next_game", "roll"):
        assert called.act(action=word).status_code in (403, 409)
    assert called.live.snapshot().state == "paused"
    late = pupil_of(teacher).practises()
    assert "Les yeux vers moi" in late.words("/pieces")
    teacher.clock.now += 60.0
    assert called.act(action="resume").status_code == 403
    assert 'value="resume"' in teacher.page("/enseignant")
    teacher.post("/enseignant/tables/pause", deed="resume")
    assert {called.live.snapshot().state, late.live.snapshot().state} == {"waiting_move", "waiting_throw"}
    assert "Les yeux vers moi" not in called.words("/pieces")
