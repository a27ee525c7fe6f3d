"""Tables of one box: every page of each leads to itself, and nothing of one is seen or done at another."""

import json
import re

import pytest

from webui.site.roles import ROUTES
from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

GAME = Setup("occe_child", players_at((1, 3), ("Zoé", "Max")))
OF_ALL = {"/salle", "/salle/pieces", "/enseignant", "/enseignant/tables/pieces", "/enseignant/tables"}
"""Pages that lead to every table."""
PAGES = sorted(
    {
        rule.removeprefix("GET ")
        for rule in ROUTES
        if rule.startswith("GET ") and not any(part in rule for part in ("<", "events", ".zip"))
    }
    - OF_ALL
)
LINK = re.compile(r'(?:href|action|src|data-[a-z]+)="(/[^"]*)"')


@pytest.fixture
def third(teacher):
    """The teacher's device, on a box with three tables; a game of its own at the third."""
    teacher.add_table()
    teacher.add_table().live.new_game(GAME)
    return teacher


def act(device, table: int, **action: object):
    """An action of the device at a table."""
    headers = {"X-CSRFToken": device.token()}
    return device.client.post(f"/table/{table}/api/v1/actions", json=action, headers=headers)


@pytest.mark.parametrize("path", PAGES)
def test_each_page_leads_to_its_own_table(third, path: str) -> None:
    answer = third.client.get(f"/table/3{path}")
    assert answer.status_code == third.client.get(path).status_code
    links = {link for link in LINK.findall(answer.get_data(as_text=True)) if not link.startswith("/static/")}
    of_all = {"/equite"} if path == "/equite" else set()  # the dice of all tables
    assert {link for link in links if not link.startswith("/table/3/")} == of_all
    assert answer.headers.get("Location", "/table/3/").startswith("/table/3/")


def test_tables_play_apart(third) -> None:
    done = act(third, 3, action="throw", dice=[6, 2])
    assert done.get_json()["state"] == "waiting_move"
    assert third.live.snapshot().state == "waiting_throw"
    assert "Zoé" in third.page("/table/3/")
    assert "Zoé" not in third.page("/") + third.page("/table/2/")
    assert "Léa" in third.page("/table/1/")


def test_a_code_opens_its_own_table(third) -> None:
    doors = [third.app.extensions["piste"].at_table(number).door for number in (1, 2, 3)]
    codes = [door.table_code() for door in doors]
    assert len(set(codes)) == 3
    third.post("/logout")
    for number, code in enumerate(codes, 1):
        asked_at = number % 3 + 1  # a child who types it at the page of another table is led to its own
        led = third.post(f"/table/{asked_at}/jouer", code=code).location
        assert led == (f"/table/{number}/" if number > 1 else "/")
        roles = [third.client.get(f"/table/{n}/api/v1/session").get_json()["role"] for n in (1, 2, 3)]
        assert [role == "pupil" for role in roles] == [n == number for n in (1, 2, 3)]


def test_wrong_codes_of_all_tables_count_together(third) -> None:
    third.post("/logout")
    answers = [third.post(f"/table/{1 + k % 3}/jouer", code="XXXX").status_code for k in range(6)]
    assert answers == [401] * 4 + [429] * 2


def test_locking_a_device_locks_it_everywhere(third) -> None:
    third.post("/login", pin=third.pin)
    cookie = third.client.get_cookie("piste").value
    third.post("/table/2/logout")
    third.client.set_cookie("piste", cookie)
    assert third.client.get("/table/3/enseignant").status_code == 302
    assert third.client.get("/enseignant").status_code == 302


def test_a_table_that_is_not_there_has_no_pages(third) -> None:
    assert third.client.get("/table/4/").status_code == 404
    first = third.app.extensions["piste"]
    first.tables.shut(3)
    assert third.client.get("/table/3/").status_code == 404
    first.tables.open_all()
    assert "Zoé" in third.page("/table/3/")


def test_the_stream_of_a_table_that_is_taken_away_ends(third) -> None:
    answer = third.client.get("/table/3/events")
    messages = iter(answer.response)
    assert b"retry" in next(messages)
    assert b"Zo" in next(messages)
    third.app.extensions["piste"].tables.shut(3)
    assert list(messages) == []


def test_files_have_one_address_at_every_table(third) -> None:
    files = [set(re.findall(r'"(/static/[^"]*)"', third.page(path))) for path in ("/", "/table/3/")]
    assert files[0] == files[1] != set()


def test_each_table_of_a_box_opens_at_its_own_address(third) -> None:
    told = json.loads(third.client.get("/table/3/piste.webmanifest").data)
    assert {told[name] for name in ("id", "start_url", "scope")} == {"/table/3/"}
    assert told["short_name"] == "Piste 3"
    assert third.client.get(told["icons"][0]["src"]).status_code == 200


def test_an_invitation_leads_to_its_own_table(third) -> None:
    assert "/table/3/" in third.page("/table/3/enseignant")


def test_a_device_takes_back_at_its_own_table_alone(third) -> None:
    third.sign_in_as_pupil(3)
    third.app.extensions["piste"].at_table(3).live.act(Throw((6, 2)))
    assert act(third, 2, action="throw", dice=[6, 2]).status_code == 401
    assert act(third, 3, action="undo").status_code == 403
    assert act(third, 3, action="play", move="8").status_code == 200
    assert act(third, 3, action="undo").status_code == 200


def test_one_table_leads_to_no_others(teacher) -> None:
    bar = teacher.page("/").partition("</header>")[0]
    assert "Élèves</span>" in bar
    assert "Tables</span>" not in bar
    assert 'href="/salle"' not in bar


def test_a_box_with_several_tables_leads_to_all_of_them(third) -> None:
    third.post("/login", pin=third.pin)
    for root in ("/", "/table/3/"):
        bar = third.page(f"{root}regles").partition("</header>")[0]
        assert f'href="{root}salle"' in bar
        assert f'href="{root}enseignant"' in bar
        assert "Tables</span>" in bar
