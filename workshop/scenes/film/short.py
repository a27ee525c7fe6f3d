"""A film of ten seconds for tests: one throw and the closing that follows it.

    python -m workshop.scenes.film.short tests/recordings/one-turn.mp4

writes the film and, beside it, one-turn.truth.jsonl: what happens in it, and where the board lies.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from ..describe.camera import Viewpoint
from ..describe.sample import sample_scene, tidied
from ..describe.scene import Cube, Scene
from ..describe.truth import board_truth, visible_tags
from .clip import Clip, Rest, Throw, Turn, film, happenings
from .encode import encode

SIZE = (960, 720)
RATE = 12.0
BOARD = 3
"""Seed of the board and the light."""


def one_turn() -> Clip:
    """Seat 1 throws 5 and 3 and closes the 8."""
    scene = _table()
    assert scene.board is not None, "an occe table has a board"
    middle, height = scene.board.size[0] / 2, scene.board.thick
    dice = tuple(
        Cube(value, "flat", (middle + dx, middle + dy), height, turn, 18.0, 339)
        for value, dx, dy, turn in ((5, -30.0, 22.0, 20.0), (3, 25.0, -35.0, 65.0))
    )
    return Clip(scene, (Rest(1.5), Throw(1, dice), Rest(2.0), Turn(1, (8,), "closed"), Rest(2.5)), RATE)


def _table() -> Scene:
    scene = tidied(sample_scene(np.random.default_rng(BOARD), "occe", "test", 0.0, SIZE, tags=True), 3)
    assert scene.board is not None, "an occe table has a board"
    side = scene.board.size[0]
    camera = Viewpoint(SIZE, 1080.0, (side / 2, side / 2), side * 2.0, 14.0, 180.0)
    look = replace(scene.look, exposure=1.0, glare=0.0, defocus=0.4, noise=1.5, jpeg=0, bars=0.0)
    return replace(scene, camera=camera, look=look, props=())


def main() -> None:
    """Write the film and its truth."""
    parser = argparse.ArgumentParser(prog="python -m workshop.scenes.film.short", description=__doc__)
    parser.add_argument("file", type=Path)
    asked = parser.parse_args()
    asked.file.parent.mkdir(parents=True, exist_ok=True)
    clip = one_turn()
    lines: list[dict[str, object]] = [{"board": board_truth(clip.scene, visible_tags(clip.scene), 0)}]
    text = "".join(json.dumps(line) + "\n" for line in lines + happenings(clip))
    asked.file.with_suffix(".truth.jsonl").write_text(text, encoding="utf-8")
    encode((still.image for still in film(clip)), asked.file, SIZE, RATE)


if __name__ == "__main__":
    main()
