"""The words in which Piste tells what happens.

One table for the journal, the API, the event stream and `piste watch`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

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
"""Event name -> the fields it must carry beside `t`, and `player` and `seat` where one is meant."""


@dataclass(frozen=True)
class TableEvent:
    """One thing that happened at the table, decided once.

    Attributes:
        event: a name of FIELDS.
        t: seconds from the start of the recording or of the game.
        player: playing number 1..N where one is meant, else None.
        seat: place at the board where one is meant, else None.
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

    def as_json(self) -> dict[str, Any]:
        """One flat JSON object, `event` and `t` first."""
        head: dict[str, Any] = {"event": self.event, "t": round(self.t, 3)}
        if self.player is not None:
            head |= {"player": self.player, "seat": self.seat}
        return head | dict(self.values)

    def to_line(self) -> str:
        """The event as one line of JSON."""
        return json.dumps(self.as_json(), ensure_ascii=False)
