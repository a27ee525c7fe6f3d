"""A class at several tables: what each shows is the referee's, and nothing of another table's; the trial sees both."""

import pytest
from click.testing import CliRunner

from workshop.commands.torture import classroom as command
from workshop.torture import classroom as trial
from workshop.torture.classroom import PAGES, ClassroomTrial, classroom, leaked


def test_tables_show_what_the_referee_says_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TRIED", 1.0)
    *_, done = classroom(3, seed=3, tables=2, events=9)
    assert done.wrong == []
    assert done.events > 9
    assert done.refused == done.events
    assert done.answers > done.events


def test_a_table_that_differs_from_the_referee_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "to_lines", lambda match: ())
    *_, done = classroom(1, seed=3, tables=2, events=2)
    assert [line.partition(": ")[2] for line in done.wrong] == ["its record is not the referee's"]


def test_a_word_of_another_table_is_reported() -> None:
    page = b'<input name="csrf_token" value="CDFG"><p>Cerise 12 a</p>'
    assert leaked(page, [b"CDFG", b"Datte"]) == []
    assert leaked(page + b"CDFG", [b"CDFG", b"Cerise"]) == ["CDFG", "Cerise"]
    assert leaked(b'{"csrf_token":"CDFG","code":"HJKM"}', [b"CDFG", b"HJKM"]) == ["HJKM"]


def test_only_pages_of_one_table_are_searched() -> None:
    paths = {path for _, path in PAGES}
    assert {"/mur", "/partie", "/equite", "/new", "/mains"} <= paths
    assert not {"/", "/enseignant", "/enseignant/sauvegarde.zip"} & paths


def test_the_command_fails_if_anything_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong, code in (([], 0), (["table 2, page: Cerise of another table"], 1)):
        monkeypatch.setattr(trial, "classroom", lambda *asked, wrong=wrong: iter([ClassroomTrial(9, 2, 5, wrong)]))
        done = CliRunner().invoke(command, ["--many", "1"])
        assert done.exit_code == code
        assert f"| 1 | 7 | 5 | 9 | 2 | {code} |" in done.output
