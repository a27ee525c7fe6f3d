"""Rows of slots, told from drawn maps."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.layout import load_layout
from vision.tiles.crops import STRIP_SHAPE, Row, to_strip
from vision.tiles.rows import LEAST_SURE, find_rows

Maps = NDArray[np.float32]
TRUE = Row((0.2, 0.85), (0.8, 0.85), 9)


def bumps(spots: list[tuple[int, float]], row: Row = TRUE) -> NDArray[np.float32]:
    """A map with a bump of that height at each slot, counted from 0; beyond the row's ends too."""
    out = np.zeros((STRIP_SHAPE[0] // 4, STRIP_SHAPE[1] // 4), np.float32)
    ys, xs = np.mgrid[: out.shape[0], : out.shape[1]]
    for slot, height in spots:
        place = np.array([row.first]) + slot * row.pitch
        x, y = (to_strip(place, load_layout("occe").row.window)[0] + 0.5) / 4 - 0.5
        bump = height * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 0.9**2))
        out = np.maximum(out, bump.astype(np.float32))
    return out


def clear(row: Row = TRUE) -> Maps:
    every = [(slot, 0.9) for slot in range(9)]
    return np.stack([bumps(every, row), bumps([(0, 0.9)], row), bumps([(8, 0.9)], row)])


def off(result: Row, true: Row = TRUE) -> float:
    """The greatest distance from a true place, in slots."""
    far = np.hypot(*(result.places() - true.places()).T).max()
    return float(far / np.hypot(*true.pitch))


def shifted(by: int) -> Maps:
    """A seat whose last tile is gone, while a thing beside the first one looks like a tile: one slot off."""
    ends = (-by, 8 - by)
    slots = [(slot, 0.8) for slot in range(min(ends), max(ends) + 1)]
    first = bumps([(0, 0.5), (-by, 0.7)])
    last = bumps([(8, 0.4), (8 - by, 0.7)])
    return np.stack([bumps([*slots, (8, 0.5), (0, 0.8)]), first, last])


def test_a_clear_row_is_found() -> None:
    (row,) = find_rows([clear()], load_layout("occe"))
    assert row.count == 9
    assert off(row) < 0.1
    assert row.sure > 0.6


@pytest.mark.parametrize("by", [1, -1])
def test_other_seats_correct_a_shifted_row(by: int) -> None:
    alone = find_rows([shifted(by)], load_layout("occe"))[0]
    assert off(alone) > 0.8
    rows = find_rows([clear(), clear(), shifted(by), clear()], load_layout("occe"))
    assert [off(row) < 0.2 for row in rows] == [True] * 4


def test_a_row_that_really_lies_elsewhere_stays_there() -> None:
    aside = Row((0.26, 0.85), (0.86, 0.85), 9)
    rows = find_rows([clear(), clear(aside), clear(), clear()], load_layout("occe"))
    assert off(rows[1], aside) < 0.1


def test_an_unseen_seat_gets_the_usual_row() -> None:
    blank = np.zeros_like(clear())
    rows = find_rows([clear(), blank, clear(), clear()], load_layout("occe"))
    assert off(rows[1]) < 0.1
    assert rows[1].sure < LEAST_SURE


def test_without_evidence_the_usual_row_is_unsure() -> None:
    blank = np.zeros_like(clear())
    rows = find_rows([blank] * 4, load_layout("occe"))
    assert [row.sure for row in rows] == [0.0] * 4
    assert {row.count for row in rows} == {9}
