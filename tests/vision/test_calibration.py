import json
from typing import Any

import cv2
import numpy as np
import pytest
from each import each
from numpy.typing import NDArray

from vision.calibration.learn import Calibration, board_moved, measure
from vision.geometry.plane import Quad, homography, project
from vision.layout import load_layout
from vision.observation import BoardSeen, Piece

CORNERS: Quad = ((120.0, 430.0), (140.0, 60.0), (520.0, 70.0), (530.0, 440.0))
BOARD = BoardSeen("occe", CORNERS, True, 0.9)


def table(shift: tuple[int, int] = (0, 0), seed: int = 3) -> NDArray[np.uint8]:
    """A speckled table with a brown board and a red middle, the whole shifted by some pixels."""
    rng = np.random.default_rng(seed)
    image = cv2.resize(rng.integers(60, 200, (60, 80, 3), dtype=np.uint8), (640, 480))
    quad = np.asarray(CORNERS)
    cv2.fillPoly(image, [np.round(quad).astype(np.int32)], (60, 110, 160))
    middle = project(homography(CORNERS), [(0.3, 0.7), (0.3, 0.3), (0.7, 0.3), (0.7, 0.7)])
    cv2.fillPoly(image, [np.round(middle).astype(np.int32)], (40, 30, 190))
    return np.roll(image, (shift[1], shift[0]), axis=(0, 1))


def pieces() -> tuple[Piece, ...]:
    """Each seat's row a seventh of the side inside, odd slots closed."""
    plane = homography(CORNERS)
    result = []
    for space in load_layout("occe").spaces_of():
        along, deep = 0.25 + 0.0625 * (space.slot - 1), 0.14
        x, y = [(along, 1 - deep), (deep, along), (1 - along, deep), (1 - deep, 1 - along)][space.seat - 1]
        (px,) = project(plane, [(x, y)])
        kind = "closed" if space.slot % 2 else "open"
        result.append(Piece(space.name, kind, None, (float(px[0]), float(px[1])), 0.9))  # type: ignore[arg-type]  # a PieceKind
    return tuple(result)


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return measure(table(), BOARD, pieces())


def test_every_space_gets_a_slot_around_its_piece(calibration: Calibration) -> None:
    assert [name for name, _ in calibration.slots] == [
        space.name for space in load_layout("occe").spaces_of()
    ]
    for (_, corners), piece in zip(calibration.slots, pieces(), strict=True):
        assert cv2.pointPolygonTest(np.array(corners, np.float32), piece.center, measureDist=False) > 0


def test_slots_of_a_row_touch_and_do_not_overlap(calibration: Calibration) -> None:
    first, second = (np.array(calibration.slots[k][1]) for k in (0, 1))
    np.testing.assert_allclose(first[[1, 2]], second[[0, 3]], atol=0.5)


def test_colours_and_sizes_are_measured(calibration: Calibration) -> None:
    blue, green, red = calibration.middle
    assert red > 150
    assert max(blue, green) < 80
    assert {kind for kind, _ in calibration.tiles} == {"open", "closed"}
    assert calibration.tile_px == pytest.approx(24, abs=3)
    assert calibration.seat1_side == "bottom"


def test_json_keeps_everything(calibration: Calibration) -> None:
    assert Calibration.from_json(calibration.to_json()) == calibration
    json.loads(calibration.to_json())


@each("text", ["", "[]", "{}", '{"layout": "occe"}', "null", "not json"])
def test_what_is_no_calibration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a calibration as JSON"):
        Calibration.from_json(text)


def test_a_row_of_one_piece_is_refused() -> None:
    with pytest.raises(ValueError, match="rows of two pieces"):
        measure(table(), BOARD, pieces()[:1])


@pytest.mark.parametrize(
    ("shift", "moved"),
    [
        ((0, 0), False),
        ((2, 1), False),  # the camera trembles
        ((14, 0), True),
        ((0, -18), True),
        ((60, 40), True),  # so far that no corner is found again
    ],
)
def test_a_moved_board_is_noticed(calibration: Calibration, shift: tuple[int, int], moved: bool) -> None:
    assert board_moved(table(shift), calibration) is moved


def test_other_light_is_no_move(calibration: Calibration) -> None:
    assert not board_moved((table() * 0.5).astype(np.uint8), calibration)


@pytest.mark.parametrize("corner", range(4))
def test_a_hand_over_one_corner_is_no_move(calibration: Calibration, corner: int) -> None:
    image = table()
    x, y = CORNERS[corner]
    cv2.circle(image, (round(x), round(y)), 70, (120, 150, 210), -1)
    assert not board_moved(image, calibration)


@pytest.mark.parametrize("covered", [(0,), (1, 3), (0, 1, 2)])
@pytest.mark.parametrize(("shift", "moved"), [((0, 0), False), ((14, 0), True), ((0, -18), True)])
def test_a_push_is_noticed_with_hands_over_some_corners(
    calibration: Calibration, covered: tuple[int, ...], shift: tuple[int, int], moved: bool
) -> None:
    image = table(shift)
    for corner in covered:
        x, y = CORNERS[corner]
        cv2.circle(image, (round(x), round(y)), 70, (120, 150, 210), -1)
    assert board_moved(image, calibration) is moved


def test_another_picture_size_is_a_move(calibration: Calibration) -> None:
    other: Any = cv2.resize(table(), (320, 240))
    assert board_moved(other, calibration)
