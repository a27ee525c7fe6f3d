"""The page of figures says what the figures say."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from workshop.bench.report import MARKS, FigureRow, as_json, picture, row_json, tables, written

BEGIN, END = MARKS["eyes"]

TOLD = as_json(
    [
        FigureRow("dice", "dice & tiles", 0.05, "A", 0.1),
        FigureRow("gate", "gate", 0.02, "A", 1 / 150),
        FigureRow("still", "still table", 0.005, "share", 0.01),
        FigureRow("memory", "peak memory", None, "MB", 210.0),
    ],
    0.07,
    8_700_000_000,
    {"rounds": 50, "numpy": "2"},
)


REFEREED = {
    "b_ms": 7.5,
    "rounds": 50,
    "python": "3.11",
    "rows": [
        row_json(FigureRow("match_whist", "whist: a full random match", 1234.0, "ms", 1000.0))
        | {"times_b": 165.0},
        row_json(FigureRow("doublet_whist", "whist: legal moves of a doublet", 0.25, "ms", 5.0))
        | {"times_b": 0.033},
        row_json(FigureRow("memory", "peak memory", 21.0, "MB")) | {"times_b": None},
    ],
}


def test_missed_targets_are_shown_as_missed() -> None:
    lines = {line.split("|")[1].strip(): line for line in reversed(tables(TOLD).splitlines()) if "|" in line}
    assert "A/20" in lines["dice & tiles"]
    assert "met" in lines["dice & tiles"]
    assert "**missed**" in lines["gate"]
    assert "not measured" in lines["peak memory"]


def test_only_what_stands_between_the_marks_is_made_anew() -> None:
    page = written(f"before\n{BEGIN}\nold\n{END}\nafter\n", TOLD)
    assert page.startswith("before\n")
    assert page.endswith("\nafter\n")
    assert "old" not in page
    assert written(page, TOLD) == page


def test_the_referees_figures_stand_between_marks_of_their_own() -> None:
    first, last = MARKS["referee"]
    page = f"{BEGIN}\nold\n{END}\n{first}\nold\n{last}\nafter\n"
    both = written(written(page, TOLD), REFEREED, "referee")
    assert "old" not in both
    assert "| whist: a full random match | 1234 ms | 165 | <= 1000 ms | **missed** |" in both
    assert "| whist: legal moves of a doublet | 0.250 ms | 0.033 | <= 5.0 ms | met |" in both
    assert "| peak memory | 21.0 MB |  |  |  |" in both
    assert written(both, TOLD) == both


@pytest.mark.parametrize("page", ["", BEGIN, END])
def test_a_page_without_marks_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="expected a page with"):
        written(page, TOLD)


def test_the_picture_is_drawn_with_a_bar_for_every_step() -> None:
    root = ElementTree.fromstring(picture(TOLD["rows"]))
    names = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"dice & tiles", "gate", "A/20", "A/50"} <= set(names)
    assert "still table" not in names


def test_the_page_holds_the_figures_that_were_measured(checkout: Path) -> None:
    told = json.loads((checkout / "docs" / "performance.json").read_text(encoding="utf-8"))["eyes"]
    page = (checkout / "docs" / "performance.md").read_text(encoding="utf-8")
    assert written(page, told) == page
    drawn = (checkout / "docs" / "images" / "performance.svg").read_text(encoding="utf-8")
    assert picture(told["rows"]) == drawn


def test_the_page_holds_the_referees_figures(checkout: Path) -> None:
    told = json.loads((checkout / "docs" / "performance-referee.json").read_text(encoding="utf-8"))["referee"]
    page = (checkout / "docs" / "performance.md").read_text(encoding="utf-8")
    assert written(page, told, "referee") == page
