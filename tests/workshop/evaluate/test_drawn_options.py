"""`workshop known` and `workshop area` take the same words for the same things."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from each import each

from workshop.commands import area, known
from workshop.commands.drawn import added, drawn_options

SHARED = ("seed", "first", "split", "harsh", "each", "as_json")


def options(command: click.Command) -> dict[str, dict[str, object]]:
    return {one.name: one.to_info_dict() for one in command.params if one.name is not None}


@each("name", SHARED)
def test_shared_options_are_the_same(name: str) -> None:
    assert options(known.command)[name] == options(area.command)[name]


@pytest.mark.parametrize(("command", "lessons", "looks"), [(known.command, 10, 40), (area.command, 5, 8)])
def test_each_keeps_its_own_usual_numbers(command: click.Command, lessons: int, looks: int) -> None:
    asked = options(command)
    assert (asked["lessons"]["default"], asked["looks"]["default"]) == (lessons, looks)


def test_too_few_looks_are_refused() -> None:
    @click.command()
    @drawn_options(lessons=1, looks=4, least=2)
    def one(**words: object) -> None:
        click.echo(json.dumps([words["lessons"], words["looks"], words["split"]]))

    assert json.loads(CliRunner().invoke(one, ["--seed", "3"]).output) == [1, 4, "exam"]
    assert CliRunner().invoke(one, ["--seed", "3", "--looks", "1"]).exit_code == 2
    assert CliRunner().invoke(one, []).exit_code == 2


def test_lines_are_added_to_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "each.jsonl"
    added(file, [{"a": 1}])
    added(file, [{"a": 2}, {"a": 3}])
    assert [json.loads(line)["a"] for line in file.read_text(encoding="utf-8").splitlines()] == [1, 2, 3]
    added(None, [{"a": 4}])  # no file is named
