"""A game played wholly by touch, as a child and a teacher meet it."""

import re
from collections.abc import Sequence

import pytest
from hand_clock import HandClock
from keyboard import tab_to
from sent import sent
from touched_table import STOPS

from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "desktop": (1920, 1080), "phone": (390, 844)}


@pytest.fixture
def clock() -> HandClock:
    """Stands still: a move that counts by itself after a second waits for “Suivant”, however slow the machine is."""
    return HandClock()


def start(place, games: int = 1, seats: Sequence[int] = (1, 3), game: str = "occe_child") -> None:
    names = ("Léa", "Tom", "Jeanne", "Amir")
    place.live.new_game(Setup(game, players_at(seats, names), games=games))


def shows(page, text: str) -> None:
    """Waits until the headline and its sentences hold the text; thin spaces are spaces."""
    page.locator("#now").get_by_text(
        re.compile(re.escape(text).replace(r"\ ", r"[\s\u00a0\u202f]"))
    ).first.wait_for()


def throw(page, *dice: int) -> None:
    for k, value in enumerate(dice, 1):
        page.locator(f'#pad input[name="die{k}"][value="{value}"]').dispatch_event("click")


def close(page, *tiles: int) -> None:
    """Taps these open tiles of the player at turn, then the button."""
    for tile in tiles:
        page.locator(f'.frame.is-turn input[value="{tile}"]').dispatch_event("click")
    page.click("#close")


def test_a_series_is_played_by_touch_to_its_podium(tablet, place) -> None:
    tablet.click("#deed >> text=Nouvelle partie")
    tablet.fill('[name="name-1"]', "Léa")
    tablet.fill('[name="name-3"]', "Tom")
    tablet.locator('input[name="games"][value="3"]').dispatch_event("click")
    tablet.click("main .is-main")
    for game in (1, 2, 3):
        tablet.get_by_text(re.compile(f"Partie {game} sur 3")).wait_for()
        if game == 2:  # as the others, told elsewhere
            for action in STOPS * 2:
                place.live.act(action)
            continue
        for name, tiles in (("Léa", (2, 1)), ("Tom", (1, 2))):
            for tile in tiles:
                shows(tablet, f"{name}, à toi de lancer !")
                throw(tablet, 1, 1)
                close(tablet, tile)
                tablet.locator(f".frame.is-turn .is-provisional input[value='{tile}']").wait_for(
                    state="attached"
                )
                tablet.click("#deed .is-next")
            shows(tablet, f"{name}, à toi de lancer !")
            throw(tablet, 1, 1)
    shows(tablet, "Léa et Tom gagnent ensemble !")
    assert tablet.locator(".podium .step-1").count() == 2
    assert tablet.locator(".podium .points").all_inner_texts() == ["126 points", "126 points"]
    tablet.click("text=Rejouer")
    shows(tablet, "Léa, à toi de lancer !")


def test_a_wrong_closing_is_explained_undone_and_replaced(tablet, place) -> None:
    start(place)
    throw(tablet, 6, 2)
    shows(tablet, "6 et 2 : à toi de fermer, Léa !")
    close(tablet, 7, 1)
    shows(tablet, "1 et 7 font bien 8, mais ici on ferme les cases de tes dés, ou de leur somme")
    assert tablet.locator(".frame.is-turn input:checked").count() == 0  # they turn back
    assert tablet.locator("#close").is_disabled()
    assert "Touche les cases" in tablet.inner_text("#close")
    tablet.get_by_role("button", name="Fermer 8", exact=True).click()
    shows(tablet, "Case 8 fermée")
    tablet.click("text=Revenir en arrière")
    shows(tablet, "6 et 2 : à toi de fermer, Léa !")
    assert tablet.locator("#tile-1-8.is-open").count() == 1


def test_the_dice_are_corrected_in_a_few_taps(tablet, place) -> None:
    start(place)
    throw(tablet, 6, 2)
    tablet.get_by_label("Corriger les dés").click()
    tablet.locator('input[name="die1"][value="3"]').dispatch_event("click")
    tablet.click("text=Valider les dés")
    shows(tablet, "3 et 2 : à toi de fermer, Léa !")
    assert sent(place.live.snapshot())["legal"] == [[2, 3], [5]]


def test_two_tablets_see_the_same_and_only_one_may_touch(tablet, visit, place) -> None:
    start(place)
    other = visit(SIZES["phone"])
    throw(tablet, 6, 2)
    shows(other, "6 et 2 : à toi de fermer, Léa !")
    tablet.get_by_role("button", name="Fermer 2 et 6", exact=True).click()
    other.locator("#tile-1-6.is-provisional").wait_for()
    assert other.locator("main form button, main input").count() == 0
    assert other.get_by_text("Jouer sur cet écran").count() == 1


def test_choosing_a_language_and_signing_out(tablet, place) -> None:
    start(place)
    tablet.click("#device-menu summary")
    tablet.click("text=English")
    shows(tablet, "Léa, it is your turn to throw!")
    assert tablet.locator("html").get_attribute("lang") == "en"
    tablet.click("text=Lock")
    tablet.get_by_text("Play on this screen").wait_for()


def test_a_wrong_code_stays_outside(visit, place) -> None:
    page = visit()
    page.goto(f"{place.url}/login")
    page.fill("#pin", "12345")
    page.click("main button")
    page.get_by_role("alert").wait_for()
    visit.wrong.clear()  # the browser notes the 401 of a wrong code as an error
    assert (
        page.get_by_role("alert").inner_text().replace("\u202f", " ")
        == "Ce n’est pas le code enseignant. Essayez encore."
    )


def test_legal_moves_always_on_request_or_never(tablet, place) -> None:
    start(place)
    throw(tablet, 6, 2)
    tablet.locator("#moves").wait_for()
    tablet.click("#device-menu summary")
    tablet.click("text=si on la demande")
    tablet.keyboard.press("Escape")
    assert not tablet.locator("#moves").is_visible()
    tablet.click("text=Montre-moi ce que je peux fermer")
    assert tablet.locator("#moves").is_visible()
    tablet.click("#device-menu summary")
    tablet.click("text=jamais")
    assert not tablet.locator("#moves").is_visible()
    assert not tablet.locator("#ask-moves").is_visible()
    tablet.reload()
    assert not tablet.locator("#moves").is_visible()


SHOWING = {
    # the game's switch: moves at once, a button that asks for them, the wishes that a tablet of a size may have
    "always": (True, False, ["toujours", "si on la demande", "jamais"], "tablet"),
    "on_request": (False, True, ["si on la demande", "jamais"], "upright"),
    "never": (False, False, [], "tablet"),
}


@pytest.mark.parametrize("shows", SHOWING)
def test_the_game_says_when_legal_moves_are_shown(visit, place, shows: str) -> None:
    at_once, asks, wishes, size = SHOWING[shows]
    tablet = visit(SIZES[size], "teacher")
    place.live.new_game(Setup("occe_child", players_at((1, 3)), options=(("show_legal", shows),)))
    throw(tablet, 6, 2)
    shows_now(tablet, at_once, asks)
    tablet.click("#device-menu summary")
    assert tablet.locator("button[data-hints]:visible").all_inner_texts() == wishes
    tablet.click("#device-menu summary")
    if asks:
        tablet.click("text=Montre-moi ce que je peux fermer")
        shows_now(tablet, True, False)
        tablet.get_by_role("button", name="Fermer 8", exact=True).click()
        tablet.click("#deed .is-next")
        throw(tablet, 5, 1)  # another throw: asked anew
        shows_now(tablet, False, True)
        tablet.reload()
        shows_now(tablet, False, True)


def shows_now(tablet, moves: bool, asks: bool) -> None:
    """The list of moves, the marks on the tiles and the button that asks for both."""
    tablet.locator("#close").wait_for()
    assert tablet.locator("#moves").is_visible() is moves
    assert tablet.locator("#ask-moves").is_visible() is asks
    marks = """() => [...document.querySelectorAll(".tile.is-hint .wood")]
        .filter((wood) => getComputedStyle(wood, "::before").display !== "none").length"""
    assert (tablet.evaluate(marks) > 0) is moves


def test_a_choice_half_made_outlives_news_from_elsewhere(tablet, place) -> None:
    start(place)
    throw(tablet, 6, 2)
    tablet.locator('.frame.is-turn input[value="6"]').dispatch_event("click")
    place.live.use_camera(False)
    place.live.act(Throw((1, 1)))  # refused: a closing is owed
    shows(tablet, "tu as encore une case à fermer")
    assert tablet.locator('.frame.is-turn input[value="6"]').is_checked()
    assert tablet.locator("#close").inner_text() == "Fermer 6"


def focused(page) -> str:
    """What has the focus, by its tag: never the page's body."""
    return str(page.evaluate("document.activeElement.tagName"))


def test_a_turn_by_keyboard_alone(tablet, place, clock) -> None:
    start(place)
    for die, presses in ((1, 5), (2, 3)):  # an arrow passes over the faces that are not meant
        tab_to(tablet, f'#pad input[name="die{die}"]')
        tablet.keyboard.press("Space")
        for _ in range(presses - 1):
            tablet.keyboard.press("ArrowRight")
    assert place.live.snapshot().throws == 0
    tab_to(tablet, "#pad button")
    tablet.keyboard.press("Enter")
    shows(tablet, "5 et 3 : à toi de fermer, Léa !")
    assert focused(tablet) != "BODY"
    tab_to(tablet, '.frame.is-turn input[value="8"]')
    tablet.keyboard.press("Space")
    tab_to(tablet, "#close")
    tablet.keyboard.press("Enter")
    shows(tablet, "Case 8 fermée")
    assert focused(tablet) != "BODY"
    tab_to(tablet, "#deed .is-next")
    tablet.keyboard.press("Enter")
    tablet.locator("#pad").wait_for()  # Tom is to throw
    assert focused(tablet) != "BODY"
    tab_to(tablet, '#pad input[name="die1"]')


def test_without_scripts_a_move_is_made_all_the_same(visit, place) -> None:
    page = visit(java_script_enabled=False)
    page.goto(f"{place.url}/login")
    page.fill("#pin", place.pin)
    page.click("main button")
    start(place)
    page.goto(place.url)
    page.check('#pad input[name="die1"][value="6"]', force=True)
    page.check('#pad input[name="die2"][value="2"]', force=True)
    page.click("#pad button")
    page.check('.frame.is-turn input[value="8"]', force=True)
    page.click("#close")
    assert page.locator("#headline").inner_text() == "Case 8 fermée"


def test_where_streams_are_full_the_page_asks_instead(visit, place) -> None:
    streams = place.app.extensions["piste"].streams
    streams.limit = 0
    page = visit(path="/table/1/")
    start(place)
    shows(page, "Léa, à toi de lancer !")
    assert page.locator("[data-lost]").is_hidden()
    visit.wrong.clear()  # the browser notes the 503 of the full stream as an error
