"""Games for practice through the pages, as a browser without scripts plays them; Piste plays its places itself.

That each game ends is tests/webui/table/test_practice.py's: here one of tiles is played to its end.

PISTE_EVENTS says after how many deeds a game of Tock ends (120; 0: it is played to its end).
"""

import json
import os
import random
from html.parser import HTMLParser

import pytest
from sent import sent

from referee.games.tock import Tock
from webui.live.opponent import PAUSE
from webui.table.belief.priors import PATIENCE
from webui.table.games import SHOWN
from webui.table.values.practice import Practice
from webui.table.values.setup import Setup, players_at

ALONE = [next(iter(game.profiles)) for game in SHOWN]
WAYS = [(next(iter(game.profiles)), "random") for game in SHOWN if game is not Tock]
WAYS += [(next(iter(game.profiles)), "advice") for game in SHOWN if game.solved]
LEAVE = frozenset({"undo", "pause", "next_game"})
MOST = 3000
SOME = 60
"""Deeds of a game that is not played to its end."""
WHOLE = ("OCCE enfant", "random")
PAGES = ("/", "/correct", "/mur", "/partie", "/conseil", "/equite", "/enseignant", "/entrainement", "/new")


class Forms(HTMLParser):
    """What the forms of a page would send: one for each button; and the boxes to tick of those that have some."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.offered: list[dict[str, str]] = []
        self.boxes: dict[str, list[str]] = {}
        self._fields: dict[str, str] = {}
        self.token = ""
        self._in_form = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._in_form, self._fields = told.get("action", "").endswith("/actions"), {}
        elif tag == "input" and self._in_form and told.get("type") == "hidden":
            self._fields[told["name"]] = told["value"]
            self.token = self._fields.get("csrf_token", self.token)
        elif tag == "input" and self._in_form and told.get("type") == "checkbox":
            self.boxes.setdefault(told["name"], []).append(told["value"])
        elif tag == "button" and self._in_form and told.get("type") != "button":
            self.offered.append({**self._fields, **({told["name"]: told["value"]} if "name" in told else {})})

    def handle_endtag(self, tag: str) -> None:
        self._in_form = self._in_form and tag != "form"


def offered(page: str) -> list[dict[str, object]]:
    """What a person may do who plays on, each with the page's token; nothing is taken back."""
    forms = Forms(page)
    said: list[dict[str, object]] = [
        {**one}
        for one in forms.offered
        if one.get("action") not in LEAVE and one.get("move") != "" and "die1" not in one
    ]
    said = [one for one in said if one["action"] not in ("throw", "close_tiles") or "tiles" in one]
    keeps = forms.boxes.get("keep", [])
    return said + [{"csrf_token": forms.token, "action": "play", "keep": [die], "meant": "on"} for die in keeps]


def person_plays(visitor, rng: random.Random) -> None:
    view = sent(visitor.live.snapshot())
    may = offered(visitor.page("/pieces"))
    going_on = [one for one in may if one["action"] == "next"]
    assert may, view["state"]
    answer = visitor.client.post(f"{visitor.at}/actions", data=rng.choice(going_on or may))
    assert answer.status_code == 302
    assert visitor.live.snapshot() is not view


def piste_plays(visitor) -> None:
    """Piste takes its time, and does one thing."""
    if not visitor.live.snapshot().events % 5:
        assert not offered(visitor.page("/pieces"))
    visitor.live.beat()
    version = visitor.live.snapshot().version
    visitor.clock.now += PATIENCE.still - 0.1
    visitor.live.beat()
    assert visitor.live.snapshot().version == version
    for _ in range(3):
        if visitor.live.snapshot().version != version:
            return
        visitor.clock.now += PAUSE
        visitor.live.beat()
    raise AssertionError("expected Piste to play")


def played(visitor, rng: random.Random, most: int = MOST) -> int:
    """How many deeds a game took until it was over, or so many."""
    for count in range(most):
        due = sent(visitor.live.snapshot())["due"]
        if due is None:
            return count
        if due["piste"]:
            piste_plays(visitor)
        else:
            person_plays(visitor, rng)
    return most


def refused(visitor) -> list[object]:
    return [line for line in visitor.live.lines() if line["event"] == "move_refused"]


@pytest.fixture
def visitor(visitor):
    visitor.app.config["PROPAGATE_EXCEPTIONS"] = True
    visitor.sign_in()
    return visitor


def begun(visitor, profile: str, against: str = "piste", plays: str = "random"):
    """The visitor at the practice table that the form opened."""
    return visitor.practises(**{"profile": profile, "with": against, "plays": plays})


@pytest.mark.parametrize(("profile", "plays"), WAYS)
def test_a_game_through_the_pages(visitor, profile: str, plays: str) -> None:
    visitor = begun(visitor, profile, plays=plays)
    view = sent(visitor.live.snapshot())
    assert view["game"]["practice"]["seats"] == [p["seat"] for p in view["players"] if p["name"] == "Piste"]
    whole = (profile, plays) == WHOLE
    played(visitor, random.Random(f"{profile} {plays}"), MOST if whole else SOME)
    assert not whole or visitor.live.snapshot().state == "game_over"
    assert refused(visitor) == []
    assert {visitor.client.get(visitor.at + path, follow_redirects=True).status_code for path in PAGES} == {200}


@pytest.mark.parametrize("profile", ALONE)
def test_alone_one_person_plays_all_places(visitor, profile: str) -> None:
    visitor = begun(visitor, profile, "alone")
    view = sent(visitor.live.snapshot())
    assert view["game"]["practice"]["seats"] == []
    assert not any(player["name"] == "Piste" for player in view["players"])
    played(visitor, random.Random(profile), SOME)
    assert refused(visitor) == []
    assert visitor.client.get(f"{visitor.at}/").status_code == 200


NEARLY_HOME = {"pawns": [[66, 73, 74, 75], [12, 73, 74, 75], [30, 73, 74, 75], [48, 73, 74, 75]]}


def test_a_whole_game_of_tock_on_one_tablet(visitor) -> None:
    players = players_at((1, 2, 3, 4), ("Zoé", "Piste 2", "Piste 3", "Piste 4"))
    setup = Setup("tock", players, "Tock Canop", (("hands", "known"),), practice=Practice((2, 3, 4)))
    visitor = begun(visitor, "Tock Canop")
    visitor.live.new_game(setup, json.dumps(NEARLY_HOME))
    most = int(os.environ.get("PISTE_EVENTS", "120")) or MOST
    assert played(visitor, random.Random(4), most) < MOST
    assert refused(visitor) == []
    assert visitor.client.get(f"{visitor.at}/partie", follow_redirects=True).status_code == 200
