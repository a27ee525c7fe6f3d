"""A, ready to be timed."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np

from models import ModelError
from vision.runtime import onnxruntime

from .rounds import Step


class NoOnnx(ModelError, ImportError):
    """The package that builds A is not installed."""


def network() -> tuple[bytes, int]:
    """A as an .onnx file's bytes, and the operations that it costs.

    Raises NoOnnx where the package onnx is absent.
    """
    if find_spec("onnx") is None:
        raise NoOnnx(
            "expected the package onnx, which builds the network to compare with (extra dev); it is absent"
        )
    from .detector import build, flop

    model = build()
    return model.SerializeToString(), flop(model)


def reference(network: bytes) -> Step:
    """A on one picture, one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])
    (given,) = session.get_inputs()
    picture = np.random.default_rng(0).random(given.shape, np.float32)
    return Step("a", lambda _: session.run(None, {given.name: picture}))
