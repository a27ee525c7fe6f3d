"""Browsers older than docs/browsers.md names get the pages without scripts, which load themselves again."""

import pytest

from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

KNOWS_NO_HAS = "CSS.supports = () => false;"
"""As a browser of 2021 answers what it is asked about its style sheets."""
NEWER = """delete Element.prototype.checkVisibility;
delete HTMLFormElement.prototype.requestSubmit;
delete AbortSignal.timeout;
const Whole = window.FormData;
window.FormData = class extends Whole { constructor(form) { super(form); } };"""
"""What scripts of the oldest browser that is supported do not find."""


@pytest.fixture
def older(chromium, place, come_in):
    """A teacher's browser that understands no script of the site but the one that every browser can read."""
    context = chromium.new_context(viewport={"width": 800, "height": 1280}, locale="fr-FR")
    context.set_default_timeout(15_000)
    come_in(context, place, "teacher")
    context.add_init_script(KNOWS_NO_HAS)
    context.route(
        lambda url: url.endswith(".js") and not url.endswith("/wishes.js"),
        lambda route: route.fulfill(body="what is this ???", content_type="text/javascript"),
    )
    yield context.new_page()
    context.close()


def test_a_page_whose_scripts_cannot_be_read_loads_itself_again(older, place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    older.goto(place.url)
    assert older.locator("html.no-script").count() == 1
    place.live.act(Throw((6, 3)))
    older.locator("#table.is-waiting_move").wait_for()


def test_an_older_browser_plays_without_scripts(older, place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    older.goto(place.url + "/?fige=1")  # else it loads itself again while it is filled in
    older.check("[name=die1][value='6']", force=True)
    older.check("[name=die2][value='3']", force=True)
    older.click(".pad .button")
    older.locator("#table.is-waiting_move").wait_for()


def test_a_browser_that_could_run_some_scripts_runs_none(chromium, place) -> None:
    context = chromium.new_context()
    context.add_init_script(KNOWS_NO_HAS)
    page = context.new_page()
    streams = []
    page.on("request", lambda asked: streams.append(asked.url) if "/events" in asked.url else None)
    page.goto(place.url)
    page.wait_for_load_state("load")
    assert page.locator("html.no-script").count() == 1
    assert streams == []
    context.close()


def test_the_oldest_supported_browser_plays_by_touch(visit, place, come_in) -> None:
    page = visit()
    page.context.add_init_script(NEWER)
    come_in(page.context, place, "teacher")
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    page.goto(place.url)
    page.check("[name=die1][value='6']", force=True)
    page.check("[name=die2][value='3']", force=True)
    page.locator("#tile-1-9 input").check(force=True)
    page.click("#close")
    page.locator("#tile-1-9.is-closed, #tile-1-9.is-provisional").wait_for()
