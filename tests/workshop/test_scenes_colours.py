"""Boards whose digits and grounds have any two colours, of equal brightness too."""

from dataclasses import replace

import numpy as np
from each import each

from workshop.scenes import sample_scene
from workshop.scenes.describe.colours import EQUAL, LEAST_APART, difference, inked, lightness
from workshop.scenes.describe.scene import DrawnBoard
from workshop.scenes.draw.render import render
from workshop.scenes.draw.textures import Picture


def board(seed: int, colours: float) -> DrawnBoard:
    found = sample_scene(np.random.default_rng(seed), "occe", size=(320, 240), colours=colours).board
    assert found is not None
    return found


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
def test_inks_of_their_own_are_told_apart_from_what_they_stand_on(seed: int) -> None:
    drawn = inked(np.random.default_rng(seed), board(seed, 0.0))
    for tile in drawn.tiles:
        assert tile.ink is not None
        assert difference(tile.paint or drawn.tile_wood.colour, tile.ink) >= LEAST_APART
        assert drawn.writing_of(tile).ink == tile.ink


def test_there_is_an_ink_for_each_number_or_for_each_seat() -> None:
    boards = [inked(np.random.default_rng(seed), board(seed, 0.0)) for seed in range(20)]
    by_seat = [len({(t.seat, t.ink) for t in b.tiles}) == 4 for b in boards]
    by_number = [len({(t.digit, t.ink) for t in b.tiles}) == 9 for b in boards]
    assert all(one != other for one, other in zip(by_seat, by_number, strict=True))
    assert 4 <= sum(by_seat) <= 16


def test_only_open_tiles_are_drawn_in_their_own_ink() -> None:
    def picture(state: str, ink: tuple[float, float, float] | None) -> Picture:
        scene = sample_scene(np.random.default_rng(4), "occe", size=(640, 480), harsh=0.0)
        assert scene.board is not None
        tiles = tuple(replace(tile, state=state, ink=ink) for tile in scene.board.tiles)
        return render(replace(scene, board=replace(scene.board, tiles=tiles)))[0]

    assert not np.array_equal(picture("open", None), picture("open", (200, 30, 220)))
    assert np.array_equal(picture("closed", None), picture("closed", (200, 30, 220)))
