"""Tables for recordings: a teacher's set-up at random, every tile in its place and open."""

from dataclasses import replace

import numpy as np

from vision.geometry.plane import DIRECTIONS

from ..scenes.describe.camera import Floats
from ..scenes.describe.sample import sample_scene
from ..scenes.describe.scene import Scene, Tile
from ..scenes.describe.truth import corners_of, visible_tags

PLAIN = 0.85
"""Least cosine between the way to seat 1 in the picture and the side named, for a board without tags."""


def sampled_table(rng: np.random.Generator, size: tuple[int, int]) -> Scene:
    """An OCCE table of split `test` in the ordinary range, without dice and hands; two of three have tags.

    Without tags seat 1 sits plainly at one side of the picture, as a teacher would be told to arrange it.
    """
    tagged = bool(rng.random() < 2 / 3)
    while True:
        scene = _tidy(sample_scene(rng, "occe", "test", 0.0, size, tags=tagged))
        if len(visible_tags(scene)) >= 2 or (not tagged and _seat1(scene)[1] >= PLAIN):
            return scene


def seat1_side(scene: Scene) -> str:
    """The side of the picture at which seat 1 sits: bottom, left, top or right."""
    return _seat1(scene)[0]


def _seat1(scene: Scene) -> tuple[str, float]:
    """The side, and the cosine between it and the way from the board's middle to seat 1."""
    assert scene.board is not None, "an occe table has a board"
    corners: Floats = scene.camera.project(corners_of(scene.board))
    way = (corners[3] + corners[0]) / 2 - corners.mean(axis=0)
    way = way / np.linalg.norm(way)
    fits = {side: float(np.dot(way, toward)) for side, toward in DIRECTIONS.items()}
    best = max(fits, key=lambda side: fits[side])
    return best, fits[best]


def _tidy(scene: Scene) -> Scene:
    assert scene.board is not None, "an occe table has a board"
    board = replace(scene.board, tiles=tuple(_whole(tile) for tile in scene.board.tiles))
    tags = tuple(replace(tag, hidden=False) for tag in scene.tags)
    return replace(scene, board=board, tags=tags, look=replace(scene.look, jpeg=0), dice=(), hands=())


def _whole(tile: Tile) -> Tile:
    return replace(tile, state="open", digit=tile.slot, turn=float(np.clip(tile.turn, -4, 4)))
