"""The gate's comparison of two small pictures: where detail differs, and that short cuts tell no other story."""

import cv2
import numpy as np
import pytest

from vision.follow.motion import DETAIL, LEAST, NOISES, Enough, Mask, Thumbnail, changed, moves, thumbnail
from vision.frame import Frame, Image

SHAPE = (240, 320, 3)
WOOD = cv2.GaussianBlur(np.random.default_rng(3).integers(0, 255, SHAPE).astype(np.uint8), (0, 0), 2)

Patch = tuple[int, int, int, int]
"""x, y, width, height of what is new."""


def seen(*patches: Patch, noise: float = 0.7, seed: int = 0, light: int = 0) -> Thumbnail:
    image = WOOD.astype(np.float32) + light
    for x, y, w, h in patches:
        image[y : y + h, x : x + w] = 20
    image += np.random.default_rng(seed).normal(0, noise, SHAPE)
    return thumbnail(Frame(np.clip(np.rint(image), 0, 255).astype(np.uint8), 0.0))


def everywhere(before: Thumbnail, now: Thumbnail) -> Mask:
    """The same without any short cut."""
    apart = cv2.absdiff(before.detail, now.detail).max(axis=2)
    line = max(DETAIL * now.brightness, NOISES * 1.48 * float(np.median(apart[::4, ::4])))
    kernel = np.ones((2, 2), np.uint8)
    return np.asarray(cv2.morphologyEx((apart > line).astype(np.uint8), cv2.MORPH_OPEN, kernel), np.bool_)


PLACES: list[tuple[Patch, ...]] = [
    ((150, 100, 12, 12),),
    ((40, 30, 12, 12), (70, 60, 4, 4)),
    ((5, 6, 10, 10), (300, 220, 12, 12)),  # far from each other
    ((60, 20, 180, 180),),  # much of the picture
    ((120, 60, 50, 170), (200, 30, 3, 3)),  # an arm
]


@pytest.mark.parametrize("patches", PLACES)
@pytest.mark.parametrize("noise", [0.0, 0.7, 2.0, 3.5])
def test_what_lies_around_a_change_is_all_that_differs(patches: tuple[Patch, ...], noise: float) -> None:
    before, now = seen(noise=noise, seed=1), seen(*patches, noise=noise, seed=2)
    found = changed(before, now)
    assert found.any()
    assert np.array_equal(found, everywhere(before, now))


@pytest.mark.parametrize("patches", PLACES)
@pytest.mark.parametrize("noise", [0.0, 0.7, 5.0])
@pytest.mark.parametrize("points", [LEAST, 154, 5000])
def test_enough_motion_is_told_where_there_is_so_much(
    patches: tuple[Patch, ...], noise: float, points: int
) -> None:
    before, now = seen(noise=noise, seed=1), seen(*patches, noise=noise, seed=2)
    enough, all_of_it = Enough(points), changed(before, now)
    found = changed(before, now, DETAIL, enough)
    assert enough.met(found) == moves(all_of_it, points)
    assert not (found & ~all_of_it).any()


def test_motion_counts_within_a_mask_only() -> None:
    within = np.zeros(SHAPE[:2], np.bool_)
    within[:, :160] = True
    before = seen(seed=1)
    here, there = (seen((x, 60, 50, 120), seed=2) for x in (40, 200))
    assert Enough(20, within).met(changed(before, here, DETAIL, Enough(20, within)))
    assert not Enough(20, within).met(changed(before, there, DETAIL, Enough(20, within)))


@pytest.mark.parametrize("light", [2, 9, 25])
def test_more_light_is_no_motion(light: int) -> None:
    assert not moves(changed(seen(seed=1), seen(seed=2, light=light)))


def test_pictures_of_another_size_differ_everywhere() -> None:
    other = Frame(np.zeros((100, 200, 3), np.uint8), 0.0)
    assert changed(seen(), thumbnail(other)).all()


@pytest.mark.parametrize(("size", "points"), [((960, 1280), 154), ((60, 80), 10), ((20, 30), LEAST)])
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


@pytest.mark.parametrize("light", [1.0, 0.6, 0.35])
@pytest.mark.parametrize("noise", [0.0, 0.7, 1.2])
def test_dark_things_move_in_any_light_and_noise_does_not(light: float, noise: float) -> None:
    rests = [dimmed(light, noise=noise, seed=seed) for seed in (1, 2, 3)]
    assert not any(moves(changed(rests[0], one)) for one in rests[1:])
    assert moves(changed(rests[0], dimmed(light, (150, 100, 14, 14), noise=noise, seed=4)))
