"""`python -m workshop bench pages` in small: a real browser opens the table, and a tap is seen on another screen."""

import json
import shutil
from pathlib import Path

import pytest

from workshop.bench import pages
from workshop.bench.pages import TAPS
from workshop.bench.report import written


def test_paints_taps_and_weight_are_measured() -> None:
    if not any(map(shutil.which, pages.BROWSERS)):
        pytest.skip(f"needs a Chromium; none of {', '.join(pages.BROWSERS)} is installed")
    pytest.importorskip("playwright", reason="needs the playwright package")
    text: list[str] = []
    report = pages.measured(1, text.append, ("table", "again", "tap", "weight"))
    of_games = [f"{key}_{game}" for game in list(TAPS)[1:] for key in ("tap_own", "tap_other")]
    values = {row["key"]: row["value"] for row in report["rows"]}
    assert list(values) == ["paint_table", "paint_again", "tap_own", "tap_other", *of_games, "weight", "requests"]
    assert report["s_ms"] > 0
    assert all(value and value > 0 for value in values.values())
    assert [row["met"] for row in report["rows"][-2:]] == [True, True]
    assert report["rounds"] == 1
    assert text == ["round 1 of 1"]


def test_without_a_browser_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(pages.NoBrowser, match="expected the package playwright"):
        pages.measured(1, lambda what: None)


def test_every_page_has_its_own_name_and_address() -> None:
    assert len({says for says, _, _ in pages.PAGES.values()}) == len(pages.PAGES)
    assert {path for _, _, path in pages.PAGES.values()} >= {"/", "/mur", "/camera/area"}


def test_the_page_of_figures_holds_the_pages(checkout: Path) -> None:
    told = json.loads((checkout / "docs" / "performance-pages.json").read_text(encoding="utf-8"))["pages"]
    page = (checkout / "docs" / "performance.md").read_text(encoding="utf-8")
    assert written(page, told, "pages") == page
    assert [row["key"] for row in told["rows"] if row["met"] is False] == []
