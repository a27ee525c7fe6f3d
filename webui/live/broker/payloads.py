"""What leaves the box: topics and payloads, made from the cards of its tables.

Only what is listed here leaves: never a code, a hand, a picture or an address, and of a name no more than the teacher
has chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from ...store.broker import Names
from ...store.tables import FIRST, MOST_TABLES
from ...table.values.view import View
from ..classroom.card import Need, TableCard, card

Payload: TypeAlias = Mapping[str, object]
"""A payload before it is written as JSON."""
GameKey: TypeAlias = tuple[int, int, str]
"""A game of a box: table, number there, and when it began."""
ROOT = "piste/v1"
UP, DOWN = b"1", b"0"
STATE = (
    "name", "colour", "game", "state", "acting", "asks", "shut", "dice", "throws", "players", "closed",
    "finished", "problems",
)  # fmt: skip
RESULT = ("game", "throws", "players", "closed", "finished")
PLAYER = ("player", "seat", "colour", "shape", "turn", "winner", "left", "score", "total", "open", "closed")
"""Fields of `CardPlayer` that leave besides the name."""


class Have(Struct, frozen=True):
    """What a hall keeps of a box: for each table its games by number, and when each began."""

    tables: dict[int, dict[int, str]] = {}

    def games(self) -> frozenset[GameKey]:
        """All of them."""
        return frozenset(
            (table, number, started) for table, games in self.tables.items() for number, started in games.items()
        )


HAVE = msgspec.json.Decoder(Have)


class Topics:
    """The topics of a box, by its letters."""

    def __init__(self, box: str) -> None:
        self.up, self.box, self.have, self.forget = (
            f"{ROOT}/{box}/{leaf}" for leaf in ("up", "box", "have", "forget")
        )
        self._table = f"{ROOT}/{box}/table"
        self.discovery = f"homeassistant/device/piste-{box}/config"

    def state(self, table: int) -> str:
        """How a table stands."""
        return f"{self._table}/{table}/state"

    def result(self, table: int) -> str:
        """A finished game of a table."""
        return f"{self._table}/{table}/result"

    @property
    def retained(self) -> tuple[str, ...]:
        """Whatever of a box may stay at the broker, the sign of life last."""
        states = map(self.state, range(FIRST, MOST_TABLES + 1))
        return (*states, self.box, self.discovery, self.up)


def written(payload: Payload) -> bytes:
    """A payload as it is sent."""
    return msgspec.json.encode(payload)


def state_payload(
    view: View, number: int, name: str, colour: str, names: Names, school_class: str = "",
    needs: Iterable[Need] = (),
) -> Payload:  # fmt: skip
    """How a table stands; one that plays a recording, or for practice, is free.

    Args:
        view: the table's, for everybody.
        number, name, colour: of the table.
        names: how players are named.
        school_class: which class plays; it leaves where something of names does.
        needs: why the teacher is needed there.
    """
    if view.recorded or view.practice is not None:
        view, school_class = View(problems=view.problems), ""
    shown = _told(card(view, number, name, colour), STATE, names)
    return {"number": number, **shown, "needs": [*needs], **_of_class(school_class, names)}


def result_payload(view: View, key: GameKey, names: Names, school_class: str = "") -> Payload:
    """A finished game, and which class has played it, where something of names may leave."""
    table, number, started = key
    of_game = {"table": table, "number": number, "started": started}
    return {**of_game, **_told(card(view, table), RESULT, names), **_of_class(school_class, names)}


def box_payload(version: str, name: str, tables: Iterable[tuple[int, str, str]]) -> Payload:
    """The box: Piste's version, its name, and number, name and colour of each table."""
    listed = [{"number": number, "name": called, "colour": colour} for number, called, colour in tables]
    return {"version": version, "name": name, "tables": listed}


def forget_payload(games: Iterable[GameKey] | None) -> Payload:
    """Games to forget; None for everything of the box."""
    return {"all": True} if games is None else {"all": False, "games": sorted(games)}


def discovery_payload(box: str, version: str, name: str, tables: Iterable[tuple[int, str]]) -> Payload:
    """What Home Assistant learns of the box: a device with three sensors a table.

    Args:
        box: its letters.
        version: Piste's.
        name: of the box; "" for none.
        tables: number and name of each; "" for none.
    """
    of = Topics(box)
    parts = {
        f"table_{number}_{part}": {
            "unique_id": f"piste_{box}_table_{number}_{part}",
            "name": f"{called or f'Table {number}'} – {part}",
            "state_topic": of.state(number),
            "availability_topic": of.up,
            "payload_available": UP.decode(),
            "payload_not_available": DOWN.decode(),
            **how,
        }
        for number, called in tables
        for part, how in SENSORS.items()
    }
    origin = {"name": "Piste", "sw_version": version}
    device = origin | {"identifiers": [f"piste-{box}"], "name": f"Piste {name or box}", "manufacturer": "Piste"}
    return {"device": device, "origin": origin, "components": parts}


SENSORS: Mapping[str, Mapping[str, str]] = {
    "state": {"platform": "sensor", "value_template": "{{ value_json.state }}", "icon": "mdi:dice-multiple"},
    "throws": {"platform": "sensor", "value_template": "{{ value_json.throws }}", "icon": "mdi:counter"},
    "problem": {
        "platform": "binary_sensor",
        "device_class": "problem",
        "value_template": "{{ 'ON' if value_json.problems else 'OFF' }}",
    },
}
"""The sensors of a table, read from its state."""


def _of_class(school_class: str, names: Names) -> Payload:
    return {} if names == "colours" or not school_class else {"class": school_class}


def _told(shown: TableCard, fields: Iterable[str], names: Names) -> Payload:
    """These fields of a card, of its players those of PLAYER, and their names as far as they may leave."""
    whole = msgspec.to_builtins(shown)
    players = [
        {field: player[field] for field in PLAYER} | _named(player["name"], names) for player in whole["players"]
    ]
    return {field: players if field == "players" else whole[field] for field in fields}


def _named(name: str, names: Names) -> dict[str, str]:
    if names == "colours" or not name:
        return {}
    return {"name": f"{name[0].upper()}." if names == "initials" else name}
