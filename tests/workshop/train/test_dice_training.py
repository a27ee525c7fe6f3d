"""What the dice networks are shown: cuts, their labels, flat pieces of tables, and what is believed of the answers."""

import json
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

from vision.dice.candidates import CUT as READ_CUT
from vision.dice.candidates import IN_CUT
from vision.dice.lean import Lean
from workshop.train.dice.crops import CUT, DIE, label_of
from workshop.train.dice.drawn_dice import bank
from workshop.train.dice.lean import LEAN, WeighedDie, fitted
from workshop.train.dice.photographs import SCENES, cut_dice, photographs, weighed, without
from workshop.train.dice.pictures import samples, targets
from workshop.train.dice.recipe import Recipe
from workshop.train.dice.store import Annotation, Photo, load_photos, save_photos
from workshop.train.reliability import diagram, error, reliability

FOUR = Annotation(100, 100, 40, 40, 4)


@each(
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
def test_a_spot_is_a_die_of_about_its_size(
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
def test_only_views_from_above_show_leaning(flat: bool, leans: int) -> None:
    label = label_of((100, 100, 40), [Annotation(100, 100, 40, 44, 0)], flat)
    assert label is not None
    assert label[:3] == [1, -1, leans]


def test_spots_are_told_for_cuts_as_the_reader_makes_them() -> None:
    assert (CUT, DIE) == (READ_CUT, IN_CUT)


def test_targets_mark_dice_and_skip_unknown_ground() -> None:
    wanted = targets([FOUR, Annotation(200, 60, 40, 40, -1)])
    assert wanted.shape == (9, 32, 32)
    row, column = np.unravel_index(int(wanted[0].argmax()), wanted[0].shape)
    assert (column + wanted[2, row, column]) * 8 + 3.5 == pytest.approx(100)
    assert np.exp(wanted[4, row, column]) * 32 == pytest.approx(40)
    assert wanted[1, 7, 25] == 0


def test_upright_pictures_stay_upright() -> None:
    image = np.zeros((400, 400, 3), np.uint8)
    image[:200] = 255  # light above, dark below
    photo = Photo(image, "somebody", (Annotation(200, 200, 40, 40, 3),), (), 40.0, 1.0)
    looks = list(islice(samples(bank(2, 2, 1), [photo], 3, 0.0, lambda rng: 30.0, upright=True), 30))
    upright = sum(picture[:60].mean() > picture[-60:].mean() for picture, _, _ in looks)
    assert upright >= 25


def test_a_learnt_value_stands_where_its_die_does() -> None:
    wanted = targets([FOUR, Annotation(200, 60, 40, 40, 0)])
    assert wanted[8, 12, 12] == 4
    assert set(np.unique(wanted[8])) == {0, 4}


def lines(folder: Path, labels: list[dict[str, object]]) -> None:
    folder.mkdir(parents=True)
    (folder / "labels.jsonl").write_text("".join(json.dumps(line) + "\n" for line in labels), encoding="utf-8")


def photo_line(name: str, **more: object) -> dict[str, object]:
    dice = [{"value": 4, "bbox": [20.0, 30.0, 24.0, 24.0]}]
    return {
        "image": name, "source": "anna/dice", "width": 120, "height": 90, "dice": dice, "bbox_kind": "die",
        "use": "train", **more,
    }  # fmt: skip


def test_only_what_may_be_learnt_from_is_opened(tmp_path: Path) -> None:
    there = [photo_line(f"{k}.png") for k in range(11)] + [photo_line("crop.png", crop=True)]
    lines(tmp_path / "dice", [*there, photo_line("absent.png", use="measure")])
    lines(tmp_path / "boards", [])
    for line in there:
        cv2.imwrite(str(tmp_path / "dice" / str(line["image"])), np.full((90, 120, 3), 90, np.uint8))
    stored, held, crops = photographs(tmp_path)
    assert (len(stored), len(held), len(crops)) == (10, 1, 1)
    (die,) = stored[0].dice
    assert (die.x, die.y, die.width, die.value) == (32, 42, 24, 4)
    save_photos(stored, tmp_path)
    assert [load_photo.dice for load_photo in load_photos(tmp_path)] == [load_photo.dice for load_photo in stored]
    assert (load_photos(tmp_path)[9].image == stored[9].image).all()
    assert without(stored, ["anna"]) == []
    assert len(without(stored, ["carl"])) == 10


def test_a_training_leaves_out_the_other_scene_of_the_boxes() -> None:
    boxes = [Photo(np.zeros((8, 8, 3), np.uint8), f"boxes {scene}", (), (), 0.0, 1.0) for scene in SCENES.values()]
    for scene in SCENES.values():
        stored = without(boxes, Recipe(1.0, 1, scene=scene).unseen)
        assert [photo.source for photo in stored] == [f"boxes {scene}"]


def test_sources_are_shown_about_alike_often_however_large() -> None:
    image = np.zeros((4, 4, 3), np.uint8)
    many = [Photo(image, "many", (FOUR,), (), 4, 1, group="many") for _ in range(400)]
    few = [Photo(image, "few", (FOUR,), (), 4, 1, group="few") for _ in range(40)]
    shown = weighed([*many, *few])
    often = [sum(photo.weight for photo in shown if photo.group == name) for name in ("many", "few")]
    assert 1 < often[0] / often[1] < 1.5


def test_photographed_dice_become_sprites_with_soft_corners() -> None:
    image = np.full((200, 200, 3), 70, np.uint8)
    cut = Annotation(195, 100, 40, 40, 5)
    photo = Photo(image, "anna", (FOUR, cut, Annotation(50, 50, 40, 40, 0)), (), 40, 1, group="anna")
    (((sprite,),),) = cut_dice([photo])
    assert (sprite.value, sprite.width, sprite.height) == (4, 40, 40)
    assert sprite.bgra[20, 20, 3] == 255
    assert sprite.bgra[0, 0, 3] == 0


def test_reliability_is_told_by_bands_and_drawn(tmp_path: Path) -> None:
    sureness = np.array([0.2] * 10 + [0.9] * 20 + [0.999] * 100)
    right = np.array([1.0] * 2 + [0.0] * 8 + [1.0] * 18 + [0.0] * 2 + [1.0] * 100)
    bands = reliability(sureness, right)
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
    result = fitted(dice)
    assert result.odds == pytest.approx(2, abs=0.3)
    assert result.base + result.plain == pytest.approx(np.log(LEAN / (1 - LEAN)), abs=0.4)
    rarer = fitted(dice + [WeighedDie(0.001, None, 0.0, False)] * 4000)
    assert rarer.base + rarer.plain > result.base + result.plain
