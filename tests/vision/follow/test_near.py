"""Where motion counts: on the board and around it."""

import numpy as np
import pytest
from each import each

from vision.follow.motion import share_in, thumbnail
from vision.follow.near import Near, near
from vision.frame import Frame, Image
from vision.observation import BoardSeen


def board(left: float, top: float, side: float) -> BoardSeen:
    right, bottom = left + side, top + side
    return BoardSeen("occe", ((left, bottom), (left, top), (right, top), (right, bottom)), True, 0.9)


def picture(width: int, height: int) -> Image:
    return np.random.default_rng(0).integers(0, 255, (height, width, 3)).astype(np.uint8)


def glance_at(at: BoardSeen, frame: Frame) -> Near:
    there = near(at, frame)
    assert there is not None
    return there


@each("size", [(1280, 960), (1920, 1080), (640, 480), (320, 240), (200, 150)])
def test_a_near_glance_is_part_of_the_whole(size: tuple[int, int]) -> None:
    frame = Frame(picture(*size), 2.0)
    now = glance_at(board(0.3 * size[0], 0.4 * size[1], 0.25 * size[0]), frame).thumbnail(frame)
    x, y = (round(now.scale * place) for place in now.origin)
    height, width = now.colour.shape[:2]
    assert np.array_equal(now.colour, thumbnail(frame).colour[y : y + height, x : x + width])
    assert width < thumbnail(frame).colour.shape[1]
    assert now.time == 2.0


def test_only_the_board_and_its_margin_count() -> None:
    frame = Frame(picture(1280, 960), 0.0)
    at = board(400, 300, 400)
    there = glance_at(at, frame)
    now = there.thumbnail(frame)
    mask = there.of(now)
    assert mask is not None
    assert share_in(mask, (345, 245, 510, 510), now) == 1
    assert share_in(mask, (290, 200, 40, 600), now) == 0
    assert share_in(mask, (880, 200, 40, 600), now) == 0


def test_the_visible_part_of_a_cut_board_counts() -> None:
    frame = Frame(picture(1280, 960), 0.0)
    there = glance_at(board(1000, -100, 500), frame)
    assert there.thumbnail(frame).origin[1] == 0
    assert there.mask.any()


@pytest.mark.parametrize("at", [None, board(3000, 300, 200), board(-900, 300, 200)])
def test_without_a_board_in_sight_motion_counts_everywhere(at: BoardSeen | None) -> None:
    assert near(at, Frame(picture(640, 480), 0.0)) is None


def test_a_picture_of_another_size_is_glanced_at_in_full() -> None:
    there = glance_at(board(200, 200, 200), Frame(picture(640, 480), 0.0))
    other = Frame(picture(800, 600), 0.0)
    now = there.thumbnail(other)
    assert now.colour.shape == thumbnail(other).colour.shape
    assert there.of(now) is None
