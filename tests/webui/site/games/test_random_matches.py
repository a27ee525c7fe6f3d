"""Random legal matches of every game driven through the pages, as a browser without scripts would drive them.

A page never answers with an error of its own, offers nothing that the referee refuses, and withholds nothing that he
allows. PISTE_MATCHES says how many matches (one of each house without it); PISTE_EVENTS after how many throws and
moves each of them ends (60; 0: it is played to its end).
"""

import os
import random
import re
from html import unescape
from itertools import islice

import pytest
from sent import sent

from referee.core import CHANCE, Deal, Roll
from referee.games import GAMES
from referee.games.arrows import ArrowGame
from referee.games.tiles import TileGame
from referee.games.tock import Tock
from referee.games.trente import Keep
from referee.match import Match
from webui.table.games import SHOWN
from webui.table.values.setup import Setup, players_at
from webui.table.values.shown import usual_places
from workshop.chance import random_event

EVENTS = int(os.environ.get("PISTE_EVENTS", "60"))
HOUSES = [(game, profile) for game in GAMES if game in SHOWN for profile in game.profiles]
MATCHES = int(os.environ.get("PISTE_MATCHES", "0")) or len(HOUSES)
CLOSE = re.compile(r'<button class="move" name="tiles" value="([\d ]+)"')
STEP = re.compile(r'<button class="move" name="move" value="([^"]+)"')
SAY = re.compile(r'id="say-([\w-]+)"')
PICK = re.compile(r'name="keep" value="(\d)"')
PAD = re.compile(r'name="die(\d)" value="1"')
PAGES = ("/", "/correct", "/mur", "/partie", "/regles", "/conseil", "/equite", "/enseignant", "/enseignant/position")


def begun(teacher, game, profile: str, rng: random.Random) -> Match:
    """A new game of few, or of more players."""
    least, most = game.player_range
    many = rng.randint(max(least, 2), min(most, 4))
    built = Setup(game.name, players_at(range(1, many + 1)), profile).build()
    setup = Setup(game.name, players_at(usual_places(built, many)), profile)
    teacher.live.new_game(setup)
    return setup.match()


def offered(match: Match, page: str) -> None:
    """What the page offers is what the referee allows."""
    game, state = match.game, match.state
    due = game.awaits(state)
    if due.actor == CHANCE:
        assert not [pattern for pattern in (CLOSE, STEP, PICK) if pattern.findall(page)]
        assert len(PAD.findall(page)) == due.dice
        assert set(SAY.findall(page)) == {game.to_text(move) for move in game.offers(state)}
        return
    legal = game.legal(state)
    if isinstance(game, TileGame):
        assert {tuple(map(int, tiles.split())) for tiles in CLOSE.findall(page)} == {move.tiles for move in legal}
    elif isinstance(legal[0], Keep):
        assert sorted(map(int, PICK.findall(page))) == sorted(state.dice)
    elif isinstance(game, ArrowGame) and state.dice:
        steps = {unescape(step) for step in STEP.findall(page)}
        assert {game.to_text(play) for play in game.onward(state, None)} <= steps
        assert all(whole(game, state, step) for step in steps)
    elif not isinstance(game, Tock):  # its page lays a card first: test_pawns_view.py holds what may follow
        assert set(SAY.findall(page)) == {game.to_text(move) for move in legal}


def whole(game, state, step: str) -> bool:
    """A step is a legal move, or begins one."""
    play = game.from_text(step)
    return game.move_refusal(state, play) is None or bool(game.continuations(state, play))


def done(teacher, token: str, match: Match, event) -> None:
    """A throw or a move as a form sends it, with the token of its page."""
    if isinstance(event, Roll):
        form = {"action": "throw", **{f"die{k}": value for k, value in enumerate(event.dice, start=1)}}
    elif isinstance(event, Deal):
        form = {"action": "deal_cards", "hand": [" ".join(hand or ()) for hand in event.hands]}
    elif isinstance(match.game, TileGame):
        form = {"action": "close_tiles", "tiles": " ".join(map(str, event.tiles))}
    else:
        form = {"action": "play", "move": match.game.to_text(event)}
    sent = teacher.client.post("/actions", data=form | {"csrf_token": token})
    assert sent.status_code == 302
    if not isinstance(event, Roll) and teacher.live.snapshot().state == "provisional":
        counted = teacher.client.post("/actions", data={"action": "next", "csrf_token": token})
        assert counted.status_code == 302


@pytest.mark.parametrize("number", range(MATCHES))
def test_a_match_through_the_pages(teacher, number: int) -> None:
    teacher.app.config["PROPAGATE_EXCEPTIONS"] = True
    game, profile = HOUSES[number % len(HOUSES)]
    rng = random.Random(f"{profile} {number}")
    match, token = begun(teacher, game, profile, rng), teacher.token()
    for count in islice(range(100_000), EVENTS or None):
        if match.game.is_over(match.state):
            break
        if count % 5 == number % 5:
            offered(match, teacher.page("/pieces"))
        event = random_event(match.game, match.state, rng)
        done(teacher, token, match, event)
        match = match.then(event)
        view = sent(teacher.live.snapshot())
        scores = match.game.scores(match.state)
        assert view["scores"] == {str(seat): points for seat, points in zip(match.seats, scores, strict=True)}
        assert view["events"] == len(match.events)
    answers = {path: teacher.client.get(path, follow_redirects=True).status_code for path in PAGES}
    assert answers == dict.fromkeys(PAGES, 200)
