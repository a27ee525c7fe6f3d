"""The drawn die is where its truth says, and shows what its truth says."""

from math import pi

import numpy as np
import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from workshop.scenes.describe.die_look import DieLook, random_look
from workshop.scenes.draw.die import Lighting, Pinhole, leaning, looking_at, paste, render_die, resting, upper

PLAIN = DieLook(edge=0.15, depth=0.0, gloss=0.0)
ABOVE = Lighting((0.0, 0.0, 1.0), 0.6, 0.4, 0.1)


def camera(tilt: float = 0.0) -> Pinhole:
    return looking_at((0, 0), 300, tilt, 0.4, 900, (160, 160))


def pips(patch_pixels: np.ndarray) -> int:
    """Dark spots that light pixels enclose, counted by flooding."""
    import cv2

    dark = ((patch_pixels[..., :3].max(2) < 90) & (patch_pixels[..., 3] > 0)).astype(np.uint8)
    return int(cv2.connectedComponents(dark)[0] - 1)


@each("value", [1, 2, 3, 4, 5, 6])
@each("right_handed", [True, False])
def test_seen_from_above_a_die_shows_its_value_in_pips(value: int, right_handed: bool) -> None:
    look = DieLook(edge=0.15, depth=0.0, gloss=0.0, right_handed=right_handed)
    patch = render_die(resting(value, 0.5, (0, 0), 16, look), camera(), ABOVE, look)
    assert patch.value == value
    assert pips(patch.bgra) == value


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.floats(0, 1.0))
def test_the_box_is_tight_around_the_drawn_pixels(seed: int, tilt: float) -> None:
    rng = np.random.default_rng(seed)
    look = random_look(rng)
    patch = render_die(
        resting(int(rng.integers(1, 7)), rng.uniform(0, 6), (5, -8), 16, look), camera(tilt), ABOVE, look
    )
    rows, columns = np.nonzero(patch.bgra[..., 3])
    x, y, width, height = patch.box
    assert (columns.min() + patch.corner[0], rows.min() + patch.corner[1]) == (x, y)
    assert (np.ptp(columns) + 1, np.ptp(rows) + 1) == (width, height)


@pytest.mark.parametrize("tilt", [0.0, 0.5, 1.0])
def test_the_box_lies_where_the_camera_projects_the_die(tilt: float) -> None:
    pose = resting(3, 0.3, (10, 4), 16, PLAIN)
    patch = render_die(pose, camera(tilt), ABOVE, PLAIN)
    x, y, width, height = patch.box
    middle = camera(tilt).project(pose.centre[None])[0]
    assert np.hypot(*(middle - (x + width / 2, y + height / 2))) < 0.1 * width


@pytest.mark.parametrize("tilt", [0.0, 0.7])
def test_the_upper_face_lies_inside_the_box(tilt: float) -> None:
    patch = render_die(resting(6, 1.0, (0, 0), 16, PLAIN), camera(tilt), ABOVE, PLAIN)
    x, y, width, height = patch.box
    assert ((patch.quad > (x - 4, y - 4)) & (patch.quad < (x + width + 4, y + height + 4))).all()


@each("seed", range(8))
def test_a_leaning_die_has_no_value_and_touches_the_table(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pose = leaning(rng, (0, 0), 16, PLAIN)
    assert upper(pose, PLAIN) is None
    assert pose.centre[2] - np.abs(pose.rotation[2]).sum() * 8 == pytest.approx(0, abs=1e-4)


@each("value", [1, 2, 3, 4, 5, 6])
@each("turn", [0.0, pi / 4, 3.0])
def test_turning_about_the_vertical_keeps_the_value(value: int, turn: float) -> None:
    assert upper(resting(value, turn, (0, 0), 16, PLAIN), PLAIN) == value


def test_opposite_faces_add_up_to_seven() -> None:
    pose = resting(2, 0.0, (0, 0), 16, PLAIN)
    over = type(pose)(pose.centre, np.diag([1, -1, -1]).astype(np.float32) @ pose.rotation, pose.side)
    assert upper(over, PLAIN) == 5


def test_pasting_darkens_the_side_away_from_the_lamp() -> None:
    table = np.full((160, 160, 3), 200, np.uint8)
    light = Lighting((1.0, 0.0, 1.0), 0.4, 0.6, 0.1)  # the lamp stands in the direction of world x
    straight = looking_at((0, 0), 300, 0.0, pi / 2, 900, (160, 160))  # world x runs to the left
    patch = render_die(resting(1, 0.0, (0, 0), 16, PLAIN), straight, light, PLAIN)
    drawn = paste(table, [patch])
    left, right = straight.project(np.array([[14, 0, 0], [-14, 0, 0]], np.float32)).round().astype(int)
    assert drawn[left[1], left[0], 0] == 200
    assert drawn[right[1], right[0], 0] < 150
    assert (table == 200).all()
