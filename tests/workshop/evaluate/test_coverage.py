"""Risk against coverage: what is told of throws from the surest to the least sure."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workshop.evaluate.coverage import coverage_plot, coverage_report, risks

FOUR = [(0.9, True), (0.8, True), (0.7, False), (0.6, True)]


def test_risk_is_the_share_of_wrong_ones_among_the_surest() -> None:
    assert risks(FOUR) == pytest.approx([0, 0, 1 / 3, 1 / 4])


def test_throws_alike_sure_count_alike_in_whatever_order_they_come() -> None:
    assert risks([(0.5, True), (0.5, False)]) == pytest.approx(risks([(0.5, False), (0.5, True)]))


def test_the_report_tells_area_and_how_much_can_be_acted_upon() -> None:
    told = coverage_report(FOUR)
    assert told is not None
    assert (told["throws"], told["wrong"]) == (4, 1)
    assert told["area"] == pytest.approx((1 / 3 + 1 / 4) / 4)
    assert told["least_area"] == pytest.approx((1 / 4) / 4)
    assert told["coverage_at_risk"]["0.01"] == 0.5
    assert coverage_report([]) is None


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40))
def test_no_order_is_better_than_the_least_area(rows: list[tuple[float, bool]]) -> None:
    told = coverage_report(rows)
    assert told is not None
    assert told["least_area"] <= told["area"] + 1e-9
    assert told["area"] <= 1


def test_the_plot_shows_a_curve_a_group(tmp_path: Path) -> None:
    coverage_plot({"all": FOUR, "anna": FOUR[:2]}, tmp_path / "plot.png")
    sheet = cv2.imread(str(tmp_path / "plot.png"))
    assert sheet is not None
    assert len(np.unique(sheet.reshape(-1, 3), axis=0)) > 10
