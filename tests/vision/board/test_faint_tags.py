"""Tags that no decoder reads any more still tell which corner is the first."""

import cv2
import numpy as np
import pytest
from each import each
from numpy.typing import NDArray

from vision.board.faint_tags import first_corner
from vision.board.tags import find_tags
from vision.geometry.plane import Quad, turned

QUAD: Quad = ((100.0, 500.0), (100.0, 100.0), (500.0, 100.0), (500.0, 500.0))
OUT = ((-1, 1), (-1, -1), (1, -1), (1, 1))


def table(first: int, blur: float, tags: tuple[int, ...] = (0, 1, 2, 3), turns: int = 0) -> NDArray[np.uint8]:
    """A wooden square on cloth with 32 px tags beside its corners, tag 0 at corner `first`."""
    rng = np.random.default_rng(4)
    image = np.full((600, 600, 3), (90, 110, 100), np.uint8)
    cv2.rectangle(image, (100, 100), (500, 500), (120, 170, 210), -1)
    for tag in tags:
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
        paper = cv2.copyMakeBorder(
            dictionary.generateImageMarker(tag, 32), 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=255
        )
        corner = (first + tag) % 4
        x, y = (round(QUAD[corner][axis] + 28 * OUT[corner][axis]) - 20 for axis in (0, 1))
        image[y : y + 40, x : x + 40] = np.rot90(paper, turns)[..., None]
    soft = cv2.GaussianBlur(image, (0, 0), blur)
    return np.asarray(np.clip(soft + rng.normal(0, 3, soft.shape), 0, 255), np.uint8)


@each("first", range(4))
@each("turns", range(4))
def test_blurred_tags_tell_the_first_corner(first: int, turns: int) -> None:
    image = table(first, 3.5, turns=turns)
    assert len(find_tags(image)) == 0  # the decoder sees none of them
    assert first_corner(image, QUAD) == first


@each("shift", range(4))
def test_the_answer_counts_from_the_corners_given(shift: int) -> None:
    assert first_corner(table(1, 3.5), turned(QUAD, shift)) == (1 - shift) % 4


@pytest.mark.parametrize("tags", [(0, 2), (1,), (3, 2)])
def test_some_of_the_tags_are_enough(tags: tuple[int, ...]) -> None:
    assert first_corner(table(2, 2.5, tags), QUAD) == 2


def test_without_tags_nothing_is_told() -> None:
    assert first_corner(table(0, 2.0, ()), QUAD) is None


def test_a_board_at_the_pictures_edge_is_no_error() -> None:
    image = table(0, 2.0)[100:500, 100:500]
    quad: Quad = ((0.0, 399.0), (0.0, 0.0), (399.0, 0.0), (399.0, 399.0))
    assert first_corner(np.ascontiguousarray(image), quad) is None
