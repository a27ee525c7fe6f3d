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
