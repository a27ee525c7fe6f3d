"""The words in which Piste reports what happens.

One table for the journal, the API, the event stream and `piste watch`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, Required, TypedDict

FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "game_started": ("game", "profile", "options", "seats"),
        "roll_started": (),
        "roll_settled": ("dice", "sure"),
        "die_cocked": ("dice",),
        "die_off_board": ("dice",),
        "roll_uncertain": ("readings", "asks"),
        "tile_flipped": ("tile", "state"),
        "move_accepted": ("closed", "open"),
        "move_refused": ("rule", "values", "reason", "open", "legal"),
        "move_withdrawn": ("open",),
        "turn_passed": ("score", "open", "forced"),
        "board_reset": (),
        "game_ended": ("scores", "winners"),
        "series_ended": ("scores", "winners"),
        "corrected": ("what", "of", "before", "after", "by", "reason"),
        "board_moved": (),
        "board_back": (),
        "light_low": (),
        "camera_lost": (),
        "camera_back": (),
        "paused": (),
        "resumed": (),
    }
)
"""Event name -> the fields it must carry besides `t`, and `player` and `seat` if somebody is meant."""


class EventLine(TypedDict, total=False):
    """What happened, as the journal, the API and `piste watch` write it: `event`, `t`, and the fields of its own.

    `corrected` replaces a report: `what` it is about, `of` that event's t (null: nothing had been reported), the value
    `before` and `after` (null: it did not happen), `when` it was, `by` whom and the `reason`; a person's also `who`,
    and what `stood` and `stands` of the board. For a `tile` of a board without tiles it has kinds with the spaces that
    show them, `turn` among them if the next thrower was named; `spent`: a throw no longer counts. `anew`: a throw that
    is reported once more. `throw`: a throw was refused, no move. `forced`: the throw allowed nothing. `cause`: why a
    turn is over. `explained`: false if no move leads there. `position`: where a game set up by hand begins. `steps` of
    men go from space to space; `aside` are dice in the order they were set aside; `target` is the player attacked,
    `revenge`: it is taken. `game_id`, `seq` and `at` are the journal's.
    """

    event: Required[str]
    t: Required[float]
    player: int
    seat: int
    game: str | int
    profile: str
    options: dict[str, Any]
    seats: list[int]
    position: dict[str, Any]
    dice: list[int | None]
    sure: float
    when: float
    anew: bool
    readings: list[list[int]]
    asks: bool
    tile: int
    state: Literal["open", "closed"]
    move: str
    steps: list[list[str]]
    aside: list[int]
    target: int
    revenge: bool
    closed: list[int]
    open: list[int]
    rule: str
    values: dict[str, Any]
    reason: dict[str, str] | str | None
    legal: list[list[int] | str]
    throw: bool
    score: int | None
    forced: bool
    gained: int
    cause: str
    scores: dict[str, int | None]
    winners: list[int]
    what: Literal["roll", "move", "turn", "tile"]
    of: float | None
    before: Any
    after: Any
    by: str
    who: str
    stood: dict[str, Any]
    stands: dict[str, Any]
    explained: bool
    spent: bool
    game_id: int
    seq: int
    at: str


@dataclass(frozen=True)
class TableEvent:
    """One thing that happened at the table, decided once.

    Attributes:
        event: a name of FIELDS.
        t: seconds from the start of the recording or of the game.
        player: playing number 1..N if somebody is meant, else None.
        seat: place at the board if somebody is meant, else None.
        values: the event's own fields, JSON values only.
    """

    event: str
    t: float
    player: int | None = None
    seat: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises ValueError for an unknown name or a missing field."""
        if self.event not in FIELDS:
            raise ValueError(f"expected an event of {', '.join(FIELDS)}; got {self.event!r}")
        missing = [name for name in FIELDS[self.event] if name not in self.values]
        if missing:
            raise ValueError(f"{self.event}: expected the fields {FIELDS[self.event]}; missing {missing}")

    def as_json(self) -> EventLine:
        """One flat JSON object, `event` and `t` first."""
        who = {} if self.player is None else {"player": self.player, "seat": self.seat}
        line: EventLine = {"event": self.event, "t": round(self.t, 3), **who, **self.values}  # type: ignore[typeddict-item]  # `values` holds an event's own fields
        return line

    def to_line(self) -> str:
        """The event as one line of JSON."""
        return json.dumps(self.as_json(), ensure_ascii=False)
