"""Boards with more amiss than most: tiles missing, swapped, crooked, rows all turned."""

from dataclasses import replace

import numpy as np
from each import each

from workshop.scenes import Scene, sample_scene
from workshop.scenes.describe.colours import LEAST_APART, difference
from workshop.scenes.describe.scene import DrawnBoard
from workshop.scenes.describe.trouble import of_one_wood
from workshop.scenes.draw.render import render


def table(seed: int, trouble: float) -> Scene:
    return sample_scene(np.random.default_rng(seed), "occe", size=(320, 240), trouble=trouble)


def board(seed: int, trouble: float) -> DrawnBoard:
    its_board = table(seed, trouble).board
    assert its_board is not None
    return its_board


def test_no_trouble_is_what_seeds_always_gave() -> None:
    assert table(3, 0.0) == sample_scene(np.random.default_rng(3), "occe", size=(320, 240))


def test_troubled_boards_lack_tiles_far_more_often() -> None:
    usual, troubled = (
        sum(tile.state == "missing" for seed in range(40) for tile in board(seed, trouble).tiles)
        for trouble in (0.0, 1.0)
    )
    assert troubled > 3 * usual


@each("seed", range(12))
def test_a_troubled_board_has_every_place_and_every_digit_once(seed: int) -> None:
    tiles = board(seed, 1.0).tiles
    assert [(t.seat, t.slot) for t in tiles] == [(s, k) for s in range(1, 5) for k in range(1, 10)]
    assert sorted(t.digit for t in tiles) == sorted([*range(1, 10)] * 4)


def test_a_tile_outside_the_picture_counts_as_covered() -> None:
    scene = table(5, 0.0)
    aside = replace(scene.camera, target=(scene.camera.target[0] + 400, scene.camera.target[1]))
    truth = render(replace(scene, camera=aside, hands=()))[1]
    for tile in truth["tiles"]:
        x, y = np.mean(tile["quad"], axis=0)
        assert tile["covered"] == (not (0 <= x < 320 and 0 <= y < 240))
    assert any(tile["covered"] for tile in truth["tiles"])


@each("seed", range(12))
def test_a_board_of_one_wood_has_gaps_and_one_colour(seed: int) -> None:
    drawn = of_one_wood(np.random.default_rng(seed), board(seed, 0.0))
    assert drawn.wood == drawn.tile_wood
    assert drawn.paint is None
    assert {tile.paint for tile in drawn.tiles} == {None}
    assert all(rim.colour is None for rim in drawn.rims if rim.style == "raised")
    assert drawn.writing.back == "plain"
    assert drawn.writing.paper is not None or difference(drawn.writing.ink, drawn.wood.colour) >= LEAST_APART
    gaps = [sum(t.state == "missing" for t in drawn.tiles if t.seat == seat) for seat in range(1, 5)]
    assert max(gaps) >= 1


def test_many_tiles_beside_the_gaps_are_turned() -> None:
    boards = [of_one_wood(np.random.default_rng(seed), board(seed, 0.0)) for seed in range(20)]
    beside = [
        tile.state
        for drawn in boards
        for seat in range(1, 5)
        for tile in drawn.tiles
        if tile.seat == seat and any(t.state == "missing" for t in drawn.tiles if t.seat == seat)
    ]
    assert beside.count("closed") > beside.count("open") > 0
