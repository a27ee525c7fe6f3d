"""Teacher and pupils in a browser: codes, classes, yesterday's game; with scripts and without, large and small."""

import pytest
from on_screen import resized
from sent import sent

from webui.store.classes import ClassGame
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at
from webui.words import words

LANGUAGES = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE"}
"""Of the pages, and as a browser asks for it."""
TABLET, PHONE, SMALLEST = (1280, 800), (390, 844), (320, 640)
PAGES = (
    "/enseignant", "/enseignant/position", "/enseignant/classe", "/enseignant/classe/1", "/enseignant/classe/1/partie",
    "/new", "/enseignant/lecon/1",
)  # fmt: skip


def make_class(page, place, title: str, pupils: str, language: str = "fr") -> None:
    w = words(language)
    page.goto(f"{place.url}/enseignant")
    page.get_by_role("link", name=w.t("New class")).click()
    page.fill("#title", title)
    page.fill("#pupils", pupils)
    page.get_by_role("button", name=w.t("Keep the list")).click()


def begin(page, place, *names: str, language: str = "fr") -> None:
    page.goto(f"{place.url}/enseignant/classe/1/partie")
    for name in names:
        page.get_by_label(name, exact=True).check()
    page.get_by_role("button", name=words(language).t("Let's play!")).click()


def throws(page, first: int, second: int) -> None:
    for die, value in (("die1", first), ("die2", second)):  # with scripts the second one sends, and the pad is gone
        page.click(f'#pad label:has([name="{die}"][value="{value}"])')


@pytest.fixture
def school(place):
    """The class CE2, of which Léa and Tom play."""
    site, pair = place.app.extensions["piste"], ("Léa", "Tom")
    site.classes.add("CE2", (*pair, "Zoé", "Max"))
    place.live.new_game(Setup("occe_child", players_at((1, 3), pair), "OCCE enfant"))
    site.classes.begun(1, ClassGame(1, place.live.started(1)))


@pytest.mark.parametrize(("language", "size"), [("fr", TABLET), ("en", PHONE), ("de", TABLET)])
def test_two_classes_and_yesterdays_game_is_taken_up_again(
    visit, place, language: str, size: tuple[int, int]
) -> None:
    w = words(language)
    page = visit(size, "teacher", locale=LANGUAGES[language])
    make_class(page, place, "CE2", "Léa\nTom\nZoé\nMax", language)
    make_class(page, place, "CM1", "Bleu\nRouge", language)
    begin(page, place, "Léa", "Tom", language=language)
    page.wait_for_selector("#pad")
    throws(page, 6, 2)
    page.locator("#table.is-waiting_move").wait_for()
    begin(page, place, "Zoé", "Max", language=language)
    page.get_by_role("button", name=w.t("Yes, begin the new game")).click()
    page.wait_for_selector("#who-1:has-text('Zoé')")
    page.goto(f"{place.url}/enseignant")
    assert page.locator(".classes h3").all_inner_texts() == ["CE2", "CM1"]
    page.locator(".again button").get_by_text(w.all_of(("Léa", "Tom"))).click()
    page.wait_for_selector("#who-1:has-text('Léa')")
    assert w.all_of((6, 2)) in page.inner_text("#headline")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_pupil_with_the_code_plays_but_ends_nothing(school, visit, place, scripts: bool) -> None:
    code = visit(role="teacher", path="/enseignant").inner_text(".poster .code")
    phone = visit(PHONE, path=f"/jouer?code={code}", java_script_enabled=scripts)
    phone.click("main button")
    phone.wait_for_selector("#pad")
    throws(phone, 6, 2)
    if not scripts:
        phone.click("#pad button")
    phone.wait_for_selector("#close", state="attached")
    phone.check('.frame.is-turn input[value="8"]:not([data-young])', force=True)
    phone.click("#close")
    phone.wait_for_selector("#headline:has-text('8 fermée')")
    assert phone.locator("button[value=pause], a[href='/correct'], a[href='/new']").count() == 0
    assert phone.locator("button[value=undo]").count() == 1  # what he has just said himself
    phone.goto(f"{place.url}/enseignant")
    assert phone.url == f"{place.url}/login?back=/enseignant"


def test_the_code_is_hidden_until_shown_and_leads_back(visit, place) -> None:
    page = visit()
    page.goto(f"{place.url}/enseignant")
    page.fill("#pin", place.pin)
    assert page.get_attribute("#pin", "type") == "password"
    page.check("[data-shows]")
    assert page.get_attribute("#pin", "type") == "text"
    page.click("main button")
    page.wait_for_url(f"{place.url}/enseignant")


def test_without_scripts_no_box_offers_to_show_the_code(visit, place) -> None:
    page = visit(java_script_enabled=False)
    page.goto(f"{place.url}/login")
    assert not page.is_visible("[data-shows]")
    page.fill("#pin", place.pin)
    page.click("main button")
    page.wait_for_selector("#table")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_fit_the_smallest_screen_in_other_languages(school, measured, place, come_in, language: str) -> None:
    place.live.act(Throw((6, 2)))
    page = measured(SMALLEST, locale=LANGUAGES[language])
    for path in ("/login", "/jouer", *PAGES):
        if path == PAGES[0]:
            come_in(page.context, place, "teacher")
        page.goto(f"{place.url}{path}")
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert page.get_attribute("html", "lang") == language


@pytest.mark.parametrize(("scripts", "language"), [(True, "fr"), (False, "fr"), (True, "en"), (True, "de")])
def test_in_mid_game_one_player_more_comes_and_another_leaves(
    school, visit, place, scripts: bool, language: str
) -> None:
    w = words(language)
    page = visit(TABLET, "teacher", "/enseignant", java_script_enabled=scripts, locale=LANGUAGES[language])
    page.click("details.replace > summary")
    page.get_by_label(w.t("Who plays from now on")).fill("Ana")
    page.get_by_role("button", name=w.t("Add"), exact=True).click()
    page.wait_for_selector("#who-2:has-text('Ana')")
    page.goto(f"{place.url}/enseignant")
    page.click("details.replace > summary")
    page.get_by_role("button", name=w.t("%(name)s leaves", name="Léa")).click()
    page.get_by_role("button", name=w.t("Yes, %(name)s leaves", name="Léa"), exact=True).click()
    now = page.locator("#now")
    now.get_by_text(w.t("%(name)s, it is your turn to throw!", name="Tom")).wait_for()
    now.get_by_text(w.t("%(name)s leaves the game.", name="Léa")).wait_for()
    page.locator(".flash").get_by_role("button", name=w.t("Undo"), exact=True).click()
    now.get_by_text(w.t("%(name)s, it is your turn to throw!", name="Léa")).wait_for()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_position_is_set_up_and_taken_back(school, visit, place, scripts: bool) -> None:
    for deed in (Throw((6, 3)), CloseTiles((9,)), Next()):
        place.live.act(deed)
    page = visit(TABLET, "teacher", "/enseignant", java_script_enabled=scripts)
    page.get_by_role("link", name="Poser une position").click()
    assert page.is_checked('[name="closed-1"][value="9"]')
    page.uncheck('[name="closed-1"][value="9"]')
    page.check('[name="closed-3"][value="8"]')
    page.get_by_label("C’est à Tom de jouer").check()
    page.get_by_role("button", name="Jouer à partir de là").click()
    page.get_by_role("button", name="Oui, jouer à partir de cette position").click()
    page.wait_for_selector("#headline:has-text('Tom, à toi de lancer')")
    assert page.locator("#tile-3-8.is-closed").count() == page.locator("#tile-1-9.is-open").count() == 1
    page.locator(".flash").get_by_role("button", name="Revenir en arrière").click()
    page.wait_for_selector("#headline:has-text('Léa, à toi de lancer')")
    assert page.locator("#tile-1-9.is-closed").count() == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_men_are_placed_by_tap_and_by_keys(visit, place, barriers, scripts: bool) -> None:
    place.live.new_game(Setup("backgammon", players_at((1, 2), ("Léa", "Max"))))
    page = visit(role="teacher", path="/enseignant/position", java_script_enabled=scripts)
    page.click("#tap-arrow-8")
    page.locator("#placing-says:has-text('3 dames blanches')").wait_for()
    page.click("#tap-arrow-4")
    page.locator("#spot-arrow-4.has-white").wait_for()
    page.focus("#tap-off-black")
    page.keyboard.press("Enter")
    page.locator("#placing-says:has-text('la place de l’autre joueur')").wait_for()
    if scripts:
        assert page.evaluate("document.activeElement.id") == "tap-off-black"
        assert barriers(page) == []
        page.keyboard.press("Escape")
    else:
        page.click("#let-go")
    page.locator("#let-go[disabled]").wait_for()
    page.get_by_label("C’est à Max de jouer").check()
    page.get_by_role("button", name="Jouer à partir de là").click()
    page.locator("#headline:has-text('Max, à toi de lancer')").wait_for()
    assert sent(place.live.snapshot())["spaces"]["arrow-4"] == "white x 1"


def test_tiles_of_a_position_are_large_enough_for_a_finger(school, measured, place) -> None:
    page = measured(role="teacher", path="/enseignant/position")
    for width, height in resized(page, (TABLET, (800, 1280), PHONE)):
        boxes = [one.bounding_box() for one in page.locator(".arranged .tile").all()]
        assert len(boxes) == 18
        assert min(min(box["width"], box["height"]) for box in boxes) >= 44, (width, height)


@pytest.mark.parametrize("scripts", [True, False])
def test_changing_language_keeps_a_half_filled_form(
    tablet, visit, place, scripts: bool
) -> None:
    page = visit(TABLET, "teacher", "/new", java_script_enabled=scripts)
    page.fill('[name="name-1"]', "Zoé")
    page.check('[name="games"][value="3"]')
    page.click(".painted > summary")
    page.locator('[name="colour"]').first.select_option("purple")
    page.click("#device-menu > summary")
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_selector("html[lang=de]")
    assert page.input_value('[name="name-1"]') == "Zoé"
    assert page.is_checked('[name="games"][value="3"]')
    assert page.locator('[name="colour"]').first.input_value() == "purple"
    page.get_by_role("button", name="Los geht’s").click()
    page.wait_for_selector("#bed-bottom.is-purple", state="attached")
    assert "Zoé" in page.inner_text("#who-1")


def test_enter_in_a_field_begins_the_game(visit, place) -> None:
    page = visit(role="teacher", path="/new")
    page.fill('[name="name-1"]', "Zoé")
    page.press('[name="name-1"]', "Enter")
    page.wait_for_selector("#table")
    assert page.get_attribute("html", "lang") == "fr"
    assert sent(place.live.snapshot())["players"][0]["name"] == "Zoé"
