"""The rules in a browser: an example is stepped through by finger, by keys, and without scripts."""


def test_an_example_is_stepped_through_in_place(visit, place, barriers, fits) -> None:
    page = visit()
    page.goto(f"{place.url}/regles/occe_child")
    example = page.locator("#example-two-ways")
    example.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.click("#after-two-ways")
    example.get_by_text("2 / 7").wait_for()
    assert page.evaluate("document.activeElement.id") == "after-two-ways"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    example.locator(".is-refused[aria-current]").wait_for()
    page.keyboard.press("ArrowLeft")
    example.get_by_text("3 / 7").wait_for()
    assert abs(page.evaluate("scrollY") - before) < 2
    assert page.url.endswith("/regles/occe_child")
    assert barriers(page) == []
    fits(page)


def test_the_shelf_and_a_page_not_yet_written(visit, place, barriers, fits) -> None:
    page = visit()
    for path in ("/regles", "/regles/tock"):
        page.goto(place.url + path)
        assert barriers(page) == []
        fits(page)


def test_the_rules_without_scripts(plain, place) -> None:
    plain.goto(f"{place.url}/regles/royal")
    plain.click("#after-whole-turn")
    plain.click("#after-whole-turn")
    example = plain.locator("#example-whole-turn")
    assert example.get_by_text("3 / 9").is_visible()
    assert example.get_by_role("group").is_visible()
