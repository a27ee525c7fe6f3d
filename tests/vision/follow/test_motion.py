"""The gate's comparison of two small pictures: where detail differs, on plain pictures and on drawn films."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import pytest
from each import each

from vision.follow.motion import LEAST, Enough, Thumbnail, changed, moved, moves, thumbnail
from vision.frame import Frame, Image
from workshop.scenes.describe.scene import Cube
from workshop.scenes.film.clip import Clip, Rest, Throw, film, shots
from workshop.scenes.film.short import one_turn

SHAPE = (240, 320, 3)
WOOD = cv2.GaussianBlur(np.random.default_rng(3).integers(0, 255, SHAPE).astype(np.uint8), (0, 0), 2)

Patch = tuple[int, int, int, int]
"""x, y, width, height of what is new."""


def small_picture(*patches: Patch, noise: float = 0.7, seed: int = 0, light: int = 0) -> Thumbnail:
    image = WOOD.astype(np.float32) + light
    for x, y, w, h in patches:
        image[y : y + h, x : x + w] = 20
    image += np.random.default_rng(seed).normal(0, noise, SHAPE)
    return thumbnail(Frame(np.clip(np.rint(image), 0, 255).astype(np.uint8), 0.0))


PLACES: list[tuple[Patch, ...]] = [
    ((150, 100, 12, 12),),
    ((40, 30, 12, 12), (70, 60, 4, 4)),
    ((5, 6, 10, 10), (300, 220, 12, 12)),  # far from each other
    ((60, 20, 180, 180),),  # much of the picture
    ((120, 60, 50, 170), (200, 30, 3, 3)),  # an arm
]


@each("patches", PLACES)
@each("noise", [0.0, 0.7, 2.0, 3.5])
def test_only_new_parts_of_a_picture_differ(
    patches: tuple[Patch, ...], noise: float
) -> None:
    result = moved(small_picture(noise=noise, seed=1), small_picture(*patches, noise=noise, seed=2))
    near = np.zeros(SHAPE[:2], np.bool_)
    for x, y, w, h in patches:
        near[max(0, y - 5) : y + h + 5, max(0, x - 5) : x + w + 5] = True
        assert result[y : y + h, x : x + w].any()
    assert not (result & ~near).any()


def test_motion_counts_within_a_mask_only() -> None:
    within = np.zeros(SHAPE[:2], np.bool_)
    within[:, :160] = True
    before = small_picture(seed=1)
    here, there = (small_picture((x, 60, 50, 120), seed=2) for x in (40, 200))
    assert Enough(20, within).met(changed(before, here))
    assert not Enough(20, within).met(changed(before, there))


@pytest.mark.parametrize("light", [2, 9, 25])
def test_more_light_is_no_motion(light: int) -> None:
    assert not moves(changed(small_picture(seed=1), small_picture(seed=2, light=light)))


def test_pictures_of_another_size_differ_everywhere() -> None:
    other = Frame(np.zeros((100, 200, 3), np.uint8), 0.0)
    assert changed(small_picture(), thumbnail(other)).all()


@pytest.mark.parametrize(("size", "points"), [((960, 1280), 231), ((60, 80), 15), ((20, 30), LEAST)])
def test_a_shadows_edge_is_told_by_the_whole_picture(size: tuple[int, int], points: int) -> None:
    image: Image = np.zeros((*size, 3), np.uint8)
    part = slice(0, size[0] // 2), slice(0, size[1] // 2)
    assert thumbnail(Frame(image, 0.0)).shadow == thumbnail(Frame(image, 0.0), part).shadow == points


def dimmed(light: float, *patches: Patch, noise: float, seed: int) -> Thumbnail:
    """Wood with patches a little darker than itself, in less light; a camera's noise stays as it is."""
    image = WOOD.astype(np.float32)
    for x, y, w, h in patches:
        image[y : y + h, x : x + w] *= 0.5
    image = light * image + np.random.default_rng(seed).normal(0, noise, SHAPE)
    return thumbnail(Frame(np.clip(np.rint(image), 0, 255).astype(np.uint8), 0.0))


@each("light", [1.0, 0.6, 0.35])
@each("noise", [0.0, 0.7, 1.2])
def test_dark_things_move_in_any_light_and_noise_does_not(light: float, noise: float) -> None:
    rests = [dimmed(light, noise=noise, seed=seed) for seed in (1, 2, 3)]
    assert not any(moves(changed(rests[0], rest)) for rest in rests[1:])
    assert moves(changed(rests[0], dimmed(light, (150, 100, 14, 14), noise=noise, seed=4)))


DARK = 28
"""Seed of a die whose body is nearly black."""
FELT = (38.0, 26.0, 52.0)
RATE = 10.0


@cache
def rolling() -> tuple[tuple[Image, bool], ...]:
    """A dark die thrown on dark felt, picture by picture without noise, and whether it moves from the one before."""
    scene = one_turn().scene
    assert scene.board is not None, "an occe table has a board"
    assert scene.board.middle is not None, "and that a middle"
    board = replace(scene.board, middle=replace(scene.board.middle, colour=FELT))
    scene = replace(scene, board=board, look=replace(scene.look, noise=0.0))
    at = (board.size[0] / 2, board.size[1] / 2)
    act = Throw(1, (Cube(5, "flat", at, board.thick, 30.0, 16.0, DARK),))
    clip = Clip(scene, (act, Rest(1.0)), RATE)
    places = [[die[-1].pose.centre.tolist() for die in shot.dice] for shot in shots(clip)]
    pictures = [still.image for still in film(clip)]
    alone = [not shot.hands for shot in shots(clip)]
    flown = alone.index(True)
    moves = [True, *(before != now for before, now in pairwise(places))]
    return tuple(zip(pictures[flown:], moves[flown:], strict=True))


Wear = Callable[[Image, np.ndarray], Image]
"""A picture as a camera gives it, made of a clean one and of noise of one grey level."""


def grain(levels: float) -> Wear:
    return lambda image, noise: np.clip(image + levels * noise, 0, 255).astype(np.uint8)


def jpeg(quality: int) -> Wear:
    def worn(image: Image, noise: np.ndarray) -> Image:
        _, file = cv2.imencode(".jpg", grain(3)(image, noise), [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), np.uint8)

    return worn


def poor_light(image: Image, noise: np.ndarray) -> Image:
    """A quarter of the light, and a camera that makes up for half of it, its noise too."""
    return grain(8)(np.asarray(image * 0.5, np.uint8), noise)


def motions_of(wears: Mapping[str, Wear], pictures: Iterable[Image]) -> dict[str, list[bool]]:
    """Whether motion is seen from each picture to the next, for each wear; the noise is the same for all."""
    rng = np.random.default_rng(4)
    glances: dict[str, list[Thumbnail]] = {name: [] for name in wears}
    for k, image in enumerate(pictures):
        noise = rng.standard_normal(image.shape)
        for name, wear in wears.items():
            glances[name].append(thumbnail(Frame(wear(image, noise), k / RATE)))
    return {name: [moves(moved(*both)) for both in pairwise(shown)] for name, shown in glances.items()}


def test_a_dark_die_that_rolls_over_dark_felt_is_seen() -> None:
    pictures, moves = zip(*rolling(), strict=True)
    rolls, last = moves.index(False) - 2, moves.index(False) - 1  # it hardly moves as it comes to rest
    wears = {f"grain {levels}": grain(levels) for levels in (0, 2, 4, 6, 10)}
    wears |= {f"quality {quality}": jpeg(quality) for quality in (80, 40)}
    seen_to_move = motions_of(wears, pictures)
    assert {name: motion for name, motion in seen_to_move.items() if not all(motion[:rolls])} == {}
    assert {name: motion for name, motion in seen_to_move.items() if any(motion[last:])} == {}


def test_a_still_table_is_still_however_its_pictures_are_worn() -> None:
    *_, (image, _) = rolling()
    wears = {f"grain {levels}": grain(levels) for levels in (2, 6, 10)} | {"poor light": poor_light}
    wears |= {f"quality {quality}": jpeg(quality) for quality in (90, 60, 50)}
    assert {name: motion for name, motion in motions_of(wears, [image] * 30).items() if any(motion)} == {}
