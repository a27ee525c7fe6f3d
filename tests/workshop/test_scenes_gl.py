"""Tables drawn by OpenGL: the solids are sound without it; with it, picture and truth say the same."""

from ctypes.util import find_library
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from workshop.scenes import Scene, sample_scene
from workshop.scenes.describe.scene import Cube
from workshop.scenes.gl import mesh
from workshop.scenes.gl.lights import eye_matrix, lights_of
from workshop.scenes.gl.picture import items_of


def table(seed: int, kind: str = "occe", **wish: Any) -> Scene:
    return sample_scene(np.random.default_rng(seed), kind, size=(320, 240), **wish)  # type: ignore[arg-type]  # a kind of the tests


SOLIDS = {
    "box": mesh.box((20.0, 30.0, 5.0), 1.0),
    "die": mesh.die(0.2, 1.5),
    "prism": mesh.prism(mesh.disc(12.0), 0.0, 6.0, 0.5),
    "rod": mesh.rod(np.zeros(3), np.array([30.0, 5.0, 10.0]), (4.0, 2.0)),
}


@pytest.mark.parametrize("name", SOLIDS)
def test_solids_are_of_triangles_with_unit_normals(name: str) -> None:
    solid = SOLIDS[name]
    assert solid.faces.min() == 0
    assert solid.faces.max() == len(solid.points) - 1
    assert np.allclose(np.linalg.norm(solid.normals, axis=1), 1, atol=1e-6)
    assert solid.packed().shape == (len(solid.points), 11)


@pytest.mark.parametrize("name", ["box", "die", "prism"])
def test_normals_point_outwards(name: str) -> None:
    solid = SOLIDS[name]
    assert (((solid.points - solid.points.mean(axis=0)) * solid.normals).sum(axis=1) > -1e-6).all()


def test_a_box_keeps_its_size() -> None:
    assert np.allclose(np.ptp(SOLIDS["box"].points, axis=0), (20, 30, 5))


@pytest.mark.parametrize("seed", range(8))
def test_the_graphics_camera_sees_what_the_truth_projects(seed: int) -> None:
    camera = table(seed).camera
    points = np.random.default_rng(seed).uniform((0, 0, 0), (400, 400, 40), (5, 3))
    clip = np.column_stack([points * (1, -1, 1), np.ones(5)]) @ eye_matrix(camera).T.astype(float)
    pixels = (clip[:, :2] / clip[:, 3:] + 1) / 2 * camera.size - 0.5
    assert np.allclose(pixels, camera.straight(points), atol=0.05)


@pytest.mark.parametrize("kind", ["occe", "box", "none"])
def test_every_die_is_an_item_of_its_own_number(kind: str) -> None:
    scene = table(4, kind)
    numbers = [item.number for item in items_of(scene) if item.kind == "die"]
    assert numbers == list(range(1, len(scene.dice) + 1))


def test_light_on_a_level_surface_adds_up_to_its_own_colour() -> None:
    for seed in range(8):
        scene = table(seed)
        lights = lights_of(replace(scene, look=replace(scene.look, second=None)))
        assert lights.bright[1] * lights.lamp[2] + lights.sky[1] == pytest.approx(1)


@pytest.fixture(scope="module")
def canvas() -> Any:
    pytest.importorskip("moderngl", reason="drawing by OpenGL needs moderngl (extra train)")
    if find_library("EGL") is None:
        pytest.skip("drawing by OpenGL needs libEGL (Debian: libegl1, libgl1-mesa-dri)")
    from workshop.scenes.gl.canvas import Canvas

    return Canvas((320, 240))


@pytest.mark.parametrize("kind", ["occe", "box", "none"])
def test_the_same_scene_gives_the_same_picture_and_truth(canvas: Any, kind: str) -> None:
    from workshop.scenes.gl.picture import render

    image, truth = render(table(3, kind), canvas)
    again, truth_again = render(table(3, kind), canvas)
    assert image.shape == (240, 320, 3)
    assert np.array_equal(image, again)
    assert truth == truth_again
    assert truth["source"] == "scenes/gl"
    assert image.std() > 1


def test_a_die_is_seen_where_its_box_is(canvas: Any) -> None:
    from workshop.scenes.gl.picture import render

    scene = table(5, "none", harsh=0.0)
    x, y = scene.camera.target
    die = Cube(4, "flat", (x, y), 0.0, 20.0, 20.0, 8)
    bare = replace(scene, dice=(), things=(), hands=(), look=replace(scene.look, noise=0.0, jpeg=0))
    with_die, truth = render(replace(bare, dice=(die,)), canvas)
    left, top, width, height = truth["dice"][0]["box"]
    changed = np.abs(with_die.astype(int) - render(bare, canvas)[0]).max(axis=2)
    inside = changed[int(top) : int(top + height), int(left) : int(left + width)]
    assert (inside > 6).mean() > 0.4
    assert truth["dice"][0]["value"] == 4


def test_a_die_under_another_is_covered(canvas: Any) -> None:
    from workshop.scenes.gl.picture import render

    scene = table(3, "none")
    x, y = scene.camera.target
    low = Cube(1, "flat", (x, y), 0.0, 0.0, 18.0, 5, pose=(1.0, 0.0, 0.0, 0.0), lift=9.0, rests="table")
    camera = replace(scene.camera, tilt=5.0)
    stacked = replace(
        scene, dice=(low, replace(low, lift=27.0, rests="die")), things=(), hands=(), camera=camera
    )
    _, truth = render(stacked, canvas)
    assert [(die["rests"], die["covered"]) for die in truth["dice"]] == [("table", True), ("die", False)]


def test_a_canvas_of_another_size_is_refused(canvas: Any) -> None:
    from workshop.scenes.gl.picture import render

    with pytest.raises(ValueError, match="expected the camera's size"):
        render(sample_scene(np.random.default_rng(1), size=(640, 480)), canvas)


def test_a_film_draws_dice_as_a_picture_of_the_whole_table_does() -> None:
    pytest.importorskip("moderngl", reason="OpenGL needs the extra train")
    if find_library("EGL") is None:
        pytest.skip("there is no EGL on this machine")
    from workshop.scenes.film.clip_acts import Shot
    from workshop.scenes.gl.canvas import Canvas
    from workshop.scenes.gl.film import drawing

    scene = replace(table(4, "occe", harsh=0.0), dice=(), hands=())
    assert scene.board is not None
    middle, high = scene.board.size[0] / 2, scene.board.thick
    dice = tuple(Cube(v, "flat", (middle + 30 * v, middle), high, 20.0 * v, 18.0, 5) for v in (1, 2))
    canvas = Canvas(scene.camera.size)
    draw = drawing(canvas)
    for lying in ((), dice, dice[:1]):
        whole = canvas.painted(items_of(replace(scene, dice=lying)), scene.camera, lights_of(scene))[0]
        seen = draw(Shot(scene, lying, None)).astype(int)
        assert np.abs(seen - whole).max() <= 3
