"""A class at several tables of one box: random matches of every game at all of them at once, over HTTP.

Each match is played beside the referee's own, event by event: what a table shows must be what that says. The players of
each table have names that no other table has, so a name, or a code, that turns up at another table is a leak. Pupils of
the other tables try each deed first: it must be refused, and must change nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import msgspec
import requests

from referee.core import Deal, Event, Game, Roll
from referee.games import GAMES
from referee.games.tiles import TileGame
from referee.record import to_lines
from webui.site.auth import TABLE_FILE
from webui.site.roles import ROUTES, Role
from webui.store.tables import FIRST, table_folder
from webui.table.games import SHOWN, table_family
from webui.table.values.actions import Action, CloseTiles, DealCards, PlayMove, Throw
from webui.table.values.setup import Setup, players_at
from webui.table.values.shown import usual_places

from ..chance import random_event
from .load import HOST, WAITS, LoadedSite, NotServed, served

HOUSES = [(game, profile) for game in GAMES if game in SHOWN for profile in game.profiles]
MARKS = (
    "Abricot", "Brugnon", "Cerise", "Datte", "Figue", "Groseille", "Kiwi", "Litchi", "Mangue", "Noix", "Olive", "Prune",
)  # fmt: skip
"""A word for each table, which the names of all its players contain."""
OF_ALL_TABLES = ("/", "/enseignant", "/salle", "/static", "/api/v1/tables", "/enseignant/sauvegarde.zip")
"""Addresses, and what begins like the longer ones, that show every table to whoever may ask for them."""
TOKEN = re.compile(rb'(name="csrf_token" value=|"csrf_token": ?)"[^"]*"')
SEEN, TRIED = 0.25, 0.2
"""How often a page is read after an event, and a deed tried from another table before it."""


@dataclass
class ClassroomTrial:
    """What is counted while the matches are played.

    Attributes:
        answers: how many pages and parts of streams were read for what belongs to another table.
        refused: deeds of other tables' pupils, all of them refused.
        events: throws, deals and moves.
        wrong: differences and leaks, in words.
    """

    answers: int = 0
    refused: int = 0
    events: int = 0
    wrong: list[str] = field(default_factory=list)

    def __add__(self, other: ClassroomTrial) -> ClassroomTrial:
        """Both together."""
        return ClassroomTrial(
            self.answers + other.answers,
            self.refused + other.refused,
            self.events + other.events,
            self.wrong + other.wrong,
        )


@dataclass
class PlayedTable:
    """One table of the class, with the three devices that are at it.

    Attributes:
        site: the site.
        number: of the table.
        code: what pupils type there.
        foreign: what may turn up at no page of it: marks and codes of the others.
        devices: the session of each role.
        trial: what is counted here.
    """

    site: LoadedSite
    number: int
    code: str
    foreign: Sequence[bytes]
    devices: dict[Role, requests.Session] = field(default_factory=dict)
    trial: ClassroomTrial = field(default_factory=ClassroomTrial)

    def __post_init__(self) -> None:
        for role in Role:
            self.devices[role] = requests.Session()
            self.devices[role].headers["Connection"] = "close"  # a kept one may end while the next request is sent
        self.devices[Role.TEACHER].headers.update(self.site.headers)
        pupil = self.devices[Role.PUPIL]
        pupil.headers["X-CSRFToken"] = self._token(pupil)
        self.post(Role.PUPIL, "/jouer", {"code": self.code}, 200)
        pupil.headers["X-CSRFToken"] = self._token(pupil)

    def address(self, path: str) -> str:
        """The address of a path at this table."""
        return f"http://{HOST}:{self.site.port}/table/{self.number}{path}"

    def _token(self, device: requests.Session) -> str:
        return str(device.get(self.address("/api/v1/session"), timeout=WAITS).json()["csrf_token"])

    def post(self, role: Role, path: str, form: dict[str, str], expected: int) -> None:
        """Sends a form. Raises NotServed for another answer than expected."""
        answer = self.devices[role].post(self.address(path), data=form, timeout=WAITS)
        if answer.status_code != expected:
            raise NotServed(f"table {self.number}, {path}: expected {expected}; got {answer.status_code}")

    def act(self, device: requests.Session, action: dict[str, Any]) -> requests.Response:
        """A device's action at this table."""
        answer = device.post(self.address("/api/v1/actions"), json=action, timeout=WAITS)
        self.searched(f"{action['action']}", answer.content)
        return answer

    def read(self, role: Role, path: str) -> bytes:
        """A page as a role gets it, searched for what belongs to another table."""
        answer = self.devices[role].get(self.address(path), timeout=WAITS)
        if answer.status_code >= 500:
            self.trial.wrong.append(f"table {self.number}, {role.name} {path}: {answer.status_code}")
        self.searched(f"{role.name} {path}", answer.content)
        return answer.content

    def searched(self, where: str, content: bytes) -> None:
        """Notes what belongs to another table."""
        self.trial.answers += 1
        leaks = leaked(content, self.foreign)
        self.trial.wrong += (f"table {self.number}, {where}: {word} of another table" for word in leaks)

    def watch(self) -> None:
        """Searches the stream of a looker-on until the site ends."""
        try:
            with self.devices[Role.LOOKER_ON].get(self.address("/events"), stream=True, timeout=WAITS) as stream:
                for message in stream.iter_lines(delimiter=b"\n\n"):
                    self.searched("stream", message)
        except requests.RequestException:
            return  # the site has ended


def leaked(content: bytes, foreign: Sequence[bytes]) -> list[str]:
    """Which of these words an answer contains outside of its token, which is random."""
    plain = TOKEN.sub(b"", content)
    return [word.decode() for word in foreign if word in plain]


def pages() -> list[tuple[Role, str]]:
    """The addresses of one table's pages, each with the least role that it needs."""
    found = []
    for rule, role in ROUTES.items():
        method, path = rule.split(" ")
        shared = path == "/" or path.startswith(OF_ALL_TABLES[1:])
        if method == "GET" and not shared and "<" not in path and "events" not in path:
            found.append((role, path))
    return found


PAGES = pages()


def classroom(many: int, seed: int, tables: int, events: int) -> Iterator[ClassroomTrial]:
    """Plays so many matches at so many tables at once; the same counts again after each match. Raises NotServed.

    Args:
        many: matches, of one house after another.
        seed: of everything random.
        tables: of the box.
        events: after which a match ends if it is not over.
    """
    with (
        TemporaryDirectory(prefix="piste-class-") as folder,
        served(Path(folder), tables) as site,
        ThreadPoolExecutor(tables) as threads,
    ):
        playing, free = _tables(site, Path(folder), tables), SimpleQueue[PlayedTable]()
        for table in playing:
            Thread(target=table.watch, daemon=True).start()
            free.put(table)

        def plays(number: int) -> ClassroomTrial:
            table = free.get()
            try:
                _Played(table, playing, number, random.Random(f"{seed} {number}")).to_its_end(events)
            finally:
                free.put(table)
            return sum((table.trial for table in playing), ClassroomTrial())

        yield from threads.map(plays, range(many))


def _tables(site: LoadedSite, folder: Path, tables: int) -> list[PlayedTable]:
    """The tables, with the devices that are at them."""
    numbers = range(FIRST, FIRST + tables)
    for number in numbers:
        address = f"http://{HOST}:{site.port}/table/{number}/enseignant"
        requests.get(address, headers=site.headers, timeout=WAITS)  # it makes the code
    codes = {number: (table_folder(folder, number) / TABLE_FILE).read_text().strip() for number in numbers}
    marks = dict(zip(numbers, MARKS, strict=False))

    def foreign(number: int) -> list[bytes]:
        return [words[other].encode() for words in (codes, marks) for other in numbers if other != number]

    return [PlayedTable(site, number, codes[number], foreign(number)) for number in numbers]


class _Played:
    """One match at one table, beside the referee's own.

    Args:
        table: where.
        others: all tables; pupils of the others try to play here, too.
        number: of the match.
        chance: of everything random.
    """

    def __init__(self, table: PlayedTable, others: Sequence[PlayedTable], number: int, chance: random.Random) -> None:
        self._table, self._trial, self._chance = table, table.trial, chance
        self._others = [other for other in others if other is not table]
        game, profile = HOUSES[number % len(HOUSES)]
        self._setup = _setup(game, profile, f"{MARKS[table.number - FIRST]} {number}", chance)
        self._match = self._setup.match()

    def to_its_end(self, most: int) -> None:
        """Plays it, at most so many events, and compares what was written with the referee's record."""
        begun = self._act(Role.TEACHER, {"action": "new_game", "setup": self._setup.to_json()})
        for _ in range(most):
            if self._match.game.is_over(self._match.state):
                break
            self._plays(random_event(self._match.game, self._match.state, self._chance))
            if self._chance.random() < SEEN:
                role, path = self._chance.choice(PAGES)
                self._table.read(self._chance.choice([who for who in Role if who >= role]), path)
        record = self._table.read(Role.LOOKER_ON, f"/partie/{begun['id']}/partie.record").decode()
        known = table_family(self._match.game).as_everybody_knows(self._match)
        if record.splitlines() != list(to_lines(known)):
            self._differs("its record is not the referee's")
        self._table.read(Role.LOOKER_ON, f"/partie/{begun['id']}")
        self._table.read(Role.LOOKER_ON, f"/partie/{begun['id']}/partie.txt")

    def _plays(self, event: Event) -> None:
        action = msgspec.to_builtins(_action(self._match.game, event))
        if self._chance.random() < TRIED and self._others:
            stranger = self._chance.choice(self._others).devices[self._chance.choice((Role.PUPIL, Role.LOOKER_ON))]
            refused = self._table.act(stranger, action).status_code
            if refused not in (400, 401, 403):
                self._differs(f"a device of another table did {action['action']!r}: {refused}")
            self._trial.refused += 1
        view = self._act(Role.PUPIL, action)
        if not isinstance(event, Roll) and view["state"] == "provisional":
            view = self._act(Role.PUPIL, {"action": "next"})
        self._match = self._match.then(event)
        self._trial.events += 1
        scores = self._match.game.scores(self._match.state)
        expected = {str(seat): points for seat, points in zip(self._match.seats, scores, strict=True)}
        if (view["scores"], view["events"]) != (expected, len(self._match.events)):
            self._differs(f"{view['events']} events and {view['scores']} where the referee has {expected}")

    def _act(self, role: Role, action: dict[str, Any]) -> dict[str, Any]:
        answer = self._table.act(self._table.devices[role], action)
        if answer.status_code != requests.codes.ok:
            self._differs(f"{action['action']!r}: {answer.status_code} {answer.text[:200]}")
            raise NotServed(self._trial.wrong[-1])
        view: dict[str, Any] = answer.json()
        return view

    def _differs(self, how: str) -> None:
        self._trial.wrong.append(f"table {self._table.number}, {self._setup.profile or self._setup.game}: {how}")


def _setup(game: type[Game], profile: str, name: str, chance: random.Random) -> Setup:
    """A game of some players, named so that each table has its own names."""
    least, most = game.player_range
    many = chance.randint(max(least, 2), min(most, 4))
    built = Setup(game.name, players_at(range(1, many + 1)), profile).build()
    names = tuple(f"{name} {letter}" for letter in "abcd"[:many])
    return Setup(game.name, players_at(usual_places(built, many), names), profile)


def _action(game: Game, event: Event) -> Action:
    """The event as people enter it."""
    if isinstance(event, Roll):
        return Throw(event.dice)
    if isinstance(event, Deal):
        return DealCards(event.hands)
    if isinstance(game, TileGame):
        return CloseTiles(event.tiles)
    return PlayMove(game.to_text(event))
