"""Who may do what: every address and every action has its role, and keeps strangers out."""

import re

import pytest
from flask import Flask

from webui.site.deeds import DEEDS
from webui.site.roles import ACTIONS, ENDS, ROUTES, Role, action_role, route_role, without_stamp
from webui.table.values.actions import CloseTiles, Next, Throw

OF_A_PHONE = {"POST /main", "POST /main/jouer"}
"""What a phone posts that holds a hand of cards, or takes one: it needs a code of its own, whatever the role."""
FOR_EVERYBODY = {
    "POST /login", "POST /logout", "POST /language", "POST /jouer", "POST /bienvenue", "POST /wifi",
    "POST /entrainement", *OF_A_PHONE,
}  # fmt: skip
"""What is posted by somebody who has no role yet, gives his up, joins the Wi-Fi, or practises at a table of his own."""


PUPILS = {
    "GET /mains", "POST /actions", "POST /api/v1/actions", "POST /partie/<int:number>/analyse",
}  # fmt: skip
TEACHERS = ("/enseignant", "/camera", "/check", "/capture", "/frames", "/new", "/correct", "/api/v1/games", "/mains/")
"""How the addresses begin that are nobody else's."""
ALSO_TEACHERS = {
    "replace_player", "join", "leave", "undo", "correct_dice", "correct_tiles", "correct_board", "pause", "resume",
    "new_game", "resume_game", "use_camera", "camera_on", "camera_off", "demonstration",
}  # fmt: skip


def test_what_is_the_teachers_is_said_twice() -> None:
    """A line of the tables that was changed by mistake lets nobody in unseen."""
    assert {rule for rule, role in ROUTES.items() if role is Role.PUPIL} == PUPILS
    below = {rule for rule, role in ROUTES.items() if role is Role.LOOKER_ON}
    assert {rule for rule in below if not rule.startswith("GET ")} == FOR_EVERYBODY
    assert [rule for rule in (*below, *PUPILS) if rule.partition(" ")[2].startswith(TEACHERS)] == []
    assert {word for word, role in ACTIONS.items() if role is Role.TEACHER} == ALSO_TEACHERS
    assert set(ACTIONS.values()) == {Role.PUPIL, Role.TEACHER}


def rules(app: Flask) -> list[tuple[str, str]]:
    """Every method and address of the site."""
    found = [(method, rule.rule) for rule in app.url_map.iter_rules() for method in rule.methods or ()]
    return sorted((method, rule) for method, rule in found if method in ("GET", "POST", "PUT", "PATCH", "DELETE"))


def address(rule: str) -> str:
    """An address of this rule."""
    return re.sub(r"<(\w+:)?\w+>", lambda part: "1" if part[1] == "int:" else "piste.css", rule)


def as_role(visitor, role: Role) -> None:
    if role is Role.TEACHER:
        visitor.sign_in()
    elif role is Role.PUPIL:
        visitor.sign_in_as_pupil()


def test_every_address_has_a_role_and_every_role_an_address(visitor) -> None:
    assert sorted(f"{method} {without_stamp(rule)}" for method, rule in rules(visitor.app)) == sorted(ROUTES)


def test_every_action_has_a_role() -> None:
    assert set(DEEDS) <= set(ACTIONS)


def test_what_changes_anything_is_for_nobody_who_only_looks_on(visitor) -> None:
    posts = {key for key, role in ROUTES.items() if not key.startswith("GET ") and role is Role.LOOKER_ON}
    assert posts == FOR_EVERYBODY


@pytest.mark.parametrize("role", Role)
def test_each_role_reaches_only_its_own_pages(visitor, role: Role) -> None:
    door, kept_out = visitor.app.extensions["piste"].door, set()
    for method, rule in rules(visitor.app):
        as_role(visitor, role)
        before = visitor.live.snapshot()
        fields = {"csrf_token": visitor.token(), "action": "throw"} if method == "POST" else {}
        answer = visitor.client.open(address(rule), method=method, data=fields)
        to_code = (answer.location or "").partition("?")[0] in ("/login", "/jouer")
        if answer.status_code in (401, 403) or (to_code and f"{method} {rule}" not in FOR_EVERYBODY):
            kept_out.add(f"{method} {rule}")
            assert visitor.live.snapshot() is before
        answer.close()
    assert door.stamp()
    expected = {key for key, wanted in ROUTES.items() if role < wanted} | {"POST /login", "POST /jouer", "POST /main"}
    welcomed = {"GET /bienvenue"}  # there is a code already: it leads to the page that asks for it
    mine = {"POST /jouer"} if role is Role.TEACHER else set()
    pages = ("GET ", "GET /moments", "GET /diplome.pdf", "GET /partie.<form>", "POST /analyse")
    of_a_game = {page.replace(" ", " /partie/<int:number>") for page in pages}
    earlier = of_a_game if role < Role.TEACHER else set()
    assert kept_out - welcomed - earlier == expected - mine - earlier  # of games that do not go on the page itself asks


def test_nothing_is_posted_without_the_token(teacher) -> None:
    before = teacher.live.snapshot()
    for method, rule in rules(teacher.app):
        if method != "GET":
            answer = teacher.client.open(address(rule), method=method, data={"action": "pause", "pin": teacher.pin})
            assert (rule, answer.status_code, answer.mimetype) == (rule, 400, "application/problem+json")
    assert teacher.live.snapshot() is before


def test_an_address_that_nobody_thought_of_is_the_teachers() -> None:
    assert route_role("GET", "/secret") is Role.TEACHER
    assert route_role("DELETE", "/") is Role.TEACHER
    assert route_role("HEAD", "/") is Role.LOOKER_ON


def test_an_action_that_nobody_thought_of_is_the_teachers() -> None:
    assert action_role("format_the_disk", going_on=False) is Role.TEACHER


@pytest.mark.parametrize("word", sorted(ENDS))
def test_what_ends_a_game_that_goes_on_is_the_teachers(word: str) -> None:
    assert (action_role(word, going_on=False), action_role(word, going_on=True)) == (Role.PUPIL, Role.TEACHER)


@pytest.mark.parametrize("role", [Role.LOOKER_ON, Role.PUPIL])
def test_the_api_and_the_forms_refuse_an_action_alike(teacher, role: Role) -> None:
    teacher.live.act(Throw((6, 2)))
    teacher.client.delete_cookie("piste")
    as_role(teacher, role)
    for word in sorted(ACTIONS):
        may = role >= action_role(word, going_on=True)
        assert (word, teacher.act(action=word).status_code not in (401, 403)) == (word, may)
        answer = teacher.post("/actions", action=word)
        assert (word, answer.location not in ("/login", "/jouer")) == (word, may)


def test_a_pupil_plays_a_turn_by_touch(pupil) -> None:
    page = pupil.page()
    assert 'name="die1"' in page
    pupil.post("/actions", action="throw", die1="6", die2="2")
    page = pupil.page()
    assert 'name="tiles"' in page
    for word in ('value="pause"', "/correct", "/new", "/camera"):
        assert word not in page
    pupil.post("/actions", action="close_tiles", tiles=["2", "6"])
    assert 'value="next"' in pupil.page()
    pupil.post("/actions", action="next")
    assert pupil.live.snapshot().scores == {"1": 37, "3": 45}


def test_a_pupil_speaks_for_the_table_whatever_a_program_claims(pupil) -> None:
    pupil.act(action="throw", dice=[6, 2], by="teacher")
    assert [event["by"] for event in pupil.live.snapshot().history if "by" in event] != ["teacher"]
    with pupil.client:
        pupil.client.get("/")
        from webui.site.context import payload_here

        assert payload_here({"action": "throw", "by": "teacher"})["by"] == "table"


def test_a_pupil_may_begin_only_after_the_game_ends(pupil) -> None:
    pupil.does(Throw((6, 3)), CloseTiles((9,)), Next())
    before = pupil.live.snapshot()
    assert pupil.post("/actions", action="next_game").location == "/login"
    assert pupil.post("/actions", action="next_game", interrupts=before.id).location == "/login"
    assert pupil.act(action="next_game").status_code == 403
    assert pupil.live.snapshot() is before


def test_a_pupil_ends_no_game_before_its_first_throw(pupil) -> None:
    before = pupil.live.snapshot()
    assert pupil.act(action="next_game").status_code == 403
    assert pupil.post("/actions", action="next_game").location == "/login"
    assert pupil.live.snapshot() is before
    pupil.live.act(Throw((6, 2)))
    assert pupil.live.snapshot().id == before.id


def test_a_pupil_needs_the_teachers_code_for_his_page(pupil) -> None:
    assert pupil.client.get("/new").location == "/login?back=/new"
    assert pupil.post("/login", pin=pupil.pin, back="/new").location == "/new"


def test_another_code_of_the_table_ends_the_pupils_sessions(pupil) -> None:
    pupil.app.extensions["piste"].door.new_table_code()
    assert pupil.client.get("/api/v1/session").get_json()["role"] == "looker_on"
    assert pupil.post("/actions", action="throw", die1="6", die2="2").location == "/jouer"


@pytest.mark.parametrize(("role", "name"), [(r, r.name.lower()) for r in Role])
def test_the_session_tells_its_role(visitor, role: Role, name: str) -> None:
    as_role(visitor, role)
    told = visitor.client.get("/api/v1/session").get_json()
    assert (told["role"], told["signed_in"]) == (name, role is Role.TEACHER)
