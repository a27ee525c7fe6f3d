"""Dice drawn flat and leaning on a plain board: geometry tells them apart, and says nothing where nothing is seen."""

from itertools import product

import cv2
import numpy as np
import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.dice.beside import of_like_size, of_one_size
from vision.dice.candidates import CUT, Candidate, shown_as
from vision.dice.lean import DOUBTFUL, LEANS, MOST, SURE, Lean, borne_out, cocked, in_doubt, lean_of
from vision.dice.upper import Shown, in_proportion, shown, shown_in, stand_over, uppers
from vision.dice.views import SearchView, flat_view
from vision.geometry.plane import inverse, project, quad_of
from vision.observation import BoardSeen
from workshop.scenes.describe.die_look import DieLook
from workshop.scenes.draw.die import Lighting, Pinhole, Pose, looking_at, paste, render_die, resting

SIDE, BOARD, SIZE = 18.0, 480.0, (1280, 960)
CORNERS = np.array([(0, 0, 0), (0, BOARD, 0), (BOARD, BOARD, 0), (BOARD, 0, 0)], np.float32)
"""Of the board, from the left hand of seat 1, clockwise from above; the world's y points away from that seat."""
NOTHING = [1 / 6] * 6


def camera(tilt: float, azimuth: float, focal: float) -> Pinhole:
    """One that sees the whole board, from degrees beside straight above."""
    return looking_at(
        (BOARD / 2, BOARD / 2), 800 * focal, np.radians(tilt), np.radians(azimuth), focal * SIZE[0], SIZE
    )


def view_of(eye: Pinhole) -> SearchView:
    corners = quad_of(eye.project(CORNERS).astype(np.float64))
    return flat_view(corners, (BOARD, BOARD), 1.0, (-0.3, -0.3, 1.3, 1.3), SIZE)


def leant(flat: Pose, lean: float, towards: float) -> Pose:
    """The same die, leaning by degrees towards a direction, its lowest corner still on the board."""
    axis = np.radians(lean) * np.array([-np.sin(np.radians(towards)), np.cos(np.radians(towards)), 0.0])
    rotation = np.asarray(cv2.Rodrigues(axis)[0] @ flat.rotation, np.float32)
    centre = flat.centre.copy()
    centre[2] = float(np.abs(rotation[2]).sum()) * flat.side / 2
    return Pose(centre, rotation, flat.side)


def drawn(eye: Pinhole, pose: Pose, value: int) -> Shown:
    """What is shown of a die that was read as of a value, its box well."""
    look = DieLook(colour=(0.85, 0.9, 0.92), edge=0.2, ball=1.6)
    ground = np.full((*SIZE[::-1], 3), (60, 110, 40), np.uint8)
    image = paste(ground, [render_die(pose, eye, Lighting(), look)])
    view = view_of(eye)
    ends = np.array(list(product((-1, 1), repeat=3)), np.float32) * pose.side / 2
    corners = project(inverse(view.matrix), eye.project(pose.centre + ends @ pose.rotation.T))
    low, high = corners.min(axis=0), corners.max(axis=0)
    x, y = project(inverse(view.matrix), eye.project(pose.centre[None]))[0]
    width, height = 0.95 * (high - low)
    box, length = shown_as(view, (x, y), width, height), float(max(width, height))
    return shown(image, Candidate(*box, 1.0, view=view, middle=(x, y), length=length), stand_over(view, SIZE))


@pytest.mark.parametrize("tilt", [0, 20, 35])
def test_leaning_dice_are_told_from_flat_ones(tilt: float) -> None:
    """By 25 degrees, in every direction: geometry alone puts 17 of 20 pairs in their order, most on their side of 0."""
    rng, odds = np.random.default_rng(tilt), list[tuple[float, float]]()
    for k in range(20):
        eye, value = camera(tilt, rng.uniform(0, 360), rng.uniform(0.8, 1.3)), 2 + k % 5
        at = (float(rng.uniform(90, 390)), float(rng.uniform(90, 390)))
        flat = resting(value, rng.uniform(0, 2 * np.pi), at, SIDE, DieLook())
        pair = (flat, leant(flat, 25, 18 * k))
        shows = [drawn(eye, pose, value) for pose in pair]
        reported = [lean_of(show, uppers(show, [float(v == value) for v in range(1, 7)])).odds for show in shows]
        odds.append((reported[0], reported[1]))
    assert sum(lean > flat for flat, lean in odds) >= 17
    assert sum(flat < 0.5 for flat, _ in odds) >= 15
    assert sum(lean > 0 for _, lean in odds) >= 15


def test_nothing_is_said_where_no_face_is_seen() -> None:
    blank = shown_in(np.full((CUT, CUT, 3), 90, np.uint8), (0.1, 0.2), 30.0)
    assert uppers(blank, NOTHING) == []
    assert lean_of(blank, []) == Lean(0.0, 0.0)
    assert cocked(0.3, blank, []) < cocked(0.9, blank, [])


@each(("read", "asked"), [(DOUBTFUL / 2, False), (DOUBTFUL, False), (SURE, True), (0.999, True)])
def test_of_what_the_network_is_sure_blank_geometry_says_nothing(read: float, asked: bool) -> None:
    blank = shown_in(np.full((CUT, CUT, 3), 90, np.uint8), (0.1, 0.2), 30.0)
    assert in_doubt(read) == asked
    assert cocked(read, blank, []) == read


def test_the_leans_that_are_compared_go_all_ways_alike() -> None:
    assert tuple(LEANS[0]) == (0, 0)
    assert np.hypot(*LEANS.T).max() < MOST
    assert np.allclose(LEANS.sum(axis=0), 0)


SHARE = st.floats(0, 1)


@pytest.mark.parametrize(("least", "longest", "off"), [(15.0, 1.4, 0.06), (20.0, 1.6, 0.025)])
@settings(max_examples=40, deadline=None)
@given(tilt=SHARE, azimuth=st.floats(0, 360), focal=SHARE, x=st.floats(0, BOARD), y=st.floats(0, BOARD))
def test_a_square_board_tells_where_the_camera_stands(
    least: float, longest: float, off: float, tilt: float, azimuth: float, focal: float, x: float, y: float
) -> None:
    """Whatever its lens: what stands on the board is displaced as the camera shows it, to a tenth or so.

    The more aslant a square is seen, the more it tells of the lens: below 20 degrees a long one is told shorter.
    """
    eye = camera(least + (45 - least) * tilt, azimuth, 0.65 + (longest - 0.65) * focal)
    view = view_of(eye)
    foot, top = project(inverse(view.matrix), eye.project(np.array([(x, y, 0), (x, y, 10)], np.float32)))
    slope = stand_over(view, SIZE).slope((float(foot[0]), float(foot[1])))
    assert np.allclose((top - foot) / 10, slope, atol=off + 0.1 * float(np.hypot(*slope)))


@each("wide", [330.0, 700.0])
@each("seed", range(12))
def test_an_unknown_board_reveals_its_sides_and_the_camera(wide: float, seed: int) -> None:
    """Taken for a square's, its corners tell of what stands there by how much it is displaced, to a third or so."""
    rng = np.random.default_rng(seed)
    eye = camera(rng.uniform(0, 40), rng.uniform(0, 360), rng.uniform(0.95, 1.25))
    corners = quad_of(eye.project(CORNERS * (wide / BOARD, 1, 1)).astype(np.float64))
    view = flat_view(corners, (BOARD, BOARD), 1.0, (-0.3, -0.3, 1.3, 1.3), SIZE)
    steps = np.array([(0, 0, 0), (0, 0, 10), (10, 0, 0), (0, 10, 0)], np.float32)
    at = eye.project(steps + np.array([rng.uniform(0, wide), rng.uniform(0, BOARD), 0], np.float32))
    x, y = project(inverse(view.matrix), at)[0].tolist()
    view = in_proportion(Candidate(0, 0, 20, 20, 1.0, view=view, middle=(x, y), length=20.0), SIZE).view
    foot, top, along, across = project(inverse(view.matrix), at)
    ways = np.linalg.norm([along - foot, across - foot], axis=1)
    assert abs(np.log(ways[0] / ways[1])) < 0.1
    slope = stand_over(view, SIZE).slope((float(foot[0]), float(foot[1])))
    assert np.allclose((top - foot) / ways.mean(), slope, atol=0.05 + 0.3 * float(np.hypot(*slope)))


# --- where the network's word alone is not believed


def left_of(read: float, lean: float) -> list[float]:
    """What is left of the network's word, in each direction, of dice that lean by so many degrees."""
    rng, left = np.random.default_rng(3), list[float]()
    for k in range(12):
        value = 2 + k % 5
        at = (float(rng.uniform(90, 390)), float(rng.uniform(90, 390)))
        flat = resting(value, rng.uniform(0, 2 * np.pi), at, SIDE, DieLook())
        observation = drawn(camera(15, 30 * k, 1.1), leant(flat, lean, 30 * k), value)
        chances = [0.95 if face == value else 0.01 for face in range(1, 7)]
        left.append(borne_out(read, chances, observation, uppers(observation, chances)))
    return left


def test_a_flat_die_is_flat_though_the_network_says_otherwise() -> None:
    assert left_of(0.45, 0).count(0.0) >= 11
    assert sum(chance < 0.5 for chance in left_of(0.9, 0)) >= 9
    assert max(left_of(0.9, 0)) <= 0.9


def test_the_network_is_believed_where_geometry_bears_it_out() -> None:
    assert left_of(0.9, 27).count(0.9) >= 10


def test_the_network_is_believed_where_no_value_explains_the_look() -> None:
    blank = shown_in(np.full((CUT, CUT, 3), 90, np.uint8), (0.1, 0.2), 30.0)
    assert borne_out(0.9, [0.95, 0.01, 0.01, 0.01, 0.01, 0.01], blank, []) == 0.9
    flat = drawn(camera(0, 0, 1.1), resting(5, 0.3, (240.0, 240.0), SIDE, DieLook()), 5)
    assert borne_out(0.9, [0.1, 0.1, 0.1, 0.1, 0.5, 0.1], flat, uppers(flat, NOTHING)) == 0.9


# --- beside the board


def placed(x: float, side: float, there: float = 0.9) -> Candidate:
    view = SearchView(np.eye(3), (600, 500), (250.0, 250.0))
    return Candidate(x, 250.0, side, side, there, view=view, middle=(x, 250.0), length=side, values=(1.0,))


SQUARE = BoardSeen("occe", ((100.0, 400.0), (100.0, 100.0), (400.0, 100.0), (400.0, 400.0)), True, 1.0)


@each(("side", "least", "most"), [(20, 0.9, 0.9), (24, 0.8, 0.9), (40, 0, 0.1), (8, 0, 0.01)])
def test_dice_beside_the_board_have_the_size_of_others(side: float, least: float, most: float) -> None:
    *on, beside = of_one_size([placed(200, 20), placed(300, 20), placed(500, side)], SQUARE)
    assert least - 1e-6 <= beside.there <= most + 1e-6
    assert [item.there for item in on] == [0.9, 0.9]


def test_only_sure_dice_may_be_of_any_size() -> None:
    spots = [placed(200, 20), placed(250, 20), placed(300, 20, 0.3), placed(350, 60, 0.3), placed(390, 60)]
    there = [item.there for item in of_one_size(spots, SQUARE)]
    assert there[:3] == pytest.approx([0.9, 0.9, 0.3])
    assert there[3] < 0.01
    assert there[4] == 0.9


def test_without_dice_on_the_board_any_size_will_do() -> None:
    (alone,) = of_one_size([placed(500, 60)], SQUARE)
    assert alone.there == 0.9


# --- without a board


@each(("side", "there"), [(60, 0.9), (28, 0.9), (130, 0.9), (9, 0.4), (400, 0.4)])
def test_without_a_board_odd_sizes_raise_a_question(
    side: float, there: float
) -> None:
    surest, other, faint = of_like_size([placed(200, 60, 0.97), placed(300, side), placed(400, side, 0.2)])
    assert (surest.there, other.there, faint.there) == (0.97, there, 0.2)


def test_without_a_sure_die_any_size_will_do() -> None:
    spots = [placed(200, 60, 0.7), placed(300, 9, 0.6)]
    assert of_like_size(spots) == spots
    assert of_like_size([]) == []
