"""The rules in a browser: an example is stepped through by finger, by keys, and without scripts; pages are printed."""

import pytest
from on_screen import LOOKS, USUAL


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


def test_the_shelf_holds_no_barrier_and_fits(measured, barriers, fits) -> None:
    page = measured(path="/regles")
    assert barriers(page) == []
    fits(page)


@pytest.mark.parametrize(
    ("game", "language", "look"),
    [
        ("trente", "fr-FR", "dark wall"), ("jacquet", "fr-FR", "more contrast"),
        ("backgammon", "de-DE", "forced colours"), ("trictrac", "fr-FR", "forced colours"),
        ("trictrac", "en-GB", "more contrast"), ("tock", "de-DE", "dark wall"),
    ],
)  # fmt: skip
def test_a_page_of_rules_holds_no_barrier_and_fits(
    measured, barriers, fits, game: str, language: str, look: str
) -> None:
    page = measured(path=f"/regles/{game}", locale=language)
    assert barriers(page) == []
    page.emulate_media(**USUAL | LOOKS[look][1])
    assert barriers(page, colours_only=True) == []
    fits(page)


@pytest.mark.parametrize(
    ("game", "example", "drawn"), [("backgammon", "captured", ".man"), ("tock", "shared", ".pawn")]
)
def test_an_example_marks_moved_pieces_on_the_games_board(visit, place, barriers, game, example, drawn) -> None:
    page = visit()
    page.goto(f"{place.url}/regles/{game}")
    shown = page.locator(f"#example-{example}")
    assert shown.locator(f"{drawn}.is-fresh").count() == 0
    while shown.locator("a[data-step='after']").count():
        before = shown.locator(".of").inner_text()
        page.click(f"#after-{example}")
        shown.locator(".of", has_not_text=before).wait_for()
    assert shown.locator(f"{drawn}.is-fresh").count() > 0
    assert shown.locator(drawn).first.bounding_box()["width"] > 10
    assert barriers(page, within=f"#example-{example}") == []


def test_printed_every_step_is_read_and_nothing_is_to_press(measured) -> None:
    page = measured(path="/regles/jacquet")
    steps = page.locator("#example-three-and-four .worked li")
    assert [step.is_visible() for step in steps.all()] == [True] + [False] * (steps.count() - 1)
    page.emulate_media(media="print")
    assert all(step.is_visible() for step in steps.all())
    assert not page.locator(".stepper").first.is_visible()
    assert not page.locator(".contents").is_visible()


def test_the_rules_without_scripts(plain, place) -> None:
    plain.goto(f"{place.url}/regles/royal")
    plain.click("#after-whole-turn")
    plain.click("#after-whole-turn")
    example = plain.locator("#example-whole-turn")
    assert example.get_by_text("3 / 9").is_visible()
    assert example.get_by_role("group").is_visible()
