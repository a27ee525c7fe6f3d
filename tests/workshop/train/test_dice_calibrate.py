"""How sure the dice reader may be: fitted on what was found and what was true, written where the reader finds it."""

import shutil
from pathlib import Path

import numpy as np
import pytest

import models
from vision.dice.candidates import Candidate, scaling_of
from vision.dice.reader import NOTES, DiceReader
from vision.dice.views import View
from vision.network import Network
from workshop.train.dice.calibrate import (
    PLAIN,
    Judged,
    ReadCase,
    note,
    powers,
    readings,
    scales_of,
    told_as,
)
from workshop.train.dice.remaining import fit_missing, remaining

VIEW = View(np.eye(3), (400, 400))


def spread(value: int, clear: float) -> tuple[float, ...]:
    chances = np.full(6, (1 - clear) / 5)
    chances[value - 1] = clear
    return tuple(chances.tolist())


def one(rng: np.random.Generator, *, real: bool, faces_right: bool, search_right: bool) -> Judged:
    value = int(rng.integers(1, 7))
    other = value % 6 + 1
    said = (rng.normal(4 if real else -4, 2), rng.normal(1 if real else -1, 1), 2.0)
    faces, search = spread(value if faces_right else other, 0.9), spread(value if search_right else other, 0.9)
    return Judged(said, faces, search, 0.0, value if real else None, False)


@pytest.mark.parametrize("better", ["faces", "search"])
def test_the_one_that_is_right_more_often_settles_the_value(better: str) -> None:
    rng = np.random.default_rng(2)
    told = [
        one(rng, real=True, faces_right=better == "faces" or k % 4 > 0, search_right=better == "search" or k % 4 > 0)
        for k in range(200)
    ]
    faces, search = powers(told)
    assert (faces > search) == (better == "faces")


def test_fitted_sureness_is_as_often_right_as_it_says() -> None:
    rng = np.random.default_rng(3)
    told = [one(rng, real=k % 2 == 0, faces_right=k % 10 > 0, search_right=k % 10 > 1) for k in range(600)]
    scales = scales_of(told)
    said, right = np.array([told_as(case, scales) for case in told]).T
    assert said.mean() == pytest.approx(right.mean(), abs=0.05)


def test_what_is_written_is_what_the_reader_takes(tmp_path: Path) -> None:
    faces = Path(shutil.copy(models.path("faces"), tmp_path))
    note(faces, {True: PLAIN, False: (-1.0, 2.0, 0.5, 0.25, 1.5, -0.5, 0.75)})
    network = Network(faces)
    assert scaling_of(faces, network, NOTES[False]).second == 0.75
    assert scaling_of(faces, network, NOTES[True]).leaning == PLAIN[5]
    reader = DiceReader(models.path("dice"), faces)
    assert readings(reader, [(np.full((64, 64, 3), 80, np.uint8), None, [])])[0].known == []


def place(x: float, found: float) -> Candidate:
    return Candidate(x, 50.0, 20.0, 20.0, 0.5, view=VIEW, middle=(x, 50.0), length=20.0, said=(found, 0.0, 0.0))


def test_a_die_that_is_not_told_makes_the_rest_likelier_one() -> None:
    clear = ReadCase([place(50, 9.0)], [(50, 50, 20, 20, 3)], flat=False)
    faint = ReadCase([place(50, 9.0), place(150, -1.0)], [(50, 50, 20, 20, 3), (150, 50, 20, 20, 4)], flat=False)
    empty = ReadCase([], [], flat=False)
    board = ReadCase([place(50, 9.0)], [], flat=True)
    rows = remaining([clear, faint, empty, board], PLAIN)
    assert [missed for _, missed in rows] == [False, True, False]
    missing = fit_missing(rows * 20)
    assert missing.rest > 0
