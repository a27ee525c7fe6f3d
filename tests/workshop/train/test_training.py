"""What the trainings share: augmentation."""

import hashlib

import cv2
import numpy as np
import pytest
from each import each

from workshop.train.augment import (
    augmented_colours,
    augmented_light,
    augmented_photo,
    from_afar,
    occluded,
    other_colours,
    other_ink,
)

GRAIN = np.random.default_rng(1).standard_normal((256, 256, 3), np.float32)
PICTURE = (np.random.default_rng(0).random((64, 64, 3)) * 255).astype(np.uint8)
AUGMENTED = {
    "photo": lambda rng: augmented_photo(PICTURE, rng, GRAIN),
    "light": lambda rng: augmented_light(PICTURE, rng),
    "colours": lambda rng: augmented_colours(PICTURE, rng),
    "turned": lambda rng: other_colours(PICTURE, rng),
    "ink": lambda rng: other_ink(PICTURE, rng),
    "afar": lambda rng: from_afar(PICTURE, rng.uniform(0.3, 0.8)),
    "hand": lambda rng: occluded(PICTURE, rng),
}


def digests(name: str, seed: int, count: int = 8) -> list[str]:
    cv2.setRNGSeed(seed)
    rng = np.random.default_rng(seed)
    pictures = [AUGMENTED[name](rng) for _ in range(count)]
    assert {(picture.shape, picture.dtype) for picture in pictures} == {(PICTURE.shape, PICTURE.dtype)}
    return [hashlib.sha256(picture.tobytes()).hexdigest() for picture in pictures]


@each("name", AUGMENTED)
def test_augmentation_varies_by_picture_and_repeats_by_seed(name: str) -> None:
    assert len(set(digests(name, 3))) > 1
    assert digests(name, 3) == digests(name, 3)


def test_from_afar_fine_detail_is_gone_and_the_mean_stays() -> None:
    image = from_afar(PICTURE, 0.3)
    assert image.std() < 0.6 * PICTURE.std()
    assert image.mean() == pytest.approx(PICTURE.mean(), abs=4)


def test_turned_colours_make_some_digits_as_bright_as_their_grounds() -> None:
    """Black on white becomes any two colours as far apart; a third of them differ little in brightness."""
    written = np.full((32, 32, 3), 200, np.uint8)
    written[8:24, 8:24] = 60
    rng, steps = np.random.default_rng(5), []
    for _ in range(60):
        image = cv2.cvtColor(other_colours(written, rng), cv2.COLOR_BGR2LAB).astype(float)
        ink, ground = image[16, 16], image[2, 2]
        steps.append(abs(ink[0] - ground[0]) / 2.55)
        assert np.linalg.norm(ink - ground) > 25
    assert 0.15 < np.mean(np.array(steps) < 15) < 0.6
