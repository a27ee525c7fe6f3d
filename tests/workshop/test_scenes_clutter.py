"""Tables without a die, and solids with other than six sides."""

import numpy as np
import pytest
from each import each

from workshop.scenes.describe.clutter import without_dice
from workshop.scenes.describe.sample import sample_scene
from workshop.scenes.draw.polyhedra import SIDES, solid
from workshop.scenes.draw.render import render


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
def test_a_table_without_dice_has_none_and_nothing_lies_on_its_board(kind: str) -> None:
    kinds = set()
    for seed in range(12):
        rng = np.random.default_rng(seed)
        scene = without_dice(rng, sample_scene(rng, kind, "train"))  # type: ignore[arg-type]  # one of three
        assert scene.dice == ()
        kinds |= {thing.kind for thing in scene.things}
        for thing in scene.things:
            if scene.board is not None:
                outside = np.maximum(-np.asarray(thing.at), np.asarray(thing.at) - scene.board.size)
                assert outside.max() > max(thing.size) / 2
    assert {"polyhedron", "domino"} <= kinds


def test_its_picture_tells_of_no_die() -> None:
    rng = np.random.default_rng(3)
    picture, truth = render(without_dice(rng, sample_scene(rng, "none", "train", size=(320, 240))))
    assert truth["dice"] == []
    assert picture.std() > 1
