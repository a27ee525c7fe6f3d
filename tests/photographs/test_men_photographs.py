"""Floors on what the shipped networks read on photographed boards of backgammon, none of which was learnt from."""

import json
from pathlib import Path
from typing import Any

import pytest

import models
from vision.men.look import NAMES
from vision.men.reader import MOST, MenReader
from vision.picture import read_picture
from webui.live.eyes import open_men_eyes

CORNERS: dict[str, Any] = json.loads(Path(__file__).with_name("leaves.json").read_text(encoding="utf-8"))
"""Of both leaves' fields, px, marked by hand: near left, then clockwise."""
GIVEN, FOUND = 211, 184
"""Arrows read right at least, corners given and found."""
ARROWS = 214
"""Of nine photographs, two of them under a hand."""


@pytest.fixture(scope="module")
def photographs(shared: Path) -> dict[str, tuple[Path, list[int | None]]]:
    """Each picture with what stands on its arrows, in the order of NAMES; None where a hand hides it."""
    labels = shared / "photos" / "boards" / "labels.jsonl"
    if not labels.is_file():
        pytest.skip("needs ../shared/photos/boards, which is not there")
    lines = map(json.loads, labels.read_text(encoding="utf-8").splitlines())
    named = {Path(line["image"]).name: line for line in lines if line["category"] == "backgammon"}
    return {name: (labels.parent / named[name]["image"], _kinds(named[name]["label"])) for name in CORNERS}


def _kinds(label: dict[str, Any]) -> list[int | None]:
    near, far = label["bottom"], label["top"]
    in_order = (*near[:6], *reversed(far[:6]), *near[6:], *reversed(far[6:]))
    return [None if men == "?" else 0 if men == "-" else int(men[1:]) + MOST * (men[0] == "B") for men in in_order]


def test_arrows_are_read_where_the_corners_are_given(photographs: dict[str, Any]) -> None:
    reader, right, wrong = MenReader(models.path("men")), 0, list[str]()
    for name, (file, kinds) in photographs.items():
        read = reader.board(read_picture(file), CORNERS[name]).argmax(axis=1)
        for arrow, kind, found in zip(NAMES, kinds, read, strict=True):
            right += kind == found
            wrong += [f"{name} {arrow}: {kind} read as {found}"] * (kind not in (None, found))
    assert right + len(wrong) == ARROWS
    assert right >= GIVEN, wrong


def test_arrows_are_read_where_the_board_is_found(photographs: dict[str, Any]) -> None:
    eyes, right = open_men_eyes(), 0
    for file, kinds in photographs.values():
        seen = eyes.look(read_picture(file))
        by_name = {} if seen is None else {arrow.name: arrow for arrow in seen.arrows}
        for name, kind in zip(NAMES, kinds, strict=True):
            arrow = by_name.get(name)
            right += arrow is not None and kind == arrow.count + MOST * (arrow.colour == "dark")
    assert right >= FOUND
