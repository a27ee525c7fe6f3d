"""The wrapper around a trained network says what it expected and what came."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Semaphore
from types import SimpleNamespace

import numpy as np
import onnx
import pytest
from each import each
from numpy.typing import NDArray
from onnx import TensorProto, helper

from vision.errors import BrokenNetwork, VisionError
from vision.network import Network, in_parts


def double(folder: Path, element: int = TensorProto.FLOAT) -> Path:
    """A network that answers its input plus itself, (n, 3) -> (n, 3)."""
    given = helper.make_tensor_value_info("given", element, ["n", 3])
    output = helper.make_tensor_value_info("told", element, ["n", 3])
    graph = helper.make_graph([helper.make_node("Add", ["given", "given"], ["told"])], "g", [given], [output])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, folder / "double.onnx")
    return folder / "double.onnx"


def test_answers_a_batch(tmp_path: Path) -> None:
    network = Network(double(tmp_path), input_shape=(None, 3), outputs={"told": (None, 3)})
    (reported,) = network(np.ones((2, 3), np.float32))
    assert network.input_shape == (None, 3)
    assert reported.tolist() == [[2, 2, 2], [2, 2, 2]]


@pytest.mark.parametrize(
    ("input_shape", "outputs", "says"),
    [
        ((None, 4), None, r"expected input \(None, 4\), got \(None, 3\)"),
        ((None, 3, None, None), None, "expected input"),  # another number of dimensions
        ((), {"value": (None, 3)}, r"expected an output 'value', got \['told'\]"),
        ((), {"told": (None, 6)}, r"expected output 'told' of shape \(None, 6\)"),
    ],
)
def test_refuses_another_contract(
    tmp_path: Path,
    input_shape: tuple[int | None, ...],
    outputs: dict[str, tuple[int | None, ...]] | None,
    says: str,
) -> None:
    with pytest.raises(BrokenNetwork, match=says):
        Network(double(tmp_path), input_shape=input_shape, outputs=outputs)


def test_two_cameras_take_turns_at_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network, running, together = Network(double(tmp_path)), Semaphore(1), list[int]()
    run = network._session.run

    def alone(*given: object) -> object:
        together.append(not running.acquire(blocking=False))
        answers = [run(*given) for _ in range(50)]  # long enough for another thread to come
        running.release()
        return answers[0]

    monkeypatch.setattr(network, "_session", SimpleNamespace(run=alone))
    with ThreadPoolExecutor(4) as cameras:
        answers = list(cameras.map(network, [np.full((2, 3), n, np.float32) for n in range(40)]))
    assert [int(answer[0, 0]) for (answer,) in answers] == list(range(0, 80, 2))
    assert not any(together)


def test_refuses_other_numbers_than_float32(tmp_path: Path) -> None:
    with pytest.raises(BrokenNetwork, match="one float32 input"):
        Network(double(tmp_path, TensorProto.DOUBLE))


@pytest.mark.parametrize("batch", [np.ones((2, 4), np.float32), np.ones((2, 3), np.float64)])
def test_refuses_a_batch_that_does_not_fit(tmp_path: Path, batch: np.ndarray) -> None:
    with pytest.raises(BrokenNetwork, match="expected a float32 batch"):
        Network(double(tmp_path))(batch)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BrokenNetwork, match="found none"):
        Network(tmp_path / "none.onnx")


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.onnx").write_text("no network")
    with pytest.raises(BrokenNetwork, match="can open"):
        Network(tmp_path / "text.onnx")


def test_its_error_is_a_builtin_too() -> None:
    assert issubclass(BrokenNetwork, RuntimeError)
    assert issubclass(BrokenNetwork, VisionError)


@each("share", [0.0, 0.01, 0.2, 1.0])
@each("shape", [(8, 8), (40, 64), (64, 200), (200, 72), (136, 144)])
def test_a_picture_seen_in_parts_answers_as_a_whole(shape: tuple[int, int], share: float) -> None:
    def cells(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Each cell of 8 px: the mean of the 24 px around it, nothing beyond the picture."""
        sums = np.pad(picture[..., 0].astype(np.float32), 8)
        blocks = sums.reshape(sums.shape[0] // 8, 8, -1, 8).sum((1, 3))
        near = sum(
            blocks[y : y + blocks.shape[0] - 2, x : x + blocks.shape[1] - 2]
            for y in range(3)
            for x in range(3)
        )
        observation.append(picture.shape)
        return np.asarray(near, np.float32)[None]

    observation: list[tuple[int, ...]] = []
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 256, (*shape, 3), dtype=np.uint8)
    whole, wanted = cells(picture), rng.random((shape[0] // 8, shape[1] // 8)) < share
    observation.clear()
    answers = np.full_like(whole, np.nan)
    for region, part in in_parts(cells, picture, wanted, cell=8, reach=8, most=80):
        assert np.isnan(answers[:, *region]).all()
        answers[:, *region] = part
    assert max((max(part[:2]) for part in observation), default=0) <= 80
    assert (answers[:, wanted] == whole[:, wanted]).all()
    assert wanted.any() or not observation
