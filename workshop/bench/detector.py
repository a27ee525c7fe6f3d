"""A, the measure: what a maker would reach for first. A detector of 8.7 GFLOP at 640x640 with random weights.

Shaped like the usual small detector: a trunk that halves the picture five times, a neck that joins three of its
sizes downwards and upwards, and two branches of answers for each. It detects nothing; it only costs.

Needs `onnx`, of the extra `dev`.
"""

from __future__ import annotations

from math import prod, sqrt
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SIDE = 640
"""px of the square picture."""
GFLOP = 8.7
"""The cost of A: 2 for each multiplication with its addition, the usual measure of detectors."""
BOXES, CLASSES = 64, 80
"""Answers of the two branches, for each place."""


def build(seed: int = 0) -> onnx.ModelProto:
    """A with random weights: (1, 3, 640, 640) float32 -> six maps, two each at 80x80, 40x40 and 20x20."""
    graph = _Graph(np.random.default_rng(seed))
    answers = _heads(graph, *_neck(graph, *_trunk(graph)))
    given = helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, SIDE, SIDE])
    shapes = [[1, count, SIDE // step, SIDE // step] for step in (8, 16, 32) for count in (BOXES, CLASSES)]
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in zip(answers, shapes, strict=True)
    ]
    body = helper.make_graph(graph.nodes, "a", [given], outputs, graph.weights)
    return helper.make_model(body, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def flop(model: onnx.ModelProto) -> int:
    """Operations of a network's convolutions: 2 for each multiplication with its addition."""
    shaped = onnx.shape_inference.infer_shapes(model, strict_mode=True).graph
    weights = {weight.name: tuple(weight.dims) for weight in shaped.initializer}
    shapes = {
        value.name: tuple(size.dim_value for size in value.type.tensor_type.shape.dim)
        for value in (*shaped.value_info, *shaped.output)
    }
    convolutions = (node for node in shaped.node if node.op_type == "Conv")
    # Each of the output's numbers sums one filter's worth of products; a filter is (channels, height, width).
    return sum(2 * prod(shapes[node.output[0]]) * prod(weights[node.input[1]][1:]) for node in convolutions)


class _Graph:
    """Layers being strung together; each takes the name of what it is fed and gives the name of what it tells."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self._rng = rng

    def layer(self, kind: str, given: list[str], outputs: int = 1, **settings: Any) -> list[str]:
        """Any layer."""
        names = [f"{kind.lower()}_{len(self.nodes)}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(kind, given, names, **settings))
        return names

    def constant(self, values: np.ndarray) -> str:
        """Numbers of the network's own."""
        name = f"weight_{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def plain(self, given: str, inputs: int, outputs: int, size: int, stride: int = 1) -> str:
        """A convolution alone."""
        spread = sqrt(2 / (inputs * size * size))
        weight = self._rng.normal(0, spread, (outputs, inputs, size, size)).astype(np.float32)
        fed = [given, self.constant(weight), self.constant(np.zeros(outputs, np.float32))]
        pads = [size // 2] * 4
        (answer,) = self.layer("Conv", fed, kernel_shape=[size, size], strides=[stride, stride], pads=pads)
        return answer

    def conv(self, given: str, inputs: int, outputs: int, size: int = 3, stride: int = 1) -> str:
        """A convolution and x * sigmoid(x)."""
        answer = self.plain(given, inputs, outputs, size, stride)
        (gate,) = self.layer("Sigmoid", [answer])
        return self.layer("Mul", [answer, gate])[0]

    def stage(self, given: str, inputs: int, outputs: int, rounds: int, *, add: bool = True) -> str:
        """Half of the channels go through rounds of two convolutions; all that came on the way is joined."""
        half = outputs // 2
        sizes = self.constant(np.array([half, half], np.int64))
        parts = self.layer("Split", [self.conv(given, inputs, outputs, 1), sizes], 2, axis=1)
        for _ in range(rounds):
            answer = self.conv(self.conv(parts[-1], half, half), half, half)
            parts.append(self.layer("Add", [parts[-1], answer])[0] if add else answer)
        return self.conv(self.join(parts), (2 + rounds) * half, outputs, 1)

    def pools(self, given: str, channels: int) -> str:
        """The surroundings of each place in four widths."""
        parts = [self.conv(given, channels, channels // 2, 1)]
        for _ in range(3):
            parts += self.layer("MaxPool", [parts[-1]], kernel_shape=[5, 5], pads=[2] * 4)
        return self.conv(self.join(parts), 2 * channels, channels, 1)

    def join(self, parts: list[str]) -> str:
        """Channels side by side."""
        return self.layer("Concat", parts, axis=1)[0]

    def twice(self, given: str) -> str:
        """Each place as four."""
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        return self.layer("Resize", [given, "", scales], mode="nearest")[0]


def _trunk(graph: _Graph) -> tuple[str, str, str]:
    """The picture at an eighth (64 channels), a sixteenth (128) and a thirty-second (256)."""
    half = graph.conv("picture", 3, 16, stride=2)
    quarter = graph.stage(graph.conv(half, 16, 32, stride=2), 32, 32, 1)
    eighth = graph.stage(graph.conv(quarter, 32, 64, stride=2), 64, 64, 2)
    sixteenth = graph.stage(graph.conv(eighth, 64, 128, stride=2), 128, 128, 2)
    last = graph.stage(graph.conv(sixteenth, 128, 256, stride=2), 256, 256, 1)
    return eighth, sixteenth, graph.pools(last, 256)


def _neck(graph: _Graph, eighth: str, sixteenth: str, last: str) -> tuple[str, str, str]:
    """The three sizes joined, from small to large and back: 64, 128 and 256 channels."""
    middle = graph.stage(graph.join([graph.twice(last), sixteenth]), 384, 128, 1, add=False)
    fine = graph.stage(graph.join([graph.twice(middle), eighth]), 192, 64, 1, add=False)
    down = graph.conv(fine, 64, 64, stride=2)
    middle = graph.stage(graph.join([down, middle]), 192, 128, 1, add=False)
    down = graph.conv(middle, 128, 128, stride=2)
    return fine, middle, graph.stage(graph.join([down, last]), 384, 256, 1, add=False)


def _heads(graph: _Graph, *sizes: str) -> list[str]:
    """Two branches for each size: where something is, and what."""
    outputs = []
    for given, channels in zip(sizes, (64, 128, 256), strict=True):
        for answers in (BOXES, CLASSES):
            branch = graph.conv(graph.conv(given, channels, answers), answers, answers)
            outputs.append(graph.plain(branch, answers, answers, 1))
    return outputs
