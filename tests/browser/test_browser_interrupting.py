"""A match is not lost by one tap: Piste asks, keeps it, and takes it up again."""

import re

import pytest
from on_screen import resized
from sent import sent

from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "phone": (390, 844)}


@pytest.fixture
def playing(tablet, place):
    """The teacher's tablet in the middle of Léa's and Tom's series."""
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), "OCCE enfant", games=3))
    for deed in (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((6, 2))):
        place.live.act(deed)
    tablet.goto(place.url)
    return tablet


def text(page, selector: str) -> str:
    return re.sub(r"\s+", " ", page.locator(selector).inner_text())


def begin_royal(page) -> None:
    page.click("text=Nouvelle partie >> nth=0")
    page.check("[data-game=royal]", force=True)
    page.click("text=Plus de joueurs")
    page.fill('[name="name-5"]', "Zoé")
    assert page.is_checked("#seat-5")  # who has a name plays
    page.uncheck("#seat-1", force=True)  # its label covers it
    page.uncheck("#seat-3", force=True)
    page.click("main .is-main")


def test_a_running_match_is_asked_about_kept_and_taken_up(playing, place, tmp_path) -> None:
    before = sent(place.live.snapshot())
    begin_royal(playing)
    assert text(playing, "h1") == "Interrompre la partie de Léa et Tom ?"
    for width, _ in resized(playing, SIZES.values()):
        assert playing.evaluate("document.documentElement.scrollWidth") <= width
        low = [button.bounding_box()["height"] for button in playing.locator("main .button").all()]
        assert min(low) >= 44
    playing.click("text=Continuer cette partie")
    playing.locator("#table").wait_for()
    assert place.live.snapshot().id == before["id"]
    begin_royal(playing)
    playing.click("text=Oui, commencer la nouvelle partie")
    playing.locator("#who-5.is-turn").get_by_text("Zoé").wait_for()
    playing.click("text=Nouvelle partie >> nth=0")
    playing.click("text=Reprendre la partie de Léa et Tom")
    playing.locator("#headline").get_by_text("Léa").wait_for()
    assert {**sent(place.live.snapshot()), "version": 0} == {**before, "version": 0}
    playing.get_by_role("button", name="Fermer 8", exact=True).click()
    playing.locator("#tile-1-8.is-provisional").wait_for()


def test_it_asks_without_scripts_too(visit, place) -> None:
    page = visit(role="teacher", java_script_enabled=False)
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    place.live.act(Throw((6, 2)))
    page.goto(f"{place.url}/new")
    page.fill('[name="name-2"]', "Zoé")  # plays without a tick
    page.click("main .is-main")
    page.click("text=Oui, commencer la nouvelle partie")
    assert [player["name"] for player in sent(place.live.snapshot())["players"]] == ["Léa", "Zoé", "Tom"]
    page.goto(f"{place.url}/new")
    page.click("text=Reprendre la partie de Léa et Tom")
    assert place.live.snapshot().state == "waiting_move"
