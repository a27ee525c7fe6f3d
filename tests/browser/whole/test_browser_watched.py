"""What a camera sees on pages of every role: a doubt that a pupil answers, a wrong closing put right, a camera lost."""

import re

import pytest
from sent import sent
from watched_table import EVERY

from webui.words import words

LANGUAGES = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE"}
"""Of the pages, and as a browser asks for it."""


def says(page) -> str:
    return plain(page.locator("#now").inner_text())


def plain(text: str) -> str:
    """The text, any blank a plain one."""
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pupil_answers_a_doubt_and_a_looker_on_cannot(opens, begin, shows_newest, language: str) -> None:
    w, locale = words(language), LANGUAGES[language]
    script = EVERY["doubt"](begin)
    pupil, looker = opens((800, 1280), "pupil", locale=locale), opens((360, 740), locale=locale)
    for page in (pupil, looker):
        page.get_by_role("heading", name=w.t("What do the dice show?")).wait_for()
        assert page.locator("#photographs img").evaluate_all("all => all.every((one) => one.naturalWidth > 0)")
    assert looker.locator("#doubt button").count() == 0
    looker.get_by_text(w.t("Only a tablet that was opened with a code can answer.")).wait_for()
    pupil.get_by_role("button", name=w.all_of((6, 1)), exact=True).click()
    pupil.locator("#doubt").wait_for(state="detached")
    script.rest(1)
    pupil.locator("#table.is-provisional").wait_for()  # 7 was closed, and fits 6 and 1
    looker.locator("#tile-1-7.is-provisional").wait_for()
    told = [event for event in begin.place.live.snapshot().history if event["event"] == "roll_settled"]
    assert told[-1]["dice"] == [6, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pupil_answers_what_a_tile_shows(opens, begin, language: str) -> None:
    w = words(language)
    EVERY["asked_tile"](begin)
    page = opens(role="pupil", locale=LANGUAGES[language])
    asked = w.t("Is tile %(tile)s open or closed?", tile=8)
    page.get_by_role("heading", name=asked).wait_for()
    page.locator("#asked").get_by_role("button", name=w.t("Closed")).click()
    page.locator("#asked").wait_for(state="detached")
    assert plain(asked) not in says(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_closing_is_put_right_by_hands(measures, begin, shows_newest, language: str) -> None:
    w, locale = words(language), LANGUAGES[language]
    script = EVERY["refused"](begin)
    page, phone = measures(role="teacher", locale=locale), measures((360, 740), locale=locale)
    for one in (page, phone):
        one.get_by_text(w.t("Open %(tiles)s again.", tiles=w.all_of((2, 7)))).wait_for()
        assert plain(w.t("That does not fit yet")) in says(one)
        assert one.locator(".tile.is-refused").count() == 2
    script.turn(reopen=(2, 7))
    script.rest(1)
    script.turn((8,))
    script.rest(2)
    for one in (page, phone):
        shows_newest(one, begin.place)
        assert one.locator(".tile.is-refused").count() == 0
        assert one.locator("#tile-1-8.is-provisional, #tile-1-8.is-closed").count() == 1
        assert plain(w.t("That does not fit yet")) not in says(one)
        assert plain(w.t("%(name)s's move did not fit.", name="Léa")) not in plain(one.locator("#story").inner_text())


@pytest.mark.parametrize(("role", "language"), [("teacher", "de"), ("pupil", "fr"), ("pupil", "en")])
def test_play_goes_on_by_touch_while_the_camera_is_lost(
    opens, begin, shows_newest, role: str, language: str
) -> None:
    w = words(language)
    told = w.t("The camera does not answer. Go on by touch: nothing is lost.")
    script = EVERY["waiting_move"](begin)
    page, live = opens(role=role, locale=LANGUAGES[language]), begin.place.live
    before = page.locator("#board").bounding_box()
    live.lose()
    page.get_by_text(told).wait_for()
    page.locator('.frame.is-turn input[value="8"]').check(force=True)
    page.get_by_role("button", name=w.t("Close %(tiles)s", tiles=8)).first.click()
    page.locator("#tile-1-8.is-provisional").wait_for()
    assert page.locator("#board").bounding_box() == before
    script.open[1] -= {8}  # the hand closes it on the board as well
    script.rest(2)  # longer than a move takes to count
    page.get_by_text(told).wait_for(state="detached")
    shows_newest(page, begin.place)
    assert live.snapshot().mode == "camera"
    assert live.snapshot().scores["1"] == 37
    assert page.locator(".tile.is-refused").count() == 0


def test_a_throw_without_its_camera_is_entered_by_touch(opens, begin, shows_newest) -> None:
    EVERY["rolling"](begin)
    live = begin.place.live
    page = opens(role="pupil")
    live.lose()
    shows_newest(page, begin.place)  # what was chosen for the throw before would be refused
    for die, value in ((1, 6), (2, 2)):
        page.locator(f'#pad input[name="die{die}"][value="{value}"]').click(force=True)  # the last one sends
    page.get_by_text(re.compile(r"6 et 2\s: à toi de fermer, Léa")).first.wait_for()
    assert sent(live.snapshot())["legal"] == [[8], [2, 6]] or sent(live.snapshot())["legal"] == [[2, 6], [8]]
