"""The teacher's desk over several tables: where the teacher is needed comes first, and one touch pauses all."""

import re

import pytest
from page_text import text_of

from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.classroom.hub import EVERY
from webui.live.lookout import Lookout
from webui.site.show.story import story
from webui.table.values.actions import CloseTiles, Pause, Resume, Throw
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3), ("Zoé", "Max")), profile="OCCE enfant")
NOBODY = "Aucune table n’a besoin de vous en ce moment."


@pytest.fixture
def desk(teacher):
    """The teacher's device; games at tables 1 and 3, and none at 2."""
    teacher.add_table()
    teacher.add_table().live.new_game(CHILD)
    return teacher


def at(desk, number: int):
    return desk.app.extensions["piste"].at_table(number).live


def later(desk, seconds: float) -> None:
    """Time goes by, at the tables too."""
    desk.clock.now += seconds


def pieces(desk) -> str:
    later(desk, EVERY)
    return desk.client.get("/enseignant/tables/pieces").get_data(as_text=True)


def calls(desk) -> list[tuple[str, str]]:
    """Where the teacher is needed, first to last, and why."""
    found = re.findall(r'<a class="call[^>]*href="([^"]*)">(.*?)</a>', pieces(desk), re.DOTALL)
    return [(where, text_of(why).strip()) for where, why in found]


def test_one_table_has_no_desk(teacher) -> None:
    page = teacher.page("/enseignant")
    assert "tables-desk" not in page
    assert "data-stream" not in page


SELDOM = (
    "/camera", "/check", "/capture", "/frames", "/enseignant/sortie", "/enseignant/code", "/enseignant/sauvegarde.zip",
    "/enseignant/import", "/enseignant/boite/nom", "/enseignant/effacer/tout",
)  # fmt: skip


@pytest.mark.parametrize("who", ["teacher", "desk"])
def test_camera_box_backup_and_erasing_are_folded(request, tmp_path, who: str) -> None:
    device = request.getfixturevalue(who)
    site = device.app.extensions["piste"]
    lookout = Lookout(Calibrations(tmp_path), None, RunningCheck(tmp_path))
    device.app.extensions["piste"] = type(site)(**{**vars(site), "lookout": lookout})
    before, fold = device.page("/enseignant").split("<main")[1].split('<details class="seldom" id="seldom">')
    for address in SELDOM:
        leads = re.compile(rf'(?:href|action)="{address}"')
        assert leads.search(fold), address
        assert not leads.search(before), address


def test_every_table_is_on_the_desk_and_one_touch_away(desk) -> None:
    for page in (desk.page("/enseignant"), pieces(desk)):
        links = re.findall(r'class="card-name"><a href="([^"]*)"', page)
        assert links == ["/", "/table/2/", "/table/3/"]
        for number in (1, 2, 3):
            assert desk.app.extensions["piste"].at_table(number).door.table_code() in page
    assert NOBODY in text_of(pieces(desk))


def test_a_pupil_has_no_desk(desk) -> None:
    desk.sign_in_as_pupil(3)
    assert desk.client.get("/enseignant/tables/pieces").status_code in (302, 403)
    at(desk, 3).act(Throw((6, 2)))
    assert desk.post("/enseignant/tables/pause").status_code in (302, 403)
    assert at(desk, 3).snapshot().state == "waiting_move"


def test_the_most_urgent_comes_first(desk) -> None:
    for action in (Throw((6, 2)), CloseTiles((7, 1))):
        at(desk, 3).act(action)
    at(desk, 1).act(Throw((6, 2)))
    later(desk, 31)
    assert calls(desk) == [("/table/3/", "3 Table 3 Un coup qui ne va pas est resté sur le plateau.")]
    later(desk, 120)
    assert [where for where, _ in calls(desk)] == ["/table/3/", "/"]
    assert calls(desk)[1][1] == "1 Table 1 Rien ne bouge depuis deux minutes."
    assert "(2)" in re.search(r'data-title="([^"]*)"', pieces(desk))[1]


def test_time_alone_brings_a_new_version(desk) -> None:
    at(desk, 1).act(Throw((6, 2)))
    version = re.search(r'data-version="(\d+)"', pieces(desk))[1]
    later(desk, 60)
    assert desk.client.get(f"/enseignant/tables/pieces?version={version}").status_code == 204
    later(desk, 61)
    assert desk.client.get(f"/enseignant/tables/pieces?version={version}").status_code == 200


def test_a_table_that_lost_its_last_tablet_calls(desk) -> None:
    streams = desk.app.extensions["piste"].streams
    streams.enter("10.0.0.7", 3)
    assert "1 tablette" in text_of(pieces(desk))
    streams.leave("10.0.0.7", 3)
    later(desk, 29)
    assert calls(desk) == []
    later(desk, 2)
    assert calls(desk) == [("/table/3/", "3 Table 3 Aucune tablette d’élève ne suit plus cette table.")]


def test_a_table_with_a_tablet_that_has_not_begun_calls(desk) -> None:
    desk.app.extensions["piste"].streams.enter("10.0.0.7", 3)
    later(desk, 100)
    desk.post("/enseignant/tables/pause", deed="pause")  # the rule is explained
    later(desk, 300)
    assert calls(desk) == []
    desk.post("/enseignant/tables/pause", deed="resume")
    later(desk, 118)
    assert calls(desk) == []
    later(desk, 2)
    assert calls(desk) == [("/table/3/", "3 Table 3 Cette table n’a pas encore commencé.")]  # table 1 has no tablet
    at(desk, 3).act(Throw((6, 2)))
    assert calls(desk) == []


def states(desk) -> list[str]:
    return [at(desk, number).snapshot().state for number in (1, 2, 3)]


def test_all_eyes_on_the_teacher(desk) -> None:
    before = states(desk)
    desk.post("/enseignant/tables/pause", deed="pause")
    assert states(desk) == ["paused", "setup", "paused"]
    for path in ("/", "/table/3/", "/table/3/mur", "/salle"):
        later(desk, EVERY)
        assert "Les yeux vers moi !" in desk.words(path)
    desk.post("/enseignant/tables/pause", deed="resume")
    assert states(desk) == before
    assert "Les yeux vers moi !" not in desk.words("/table/3/")


def covered(desk, *paths: str) -> list[str]:
    later(desk, EVERY)
    return [path for path in paths if desk.page(path).count('id="all-eyes"') == 1]


def test_all_eyes_cover_every_page_but_the_teachers(desk) -> None:
    everywhere = ("/table/3/", "/table/2/", "/table/2/mur", "/table/3/mur", "/salle", "/salle?mur")
    versions = [at(desk, number).snapshot().version for number in (1, 2, 3)]
    desk.post("/enseignant/tables/pause", deed="pause")
    assert all(at(desk, number).wait(version, 0) for number, version in enumerate(versions, 1)), "streams tell it"
    assert covered(desk, *everywhere, "/enseignant") == [path for path in everywhere if path[-1] != "/"]
    assert "Les yeux vers moi !" in text_of(pieces(desk))
    assert 'id="pause-all"' not in pieces(desk)
    desk.post("/logout")
    assert covered(desk, *everywhere) == list(everywhere)
    at(desk, 3).act(Resume())
    at(desk, 2).new_game(CHILD)
    assert covered(desk, *everywhere) == ["/salle", "/salle?mur"]
    desk.sign_in()
    desk.post("/enseignant/tables/pause", deed="resume")
    desk.post("/logout")
    assert covered(desk, *everywhere) == []


def test_all_eyes_lift_though_nobody_plays(desk) -> None:
    desk.live.erase()
    at(desk, 3).erase()
    desk.post("/enseignant/tables/pause", deed="pause")
    at_practice = desk.practises()
    desk.post("/enseignant/tables/pause", deed="pause")
    assert covered(at_practice, "/") == ["/"]
    desk.app.extensions["piste"].practices.shut_all()
    assert 'id="resume-all"' in pieces(desk)
    desk.post("/enseignant/tables/pause", deed="resume")
    assert covered(desk, "/salle?mur", "/table/2/mur") == []
    assert 'id="resume-all"' not in pieces(desk)


def test_a_pause_of_one_table_covers_nothing(desk) -> None:
    desk.post("/enseignant/tables/pause", deed="pause", table="3")
    later(desk, EVERY)
    desk.post("/logout")
    assert all("all-eyes" not in desk.page(path) for path in ("/table/3/", "/table/3/mur", "/salle"))


def test_screens_of_all_tables_name_no_refused_move(desk) -> None:
    for action in (Throw((6, 2)), CloseTiles((7, 1))):
        at(desk, 3).act(action)
    later(desk, EVERY)
    refused, why = "Ce n’est pas encore juste", text_of(story(at(desk, 3).snapshot(), "fr")[0])
    assert refused in desk.words("/table/3/")
    assert refused in text_of(pieces(desk))
    assert why in text_of(pieces(desk))
    for state in ("refused", "paused"):
        assert at(desk, 3).snapshot().state == state
        for path in ("/salle", "/salle?mur"):
            assert ("Zoé vérifie son coup" in desk.words(path)) == (state == "refused")
            assert not [text for text in (refused, why, "tone-refused") if text in desk.page(path) + desk.words(path)]
        if state == "refused":
            at(desk, 3).act(Pause())
            later(desk, EVERY)


def test_one_table_pauses_alone(desk) -> None:
    desk.post("/enseignant/tables/pause", deed="pause", table="3")
    assert states(desk) == ["waiting_throw", "setup", "paused"]
    assert "Les yeux" not in desk.words("/table/3/")
    desk.post("/enseignant/tables/pause", deed="resume", table="3")
    assert states(desk)[2] == "waiting_throw"


def test_a_call_is_over_where_play_goes_on(desk) -> None:
    desk.post("/enseignant/tables/pause", deed="pause")
    desk.post("/enseignant/tables/pause", deed="resume", table="1")
    at(desk, 1).act(Pause())
    assert "Les yeux" not in desk.words("/")
    assert "Les yeux" in desk.words("/table/3/")


def test_a_table_that_does_not_open_is_told(desk) -> None:
    tables = desk.app.extensions["piste"].tables
    tables.shut(2)
    tables.wrong[2] = "no such folder"
    assert "Table 2 Cette table ne s’ouvre pas : no such folder" in text_of(pieces(desk))
    assert NOBODY not in text_of(pieces(desk))
