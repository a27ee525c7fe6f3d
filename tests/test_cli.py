"""`piste --help` and each verb's help."""

import pytest
from click.testing import CliRunner

from webui.cli import VERBS, main


def test_help_names_every_verb() -> None:
    shown = CliRunner().invoke(main, ["--help"])
    assert shown.exit_code == 0
    assert [name for name, _ in VERBS if name not in shown.output] == []


@pytest.mark.parametrize("verb", [name for name, _ in VERBS])
def test_each_verb_has_plain_help_with_an_example(verb: str) -> None:
    shown = CliRunner().invoke(main, [verb, "--help"])
    assert shown.exit_code == 0, shown.output
    assert f"piste {verb}" in shown.output.split("Options:")[0]


def test_an_unknown_verb_is_refused() -> None:
    shown = CliRunner().invoke(main, ["dance"])
    assert shown.exit_code == 2
    assert "No such command" in shown.output
