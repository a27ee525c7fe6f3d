"""Which networks a running Piste looks with."""

import numpy as np

import models
from vision.dice.reader import DiceReader
from vision.frame import Frame
from webui.live.eyes import open_eyes
from workshop.scenes.describe.sample import sample_scene
from workshop.scenes.draw.render import render


def test_other_faces_are_scored_alone_also_where_no_board_lies() -> None:
    rng = np.random.default_rng(4)
    image, truth = render(sample_scene(rng, "none", "train", 0, (640, 480)))
    assert truth["dice"]
    frame = Frame(image, 0.0)
    alone = DiceReader(models.path("dice"), models.path("faces")).read(image)
    asked = open_eyes({"faces": models.path("faces")}, boards=False).look(frame, "none").dice
    usual = open_eyes(boards=False).look(frame, "none").dice
    assert {die.box for die in asked} <= {die.box for die in alone}
    assert {die.box for die in asked} != {die.box for die in usual}
