"""The API describes every field that the server sends."""

import random
from contextlib import suppress
from dataclasses import replace
from typing import get_args

import msgspec
import pytest
from table_script import Script

from referee.core import Deal, Roll
from referee.games import GAMES
from referee.games.tiles import TileGame
from webui.live.crops import Crops
from webui.live.view import live_view
from webui.site.openapi import document
from webui.table.games import KINDS, SHOWN
from webui.table.reducer import NotNow, open_table
from webui.table.values.actions import (
    CorrectDice,
    CorrectTiles,
    DealCards,
    Join,
    Leave,
    Next,
    Pause,
    PlayMove,
    Resume,
    Throw,
    Undo,
)
from webui.table.values.events import FIELDS
from webui.table.values.practice import Practice
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import Stage, View
from webui.table.viewing import view
from workshop.chance import random_event

SETUPS = [
    Setup(game.name, players_at((1, 3) if game.name.startswith("occe") else (1, 2)), profile, games=2)
    for game in SHOWN
    if issubclass(game, TileGame)
    for profile in game.profiles
]


class Sent:
    """What was sent so far: views that are not what their description says, and the kinds that were."""

    def __init__(self) -> None:
        self.wrong: list[View] = []
        self.kinds: set[type[View]] = set()

    def view(self, script: Script) -> None:
        crops = Crops()
        crops.newest, crops.places = ["1-0", "1-1"], [((0.2, 0.4), 12.0)] * 2
        history = [event.as_json() for event in script.events[-30:]]
        self.check(live_view(script.table, game=1, camera="ok", history=history, crops=crops, troubles=()))

    def check(self, view: View) -> None:
        """Reads a view as it is sent: a value of another type is refused, a field that no type has is lost."""
        self.kinds.add(type(view))
        if msgspec.json.decode(msgspec.json.encode(view), type=type(view)) != view:
            self.wrong.append(view)


@pytest.fixture(scope="module")
def everything() -> Sent:
    """Messages of random games of every kind, by camera and by touch, with mistakes."""
    sent, rng = Sent(), random.Random(13)
    for setup in SETUPS:
        for camera in (True, False):
            script = Script.laid(setup, camera=camera)
            for _ in range(40):
                rng.choice((thrown, turned, turned, touched))(script, rng)
                sent.view(script)
    for game in GAMES:
        script = Script.laid(Setup(game.name, players_at(range(1, max(2, game.player_range[0]) + 1))), camera=False)
        for _ in range(40):
            played(script, rng)
            sent.view(script)
    four = players_at((1, 2, 3, 4))
    practice = Setup("tock", four, options=(("hands", "known"),), practice=Practice((2, 3, 4)))
    sent.view(Script(open_table(practice, camera=False).table, {}))
    sent.check(view(open_table(practice, camera=False).table, 0))
    position = Script(open_table(SETUPS[0], camera=False, position='{"open": [[1], [2]]}').table, {})
    position.events += open_table(SETUPS[0], camera=False, position='{"open": [[1], [2]]}').events
    sent.view(position)
    return sent


def thrown(script: Script, rng: random.Random) -> None:
    due = script.table.due
    values = [rng.randint(1, 6) for _ in range((due.dice if due else 0) or 2)]
    script.roll(*values, sure=rng.choice((0.99, 0.6)), states=[rng.choice(("flat",) * 6 + ("cocked",)) for _ in values])
    script.rest(rng.choice((0.5, 3.0)))


def turned(script: Script, rng: random.Random) -> None:
    legal = script.table.game.legal(script.table.playing.state)
    tiles = rng.choice(legal).tiles if legal and rng.random() < 0.8 else (rng.randint(1, 9),)
    script.sure = rng.choice((0.995, 0.995, 0.6))
    script.turn(tiles)
    script.rest(rng.choice((0.5, 3.0, 4.0)))


def touched(script: Script, rng: random.Random) -> None:
    dice = tuple(rng.randint(1, 6) for _ in range(2))
    tiles = tuple(sorted(rng.sample(range(1, 10), 4)))
    actions = (Throw(dice), Next(), Undo(), CorrectDice(dice), CorrectTiles({1: tiles}), Pause(), Resume())
    with suppress(NotNow):
        script.touch(rng.choice((*actions, Join(2, "A"), *(Leave(1),) * (rng.random() < 0.2))))


def played(script: Script, rng: random.Random) -> None:
    """One event of a game by touch."""
    match = script.table.playing
    if match.game.is_over(match.state):
        return
    event = random_event(match.game, match.state, rng)
    with suppress(NotNow):
        if isinstance(event, Roll):
            script.touch(Throw(event.dice))
        elif isinstance(event, Deal):
            script.touch(DealCards(event.hands))
        else:
            script.touches(PlayMove(match.game.to_text(event)), Next())


def test_every_view_is_sent_as_its_type_describes_it(everything: Sent) -> None:
    assert everything.wrong == []
    assert everything.kinds == set(KINDS) - {View}


def test_an_event_with_a_field_that_nobody_described_is_found() -> None:
    sent = Sent()
    sent.check(View(history=({"event": "paused", "t": 1.0, "mood": "calm"},)))  # type: ignore[typeddict-unknown-key]
    assert len(sent.wrong) == 1


def test_the_description_covers_every_view_and_event() -> None:
    schemas = document()["components"]["schemas"]
    assert {kind["$ref"].rpartition("/")[2] for kind in schemas["Table"]["anyOf"]} == {kind.__name__ for kind in KINDS}
    assert schemas["EventLine"]["properties"]["event"] == {"enum": list(FIELDS)}
    assert schemas["MenView"]["properties"]["state"]["enum"] == sorted(get_args(Stage))


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/v1/games/interrupted", "Games"),
        ("/api/v1/session", "Session"),
        ("/healthz", "Health"),
        ("/readyz", "Health"),
    ],
)
def test_what_a_path_answers_is_described(teacher, path: str, name: str) -> None:
    teacher.act(action="throw", dice=[6, 2])
    teacher.live.new_game(replace(SETUPS[0]))
    described = document()["components"]["schemas"][name]["properties"]
    assert teacher.client.get(path).get_json().keys() <= described.keys()


def test_a_refusal_is_described(teacher) -> None:
    described = document()["components"]["schemas"]["Problem"]["properties"]
    assert teacher.act(action="dance").get_json().keys() <= described.keys()
