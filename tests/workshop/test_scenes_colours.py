"""Boards whose digits and grounds have any two colours, of equal brightness too."""

import numpy as np
import pytest

from workshop.scenes import sample_scene
from workshop.scenes.describe.colours import EQUAL, LEAST_APART, difference, lightness
from workshop.scenes.describe.scene import DrawnBoard


def board(seed: int, colours: float) -> DrawnBoard:
    found = sample_scene(np.random.default_rng(seed), "occe", size=(320, 240), colours=colours).board
    assert found is not None
    return found


def test_without_them_seeds_give_what_they_always_gave() -> None:
    assert board(3, 0.0) == sample_scene(np.random.default_rng(3), "occe", size=(320, 240)).board


@pytest.mark.parametrize("seed", range(12))
def test_ink_and_ground_can_be_told_apart(seed: int) -> None:
    drawn = board(seed, 1.0)
    for tile in drawn.tiles:
        assert tile.paint is not None
        assert difference(tile.paint, drawn.writing.ink) >= LEAST_APART


def test_some_are_equally_bright_and_some_are_not() -> None:
    apart = [abs(lightness(b.tiles[0].paint) - lightness(b.writing.ink)) for b in (board(k, 1.0) for k in range(30))]
    assert 8 <= sum(each < EQUAL for each in apart) <= 25


def test_one_ground_a_board_a_seat_or_a_number() -> None:
    many = {len({tile.paint for tile in board(seed, 1.0).tiles}) for seed in range(30)}
    assert many == {1, 4, 9}
