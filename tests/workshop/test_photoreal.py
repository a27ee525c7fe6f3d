"""The photoreal renderer's pure part: solids, light and truth follow the scene, without Blender."""

import json
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

from workshop.scenes import Scene, sample_scene
from workshop.scenes.describe.camera import Floats, Viewpoint
from workshop.scenes.describe.scene import Cube, DrawnHand, Prop
from workshop.scenes.describe.stock import pick_wood
from workshop.scenes.describe.truth import tile_quad
from workshop.scenes.draw.cubes import posed
from workshop.scenes.draw.die import upper
from workshop.scenes.draw.occe import rim_bars
from workshop.scenes.draw.polyhedra import lying
from workshop.scenes.draw.props import KINDS, SIZES
from workshop.scenes.photoreal.boards import board_solids
from workshop.scenes.photoreal.cast import die_points, die_solid
from workshop.scenes.photoreal.clutter import prop_solids, tag_solids
from workshop.scenes.photoreal.described import Description, described, settled
from workshop.scenes.photoreal.forms import Mesh, outline, rod, slab
from workshop.scenes.photoreal.hand import hand_solids
from workshop.scenes.photoreal.inscribed import sheet_of_faces
from workshop.scenes.photoreal.looks import KeptLooks
from workshop.scenes.photoreal.room import room_of, tinted
from workshop.scenes.photoreal.sensor import developed
from workshop.scenes.photoreal.truths import box_of, hands_mask, truth_of
from workshop.scenes.photoreal.wood import sawn, tabletop
from workshop.scenes.physics.solids import solids_of
from workshop.scenes.rigs import RigLook, looks, rig, start


def table(seed: int, kind: str = "occe", **wish: object) -> Scene:
    wish = {"size": (320, 240), **wish}
    return settled(sample_scene(np.random.default_rng(seed), kind, **wish))  # type: ignore[arg-type]  # wishes of each test


def volume(solid: Mesh) -> float:
    """Signed volume, mm³: positive when all faces look outwards."""
    total = 0.0
    for face in solid.faces:
        first, *others = (solid.vertices[corner] for corner in face)
        total += sum(first @ np.cross(a, b) for a, b in pairwise(others)) / 6
    return float(total)


def is_sound(solid: Mesh) -> bool:
    """Whether every face's corners exist, and places on the picture lie on it."""
    corners = np.concatenate([np.array(face) for face in solid.faces])
    inside = (solid.uv > -1e-6).all() and (solid.uv < 1 + 1e-6).all()
    return bool(
        corners.max() < len(solid.vertices) == len(solid.uv) and inside and np.isfinite(solid.vertices).all()
    )


def quad_frame(face: Floats) -> tuple[Floats, Floats, Floats, tuple[float, float]]:
    """Middle, right, up and (width, height) of a face (4, 3), upright top-left first."""
    right, up = face[1] - face[0], face[0] - face[3]
    wide, tall = float(np.linalg.norm(right)), float(np.linalg.norm(up))
    return face.mean(axis=0), right / wide, up / tall, (wide, tall)


def test_slabs_have_their_size_and_face_outwards() -> None:
    made = slab(outline((30.0, 40.0), 3.0), 5.0, 0.5)
    assert made.vertices.min(axis=0) == pytest.approx([-15, -20, -5])
    assert made.vertices.max(axis=0) == pytest.approx([15, 20, 0])
    assert 0.93 * 30 * 40 * 5 < volume(made) < 30 * 40 * 5


def test_a_rod_reaches_from_end_to_end_and_looks_outwards() -> None:
    made = rod(np.array([0.0, 0, 0]), np.array([50.0, 0, 0]), (5.0, 3.0))
    assert made.vertices[:, 0].min() == pytest.approx(-5, abs=0.3)
    assert made.vertices[:, 0].max() == pytest.approx(53, abs=0.3)
    assert volume(made) > 0


@pytest.mark.parametrize("kind", ["occe", "box"])
def test_tiles_upper_faces_lie_where_the_truth_has_them(kind: str) -> None:
    board = table(3, kind).board
    assert board is not None
    tiles = board_solids(board, 1.0)[-1]
    standing = [tile for tile in board.tiles if tile.state != "missing"]
    each = len(tiles.vertices) // len(standing)
    for index, tile in enumerate(standing):
        middle, right, up, size = quad_frame(tile_quad(board, tile) * (1, -1, 1))
        own = tiles.vertices[index * each : (index + 1) * each] - middle
        assert np.abs(own @ right).max() == pytest.approx(size[0] / 2, abs=0.01)
        assert np.abs(own @ up).max() == pytest.approx(size[1] / 2, abs=0.01)
        depth = own @ np.cross(right, up)
        assert depth.max() == pytest.approx(0, abs=0.01)
        assert depth.min() == pytest.approx(-tile.thick, abs=0.01)


@pytest.mark.parametrize("kind", ["occe", "box"])
def test_boards_fill_the_very_solids_that_dice_bounce_off(kind: str) -> None:
    """What is photographed reaches as far as the shared solids do: felt, hinge and bevels change half a mm."""
    for seed in range(6):
        board = table(seed, kind).board
        assert board is not None
        shared = np.concatenate([part.corners() for part in solids_of(board)])
        observation = np.concatenate([solid.vertices for solid in board_solids(board, 1.0)])
        assert np.abs(observation.min(axis=0) - shared.min(axis=0)).max() < 0.5
        assert np.abs(observation.max(axis=0) - shared.max(axis=0)).max() < 0.5


@each("seed", range(6))
def test_a_many_sided_die_lies_as_the_painter_has_it(seed: int) -> None:
    prop = Prop("polyhedron", (100.0, 50.0), 30.0, (20.0, 20.0), 16.0, seed)
    (result,) = prop_solids(prop)
    points, faces, _, _ = lying(prop, 0.0)
    assert is_sound(result)
    assert volume(result) > 0
    assert len(result.faces) == len(faces)
    assert np.allclose(result.vertices.max(axis=0), (points * (1, -1, 1)).max(axis=0))
    assert result.vertices[:, 2].min() == pytest.approx(0, abs=1e-6)


def test_sheets_show_open_digits_and_closed_backs() -> None:
    board = table(5).board
    assert board is not None
    plain = replace(board.writing, manner="printed", ink=(0.0, 0.0, 0.0), paper=None, back="plain")
    pale = replace(board.tile_wood, colour=(200.0, 210.0, 220.0), strength=0.1)
    tiles = tuple(replace(tile, paint=None) for tile in board.tiles)
    opened, _, columns = sheet_of_faces(
        replace(board, tile_wood=pale, writing=plain, tiles=tuple(replace(t, state="open") for t in tiles)),
        3.0,
    )
    closed, _, _ = sheet_of_faces(
        replace(board, tile_wood=pale, writing=plain, tiles=tuple(replace(t, state="closed") for t in tiles)),
        3.0,
    )
    assert columns == 6
    assert (opened < 40).mean() > (closed < 40).mean() + 0.01


@each("value", range(1, 7))
def test_the_value_shows_on_top_of_a_die(value: int) -> None:
    cube = Cube(value, "flat", (0.0, 0.0), 10.0, 30.0, 16.0, seed=value)
    solid = die_solid(cube)
    assert is_sound(solid)
    assert volume(solid) > 0.5 * 16**3
    assert solid.vertices[:, 2].min() == pytest.approx(10.0, abs=0.6)
    assert solid.vertices[:, 2].max() < 26.01
    pose, look = posed(cube)
    assert upper(pose, look) == value
    assert isinstance(solid.surface.colour, np.ndarray)


def test_drilled_pips_lie_below_the_face() -> None:
    for seed in range(40):
        cube = Cube(1, "flat", (0.0, 0.0), 0.0, 0.0, 16.0, seed=seed)
        if posed(cube)[1].depth > 0.3:
            break
    points = die_points(cube)
    middle = points[np.hypot(points[:, 0], points[:, 1]) < 0.6]
    assert 14 < middle[:, 2].max() < 15.9


@each("kind", KINDS)
@each("seed", [1, 2])
def test_things_stand_on_the_table_where_they_are(kind: str, seed: int) -> None:
    wide, tall, high = (low for low, _ in SIZES[kind])
    prop = Prop(kind, (100.0, 50.0), 30.0, (wide, tall), high, seed)
    result = prop_solids(prop)
    assert all(is_sound(solid) for solid in result)
    points = result[0].vertices
    assert min(solid.vertices[:, 2].min() for solid in result) == pytest.approx(0, abs=0.6)
    assert np.abs(points[:, :2].mean(axis=0) - (100, -50)).max() < 0.25 * max(wide, tall)


def test_a_hidden_tag_has_a_scrap_of_paper_over_it() -> None:
    tag = table(2, tags=True).tags[0]
    shown, hidden = (tag_solids(replace(tag, hidden=hidden)) for hidden in (False, True))
    assert (len(shown), len(hidden)) == (1, 2)


def test_a_hand_is_one_skin_where_its_mask_is() -> None:
    hand = DrawnHand((150.0, 150.0), 0.0, 150.0, 40.0, False, 3)
    assert [solid.skin > 0 for solid in hand_solids(hand)] == [True, False, True]
    camera = Viewpoint((320, 240), 300.0, (150.0, 150.0), 700.0, 0.0, 180.0)
    mask = hands_mask(replace(table(1), hands=(hand,), camera=camera))
    assert mask is not None
    (x, y) = np.round(camera.project(np.array([[170.0, 150.0, 20.0]]))[0]).astype(int)
    assert mask[y, x] == 255
    assert 0.005 < np.count_nonzero(mask) / mask.size < 0.5


@pytest.mark.parametrize("kind", ["occe", "box", "none"])
def test_every_solid_of_a_scene_is_sound(kind: str) -> None:
    for seed in range(2):
        made = described(table(seed, kind, harsh=1.0))
        assert isinstance(made, Description)
        assert all(is_sound(solid) for solid in made.solids)
        assert made.room.aperture > 0


def test_the_same_scene_is_described_the_same() -> None:
    first, second = described(table(4)), described(table(4))
    assert all(np.array_equal(a.vertices, b.vertices) for a, b in zip(first.solids, second.solids, strict=True))
    colours = [(a.surface.colour, b.surface.colour) for a, b in zip(first.solids, second.solids, strict=True)]
    assert all(np.array_equal(np.asarray(a), np.asarray(b)) for a, b in colours)


def test_flat_dice_half_upon_a_rim_are_left_out() -> None:
    scene = next(
        s for s in map(table, range(50)) if s.board is not None and s.board.rims[0].style == "raised"
    )
    assert scene.board is not None
    x, y = rim_bars(scene.board.rims[1])[0].mean(axis=0)
    ground, edge = scene.board.thick, (float(x), float(y))
    free = (scene.board.size[0] / 2, scene.board.size[1] / 2)
    dice = tuple(Cube(3, "flat", at, ground, 0.0, 14.0, 5) for at in (edge, free))
    assert [cube.at for cube in settled(replace(scene, dice=dice)).dice] == [free]


def test_lamps_hang_over_the_table_and_their_light_adds_up() -> None:
    for seed in range(12):
        room = room_of(table(seed, harsh=1.0))
        assert all(lamp.at[2] > 100 for lamp in room.lamps)
        assert 0.7 < room.ambient + sum(lamp.flux for lamp in room.lamps[:1]) < 1.3
    assert tinted(2700)[0] > tinted(2700)[2]
    assert tinted(8000)[0] < tinted(8000)[2]


def test_a_sawn_wood_has_its_woods_mean_colour() -> None:
    rng = np.random.default_rng(1)
    for split in ("train", "test", "exam"):
        wood = pick_wood(rng, split)
        picture, heights = sawn(wood, (60.0, 30.0), 4.0, rng, upright=True)
        assert picture.shape == (120, 240, 3)
        assert heights.shape == picture.shape[:2]
        assert np.abs(picture.mean(axis=(0, 1)) - wood.colour).max() < 70


@each(
    "kind", ["wood", "cloth", "paper", "white", "checks", "stripes", "dots", "stone", "print"]
)
def test_every_table_top_has_a_picture(kind: str) -> None:
    top = table(1).table
    wood = pick_wood(np.random.default_rng(0), "exam")
    picture, heights, rough = tabletop(replace(top, kind=kind, wood=wood), 800.0, 256)
    assert picture.shape == (256, 256, 3)
    assert heights is None or heights.shape == (256, 256)
    assert 0 < rough <= 1


def test_exposure_equals_dark_and_bright_rooms() -> None:
    scene = table(6, harsh=0.0)
    room = room_of(scene)
    light = np.full((240, 320, 3), 0.2, np.float32)
    light[80:160, 100:200] = 0.05
    means = [developed(light * np.float32(factor), scene, room).mean() for factor in (0.7, 1.4)]
    assert abs(means[0] - means[1]) < 25
    assert 60 < means[0] < 190


def test_the_truth_names_its_renderer_and_valid_boxes() -> None:
    for seed in range(8):
        scene = table(seed)
        truth = truth_of(scene)
        assert truth["source"] == "scenes/photoreal"
        for die in truth["dice"]:
            corners = np.array(die["outline"])
            x, y, width, height = die["box"]
            assert (corners.min(axis=0) <= np.array([x, y]) + 1).all()
            assert (corners.max(axis=0) >= np.array([x + width, y + height]) - 1).all()


def test_a_box_is_tight_around_a_die_seen_from_above() -> None:
    camera = Viewpoint((640, 480), 600.0, (0.0, 0.0), 500.0, 0.0, 180.0)
    cube = Cube(4, "flat", (0.0, 0.0), 0.0, 0.0, 16.0, 8)
    x, y, width, height = box_of(cube, camera)
    assert width == pytest.approx(16 * 600 / 492, rel=0.06)
    assert (x + width / 2, y + height / 2) == pytest.approx((320, 240), abs=0.3)


def test_pictures_that_are_there_are_told_anew_without_blender(tmp_path: Path, checkout: Path) -> None:
    cv2.imwrite(str(tmp_path / "occe-3-00001.png"), np.zeros((240, 320, 3), np.uint8))
    command = [sys.executable, "-m", "workshop.scenes.photoreal", "--seed", "3", "--count", "3", "--split", "exam",
               "--size", "320x240", "--labels", "--out", str(tmp_path)]  # fmt: skip
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    lines = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    assert [line["image"] for line in lines] == ["occe-3-00001.png"]
    assert lines[0]["split"] == "exam"


def test_only_the_thin_part_speaks_to_blender(checkout: Path) -> None:
    folder = checkout / "workshop/scenes"
    speaking = [
        path.name for path in folder.rglob("*.py") if "import bpy" in path.read_text(encoding="utf-8")
    ]
    assert speaking == ["blender.py"]


def test_the_looks_of_a_table_are_made_once(tmp_path):
    made: list[str] = []

    def photograph(scene: Scene, path: Path) -> None:
        made.append(path.stem)
        cv2.imwrite(str(path), np.full((8, 8, 3), len(scene.dice), np.uint8))

    def at_table(stored: KeptLooks) -> list[RigLook]:
        look = replace(rig(8405, 2), draw=stored)
        return [start(look), *looks(look, 2)]

    first = at_table(KeptLooks(tmp_path, photograph))
    again = at_table(KeptLooks(tmp_path))
    assert made == ["8405-2-0", "8405-2-1", "8405-2-2"]
    for look, other in zip(first, again, strict=True):
        assert np.array_equal(look.image, other.image)
        assert (look.truth, look.kinds) == (other.truth, other.kinds)
        assert look.truth["source"] == "scenes/photoreal"
        assert len(look.truth["dice"]) == look.image[0, 0, 0]
    with pytest.raises(FileNotFoundError, match="8405-2-3"):
        list(looks(replace(rig(8405, 2), draw=KeptLooks(tmp_path)), 3))
