"""`python -m workshop scenes`: pictures and truth in a folder."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from workshop.__main__ import main


def run(folder: Path, *words: str) -> Result:
    given = ["scenes", "--count", "2", "--seed", "5", "--size", "320x240", "--out", str(folder), *words]
    return CliRunner().invoke(main, given)


def made(folder: Path, *words: str) -> list[dict[str, Any]]:
    shown = run(folder, *words)
    assert shown.exit_code == 0, shown.output
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_line_names_a_picture(tmp_path: Path) -> None:
    truths = made(tmp_path, "--kind", "box", "--split", "test")
    assert [truth["image"] for truth in truths] == ["box-5-00000.png", "box-5-00001.png"]
    assert all((tmp_path / truth["image"]).is_file() for truth in truths)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--size", "320"), "expected a size such as 640x480, got 320"),
        (("--kind", "chess"), "chess"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, words: tuple[str, ...], text: str) -> None:
    shown = run(tmp_path / "none", *words)
    assert shown.exit_code == 2
    assert text in shown.output
    assert not (tmp_path / "none").exists()


def test_pictures_without_dice_have_none(tmp_path: Path) -> None:
    assert [truth["dice"] for truth in made(tmp_path, "--without-dice")] == [[], []]


@pytest.mark.parametrize("share", ["--inks", "--one-wood", "--mirrored"])
def test_harder_tiles_are_drawn_as_often_as_requested(tmp_path: Path, share: str) -> None:
    without, never, always = (
        made(tmp_path / name, *words)
        for name, words in (("a", ()), ("b", (share, "0")), ("c", (share, "1")))
    )
    assert without == never
    pictures = [(tmp_path / name / without[0]["image"]).read_bytes() for name in "abc"]
    assert pictures[0] == pictures[1] != pictures[2]
    assert [truth["board"]["corners"] for truth in always] == [truth["board"]["corners"] for truth in without]
