"""Every page of the site, found in its own list of addresses: no barrier, narrow enough, and nobody else is asked."""

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from on_screen import LOOKS, USUAL, WIDER, at_sizes, photographed
from site_addresses import addresses
from watched_table import EVERY

from webui.store.classes import Classes

BESIDE = ("/mur?theme=sombre", "/nowhere", "/?view=2")
WISHES = tuple(wishes for _, wishes in LOOKS.values())
"""The colours of a teacher's pages are scanned under one of these in turn: they come from one style sheet."""
FITS, LARGE_TEXT = ((1280, 800), (320, 640), (640, 400)), ((360, 740), (800, 1280))
"""px of the screens that a page must fit, and must fit with the largest text too; 640 are 1280 at 200 %."""
ROLES = ("teacher", "pupil", "")
OWN = """() => {
  const own = document.body.cloneNode(true);
  own.querySelectorAll("header.bar, [data-rest]").forEach((one) => one.remove());
  return own.outerHTML.replace(/ value="[\\w.-]{40,}"/g, "");
}"""
"""What a page holds beside the bar, which is the same on all; each visit is given a token of its own."""
PARTS = 3
"""Into how many tests a visit is cut, that several workers may share it."""
ALIKE = 10.0
"""Mean difference of grey levels between two pictures of one board: borders make half of that, other colours 28."""


def faults(page, barriers, looks: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """What is wrong on an open page, with its colours under more wishes of a device."""
    page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
    if not page.title():
        yield "no title"
    yield from barriers(page)
    for look in looks:
        page.emulate_media(**USUAL | look)
        yield from (f"{look}: {one}" for one in barriers(page, colours_only=True))
    page.emulate_media(**USUAL)
    yield from at_sizes(page, WIDER, FITS)
    page.evaluate("document.documentElement.dataset.size = 3")
    yield from (f"large text: {fault}" for fault in at_sizes(page, WIDER, LARGE_TEXT))
    page.evaluate("delete document.documentElement.dataset.size")


@pytest.fixture(scope="module")
def school(begin):
    """A game that goes on, and a class."""
    EVERY["waiting_move"](begin)
    Classes(begin.place.app.extensions["piste"].door.data).add("CE2", ("Léa", "Tom", "Zoé", "Max"))
    return begin.place


@pytest.mark.parametrize("part", range(PARTS))
def test_a_visit_of_every_page(school, opens, barriers, part: int) -> None:
    asked, wrong, seen = set(), {}, set()
    pages = {role: opens(role=role) for role in ROLES}
    for page in pages.values():
        page.context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    for path in (*addresses(school.app), *BESIDE)[part::PARTS]:
        for role, page in pages.items():
            page.goto(school.url + path)
            if (own := page.evaluate(OWN)) in seen:
                continue  # it led to a page that was looked at, or shows what it shows another
            seen.add(own)
            look = WISHES[len(seen) % len(WISHES)]
            wrong[role, path] = [*faults(page, barriers, (look,) if role == "teacher" else ())]
    assert {where: told for where, told in wrong.items() if told} == {}
    assert asked == {urlsplit(school.url).netloc}


@pytest.mark.parametrize("path", ["/", "/mur", "/mur?theme=sombre"])
def test_a_board_keeps_its_colours_under_forced_colours(school, opens, path: str) -> None:
    page = opens()
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
        page = opens(role=role)
        page.click("#settings summary")
        assert barriers(page) == []
