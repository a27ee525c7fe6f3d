"""Which networks a running Piste looks with."""

from pathlib import Path

import numpy as np
import onnx

import models
from vision.frame import Frame
from webui.live.eyes import open_eyes
from workshop.scenes.describe.sample import sample_scene
from workshop.scenes.draw.render import render


def test_a_network_that_is_named_is_looked_with_instead(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    image, truth = render(sample_scene(rng, "none", "train", 0, (640, 480)))
    assert truth["dice"]
    blind = onnx.load(models.path("faces"))
    for one in blind.metadata_props:
        one.value = "-90 0 0 0 1 0 0"  # nothing is ever a die
    onnx.save(blind, tmp_path / "faces.onnx")
    frame = Frame(image, 0.0)
    assert open_eyes(boards=False).look(frame, "none").dice
    assert open_eyes({"faces": tmp_path / "faces.onnx"}, boards=False).look(frame, "none").dice == ()
