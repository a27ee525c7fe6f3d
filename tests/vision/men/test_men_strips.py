"""A board of arrows is cut into strips, each with its rim below, and shown beside colours and bare looks."""

import cv2
import numpy as np
import pytest
from drawn_boards import LEAVES, START, STEP, TOWERS, drawn
from each import each
from numpy.typing import NDArray

from vision.men.axes import centred
from vision.men.finder import ShownLeaves
from vision.men.reader import KINDS, MOST, colours_of
from vision.men.strips import ARROWS, LONG, PITCH, WIDE, leaf_of, shown, strips_of

LEAF = [(100.0, 500.0), (140.0, 60.0), (420.0, 60.0), (460.0, 500.0)]
"""A leaf that is seen from its near side."""


def leaf_with_marks() -> NDArray[np.uint8]:
    """A leaf whose arrows have a grey of their own, 10, 20... from the near left on, lighter at the rim."""
    flat = np.zeros((400, 600, 3), np.uint8)
    for k in range(ARROWS):
        near, far = 10 * (k + 1), 10 * (2 * ARROWS - k)  # from their own side the far six run the other way
        flat[200:, 100 * k : 100 * (k + 1)] = near
        flat[:200, 100 * k : 100 * (k + 1)] = far
    flat[370:] += 120
    flat[:30] += 120
    corners = np.array([(0, 400), (0, 0), (600, 0), (600, 400)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, np.array(LEAF, np.float32))
    return np.asarray(cv2.warpPerspective(flat, matrix, (560, 560)), np.uint8)


def test_strips_run_from_left_to_right_with_their_rim_below() -> None:
    strips = strips_of(leaf_with_marks(), LEAF)
    assert strips.shape == (2 * ARROWS, LONG, WIDE, 3)
    middles = [int(np.median(strip[20:90, 8:16])) for strip in strips]
    assert middles == pytest.approx([10 * (k + 1) for k in range(2 * ARROWS)], abs=1)
    assert all(np.median(strip[-6:, 8:16]) > 120 for strip in strips)
    assert PITCH < WIDE


def test_a_turned_leaf_begins_where_its_corners_begin() -> None:
    picture = leaf_with_marks()
    turned = strips_of(picture, [*LEAF[2:], *LEAF[:2]])
    assert np.abs(turned.astype(int) - np.roll(strips_of(picture, LEAF), ARROWS, axis=0)).mean() < 1


def test_what_is_unknown_is_shown_as_nothing() -> None:
    strips = np.full((2, LONG, WIDE, 3), 200, np.uint8)
    assert shown(strips).shape == (2, 6, LONG, WIDE)
    assert not shown(strips)[:, 3:].any()
    known = shown(strips, ((200.0, 200.0, 200.0), (10.0, 10.0, 10.0)), strips)
    assert known[:, 3].min() == pytest.approx(1)
    assert known[:, 4].max() < 0.01
    assert not known[:, 5].any()


@each("missing", ["light", "dark"])
def test_colours_need_men_of_both_kinds(missing: str) -> None:
    strips = np.zeros((5, LONG, WIDE, 3), np.uint8)
    strips[[0, 3]], strips[1] = (230, 220, 210), (20, 30, 60)
    chances = np.full((5, KINDS), 1e-4)
    chances[[0, 1, 2, 3, 4], [MOST + 1, MOST + 2, 0, 1, 0]] = 1.0  # whose the first one is was read wrongly
    assert colours_of(strips, chances) == ((230.0, 220.0, 210.0), (20.0, 30.0, 60.0))
    chances[[0, 3] if missing == "light" else 1] = np.eye(KINDS)[0]
    assert colours_of(strips, chances) is None


@each("stand", [{}, START, TOWERS])
@each("off", [(0.3, -0.3, 0.2, 0.1), (0.0, 0.0, 0.0, -0.9), (1.0, 0.5, 0.0, 0.0)])
def test_corners_are_moved_to_where_the_arrows_lie(stand: dict[str, str], off: tuple[float, ...]) -> None:
    corners = np.array(LEAVES)
    for at, step in zip(((0, 1), (0, 2), (1, 1), (1, 2)), off, strict=True):
        corners[at] += (step * STEP, 0)
    left, right = centred(drawn(stand), (leaf_of(corners[0]), leaf_of(corners[1])))
    assert np.array([left, right]) == pytest.approx(np.array(LEAVES), abs=0.12 * STEP)


@each("first", range(4))
def test_four_corners_that_somebody_shows_tell_both_leaves(first: int) -> None:
    (near_left, far_left, *_), (*_, far_right, near_right) = LEAVES
    shown = np.roll([near_left, far_left, far_right, near_right], first, axis=0)
    shown += np.array([(4, -3), (-3, 2), (2, 4), (-4, -2)])
    corners = tuple((float(x), float(y)) for x, y in shown)
    found = ShownLeaves(corners).find(drawn(START))  # type: ignore[arg-type]  # four of them
    assert np.array(found.corners) == pytest.approx(np.array(LEAVES), abs=0.12 * STEP)
