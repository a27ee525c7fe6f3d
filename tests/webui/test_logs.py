"""The log: a JSON object a line, and nobody's name in it."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from webui.logs import DEEPEST, Lines, write_log


@pytest.fixture
def lines() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    to = io.StringIO()
    handler = logging.StreamHandler(to)
    handler.setFormatter(Lines())
    log = logging.getLogger("test of the log")
    log.propagate = False
    log.addHandler(handler)
    yield log, to
    log.removeHandler(handler)


def test_a_line_is_one_object(lines) -> None:
    log, to = lines
    log.warning("two\nlines %s", 5)
    (line,) = to.getvalue().splitlines()
    told = json.loads(line)
    assert (told["level"], told["from"], told["says"]) == ("warning", "test of the log", "two\nlines 5")
    assert told["t"].endswith("+00:00")


def test_what_an_error_says_is_not_written(lines) -> None:
    log, to = lines

    def deep(left: int) -> None:
        if left:
            deep(left - 1)
        raise ValueError("expected a name; got 'Zéphyrine'")

    try:
        deep(40)
    except ValueError:
        log.exception("It went wrong")
    told = json.loads(to.getvalue())
    assert "Zéphyrine" not in to.getvalue()
    assert (told["error"], len(told["at"])) == ("ValueError", DEEPEST)
    assert told["at"][-1].endswith(" deep")


def test_what_follows_a_question_mark_is_not_written(lines) -> None:
    log, to = lines
    log.error("Exception on /jouer?code=CDFG [GET]")
    assert json.loads(to.getvalue())["says"] == "Exception on /jouer?… [GET]"


def test_a_page_that_fails_leaves_no_name_in_the_log(teacher, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("Zéphyrine")

    to = io.StringIO()
    before = logging.getLogger().handlers[:]
    try:
        write_log(to)
        teacher.app.testing = False
        monkeypatch.setattr(teacher.live, "games", broken)
        assert teacher.client.get("/enseignant?name=Zéphyrine").status_code == 500
    finally:
        logging.basicConfig(handlers=before, force=True)
    assert "KeyError" in to.getvalue()
    assert "Zéphyrine" not in to.getvalue()
