"""A board seen through a lens, handed to readers as a straight lens would show it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry.plane import Quad, homography, project
from vision.geometry.straight import Plane, straightened
from vision.observation import BoardSeen, Die, Piece

SIZE = (640, 480)
CORNERS: Quad = ((150.0, 430.0), (170.0, 60.0), (500.0, 50.0), (540.0, 420.0))
STRAIGHT = BoardSeen("occe", CORNERS, True, 0.9)
BENT = replace(STRAIGHT, lens=-0.12)
SPOT = st.tuples(st.floats(-0.05, 1.05), st.floats(-0.05, 1.05))


def picture() -> np.ndarray:
    rng = np.random.default_rng(2)
    return np.asarray(cv2.resize(rng.integers(40, 220, (48, 64, 3), dtype=np.uint8), SIZE))


def test_nothing_is_touched_where_the_lens_is_straight() -> None:
    image, piece, die = picture(), Piece("slot-1", "open", 1, (9, 9), 1), Die(5, "flat", (1, 2, 3, 4), 1)
    straight = straightened(image, STRAIGHT)
    assert straight.image is image
    assert straight.board is STRAIGHT
    assert straight.piece(piece) is piece
    assert straight.die(die) is die
    assert straightened(image, None).image is image


@given(st.floats(-0.2, 0.1), SPOT)
def test_the_plane_goes_there_and_back(k: float, spot: tuple[float, float]) -> None:
    plane = Plane(replace(STRAIGHT, lens=k), SIZE)
    assert plane.to_board(plane.to_picture(np.array([spot]))) == pytest.approx(np.array([spot]), abs=1e-6)


@given(st.floats(-0.2, 0.1))
def test_the_boards_corners_stay_where_they_are_seen(k: float) -> None:
    unit = np.array([(0, 1), (0, 0), (1, 0), (1, 1)], float)
    assert Plane(replace(STRAIGHT, lens=k), SIZE).to_picture(unit) == pytest.approx(
        np.array(CORNERS), abs=1e-3
    )


def test_the_outline_follows_the_bent_sides() -> None:
    edge, straight = Plane(BENT, SIZE).outline(), Plane(STRAIGHT, SIZE).outline()
    assert straight.tolist() == [list(corner) for corner in CORNERS]
    unit = Plane(BENT, SIZE).to_board(edge)
    assert np.abs(unit - 0.5).max(axis=1) == pytest.approx(np.full(len(edge), 0.5), abs=1e-6)
    middle = np.add(CORNERS[0], CORNERS[1]) / 2  # of a side that a barrel bends outwards, to the left
    assert edge[:, 0].min() < middle[0] - 8


def test_what_the_picture_shows_of_the_board_is_shown_flat() -> None:
    """A chequered board drawn through the lens is chequered in straight lines once it is straightened."""
    ys, xs = np.mgrid[: SIZE[1], : SIZE[0]]
    unit = Plane(BENT, SIZE).to_board(np.column_stack([xs.ravel(), ys.ravel()]))
    checks = (np.floor(unit * 8).sum(axis=1) % 2 * 200 + 20).reshape(SIZE[1], SIZE[0])
    straight = straightened(np.repeat(checks[..., None], 3, axis=2).astype(np.uint8), BENT)
    assert straight.board is not None
    assert straight.board.lens == 0.0
    middles = (np.stack(np.meshgrid(np.arange(8), np.arange(8)), -1).reshape(-1, 2) + 0.5) / 8
    wide = np.concatenate(
        [middles + side for side in np.array([(-0.04, 0), (0.04, 0), (0, -0.04), (0, 0.04)])]
    )
    places = np.rint(project(homography(straight.board.corners), wide)).astype(int)
    levels = straight.image[places[:, 1], places[:, 0], 0]
    expected = np.tile(np.floor(middles * 8).sum(axis=1) % 2 * 200 + 20, 4)
    assert np.abs(levels - expected).max() < 40


@given(SPOT)
def test_readings_are_reported_in_picture_coordinates(spot: tuple[float, float]) -> None:
    straight = straightened(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), BENT)
    assert straight.board is not None
    ((x, y),) = project(homography(straight.board.corners), [spot]).tolist()
    reported = Plane(BENT, SIZE).to_picture(np.array([spot]))[0]
    piece = straight.piece(Piece("slot-1", "open", 1, (x, y), 0.9))
    assert piece.center == pytest.approx(reported, abs=1e-3)
    left, top, wide, high = straight.die(Die(5, "flat", (x - 8, y - 8, 16, 16), 0.9)).box
    assert (left + wide / 2, top + high / 2) == pytest.approx(reported, abs=0.1)
    assert 12 < wide < 18


def test_a_slot_beyond_the_pictures_edge_is_unknown() -> None:
    low = replace(BENT, corners=tuple((x, y + 70) for x, y in CORNERS))  # type: ignore[arg-type]  # four corners
    straight = straightened(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), low)
    assert straight.board is not None
    ((x, y),) = project(homography(straight.board.corners), [(0.5, 0.99)]).tolist()
    piece = straight.piece(Piece("slot-1", "open", 1, (x, y), 0.9, (("open", 0.9), ("unknown", 0.1))))
    assert (piece.kind, piece.reads, piece.sure) == ("unknown", None, 1.0)
    assert piece.chances == (("unknown", 1.0), ("open", 0.0))
