"""`piste --help` and each verb's help."""

import re
import time

import click
import pytest
from click.testing import CliRunner
from each import each

from webui.cli import VERBS, main
from webui.words import words


def test_help_names_every_verb() -> None:
    shown = CliRunner().invoke(main, ["--help"])
    assert shown.exit_code == 0
    assert [name for name, _ in VERBS if name not in shown.output] == []


@each("verb", [name for name, _ in VERBS])
def test_each_verb_has_plain_help_with_an_example(verb: str) -> None:
    shown = CliRunner().invoke(main, [verb, "--help"])
    assert shown.exit_code == 0, shown.output
    assert f"piste {verb}" in re.split(r"Options\s?:", shown.output)[0]


def test_an_unknown_verb_is_refused() -> None:
    shown = CliRunner().invoke(main, ["dance"])
    assert shown.exit_code == 2
    assert "No such command" in shown.output


def test_a_time_zone_that_is_none_is_said(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "XYZ+167:59:59")
        time.tzset()
        told = CliRunner().invoke(main, ["serve", "--data", str(tmp_path)])
    time.tzset()
    assert told.exit_code == 1
    assert "TZ: expected a time zone; got 'XYZ+167:59:59'" in told.output
    assert list(tmp_path.iterdir()) == []


TEACHERS = ("serve", "calibrate", "selftest", "capture", "pin", "print", "record", "replay", "export", "fairness")
"""Verbs whose help a teacher reads, in the terminal's language."""
MANY = frozenset({"serve", "calibrate", "selftest", "capture"})
"""Those with more than five texts."""


def marked(verb: str) -> list[str]:
    """What a verb says of itself and of its options, in English."""
    command = main.get_command(click.Context(main), verb)
    assert command is not None
    told = [command.help, *(option.help for option in command.params if isinstance(option, click.Option))]
    return [text for text in told if text]


@each("verb", TEACHERS)
@each("language", ["fr", "de"])
def test_a_teacher_is_helped_in_the_terminals_language(verb: str, language: str) -> None:
    shown = " ".join(CliRunner(env={"LANG": language}).invoke(main, [verb, "--help"]).output.split())
    texts = marked(verb)
    assert len(texts) > (5 if verb in MANY else 0)
    said = [" ".join(words(language).t(text).split()) for text in texts]
    assert [text for text, told in zip(texts, said, strict=True) if told == " ".join(text.split())] == []
    assert [told for told in said if told not in shown] == []
    assert "Options:" not in shown
    assert "Show this message" not in shown


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_sheet_is_told_of_in_the_terminals_language(language: str) -> None:
    command = main.get_command(click.Context(main), "print")
    assert isinstance(command, click.Group)
    shown = CliRunner(env={"LANG": language}).invoke(main, ["print", "--help"]).output
    for name, sheet in command.commands.items():
        english = (sheet.help or "").partition("\n")[0]
        told = words(language).t(sheet.help or "").partition("\n")[0]
        assert told != english
        assert told in shown, name


@each(
    ("language", "does"),
    [
        ("fr", "Ouvrir le site à côté du plateau."),
        ("de", "Die Seite neben dem Brett öffnen."),
        ("en", "Open the site beside the board."),
        ("it", "Open the site beside the board."),
    ],
)
def test_the_list_of_verbs_is_in_the_terminals_language(language: str, does: str) -> None:
    assert does in CliRunner(env={"LANG": language}).invoke(main, ["--help"]).output
    assert [verb for verb, text in VERBS if language in ("fr", "de") and words(language).t(text) == text] == []
