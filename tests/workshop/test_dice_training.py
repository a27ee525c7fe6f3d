"""What the dice networks are shown: cuts, their labels, flat pieces of tables, and what is believed of the answers."""

import json
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from vision.dice.candidates import CUT as READ_CUT
from vision.dice.candidates import IN_CUT
from vision.dice.lean import Lean
from workshop.scenes import sample_scene
from workshop.scenes.describe.clutter import without_dice
from workshop.scenes.draw.render import render
from workshop.train.dice.crops import CUT, DIE, cuts, label_of
from workshop.train.dice.flat import flat_pieces, mistaken
from workshop.train.dice.lean import LEAN, WeighedDie, fitted
from workshop.train.dice.pictures import samples, targets
from workshop.train.dice.prepare import bank
from workshop.train.dice.store import DRAWN, Annotation, Photo, gathered
from workshop.train.reliability import diagram, error, reliability

FOUR = Annotation(100, 100, 40, 40, 4)


@pytest.mark.parametrize(
    ("spot", "there", "value"),
    [
        ((100, 100, 40), 1, 3),
        ((106, 98, 48), 1, 3),  # a little beside, a little too large
        ((130, 100, 40), 0, -1),  # beside it
        ((100, 100, 12), 0, -1),  # one of its pips
        ((100, 100, 120), 0, -1),  # three times as large
        ((20, 20, 40), 0, -1),
    ],
)
def test_a_spot_is_a_die_where_one_of_about_that_size_lies(
    spot: tuple[float, float, float], there: int, value: int
) -> None:
    label = label_of(spot, [FOUR], flat=False)
    assert label is not None
    assert label[:3] == [there, value, -1]


@pytest.mark.parametrize("spot", [(116, 100, 40), (100, 100, 22), (100, 100, 70)])
def test_what_is_neither_a_die_nor_none_teaches_nothing(spot: tuple[float, float, float]) -> None:
    assert label_of(spot, [FOUR], flat=False) is None


def test_what_is_not_to_be_counted_teaches_nothing() -> None:
    assert label_of((100, 100, 40), [Annotation(110, 100, 40, 40, -1)], flat=False) is None


@pytest.mark.parametrize(("flat", "leans"), [(True, 1), (False, -1)])
def test_only_seen_from_above_a_leaning_die_is_known_to_lean(flat: bool, leans: int) -> None:
    label = label_of((100, 100, 40), [Annotation(100, 100, 40, 44, 0)], flat)
    assert label is not None
    assert label[:3] == [1, -1, leans]


def test_cuts_are_made_as_the_reader_makes_them() -> None:
    assert (CUT, DIE) == (READ_CUT, IN_CUT)
    found = list(islice(cuts(bank(3, 3, 1), [], 7, 1.0, None), 60))
    assert {cut.shape for cut, _ in found} == {(CUT, CUT, 3)}
    labels = np.array([label for _, label in found])
    assert set(labels[:, 0]) == {0.0, 1.0}
    assert (np.abs(labels[:, 3:5]) < 0.5).all()


def test_targets_tell_where_dice_are_and_cost_nothing_where_nobody_knows() -> None:
    wanted = targets([FOUR, Annotation(200, 60, 40, 40, -1)])
    assert wanted.shape == (8, 32, 32)
    row, column = np.unravel_index(int(wanted[0].argmax()), wanted[0].shape)
    assert (column + wanted[2, row, column]) * 8 + 3.5 == pytest.approx(100)
    assert np.exp(wanted[4, row, column]) * 32 == pytest.approx(40)
    assert wanted[1, 7, 25] == 0


def test_upright_pictures_stay_upright() -> None:
    image = np.zeros((400, 400, 3), np.uint8)
    image[:200] = 255  # light above, dark below
    photo = Photo(image, "somebody", (Annotation(200, 200, 40, 40, 3),), (), 40.0, 1.0)
    seen = list(islice(samples(bank(2, 2, 1), [photo], 3, 0.0, lambda rng: 30.0, upright=True), 30))
    upright = sum(picture[:60].mean() > picture[-60:].mean() for picture, _, _ in seen)
    assert upright >= 25


def test_a_table_gives_flat_pieces_around_its_dice(tmp_path: Path) -> None:
    image, truth = render(sample_scene(np.random.default_rng(5), "occe", "train", 0.0, (960, 720)))
    cv2.imwrite(str(tmp_path / "one.png"), image)
    (tmp_path / "labels.jsonl").write_text(json.dumps({"image": "one.png", **truth}), encoding="utf-8")
    pieces = list(flat_pieces(tmp_path / "labels.jsonl"))
    dice = [die for die in truth["dice"] if not die["covered"]]
    assert len(pieces) == len(dice) + 3
    assert all(piece.flat and piece.source == DRAWN for piece in pieces)
    middles = [
        piece for piece in pieces if any(abs(d.x - 125) < 12 and abs(d.y - 125) < 12 for d in piece.dice)
    ]
    assert len(middles) >= len(dice)


def test_what_the_search_takes_for_dice_where_none_lies_is_learnt_as_none(tmp_path: Path) -> None:
    labels, found = tmp_path / "labels.jsonl", []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        image, truth = render(without_dice(rng, sample_scene(rng, "occe", "train", 0.0, (960, 720))))
        cv2.imwrite(str(tmp_path / "one.png"), image)
        labels.write_text(json.dumps({"image": "one.png", **truth}), encoding="utf-8")
        found += list(mistaken(labels, models.path("dice")))
    assert found
    assert all(piece.dice == piece.ignored == () and piece.flat for piece in found)
    labels.write_text(json.dumps({"image": "one.png", **truth, "dice": [{"value": 3}]}), encoding="utf-8")
    with pytest.raises(ValueError, match="expected tables without dice"):
        next(mistaken(labels, models.path("dice")))


def test_caches_are_gathered_without_what_is_left_out(tmp_path: Path) -> None:
    import pickle

    image = np.zeros((4, 4, 3), np.uint8)
    named = [Photo(image, name, (FOUR,) if dicey else (), (), 4, 1) for name, dicey in
             (("anna/dice", True), ("anna/dice", False), ("carl/cards", False), (DRAWN, True))]  # fmt: skip
    (tmp_path / "photos.pickle").write_bytes(pickle.dumps(named))
    assert [p.source for p in gathered([tmp_path], leave_out="anna")[1]] == ["carl/cards", DRAWN]
    assert [p.source for p in gathered([tmp_path], drawn_only=True)[1]] == ["carl/cards", DRAWN]
    assert len(gathered([tmp_path, tmp_path])[1]) == 8


def test_reliability_is_told_by_bands_and_drawn(tmp_path: Path) -> None:
    said = np.array([0.2] * 10 + [0.9] * 20 + [0.999] * 100)
    right = np.array([1.0] * 2 + [0.0] * 8 + [1.0] * 18 + [0.0] * 2 + [1.0] * 100)
    bands = reliability(said, right)
    assert [(band["n"], band["right"]) for band in bands] == [(10, 0.2), (20, 0.9), (100, 1.0)]
    assert error(bands) == pytest.approx(100 * 0.001 / 130, abs=1e-4)
    diagram({"drawn": bands}, tmp_path / "curve.png")
    assert cv2.imread(str(tmp_path / "curve.png")) is not None


def test_geometry_counts_as_much_as_it_tells() -> None:
    """Of dice drawn from known odds the fit finds those odds again; who is not asked about counts in the share."""
    rng, dice = np.random.default_rng(5), []
    for _ in range(4000):
        leans = bool(rng.random() < LEAN)
        odds = float(rng.normal(1.0 if leans else -1.0))  # a log likelihood ratio of 2 * odds
        dice.append(WeighedDie(0.5, Lean(odds, 1.0), 0.0, leans))
    found = fitted(dice)
    assert found.odds == pytest.approx(2, abs=0.3)
    assert found.base + found.plain == pytest.approx(np.log(LEAN / (1 - LEAN)), abs=0.4)
    rarer = fitted(dice + [WeighedDie(0.001, None, 0.0, False)] * 4000)
    assert rarer.base + rarer.plain > found.base + found.plain
