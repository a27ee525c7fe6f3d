"""Write the trained dice networks as .onnx files.

Batch norms are folded, and large weights are stored in half precision, which halves the file: they become whole
again when it is opened. calibrate.py then adds how sure the faces network may be.
"""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from ..training import checkpoint_weights
from .calibrate import PLAIN, note
from .faces import FacesNet
from .search_net import SearchNet

LARGE = 2000
"""Weights of an array from which on it is stored in half precision."""


def export(name: str, checkpoint: Path, to: Path) -> None:
    """Export one network, "search" or "faces", and print what models.toml needs to know.

    Args:
        name: of the network.
        checkpoint: of its training.
        to: the .onnx file.
    """
    search = name == "search"
    net: Any = SearchNet() if search else FacesNet()
    net.load_state_dict(checkpoint_weights(checkpoint))
    net.eval()
    takes = "picture" if search else "cuts"
    answer = "cells" if search else "die"
    free = {0: "n", 2: "h", 3: "w"} if search else {0: "n"}
    axes = {0: "n", 2: "rows", 3: "columns"} if search else {0: "n"}
    example = torch.zeros((1, 3, 256, 256) if search else (1, 3, 64, 64))
    torch.onnx.export(
        net, (example,), str(to), input_names=[takes], output_names=[answer],
        dynamic_axes={takes: free, answer: axes}, opset_version=17, dynamo=False,
    )  # fmt: skip
    onnx.save(halved(onnx.load(to)), to)
    if not search:
        note(to, dict.fromkeys((True, False), PLAIN))
    print(to, to.stat().st_size, "bytes, sha256", hashlib.sha256(to.read_bytes()).hexdigest())


def halved(model: Any) -> Any:
    """The model with its large weights stored as float16, each cast back before it is used (changed in place)."""
    casts, stored = [], []
    for weights in model.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < LARGE:
            stored.append(weights)
            continue
        stored.append(numpy_helper.from_array(values.astype(np.float16), f"{weights.name}.half"))
        casts.append(helper.make_node("Cast", [f"{weights.name}.half"], [weights.name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(stored)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model
