"""A trained network: one .onnx file, opened on one thread and checked against what its reader expects."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import BrokenNetwork
from .runtime import onnxruntime

Array = NDArray[np.float32]
Shape = tuple[int | None, ...]
Region = tuple[slice, slice]
"""Rows and columns."""
SMALL = 8
"""Side, in cells, up to which a part of a picture is seen whole, though few of its answers are wanted."""

# What onnxruntime raises lives in its C extension; each is a RuntimeError or a ValueError by name only.
_STATE = onnxruntime.capi.onnxruntime_pybind11_state
_FAILURES: tuple[type[Exception], ...] = tuple(
    getattr(_STATE, name)
    for name in ("Fail", "InvalidArgument", "InvalidGraph", "InvalidProtobuf", "NoSuchFile", "NotImplemented",
                 "RuntimeException")
)  # fmt: skip


def _session(path: Path) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # two spinning threads burn half a core of a small computer
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # A pattern is planned and kept for each shape of a batch, and readers ask in many: an eighth of all memory.
    options.enable_mem_pattern = False
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except _FAILURES as error:
        raise BrokenNetwork(f"{path}: expected a network that onnxruntime can open, got: {error}") from error


def _shape(node: Any) -> Shape:
    return tuple(size if isinstance(size, int) else None for size in node.shape)


def _fits(shape: tuple[int | None, ...], expected: Shape) -> bool:
    pairs = zip(shape, expected, strict=False)
    return len(shape) == len(expected) and all(a is None or b is None or a == b for a, b in pairs)


class Network:
    """One .onnx file with one float32 input, callable on arrays.

    Args:
        path: the .onnx file.
        input_shape: what the reader will feed, None for a free size; () is not checked.
        outputs: name -> shape of each output that the reader uses, None for a free size.

    Attributes:
        input_shape: as the file says it, None for a free size.
        outputs: names of the outputs, in the order of the answers.
        notes: the file's other metadata, such as the calibration of its answers.

    Raises:
        BrokenNetwork: no such file, not a network, or inputs and outputs other than expected.
    """

    def __init__(
        self, path: Path, *, input_shape: Shape = (), outputs: Mapping[str, Shape] | None = None
    ) -> None:
        if not path.is_file():
            raise BrokenNetwork(f"{path}: expected an .onnx file, found none")
        self._session = _session(path)
        self._one_run = Lock()  # onnxruntime keeps the working memory of each run that went beside another
        inputs = self._session.get_inputs()
        if len(inputs) != 1 or inputs[0].type != "tensor(float)":
            types = [(node.name, node.type) for node in inputs]
            raise BrokenNetwork(f"{path}: expected one float32 input, got {types}")
        self._input = inputs[0].name
        self._path = path
        self.notes: Mapping[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)
        self.input_shape = _shape(inputs[0])
        given = {node.name: _shape(node) for node in self._session.get_outputs()}
        self.outputs = tuple(outputs) if outputs else tuple(given)
        if input_shape and not _fits(self.input_shape, input_shape):
            raise BrokenNetwork(f"{path}: expected input {input_shape}, got {self.input_shape}")
        for name, shape in (outputs or {}).items():
            if name not in given:
                raise BrokenNetwork(f"{path}: expected an output {name!r}, got {sorted(given)}")
            if not _fits(given[name], shape):
                raise BrokenNetwork(f"{path}: expected output {name!r} of shape {shape}, got {given[name]}")

    def __call__(self, batch: Array) -> tuple[Array, ...]:
        """The outputs for one batch, in the order of `outputs`.

        Args:
            batch: float32, of the network's input shape (N, C, H, W or N, features).

        Raises:
            BrokenNetwork: the batch does not fit the network.
        """
        try:
            with self._one_run:
                return tuple(self._session.run(list(self.outputs), {self._input: batch}))
        except _FAILURES as error:
            raise BrokenNetwork(
                f"{self._path}: expected a float32 batch of shape {self.input_shape}, "
                f"got {batch.dtype} {batch.shape}: {error}"
            ) from error


def in_parts(
    cells: Callable[[NDArray[np.uint8]], Array],
    picture: NDArray[np.uint8],
    where: NDArray[np.bool_],
    *,
    cell: int,
    reach: int,
    most: int,
) -> Iterator[tuple[Region, Array]]:
    """What a network that looks at every place alike answers to the parts of a picture where answers are wanted.

    The memory is that of one part, whatever the picture's size.

    Args:
        cells: from (H, W, 3) uint8 to (channels, H / cell, W / cell).
        picture: (H, W, 3) uint8, sides multiples of `cell`.
        where: (H / cell, W / cell), which cells' answers are wanted.
        cell: px between two answers.
        reach: px around a cell that are shown for its answer; a multiple of `cell`.
        most: longest side of a part, px; a multiple of `cell`, more than twice the reach.

    Yields:
        Regions that hold all wanted cells, each once, with their answers (channels, rows, columns).
    """
    far, (height, width) = reach // cell, where.shape
    for rows, columns in regions(where, (most - 2 * reach) // cell):
        top, left = max(0, rows.start - far), max(0, columns.start - far)
        bottom, right = min(height, rows.stop + far), min(width, columns.stop + far)
        answers = cells(picture[top * cell : bottom * cell, left * cell : right * cell])
        inside = slice(rows.start - top, rows.stop - top), slice(columns.start - left, columns.stop - left)
        yield (rows, columns), answers[:, *inside]


def regions(where: NDArray[np.bool_], most: int) -> Iterator[Region]:
    """Rows and columns of rectangles that hold all that is marked, none twice.

    They are halved until no side is longer than `most` and half of what they hold is marked, or they are small.
    """
    rows, columns = np.nonzero(where)
    if not len(rows):
        return
    top, left = int(rows.min()), int(columns.min())
    marked = where[top : rows.max() + 1, left : columns.max() + 1]
    high, wide = marked.shape
    if max(high, wide) <= SMALL or (max(high, wide) <= most and 2 * marked.sum() >= marked.size):
        yield slice(top, top + high), slice(left, left + wide)
        return
    axis = int(wide > high)
    for half, first in zip(np.array_split(marked, 2, axis), (0, -(-max(high, wide) // 2)), strict=True):
        down, right = (top, left + first) if axis else (top + first, left)
        for r, c in regions(half, most):
            yield slice(down + r.start, down + r.stop), slice(right + c.start, right + c.stop)
