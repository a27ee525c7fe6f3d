"""Pixels a die from lens and distance: checked against a pinhole camera, and against what eyes need."""

from math import radians

import numpy as np
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from hardware.optics import (
    BOARD_MM,
    CAMERAS,
    COMFORT_PX,
    Optics,
    enough,
    least_distance,
    pixels,
    pixels_a_mm,
    sees_board,
    table,
)
from workshop.scenes.describe.camera import Viewpoint


def standing(camera: Optics, distance: float, tilt: float) -> Viewpoint:
    """The same camera as the drawn tables have it, on the board's side y > 0."""
    return Viewpoint(camera.picture, camera.focal, (0.0, 0.0), distance, tilt, 90.0)


@given(st.sampled_from(CAMERAS), st.floats(300, 2000), st.floats(0, 60), st.floats(-150, 240))
def test_millimetres_are_as_long_as_in_a_pinhole_camera(
    camera: Optics, distance: float, tilt: float, beyond: float
) -> None:
    view = standing(camera, distance, tilt)
    here = np.array([0.0, -beyond, 0.0])  # away from the camera, which stands at y > 0
    around = here + np.array([[0, 0, 0], [0.01, 0, 0], [0, 0.01, 0]])
    origin, across, along = view.straight(around)
    least = min(np.linalg.norm(across - origin), np.linalg.norm(along - origin)) / 0.01
    assert pixels_a_mm(camera, distance, tilt, beyond) == pytest.approx(float(least), rel=0.002)


@each("camera", CAMERAS)
@each("tilt", [0.0, 15.0, 30.0])
def test_the_board_fits_from_the_least_distance_but_not_nearer(camera: Optics, tilt: float) -> None:
    distance = least_distance(camera, tilt)
    half = BOARD_MM / 2
    corners = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    image = standing(camera, distance, tilt).straight(corners)
    assert (image > 0).all()
    assert (image < camera.picture).all()
    assert distance == camera.nearest or not sees_board(camera, distance - 10, tilt)


def test_a_lens_covers_the_angle_that_its_maker_tells() -> None:
    standard = CAMERAS[0]
    assert standard.picture[0] / 2 / standard.focal == pytest.approx(np.tan(radians(33)))
    cut = CAMERAS[3]  # 16 to 9, of which a picture of 4 to 3 is cut
    assert cut.picture[1] / 2 / cut.focal == pytest.approx(np.tan(radians(35.2)) * 9 / 16)


@each("camera", CAMERAS)
def test_recommended_cameras_show_dice_large_enough_up_to_thirty_degrees(camera: Optics) -> None:
    assert enough(camera, least_distance(camera, 0), 0)
    assert enough(camera, least_distance(camera, 15), 15)


def test_a_module_still_shows_dice_larger_than_the_search() -> None:
    for camera in CAMERAS[:2]:
        assert pixels(camera, 16, least_distance(camera, 15), 15) >= COMFORT_PX


def test_from_far_away_dice_are_too_small() -> None:
    assert not enough(CAMERAS[2], 3000)


@pytest.mark.parametrize(("distance", "tilt", "beyond"), [(500, 85, 0), (100, 60, -200), (500, -1, 0)])
def test_a_place_behind_the_camera_has_no_pixels(distance: float, tilt: float, beyond: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        pixels_a_mm(CAMERAS[0], distance, tilt, beyond)


def test_the_readme_holds_the_table_as_it_is_computed() -> None:
    from pathlib import Path

    readme = Path(__file__).resolve().parents[2] / "hardware" / "README.md"
    assert table() in readme.read_text(encoding="utf-8")
