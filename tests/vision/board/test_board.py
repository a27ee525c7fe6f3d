"""The board finder on small generated tables; the pictures depend on their seeds alone."""

from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from each import each
from numpy.typing import NDArray

import models
from vision.board.finder import BoardFinder
from vision.board.orient import evened
from vision.board.tags import Tag
from vision.errors import BrokenNetwork
from vision.geometry.plane import area
from vision.observation import BoardSeen
from workshop.scenes import sample_scene
from workshop.scenes.draw.render import render

NEAR = 0.06  # of the board's side


@pytest.fixture(scope="module")
def finder() -> BoardFinder:
    return BoardFinder(models.path("board"))


@cache
def table(seed: int, kind: str, tags: bool | None = None) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    rng = np.random.default_rng(seed)
    return render(sample_scene(rng, kind=kind, split="test", harsh=0.0, size=(800, 600), tags=tags))


def misses(board: BoardSeen, corners: list[list[float]]) -> list[float]:
    """For each turn of the seats, how far the worst corner is off, as a share of the board's side."""
    true = np.array(corners)
    side = float(np.hypot(*(true - np.roll(true, 1, axis=0)).T).mean())
    return [float(np.hypot(*(np.roll(board.corners, k, axis=0) - true).T).max()) / side for k in range(4)]


@pytest.mark.parametrize("seed", [12, 13, 14])
def test_tags_tell_where_the_board_is_and_which_way_round(finder: BoardFinder, seed: int) -> None:
    image, truth = table(seed, "occe", True)
    board = finder.find(image)
    assert board is not None
    assert (board.layout, board.oriented) == ("occe", True)
    assert misses(board, truth["board"]["corners"])[0] < NEAR


@pytest.mark.parametrize("seed", [111, 139, 147])
def test_slightly_displaced_tags_do_not_move_corners(finder: BoardFinder, seed: int) -> None:
    image, truth = table(seed, "occe", True)
    assert len(truth["board"]["tags"]) >= 3
    board = finder.find(image)
    assert board is not None
    assert misses(board, truth["board"]["corners"])[0] < NEAR


@pytest.mark.parametrize("seed", [21, 22, 23, 24])
def test_without_tags_seat_1_is_the_lowest_side(finder: BoardFinder, seed: int) -> None:
    image, truth = table(seed, "occe", False)
    board = finder.find(image)
    assert board is not None
    assert not board.oriented
    assert min(misses(board, truth["board"]["corners"])) < NEAR
    middles = (np.array(board.corners) + np.roll(board.corners, 1, axis=0)) / 2
    assert int(np.argmax(middles[:, 1])) == 0


@pytest.mark.parametrize("side", ["bottom", "left", "top", "right"])
def test_the_side_of_seat_1_can_be_named(finder: BoardFinder, side: Any) -> None:
    image, _ = table(21, "occe", False)
    board = finder.find(image, seat1_side=side)
    assert board is not None
    middles = (np.array(board.corners) + np.roll(board.corners, 1, axis=0)) / 2
    axis, sign = {"bottom": (1, 1), "left": (0, -1), "top": (1, -1), "right": (0, 1)}[side]
    assert int(np.argmax(sign * middles[:, axis])) == 0


@pytest.mark.parametrize(
    "turn", [None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE]
)
def test_corners_go_clockwise_however_the_camera_is_turned(finder: BoardFinder, turn: int | None) -> None:
    image, _ = table(12, "occe", True)
    board = finder.find(image if turn is None else cv2.rotate(image, turn))
    assert board is not None
    assert area(board.corners) > 0


@pytest.mark.parametrize("seed", [31, 32])
def test_a_box_tells_its_own_front(finder: BoardFinder, seed: int) -> None:
    image, truth = table(seed, "box")
    board = finder.find(image)
    assert board is not None
    assert (board.layout, board.oriented) == ("box", True)
    assert misses(board, truth["board"]["corners"])[0] < 2 * NEAR


def test_asking_for_one_board_never_gives_the_other(finder: BoardFinder) -> None:
    image, _ = table(11, "occe", True)
    board = finder.find(image, "box")
    assert board is None or board.layout == "box"


def test_none_asks_for_no_board(finder: BoardFinder) -> None:
    assert finder.find(table(11, "occe", True)[0], "none") is None


@pytest.mark.parametrize("shape", [(480, 640), (640, 360), (40, 40), (1, 1)])
@pytest.mark.parametrize("grey", [0, 128, 255])
def test_an_empty_picture_has_no_board(finder: BoardFinder, shape: tuple[int, int], grey: int) -> None:
    assert finder.find(np.full((*shape, 3), grey, np.uint8)) is None


def test_another_word_for_a_board_is_refused(finder: BoardFinder) -> None:
    with pytest.raises(ValueError, match="expected one of auto, box, occe, none; got 'chess'"):
        finder.find(np.zeros((48, 64, 3), np.uint8), "chess")  # type: ignore[arg-type]  # on purpose


def test_a_network_of_another_kind_is_refused() -> None:
    with pytest.raises(BrokenNetwork, match="maps"):
        BoardFinder(models.path("tiles"))


def tag_beside(number: int) -> Tag:
    """A tag 80 px wide, its paper's inner corner 20 px outside a board's corner, both ways."""
    x, y = ((-110, 610), (-110, -110), (610, -110), (610, 610))[number]
    inner = ((-20, 520), (-20, -20), (520, -20), (520, 520))[number]
    return Tag(number, (inner, (x, inner[1]), (x, y), (inner[0], y)))


STRAIGHT = ((0.0, 500.0), (0.0, 0.0), (500.0, 0.0), (500.0, 500.0))


@each("wrong", range(4))
def test_four_tags_correct_a_wrong_corner(wrong: int) -> None:
    observation = [*STRAIGHT]
    observation[wrong] = (observation[wrong][0] + 90.0, observation[wrong][1] + 70.0)
    mended = evened((observation[0], observation[1], observation[2], observation[3]), tuple(map(tag_beside, range(4))))
    assert np.abs(np.subtract(mended, STRAIGHT)).max() < 2


@pytest.mark.parametrize("count", [0, 3, 4])
def test_corners_that_no_tag_contradicts_stay(count: int) -> None:
    observation = ((3.0, 497.0), (-4.0, 5.0), (503.0, 1.0), (499.0, 504.0))
    assert evened(observation, tuple(map(tag_beside, range(count)))) == observation
