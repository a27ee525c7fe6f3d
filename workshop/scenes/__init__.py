"""Synthetic tables with exact truth: what the networks learn from and what the readers are measured with.

    scene = sample_scene(numpy.random.default_rng(7), kind="occe", split="train")
    image, truth = render(scene)

A scene says what lies where in millimetres; the quick renderer draws it with numpy and OpenCV alone.
"""

from .describe.sample import sample_scene
from .describe.scene import Scene
from .draw.render import render

__all__ = ["Scene", "render", "sample_scene"]
