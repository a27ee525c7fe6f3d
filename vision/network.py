"""A trained network: one .onnx file, opened on one thread and checked against what its reader expects."""

from collections.abc import Callable, Iterator, Mapping
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import BrokenNetwork
from .runtime import onnxruntime

Array = NDArray[np.float32]
Shape = tuple[int | None, ...]

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
            return tuple(self._session.run(list(self.outputs), {self._input: batch}))
        except _FAILURES as error:
            raise BrokenNetwork(
                f"{self._path}: expected a float32 batch of shape {self.input_shape}, "
                f"got {batch.dtype} {batch.shape}: {error}"
            ) from error


def in_parts(
    cells: Callable[[NDArray[np.uint8]], Array],
    picture: NDArray[np.uint8],
    *,
    cell: int,
    reach: int,
    most: int,
) -> Array:
    """What a network that looks at every place alike answers to a large picture, seen a part at a time.

    The answers are those to the whole picture, the memory is that of one part, and parts stay in the processor's
    cache.

    Args:
        cells: from (H, W, 3) uint8 to (channels, H / cell, W / cell).
        picture: (H, W, 3) uint8, sides multiples of `cell`.
        cell: px between two answers.
        reach: px around a cell that its answer may depend on; a multiple of `cell`.
        most: longest side of a part, px; a multiple of `cell`, more than twice the reach.
    """
    height, width = picture.shape[:2]
    if max(height, width) <= most:
        return cells(picture)
    rows, columns = ([*parts(side, cell, reach, most)] for side in (height, width))
    answers: list[list[Array]] = [[] for _ in rows]
    for line, (high, inside_high) in zip(answers, rows, strict=True):
        for wide, inside_wide in columns:
            line.append(cells(picture[high, wide])[:, inside_high, inside_wide])
    return np.concatenate([np.concatenate(line, axis=2) for line in answers], axis=1)


def parts(length: int, cell: int, reach: int, most: int) -> Iterator[tuple[slice, slice]]:
    """A length cut into parts of `most` px or less: each part's px, and which of its cells are kept."""
    count = 1 if length <= most else ceil(length / (most - 2 * reach))
    step = ceil(length / count / cell) * cell
    for first in range(0, length, step):
        last, begin = min(first + step, length), max(0, first - reach)
        yield slice(begin, min(length, last + reach)), slice((first - begin) // cell, (last - begin) // cell)
