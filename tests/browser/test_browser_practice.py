"""A game for practice as a person plays it on a tablet: one game of each kind, with turns of Piste's in between.

Its table is the tablet's own; another tablet plays on at the table of the class.
"""

import json
import random
from dataclasses import replace

import pytest
from hand_clock import HandClock
from sent import sent

from webui.live.classroom.practice import IDLE
from webui.live.live import Live
from webui.store.journal import Journal
from webui.table.values.actions import Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at
from webui.words.games.sentences import foul_sentence

GAMES = {
    "OCCE enfant": "tablet",
    "Jacquet traditionnel": "phone",
    "Trente (Wikilivres)": "phone",
    "Tock Canop": "tablet",
}
"""One of each kind, and on which screen it is played."""
SIZES = {"tablet": (1280, 800), "phone": (360, 740)}
MOVES = {"waiting_move move", "provisional move"}
"""What the table waits for while Piste moves."""


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def place(tmp_path, served, clock):
    """A table that nobody follows, and where no game is: time passes as the test says."""
    live = Live(Journal.open(tmp_path), sentence=foul_sentence, clock=clock)
    with served(live, tmp_path, clock=clock, chance=random.Random(8)) as place:
        yield place


@pytest.fixture
def tablet_of(visit):
    def opened(size: str, who: str = "pupil"):
        return visit(SIZES[size], who, "/entrainement")

    return opened


def shows(page, place):
    """The view, once the page shows it."""
    view = sent(place.live.snapshot())
    page.locator(f'#table[data-version="{view["version"]}"]').wait_for()
    return view


def passes(place, clock, seconds: float = 1.3) -> None:
    place.live.beat()
    clock.now += seconds
    place.live.beat()


def begin(page, place, profile: str):
    """The practice table of the page."""
    page.locator(f'input[name="profile"][value="{profile}"]').locator("xpath=..").click()
    page.fill("#name", "Zoé")
    page.click("#practice .is-main")
    page.wait_for_selector("#table")
    page.wait_for_load_state()
    (table,) = place.app.extensions["piste"].practices.all()
    return replace(place, live=table.live)


def person_plays(page, place, clock) -> None:
    """Taps what is to be tapped; a move is told as a list of steps does."""
    view = shows(page, place)
    count = view["version"]
    if view["due"]["what"] == "throw":
        page.locator("#rolls button").first.click()
    elif view["due"]["what"] == "deal":
        page.click("#deal button")
    elif view["state"] == "provisional":
        place.live.act(Next())
    elif page.locator("#own-hand button").count() and not view["laid"]:
        page.locator("#own-hand button").first.click()
    elif page.locator("#moves button.move").count():
        page.locator("#moves button.move").first.click()
    else:
        place.live.act(PlayMove(str(view["legal"][0])))
    if place.live.snapshot().version == count:
        place.live.wait(count, 15.0)
    if place.live.snapshot().state == "provisional":
        passes(place, clock)


@pytest.mark.parametrize("game", GAMES)
def test_piste_plays_its_turns_before_the_eyes_of_who_practises(
    tablet_of, place, clock, barriers, game: str
) -> None:
    page = tablet_of(GAMES[game])
    place = begin(page, place, game)
    assert "Entraînement" in page.locator("#practice-tag").inner_text()
    seen: set[str] = set()
    turns = 0
    for _ in range(120):
        view = shows(page, place)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if (turns and MOVES & seen) or not view["due"]:
            break
        if not view["due"]["piste"]:
            person_plays(page, place, clock)
            continue
        state = f"{view['state']} {view['due']['what']}"
        if state not in seen:
            seen.add(state)
            assert "Piste" in page.locator("#headline").inner_text()
            assert page.locator("#deed button, #choices button.move, #own-hand button").count() == 0
            assert barriers(page) == []
        passes(place, clock)
        turns += not (sent(place.live.snapshot())["due"] or {}).get("piste")
    assert turns >= 1
    assert MOVES & seen
    assert not [line for line in place.live.lines() if line["event"] == "move_refused"]


@pytest.mark.parametrize("size", SIZES)
def test_the_form_has_no_barrier_and_fits_the_game(tablet_of, barriers, size: str) -> None:
    page = tablet_of(size)
    for profile, strength, dice in (("OCCE enfant", True, True), ("Jacquet traditionnel", False, True),
                                    ("Tock Canop", False, False)):  # fmt: skip
        page.locator(f'input[name="profile"][value="{profile}"]').locator("xpath=..").click()
        assert page.locator(".of-strength").is_visible() is strength
        assert page.locator(".of-chance").is_visible() is not strength
        assert page.locator(".of-dice").is_visible() is dice
        assert barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('input[value="alone"]').locator("xpath=..").click()
    assert not page.locator(".of-chance").is_visible()


def test_without_scripts_a_practice_is_begun_and_played(visit, place) -> None:
    page = visit(role="pupil", path="/entrainement", java_script_enabled=False)
    place = begin(page, place, "OCCE enfant")
    page.locator("#rolls button").click()
    page.locator("#moves button.move").first.click()
    page.locator(".of-next button").click()
    assert place.live.snapshot().events == 2


def test_who_practises_takes_back_a_turn_of_pistes(tablet_of, place, clock) -> None:
    page = tablet_of("tablet")
    place = begin(page, place, "Jacquet traditionnel")
    for _ in range(60):
        view = shows(page, place)
        if view["due"]["piste"] and view["undo"] and view["due"]["what"] == "move":
            break
        if view["due"]["piste"]:
            passes(place, clock)
        else:
            person_plays(page, place, clock)
    page.click(".of-undo button")
    place.live.wait(view["version"], 15.0)
    after = shows(page, place)
    assert (after["due"]["player"], after["due"]["what"], after["due"]["piste"]) == (1, "move", False)
    assert json.dumps(after["steps"]) != "[]"


def test_a_child_practises_while_the_class_plays_on(tablet_of, visit, place, clock, barriers) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), "OCCE enfant"))
    class_page, own = visit(SIZES["tablet"], "pupil"), tablet_of("phone")
    table = begin(own, place, "OCCE enfant")
    before = table.live.snapshot().version
    own.locator("#rolls button").first.click()
    table.live.wait(before, 15.0)
    assert shows(own, table)["throws"] == 1
    place.live.act(Throw((6, 2)))
    assert (shows(class_page, place)["throws"], shows(own, table)["throws"]) == (1, 1)
    assert [player["name"] for player in shows(class_page, place)["players"]] == ["Léa", "Tom"]
    clock.now += IDLE
    place.app.extensions["piste"].practices.beat()
    own.get_by_role("heading", name="Cet entraînement est fini.").wait_for()
    assert barriers(own) == []
    own.click("main .button.is-main")
    own.wait_for_selector("#practice")
    assert shows(class_page, place)["throws"] == 1
    assert all("410" in said for said in visit.wrong)  # what asked for the table that was gone
    visit.wrong.clear()
