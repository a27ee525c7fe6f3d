"""Patches: what lies in them, where a search found something, and how they are packed."""

from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from vision.dice.search import Search
from vision.dice.views import SearchView
from workshop.train.dice import drawn_patches
from workshop.train.dice.patches import (
    DIE,
    PATCH,
    TrainingPatch,
    between,
    of_photograph,
    pack,
    patches,
    stacked,
    unpacked,
)
from workshop.train.dice.recipe import Recipe
from workshop.train.dice.store import Annotation, Photo


def a_photo(*dice: Annotation) -> Photo:
    image = np.full((240, 320, 3), 90, np.uint8)
    for die in dice:
        left, top = round(die.x - die.width / 2), round(die.y - die.height / 2)
        cv2.rectangle(image, (left, top), (left + 39, top + 39), (240, 240, 240), -1)
        for x, y in ((10, 10), (29, 10), (10, 29), (29, 29)):
            cv2.circle(image, (left + x, top + y), 4, (20, 20, 20), -1)
    return Photo(image, "anna", dice, (), 40.0, 1.0)


@pytest.fixture(scope="module")
def search() -> Search:
    return Search(models.path("dice"))


def test_every_die_is_the_middle_of_a_patch(search: Search) -> None:
    dice = (Annotation(80, 100, 40, 40, 4), Annotation(240, 150, 40, 40, 4))
    made = [patch for patch in of_photograph(a_photo(*dice), search) if patch.on_die]
    assert len(made) == 2
    for patch in made:
        assert patch.dice[0].tolist() == pytest.approx([0, 0, DIE, DIE, 4, 1], abs=0.01)
        assert any(np.hypot(x, y) < 4 and 30 < side < 52 for x, y, side in patch.spots)  # what the search found
        middle = patch.image[PATCH // 2 - 8 : PATCH // 2 + 8, PATCH // 2 - 8 : PATCH // 2 + 8]
        assert middle.mean() > 150


def test_a_neighbour_is_told_where_it_lies(search: Search) -> None:
    dice = (Annotation(100, 100, 40, 40, 4), Annotation(145, 100, 40, 40, 4))
    left, right = (patch for patch in of_photograph(a_photo(*dice), search) if patch.on_die)
    assert left.dice[1, :2].tolist() == pytest.approx([45, 0], abs=0.01)
    assert right.dice[1, :2].tolist() == pytest.approx([-45, 0], abs=0.01)


def test_two_dice_that_touch_are_not_one() -> None:
    assert between((0, 0, 40), [(0, 0, 40), (44, 0, 40), (200, 0, 40)]) == [(22, 0, pytest.approx(67.2))]


def test_a_die_that_the_border_cuts_has_no_patch() -> None:
    photo = a_photo(Annotation(5, 100, 40, 40, 4))
    whole = SearchView(np.eye(3), (320, 240), whole=True)
    assert list(patches(np.asarray(photo.image), whole, photo.dice, [(5, 100, 40)], 1.0, "anna")) == []


def test_what_was_packed_is_unpacked(tmp_path: Path, search: Search) -> None:
    every = list(of_photograph(a_photo(Annotation(80, 100, 40, 40, 4)), search))
    pack(every, tmp_path / "faces.npz")
    result, whole = unpacked(tmp_path / "faces.npz"), stacked(every)
    assert np.array_equal(result.dice, whole.dice, equal_nan=True)
    assert np.array_equal(result.spots, whole.spots, equal_nan=True)
    assert (result.source == "anna").all()
    assert np.abs(result.images.astype(int) - whole.images).mean() < 4
    assert len(result.where(result.flat).flat) == 0


def test_drawn_tables_are_seen_flat_with_their_dice(search: Search) -> None:
    rng, tables = np.random.default_rng(1), Recipe(0, 0).tables[0]
    every: list[TrainingPatch] = []
    for index in range(4):
        every += drawn_patches.of_table(tables, 5, index, search, rng)
    assert all(patch.flat and patch.image.shape == (PATCH, PATCH, 3) for patch in every)
    assert any(patch.on_die for patch in every)


def test_a_drawing_process_leaves_whole_files(tmp_path: Path, search: Search) -> None:
    every = list(drawn_patches.of_dice(search, np.random.default_rng(2), 2))
    drawn_patches.keep(stacked(every), tmp_path / "dice-1-1.npz")
    assert [file.name for file in tmp_path.iterdir()] == ["dice-1-1.npz"]
    assert len(drawn_patches.load_stack(tmp_path / "dice-1-1.npz").flat) == len(every)
    assert list(tmp_path.iterdir()) == []
