"""Cuts of whole tables: as the reader makes them, and true to their labels however they are shown."""

import json
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from workshop.scenes import sample_scene
from workshop.scenes.draw.render import render
from workshop.train.dice import views
from workshop.train.dice.crops import CUT, DIE
from workshop.train.dice.places import KEPT, augmented_cuts, places, save_cuts
from workshop.train.dice.store import Annotation


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """labels.jsonl of three drawn tables with a board."""
    folder, lines = tmp_path_factory.mktemp("tables"), []
    for seed in (3, 4, 5):
        image, truth = render(sample_scene(np.random.default_rng(seed), "occe", "train", size=(960, 720)))
        cv2.imwrite(str(folder / f"{seed}.png"), image)
        lines.append(json.dumps({**truth, "image": f"{seed}.png"}))
    (folder / "labels.jsonl").write_text("\n".join(lines))
    return folder / "labels.jsonl"


def test_every_die_that_can_be_seen_is_cut_out_with_its_value(table: Path) -> None:
    truths = [json.loads(line) for line in table.read_text().splitlines()]
    values = {die["value"] for truth in truths for die in truth["dice"] if not die["covered"]}
    cuts = list(places(table, models.path("dice"), times=2))
    told = {int(label[1]) + 1 for _, label in cuts if label[0]}
    assert told == {value or 0 for value in values}
    assert all(cut.shape == (KEPT, KEPT, 3) for cut, _ in cuts)


def test_most_finds_of_the_search_are_no_dice_and_said_to_be_none(table: Path) -> None:
    labels = np.array([label for _, label in places(table, models.path("dice"))])
    assert {0.0, 1.0} == set(labels[:, 0])
    assert (labels[labels[:, 0] == 0, 1:] == [-1, -1, 0, 0, 0, 0, 0]).all()


def test_a_shown_cut_has_its_die_where_its_label_says(tmp_path: Path) -> None:
    rng, cuts = np.random.default_rng(1), []
    for aside in rng.uniform(-0.2, 0.2, (12, 2)):
        cut = np.zeros((KEPT, KEPT, 3), np.uint8)
        x, y = (KEPT - 1) / 2 + aside * DIE
        cv2.circle(cut, (round(x * 16), round(y * 16)), 9 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
        cuts.append((cut, np.array([1, 4, 0, *aside, 0.0, 0.0, 1], np.float32)))
    assert save_cuts(iter(cuts), tmp_path) == 12
    for cut, label in islice(augmented_cuts([tmp_path], 1), 24):
        assert cut.shape == (CUT, CUT, 3)
        grey = cv2.GaussianBlur(cut[..., 1], (0, 0), 2).astype(float)
        bright = cv2.moments((grey > (grey.min() + grey.max()) / 2).astype(np.uint8), binaryImage=True)
        middle = np.array([bright["m10"], bright["m01"]]) / bright["m00"]
        assert middle == pytest.approx((CUT - 1) / 2 + label[3:5] * DIE, abs=1.0)


def test_tables_without_a_board_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text(json.dumps({"image": "none.png", "board": None, "dice": []}))
    assert list(places(tmp_path / "labels.jsonl", models.path("dice"))) == []


def test_a_view_is_cut_around_a_die_of_each_table(table: Path, tmp_path: Path) -> None:
    truths = [json.loads(line) for line in table.read_text().splitlines()]
    pieces = list(views.pieces(table))
    assert len(pieces) == 3 + sum(bool(truth["dice"]) for truth in truths)
    around_dice = [one for one in pieces if any(0 <= die.x < 256 and 0 <= die.y < 256 for die in one.dice)]
    assert len(around_dice) >= sum(bool(truth["dice"]) for truth in truths)
    sides = [max(die.width, die.height) for one in pieces for die in one.dice]
    assert min(sides) > 9
    assert max(sides) < 50
    assert views.save_pieces(iter(pieces), tmp_path) == len(pieces)
    picture, wanted = next(views.augmented_pieces([tmp_path], 1))
    assert picture.shape == (256, 256, 3)
    assert wanted.shape == (9, 32, 32)


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_turned_piece_has_its_dice_where_they_went(quarters: int, mirror: bool) -> None:
    picture = np.zeros((256, 256, 3), np.uint8)
    picture[90:130, 30:50] = 255
    there = Annotation(39.5, 109.5, 20, 40, 3)
    seen, (die,) = views.turned(views.CutView(picture, (there,)), quarters, mirror)
    rows, columns = np.nonzero(seen[..., 0])
    assert (columns.mean(), rows.mean()) == (die.x, die.y)
    assert (np.ptp(columns) + 1, np.ptp(rows) + 1) == (die.width, die.height)
