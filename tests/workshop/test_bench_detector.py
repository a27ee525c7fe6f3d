"""The network that everything is compared with costs what it says."""

import numpy as np
import onnx
import pytest
from each import each
from onnx import TensorProto, helper, numpy_helper

from vision.runtime import onnxruntime
from workshop.bench.detector import GFLOP, build, flop


def one_convolution(channels: int, filters: int, size: int, stride: int, groups: int) -> onnx.ModelProto:
    weight = np.zeros((filters, channels // groups, size, size), np.float32)
    node = helper.make_node(
        "Conv",
        ["x", "w"],
        ["y"],
        kernel_shape=[size, size],
        strides=[stride] * 2,
        pads=[size // 2] * 4,
        group=groups,
    )
    given = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, channels, 16, 24])
    told = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph([node], "g", [given], [told], [numpy_helper.from_array(weight, "w")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


@each(
    ("channels", "filters", "size", "stride", "groups", "expected"),
    [
        (3, 8, 1, 1, 1, 2 * 3 * 8 * 16 * 24),
        (3, 8, 3, 1, 1, 2 * 9 * 3 * 8 * 16 * 24),
        (4, 6, 3, 2, 1, 2 * 9 * 4 * 6 * 8 * 12),  # half as wide and high
        (8, 8, 3, 1, 8, 2 * 9 * 8 * 16 * 24),  # depthwise: one channel each
    ],
)
def test_each_multiplication_with_its_addition_counts_two(
    channels: int, filters: int, size: int, stride: int, groups: int, expected: int
) -> None:
    assert flop(one_convolution(channels, filters, size, stride, groups)) == expected


def test_a_costs_what_the_usual_small_detector_costs() -> None:
    assert flop(build()) / 1e9 == pytest.approx(GFLOP, rel=0.03)


def test_a_is_a_network_that_answers_at_three_sizes() -> None:
    model = build()
    onnx.checker.check_model(model)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    told = session.run(None, {"picture": np.full((1, 3, 640, 640), 0.5, np.float32)})
    assert [answer.shape[2:] for answer in told] == [(side, side) for side in (80, 80, 40, 40, 20, 20)]
    assert all(np.isfinite(answer).all() and answer.std() > 0 for answer in told)
