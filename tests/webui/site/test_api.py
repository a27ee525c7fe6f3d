"""The table for other programs."""

import re
from typing import get_args

import pytest
from sent import sent

from webui.store.held import held
from webui.table.values.view import Stage


def test_the_table_is_read_by_anyone(teacher) -> None:
    anyone = teacher.app.test_client()
    answer = anyone.get("/api/v1/table")
    assert answer.get_json() == sent(teacher.live.snapshot())
    assert answer.headers["Cache-Control"] == "no-store"


def test_an_action_needs_the_session(visitor) -> None:
    answer = visitor.act(action="pause")
    assert answer.status_code == 401
    assert answer.mimetype == "application/problem+json"
    assert set(answer.get_json()) >= {"type", "title", "status", "detail"}


def test_an_action_answers_with_the_new_view(teacher) -> None:
    view = teacher.act(action="throw", dice=[6, 2]).get_json()
    assert view["state"] == "waiting_move"
    assert view["legal"] == [[2, 6], [8]]


def test_a_game_begins_and_begins_again_by_the_api(teacher) -> None:
    setup = {"game": "royal", "players": [{"seat": 1, "name": "A"}, {"seat": 2, "name": "B"}]}
    assert teacher.act(action="new_game", setup=setup).get_json()["game"]["layout"] == "box"
    first = teacher.live.snapshot().id
    assert teacher.act(action="next_game").get_json()["id"] == first + 1


def test_the_camera_may_be_left_alone(teacher) -> None:
    assert teacher.act(action="use_camera", on=False).get_json()["mode"] == "touch"


@pytest.mark.parametrize(
    ("said", "status", "why"),
    [
        ({"action": "dance"}, 409, "expected one of"),
        ({"action": "throw"}, 409, "dice"),
        ({"action": "throw", "dice": "6 2"}, 409, "Expected `array`, got `str`"),
        ({"action": "new_game"}, 409, "setup"),
        ({"action": "new_game", "setup": {"game": "tarot"}}, 409, "tarot"),
        ({"action": "use_camera", "on": "yes"}, 409, "Expected `bool`, got `str`"),
        ({"action": "demonstration"}, 409, "demonstration"),
        ({"action": "resume"}, 409, ""),
    ],
)
def test_a_wish_that_cannot_be_granted_says_why(teacher, said: dict, status: int, why: str) -> None:
    before = teacher.live.snapshot()
    answer = teacher.act(**said)
    assert answer.status_code == status
    assert why in answer.get_json()["detail"]
    assert teacher.live.snapshot() is before


NESTED = "[" * 20_000
HUGE = '{"action": "throw", "dice": [' + "9" * 5_000 + "]}"


@pytest.mark.parametrize("body", ["", "[]", "{", '"pause"', NESTED, NESTED.replace("[", '{"a":'), HUGE, "²"])
def test_what_is_no_object_is_refused(teacher, body: str) -> None:
    headers = {"X-CSRFToken": teacher.token(), "Content-Type": "application/json"}
    answer = teacher.client.post("/api/v1/actions", data=body.encode()[:60_000], headers=headers)
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


HALF = "L\ud800"


@pytest.mark.parametrize(
    "said",
    [
        {"action": "undo", "reason": HALF},
        {"action": "undo", HALF: 1},
        {"action": "correct_dice", "dice": [6, 3], "by": HALF},
        {"action": "replace_player", "seat": 1, "name": HALF},
        {"action": "join", "seat": 2, "name": HALF},
        {"action": "new_game", "setup": {"game": "royal", "players": [{"seat": 1, "name": HALF}]}},
    ],
)
def test_half_a_letter_is_refused_wherever_it_stands(teacher, said: dict) -> None:
    teacher.act(action="throw", dice=[6, 2])
    before = teacher.live.snapshot()
    answer = teacher.act(**said)
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")
    assert "JSON" in answer.get_json()["detail"]
    assert teacher.live.snapshot() is before


@pytest.mark.parametrize("name", ["\u200b", "\u202eevil", "Léa\nTom"])
def test_a_name_that_nobody_can_see_is_refused(teacher, name: str) -> None:
    before = teacher.live.snapshot()
    setup = {"game": "royal", "players": [{"seat": 1, "name": name}, {"seat": 2}]}
    for said in ({"action": "replace_player", "seat": 1, "name": name}, {"action": "new_game", "setup": setup}):
        answer = teacher.act(**said)
        assert (answer.status_code, "signs that can be seen" in answer.get_json()["detail"]) == (409, True)
    assert teacher.live.snapshot() is before


def test_the_forms_say_that_a_name_cannot_be_seen(teacher) -> None:
    before, says = teacher.live.snapshot(), "Un nom contient des signes invisibles"
    fields = {"profile": "OCCE enfant", "games": "1", "seat": ["1", "3"], "name-1": "L\u200b", "name-3": "Tom"}
    assert says in teacher.post("/new", **fields).text
    assert says in teacher.post("/entrainement", profile="OCCE enfant", name="\u202eL").text
    assert says in teacher.post("/enseignant/classe", title="CE2", pupils="Tom\nL\u200b").text
    teacher.post("/enseignant/joueurs/arrivee", seat="2", name="L\u200b")
    assert says in teacher.page()
    teacher.post("/actions", action="replace_player", seat="1", name="L\u200b")
    assert says in teacher.page()
    assert teacher.live.snapshot() is before


def test_an_unknown_address_is_a_problem_too(visitor) -> None:
    answer = visitor.client.get("/api/v1/nothing")
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_the_document_describes_the_addresses_that_exist(visitor) -> None:
    document = visitor.client.get("/api/v1/openapi.json").get_json()
    assert document["openapi"].startswith("3.1")
    rules = {
        (rule.rule, method.lower())
        for rule in visitor.app.url_map.iter_rules()
        if rule.rule.startswith("/api/") or rule.rule in ("/healthz", "/readyz")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    } - {("/api/v1/openapi.json", "get")}
    assert {(path, method) for path, methods in document["paths"].items() for method in methods} == rules
    assert visitor.live.snapshot().state in get_args(Stage)


def test_health_is_plain(visitor) -> None:
    assert visitor.client.get("/healthz").get_json()["status"] == "ok"
    assert visitor.client.get("/readyz").status_code == 200


@pytest.mark.parametrize(
    ("problem", "status"),
    [
        ("camera_lost", 503),
        ("journal_full", 503),
        ("journal_read_only", 503),
        ("journal_broken", 503),
        ("journal_busy", 503),
        ("table_failed", 503),
        ("table_stopped", 503),
        ("mirrored", 503),
        ("light_low", 200),
        ("journal_unreadable", 200),
    ],
)
def test_health_says_why_the_table_is_not_followed(
    standing, problem: str, status: int
) -> None:
    answer = standing(problems=[problem]).get("/readyz")
    assert answer.status_code == status
    assert answer.get_json()["problems"] == ([problem] if status == 503 else [])


def test_ready_is_true_to_what_works(standing) -> None:
    def works(*problems: str) -> dict[str, object]:
        answer = standing(problems=list(problems)).get("/readyz").get_json()["works"]
        assert isinstance(answer, dict)
        return answer

    assert works() == {"journal": True, "touch": True, "camera": None, "following": True}
    assert works("journal_full")["touch"] is False
    assert works("table_stopped") == {"journal": True, "touch": True, "camera": None, "following": False}


def test_health_is_that_of_the_table_of_which_most_is_wrong(teacher, tmp_path) -> None:
    first = teacher.app.extensions["piste"]
    assert "table" not in teacher.client.get("/readyz").get_json()
    second, third = teacher.add_table(), teacher.add_table()
    ready = teacher.client.get("/readyz")
    assert (ready.status_code, ready.get_json()["table"]) == (200, 1)
    third.live._newest.alarm("table_stopped", True)
    ready = teacher.client.get("/readyz")
    assert ready.status_code == 503
    assert (ready.get_json()["table"], ready.get_json()["problems"]) == (3, ["table_stopped"])
    assert ready.get_json()["works"]["following"] is False
    assert [teacher.client.get(f"/table/{n}/readyz").status_code for n in (1, 2, 3)] == [200, 200, 503]
    first.tables.shut(second.number)
    with held(tmp_path / "tables" / "2", "another server"):
        first.tables.open_all()
        ready = teacher.client.get("/readyz").get_json()
    assert (ready["table"], ready["problems"]) == (2, ["table_closed"])
    assert not any(ready["works"].values())


def test_numbers_of_several_tables_are_told_apart(teacher) -> None:
    teacher.add_table()
    teacher.act(action="throw", dice=[6, 2])
    text = teacher.client.get("/table/2/metrics").get_data(as_text=True)
    lines = text.splitlines()
    assert {
        'piste_game_throws{table="1"} 1', 'piste_game_throws{table="2"} 0', "piste_streams_open 0",
        'piste_corrections_total{table="2",by="person"} 0', 'piste_decision_seconds_bucket{table="2",le="+Inf"} 0',
    } <= set(lines)  # fmt: skip
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) == len(set(names))
    samples = [line.split(" ")[0] for line in lines if not line.startswith("#")]
    assert len(samples) == len(set(samples))


def test_numbers_are_openmetrics(teacher) -> None:
    teacher.act(action="throw", dice=[6, 2])
    teacher.act(action="correct_dice", dice=[5, 2])
    teacher.act(action="close_tiles", tiles=[1])
    answer = teacher.client.get("/metrics")
    lines = answer.get_data(as_text=True).splitlines()
    assert answer.content_type.startswith("application/openmetrics-text")
    assert lines[-1] == "# EOF"
    assert {
        "piste_game_throws 1", "piste_throws_total 1", 'piste_corrections_total{by="person"} 1',
        "piste_refusals_total 1", "piste_table_failures_total 0", 'piste_wrong_codes_total{code="teacher"} 0',
    } <= set(lines)  # fmt: skip
    shape = r"# (TYPE|HELP) \w+ .+$|\w+(\{\w+=\"[^\"]*\"\})? -?\d+(\.\d+)?(e[-+]?\d+)?$|# EOF$"
    assert [line for line in lines if not re.match(shape, line)] == []
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) == len(set(names))
    assert "Léa" not in answer.get_data(as_text=True)
