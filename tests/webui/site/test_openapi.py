"""The API's description tells every field that the server sends."""

import random
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace

import pytest
from table_script import Script

from referee.core import Deal, Roll
from referee.games import GAMES
from referee.games.tiles import TileGame
from webui.live.crops import Crops
from webui.live.view import live_view
from webui.site.openapi import document
from webui.table.actions import (
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
from webui.table.practice.value import Practice
from webui.table.reducer import NotNow, open_table
from webui.table.setup import Setup, players_at
from webui.table.shown import SHOWN
from webui.table.view import view
from workshop.chance import random_event

SCHEMAS = document()["components"]["schemas"]
SETUPS = [
    Setup(game.name, players_at((1, 3) if game.name.startswith("occe") else (1, 2)), profile, games=2)
    for game in SHOWN
    if issubclass(game, TileGame)
    for profile in game.profiles
]


class Told:
    """What was sent so far: names of fields that no schema tells, and by schema those that it told."""

    def __init__(self) -> None:
        self.missing: set[str] = set()
        self.seen: defaultdict[str, set[str]] = defaultdict(set)

    def check(self, value, schema, where: str) -> None:
        for one in (schema, *schema.get("anyOf", ())):
            if "$ref" in one:
                where = one["$ref"].rsplit("/", 1)[1]
                one = SCHEMAS[where]
            if isinstance(value, dict) and "properties" in one:
                self.fields(value, one, where)
            if isinstance(value, list) and isinstance(one.get("items"), dict):
                for part in value:
                    self.check(part, one["items"], f"{where}[]")
            if "enum" in one and value not in one["enum"]:
                self.missing.add(f"{where}: {value!r}")

    def fields(self, value, schema, where: str) -> None:
        self.seen[where] |= value.keys()
        self.missing |= {f"{where}.{name}" for name in value.keys() - schema["properties"].keys()}
        for name, part in value.items():
            if name in schema["properties"]:
                self.check(part, schema["properties"][name], f"{where}.{name}")

    def view(self, script: Script) -> None:
        crops = Crops()
        crops.newest, crops.places = ["1-0", "1-1"], [{"at": [0.2, 0.4], "turn": 12.0}] * 2
        history = [event.as_json() for event in script.events[-30:]]
        shown = live_view(script.table, game=1, camera="ok", history=history, crops=crops, troubles=())
        self.check(shown | {"version": 1}, {"$ref": "#/components/schemas/Table"}, "Table")


@pytest.fixture(scope="module")
def told() -> Told:
    """What random games of every kind send, seen and touched, with mistakes."""
    sent, rng = Told(), random.Random(13)
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
    own = view(open_table(practice, camera=False).table, 0) | {"version": 1, "player": 1}
    sent.check(own, {"$ref": "#/components/schemas/Table"}, "Table")
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
    actions = (Throw(dice), Next(), Undo(), CorrectDice(dice), CorrectTiles(((1, tiles),)), Pause(), Resume())
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
            script.touch(PlayMove(match.game.to_text(event)))
            script.touch(Next())


def test_every_field_that_the_server_sends_is_described(told: Told) -> None:
    assert sorted(told.missing) == []


@pytest.mark.parametrize("name", ["Table", "Die", "Doubt", "Player", "Camera", "Due", "Fix", "Practice"])
def test_what_is_described_is_sent(told: Told, name: str) -> None:
    assert set(SCHEMAS[name]["properties"]) - told.seen[name] == set()


def test_what_nobody_described_is_found() -> None:
    sent = Told()
    sent.check({"state": "dancing", "dice": [{"weight": 3}]}, {"$ref": "#/components/schemas/Table"}, "Table")
    assert sorted(sent.missing) == ["Die.weight", "Table.state: 'dancing'"]


def test_the_games_that_may_be_taken_up_again_and_the_session_are_described(teacher) -> None:
    sent = Told()
    teacher.act(action="throw", dice=[6, 2])
    teacher.live.new_game(replace(SETUPS[0]))
    for path, name in (("games/interrupted", "Games"), ("session", "Session"), ("table", "Table")):
        sent.check(teacher.client.get(f"/api/v1/{path}").get_json(), {"$ref": f"#/components/schemas/{name}"}, name)
    for path in ("/healthz", "/readyz"):
        sent.check(teacher.client.get(path).get_json(), {"$ref": "#/components/schemas/Health"}, "Health")
    sent.check(teacher.act(action="dance").get_json(), {"$ref": "#/components/schemas/Problem"}, "Problem")
    assert sorted(sent.missing) == []
