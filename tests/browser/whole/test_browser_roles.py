"""A teacher, a pupil, a looker-on and a projector at one game, in each language: each sees the same, and may do his."""

import re

import pytest
from sent import sent

from webui.table.values.setup import Setup, players_at
from webui.words import words

ROLES = {
    "teacher": {"role": "teacher"},
    "pupil": {"role": "pupil", "size": (800, 1280)},
    "looker-on": {"size": (360, 740)},
    "wall": {"path": "/mur", "size": (1920, 1080)},
}
LANGUAGES = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE"}
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def reads(page, text: str) -> None:
    """Waits for a text of the sentence; blanks of any kind are blanks."""
    pattern = re.escape(text).replace(r"\ ", r"[\s\u00a0\u202f]").replace("\u00a0", r"\s").replace("\u202f", r"\s")
    page.locator("#now").get_by_text(re.compile(pattern)).first.wait_for()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reader_gets_mistakes_and_corrections_in_their_language(visit, place, language: str) -> None:
    w = words(language)
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), games=3))
    pages = {name: visit(**wishes, locale=LANGUAGES[language]) for name, wishes in ROLES.items()}
    teacher, pupil, looker, wall = pages.values()
    for page in pages.values():
        reads(page, w.t("%(name)s, it is your turn to throw!", name="Léa"))
        assert page.get_attribute("html", "lang") == language
    assert teacher.get_by_role("button", name=w.t("Pause"), exact=True).is_visible()
    assert pupil.get_by_role("button", name=w.t("Pause"), exact=True).count() == 0
    assert looker.locator("main button:visible, main input:visible").count() == 0
    assert looker.get_by_role("link", name=w.t("Play on this screen")).is_visible()
    assert wall.locator("button, input").count() == 0

    throws(pupil, 6, 2)
    for page in pages.values():
        reads(page, w.t("%(dice)s: your move, %(name)s!", dice=w.all_of((6, 2)), name="Léa"))
    closes(pupil, 7, 2)
    for page in pages.values():
        reads(page, w.t("That does not fit yet"))
        assert page.evaluate(SIDEWAYS) <= 0
    pupil.get_by_role("button", name=w.t("Close %(tiles)s", tiles=8), exact=True).click()
    for page in pages.values():
        page.locator("#tile-1-8:is(.is-provisional, .is-closed)").wait_for()

    teacher.get_by_role("button", name=w.t("Undo"), exact=True).click()
    reads(looker, w.t("%(dice)s: your move, %(name)s!", dice=w.all_of((6, 2)), name="Léa"))
    teacher.get_by_role("link", name=w.t("Correct"), exact=True).click()
    teacher.locator('[name="die1"][value="3"]').check(force=True)
    teacher.get_by_role("button", name=w.t("Confirm the dice"), exact=True).click()
    for page in pages.values():
        reads(page, w.t("%(dice)s: your move, %(name)s!", dice=w.all_of((3, 2)), name="Léa"))
    assert sent(place.live.snapshot())["legal"] == [[2, 3], [5]]


def throws(page, *dice: int) -> None:
    for k, value in enumerate(dice, 1):
        page.locator(f'#pad label:has([name="die{k}"][value="{value}"])').click()
    page.locator("#table.is-waiting_move").wait_for()


def closes(page, *tiles: int) -> None:
    for tile in tiles:
        page.locator(f'.frame.is-turn label:has(input[value="{tile}"])').click()
    page.click("#close")
