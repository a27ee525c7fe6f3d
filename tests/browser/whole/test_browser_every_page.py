"""Every page of the site, found in its own list of addresses: no barrier, narrow enough, and nobody else is asked."""

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from each import in_turn
from on_screen import LOOKS, USUAL, WIDER, at_sizes, photographed
from served import addresses
from watched_table import EVERY

from webui.site.pages.manifest import PAPER
from webui.store.classes import Classes

BESIDE = ("/mur?theme=sombre", "/nowhere", "/?view=2")
WISHES = tuple(LOOKS[look][1] for look in ("dark", "more contrast", "forced colours"))
"""The colours of a teacher's pages are scanned under one of these, too, in turn."""
FITS, LARGE_TEXT = ((1280, 800), (320, 640), (640, 400)), ((360, 740), (800, 1280))
"""px of the screens that a page must fit, and must fit with the largest text too; 640 are 1280 at 200 %."""
ROLES = ("teacher", "pupil", "")
SMALLEST = ((320, 568), (640, 400), (1366, 640))
"""px of screens that a menu is not longer than."""
LONG = """() => [...document.querySelectorAll(".menu[open] .sheet-of-menu")].flatMap((sheet) => {
  const lies = sheet.getBoundingClientRect();
  const beyond = lies.left < 0 || lies.right > innerWidth || lies.bottom > innerHeight;
  const scrolls = sheet.scrollHeight > sheet.clientHeight;
  const low = [...sheet.querySelectorAll("a, button, label")].filter((one) => one.offsetHeight < 44);
  const long = beyond || scrolls ? [`from ${lies.left}, ${lies.top} to ${lies.right}, ${lies.bottom}`] : [];
  return [...long, ...low.map((one) => one.textContent)];
})"""
OWN = """async (path) => {
  const answer = await fetch(path, { headers: { Accept: "text/html" } });
  const own = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  own.querySelectorAll("header.bar, [data-rest], [type=hidden]").forEach((one) => one.remove());
  return own.outerHTML.replace(/([?&]|%3F)back=[^"]*/g, "").replace(/\\s+/g, " ");
}"""
"""What the page of a path shows beside the bar, which is the same on all, and whatever it leads back to."""
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
def test_a_visit_of_every_page(school, measures, barriers, part: int) -> None:
    asked, wrong, seen = set(), {}, set()
    pages = {role: measures(role=role) for role in ROLES}
    for page in pages.values():
        page.context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    for path in (*addresses(school.app), *BESIDE)[part::PARTS]:
        for role, page in pages.items():
            if (own := page.evaluate(OWN, path)) in seen:
                continue  # it leads to a page that was looked at, or shows what it shows another
            seen.add(own)
            page.goto(school.url + path)
            looks = in_turn(WISHES, len(seen), len(WISHES)) if role == "teacher" else ()
            wrong[role, path] = [*faults(page, barriers, looks)]
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


@pytest.mark.parametrize("role", ["teacher", "pupil", ""])
def test_menus_fit_the_smallest_screens_and_hold_no_barrier(school, opens, barriers, role: str) -> None:
    page = opens(role=role)
    for menu, last in (("#game-menu", "a"), ("#device-menu", "[data-sound]")):
        page.focus(f"{menu} summary")
        page.keyboard.press("Enter")
        page.locator(f"{menu} {last}").last.wait_for()
        assert page.locator(".menu[open]").count() == 1
        assert barriers(page) == []
        assert [*at_sizes(page, LONG, SMALLEST)] == []
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.parentElement.id") == menu[1:]


def test_the_device_chooses_light_or_dark_for_every_page(school, opens) -> None:
    page = opens(color_scheme="dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(ground)
    page.click("#device-menu summary")
    page.click("text=claires")
    light = page.evaluate(ground)
    assert light != dark
    page.goto(f"{school.url}/regles")
    assert page.evaluate(ground) == light
    page.emulate_media(color_scheme="light")
    page.click("#device-menu summary")
    page.click("text=sombres")
    assert page.evaluate(ground) == dark
    bars = "[...document.querySelectorAll('meta[name=theme-color]')].filter((one) => matchMedia(one.media).matches)"
    assert page.evaluate(f"{bars}.map((one) => one.content)") == [PAPER["dark"]]
