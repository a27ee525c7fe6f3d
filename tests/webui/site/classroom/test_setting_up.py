"""“Mes tables”: the teacher adds tables, names, paints and equips them, prints their codes and takes them away."""

import errno
import os
import re
from pathlib import Path

import click
import pytest
from werkzeug.test import TestResponse

from hardware.found_cameras import FoundCamera
from webui.commands.serve import cameras_of
from webui.site.classroom import setting_up
from webui.site.classroom.setting_up import camera_choices
from webui.store.tables import NamedTable, TableList
from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at
from webui.words import words

GAME = Setup("occe_child", players_at((1, 3), ("Zoé", "Max")))
LEFT, RIGHT = FoundCamera("usb:046d_C270_8A3F", "C270", "usb:0"), FoundCamera("usb:2", "Other", "usb:2")
PAGE = "/enseignant/tables"


@pytest.fixture
def tables(teacher):
    return teacher.app.extensions["piste"].tables


def listed(tables) -> list[tuple[int, str, str, str]]:
    return [(table.number, table.name, table.colour, table.camera) for table in tables.listed.all()]


def test_where_there_is_one_table_the_desk_offers_another(teacher) -> None:
    assert "Ajouter une table" in teacher.page("/enseignant")
    assert "Mes tables" not in teacher.page("/enseignant")


def test_one_touch_adds_a_table(teacher, tables) -> None:
    assert teacher.post(PAGE).location == PAGE
    assert tables.find(2) is not None
    assert "Mes tables" in teacher.page("/enseignant")


def test_the_box_takes_twelve_tables(teacher, tables) -> None:
    for _ in range(11):
        tables.listed.add()
    assert "Ajouter une table" not in teacher.page(PAGE)
    teacher.post(PAGE)
    assert len(tables.listed.all()) == 12
    assert "autant de tables" in teacher.words(PAGE)


def test_a_table_is_named_and_painted(teacher, tables) -> None:
    teacher.add_table()
    fields = {"name-2": " Les Renards ", "colour-2": "red", "name-1": "Près du tableau", "colour-1": "black"}
    teacher.post(f"{PAGE}/toutes", **fields, **{"camera-1": "usb:9"})
    assert listed(tables) == [(1, "Près du tableau", "black", ""), (2, "Les Renards", "red", "")]
    assert "Les Renards" in teacher.words("/table/2/")
    assert "Près du tableau" in teacher.words("/")
    for name, colour in (("x" * 25, "red"), ("", "mauve"), ("\u200b", "red")):
        form = {"name-1": name, "colour-1": colour, "name-2": "Les Ours", "colour-2": "red"}
        refused = teacher.post(f"{PAGE}/toutes", **form)
        assert refused.status_code == 422
        assert "Près du tableau\u00a0: " in refused.text
        assert f'name="name-1" value="{name}"' in refused.text
    assert listed(tables) == [(1, "Près du tableau", "black", ""), (2, "Les Ours", "red", "")]


def test_what_is_typed_is_saved_whatever_is_pressed(teacher, tables) -> None:
    for _ in range(2):
        teacher.add_table()
    page = teacher.page(PAGE)
    (form,) = re.findall(r'<form id="tables".*?</form>', page, re.DOTALL)
    assert all(f'name="name-{number}"' in form and f'name="colour-{number}"' in form for number in (1, 2, 3))
    for number, name, where in ((1, "Les Ours", ""), (3, "Les Lynx", "/2/retrait")):
        assert f'formaction="{PAGE}{where}"' in form
        teacher.post(f"{PAGE}{where}", **{f"name-{number}": name, f"colour-{number}": "red"})
    assert [(number, name) for number, name, *_ in listed(tables)] == [(1, "Les Ours"), (3, "Les Lynx"), (4, "")]


def test_another_camera_opens_the_table_anew_and_its_game_goes_on(teacher, tables, monkeypatch) -> None:
    monkeypatch.setattr(setting_up, "found_cameras", lambda: (LEFT, RIGHT))
    before = teacher.add_table().live
    before.new_game(GAME)
    before.act(Throw((6, 2)))
    teacher.add_table()
    teacher.post(f"{PAGE}/toutes", **{"name-2": "", "colour-2": "green", "camera-2": RIGHT.word})
    assert listed(tables)[1] == (2, "", "green", RIGHT.word)
    assert before.closed
    assert tables.find(2).live.snapshot().state == "waiting_move"
    teacher.post(f"{PAGE}/toutes", **{"name-3": "", "colour-3": "red", "camera-3": RIGHT.word})
    teacher.post(f"{PAGE}/toutes", **{"name-3": "", "colour-3": "red", "camera-3": "/etc/passwd"})
    assert listed(tables)[2] == (3, "", "", ""), "no two tables have one camera, and none a file"


def test_a_camera_belongs_to_one_table() -> None:
    first, second = NamedTable(1, camera="usb:0@180"), NamedTable(2, camera="usb:5")
    choices = camera_choices(words("fr"), second, (first, second), (LEFT, RIGHT))
    assert [(choice.word, choice.at) for choice in choices] == [
        ("", 0), (LEFT.word, 1), (RIGHT.word, 0), ("phone", 0), ("usb:5", 0)
    ]  # fmt: skip


def test_a_table_is_taken_away_after_a_question(teacher, tables) -> None:
    live = teacher.add_table().live
    live.new_game(GAME)
    live.act(Throw((6, 2)))
    asked = teacher.post(f"{PAGE}/2/retrait")
    assert "Oui, la retirer" in asked.get_data(as_text=True)
    assert tables.find(2).live is live
    teacher.confirm(asked)
    assert tables.find(2) is None
    assert len(listed(tables)) == 1
    assert teacher.client.get("/table/2/").status_code == 404
    teacher.post(PAGE)
    assert tables.find(2).live.snapshot().state == "waiting_move", "its data stayed"
    teacher.post(f"{PAGE}/1/retrait")
    assert listed(tables)[0][0] == 1, "the first one stays"


def test_a_table_that_does_not_open_can_be_tried_again(teacher, tables, tmp_path) -> None:
    (tmp_path / "tables").mkdir()
    broken = tmp_path / "tables" / "2"
    broken.write_text("no folder", encoding="utf-8")
    tables.listed.add()
    tables.open_all()
    assert "Réessayer" in teacher.page(PAGE)
    broken.unlink()
    teacher.post(f"{PAGE}/2/ouverture")
    assert "Réessayer" not in teacher.page(PAGE)
    assert tables.find(2) is not None


def test_the_sheets_hold_every_code_and_lead_to_its_table(teacher, monkeypatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr("webui.site.show.invite.qr_picture", lambda text: drawn.append(text) or "<svg></svg>")
    teacher.add_table()
    codes = [teacher.app.extensions["piste"].at_table(number).door.table_code() for number in (1, 2)]
    teacher.client.set_cookie("piste", teacher.client.get_cookie("piste").value, domain="192.0.2.7")
    page = teacher.client.get(f"{PAGE}/codes", base_url="http://192.0.2.7:8000").get_data(as_text=True)
    assert re.findall(r'class="code">(\w+)<', page) == [code for code in codes for _ in "ab"]
    assert drawn == [
        f"http://192.0.2.7:8000/jouer?code={codes[0]}", f"http://192.0.2.7:8000/table/2/jouer?code={codes[1]}"
    ]  # fmt: skip


def test_a_program_adds_a_table(teacher, tables) -> None:
    def asked(body: object, **headers: str) -> TestResponse:
        return teacher.client.post("/api/v1/tables", json=body, headers=headers)

    token = {"X-CSRFToken": teacher.token()}
    assert asked({"name": "Les Renards"}).status_code == 400
    added = asked({"name": " Les Renards "}, **token)
    assert (added.status_code, added.get_json()["table"], added.get_json()["name"]) == (201, "2", "Les Renards")
    assert teacher.client.get("/table/2/api/v1/table").status_code == 200
    assert [asked(body, **token).status_code for body in ([], {"name": 3}, {"name": "x" * 25})] == [400, 400, 409]
    assert [table["table"] for table in teacher.client.get("/api/v1/tables").get_json()["tables"]] == ["1", "2"]
    teacher.post("/logout")
    assert asked({}, **{"X-CSRFToken": teacher.token()}).status_code == 401


def test_a_full_disk_leaves_nothing_of_a_new_table(teacher, tables, tmp_path, monkeypatch) -> None:
    sync, room, tries = os.fsync, list[int](), 0

    def fills_up(file: int) -> None:
        if not os.path.samestat(os.fstat(file), tmp_path.stat()):
            if not room:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            room.pop()
        sync(file)

    def asked() -> TestResponse:
        room[:] = range(tries)
        return teacher.client.post("/api/v1/tables", json={}, headers=token)

    token, before = {"X-CSRFToken": teacher.token()}, sorted(tmp_path.rglob("*"))
    monkeypatch.setattr(os, "fsync", fills_up)
    while (answer := asked()).status_code != 201:
        assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
        assert answer.get_json()["detail"] == words("fr").t("That could not be saved: nothing was changed.")
        assert "expected a" in answer.get_json()["why"]
        assert sorted(path for path in tmp_path.rglob("*") if path.name != "tables") == before
        assert listed(tables) == [(1, "", "", "")]
        tries += 1
    assert tries > 1, "the journal, then the list"


def test_the_command_line_equips_tables(tmp_path: Path) -> None:
    assert cameras_of(()) == {}
    assert cameras_of(("usb:0", "3=http://x/?a=b")) == {1: "usb:0", 3: "http://x/?a=b"}
    assert cameras_of(("film=1.mp4",)) == {1: "film=1.mp4"}
    for wrong in (("usb:0", "1=usb:1"), ("2=a", "2=b"), ("0=a",), ("13=a",)):
        with pytest.raises(click.BadParameter, match="expected one camera for each"):
            cameras_of(wrong)
    listed = TableList(tmp_path)
    listed.equip(3, "usb:2")
    listed.equip(3, "usb:4")
    assert [(table.number, table.camera) for table in listed.all()] == [(1, ""), (3, "usb:4")]


def test_a_table_taken_away_while_codes_are_drawn_harms_nothing(teacher, tables, monkeypatch) -> None:
    teacher.add_table()

    def named_late(*of: object) -> str:
        tables.shut(2)
        return "A table"

    monkeypatch.setattr(setting_up, "table_name", named_late)
    assert teacher.client.get(f"{PAGE}/codes").status_code == 200
