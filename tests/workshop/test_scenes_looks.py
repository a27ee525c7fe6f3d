"""What lies beside the dice, and how a table, its tiles and its dice look: stock, colours, mirrors, hands."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

from workshop.scenes.describe.camera import Viewpoint
from workshop.scenes.describe.clutter import without_dice
from workshop.scenes.describe.colours import EQUAL, LEAST_APART, difference, inked, lightness
from workshop.scenes.describe.mirrored import mirrored
from workshop.scenes.describe.sample import sample_scene
from workshop.scenes.describe.scene import DrawnBoard, DrawnHand, Kind, Scene
from workshop.scenes.describe.stock import MARKS, WOODS, grains, marks, pick_wood, woods
from workshop.scenes.draw.hands import lay_hands
from workshop.scenes.draw.marks import draw_mark
from workshop.scenes.draw.polyhedra import SIDES, solid
from workshop.scenes.draw.render import drawn, render
from workshop.scenes.draw.textures import Picture
from workshop.scenes.draw.typefaces import digit, families, pick_typeface, readable, typefaces
from workshop.scenes.film.short import one_turn


@each(
    ("sides", "corners", "round_a_face"), [(4, 4, 3), (6, 8, 4), (8, 6, 3), (12, 20, 5), (20, 12, 3)]
)
def test_a_regular_solid_has_all_its_faces_once(sides: int, corners: int, round_a_face: int) -> None:
    points, faces = solid(sides)
    assert points.shape == (corners, 3)
    assert len(faces) == len(set(map(frozenset, faces))) == sides
    edges = {frozenset((face[k - 1], face[k])) for face in faces for k in range(len(face))}
    assert {len(face) for face in faces} == {round_a_face}
    assert corners - len(edges) + sides == 2  # Euler
    lengths = [float(np.linalg.norm(points[a] - points[b])) for a, b in map(tuple, edges)]
    assert lengths == pytest.approx([lengths[0]] * len(lengths))


def test_no_solid_that_is_drawn_has_six_sides() -> None:
    assert 6 not in SIDES


@pytest.mark.parametrize("kind", ["none", "occe", "box"])
def test_a_table_without_dice_has_an_empty_board(kind: str) -> None:
    kinds = set()
    for seed in range(12):
        rng = np.random.default_rng(seed)
        scene = without_dice(rng, sample_scene(rng, kind, "train"))  # type: ignore[arg-type]  # one of three
        assert scene.dice == ()
        kinds |= {prop.kind for prop in scene.props}
        for prop in scene.props:
            if scene.board is not None:
                outside = np.maximum(-np.asarray(prop.at), np.asarray(prop.at) - scene.board.size)
                assert outside.max() > max(prop.size) / 2
    assert {"polyhedron", "domino"} <= kinds


def test_its_picture_tells_of_no_die() -> None:
    rng = np.random.default_rng(3)
    picture, truth = render(without_dice(rng, sample_scene(rng, "none", "train", size=(320, 240))))
    assert truth["dice"] == []
    assert picture.std() > 1


def board(seed: int, colours: float) -> DrawnBoard:
    its_board = sample_scene(np.random.default_rng(seed), "occe", size=(320, 240), colours=colours).board
    assert its_board is not None
    return its_board


def test_without_them_seeds_give_what_they_always_gave() -> None:
    assert board(3, 0.0) == sample_scene(np.random.default_rng(3), "occe", size=(320, 240)).board


@each("seed", range(12))
def test_ink_and_ground_can_be_told_apart(seed: int) -> None:
    drawn = board(seed, 1.0)
    for tile in drawn.tiles:
        assert tile.paint is not None
        assert difference(tile.paint, drawn.writing.ink) >= LEAST_APART


def test_some_are_equally_bright_and_some_are_not() -> None:
    apart = [abs(lightness(b.tiles[0].paint) - lightness(b.writing.ink)) for b in (board(k, 1.0) for k in range(30))]
    assert 8 <= sum(each < EQUAL for each in apart) <= 25


def test_one_ground_a_board_a_seat_or_a_number() -> None:
    many = {len({tile.paint for tile in board(seed, 1.0).tiles}) for seed in range(30)}
    assert many == {1, 4, 9}


@each("seed", range(12))
def test_inks_differ_from_their_ground(seed: int) -> None:
    drawn = inked(np.random.default_rng(seed), board(seed, 0.0))
    for tile in drawn.tiles:
        assert tile.ink is not None
        assert difference(tile.paint or drawn.tile_wood.colour, tile.ink) >= LEAST_APART
        assert drawn.writing_of(tile).ink == tile.ink


def test_inks_vary_by_number_or_by_seat() -> None:
    boards = [inked(np.random.default_rng(seed), board(seed, 0.0)) for seed in range(20)]
    by_seat = [len({(t.seat, t.ink) for t in b.tiles}) == 4 for b in boards]
    by_number = [len({(t.digit, t.ink) for t in b.tiles}) == 9 for b in boards]
    assert all(first != second for first, second in zip(by_seat, by_number, strict=True))
    assert 4 <= sum(by_seat) <= 16


def test_only_open_tiles_are_drawn_in_their_own_ink() -> None:
    def picture(state: str, ink: tuple[float, float, float] | None) -> Picture:
        scene = sample_scene(np.random.default_rng(4), "occe", size=(640, 480), harsh=0.0)
        assert scene.board is not None
        tiles = tuple(replace(tile, state=state, ink=ink) for tile in scene.board.tiles)
        return render(replace(scene, board=replace(scene.board, tiles=tiles)))[0]

    assert not np.array_equal(picture("open", None), picture("open", (200, 30, 220)))
    assert np.array_equal(picture("closed", None), picture("closed", (200, 30, 220)))


HAND = DrawnHand((120.0, 200.0), 0.0, 150.0, 40.0, False, 3)


@each("distance", [800.0, 1200.0, 1600.0])
@each("tilt", [0.0, 25.0])
def test_an_arm_comes_in_from_the_edge(distance: float, tilt: float) -> None:
    scene = one_turn().scene
    camera = Viewpoint((320, 240), 240.0, (220.0, 220.0), distance, tilt, 90.0)
    painter, _ = drawn(replace(scene, camera=camera))
    hidden = lay_hands(painter, (HAND,)) > 0
    edge = np.concatenate([hidden[0], hidden[-1], hidden[:, 0], hidden[:, -1]])
    assert hidden.any()
    assert edge.any()


def table(seed: int, kind: Kind = "occe") -> Scene:
    return replace(sample_scene(np.random.default_rng(seed), kind, size=(640, 480), harsh=0.0), hands=())


@each("seed", range(8))
def test_the_streak_is_brightest_over_a_row_and_darkens_nothing(seed: int) -> None:
    scene = table(seed)
    lit = mirrored(np.random.default_rng(seed), scene)
    streak = lit.look.mirrored
    assert streak is not None
    quiet = replace(scene.look, noise=0.0, jpeg=0, sharpen=0.0)
    before = render(replace(scene, look=quiet))[0]
    after, truth = render(replace(scene, look=replace(quiet, mirrored=streak)))
    more = after.astype(int) - before
    assert more.min() >= 0
    y, x = np.unravel_index(int(more.sum(axis=2).argmax()), more.shape[:2])
    tiles = np.array([tile["quad"] for tile in truth["tiles"]])
    tall = np.linalg.norm(tiles[:, 3] - tiles[:, 0], axis=1).mean()
    assert np.hypot(*(tiles.mean(axis=1) - (x, y)).T).min() < 2.5 * tall


def test_its_truth_tells_of_it_and_is_else_the_same() -> None:
    scene = table(1)
    plain, lit = render(scene)[1], render(mirrored(np.random.default_rng(1), scene))[1]
    assert lit["condition"].pop("mirrored") > 0
    assert lit == plain


@pytest.mark.parametrize("kind", ["box", "none"])
def test_where_no_row_of_loose_tiles_stands_nothing_is_mirrored(kind: Kind) -> None:
    scene = table(2, kind)
    assert mirrored(np.random.default_rng(2), scene) == scene


@each("stock", [woods, marks, grains, families])
def test_training_test_and_exam_tables_share_nothing(stock: Callable[[str], tuple[object, ...]]) -> None:
    train, test, exam = (set(stock(split)) for split in ("train", "test", "exam"))
    assert train
    assert test
    assert exam
    assert not train & test
    assert not train & exam
    assert not test & exam


def test_every_wood_and_mark_belongs_to_a_split() -> None:
    assert set(woods("train")) | set(woods("test")) | set(woods("exam")) == set(WOODS)
    assert set(marks("train")) | set(marks("test")) | set(marks("exam")) == set(MARKS)


@pytest.mark.parametrize("split", ["train", "test", "exam"])
def test_sampled_tables_keep_to_their_split(split: str) -> None:
    family = {face.name: face.family for face in typefaces()}
    for seed in range(25):
        board = sample_scene(np.random.default_rng(seed), "occe", split).board  # type: ignore[arg-type]  # a table
        assert board is not None
        assert family[board.writing.typeface] in families(split)
        assert board.writing.back == "plain" or board.writing.back in marks(split)
        assert {board.wood.name, board.tile_wood.name} <= set(woods(split))


def test_picked_typefaces_have_digits_that_can_be_told_apart() -> None:
    rng = np.random.default_rng(1)
    for split in ("train", "test", "exam"):
        for _ in range(5):
            name = pick_typeface(rng, split)
            assert readable(name)
            masks = [digit(number, name) for number in range(1, 10)]
            assert all(mask.max() > 0.5 and mask.min() >= 0 for mask in masks)


def test_numbers_of_two_digits_are_wider_than_their_last_one() -> None:
    assert digit(12, "hershey-simplex").shape[1] > digit(2, "hershey-simplex").shape[1]


@each("name", MARKS)
def test_every_mark_leaves_ink(name: str) -> None:
    sheet = np.zeros((96, 96), np.uint8)
    draw_mark(sheet, name, np.random.default_rng(0))
    assert 0.02 < np.count_nonzero(sheet) / sheet.size < 0.9


def test_an_unknown_mark_is_refused() -> None:
    with pytest.raises(KeyError, match="unicorn"):
        draw_mark(np.zeros((96, 96), np.uint8), "unicorn", np.random.default_rng(0))


def test_two_cuts_of_a_wood_differ_in_shade() -> None:
    rng = np.random.default_rng(2)
    assert pick_wood(rng, "train").colour != pick_wood(rng, "train").colour


@pytest.mark.parametrize("kind", ["occe", "box", "none"])
def test_the_command_writes_pictures_and_valid_lines(tmp_path: Path, checkout: Path, kind: str) -> None:
    command = [sys.executable, "-m", "workshop", "scenes", "--kind", kind, "--count", "2", "--seed", "7",
               "--split", "test", "--size", "320x240", "--out", str(tmp_path)]  # fmt: skip
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    lines = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    assert len(lines) == 2
    for truth in lines:
        assert truth["format"] == "scene"
        assert truth["split"] == "test"
        picture = cv2.imread(str(tmp_path / truth["image"]))
        assert picture.shape[:2] == (truth["height"], truth["width"]) == (240, 320)


def test_a_split_without_a_readable_typeface_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workshop.scenes.draw.typefaces.readable", lambda name: False)
    with pytest.raises(LookupError, match="split 'exam'"):
        pick_typeface(np.random.default_rng(1), "exam")


def test_local_typefaces_need_named_folders(tmp_path: Path) -> None:
    """What is drawn here is drawn alike on every machine, whatever is installed on it."""
    reported = "from workshop.scenes.draw.typefaces import typefaces; print([face.name for face in typefaces()])"

    def names(**more: str) -> list[str]:
        env = {name: value for name, value in os.environ.items() if name != "WORKSHOP_TYPEFACES"} | more
        done = subprocess.run([sys.executable, "-c", reported], capture_output=True, text=True, check=True, env=env)
        return [str(name) for name in json.loads(done.stdout.replace("'", '"'))]

    (tmp_path / "Some-Bold.ttf").touch()
    plain = names()
    assert len(plain) == 7
    assert names(WORKSHOP_TYPEFACES=str(tmp_path)) == [*plain, "Some-Bold"]
