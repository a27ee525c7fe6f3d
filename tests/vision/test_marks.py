"""What is read of a table, as outlines in its picture."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.area.value import DiceArea
from vision.calibration.marks import Mark, area_mark, cut_to, marks_of, middle_of, part_of
from vision.geometry.plane import homography, project
from vision.layout import load_layout
from vision.observation import BoardSeen, Die, Observation, Piece

SIZE = (1280, 960)
BOARD = BoardSeen("occe", ((300.0, 840.0), (330.0, 140.0), (960.0, 150.0), (990.0, 850.0)), True, 0.9)


def tiles(**doubtful: float) -> tuple[Piece, ...]:
    """The 36 tiles of a board, those of even numbers closed, some read less surely."""
    starts, steps = [(0.22, 0.86), (0.14, 0.22), (0.78, 0.14), (0.86, 0.78)], [(1, 0), (0, 1), (-1, 0), (0, -1)]
    pieces = []
    for space in load_layout("occe").spaces_of():
        at = np.add(starts[space.seat - 1], np.multiply(steps[space.seat - 1], 0.07 * (space.slot - 1)))
        ((x, y),) = project(homography(BOARD.corners), at)
        kind, reads = ("open", space.number) if space.number % 2 else ("closed", None)
        pieces.append(Piece(space.name, kind, reads, (float(x), float(y)), doubtful.get(f"tile{space.slot}", 0.99)))
    return tuple(pieces)


def die(value: int | None, x: float, **else_: object) -> Die:
    return Die(value, **{"state": "flat", "box": (x, 400.0, 30.0, 32.0), "sure": 0.99, **else_})


def test_each_tile_is_outlined_in_its_place_and_apart() -> None:
    pieces = tiles()
    marks = [mark for mark in marks_of(Observation(0.0, BOARD, (), pieces), SIZE) if mark.space]
    assert [(mark.space, mark.kind) for mark in marks] == [(piece.space, piece.kind) for piece in pieces]
    drawn = np.zeros((960, 1280), np.uint8)
    for mark, piece in zip(marks, pieces, strict=True):
        outline = np.array(mark.outline, np.float32)
        assert cv2.pointPolygonTest(outline, piece.center, measureDist=True) > 8
        cv2.fillPoly(drawn, [np.round(outline).astype(np.int32)], 255)
    assert cv2.connectedComponents(drawn)[0] - 1 == 36


def test_a_tile_read_unsurely_is_doubtful() -> None:
    marks = marks_of(Observation(0.0, BOARD, (), tiles(tile4=0.9)), SIZE)
    assert {mark.space for mark in marks if mark.kind == "doubtful"} == {f"seat-{seat}/slot-4" for seat in range(1, 5)}


@pytest.mark.parametrize(
    ("lying", "kind", "value"),
    [
        (die(5, 600), "die", 5),
        (die(5, 600, sure=0.8), "doubtful", 5),
        (die(None, 600), "doubtful", None),
        (die(None, 600, state="cocked"), "leaning", None),
        (die(3, 600, state="off-board"), "beside", None),
    ],
)
def test_a_die_is_marked_where_and_as_it_lies(lying: Die, kind: str, value: int | None) -> None:
    (mark,) = (mark for mark in marks_of(Observation(0.0, BOARD, (lying,)), SIZE) if mark.kind not in ("board", "seat"))
    assert mark == Mark(kind, ((600, 400), (630, 400), (630, 432), (600, 432)), value)


def test_dice_come_from_the_left_and_without_those_that_roll() -> None:
    dice = (die(2, 700), die(4, 650), die(6, 680, state="moving"))
    marks = marks_of(Observation(0.0, BOARD, dice), SIZE)
    assert [mark.value for mark in marks if mark.kind == "die"] == [4, 2]


def test_every_seat_stands_outside_its_side_of_the_board() -> None:
    marks = marks_of(Observation(0.0, BOARD, ()), SIZE)
    edge = np.array(marks[0].outline, np.float32)
    seats = [mark for mark in marks if mark.kind == "seat"]
    assert [mark.value for mark in seats] == [1, 2, 3, 4]
    assert all(cv2.pointPolygonTest(edge, mark.outline[0], measureDist=True) < -20 for mark in seats)
    (x, y) = seats[0].outline[0]
    assert y > 850
    assert 300 < x < 990


def test_the_dice_area_and_the_place_beside_it_are_outlined() -> None:
    beside = DiceArea(((0.8, 0.75), (0.8, 0.25), (0.9, 0.25), (0.9, 0.75)))
    area = DiceArea(((0.3, 0.75), (0.3, 0.25), (0.7, 0.25), (0.7, 0.75)), aside=beside)
    areas = (area_mark(area.outline(SIZE)), area_mark(beside.outline(SIZE), aside=True))
    marks = marks_of(Observation(0.0, None, (die(5, 600),)), SIZE, areas)
    assert [mark.kind for mark in marks] == ["area", "aside", "die"]
    left, _, wide, _ = part_of(marks, SIZE)
    assert left < 0.3 * 1280
    assert 0.9 * 1280 < left + wide <= 1280


def test_without_a_board_all_of_the_picture_is_shown() -> None:
    assert part_of(marks_of(Observation(0.0, None, (die(5, 600),)), SIZE), SIZE) == (0, 0, *SIZE)


@given(
    st.floats(-200, 1200), st.floats(-200, 900), st.floats(60, 1500), st.integers(60, 2592), st.integers(60, 1944)
)
def test_the_part_shown_lies_in_the_picture_and_holds_the_board(
    x: float, y: float, side: float, width: int, height: int
) -> None:
    corners = ((x, y + side), (x, y), (x + side, y), (x + side, y + side))
    left, top, wide, high = part_of([Mark("board", corners)], (width, height))
    assert 0 <= left < left + wide <= width
    assert 0 <= top < top + high <= height
    if x < width and y < height and x + side > 0 and y + side > 0:
        assert left <= max(0, x)
        assert top <= max(0, y)
        assert min(width, x + side) <= left + wide
        assert min(height, y + side) <= top + high
    image = np.zeros((height, width, 3), np.uint8)
    assert cut_to(image, (left, top, wide, high)).shape == (high, wide, 3)


@pytest.mark.parametrize("part", [(0, 0, 0, 0), (-50, -50, 20, 20), (5000, 0, 10, 10), (10, 10, -5, 20)])
def test_a_part_outside_the_picture_shows_it_whole(part: tuple[int, int, int, int]) -> None:
    assert cut_to(np.zeros((90, 120, 3), np.uint8), part).shape == (90, 120, 3)


@pytest.mark.parametrize("layout", ["occe", "box"])
def test_dice_are_asked_for_within_the_board(layout: str) -> None:
    board = BoardSeen(layout, BOARD.corners, True, 0.9)
    edge = np.array(BOARD.corners, np.float32)
    assert all(cv2.pointPolygonTest(edge, point, measureDist=True) > 50 for point in middle_of(board, SIZE))


def test_arrows_are_marked_beyond_their_rim_where_no_man_is_hidden() -> None:
    board = BoardSeen("arrows", ((100.0, 500.0), (120.0, 100.0), (700.0, 110.0), (690.0, 520.0)), True, 1.0)
    pieces = (
        Piece("arrow-6", "white x 5", None, (430.0, 470.0), 0.99),
        Piece("arrow-6A", "empty", None, (430.0, 140.0), 0.99),
        Piece("arrow-1", "black x 2", None, (650.0, 480.0), 0.5),
    )
    marks = [mark for mark in marks_of(Observation(0.0, board, (), pieces), (800, 600)) if mark.space]
    assert [(mark.kind, mark.value) for mark in marks] == [("white", 5), ("bare", None), ("doubtful", 2)]
    edge = np.array(board.corners, np.float32)
    assert all(cv2.pointPolygonTest(edge, at, True) < -5 for mark in marks for at in mark.outline)
