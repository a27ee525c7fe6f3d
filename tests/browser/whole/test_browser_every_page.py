"""Every page of the site, found in its own list of addresses: no barrier, narrow enough, and nobody else is asked."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from on_screen import SIDEWAYS, photographed
from site_addresses import addresses
from watched_table import EVERY

from webui.store.classes import Classes

BESIDE = ("/mur?theme=sombre", "/regles/occe_child", "/regles/tock", "/nowhere", "/?view=2")
LOOKS = ({"contrast": "more"}, {"forced_colors": "active"}, {"color_scheme": "dark"})
USUAL = {"contrast": "no-preference", "forced_colors": "none", "color_scheme": "light"}
NARROW = {"320 px": (320, 640), "200 %": (640, 400), "a phone": (360, 740)}
PARTS = 3
"""Into how many tests a visit is cut, that several workers may share it."""
ALIKE = 10.0
"""Mean difference of grey levels between two pictures of one board: borders make half of that, other colours 28."""


def too_wide_with_large_text(page) -> Iterator[str]:
    """The screens that the page does not fit into with a larger text."""
    for width, height in ((360, 740), (800, 1280)):
        page.set_viewport_size({"width": width, "height": height})
        for size in ("2", "3"):
            page.evaluate("(size) => (document.documentElement.dataset.size = size)", size)
            if page.evaluate(SIDEWAYS) > 0:
                yield f"text {size} at {width} px"
    page.evaluate("delete document.documentElement.dataset.size")


@pytest.fixture(scope="module")
def school(begin):
    """A game that goes on, and a class."""
    EVERY["waiting_move"](begin)
    Classes(begin.place.app.extensions["piste"].door.data).add("CE2", ("Léa", "Tom", "Zoé", "Max"))
    return begin.place


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("role", ["teacher", "pupil", ""], ids=["teacher", "pupil", "looker-on"])
def test_a_visit_of_every_page(school, opens, barriers, role: str, part: int) -> None:
    page = opens(role)
    asked, wrong, titles = set(), {}, {}
    page.context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    seen: set[str] = set()
    for path in (*addresses(school.app), *BESIDE)[part::PARTS]:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(school.url + path)
        if (led := urlsplit(page.url).path) != urlsplit(path).path and led in seen:
            continue  # it led to a page that was looked at
        seen.add(led)
        page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
        titles[path] = page.title()
        wrong[path] = barriers(page)
        for look in LOOKS if role == "teacher" else ():
            page.emulate_media(**USUAL | look)
            wrong[path] += [f"{look}: {one}" for one in barriers(page, colours_only=True)]
        page.emulate_media(**USUAL)
        for name, (width, height) in NARROW.items():
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate(SIDEWAYS) > 0:
                wrong[path].append(f"{name}: wider than the screen")
        wrong[path] += [f"{where}: wider than the screen" for where in too_wide_with_large_text(page)]
    assert {path: told for path, told in wrong.items() if told} == {}
    assert asked == {urlsplit(school.url).netloc}
    assert all(titles.values())


@pytest.mark.parametrize("path", ["/", "/mur", "/mur?theme=sombre"])
def test_a_board_keeps_its_colours_where_the_device_forces_its_own(school, opens, path: str) -> None:
    page = opens("")
    page.goto(school.url + path)
    page.evaluate("document.fonts.ready")
    usual = grey(page.locator("#board"))
    page.emulate_media(forced_colors="active")
    assert np.abs(grey(page.locator("#board")) - usual).mean() < ALIKE


def grey(shown) -> np.ndarray:
    """A part of a page as grey levels, (height, width)."""
    return cv2.cvtColor(photographed(shown), cv2.COLOR_BGR2GRAY).astype(float)


def test_the_sheet_of_settings_holds_no_barrier(school, opens, barriers) -> None:
    for role in ("teacher", ""):
        page = opens(role)
        page.click("#settings summary")
        assert barriers(page) == []
