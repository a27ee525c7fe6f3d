"""What every page and every answer of the API may reach: the live table, the teacher's door, the streams."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, Protocol

from flask import current_app, session

from referee.match import Match

from ..interrupted import Interrupted
from ..live.lookout import Lookout
from ..live.moment import moment_of
from ..store.classes import Classes
from ..store.journal import GameLine
from ..table.setup import Setup
from ..table.state import Table
from .auth import Door
from .roles import Role

View = Mapping[str, Any]


class LiveTable(Protocol):
    """What the site needs of `webui.live.live.Live`."""

    @property
    def failures(self) -> int:
        """How often something unforeseen went wrong while the table was followed."""

    def snapshot(self) -> View:
        """The newest view."""

    def wait(self, version: int, timeout: float) -> View | None:
        """The newest view once its version differs from `version`; None after `timeout` seconds."""

    def as_meant(self, action: str, moment: str) -> AbstractContextManager[None]:
        """Nothing else happens within; refuses an action that was meant for a moment that is over."""

    def act(self, action: Any) -> View:
        """Does what a finger said."""

    def new_game(self, setup: Any) -> View:
        """Begins a new game or series."""

    def next_game(self) -> View:
        """Begins the same again."""

    def resume_game(self, game: int, *, by_touch: bool = False) -> View:
        """Takes an interrupted game up again."""

    def interrupted(self, most: int) -> tuple[Interrupted, ...]:
        """At most so many games that may be taken up again, those interrupted last first."""

    def games(self, last: int = -1) -> tuple[GameLine, ...]:
        """The newest games of the journal, oldest first."""

    def match(self, game: int) -> Match | None:
        """A game as it counts."""

    def started(self, game: int) -> str | None:
        """When a game was begun."""

    def erase(self, game: int | None = None) -> View:
        """Erases a game, or all."""

    def use_camera(self, on: bool) -> View | None:
        """Reads the table with the camera, or by touch only."""

    def kept(self, game: int) -> tuple[str, Table] | None:
        """When a game of the journal was begun, and how it stands; None where there is none that can be read."""

    def lines(self, game: int | None = None) -> list[dict[str, Any]]:
        """The journal's lines of a game, or of all, oldest first."""

    def begun(self, since: str) -> tuple[int, ...]:
        """The games that were begun then or later (UTC, ISO 8601), by number, oldest first."""

    def crops_at(self, game: int, t: float) -> tuple[str, ...]:
        """The ids of the dice of which an event of a game told at `t`, s; () once they are forgotten."""

    def crop(self, crop_id: str) -> bytes | None:
        """The JPEG that a die was read from; None once it is forgotten."""


class StreamsFull(RuntimeError):
    """As many event streams are open as the server can hold while still serving pages."""


@dataclass
class Streams:
    """Counts the open event streams, so that they never take the last thread of the server.

    Attributes:
        limit: how many may be open at once.
        closing: set when the server stops; every stream ends within a second.
    """

    limit: int
    closing: Event = field(default_factory=Event)
    _open: int = 0
    _turn: Lock = field(default_factory=Lock)

    @property
    def open(self) -> int:
        """How many are open now."""
        return self._open

    def enter(self) -> None:
        """Takes a place. Raises StreamsFull when there is none."""
        with self._turn:
            if self._open >= self.limit:
                raise StreamsFull(f"expected fewer than {self.limit} open streams; got {self._open}")
            self._open += 1

    def leave(self) -> None:
        """Gives the place back."""
        with self._turn:
            self._open -= 1


@dataclass(frozen=True)
class Site:
    """What the pages share.

    Attributes:
        live: the live table.
        door: the codes of teacher and table.
        classes: the class lists.
        streams: the open event streams.
        clock: seconds, never decreasing.
        started: the clock's time at which the site opened.
        camera: True when there is a camera, or a recording in its place, to follow.
        demo: the game of the demonstration recording, when that plays instead of a camera.
        lookout: what the camera sees, for the pages that set it up; None where nothing is followed.
        reset: the command that makes a new teacher's code, as it is typed on this machine; "" where nobody told it.
    """

    live: LiveTable
    door: Door
    classes: Classes
    streams: Streams
    clock: Callable[[], float]
    started: float
    camera: bool = False
    demo: Setup | None = None
    lookout: Lookout | None = None
    reset: str = ""


def site() -> Site:
    """The running site, within a request."""
    found: Site = current_app.extensions["piste"]
    return found


def moment() -> str:
    """How far the table is, for a form that is to be meant for what stands now."""
    return moment_of(site().live.snapshot()).text


def role() -> Role:
    """What this session may do: it was opened with a code that still holds, or looks on."""
    door = site().door
    if (stamp := door.stamp()) and session.get("teacher") == stamp:
        return Role.TEACHER
    if (stamp := door.table_stamp()) and session.get("pupil") == stamp:
        return Role.PUPIL
    return Role.LOOKER_ON


def said_here(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """What this session said: a pupil speaks for the players at the table, whatever else a program claims."""
    return {**said, "by": "table"} if role() is Role.PUPIL else said


def signed_in() -> bool:
    """True for the teacher."""
    return role() is Role.TEACHER
