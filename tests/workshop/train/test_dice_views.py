"""Views of whole tables as the search sees them, and true to their labels however they are turned."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

from workshop.scenes import sample_scene
from workshop.scenes.draw.render import render
from workshop.train.dice import views
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


@each("mirror", [False, True])
@each("quarters", [0, 1, 2, 3])
def test_a_turned_piece_has_its_dice_where_they_went(quarters: int, mirror: bool) -> None:
    picture = np.zeros((256, 256, 3), np.uint8)
    picture[90:130, 30:50] = 255
    there = Annotation(39.5, 109.5, 20, 40, 3)
    seen, (die,) = views.turned(views.CutView(picture, (there,)), quarters, mirror)
    rows, columns = np.nonzero(seen[..., 0])
    assert (columns.mean(), rows.mean()) == (die.x, die.y)
    assert (np.ptp(columns) + 1, np.ptp(rows) + 1) == (die.width, die.height)
