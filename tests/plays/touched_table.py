"""Every state that a page can show of the games that are played by touch: how a live table comes to each."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from webui.live.live import Live
from webui.table.values.actions import (
    Action,
    CloseTiles,
    DealCards,
    Next,
    Pause,
    PlayMove,
    Throw,
    TouchMan,
    Undo,
)
from webui.table.values.practice import Practice
from webui.table.values.setup import Setup, players_at

NAMES = ("Léa", "Max", "Zoé", "Tom")
LONG = ("Maximiliane-Antoinette-M", "Anne-Sophie-Bernadette-J", "Jean-Baptiste-Alexandre-", "Léa-Emmanuelle-Charlotte")
"""Names as long as a form takes them."""
Stage = Callable[[Live], None]
"""Brings a live table into a state."""


def at(
    game: str, players: int, *actions: Action, position: Any = None, games: int = 1, practice: Practice | None = None,
    profile: str = "", names: tuple[str, ...] = NAMES, **options: Any,
) -> Stage:  # fmt: skip
    """A new game with these house rules, from a position where one is given, and what is done in it."""

    def stage(live: Live) -> None:
        seated, rules = players_at(range(1, players + 1), names), tuple(sorted(options.items()))
        setup = Setup(game, seated, profile, rules, games, practice=practice)
        live.new_game(setup, json.dumps(position) if position else "")
        for action in actions:
            live.act(action)

    return stage


def men(white: Mapping[str, int], black: Mapping[str, int], **more: Any) -> dict[str, Any]:
    """The men of both by their own numbers; White is to throw."""
    return {"white": white, "black": black, "player": 1, **more}


TRENTE = partial(at, "trente", 4)
SIX, HIGH = PlayMove("4+4+6+6+6+6"), Throw((6, 6, 6, 6, 4, 4))
LONE = {"points": [30, 1, 30, 30]}

TWO = partial(at, "jacquet", 2)
BEGUN = (Throw((5,)), Throw((2,)))
LAST_JACQUET = men({"24": 1, "off": 14}, {"1": 10, "19": 5})
HELD = men({"1": 13, "8": 1, "19": 1}, {"1": 13, "19": 1, "23": 1})

BACKGAMMON = partial(at, "backgammon", 2)
START = {"24": 2, "13": 5, "8": 3, "6": 5}
ON_THE_BAR = men({"bar": 1, "13": 5, "8": 4, "6": 5}, {"6": 3, "5": 3, "4": 3, "3": 2, "2": 2, "1": 2})
GOES_ON = men({"24": 2, "13": 4, "8": 4, "6": 5}, START)
LAST_BACKGAMMON = men({"1": 1, "off": 14}, {"bar": 1, "6": 9, "5": 5}, cube=2, owner=1)

TRICTRAC = partial(at, "trictrac", 2)
LAST_RUBAN = {"2": 3, "6": 1, "7": 2, "8": 2, "9": 2, "10": 2, "11": 1, "12": 2}
PARTY = men(LAST_RUBAN, {"1": 15}, score=[11, 8])

TOCK = partial(at, "tock", 4)
ON_TRACK = {
    "pawns": [[-1, 2, 12, 72], [-1, -1, 18, 30], [-1, -1, 50, 75], [-1, -1, -1, 66]],
    "fresh": [False, True, False, False], "dealer": 4, "deal": 2, "phase": "play", "turn": 1,
    "hands": [[None] * 3] * 4, "played": ["A", "9"],
}  # fmt: skip
LAST_TOCK = {
    "pawns": [[72, 73, 74, 75], [-1, -1, -1, 30], [34, 73, 74, 75], [-1] * 4],
    "dealer": 4, "deal": 2, "phase": "play", "turn": 1, "hands": [[None] * 2] * 4,
}  # fmt: skip


DEALT = DealCards((None,) * 4)
GIVEN = (PlayMove("gives:?"), Next())

BY_TOUCH: Mapping[str, Stage] = {
    "trente throw": TRENTE(),
    "trente set aside": TRENTE(Throw((6, 3, 5, 2, 4, 6))),
    "trente aside": TRENTE(Throw((6, 3, 5, 2, 4, 6)), PlayMove("6+6")),
    "trente throw on": TRENTE(Throw((6, 3, 5, 2, 4, 6)), PlayMove("6+6"), Next()),
    "trente refused": TRENTE(Throw((6, 3, 5, 2, 4, 6)), PlayMove("1")),
    "trente whom": TRENTE(HIGH, SIX, Next(), round=3),
    "trente attack": TRENTE(HIGH, SIX, Next(), Throw((2, 2, 1, 3, 4, 5))),
    "trente not you": TRENTE(HIGH, SIX, Next(), PlayMove("attack-1"), round=3),
    "trente revenge": TRENTE(HIGH, SIX, Next(), Throw((2, 2, 1, 3, 4, 5)), Throw((1, 3, 4, 5)), position=LONE),
    "trente paused": TRENTE(Throw((6, 3, 5, 2, 4, 6)), Pause()),
    "jacquet draw": TWO(Throw((5,))),
    "jacquet throw": TWO(*BEGUN),
    "jacquet move": TWO(*BEGUN, Throw((6, 5))),
    "jacquet part": TWO(Throw((3, 1)), PlayMove("8/9"), position=HELD),
    "jacquet fits": TWO(Throw((3, 1)), PlayMove("8/9+9/12"), position=HELD),
    "jacquet refused": TWO(Throw((3, 1)), PlayMove("8/11+1/2"), position=HELD),
    "jacquet touched": TWO(Throw((2, 1)), TouchMan("arrow-5"), position=HELD, touch_move="on"),
    "jacquet passes": TWO(Throw((5, 4)), position=men({"22": 2, "24": 1, "off": 12}, {"1": 14, "19": 1})),
    "jacquet undone": TWO(*BEGUN, Throw((6, 5)), Undo()),
    "jacquet never shown": TWO(Throw((3, 1)), position=HELD, show_legal="never"),
    "jacquet over": TWO(Throw((2, 1)), PlayMove("24/off"), Next(), position=LAST_JACQUET),
    "backgammon throw or double": BACKGAMMON(position=GOES_ON),
    "backgammon doubled": BACKGAMMON(PlayMove("double"), Next(), position=GOES_ON),
    "backgammon doubled, yet thrown": BACKGAMMON(PlayMove("double"), Next(), Throw((3, 1)), position=GOES_ON),
    "backgammon move": BACKGAMMON(*BEGUN, Throw((3, 3))),
    "backgammon part": BACKGAMMON(*BEGUN, Throw((3, 3)), PlayMove("24/21+24/21")),
    "backgammon refused": BACKGAMMON(*BEGUN, Throw((6, 4)), PlayMove("13/3")),
    "backgammon passes": BACKGAMMON(Throw((5, 2)), position=ON_THE_BAR),
    "backgammon series over": BACKGAMMON(
        Throw((2, 1)), PlayMove("1/off"), Next(), position=LAST_BACKGAMMON, points=5, stake=3
    ),
    "backgammon Crawford": BACKGAMMON(
        Throw((2, 1)), PlayMove("1/off"), Next(), position=LAST_BACKGAMMON, points=3, profile="Backgammon international"
    ),
    "backgammon doubled after a throw": BACKGAMMON(
        *BEGUN, Throw((6, 3)), PlayMove("24/18+18/15"), Next(), PlayMove("double"), Next()
    ),
    "trictrac move": TRICTRAC(Throw((5, 1)), position=PARTY),
    "trictrac fits": TRICTRAC(Throw((5, 1)), PlayMove("6/11+2/3"), position=PARTY),
    "trictrac how next": TRICTRAC(Throw((5, 1)), PlayMove("6/11+2/3"), Next(), position=PARTY, games=12),
    "trictrac refused": TRICTRAC(*BEGUN, Throw((5, 4)), PlayMove("1/6+1/13")),
    "trictrac over": TRICTRAC(Throw((5, 1)), PlayMove("6/11+2/3"), Next(), position=PARTY),
    "tock deal": TOCK(),
    "tock give": TOCK(DEALT),
    "tock play": TOCK(DEALT, *GIVEN * 4),
    "tock on its way": TOCK(position=ON_TRACK),
    "tock seven": TOCK(PlayMove("7:2>5"), position=ON_TRACK),
    "tock laid": TOCK(PlayMove("8:"), position=ON_TRACK),
    "tock refused": TOCK(PlayMove("V:2x12"), position=ON_TRACK),
    "tock discards": TOCK(PlayMove("discards:9"), position=ON_TRACK),
    "tock lays down": TOCK(DEALT, *GIVEN * 4, PlayMove("discards:9")),
    "trente long names": TRENTE(Throw((6, 3, 5, 2, 4, 6)), names=LONG),
    "backgammon long names": BACKGAMMON(*BEGUN, Throw((6, 3)), names=LONG),
    "tock long names": TOCK(position=ON_TRACK, names=LONG),
    "tock over": TOCK(PlayMove("3:34>h1"), Next(), position=LAST_TOCK),
}
"""A name, the game's first, -> how a table comes there."""

CLOSES = (((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,)), ((6, 5), (5, 6)), ((4, 3), (3, 4)), ((2, 1), (1, 2)))
ALL_SHUT = tuple(act for dice, tiles in CLOSES for act in (Throw(dice), CloseTiles(tiles), Next()))
STOPS = (Throw((1, 1)), CloseTiles((2,)), Next(), Throw((1, 1)), CloseTiles((1,)), Next(), Throw((1, 1)))
"""What closes every tile, and what closes two and ends a turn."""
MANY = ("Léa", "Jean-Baptiste", "Tom", "Anne-Sophie", *(f"Prénom {n}" for n in range(5, 13)))
"""Names as long as first names are."""


def tiles(game: str, players: int, *actions: Action, games: int = 3, **options: Any) -> Stage:
    """A game of tiles told by hand; two players of a board of four sit opposite each other."""

    def stage(live: Live) -> None:
        seats = (1, 3) if players == 2 and game != "royal" else range(1, players + 1)
        live.new_game(Setup(game, players_at(seats, MANY), "", tuple(sorted(options.items())), games))
        for action in actions:
            live.act(action)

    return stage


BY_HAND: Mapping[str, Stage] = {
    f"{game}, {players} players, {moment}": tiles(game, players, *actions)
    for game, seated in (("occe_child", (2, 4)), ("occe_adult", (4,)), ("royal", (2, 4, 6, 12)))
    for players in seated
    for moment, actions in (
        ("throw", ()),
        ("move", (Throw((6, 2)),)),
        ("refused", (Throw((6, 2)), CloseTiles((1, 7)))),
        ("next throws", ALL_SHUT + STOPS * (players - 1) if game == "royal" else STOPS),
    )
} | {
    "occe_child, 4 players, over": tiles("occe_child", 4, *STOPS * 4, games=1),
    "royal, 4 players, over": tiles("royal", 4, *ALL_SHUT, *STOPS * 3, games=1),
    "royal, 12 players, over": tiles("royal", 12, *ALL_SHUT, *STOPS * 11, games=1),
    "royal, 12 tiles": tiles("royal", 6, Throw((6, 3)), tiles=12),
}
"""Games of tiles whose dice are told by hand: "game, players, moment" -> how a table comes there."""

ALONE, AGAINST = Practice(), Practice((2,), dice="people")
"""Piste draws every throw; it plays at place 2, and waits for a person to throw."""

PRACTISED: Mapping[str, Stage] = {
    "tiles, Piste draws": at("occe_child", 2, practice=ALONE),
    "tiles, Piste's turn": at("occe_child", 2, Throw((6, 2)), CloseTiles((8,)), Next(), practice=AGAINST),
    "trente, Piste draws": at("trente", 2, practice=ALONE),
    "jacquet, Piste draws": TWO(practice=ALONE),
    "jacquet, Piste's turn": TWO(*BEGUN[:1], practice=AGAINST),
    "backgammon, throw or double": BACKGAMMON(position=GOES_ON, practice=ALONE),
    "jacquet over": TWO(Throw((2, 1)), PlayMove("24/off"), Next(), position=LAST_JACQUET, practice=AGAINST),
    "trictrac, Piste draws": at("trictrac", 2, practice=ALONE),
    "tock, Piste deals": at("tock", 4, practice=Practice((2, 4)), hands="known"),
}
"""States of a game for practice in which nothing happens until a person acts."""
