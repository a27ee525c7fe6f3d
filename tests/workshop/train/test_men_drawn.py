"""Boards of arrows that are drawn to learn from: their truth fits what is drawn, and a seed gives the same one."""

from itertools import islice

import numpy as np
import pytest
from each import each

from vision.men.reader import MOST
from vision.men.strips import LONG, WIDE, strips_of
from workshop.train.men.drawn import board, cased, positions
from workshop.train.men.exam import in_space, learnt_from


@each("seed", range(20))
def test_no_colour_has_more_men_than_a_player(seed: int) -> None:
    stand = positions(np.random.default_rng(seed))
    assert stand.shape == (24,)
    light = stand[(stand > 0) & (stand <= MOST)].sum()
    dark = (stand[stand > MOST] - MOST).sum()
    assert 0 < light + dark <= 2 * MOST
    assert max(light, dark) <= MOST


def test_a_seed_gives_the_same_board() -> None:
    first, again, other = (board(np.random.default_rng(seed)) for seed in (3, 3, 4))
    assert np.array_equal(first.picture, again.picture)
    assert first.picture.shape != other.picture.shape or not np.array_equal(first.picture, other.picture)


@each("seed", range(5))
def test_men_stand_where_the_truth_says(seed: int) -> None:
    drawn = board(np.random.default_rng(seed))
    strips, bare = (
        np.concatenate([strips_of(picture, leaf) for leaf in drawn.leaves.tolist()]).astype(float)
        for picture in (drawn.picture, drawn.bare)
    )
    changed = np.abs(strips - bare)[:, LONG - 24 : LONG - 4, 6 : WIDE - 6].mean(axis=(1, 2, 3))
    occupied = drawn.men > 0
    assert np.median(changed[occupied]) > 3 * np.median(changed[~occupied])


def test_a_case_moves_the_leaves_with_the_picture() -> None:
    rng = np.random.default_rng(7)
    drawn = board(rng)
    picture, leaves = cased(rng, drawn)
    for before, after in zip(drawn.leaves.tolist(), leaves.tolist(), strict=True):
        whole, cut = strips_of(drawn.picture, before).astype(int), strips_of(picture, after).astype(int)
        assert np.abs(whole - cut)[:, :, 4:-4].mean() < 2  # what lies beyond a leaf may be cut off


@pytest.mark.parametrize("cases", [in_space(0.0), learnt_from()], ids=["in space", "learnt from"])
def test_exams_hold_boards_whose_leaves_lie_in_the_picture(cases) -> None:
    for case in islice(cases, 2):
        assert case.men.shape == (24,)
        assert (case.men > 0).sum() > 3
        assert (case.leaves > -40).all()
        assert (case.leaves < np.array(case.image.shape[1::-1]) + 40).all()
