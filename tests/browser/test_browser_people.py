"""Teacher and pupils in a browser: codes, classes, yesterday's game; with scripts and without, large and small."""

import pytest

from webui.table.actions import Throw

TABLET, PHONE, SMALLEST = (1280, 800), (390, 844), (320, 640)
PAGES = ("/enseignant", "/enseignant/classe", "/enseignant/classe/1", "/enseignant/classe/1/partie", "/new")


def make_class(page, place, title: str, pupils: str) -> None:
    page.goto(f"{place.url}/enseignant")
    page.get_by_role("link", name="Nouvelle classe").click()
    page.fill("#title", title)
    page.fill("#pupils", pupils)
    page.get_by_role("button", name="Garder la liste").click()


def begin(page, place, *names: str) -> None:
    page.goto(f"{place.url}/enseignant/classe/1/partie")
    for name in names:
        page.get_by_label(name, exact=True).check()
    page.get_by_role("button", name="C’est parti").click()


def throws(page, first: int, second: int) -> None:
    page.check(f'#pad input[name="die1"][value="{first}"]', force=True)
    page.check(f'#pad input[name="die2"][value="{second}"]', force=True)


@pytest.fixture
def school(tablet, place):
    """The teacher's tablet with the class CE2."""
    make_class(tablet, place, "CE2", "Léa\nTom\nZoé\nMax")
    return tablet


def test_two_classes_and_yesterdays_game_is_taken_up_again(school, place) -> None:
    make_class(school, place, "CM1", "Bleu\nRouge")
    begin(school, place, "Léa", "Tom")
    school.wait_for_selector("#pad")
    throws(school, 6, 2)
    school.wait_for_selector("#headline:has-text('6 et 2')")
    begin(school, place, "Zoé", "Max")
    school.get_by_role("button", name="Oui, commencer la nouvelle partie").click()
    school.wait_for_selector("#who-1:has-text('Zoé')")
    school.goto(f"{place.url}/enseignant")
    assert school.locator(".classes h3").all_inner_texts() == ["CE2", "CM1"]
    school.get_by_role("button", name="Reprendre la partie de Léa et Tom").click()
    school.wait_for_selector("#who-1:has-text('Léa')")
    assert "6 et 2" in school.inner_text("#headline")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_pupil_comes_in_with_the_code_and_plays_but_ends_nothing(school, visit, place, scripts: bool) -> None:
    begin(school, place, "Léa", "Tom")
    school.goto(f"{place.url}/enseignant")
    code = school.inner_text(".poster .code")
    phone = visit(PHONE, java_script_enabled=scripts)
    phone.goto(f"{place.url}/jouer?code={code}")
    phone.click("main button")
    phone.wait_for_selector("#pad")
    throws(phone, 6, 2)
    if not scripts:
        phone.click("#pad button")
    phone.wait_for_selector("#close", state="attached")
    phone.check('.frame.is-turn input[value="8"]', force=True)
    phone.click("#close")
    phone.wait_for_selector("#headline:has-text('8 fermée')")
    assert phone.locator("button[value=undo], button[value=pause], a[href='/correct'], a[href='/new']").count() == 0
    phone.goto(f"{place.url}/enseignant")
    assert phone.url == f"{place.url}/login?back=/enseignant"


def test_the_code_is_hidden_until_it_is_asked_to_be_shown_and_leads_back(visit, place) -> None:
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


@pytest.mark.parametrize("size", [TABLET, PHONE, SMALLEST])
def test_the_pages_fit_the_screen(school, visit, place, size: tuple[int, int]) -> None:
    begin(school, place, "Léa", "Tom")
    place.live.act(Throw((6, 2)))
    page = visit(size)
    for path in ("/login", "/jouer"):
        page.goto(f"{place.url}{path}")
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.goto(f"{place.url}/login")
    page.fill("#pin", place.pin)
    page.click("main button")
    page.wait_for_selector("#table")
    for path in PAGES:
        page.goto(f"{place.url}{path}")
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
