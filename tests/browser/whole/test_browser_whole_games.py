"""Whole games by who cannot use a mouse, a script or a large screen; Royal for two and for twelve."""

import re

import pytest
from keyboard import presses, tab_to
from playwright.sync_api import Response, TimeoutError
from sent import sent

from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at
from webui.words import words

NAMES = ("Léa", "Tom", "Zoé", "Max", "Inès", "Amir", "Jean-Baptiste", "Anne-Sophie", "Lou", "Noé", "Eva", "Sam")
SIZES = {"upright": (800, 1280), "tablet": (1280, 800), "phone": (360, 740), "projector": (1920, 1080)}
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SHUT = ((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,)), ((6, 5), (5, 6)), ((4, 3), (3, 4)), ((2, 1), (1, 2))
LOCALES = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE"}
WINS = {"fr": "Léa gagne", "en": "Léa wins", "de": "Léa gewinnt"}
LEAVES_42 = ((1, 1), (2,)), ((1, 1), (1,)), ((1, 1), ())


def by_keys_until(page, state: str) -> None:
    """Waits until the table is so, and the keyboard still has a place on the page."""
    page.locator(f"#table.is-{state}").wait_for()
    assert page.evaluate("document.activeElement.tagName") != "BODY"


def test_a_whole_game_by_keyboard_alone(visit, place) -> None:
    page = visit(path="/login")
    page.wait_for_selector("#pin:focus")  # of itself
    page.keyboard.type(place.pin)
    page.keyboard.press("Enter")
    page.wait_for_selector("#table")
    presses(page, "#deed a", "Enter")
    page.wait_for_url("**/new")
    for seat, name in ((1, "Léa"), (3, "Tom")):
        tab_to(page, f'[name="name-{seat}"]')
        page.keyboard.type(name)
    presses(page, "main form .is-main", "Enter")
    page.wait_for_selector("#pad")
    for player, tiles in ((1, (2, 1)), (3, (1, 2))):
        for tile in tiles:
            page.locator(f"#who-{player}.is-turn").wait_for()
            throws_ones_by_keys(page)
            by_keys_until(page, "waiting_move")
            presses(page, f'.frame.is-turn input[value="{tile}"]', "Space")
            presses(page, "#close", "Enter")
            by_keys_until(page, "provisional")
            presses(page, "#deed .is-next", "Enter")
            by_keys_until(page, "waiting_throw")
        throws_ones_by_keys(page)
    by_keys_until(page, "game_over")
    assert "Léa et Tom gagnent ensemble" in page.inner_text("#headline")
    presses(page, "#deed .is-main", "Enter")
    by_keys_until(page, "waiting_throw")


def throws_ones_by_keys(page) -> None:
    for die in (1, 2):
        presses(page, f'#pad input[name="die{die}"]', "Space")
    presses(page, "#pad button", "Enter")


def test_a_whole_game_without_scripts(plain, place, come_in) -> None:
    come_in(plain.context, place, "teacher")
    plain.goto(f"{place.url}/new")
    plain.fill('[name="name-1"]', "Léa")
    plain.fill('[name="name-3"]', "Tom")
    plain.click("main .is-main")
    come_in(plain.context, place, "pupil")
    plain.goto(place.url)
    for player, tiles in ((1, (2, 1)), (3, (1, 2))):
        for tile in tiles:
            sends(plain, ONES, "#pad button", "waiting_move")
            assert plain.locator(f"#who-{player}.is-turn").count() == 1
            sends(plain, [f".frame.is-turn input[value='{tile}']"], "#close", "provisional")
            sends(plain, [], "#deed .is-next", "waiting_throw")
        sends(plain, ONES, "#pad button", "waiting_throw" if player == 1 else "game_over")
    assert "Léa et Tom gagnent ensemble" in plain.inner_text("#headline")
    assert plain.locator(".podium .step-1").count() == 2


ONES = ["#pad [name=die1][value='1']", "#pad [name=die2][value='1']"]


def sends(page, choices: list[str], button: str, *states: str) -> None:
    """Chooses, and presses a button; without scripts the page is opened anew now and then, and a choice is lost."""
    shown = page.locator(", ".join(f"#table.is-{state}" for state in states))
    for _ in range(5):
        try:
            with page.expect_navigation(), page.expect_response(led_here):
                for choice in choices:
                    page.check(choice, force=True)
                page.click(button)
            shown.wait_for()
        except TimeoutError:
            continue
        return
    raise AssertionError(f"{button}: expected the table to be {states}; got {page.get_attribute('#table', 'class')}")


def led_here(answer: Response) -> bool:
    """The page that was led to by what was sent, not the same page opened anew."""
    sent = answer.request.redirected_from
    return sent is not None and sent.method == "POST"


NARROW = {"320 px": ((320, 640), "fr"), "200 %": ((640, 400), "en"), "320 px, German": ((320, 640), "de")}
"""Of the screen, and the language."""


@pytest.mark.parametrize(("size", "language"), NARROW.values(), ids=NARROW)
def test_a_mistake_is_corrected_on_the_narrowest_screen(
    visit, place, size: tuple[int, int], language: str
) -> None:
    w = words(language)
    place.live.new_game(Setup("occe_child", players_at((1, 2, 3, 4), NAMES)))
    page = visit(size, "pupil", locale=LOCALES[language])
    for die, value in ((1, 6), (2, 2)):
        page.locator(f'#pad label:has([name="die{die}"][value="{value}"])').click()
    page.locator("#table.is-waiting_move").wait_for()
    for tile in (7, 2):
        page.locator(f".frame.is-turn label:has(input[value='{tile}'])").click()
    page.click("#close")
    page.locator("#now").get_by_text(w.t("That does not fit yet")).wait_for()
    page.locator("#now").get_by_text(re.compile(w.all_of((2, 7)).replace(" ", r"\s"))).first.wait_for()
    assert page.evaluate(SIDEWAYS) <= 0
    page.get_by_role("button", name=w.t("Close %(tiles)s", tiles=8), exact=True).click()
    page.locator("#tile-1-8:is(.is-provisional, .is-closed)").wait_for()
    assert page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize(("players", "language"), [(2, "de"), (7, "en"), (12, "fr")])
def test_royal_from_the_form_to_the_podium(visit, place, players: int, language: str) -> None:
    w = words(language)
    page = visit(role="teacher", path="/new", locale=LOCALES[language])
    page.check("[data-game=royal]", force=True)
    page.get_by_text(w.t("More players")).click()
    seats = range(1, players + 1)
    for seat, name in zip(seats, NAMES, strict=False):
        page.fill(f'[name="name-{seat}"]', name)
    for seat in (3, 1):  # what was ticked before stays where it has a name
        if seat > players:
            page.uncheck(f"#seat-{seat}", force=True)
    page.click("main .is-main")
    page.locator("#who-1.is-turn").wait_for()
    assert [one["name"] for one in sent(place.live.snapshot())["players"]] == list(NAMES[:players])
    wall = visit(SIZES["projector"], path="/mur", locale=LOCALES[language])
    for die, value in ((1, 6), (2, 3)):
        page.locator(f'#pad label:has([name="die{die}"][value="{value}"])').click()
    page.locator(".frame.is-turn label:has(input[value='9'])").click()
    page.click("#close")
    page.click("#deed .is-next")
    page.locator("#line-1").get_by_text("36").first.wait_for()
    for dice, tiles in (*SHUT[1:], *(step for _ in seats[1:] for step in LEAVES_42)):
        place.live.act(Throw(dice))
        if tiles:
            place.live.act(CloseTiles(tiles))
            place.live.act(Next())
    page.locator("#podium").wait_for()
    assert WINS[language] in page.inner_text("#headline")
    assert page.locator("#scores .line").count() == players
    assert wall.locator("#race li").count() == players
    wall.locator("#headline").get_by_text(WINS[language]).wait_for()
    for name, (width, height) in SIZES.items():
        for one in (page, wall):
            one.set_viewport_size({"width": width, "height": height})
            assert one.evaluate(SIDEWAYS) <= 0, name
