"""What the pages of a hall share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from flask import current_app, session

from ...box.network import ANYWHERE, Listening
from ...live.hall.follower import HallFollower
from ...live.hall.ledger import Ledger
from ...live.hall.present import Present
from ...live.hall.reading import SharedReading
from ..auth import Door
from ..context import OPENED, Streams
from ..limits.drawn import DrawnForAll
from ..roles import Role


@dataclass(frozen=True)
class HallPlace:
    """What the pages of a hall share.

    Attributes:
        present: how every table stands.
        ledger: of the results.
        follower: of the broker.
        door: the hall's own code.
        streams: the open event streams.
        clock: seconds, never decreasing.
        listening: where the hall listens, and under which names.
        pieces: the live parts of its page.
        reading: what its other pages read in the ledger.
    """

    present: Present
    ledger: Ledger
    follower: HallFollower
    door: Door
    streams: Streams
    clock: Callable[[], float]
    listening: Listening = ANYWHERE
    pieces: DrawnForAll = field(default_factory=lambda: DrawnForAll(24))
    reading: SharedReading = field(default_factory=SharedReading)


def hall() -> HallPlace:
    """What the pages of this hall share."""
    place: HallPlace = current_app.extensions["piste"]
    return place


def may_change() -> bool:
    """Whether the hall's code has opened this device."""
    door = hall().door
    stamp = door.stamp()
    return bool(stamp) and session.get("teacher") == stamp and not door.locked(session.get(OPENED, ""))


def role_here() -> Role:
    """The role of this session: nobody is a pupil of a hall."""
    return Role.TEACHER if may_change() else Role.LOOKER_ON
