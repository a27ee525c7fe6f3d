"""A long lamp that varnish mirrors along a row of tiles."""

from dataclasses import replace

import numpy as np
import pytest
from each import each

from workshop.scenes import Scene, sample_scene
from workshop.scenes.describe.mirrored import mirrored
from workshop.scenes.describe.scene import Kind
from workshop.scenes.draw.render import render


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
