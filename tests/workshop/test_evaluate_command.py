"""`python -m workshop evaluate`: labels scored."""

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result
from painted_dice import LYING, PlainEyes

import webui.live.eyes
from workshop.__main__ import main


@pytest.fixture(autouse=True)
def plain_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: PlainEyes())


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_evaluate_scores_a_label_file_and_shows_the_failures(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), LYING)
    right = [{"value": 5, "bbox": [300, 200, 22, 22]}, {"value": 3, "bbox": [380, 260, 22, 22]}]
    head = {"image": "a.png", "width": 640, "height": 480, "bbox_kind": "die", "use": "measure"}
    labels = tmp_path / "labels.jsonl"
    pictures = [
        head | {"source": "one", "dice": right},
        head | {"source": "two/x", "dice": [right[0] | {"value": 4}, right[1]]},
        head | {"source": "two/x", "dice": right, "image": "absent.png"},
        {"image": "a.png", "category": "shutbox_dice", "source": "box", "w": 640, "h": 480, "view": "top, scene C",
         "label": {"dice_boxes": [], "dice": [5, 3], "tiles": None}},
    ]
    labels.write_text("\n".join(map(json.dumps, pictures)), encoding="utf-8")
    result = run("evaluate", labels, "--json", "--pictures", tmp_path / "sheets")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert (report["pictures"], report["unreadable"]) == (3, 1)
    assert report["sources"]["one"]["dice"]["f1"] == 1
    assert report["sources"]["two/x"]["dice"]["f1"] == 0.5
    assert [file.name for file in (tmp_path / "sheets").iterdir()] == ["two_x-001.jpg"]
    assert "macro over sources" in run("evaluate", labels).stdout
    only = json.loads(run("evaluate", labels, "--json", "--source", "one").stdout)
    assert list(only["sources"]) == ["one"]
    observation = json.loads(run("evaluate", labels, "--json", "--view", "scene C").stdout)
    assert list(observation["sources"]) == ["box"]


@pytest.mark.parametrize("content", ["", "{}\n", "not json"])
def test_evaluate_refuses_what_are_no_labels(tmp_path: Path, content: str) -> None:
    (tmp_path / "labels.jsonl").write_text(content)
    result = run("evaluate", tmp_path / "labels.jsonl")
    assert result.exit_code == 1
    assert "expected" in result.output
