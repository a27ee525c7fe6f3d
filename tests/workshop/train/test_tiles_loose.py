"""The loose tiles' network trained further by one command: what it is shown, and that it goes on where it was."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks need the extra train")

import torch

import models
from vision.network import Network
from workshop.scenes.pictures import Order
from workshop.train.tiles import loose, train_loose
from workshop.train.tiles.loose import RECIPE, Drawn, slots, written
from workshop.train.tiles.net import BOARD
from workshop.train.training import Run, load

SMALL = Drawn(7, 2, Order(colours=1.0, harsh=0.0, size=(640, 480)))


def test_recipe_seeds_are_unique_training_tables() -> None:
    assert len({drawn.seed for drawn in RECIPE}) == len(RECIPE)
    assert {(drawn.order.kind, drawn.order.split) for drawn in RECIPE} == {("occe", "train")}


def test_slots_are_drawn_once_and_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = slots(SMALL, tmp_path)
    data = load([file])
    assert data["crops"].shape == (2 * BOARD, *train_loose.WIDE_LOOSE_SHAPE, 3)
    assert set(data["kinds"].tolist()) <= {0, 1, 2, 3}
    monkeypatch.setattr(loose, "tables", lambda drawn: pytest.fail("drawn again"))
    assert slots(SMALL, tmp_path) == file


def test_a_training_begins_with_the_shipped_answers(tmp_path: Path) -> None:
    data = train_loose.by_board(load([slots(SMALL, tmp_path)]))
    run = Run(0.0, tmp_path / "loose.pt", 6e-4, start=models.path("tiles"))
    train_loose.learn(data, run)
    written(run.checkpoint, tmp_path / "tiles.onnx")
    crops = np.random.default_rng(1).random((BOARD, 3, 40, 40), np.float32)
    (answers,), (again,) = (Network(file)(crops) for file in (models.path("tiles"), tmp_path / "tiles.onnx"))
    assert again == pytest.approx(answers, abs=1e-3)


def test_a_training_changes_the_network_and_resumes(tmp_path: Path) -> None:
    data = train_loose.by_board(load([slots(SMALL, tmp_path)]))
    run = Run(0.5, tmp_path / "loose.pt", 6e-4, start=models.path("tiles"))
    train_loose.learn(data, run)
    first = torch.load(run.checkpoint, weights_only=True)
    assert first["step"] >= 1
    assert any(not torch.equal(w, first["net"][name]) for name, w in first["average"].items())
    train_loose.learn(data, replace(run, seconds=first["spent"] + 0.5))
    assert torch.load(run.checkpoint, weights_only=True)["step"] > first["step"]
