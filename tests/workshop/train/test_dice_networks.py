"""The dice's networks as they are trained: gone on from a file, asked for what lies there, written as a file."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="needs torch, of the extra train")

import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

import models
from vision.network import Network
from workshop.train.dice.export import export
from workshop.train.dice.faces import FacesNet
from workshop.train.dice.losses import faces_loss, search_loss
from workshop.train.dice.pictures import targets
from workshop.train.dice.recipe import NO_PHOTOGRAPH, Recipe
from workshop.train.dice.search_net import SearchNet
from workshop.train.dice.store import Annotation, Photo, save_photos
from workshop.train.dice.train import into, left_out
from workshop.train.dice.trunk.distil import CHANNELS, FEATURES, MEAN, SPREAD, Imitation, teacher
from workshop.train.dice.trunk.pretrain import Embedding, likeness, pairs
from workshop.train.training import Run, resume
from workshop.train.unfolded import unfold

SHOWN = {"dice": (SearchNet, (4, 3, 128, 128)), "faces": (FacesNet, (64, 3, 64, 64))}


def shown(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(3).random(shape, np.float32)


@pytest.mark.parametrize("name", SHOWN)
def test_a_network_goes_on_from_a_file_with_the_same_answers(name: str) -> None:
    build, shape = SHOWN[name]
    net, samples = build(), shown(shape)
    unfold(net, models.path(name), torch.from_numpy(samples))
    net.eval()
    (told,) = Network(models.path(name))(samples)
    assert net(torch.from_numpy(samples)).detach().numpy() == pytest.approx(told, abs=0.01)


def test_what_is_multiplied_while_training_is_what_the_convolution_answers() -> None:
    net, seen = FacesNet(), torch.from_numpy(shown((5, 96, 8, 8)))
    assert torch.allclose(net._multiplied(seen), net.places(seen).flatten(1), atol=1e-5)


def test_another_networks_file_is_refused() -> None:
    with pytest.raises(ValueError, match="expected layers of this network"):
        unfold(FacesNet(), models.path("dice"), torch.zeros(1, 3, 64, 64))


@pytest.mark.parametrize(("name", "called"), [("dice", "search"), ("faces", "faces")])
def test_a_written_file_answers_as_its_checkpoint(name: str, called: str, tmp_path: Path) -> None:
    build, shape = SHOWN[name]
    net = build()
    torch.save({"net": net.state_dict()}, tmp_path / "one.pt")
    export(called, tmp_path / "one.pt", tmp_path / "one.onnx")
    net.eval()
    samples = shown(shape)
    (told,) = Network(tmp_path / "one.onnx")(samples)
    assert told == pytest.approx(net(torch.from_numpy(samples)).detach().numpy(), abs=0.02)


def test_the_search_is_asked_for_place_sides_and_value() -> None:
    wanted = torch.from_numpy(targets([Annotation(100, 100, 40, 40, 4)]))[None]
    right = torch.zeros(1, 11, 32, 32)
    right[:, 0] = torch.where(wanted[:, 0] > 0.9, 8.0, -8.0)
    right[:, 1:5] = wanted[:, 2:6]
    right[:, 8] = 8.0
    least, told = search_loss(right, wanted)
    assert told["seen"] == told["right"] == 1
    for plane in (0, 1, 3, 8):
        wrong = right.clone()
        wrong[:, plane] = -wrong[:, plane] - 1
        assert search_loss(wrong, wanted)[0] > least + 0.05


def test_the_faces_are_asked_for_a_value_only_where_a_die_shows_one() -> None:
    die, none = [1, 3, 0, 0, 0, 0, 0, 1], [0, -1, -1, 0, 0, 0, 0, 0]
    answer = torch.zeros(2, 12)
    answer[:, 0] = torch.tensor([9.0, -9.0])
    answer[0, 4] = 9.0
    _, told = faces_loss(answer, torch.tensor([die, none], dtype=torch.float32))
    assert (told["dice"], told["right"]) == (1, 1)
    assert told["found"] < 0.01


def test_views_of_one_thing_are_alike_only_where_the_embedding_tells_things_apart() -> None:
    rng = torch.Generator().manual_seed(5)
    things = torch.randn(192, 32, generator=rng)
    other = torch.randn(192, 32, generator=rng)
    alike, told = likeness(things, things + 0.1 * other)
    assert told["same"] < 0.02
    assert likeness(things, other)[0] > alike + 10  # two views that have nothing to do with each other
    assert likeness(things * 0, things * 0)[0] > alike + 10  # the same answer for everything
    assert likeness(things[:, :1].repeat(1, 32), things[:, :1].repeat(1, 32))[0] > alike + 5  # one number, 32 times


def test_a_pretrained_trunk_is_where_the_faces_begin(tmp_path: Path) -> None:
    photos = [Photo(np.full((300, 300, 3), 90, np.uint8), "anna", (), (), 0.0, 1.0)]
    cv2.rectangle(photos[0].image, (120, 120), (160, 160), (240, 240, 240), -1)
    cv2.circle(photos[0].image, (140, 140), 5, (20, 20, 20), -1)
    first, second = next(pairs(photos, models.path("dice"), 3))
    assert first.shape == second.shape == (64, 64, 3)
    assert (first != second).any()
    embedding = Embedding(FacesNet())
    assert embedding(torch.rand(4, 3, 64, 64)).shape == (4, 256)
    torch.save({"net": embedding.net.state_dict()}, tmp_path / "trunk.pt")
    net = FacesNet()
    resume(net, torch.optim.AdamW(net.parameters()), Run(1.0, tmp_path / "none.pt", 1e-3, start=tmp_path / "trunk.pt"))
    assert torch.equal(net.places.weight, embedding.net.places.weight)


def _save_detector(file: Path) -> None:
    """A network whose third stage sums what eight by eight places show, on the average."""
    even = np.full((CHANNELS, 3, 8, 8), 1 / 64, np.float32)
    shape = {"x": (None, 3, None, None), "end": (None, CHANNELS, None, None)}
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, sides) for name, sides in shape.items()]
    stage = helper.make_node("Conv", ["x", "w"], [FEATURES], strides=[8, 8])
    last = helper.make_node("Relu", [FEATURES], ["end"])
    graph = helper.make_graph([stage, last], "detector", ends[:1], ends[1:], [numpy_helper.from_array(even, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), file)


def test_a_text_detector_is_asked_for_what_its_third_stage_sees(tmp_path: Path) -> None:
    _save_detector(tmp_path / "detector.onnx")
    told = teacher(tmp_path / "detector.onnx")(torch.full((2, 3, 64, 64), 0.7))
    level = sum((0.7 - mean) / spread for mean, spread in zip(MEAN, SPREAD, strict=True))
    assert told.numpy() == pytest.approx(np.full((2, CHANNELS, 8, 8), level), abs=1e-4)
    assert Imitation(FacesNet())(torch.rand(2, 3, 64, 64)).shape == told.shape


def test_weights_of_the_last_step_can_be_written_instead_of_the_averaged_ones(tmp_path: Path) -> None:
    last, mean = FacesNet(), FacesNet()
    torch.save({"net": last.state_dict(), "average": mean.state_dict()}, tmp_path / "one.pt")
    samples = shown((4, 3, 64, 64))
    for averaged, net in ((True, mean), (False, last)):
        export("faces", tmp_path / "one.pt", tmp_path / "one.onnx", averaged=averaged)
        (told,) = Network(tmp_path / "one.onnx")(samples)
        assert told == pytest.approx(net.eval()(torch.from_numpy(samples)).detach().numpy(), abs=0.02)


def test_how_sure_a_fold_may_be_is_fitted_on_what_others_left_out_and_never_on_what_it_is_scored_on(
    tmp_path: Path,
) -> None:
    die = Annotation(20, 20, 24, 24, 4)
    dicey = [Photo(np.zeros((40, 40, 3), np.uint8), f"{name}/dice", (die,), (), 24.0, 1.0) for name in "abbc"]
    (tmp_path / "photos" / "kept").mkdir(parents=True)
    save_photos(dicey, tmp_path / "photos" / "kept")
    of = {name: Recipe(1, 1).leaving_out([f"{name}/dice"]) for name in "abc"}
    for recipe in (*of.values(), Recipe(1, 1, leave_out=(NO_PHOTOGRAPH,))):
        folder = into(tmp_path, recipe)
        folder.mkdir()
        (folder / "recipe.json").write_text(json.dumps({"leave_out": recipe.leave_out}))
        (folder / "faces.onnx").touch()
    (into(tmp_path, of["c"]) / "faces.onnx").unlink()  # not trained to its end
    found = {folder.name: [photo.source for photo in photos] for folder, photos in left_out(tmp_path, of["a"])}
    assert found == {"without-b": ["b/dice", "b/dice"]}
    both = {folder.name for folder, _ in left_out(tmp_path, Recipe(1, 1))}
    assert both == {"without-a", "without-b"}
