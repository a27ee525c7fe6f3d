"""Networks that ship, back in the form that can be trained."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks need the extra train")

import torch

import models
from vision.network import Network
from vision.tiles.slots import HINGED, LOOSE
from workshop.train.board.net import export
from workshop.train.tiles.net import BOARD, Slot, SlotsNet
from workshop.train.tiles.prepare import KINDS
from workshop.train.unfolded import unfold

SHOWN = {
    "tiles": (lambda: SlotsNet(len(KINDS), LOOSE.digits, LOOSE.shape), 2 * BOARD, LOOSE.shape),
    "hinges": (lambda: Slot(len(KINDS), HINGED.digits, HINGED.shape), 12, HINGED.shape),
}


def crops(name: str) -> np.ndarray:
    _, count, shape = SHOWN[name]
    smooth = np.random.default_rng(3).random((count, 3, 4, 4), np.float32)
    return torch.nn.functional.interpolate(torch.from_numpy(smooth), shape, mode="bilinear").numpy()


@pytest.mark.parametrize("name", SHOWN)
def test_a_network_answers_as_its_source_file(name: str) -> None:
    net, shown = SHOWN[name][0](), crops(name)
    unfold(net, models.path(name), torch.from_numpy(shown))
    net.eval()
    (answers,) = Network(models.path(name))(shown)
    assert net(torch.from_numpy(shown)).detach().numpy() == pytest.approx(answers, abs=1e-3)


@pytest.mark.parametrize("name", SHOWN)
def test_on_the_samples_it_answers_nearly_alike_while_it_learns(name: str) -> None:
    """Batch norms then take the batch's own mean and spread: those of the samples, with which they were undone."""
    net, shown = SHOWN[name][0](), torch.from_numpy(crops(name))
    unfold(net, models.path(name), shown)
    net.eval()
    answers = net(shown)
    net.train()
    for part in net.modules():
        if isinstance(part, torch.nn.Dropout):
            part.eval()
    assert torch.allclose(net(shown), answers, atol=0.05 * float(answers.detach().abs().max()))


def test_written_again_the_file_answers_the_same(tmp_path: Path) -> None:
    net, shown = SHOWN["tiles"][0](), crops("tiles")
    unfold(net, models.path("tiles"), torch.from_numpy(shown))
    export(net, str(tmp_path / "again.onnx"), (3, *LOOSE.shape), "logits", BOARD)
    (answers,), (again,) = (Network(file)(shown) for file in (models.path("tiles"), tmp_path / "again.onnx"))
    assert again == pytest.approx(answers, abs=1e-3)


def test_a_file_of_another_network_is_refused() -> None:
    with pytest.raises(ValueError, match="expected layers of this network's shapes"):
        unfold(SHOWN["hinges"][0](), models.path("tiles"), torch.zeros(36, 3, 96, 32))
