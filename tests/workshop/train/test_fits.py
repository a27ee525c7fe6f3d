"""The few-number fits: logistic regression, trust in dice, views, boards unfolded."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

import models
from vision.dice.candidates import Candidate, scaling_of
from vision.dice.reader import NOTES, DiceReader
from vision.dice.views import SearchView
from vision.network import Network
from workshop.scenes import sample_scene
from workshop.scenes.draw.render import render
from workshop.train.dice import views
from workshop.train.dice.calibrate import (
    PLAIN,
    Judged,
    ReadCase,
    as_reported,
    note,
    powers,
    readings,
    scales_of,
)
from workshop.train.dice.remaining import fit_missing, remaining
from workshop.train.dice.store import Annotation
from workshop.train.logistic import fit, with_constant

TRUE = np.array([-0.5, 2.0, -1.0])


@pytest.fixture(scope="module")
def cases() -> tuple[np.ndarray, np.ndarray]:
    """20,000 cases, as likely real as TRUE has it."""
    rng = np.random.default_rng(3)
    inputs = with_constant(rng.normal(size=(20_000, 2)))
    return inputs, (rng.random(len(inputs)) < 1 / (1 + np.exp(-inputs @ TRUE))).astype(float)


def test_the_numbers_that_made_the_cases_are_found(cases) -> None:
    assert fit(*cases, 1e-6) == pytest.approx(TRUE, abs=0.1)


def test_what_is_known_beforehand_is_not_found_again(cases) -> None:
    inputs, real = cases
    assert fit(inputs, real, 1e-6, offset=inputs @ TRUE) == pytest.approx(np.zeros(3), abs=0.1)


def test_a_case_that_counts_twice_is_as_two_cases(cases) -> None:
    inputs, real = (part[:200] for part in cases)
    twice = fit(np.concatenate([inputs, inputs[:50]]), np.concatenate([real, real[:50]]), 0.1)
    assert fit(inputs, real, 0.1, weights=np.where(np.arange(200) < 50, 2.0, 1.0)) == pytest.approx(twice)


def test_a_ridge_keeps_numbers_small_where_nothing_else_does() -> None:
    inputs, real = with_constant(np.array([[-1.0], [1.0]])), np.array([0.0, 1.0])
    assert abs(fit(inputs, real, 1.0)[1]) < abs(fit(inputs, real, 0.01)[1]) < 30
    assert fit(inputs, real, np.array([1.0, 1e6]))[1] == pytest.approx(0, abs=1e-3)


VIEW = SearchView(np.eye(3), (400, 400))


def spread(value: int, clear: float) -> tuple[float, ...]:
    chances = np.full(6, (1 - clear) / 5)
    chances[value - 1] = clear
    return tuple(chances.tolist())


def judged(rng: np.random.Generator, *, real: bool, faces_right: bool, search_right: bool) -> Judged:
    value = int(rng.integers(1, 7))
    other = value % 6 + 1
    answer = (rng.normal(4 if real else -4, 2), rng.normal(1 if real else -1, 1), 2.0)
    faces, search = spread(value if faces_right else other, 0.9), spread(value if search_right else other, 0.9)
    return Judged(answer, faces, search, 0.0, value if real else None, False)


@pytest.mark.parametrize("better", ["faces", "search"])
def test_the_one_that_is_right_more_often_settles_the_value(better: str) -> None:
    rng = np.random.default_rng(2)
    reported = [
        judged(rng, real=True, faces_right=better == "faces" or k % 4 > 0, search_right=better == "search" or k % 4 > 0)
        for k in range(200)
    ]
    faces, search = powers(reported)
    assert (faces > search) == (better == "faces")


def test_fitted_sureness_is_as_often_right_as_it_says() -> None:
    rng = np.random.default_rng(3)
    reported = [judged(rng, real=k % 2 == 0, faces_right=k % 10 > 0, search_right=k % 10 > 1) for k in range(600)]
    scales = scales_of(reported)
    sureness, right = np.array([as_reported(case, scales) for case in reported]).T
    assert sureness.mean() == pytest.approx(right.mean(), abs=0.05)


def test_what_is_written_is_what_the_reader_takes(tmp_path: Path) -> None:
    faces = Path(shutil.copy(models.path("faces"), tmp_path))
    note(faces, {True: PLAIN, False: (-1.0, 2.0, 0.5, 0.25, 1.5, -0.5, 0.75)})
    network = Network(faces)
    assert scaling_of(faces, network, NOTES[False]).second == 0.75
    assert scaling_of(faces, network, NOTES[True]).leaning == PLAIN[5]
    reader = DiceReader(models.path("dice"), faces)
    assert readings(reader, [(np.full((64, 64, 3), 80, np.uint8), None, [])])[0].known == []


def place(x: float, result: float) -> Candidate:
    return Candidate(x, 50.0, 20.0, 20.0, 0.5, view=VIEW, middle=(x, 50.0), length=20.0, logits=(result, 0.0, 0.0))


def test_an_unreported_die_makes_the_rest_likelier() -> None:
    clear = ReadCase([place(50, 9.0)], [(50, 50, 20, 20, 3)], flat=False)
    faint = ReadCase([place(50, 9.0), place(150, -1.0)], [(50, 50, 20, 20, 3), (150, 50, 20, 20, 4)], flat=False)
    empty = ReadCase([], [], flat=False)
    board = ReadCase([place(50, 9.0)], [], flat=True)
    rows = remaining([clear, faint, empty, board], PLAIN)
    assert [missed for _, missed in rows] == [False, True, False]
    missing = fit_missing(rows * 20)
    assert missing.rest > 0


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
    around_dice = [piece for piece in pieces if any(0 <= die.x < 256 and 0 <= die.y < 256 for die in piece.dice)]
    assert len(around_dice) >= sum(bool(truth["dice"]) for truth in truths)
    sides = [max(die.width, die.height) for piece in pieces for die in piece.dice]
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
    observation, (die,) = views.turned(views.CutView(picture, (there,)), quarters, mirror)
    rows, columns = np.nonzero(observation[..., 0])
    assert (columns.mean(), rows.mean()) == (die.x, die.y)
    assert (np.ptp(columns) + 1, np.ptp(rows) + 1) == (die.width, die.height)
