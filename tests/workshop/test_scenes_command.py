"""`python -m workshop.scenes`: pictures and truth in a folder."""

import json
from pathlib import Path
from typing import Any

import pytest

from workshop.scenes.__main__ import main


def made(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[dict[str, Any]]:
    given = ["scenes", "--count", "2", "--seed", "5", "--size", "320x240", "--out", str(folder), *words]
    monkeypatch.setattr("sys.argv", given)
    main()
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_line_names_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    truths = made(tmp_path, monkeypatch, "--kind", "box", "--split", "test")
    assert len(truths) == 2
    assert all((tmp_path / truth["image"]).is_file() for truth in truths)


def test_tables_can_be_asked_for_from_beyond_a_tilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    truths = made(tmp_path, monkeypatch, "--beyond", "30")
    assert all(truth["condition"]["tilt_deg"] > 30 for truth in truths)


def test_a_tilt_that_never_comes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        made(tmp_path, monkeypatch, "--beyond", "50")
    assert "--beyond: expected less than 35 degrees, got 50" in capsys.readouterr().err
