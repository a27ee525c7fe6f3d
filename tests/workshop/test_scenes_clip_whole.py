"""Acts about the whole picture: a covered camera, a dimmed lamp, two hands at once, a board that is turned."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from each import each

from workshop.scenes.describe.scene import Cube
from workshop.scenes.describe.truth import corners_of
from workshop.scenes.film.before_lens import veiled
from workshop.scenes.film.clip import Both, Dim, Hover, Rest, Throw, Turn, Unseen, Wheel, ends, shots
from workshop.scenes.film.short import one_turn

DIE = Cube(5, "flat", (200.0, 220.0), 16.0, 30.0, 17.0, 339)
OTHER = replace(DIE, value=3, at=(240.0, 180.0))
GREY = np.full((720, 960, 3), 100, np.uint8)


def whole(*acts):
    clip = replace(one_turn(), acts=acts)
    return clip, list(shots(clip))


def closed(shot):
    return {(tile.seat, tile.slot) for tile in shot.scene.board.tiles if tile.state == "closed"}


def test_what_happens_while_the_camera_is_covered_has_happened_afterwards():
    _, (*frames, last, _) = whole(Unseen((Throw(1, (DIE,)), Turn(3, (4,), "closed"))), Rest(0.1))
    assert (last.covered, last.lying, closed(last)) == (0.0, (DIE,), {(3, 4)})
    assert all(shot.covered == 1 for shot in frames[3:-3])
    assert not any(shot.lying or closed(shot) for shot in frames if shot.covered == 0)


@each("covered", [0.0, 0.4, 0.9, 1.0])
def test_a_palm_before_the_lens_hides_the_picture_from_above(covered):
    _, (shot,) = whole(Rest(0.05))
    observation = veiled(lambda: GREY, replace(shot, covered=covered))
    rows = observation.mean(axis=(1, 2))
    assert (rows[0] < 60) == (covered > 0)
    assert (rows[-1] < 60) == (covered == 1)
    assert all(first <= next_ + 1e-6 for first, next_ in pairwise(rows))


def test_a_dimmed_lamp_stays_so_until_it_is_lit_again():
    _, frames = whole(Dim(0.5), Turn(1, (8,), "closed"), Dim(1.0, 0.1), Rest(0.2))
    light = [shot.light for shot in frames]
    assert min(light) == light[20] == 0.5
    assert light[-1] == 1
    assert closed(frames[-1]) == {(1, 8)}
    assert veiled(lambda: GREY, frames[20]).mean() == pytest.approx(50, abs=1)


@pytest.mark.parametrize("later", [-0.5, 0.0, 0.5])
def test_two_hands_act_at_once_each_in_its_time(later):
    both = Both(Turn(1, (8,), "closed"), Throw(3, (OTHER,)), later)
    _, frames = whole(Throw(1, (DIE,)), both)
    assert any(len(shot.hands) == 2 for shot in frames)
    assert (frames[-1].lying, closed(frames[-1]), frames[-1].hands) == ((OTHER,), {(1, 8)}, ())


def test_a_hand_that_hovers_meanwhile_changes_nothing():
    _, frames = whole(Both(Hover(3, (200.0, 200.0), 3.0), Throw(1, (DIE,))))
    assert (frames[-1].lying, closed(frames[-1])) == ((DIE,), set())


def test_dice_that_are_kept_stay_as_they_lie():
    clip, frames = whole(Throw(1, (DIE, OTHER)), Throw(1, (replace(OTHER, at=(180.0, 260.0)),), stays=(0,)))
    begins = round(ends(clip)[0] * clip.rate)
    assert all(shot.lying[0] == DIE for shot in frames[begins:])
    assert [cube.at for cube in frames[-1].lying] == [DIE.at, (180.0, 260.0)]


def test_a_hand_lingers_over_the_tile_it_turned():
    short, long = (whole(Turn(1, (8,), "closed", lingers=seconds))[1] for seconds in (0.0, 2.0))
    assert len(long) - len(short) == round(2.0 * one_turn().rate)
    assert all(shot.hands for shot in long[:-1])


@pytest.mark.parametrize("turn", [90.0, -90.0, 83.0])
def test_a_turned_board_carries_everything_on_it(turn):
    _, frames = whole(Throw(1, (DIE,)), Wheel(1, turn))
    first, last = frames[0].scene, frames[-1].scene
    before, now = (scene.camera.project(corners_of(scene.board)) for scene in (first, last))
    assert frames[-1].lying == (DIE,)
    if abs(turn) == 90:
        assert now == pytest.approx(np.roll(before, -1 if turn > 0 else 1, axis=0), abs=0.5)
    assert now.mean(axis=0) == pytest.approx(before.mean(axis=0), abs=4)
    assert any(shot.hands for shot in frames)
