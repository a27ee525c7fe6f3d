"""What is tapped twice, or late, through the site's own forms."""

import re

from sent import sent

from webui.table.values.actions import CloseTiles, Next, Throw

MOMENT = re.compile(r'name="moment" value="([\d.]+)"')


def moment(teacher, path: str = "/") -> str:
    """What the forms of a page send along: the same in all of them."""
    (one,) = set(MOMENT.findall(teacher.page(path)))
    return str(one)


def test_a_double_tap_begins_one_game(teacher) -> None:
    form = {"profile": "Tric-Trac Royal", "seat": ["1", "2"], "games": "1", "moment": moment(teacher, "/new")}
    for _ in range(2):
        answer = teacher.post("/new", **form)
        assert (answer.status_code, answer.location) == (302, "/")
    assert len(teacher.live.games()) == 2  # the one that was there, where nobody had thrown yet, and one more


def test_a_double_tap_restarts_the_game_once(teacher) -> None:
    then = moment(teacher)
    assert teacher.post("/actions", action="next_game", moment=then).location == "/"
    teacher.live.act(Throw((6, 3)))
    begun = teacher.live.snapshot().id
    assert teacher.post("/actions", action="next_game", moment=then).location == "/"
    assert teacher.live.snapshot().id == begun


def test_a_late_correction_changes_only_its_own_throw(teacher) -> None:
    teacher.live.act(Throw((6, 3)))
    then = moment(teacher, "/correct")
    teacher.live.act(CloseTiles((9,)))
    assert teacher.post("/actions", action="correct_dice", dice="5 4", moment=then).location == "/"
    assert [die["value"] for die in sent(teacher.live.snapshot())["dice"]] == [5, 4]  # still that throw
    teacher.does(CloseTiles((9,)), Next(), Throw((2, 1)))
    late = teacher.client.post(
        "/actions",
        data={"csrf_token": teacher.token(), "action": "correct_dice", "dice": "6 6", "moment": then},
        headers={"X-Requested-With": "fetch"},
    )
    assert late.status_code == 409
    assert late.get_json()["detail"].startswith("La table a changé entre-temps")
    assert [die["value"] for die in sent(teacher.live.snapshot())["dice"]] == [2, 1]


def test_a_double_tap_takes_back_once(teacher) -> None:
    teacher.does(Throw((6, 3)), CloseTiles((9,)), Next(), Throw((2, 1)))
    then = moment(teacher)
    teacher.post("/actions", action="undo", moment=then)
    once = sent(teacher.live.snapshot())
    teacher.post("/actions", action="undo", moment=then)
    assert teacher.live.snapshot().version == once["version"]


def test_a_program_may_say_which_moment_it_means(teacher) -> None:
    then = teacher.live.snapshot().moment
    assert teacher.act(action="throw", dice=[6, 3], moment=then).status_code == 200
    again = teacher.act(action="throw", dice=[6, 3], moment=then)
    assert (again.status_code, again.get_json()["type"]) == (409, "/problems/refused")
    wrong = teacher.act(action="undo", moment=7)
    assert wrong.status_code == 409
    assert "expected the words of the view's moment" in wrong.get_json()["detail"]
