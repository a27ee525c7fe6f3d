"""The page of figures says what the figures say."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from models.bench.page import BEGIN, END, picture, tables, written
from models.bench.report import Row, as_json

TOLD = as_json(
    [
        Row("dice", "dice & tiles", 0.05, "A", 0.1),
        Row("gate", "gate", 0.02, "A", 1 / 150),
        Row("still", "still table", 0.005, "share", 0.01),
        Row("memory", "peak memory", None, "MB", 220.0),
    ],
    0.07,
    8_700_000_000,
    {"rounds": 50, "numpy": "2"},
)


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
