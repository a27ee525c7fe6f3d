"""Floors on drawn tables without a followed board, read by the networks that ship: a few looks, none learnt from."""

from collections.abc import Iterator

import pytest

from vision.look import Eyes
from webui.live.eyes import open_eyes
from workshop.evaluate.area import AreaScore, scored_area
from workshop.scenes.area import area_rig

SEED, LESSONS, LOOKS = 9400, 2, 3
NUMBERS = (0, 2)


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return open_eyes(boards=False)


@pytest.fixture(scope="module")
def scores(eyes: Eyes) -> list[AreaScore]:
    def each() -> Iterator[AreaScore]:
        for number in NUMBERS:
            yield from scored_area(eyes, area_rig(SEED, number), number, LESSONS, LOOKS, ["known area"])

    return list(each())


def test_most_throws_are_read_whole(scores: list[AreaScore]) -> None:
    assert sum(score.right for score in scores) >= len(scores) - 2


def test_no_man_and_no_doubling_die_is_ever_acted_upon(scores: list[AreaScore]) -> None:
    assert [score for score in scores if score.false_dice and not score.asked] == []
