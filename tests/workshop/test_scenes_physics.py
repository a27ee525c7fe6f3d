"""Dice as a throw leaves them: what they count as, what hides them, and, with MuJoCo, that they lie on something."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from workshop.__main__ import main
from workshop.scenes import Scene, sample_scene
from workshop.scenes.describe.scene import Cube
from workshop.scenes.draw.cubes import lies, posed
from workshop.scenes.draw.render import render
from workshop.scenes.draw.thrown import hides
from workshop.scenes.film.clip import Clip, shots
from workshop.scenes.physics.leaning import against, any_side, any_turn, upon
from workshop.scenes.physics.quaternion import about_z, quaternion_of, rotation_of
from workshop.scenes.physics.resting import doubtful, lain, lean_of
from workshop.scenes.physics.solids import Solid, ground_under, solids

DIE = Cube(3, "flat", (200.0, 220.0), 16.0, 30.0, 16.0, 339)


def table(seed: int, kind: str = "occe", **wish: Any) -> Scene:
    return sample_scene(np.random.default_rng(seed), kind, harsh=0.0, **wish)  # type: ignore[arg-type]  # a kind of the tests


def tilted(degrees: float) -> np.ndarray[Any, Any]:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_a_turn_survives_its_matrix(seed: int) -> None:
    turn = any_turn(np.random.default_rng(seed))
    rotation = rotation_of(turn)
    assert np.allclose(rotation @ rotation.T, np.eye(3))
    assert abs(np.dot(quaternion_of(rotation), turn)) == pytest.approx(1, abs=1e-9)


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_every_side_of_a_die_lies_level(seed: int) -> None:
    side = any_side(np.random.default_rng(seed))
    assert np.linalg.det(side) == pytest.approx(1)
    assert lean_of(side) == pytest.approx(0)


@each(
    ("degrees", "state"), [(0, "flat"), (3, "flat"), (11.5, "flat"), (13, "cocked"), (45, "cocked")]
)
def test_a_die_is_cocked_from_twelve_degrees(degrees: float, state: str) -> None:
    scene = table(1)
    assert scene.board is not None
    x, y = scene.board.size[0] / 2, scene.board.size[1] / 2
    die = lain(scene, solids(scene), DIE, np.array([x, -y, scene.board.thick + 8]), tilted(degrees), "board")
    assert die.state == state
    assert (die.value is None) == (state == "cocked")
    assert doubtful(die) == (4 < degrees < 12)


def test_a_level_die_beyond_the_board_is_off_board() -> None:
    scene = table(1)
    die = lain(scene, solids(scene), DIE, np.array([-60.0, -80.0, 8.0]), tilted(0), "table")
    assert (die.state, die.ground) == ("off-board", 0.0)


def test_without_a_board_no_die_is_off_board() -> None:
    scene = table(1, "none")
    assert lain(scene, (), DIE, np.array([900.0, -80.0, 8.0]), tilted(0), "table").state == "flat"


def test_a_die_is_drawn_where_its_pose_says() -> None:
    rotation = tilted(30) @ rotation_of(about_z(0.4))
    cube = replace(DIE, value=None, state="cocked", pose=quaternion_of(rotation), lift=13.0)
    pose, _ = posed(cube)
    assert np.allclose(pose.rotation, rotation, atol=1e-5)
    assert np.allclose(pose.centre, [200, -220, 13])


@pytest.mark.parametrize("degrees", [0, 8, 25])
def test_the_truth_says_how_a_die_leans_and_lies_turned(degrees: float) -> None:
    leaning = replace(DIE, pose=quaternion_of(tilted(degrees) @ rotation_of(about_z(0.4))), lift=13.0)
    lean, turn = lies(leaning)
    assert lean == pytest.approx(degrees, abs=1e-3)
    assert turn == pytest.approx(90 - np.degrees(0.4), abs=0.1 + degrees / 8)  # its face is seen foreshortened


def test_a_die_that_lies_flat_is_turned_clockwise() -> None:
    assert lies(replace(DIE, turn=100.0)) == (pytest.approx(0, abs=1e-3), pytest.approx(10, abs=1e-3))


@pytest.mark.parametrize("kind", ["occe", "box", "none"])
def test_solids_stand_on_the_table_or_over_it(kind: str) -> None:
    for seed in range(6):
        for solid in solids(table(seed, kind)):
            assert min(solid.half) > 0
            assert solid.corners()[:, 2].min() > -1e-6 or solid.what == "hinged"


def test_the_ground_under_a_place_is_the_highest_top_below() -> None:
    slab = Solid("board", "box", (0.0, 0.0, 5.0), (100.0, 100.0, 5.0))
    coin = Solid("thing", "cylinder", (10.0, 0.0, 11.0), (9.0, 9.0, 1.0))
    assert ground_under((slab, coin), (10.0, 0.0), 13.0) == (12.0, "thing")
    assert ground_under((slab, coin), (10.0, 0.0), 11.0) == (10.0, "board")
    assert ground_under((slab, coin), (200.0, 0.0), 50.0) == (0.0, "table")


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_of_two_bodies_one_hides_the_other_never_both(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first = Solid("die", "box", (0.0, 0.0, 8.0), (8.0, 8.0, 8.0), any_turn(rng))
    away = rng.normal(size=3)
    x, y, z = (away / np.linalg.norm(away) * 30).tolist()
    other = Solid("die", "box", (x, y, z + 8), (8.0, 8.0, 8.0), any_turn(rng))
    eye = np.array([0.0, 0.0, 500.0])
    assert hides(first, other, eye) != hides(other, first, eye)


def test_what_lies_upon_hides_what_is_under_it() -> None:
    low = Solid("die", "box", (0.0, 0.0, 8.0), (8.0, 8.0, 8.0))
    high = Solid("die", "box", (3.0, 2.0, 24.0), (8.0, 8.0, 8.0), about_z(0.5))
    assert hides(high, low, np.array([200.0, 100.0, 500.0]))


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_a_die_is_held_over_the_ground_and_leaning(seed: int) -> None:
    rng = np.random.default_rng(seed)
    wall = Solid("rim", "box", (0.0, 0.0, 5.0), (60.0, 4.0, 5.0), about_z(float(rng.uniform(0, 6))))
    held = against(rng, (wall,), wall, 16.0)
    assert held is not None
    rotation = rotation_of(held.turn)
    assert held.centre[2] - np.abs(rotation[2]).sum() * 8 == pytest.approx(0.2)
    assert lean_of(rotation) > 10


def test_a_die_is_held_level_over_its_support() -> None:
    tile = Solid("tile", "box", (0.0, 0.0, 12.0), (15.0, 15.0, 2.0))
    held = upon(np.random.default_rng(1), tile, 16.0)
    assert held.centre[2] == pytest.approx(14 + 8 + 0.3)
    assert lean_of(rotation_of(held.turn)) == pytest.approx(0, abs=1e-4)


def test_a_die_under_another_is_covered() -> None:
    scene = table(3, "none")
    x, y = scene.camera.target
    low = Cube(1, "flat", (x, y), 0.0, 0.0, 18.0, 5, pose=(1.0, 0.0, 0.0, 0.0), lift=9.0, rests="table")
    high = replace(low, ground=0.0, lift=27.0, rests="die")
    camera = replace(scene.camera, tilt=5.0, target=(x, y))
    _, truth = render(replace(scene, dice=(low, high), props=(), hands=(), camera=camera))
    assert [(die["rests"], die["covered"]) for die in truth["dice"]] == [("table", True), ("die", False)]


@pytest.mark.parametrize("kind", ["occe", "box", "none"])
def test_thrown_dice_lie_on_something(kind: str) -> None:
    pytest.importorskip("mujoco", reason="rigid bodies need MuJoCo (extra train)")
    from workshop.scenes.physics.throwing import throw

    scene = replace(table(4, kind), dice=(DIE, replace(DIE, seed=7), replace(DIE, seed=9)))
    thrown = throw(np.random.default_rng(5), scene, 0.5)
    assert [cube.seed for cube in thrown.dice] == [339, 7, 9]
    for cube in thrown.dice:
        assert cube.pose is not None
        assert cube.lift is not None
        assert 0.6 * cube.side / 2 < cube.lift < 3 * cube.side
        assert (cube.state == "cocked") == (lean_of(rotation_of(cube.pose)) >= 12)
    image, truth = render(thrown)
    assert image.shape == (480, 640, 3)
    assert {die["state"] for die in truth["dice"]} <= {"flat", "cocked", "off-board"}


def test_the_same_chance_throws_the_same() -> None:
    pytest.importorskip("mujoco", reason="rigid bodies need MuJoCo (extra train)")
    from workshop.scenes.physics.throwing import throw

    first, again = (throw(np.random.default_rng(2), table(2), 0.3) for _ in range(2))
    assert first == again


def test_dice_tumble_and_come_to_rest() -> None:
    pytest.importorskip("mujoco", reason="rigid bodies need MuJoCo (extra train)")
    from workshop.scenes.physics.throwing import tumbling

    moments = list(tumbling(np.random.default_rng(1), replace(table(4), dice=(DIE,)), 15))
    assert all(dice[0].state == "moving" for _, dice in moments[:-1])
    assert moments[-1][1][0].state != "moving"
    assert [moment for moment, _ in moments] == pytest.approx([n / 15 for n in range(len(moments))])


def test_a_throw_of_physics_makes_a_film() -> None:
    pytest.importorskip("mujoco", reason="rigid bodies need MuJoCo (extra train)")
    from workshop.scenes.physics.throwing import thrown_act

    scene = replace(table(4), dice=(DIE, replace(DIE, seed=7)), hands=())
    act = thrown_act(np.random.default_rng(1), scene, 2, 8)
    frames = list(shots(Clip(replace(scene, dice=()), (act,), rate=8)))
    for posture, cube in zip(frames[-1].dice, act.dice, strict=True):
        assert np.allclose(posture[0].pose.centre, posed(cube)[0].centre)
    assert len(frames) > len(act.flight) / 3


def test_the_command_throws_dice_on_a_share_of_the_tables(tmp_path: Path) -> None:
    pytest.importorskip("mujoco", reason="rigid bodies need MuJoCo (extra train)")
    words = ["scenes", "--count", "2", "--size", "320x240", "--physics", "1", "--out", str(tmp_path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    lines = (tmp_path / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    dice = [die for line in lines for die in json.loads(line)["dice"]]
    assert dice
    assert all(die["rests"] for die in dice)
