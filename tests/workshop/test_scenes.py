"""Synthetic tables: the picture and its truth say the same."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from each import each

from workshop.scenes import Scene, sample_scene
from workshop.scenes.describe.camera import Viewpoint
from workshop.scenes.describe.truth import corners_of
from workshop.scenes.draw.painter import quad, raised
from workshop.scenes.draw.render import render

KINDS = ("occe", "box", "none")


def table(seed: int, kind: str = "occe", **wish: object) -> Scene:
    return sample_scene(np.random.default_rng(seed), kind, **wish)  # type: ignore[arg-type]  # wishes of each test


def easy(seed: int) -> Scene:
    """A tagged board seen from straight above, sharp and evenly lit, without hands or clutter."""
    scene = table(seed, harsh=0.0, tags=True, size=(960, 960))
    assert scene.board is not None
    side = scene.board.size[0]
    camera = Viewpoint((960, 960), 960.0, (side / 2, side / 2), side * 1.6, 0.0, 180.0)
    look = replace(
        scene.look, exposure=1.0, gradient=0.0, bars=0.0, glare=0.0, vignette=0.0, defocus=0.0, noise=0.0,
        sharpen=0.0, jpeg=0, warmth=0.0,
    )  # fmt: skip
    tags = tuple(replace(tag, hidden=False) for tag in scene.tags)
    return replace(scene, camera=camera, look=look, tags=tags, hands=(), props=(), dice=())


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_chance_gives_the_same_picture_and_truth(kind: str) -> None:
    image, truth = render(table(3, kind))
    again, truth_again = render(table(3, kind))
    assert np.array_equal(image, again)
    assert truth == truth_again


def test_another_seed_gives_another_table() -> None:
    assert table(3) != table(4)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="occe, box or none"):
        table(1, "chess")


@each("harsh", [0.0, 1.0])
@each("kind", KINDS)
def test_all_kinds_of_tables_have_the_requested_size(kind: str, harsh: float) -> None:
    for seed in range(3):
        image, truth = render(table(seed, kind, harsh=harsh, size=(320, 240)))
        assert image.shape == (240, 320, 3)
        assert (truth["width"], truth["height"]) == (320, 240)
        assert image.std() > 1  # something is there to see


@each("seed", range(4))
def test_printed_tags_are_found_where_the_truth_puts_the_board(seed: int) -> None:
    scene = easy(seed)
    image, truth = render(scene)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(family).detectMarkers(image)
    result = dict(zip(ids.ravel().tolist(), (four[0] for four in corners), strict=True))
    assert sorted(result) == truth["board"]["tags"] == [0, 1, 2, 3]
    for tag in scene.tags:
        drawn = scene.camera.project(raised(quad(tag.at, (tag.size, tag.size), tag.turn), 0.0))
        assert np.abs(result[tag.number] - drawn).max() < 2.5  # the plain detector is within two pixels
    board = np.array(truth["board"]["corners"])
    for number in range(4):  # each tag stands nearest to its own corner: 0 at the first, and so on
        distances = np.linalg.norm(board - result[number].mean(axis=0), axis=1)
        assert distances.argmin() == number


def test_corners_run_clockwise_from_seat_one_left_hand() -> None:
    _, truth = render(easy(1))
    corners = np.array(truth["board"]["corners"])
    edges = np.roll(corners, -1, axis=0) - corners
    turns = np.cross(np.pad(edges, ((0, 0), (0, 1))), np.pad(np.roll(edges, -1, axis=0), ((0, 0), (0, 1))))
    assert (turns[:, 2] > 0).all()  # y runs down, so clockwise turns are positive
    row = [np.array(tile["center"]) for tile in truth["tiles"] if tile["player"] == 1]
    assert np.linalg.norm(row[0] - corners[0]) < np.linalg.norm(row[8] - corners[0])


@each("seed", range(6))
def test_tiles_stand_upright_for_their_seat(seed: int) -> None:
    _, truth = render(replace(easy(seed)))
    corners = np.array(truth["board"]["corners"])
    middle = corners.mean(axis=0)
    for tile in truth["tiles"]:
        top_left, top_right, bottom_right, bottom_left = np.array(tile["quad"])
        top, bottom = (top_left + top_right) / 2, (bottom_left + bottom_right) / 2
        side = (corners[tile["player"] - 1] + corners[tile["player"] - 2]) / 2
        inward = (middle - side) / np.linalg.norm(middle - side)
        assert (top - bottom) @ inward > 0  # the digit's head points to the middle of the board
        along = corners[tile["player"] - 2] - corners[tile["player"] - 1]
        assert (top_right - top_left) @ along > 0  # and its right is its seat's right


def test_an_upright_crop_shows_the_true_digit() -> None:
    """Two tiles with the same digit look alike once cut out by their quads; other digits look different."""
    scene = easy(2)
    assert scene.board is not None
    writing = replace(scene.board.writing, typeface="hershey-simplex", manner="printed", ink=(0.0, 0.0, 0.0),
                      paper=(255.0, 255.0, 255.0), height=0.7, six_nine="none")  # fmt: skip
    tiles = tuple(
        replace(tile, state="open", turn=0.0, paint=(255.0, 255.0, 255.0), digit=tile.slot, seed=2)
        for tile in scene.board.tiles
    )
    image, truth = render(replace(scene, board=replace(scene.board, writing=writing, tiles=tiles)))
    crops = {(tile["player"], tile["reads"]): upright(image, tile["quad"]) for tile in truth["tiles"]}
    for digit in range(1, 10):
        alike = [np.vdot(crops[1, digit], crops[3, other]) for other in range(1, 10)]
        assert int(np.argmax(alike)) + 1 == digit


def upright(image: np.ndarray, corners: list[list[float]]) -> np.ndarray:  # type: ignore[type-arg]  # pictures
    target = np.array([[0, 0], [31, 0], [31, 31], [0, 31]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), target)
    grey = cv2.warpPerspective(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), matrix, (32, 32))
    flat = cv2.GaussianBlur(grey[4:28, 4:28].astype(np.float32), (0, 0), 1.0)
    flat -= flat.mean()
    return np.asarray(flat / np.linalg.norm(flat))


@each("seed", range(4))
def test_without_tags_seat_one_is_lowest(seed: int) -> None:
    _, truth = render(table(seed, tags=False, harsh=0.0))
    corners = np.array(truth["board"]["corners"])
    assert truth["board"]["oriented"] is False
    lows = [(corners[seat - 1, 1] + corners[seat - 2, 1]) / 2 for seat in (1, 2, 3, 4)]
    assert lows[0] == max(lows)


def test_every_place_has_one_tile_in_order() -> None:
    for seed in range(4):
        _, truth = render(table(seed))
        places = [(tile["player"], tile["slot"]) for tile in truth["tiles"]]
        assert places == [(seat, slot) for seat in (1, 2, 3, 4) for slot in range(1, 10)]
    for seed in range(4):
        _, truth = render(table(seed, "box"))
        assert [tile["slot"] for tile in truth["tiles"]] == list(range(1, len(truth["tiles"]) + 1))
        assert len(truth["tiles"]) in (9, 10, 12)


@pytest.mark.parametrize("kind", KINDS)
def test_dice_lie_where_their_boxes_are(kind: str) -> None:
    for seed in range(5):
        scene = table(seed, kind, harsh=0.0)
        _, truth = render(scene)
        for die in truth["dice"]:
            x, y, width, height = die["box"]
            assert width > 2
            assert height > 2
            assert x < 640
            assert y < 480
            assert x + width > 0
            assert y + height > 0
            assert (die["value"] is None) == (die["state"] == "cocked") or die["state"] == "off-board"


def test_a_die_place_in_millimetres_matches_its_box() -> None:
    for seed in range(8):
        scene = table(seed, tags=True, harsh=0.0)
        _, truth = render(scene)
        if not truth["board"]["oriented"]:
            continue
        for die in truth["dice"]:
            cube = next(c for c in scene.dice if np.allclose(c.at, die["at"], atol=0.06))
            centre = scene.camera.project(np.array([[*cube.at, cube.ground + cube.side / 2]]))[0]
            x, y, width, height = die["box"]
            assert np.abs(centre - (x + width / 2, y + height / 2)).max() < 0.35 * max(width, height)


def test_a_lens_bends_and_unbends() -> None:
    camera = Viewpoint((640, 480), 420.0, (200.0, 200.0), 700.0, 20.0, 30.0, 5.0, -0.15)
    pixels = np.array([[10.0, 10.0], [320.0, 240.0], [600.0, 100.0], [639.0, 479.0]])
    assert np.abs(camera.unbend(camera.bend(pixels)) - pixels).max() < 1e-3
    assert (
        np.abs(camera.bend(pixels)[3] - pixels[3]).max() < 3
    )  # corners stay, so nothing from beyond them shows


def test_the_camera_looks_at_its_target_from_where_it_stands() -> None:
    camera = Viewpoint((640, 480), 600.0, (120.0, 80.0), 900.0, 35.0, 70.0)
    middle = camera.project(np.array([[120.0, 80.0, 0.0]]))[0]
    assert middle == pytest.approx((319.5, 239.5))
    assert np.linalg.norm(camera.where - (120.0, 80.0, 0.0)) == pytest.approx(900.0)
    assert camera.where[2] == pytest.approx(900 * np.cos(np.radians(35)))


def test_a_hand_covers_tiles_and_the_truth_says_so() -> None:
    covered = 0
    for seed in range(30):
        scene = table(seed, harsh=1.0)
        if not scene.hands:
            continue
        _, truth = render(scene)
        reported = [tile for tile in truth["tiles"] if tile["covered"]]
        assert not reported or truth["hands"]
        assert all(tile["state"] in ("open", "closed", "missing") for tile in reported)
        covered += len(reported)
        bare = render(replace(scene, hands=()))[1]
        assert not bare["hands"]
        assert not any(tile["covered"] for tile in bare["tiles"])
    assert covered > 0


def test_ordinary_boards_lie_wholly_in_the_picture() -> None:
    for seed in range(12):
        scene = table(seed, harsh=0.0)
        assert scene.board is not None
        pixels = scene.camera.project(corners_of(scene.board))
        assert (pixels > -8).all()
        assert (pixels < (648, 488)).all()
        assert scene.camera.tilt <= 35


def test_slots_of_a_box_run_left_to_right() -> None:
    _, truth = render(table(5, "box", harsh=0.0))
    corners = np.array(truth["board"]["corners"])
    right = corners[3] - corners[0]
    along = [np.array(tile["quad"]).mean(axis=0) @ right for tile in truth["tiles"]]
    assert all(here < there for here, there in pairwise(along))
    (left, end) = np.array(truth["board"]["row"])
    assert (end - left) @ right > 0
