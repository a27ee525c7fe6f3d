"""What every page and every answer of the API shares: the live table, the teacher's door, the streams."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock

from flask import abort, current_app, g, request, session

from ..box.network import ANYWHERE, Listening
from ..checkup.frame_colours import FrameColours
from ..interrupted import practised, under_way
from ..live.broker.publisher import Publisher
from ..live.classroom.addresses import TABLE
from ..live.classroom.card import early, needs
from ..live.classroom.hub import EveryTable, TableNow
from ..live.classroom.practice import PracticeTable, PracticeTables
from ..live.classroom.tables import FurtherTables
from ..live.gnubg.analyst import Analyst
from ..live.live import Live
from ..live.lookout import Lookout
from ..live.revision import revision_of
from ..live.unwritten import WORD
from ..store.classes import Classes, ClassGame
from ..store.seats import Seats
from ..store.tables import FIRST, NamedTable
from ..table.values.languages import LANGUAGES
from ..table.values.setup import Setup
from ..table.values.view import View
from ..words import Words, words
from .auth import Door
from .last_word import LastWord
from .limits.connections import same_machine
from .limits.drawn import DrawnForAll, DrawnOnce
from .probes import Staying
from .roles import Role, action_role

WITHOUT_MEMORY = WORD
"""The problem that stands while play goes on without memory."""
MOST_GAME_PAGES, MOST_BOARDS, MOST_PIECES = 6, 1000, 12
"""Games, boards of their moments, and live parts of pages that are made once for all who look: each board and each part
is some ten thousand bytes."""
BOARDS_OF_ONE, PIECES_OF_ONE = 10, 2
"""The same of a practice table, where one person plays."""
STREAMS_A_TABLE = 4
"""Event streams that one address may hold for each further table: behind a router a whole class is one address."""
OPENED = "opened"
"""The key under which a session that the teacher's code opened holds its name."""
REFUSES = frozenset({"journal_broken", "journal_busy", "journal_full", "journal_gone", "journal_read_only"})
"""Problems for which each deed is refused."""


class StreamsFull(RuntimeError):
    """All event streams that may be open, in total or for one address, are in use."""


@dataclass
class Streams:
    """Counts the open event streams, so that pages always have threads and no address takes all places.

    Attributes:
        limit: how many may be open at once.
        per_address: how many of them one address may hold in a box with one table; the machine itself may hold all.
        closing: set when the server stops; every stream ends within a second.
        clock: seconds, never decreasing.
        further: how many tables the box has beside the first; their tablets may come from one router.
    """

    limit: int
    per_address: int = 16
    closing: Event = field(default_factory=Event)
    clock: Callable[[], float] = time.monotonic
    further: Callable[[], int] = lambda: 0
    _open: Counter[str] = field(default_factory=Counter)
    _turn: Lock = field(default_factory=Lock)
    _tablets: Counter[int] = field(default_factory=Counter)
    _left: dict[int, float] = field(default_factory=dict)

    @property
    def open(self) -> int:
        """How many are open now."""
        return self._open.total()

    def enter(self, address: str, tablet_at: int = 0) -> None:
        """Takes a place; for a pupils' device at that table, if one is named. Raises StreamsFull if there is none."""
        with self._turn:
            if self.open >= self.limit:
                raise StreamsFull(f"expected fewer than {self.limit} open streams; got {self.open}")
            most = self.per_address + STREAMS_A_TABLE * self.further()
            if self._open[address] >= most and not same_machine(address):
                raise StreamsFull(f"expected fewer than {most} open streams of one address")
            self._open[address] += 1
            self._tablets[tablet_at] += 1
            self._left.pop(tablet_at, None)

    def leave(self, address: str, tablet_at: int = 0) -> None:
        """Gives the place back."""
        with self._turn:
            self._open[address] -= 1
            if self._open[address] <= 0:
                del self._open[address]
            self._tablets[tablet_at] -= 1
            if not self._tablets[tablet_at]:
                self._left[tablet_at] = self.clock()

    def opens(self, table: int) -> None:
        """A table opens, or a class comes to it: no tablet has been there before."""
        with self._turn:
            self._left.pop(table, None)

    def tablets(self, table: int) -> int:
        """How many of the pupils' devices watch a table now."""
        return self._tablets[table]

    def away(self, table: int) -> float | None:
        """For how many seconds none of them has watched a table where one was; 0 if one does, None if never."""
        left = self._left.get(table)
        return self.clock() - left if left is not None else 0.0 if self._tablets[table] else None


@dataclass(frozen=True)
class Site:
    """What the pages of one table share: some of it with those of every other table of the box.

    Attributes:
        live: the live table.
        door: the codes of teacher and table.
        classes: the class lists.
        seats: which phone holds which hand of cards.
        frames: the colours of the board's frames.
        streams: the open event streams.
        publisher: publishes the tables to a broker, if that is switched on.
        analyst: has matches of Backgammon analysed by another program, one at a time for the whole box.
        clock: seconds, never decreasing.
        started: the clock's time at which the site opened.
        camera: True if there is a camera, or a recording in its place.
        demo: the game of the demonstration recording, if that plays instead of a camera.
        lookout: what the camera observes, for the pages that set it up; None without a camera.
        reset: the command that makes a new teacher's code, as typed on this machine; "" if unknown.
        power: the file whose content shuts the box down; None if Piste may not shut the machine down.
        restores: reopens the site on a backup; None if nothing can.
        listening: where the site listens, and under which names.
        game_pages: the newest pages and files of games.
        boards: the boards of games, moment by moment.
        pieces: the live parts of the table's pages.
        last_word: the device that acted last.
        staying: the devices that stay on the box's own Wi-Fi.
        every: all tables of the box together.
        practices: the tables for practice.
        number: of the table, FIRST for the one that the box always has.
        tables: those of the box beside the first; None if it can have no other.
        practice: this table, if it is one for practice.
    """

    live: Live
    door: Door
    classes: Classes
    seats: Seats
    frames: FrameColours
    streams: Streams
    every: EveryTable
    practices: PracticeTables
    publisher: Publisher
    analyst: Analyst
    clock: Callable[[], float]
    started: float
    camera: bool = False
    demo: Setup | None = None
    lookout: Lookout | None = None
    reset: str = ""
    power: Path | None = None
    restores: Callable[[Path], None] | None = None
    listening: Listening = ANYWHERE
    game_pages: DrawnOnce = field(default_factory=lambda: DrawnOnce(MOST_GAME_PAGES))
    boards: DrawnOnce = field(default_factory=lambda: DrawnOnce(MOST_BOARDS))
    pieces: DrawnForAll = field(default_factory=lambda: DrawnForAll(MOST_PIECES))
    last_word: LastWord = field(default_factory=LastWord)
    staying: Staying = field(default_factory=Staying)
    number: int = FIRST
    tables: FurtherTables | None = None
    practice: PracticeTable | None = None
    _beside: dict[int, Site] = field(default_factory=dict)

    def at_table(self, number: int) -> Site | None:
        """The site at a table of the box, asked of the first; None if that is not open."""
        table = self.tables.find(number) if self.tables else None
        if number == FIRST or table is None:
            return self if number == FIRST else None
        known = self._beside.get(number)
        if known is None or known.live is not table.live:  # it was opened anew
            known = replace(
                self, number=number, live=table.live, door=self.door.at_table(table.folder), seats=Seats(table.folder),
                frames=FrameColours(table.folder), camera=table.lookout is not None, demo=table.demo,
                lookout=table.lookout, game_pages=DrawnOnce(MOST_GAME_PAGES), boards=DrawnOnce(MOST_BOARDS),
                pieces=DrawnForAll(MOST_PIECES), last_word=LastWord(),
            )  # fmt: skip
            self._beside[number] = known
            self.streams.opens(number)
        return self._beside[number]

    def at_practice(self, number: int) -> Site | None:
        """The site at a practice table, with the codes of its home, asked of the first; None if that is not open."""
        table = self.practices.find(number)
        home = self.at_table(table.home) if table is not None else None
        if table is None or home is None:
            return None
        known = self._beside.get(number)
        if known is None or known.live is not table.live:
            known = replace(
                home, number=number, practice=table, live=table.live, camera=False, demo=None, lookout=None,
                game_pages=DrawnOnce(1), boards=DrawnOnce(BOARDS_OF_ONE), pieces=DrawnForAll(PIECES_OF_ONE),
                last_word=LastWord(),
            )  # fmt: skip
            self._beside[number] = known
        return known

    def forget(self, number: int) -> None:
        """That practice table is gone."""
        self._beside.pop(number, None)

    def every_table(self) -> tuple[Site, ...]:
        """The sites at all open tables of the box, this first one's first; none for practice."""
        beside = (self.at_table(number) for number, _ in self.tables or ())
        return (self, *filter(None, beside))

    def tables_now(self) -> tuple[TableNow, ...]:
        """Every open table as it stands, asked of the first."""
        listed = {table.number: table for table in self.tables.listed.all()} if self.tables else {}
        named = ((place, listed.get(place.number, NamedTable(place.number))) for place in self.every_table())
        return tuple(place.now(table) for place, table in named)

    def now(self, table: NamedTable) -> TableNow:
        """This table, of that name and colour, as it stands."""
        view = self.live.snapshot()
        practises = any(table.coded and table.home == self.number for table in self.practices.all())
        why = needs(view, self.live.unchanged, 0.0 if practises else self.streams.away(self.number))
        frames, tablets = tuple(self.frames.now), self.streams.tablets(self.number)
        new = early(view, self.live.unchanged)
        return TableNow(self.number, table.name, table.painted, view, frames, why, tablets, new)

    def draw_again(self) -> None:
        """Draws every table's pages again, asked of the first: what they say of the class has changed."""
        for place in self.every_table():
            place.live.again()

    def eyes(self) -> bool:
        """Whether the teacher calls for all eyes at any table, asked of the first."""
        return any(place.live.snapshot().eyes for place in self.every_table())

    def class_of(self, table: int, game: int) -> str:
        """The name of the class that has begun a game at a table, asked of the first; "" if none has."""
        place = self.at_table(table)
        started = place.live.started(game) if place else None
        return self.classes.title_of(ClassGame(game, started, table)) if started else ""

    @property
    def named(self) -> NamedTable:
        """The table's name and colour."""
        return (self.tables.listed.find(self.number) if self.tables else None) or NamedTable(self.number)


def site() -> Site:
    """The site at the table of this request, until its answer has ended; 404 if that was taken away before."""
    if "site" not in g:
        first, number = first_site(), request.environ.get(TABLE, FIRST)
        g.site = first.at_table(number) or first.at_practice(number) or abort(404)
    found: Site = g.site
    return found


def first_site() -> Site:
    """The site at the first table, which knows the others."""
    running: Site = current_app.extensions["piste"]
    return running


def address(*, query: bool = False) -> str:
    """The address of the requested page on this machine, with its table; with its query on request."""
    return request.script_root + (request.full_path if query and request.query_string else request.path)


def at_table(number: int) -> str:
    """What addresses on this machine begin with at a table: "" at the first, "/table/3" at the third."""
    before = request.script_root.removesuffix(f"/table/{request.environ.get(TABLE, '')}")
    return before if number == FIRST else f"{before}/table/{number}"


def home_address() -> str:
    """The address of the table from which the practice table of this request was opened."""
    table = site().practice
    return f"{at_table(FIRST if table is None else table.home)}/"


def here() -> Words:
    """The reader's words: the language chosen on the page, else the device's first that Piste speaks, else French."""
    if "words" not in g:
        chosen = request.cookies.get("language", "")
        if chosen not in LANGUAGES:
            chosen = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
        g.words = words(chosen)
    chosen_words: Words = g.words
    return chosen_words


def memory(table: Site | None = None) -> str:
    """How storing works: "", well; "refuses", no action can be stored; "waits", play goes on without storing.

    Args:
        table: the site at a table; None for this request's.
    """
    problems = (table or site()).live.snapshot().problems
    if WITHOUT_MEMORY in problems:
        return "waits"
    return "refuses" if REFUSES & set(problems) else ""


def moment() -> str:
    """The table's present state, for a form that applies to no later one."""
    return revision_of(site().live.snapshot()).text


def role() -> Role:
    """The role of this session: by a code that is still valid, or a spectator's.

    At a practice table the device that opened it is a pupil's, as long as the code that let it in holds, if one did;
    everybody else looks on.
    """
    table = site().practice
    if table is not None and table.device != device():
        return Role.LOOKER_ON
    if table is not None and not table.coded:
        return Role.PUPIL
    return _by_code() if table is None else min(_by_code(), Role.PUPIL)


def _by_code() -> Role:
    door = site().door
    if (stamp := door.stamp()) and session.get("teacher") == stamp and not door.locked(session.get(OPENED, "")):
        return Role.TEACHER
    if (stamp := door.table_stamp()) and session.get("pupil") == stamp:
        return Role.PUPIL
    return Role.LOOKER_ON


def role_for(word: str, view: View) -> Role:
    """The role that an action (by its word) needs now; a pupil may undo this device's last action.

    While the teacher calls for all eyes, practice has no rights of its own.
    """
    if word == "undo" and takes_back(view):
        return Role.PUPIL
    return action_role(word, going_on=under_way(view), practice=practised(view) and not view.eyes)


def device() -> str:
    """The device of this session; "" before its first page."""
    return str(session.get("csrf_token", ""))


def takes_back(view: View) -> bool:
    """This device did the last action and nobody has acted since; an undo reveals no hand that Piste knows."""
    return not view.secret and site().last_word.may_take_back(device(), revision_of(view))


def held_here(view: View) -> int | None:
    """The player (from 0) whose cards this tablet shows in a game alone or against Piste; None for nobody.

    If one person plays all places, the cards are those of the player to act.
    """
    practice = view.practice
    if practice is None or not view.holds_cards or role() < Role.PUPIL:
        return None
    people = [player.player - 1 for player in view.players if player.seat not in practice.seats]
    if len(people) > 1:
        return view.acting - 1 if view.acting and not practice.seats else None
    return people[0]


def shown_here(view: View) -> View:
    """The newest view as this session may see it: in practice with the hand of the player at this tablet."""
    who = held_here(view)
    return view if who is None else site().live.view_for(who)


def payload_here(payload: Mapping[str, object]) -> Mapping[str, object]:
    """The payload of this session: a pupil always speaks for the players at the table, whatever a program claims.

    In a game that counts, a pupil undoes only the last report: no move before the throw that his device reported.
    """
    if role() is not Role.PUPIL:
        return payload
    newest = {"newest": not practised(site().live.snapshot())} if payload.get("action") == "undo" else {}
    return {**payload, **newest, "by": "table"}


def signed_in() -> bool:
    """True for the teacher."""
    return role() is Role.TEACHER
