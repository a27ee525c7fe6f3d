"""The teacher names the box, shuts it down and restarts it; nobody else does."""

from pathlib import Path

import pytest

from webui.site.app import create_app
from webui.table.values.actions import Throw


@pytest.fixture
def boxed(teacher, tmp_path: Path):
    """The teacher's browser before a site on a box that it may shut down; where the word is left."""
    wish = tmp_path / "power"
    teacher.app = create_app(teacher.live, tmp_path, clock=teacher.clock, power=wish)
    teacher.client = teacher.app.test_client()
    teacher.sign_in()
    return teacher, wish


def test_the_name_of_the_box_stands_on_every_page(teacher) -> None:
    assert teacher.post("/enseignant/boite/nom", name="Table <rouge>").status_code == 302
    for path in ("/", "/enseignant", "/regles", "/login"):
        assert "Table &lt;rouge&gt;" in teacher.page(path)
    teacher.post("/enseignant/boite/nom", name="")
    assert "rouge" not in teacher.page("/")


@pytest.mark.parametrize("deed", ["off", "restart"])
def test_the_box_is_shut_down_after_the_teacher_was_asked(boxed, deed: str) -> None:
    teacher, wish = boxed
    asked = teacher.post("/enseignant/boite/arret", deed=deed)
    assert 'name="sure"' in asked.text
    assert not wish.exists()
    assert teacher.post("/enseignant/boite/arret", deed=deed, sure="1").status_code == 200
    assert wish.read_text() == f"{deed}\n"


def test_shutting_down_says_the_running_game_is_stored(boxed) -> None:
    teacher, _ = boxed
    assert "gardée" not in teacher.post("/enseignant/boite/arret", deed="off").text
    teacher.live.act(Throw((6, 2)))
    assert "gardée" in teacher.post("/enseignant/boite/arret", deed="off").text


def test_pupils_shut_nothing_down(boxed) -> None:
    teacher, wish = boxed
    teacher.sign_in_as_pupil()
    teacher.post("/enseignant/boite/arret", deed="off", sure="1")
    teacher.post("/enseignant/boite/nom", name="rouge")
    assert not wish.exists()
    assert "rouge" not in teacher.page("/")


def test_piste_does_not_shut_down_an_ordinary_laptop(teacher) -> None:
    assert "/enseignant/boite/arret" not in teacher.page("/enseignant")
    assert teacher.post("/enseignant/boite/arret", deed="off", sure="1").status_code == 404


def test_a_wish_that_cannot_be_left_is_told(boxed) -> None:
    teacher, wish = boxed
    wish.mkdir()
    (wish / "full").touch()
    answer = teacher.post("/enseignant/boite/arret", deed="off", sure="1")
    assert answer.status_code == 302
    assert "boîte" in teacher.words("/enseignant")


def test_another_deed_is_none(boxed) -> None:
    teacher, wish = boxed
    assert teacher.post("/enseignant/boite/arret", deed="halt", sure="1").status_code == 404
    assert not wish.exists()
