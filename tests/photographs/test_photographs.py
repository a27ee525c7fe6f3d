"""Floors on what the shipped networks read in photographs that nothing was learnt from or chosen on.

The 186 pictures marked `measure` in ../shared/photos/dice, by source where there are 20 or more, the others pooled. A
floor lies a little below what was measured when the weights were shipped: who makes the reading worse sees it here.
"""

from pathlib import Path

import pytest

from vision.frame import Frame
from vision.look import Eyes
from vision.picture import read_picture
from webui.live.eyes import open_eyes
from workshop.evaluate.figures import report
from workshop.evaluate.score import score
from workshop.evaluate.truth import Truth, read_truths

FLOORS = {
    "Gtomika": (0.98, 0.95),
    "fudw": (0.86, 0.0),
    "seanwieser": (0.99, 0.95),
    "tai-studio": (0.99, 0.95),
    "wiktoriakeller": (0.97, 0.82),
    "others": (0.99, 0.94),
}
"""Whose pictures: least F1 of the values, and least share of pictures with every value right and nothing else."""
PICTURES = 186
MANY = 20
"""Pictures of a source that is told singly."""


def who(truth: Truth) -> str:
    return truth.source.partition("/")[0]


@pytest.fixture(scope="module")
def measured(shared: Path) -> dict[str, list[Truth]]:
    """The pictures to measure with, by whose they are."""
    labels = shared / "photos" / "dice" / "labels.jsonl"
    if not labels.is_file():
        pytest.skip("needs ../shared/photos/dice, which is not there")
    groups: dict[str, list[Truth]] = {}
    for truth in read_truths(labels):
        if truth.use == "measure":
            groups.setdefault(who(truth), []).append(truth)
    many = {name: group for name, group in groups.items() if len(group) >= MANY}
    few = [truth for name, group in groups.items() if len(group) < MANY for truth in group]
    return {**many, "others": few}


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return open_eyes(boards=False)


def test_every_source_of_many_pictures_has_its_floor(measured: dict[str, list[Truth]]) -> None:
    assert measured.keys() == FLOORS.keys()
    assert sum(map(len, measured.values())) == PICTURES


@pytest.mark.parametrize("source", FLOORS)
def test_photographs_are_read_as_well_as_at_release(
    source: str, measured: dict[str, list[Truth]], eyes: Eyes
) -> None:
    observation = (
        score(truth, eyes.look(Frame(read_picture(truth.picture), 0.0), "none")) for truth in measured[source]
    )
    whole = report(observation)
    reported = whole["custom_faces"] if source == "fudw" else whole["dice"]
    least_f1, least_right = FLOORS[source]
    assert reported["f1"] >= least_f1
    assert reported["all_right"] >= least_right
