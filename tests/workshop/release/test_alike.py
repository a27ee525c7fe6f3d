"""Two machines read alike: values and states the same, places within a pixel, probabilities within a hundredth."""

import json
from pathlib import Path

import pytest

from workshop.release.alike import apart, main

READ = {
    "file": "a.png",
    "dice": [{"value": 6, "state": "flat", "box": [1.0, 2.0, 30.0, 31.0], "sure": 0.99, "at": None}],
    "tiles": [{"reads": 3, "center": [5.0, 6.0], "sure": 0.5}],
}


def changed(**die: object) -> dict[str, object]:
    return {**READ, "file": "b.png", "dice": [{**READ["dice"][0], **die}]}  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("die", "alike"),
    [
        ({}, True),
        ({"box": [1.9, 2.0, 30.0, 31.0]}, True),
        ({"box": [2.1, 2.0, 30.0, 31.0]}, False),
        ({"sure": 0.981}, True),
        ({"sure": 0.97}, False),
        ({"value": 5}, False),
        ({"value": None}, False),
        ({"state": "cocked"}, False),
        ({"box": [1.0, 2.0, 30.0]}, False),
        ({"more": 1}, False),
    ],
)
def test_only_small_differences_are_allowed(tmp_path: Path, die: dict[str, object], alike: bool) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.write_text(json.dumps(READ) + "\n")
    there.write_text(json.dumps(changed(**die)) + "\n")
    assert main(str(here), str(there)) == (0 if alike else 1)


def test_a_picture_less_is_a_difference(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.write_text(json.dumps(READ) + "\n")
    there.write_text("")
    assert main(str(here), str(there)) == 1


def test_a_difference_is_told_by_its_path() -> None:
    (first,) = apart(READ, changed(value=5))
    assert (first.path, first.here, first.there) == ("dice.0.value", 6, 5)
