"""The dice's networks as they are trained: gone on from a file, asked for what lies there, written as a file."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="needs torch, of the extra train")

import torch

import models
from vision.dice.views import SearchView
from vision.network import Network
from workshop.train.dice.cuts import (
    cuts,
    drawn_spots,
    drawn_warps,
    labels,
    moved,
    on_device,
    plain_cuts,
    sampled,
)
from workshop.train.dice.export import export
from workshop.train.dice.faces import (
    FacesNet,
    Pool,
    Training,
    faces_loss,
    faces_of,
    faces_right,
    scored,
    without,
)
from workshop.train.dice.patches import Stack, patches, stacked
from workshop.train.dice.pictures import targets
from workshop.train.dice.recipe import NO_PHOTOGRAPH, Recipe
from workshop.train.dice.search_net import SearchNet, search_loss
from workshop.train.dice.store import Annotation, Photo, save_photos
from workshop.train.dice.train import into, left_out
from workshop.train.unfolded import begun, unfold

SHOWN = {"dice": (SearchNet, (4, 3, 128, 128)), "faces": (FacesNet, (64, 3, 64, 64))}


def shown(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(3).random(shape, np.float32)


@pytest.mark.parametrize("name", SHOWN)
def test_a_network_resumes_from_a_file_unchanged(name: str) -> None:
    build, shape = SHOWN[name]
    net, samples = build(), shown(shape)
    unfold(net, models.path(name), torch.from_numpy(samples))
    net.eval()
    (answers,) = Network(models.path(name))(samples)
    assert net(torch.from_numpy(samples)).detach().numpy() == pytest.approx(answers, abs=0.01)


def test_what_is_multiplied_while_training_is_what_the_convolution_answers() -> None:
    net, observation = FacesNet(), torch.from_numpy(shown((5, 96, 8, 8)))
    assert torch.allclose(net._multiplied(observation), net.places(observation).flatten(1), atol=1e-5)


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
    (answers,) = Network(tmp_path / "one.onnx")(samples)
    assert answers == pytest.approx(net(torch.from_numpy(samples)).detach().numpy(), abs=0.02)


def test_the_search_is_asked_for_place_sides_and_value() -> None:
    wanted = torch.from_numpy(targets([Annotation(100, 100, 40, 40, 4)]))[None]
    right = torch.zeros(1, 11, 32, 32)
    right[:, 0] = torch.where(wanted[:, 0] > 0.9, 8.0, -8.0)
    right[:, 1:5] = wanted[:, 2:6]
    right[:, 8] = 8.0
    least, reported = search_loss(right, wanted)
    assert reported["seen"] == reported["right"] == 1
    for plane in (0, 1, 3, 8):
        wrong = right.clone()
        wrong[:, plane] = -wrong[:, plane] - 1
        assert search_loss(wrong, wanted)[0] > least + 0.05


def test_faces_learn_values_only_of_dice_that_show_them() -> None:
    die, none, unknown = [1, 3, 0, 0, 0, 0, 0, 1, 1], [0, -1, -1, 0, 0, 0, 0, 0, 1], [1, 2, 0, 0, 0, 0, 0, 1, 0]
    wanted = torch.tensor([die, none, unknown], dtype=torch.float32)
    answer = torch.zeros(3, 12)
    answer[:, 0] = torch.tensor([9.0, -9.0, -9.0])
    answer[0, 4], answer[:, 7] = 9.0, -9.0
    assert faces_right(answer, wanted) == {"dice": 1, "right": 1, "leaning": 1}
    assert faces_loss(answer, wanted) < 0.1
    for number in (0, 4):
        wrong = answer.clone()
        wrong[:, number] *= -1
        assert faces_loss(wrong, wanted) > 1


def a_stack(count: int = 12) -> Stack:
    """Patches of white dice on grey, each with one pip, and as many of grey alone."""
    image = np.full((300, 300, 3), 90, np.uint8)
    cv2.rectangle(image, (130, 130), (169, 169), (240, 240, 240), -1)
    cv2.circle(image, (150, 150), 5, (20, 20, 20), -1)
    whole = SearchView(np.eye(3), (300, 300), whole=True)
    die = Annotation(149.5, 149.5, 40, 40, 1)
    made = [*patches(image, whole, [die], [(149.5, 149.5, 41.0), (60.0, 60.0, 40.0)], 1.0, "anna")] * count
    return stacked(made)


def test_cuts_show_what_their_labels_say() -> None:
    torch.manual_seed(3)
    every = on_device(a_stack(40), torch.device("cpu"))
    spots = torch.where(every.on_die[:, None], torch.tensor([4.0, -3.0, 44.0]), torch.tensor([0.0, 0.0, 40.0]))
    shown, told = plain_cuts(every, spots)
    assert shown.shape == (80, 3, 64, 64)
    assert told[:, 0].tolist() == every.on_die.float().tolist()
    die = told[every.on_die][0]
    assert die[1] == 0
    assert die[3:7].numpy() == pytest.approx([-4 / 44, 3 / 44, np.log(40 / 44), np.log(40 / 44)], abs=1e-5)
    bright = (shown[every.on_die][0, 0] > 0.6).nonzero().float().mean(0)
    assert bright.flip(0).numpy() == pytest.approx(31.5 + 36 * die[3:5].numpy(), abs=1)


def test_drawn_cuts_have_their_dice_where_their_labels_say() -> None:
    torch.manual_seed(4)
    every = on_device(a_stack(60), torch.device("cpu"))
    every = every.at(every.on_die.nonzero()[:, 0])
    spots = drawn_spots(every)
    warp, stretch, far = drawn_warps(spots, every.flat)
    told = moved(labels(spots, every.dice, every.flat), warp, stretch, far, spots[:, 2])
    seen = sampled(every.images, warp.grid())[:, 0]
    away = []
    for cut, label in zip(seen, told, strict=True):
        bright = (cut > 165).nonzero().float()
        if label[8] and label[0] and label[7] and len(bright) > 200:
            at = (bright.amin(0) + bright.amax(0)).flip(0) / 2
            away.append((at - 31.5 - 36 * label[3:5]).abs().amax().item())
    assert len(away) > 20
    assert np.mean(away) < 1.5  # seen with perspective a die's middle is not quite its picture's
    assert np.quantile(away, 0.9) < 4


def test_a_few_steps_teach_the_faces_and_resume(tmp_path: Path) -> None:
    torch.manual_seed(5)
    pool = Pool(on_device(a_stack(), torch.device("cpu")))
    training = Training(FacesNet(), tmp_path / "faces.pt", torch.device("cpu"))
    first = training.learn(cuts(*pool.batch(32)), 3e-3)
    assert first is not None
    for _ in range(30):
        training.learn(cuts(*pool.batch(32)), 3e-3)
    image, wanted = cuts(*pool.batch(64))
    training.net.eval()
    assert faces_loss(training.net(image), wanted).item() < first["loss"]
    training.save()
    again = Training(FacesNet(), tmp_path / "faces.pt", torch.device("cpu"))
    assert (again.step, again.cuts) == (31, 31 * 32)
    assert again.optimiser.state_dict()["state"]
    assert scored(again.averaged(), on_device(a_stack(), torch.device("cpu")))["dice"] == 12


@pytest.mark.parametrize("start", ["models/dice", "workshop/train/dice/base", None])
def test_faces_begin_as_the_file_answers_where_there_is_one(start: str | None) -> None:
    pool = Pool(on_device(a_stack(), torch.device("cpu")))
    net = begun(FacesNet(), faces_of(start), lambda: cuts(*pool.batch(1024))[0]).eval()
    looks = shown((64, 3, 64, 64))
    (answers,) = Network(models.path("faces"))(looks)
    away = np.abs(net(torch.from_numpy(looks)).detach().numpy() - answers).max()
    assert (away < 0.1) == (start == "models/dice")


@pytest.mark.parametrize("named", ["anna", "nobody"])
def test_sources_left_out_are_not_learnt_from(named: str) -> None:
    learnt, left = without(a_stack(), [named])
    assert (len(learnt.flat), len(left.flat)) == ((0, 24) if named == "anna" else (24, 0))


def test_folds_are_fitted_on_data_they_are_not_scored_on(
    tmp_path: Path,
) -> None:
    die = Annotation(20, 20, 24, 24, 4)
    dicey = [Photo(np.zeros((40, 40, 3), np.uint8), f"{name}/dice", (die,), (), 24.0, 1.0) for name in "abbc"]
    (tmp_path / "photos" / "kept").mkdir(parents=True)
    save_photos(dicey, tmp_path / "photos" / "kept")
    of = {name: Recipe(1, 1, leave_out=(name,)) for name in "abc"}
    for recipe in (*of.values(), Recipe(1, 1, leave_out=(NO_PHOTOGRAPH,))):
        folder = into(tmp_path, recipe)
        folder.mkdir()
        (folder / "recipe.json").write_text(json.dumps({"leave_out": recipe.leave_out}))
        (folder / "faces.onnx").touch()
    (into(tmp_path, of["c"]) / "faces.onnx").unlink()  # not trained to its end
    result = {folder.name: [photo.source for photo in photos] for folder, photos in left_out(tmp_path, of["a"])}
    assert result == {"without-b": ["b/dice", "b/dice"]}
    both = {folder.name for folder, _ in left_out(tmp_path, Recipe(1, 1))}
    assert both == {"without-a", "without-b"}
