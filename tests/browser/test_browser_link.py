"""What a page says when its link to Piste goes silent, and that it comes back by itself."""

import re

import pytest
from on_screen import resized

from webui.site import streams
from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

MUTE = 1e6
"""Seconds without a sign of life: a stream that stands open and never says a word."""


def open_mute(visit, place, monkeypatch):
    """A page whose stream says nothing after the first view; the page's clock stands."""
    monkeypatch.setattr(streams, "HEARTBEAT", MUTE)
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    page = visit()
    page.clock.install()
    page.goto(place.url)
    page.locator("#now").get_by_text(re.compile("Léa")).first.wait_for()
    return page


def age(lost) -> int:
    """How many seconds old the page says what it shows is."""
    said = re.search(r"date de (\d+) s", lost.inner_text().replace("\u202f", " "))
    assert said is not None
    return int(said[1])


def test_a_silent_link_is_reported_with_the_views_age(
    visit, place, monkeypatch
) -> None:
    page = open_mute(visit, place, monkeypatch)
    lost = page.locator("[data-lost]")
    assert lost.is_hidden()
    page.route("**/pieces*", lambda route: None)  # a network that swallows what is sent
    page.clock.run_for(10_000)
    lost.wait_for()
    first = age(lost)
    assert first >= 8
    page.clock.run_for(7_000)
    assert lost.is_visible()
    assert age(lost) >= first + 5
    page.unroute("**/pieces*")
    place.live.act(Throw((6, 3)))
    page.clock.run_for(2_000)
    lost.wait_for(state="hidden")
    page.locator("#table.is-waiting_move").wait_for()


KEEPS_STREAMS = """window.streams = [];
window.EventSource = class extends EventSource {
  constructor(...where) { super(...where); window.streams.push(this); }
};"""
NEXT_BEAT = "new Promise((resolve) => window.streams[0].addEventListener('beat', resolve, { once: true }))"
"""Of the page's own stream; the page has heard it before it is told here."""


def test_a_stream_that_beats_is_not_lost(visit, place) -> None:
    page = visit()
    page.add_init_script(KEEPS_STREAMS)
    page.clock.install(time=0)
    page.clock.pause_at(1)  # only what is run below passes, however long the page takes
    page.goto(f"{place.url}/table/1/")
    for _ in range(3):
        page.evaluate(NEXT_BEAT)
        page.clock.run_for(6_000)
        assert page.locator("[data-lost]").is_hidden()


HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""As a browser tells a page that another tab lies over it, or no longer does."""
MOST_CONNECTIONS = 6
"""That a browser opens to one site, for all its tabs together."""


def test_hidden_tabs_leave_their_connections_to_the_visible_one(visit, place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    tabs = [visit()]
    while len(tabs) <= MOST_CONNECTIONS:
        tabs[-1].locator("#table.is-waiting_throw").wait_for()
        tabs[-1].evaluate(HIDDEN, True)
        tabs.append(tabs[0].context.new_page())
        tabs[-1].goto(place.url)
    place.live.act(Throw((6, 3)))
    tabs[-1].locator("#table.is-waiting_move").wait_for()
    assert tabs[0].locator("#table.is-waiting_throw").count() == 1
    tabs[0].evaluate(HIDDEN, False)
    tabs[0].locator("#table.is-waiting_move").wait_for()


SIZES = ((320, 640), (360, 740), (800, 1280), (1366, 640), (1920, 1080))
UNCOVERED = """(lost) => {
  lost.hidden = false;
  const { left, top, width, height } = lost.getBoundingClientRect();
  const points = [0.04, 0.25, 0.5, 0.75, 0.96].flatMap((x) => [[x, 0.3], [x, 0.7]]);
  return points.every(([x, y]) => lost.contains(document.elementFromPoint(left + x * width, top + y * height)));
}"""


def test_nothing_shows_through_the_notice_of_a_lost_link(visit) -> None:
    page = visit(path="/table/1/")
    for width, height in resized(page, SIZES):
        assert page.locator("[data-lost]").evaluate(UNCOVERED), (width, height)


CUT = (lambda route: route.abort(), lambda route: None)
"""A network that says that nothing can be sent, and one that swallows what is sent."""


@pytest.mark.parametrize("cut", CUT, ids=["refused", "swallowed"])
def test_dice_that_could_not_be_sent_are_told_again(visit, place, cut) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    page = visit((800, 1280), "pupil")
    page.clock.install()
    page.route("**/actions", cut)
    tell(page, 6, 3)
    page.clock.run_for(8_000)
    page.get_by_text("n’a pas pu être envoyé").wait_for()
    assert page.locator(".pad input:checked").count() == 0
    page.unroute("**/actions")
    visit.wrong.clear()  # the browser's own word on what it could not send
    tell(page, 6, 3)
    page.locator("#table.is-waiting_move").wait_for()


def tell(page, *dice: int) -> None:
    for place, value in enumerate(dice, 1):
        page.locator(f".pad [name=die{place}][value='{value}']").click(force=True)
