"""Cameras as they are mounted: with a wide lens, head first, from any side; the whole way, on drawn tables."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from each import each

import models
from vision.board.finder import BoardFinder
from vision.calibration.learn import Calibration, learn, learn_on
from vision.dice.reader import DiceReader
from vision.frame import Frame, Image
from vision.geometry.plane import DIRECTIONS, seat1_at
from vision.look import Eyes
from vision.observation import Piece, Side
from vision.tiles.reader import TileReader
from workshop.scenes import sample_scene
from workshop.scenes.draw.render import render

Truth = dict[str, Any]
LENS = -0.12
"""About what k1 = -0.17 at a focal length of two thirds of the width comes to, its middle enlarged by 1.18."""


@cache
def eyes() -> Eyes:
    tiles = TileReader(models.path("rows"), models.path("tiles"), models.path("hinges"))
    return Eyes(
        DiceReader(models.path("dice"), models.path("faces")), BoardFinder(models.path("board")), tiles
    )


@cache
def table(seed: int, tags: bool, k1: float = 0.0) -> tuple[Image, Truth]:
    """A tidy table without hands; seen through a wide lens where `k1` bends it."""
    scene = sample_scene(np.random.default_rng(seed), "occe", "train", 0.0, (960, 720), tags)
    camera, focal = scene.camera, 0.66 * 960
    if k1:
        farther = camera.distance * focal / camera.focal * 1.1
        camera = replace(camera, focal=focal, distance=farther, k1=k1)
    return render(replace(scene, camera=camera, hands=()))


def right(pieces: Iterable[Piece], truth: Truth, turn: int = 0) -> int:
    """How many tiles are read as they lie, seat 1 being the truth's seat 1 + turn."""
    lie = {((tile["player"] - 1 - turn) % 4 + 1, tile["slot"]): tile for tile in truth["tiles"]}
    return sum(
        (piece.kind, piece.reads)
        == (
            lie[int(piece.space[5]), int(piece.space[-1])]["state"],
            lie[int(piece.space[5]), int(piece.space[-1])]["reads"],
        )
        for piece in pieces
    )


def learnt(image: Image) -> Calibration:
    calibration = learn([Frame(image, 0.4 * k) for k in range(3)], eyes(), "occe")
    assert calibration is not None
    return calibration


@pytest.mark.parametrize(
    "seed", [1, 6]
)  # tables whose sides are clear; how often they are, the board's card tells
def test_a_wide_lens_is_learnt_and_used(seed: int) -> None:
    image, truth = table(seed, True, -0.17)
    calibration = learnt(image)
    assert calibration.lens == pytest.approx(LENS, abs=0.025)
    assert np.hypot(*np.subtract(calibration.corners, truth["board"]["corners"]).T).max() < 1.5
    stored = Calibration.from_json(calibration.to_json())
    assert stored == calibration
    observation = eyes().look(Frame(image, 2.0), "occe", None, stored.board)
    assert right(observation.pieces, truth) == 36
    true = {(tile["player"], tile["slot"]): tile["center"] for tile in truth["tiles"]}
    off = [np.subtract(p.center, true[int(p.space[5]), int(p.space[-1])]) for p in observation.pieces]
    assert float(np.median(np.hypot(*np.array(off).T))) < 1.5
    flat = sorted(die["value"] for die in truth["dice"] if die["state"] == "flat")
    assert sorted(die.value for die in observation.dice if die.state == "flat" and die.value) == flat
    middles = {name: np.mean(slot, axis=0) for name, slot in stored.slots}
    apart = [np.hypot(*(middles[p.space] - p.center)) for p in observation.pieces]
    assert max(apart) < 0.25 * stored.tile_px  # the slots that were learnt are bent as the picture is


def test_a_straight_lens_is_taken_for_one() -> None:
    assert learnt(table(4, True)[0]).lens == 0.0


def test_an_upside_down_camera_is_noticed_and_still_reads() -> None:
    image, truth = table(3, True)
    hung = learnt(np.ascontiguousarray(cv2.rotate(image, cv2.ROTATE_180)))
    assert (learnt(image).upside_down, hung.upside_down) == (False, True)
    assert hung.oriented  # by its tags
    observation = eyes().look(Frame(cv2.rotate(image, cv2.ROTATE_180), 2.0), "occe", None, hung.board)
    assert right(observation.pieces, truth) == 36


@each(("side", "turn"), [("bottom", 0), ("left", 1), ("top", 2), ("right", 3)])
def test_seat_1_sits_where_a_person_says(side: Side, turn: int) -> None:
    """Without tags: the truth's seat 1 is at the bottom, the others follow clockwise."""
    image, truth = table(4, False)
    calibration = learnt(image)
    turned = replace(calibration.board, corners=seat1_at(calibration.corners, DIRECTIONS[side]))
    stored = learn_on([Frame(image, 0.0)], eyes(), turned)
    assert stored.seat1_side == side
    observation = eyes().look(Frame(image, 2.0), "occe", None, stored.board)
    assert right(observation.pieces, truth, turn) == 36
