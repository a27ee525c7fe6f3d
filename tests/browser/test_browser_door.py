"""The front door: on every screen all of it is seen without scrolling sideways, and what it leads to is in view."""

from on_screen import SIDEWAYS, SIZES, resized

WAYS = "main a.way, main .way .button, main #code"
BELOW = "(ones) => ones.filter((one) => one.getBoundingClientRect().bottom > innerHeight).length"


def test_every_way_in_is_in_view(visit, barriers) -> None:
    page = visit(path="/")
    for width, height in resized(page, SIZES):
        assert page.evaluate(SIDEWAYS) <= 0, (width, height)
        if height >= 640:
            assert page.locator(WAYS).evaluate_all(BELOW) == 0, (width, height)
    assert barriers(page) == []


def test_a_child_types_the_code_and_plays(visit, place) -> None:
    page = visit(path="/")
    page.fill("#code", place.app.extensions["piste"].door.table_code().lower())
    page.keyboard.press("Enter")
    page.locator("#table").wait_for()


def test_a_wrong_code_is_forgotten_once_one_types(visit) -> None:
    page = visit(path="/")
    page.fill("#code", "WXYZ")
    page.keyboard.press("Enter")
    page.locator("#wrong").wait_for()
    visit.wrong.clear()  # the browser notes an answer of 401
    page.locator("#code[aria-invalid]").press("x")
    page.locator("#wrong").wait_for(state="detached")
    page.locator("#code:not([aria-invalid])").wait_for()
