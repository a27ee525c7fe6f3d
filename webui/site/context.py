"""What every page and every answer of the API may reach: the live table, the teacher's door, the streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock

from flask import current_app, g, request, session

from ..box.network import ANYWHERE, Listening
from ..interrupted import practised, under_way
from ..live.live import Live
from ..live.lookout import Lookout
from ..live.revision import revision_of
from ..live.unwritten import WORD
from ..store.classes import Classes
from ..store.seats import Seats
from ..table.values.languages import LANGUAGES
from ..table.values.setup import Setup
from ..table.values.view import View
from ..words import Words, words
from .auth import Door
from .last_word import LastWord
from .limits.connections import same_machine
from .limits.drawn import DrawnOnce
from .probes import Staying
from .roles import Role, action_role

WITHOUT_MEMORY = WORD
"""The problem that stands while play goes on without memory."""
MOST_TOLD, MOST_BOARDS = 6, 1000
"""Games, and boards of their moments, that are made once for all who look: a board is some ten thousand bytes."""
OPENED = "opened"
"""The key under which a session that the teacher's code opened holds its name."""
REFUSES = frozenset({"journal_broken", "journal_busy", "journal_full", "journal_gone", "journal_read_only"})
"""Problems for which each deed is refused."""


class StreamsFull(RuntimeError):
    """As many event streams are open, of everybody or of one address, as there may be while pages are served."""


@dataclass
class Streams:
    """Counts the open event streams, so that they never take the last thread, nor one address all places.

    Attributes:
        limit: how many may be open at once.
        of_one: how many of them one address may hold; the machine itself may hold all.
        closing: set when the server stops; every stream ends within a second.
    """

    limit: int
    of_one: int = 16
    closing: Event = field(default_factory=Event)
    _open: Counter[str] = field(default_factory=Counter)
    _turn: Lock = field(default_factory=Lock)

    @property
    def open(self) -> int:
        """How many are open now."""
        return self._open.total()

    def enter(self, address: str) -> None:
        """Takes a place. Raises StreamsFull when there is none."""
        with self._turn:
            if self.open >= self.limit:
                raise StreamsFull(f"expected fewer than {self.limit} open streams; got {self.open}")
            if self._open[address] >= self.of_one and not same_machine(address):
                raise StreamsFull(f"expected fewer than {self.of_one} open streams of one address")
            self._open[address] += 1

    def leave(self, address: str) -> None:
        """Gives the place back."""
        with self._turn:
            self._open[address] -= 1
            if self._open[address] <= 0:
                del self._open[address]


@dataclass(frozen=True)
class Site:
    """What the pages share.

    Attributes:
        live: the live table.
        door: the codes of teacher and table.
        classes: the class lists.
        seats: which phone holds which hand of cards.
        streams: the open event streams.
        clock: seconds, never decreasing.
        started: the clock's time at which the site opened.
        camera: True when there is a camera, or a recording in its place, to follow.
        demo: the game of the demonstration recording, when that plays instead of a camera.
        lookout: what the camera sees, for the pages that set it up; None where nothing is followed.
        reset: the command that makes a new teacher's code, as it is typed on this machine; "" where nobody told it.
        power: where the word is left that shuts the box down; None where Piste has no say over the machine.
        restores: opens the site anew on a backup; None where nobody could.
        listening: where the site listens, and by which names it is asked for.
        told: games as their pages tell them.
        boards: how they stood, moment by moment.
        last_word: which device spoke last of the table.
        staying: the devices that stay on the box's own Wi-Fi.
    """

    live: Live
    door: Door
    classes: Classes
    seats: Seats
    streams: Streams
    clock: Callable[[], float]
    started: float
    camera: bool = False
    demo: Setup | None = None
    lookout: Lookout | None = None
    reset: str = ""
    power: Path | None = None
    restores: Callable[[Path], None] | None = None
    listening: Listening = ANYWHERE
    told: DrawnOnce = field(default_factory=lambda: DrawnOnce(MOST_TOLD))
    boards: DrawnOnce = field(default_factory=lambda: DrawnOnce(MOST_BOARDS))
    last_word: LastWord = field(default_factory=LastWord)
    staying: Staying = field(default_factory=Staying)


def site() -> Site:
    """The running site, within a request."""
    found: Site = current_app.extensions["piste"]
    return found


def here() -> Words:
    """The reader's words: the language chosen on the page, else the device's first that Piste speaks, else French."""
    if "words" not in g:
        chosen = request.cookies.get("language", "")
        if chosen not in LANGUAGES:
            chosen = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
        g.words = words(chosen)
    found: Words = g.words
    return found


def memory() -> str:
    """How the lesson is kept: "", as it should be; "refuses", no deed can be; "waits", play goes on without memory."""
    problems = site().live.snapshot().problems
    if WITHOUT_MEMORY in problems:
        return "waits"
    return "refuses" if REFUSES & set(problems) else ""


def moment() -> str:
    """How far the table is, for a form that is to be meant for what stands now."""
    return revision_of(site().live.snapshot()).text


def role() -> Role:
    """What this session may do: it was opened with a code that still holds, or looks on."""
    door = site().door
    if (stamp := door.stamp()) and session.get("teacher") == stamp and not door.locked(session.get(OPENED, "")):
        return Role.TEACHER
    if (stamp := door.table_stamp()) and session.get("pupil") == stamp:
        return Role.PUPIL
    return Role.LOOKER_ON


def role_for(word: str, view: View) -> Role:
    """Who may do an action, by its word, as the table stands; a pupil may take back what this device said last."""
    if word == "undo" and takes_back(view):
        return Role.PUPIL
    return action_role(word, going_on=under_way(view), practice=practised(view))


def device() -> str:
    """Which device asks, by its session; "" for one that was shown no page yet."""
    return str(session.get("csrf_token", ""))


def takes_back(view: View) -> bool:
    """This device said last what stands, and nobody has acted on it; no hand that Piste knows is taken back."""
    return not view.secret and site().last_word.may_take_back(device(), revision_of(view))


def held_here(view: View) -> int | None:
    """Whose cards lie before the tablet of whoever practises alone, or against Piste: a player, from 0; None for none.

    Where all places are one person's, they are those of whoever is to act.
    """
    practice = view.practice
    if practice is None or not view.holds_cards or role() < Role.PUPIL:
        return None
    people = [player.player - 1 for player in view.players if player.seat not in practice.seats]
    if len(people) > 1:
        return view.acting - 1 if view.acting and not practice.seats else None
    return people[0]


def shown_here(view: View) -> View:
    """The newest view as this session may see it: in practice with cards, those of whoever plays at this tablet."""
    who = held_here(view)
    return view if who is None else site().live.view_for(who)


def said_here(said: Mapping[str, object]) -> Mapping[str, object]:
    """What this session said: a pupil speaks for the players at the table, whatever else a program claims.

    In a game that counts he takes back only what was told last: no move before the throw that his device told.
    """
    if role() is not Role.PUPIL:
        return said
    newest = {"newest": not practised(site().live.snapshot())} if said.get("action") == "undo" else {}
    return {**said, **newest, "by": "table"}


def signed_in() -> bool:
    """True for the teacher."""
    return role() is Role.TEACHER
