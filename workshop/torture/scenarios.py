"""`python -m workshop.torture.scenarios PHASE FOLDER SYNCHRONOUS[:SEED] ACKS`: what is played, and acknowledged.

Each line of ACKS was said to somebody: it must be true after any cut that comes later.

    {"table": 2, "game": 3, "events": 17, "stand": "9f.."}    the events of the game that goes on there, and its table
    {"file": "teacher.pin", "sum": "1c.."}        a file is kept
    {"backup": "out.zip", "events": 40}           a backup is whole, with so many events
    {"erased": ["Zo.."]}                          no file holds these words any more once Piste has started again
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from flask.testing import FlaskClient

from webui.files import wipe
from webui.live.keeper import PROBE
from webui.live.live import Live
from webui.live.unwritten import WORD
from webui.site.app import create_app
from webui.site.auth import PIN_FILE, TABLE_FILE, first_word
from webui.store.backup import back_up
from webui.store.copies import copy
from webui.store.elsewhere import remember
from webui.store.file import stand
from webui.store.form import open_form
from webui.store.journal import Journal, JournalReadOnly
from webui.store.tables import FIRST, every_folder
from webui.table.reducer import NotNow
from webui.table.values.actions import Action
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import View

from .deeds import SETUPS, erring, playing

JournalT = TypeVar("JournalT", bound=Journal)

SEED = 15
GAMES_BEFORE = 3
"""Games that a journal holds already where one goes on."""


class Scenario:
    """A folder that a game is played in, and its acknowledgements.

    Args:
        folder: the data folder.
        synchronous: of SQLite: FULL as Piste has it, OFF for the try that must fail.
        acks: an open file.
        seed: of what people do.
        table: the number of the table whose data the folder holds.
    """

    def __init__(self, folder: Path, synchronous: str, acks: int, seed: int, table: int = FIRST) -> None:
        self.folder, self.chance, self._table = folder, random.Random(seed), table
        self._synchronous, self._acks = synchronous, acks

    def open(self) -> Live:
        """The live table on the folder's journal."""
        return Live(self.journal(Journal))

    def journal(self, kind: type[JournalT]) -> JournalT:
        """The folder's journal."""
        journal = kind.open(self.folder)
        if self._synchronous == "FULL":
            return journal
        path = journal.path
        journal.close()
        db = open_form(path, None)
        db.execute(f"PRAGMA synchronous = {self._synchronous}")
        return kind(path, db, time.time)

    def ack(self, **fields: object) -> None:
        """Acknowledges these fields."""
        os.write(self._acks, json.dumps(fields).encode() + b"\n")

    def acknowledge(self, live: Live) -> None:
        """Says how the game that goes on stands."""
        game = live.snapshot().id or 0
        stored = live.stored_game(game)
        assert stored is not None, "a game that was shown can be read"
        self.ack(table=self._table, game=game, events=len(live.lines(game)), stand=sum_of(stand(stored[1])))

    def at_tables(self) -> list[Scenario]:
        """The same at each table of the data folder."""
        places, chance = every_folder(self.folder), self.chance
        return [
            Scenario(place, self._synchronous, self._acks, chance.randrange(10**9), table)
            for table, place in places.items()
        ]

    def file(self, name: str) -> None:
        """Says that a file is kept."""
        self.ack(file=name, sum=sha256((self.folder / name).read_bytes()).hexdigest()[:16])


def sum_of(text: str) -> str:
    """A short name for a text."""
    return sha256(text.encode()).hexdigest()[:16]


def play(scene: Scenario, deeds: int = 60) -> None:
    """A game goes on without errors."""
    _one_game(scene, SETUPS[0], playing, deeds)


def corrections(scene: Scenario, deeds: int = 60) -> None:
    """People err and correct."""
    _one_game(scene, SETUPS[1], erring, deeds)


def _one_game(scene: Scenario, setup: Setup, deed: Callable[[View, random.Random], Action], deeds: int) -> None:
    live = scene.open()
    live.new_game(setup)
    scene.acknowledge(live)
    for _ in range(deeds):
        with suppress(NotNow):
            live.act(deed(live.snapshot(), scene.chance))
        scene.acknowledge(live)
    live.close()


def series(scene: Scenario, games: int = 10) -> None:
    """New games interrupt each other and are taken up again; the journal is closed and opened in between."""
    for _ in range(2):
        live = scene.open()
        for _ in range(games):
            waiting = live.interrupted(3)
            if waiting and scene.chance.random() < 0.4:
                live.resume_game(scene.chance.choice(waiting).id)
            else:
                live.new_game(scene.chance.choice(SETUPS))
            scene.acknowledge(live)
            for _ in range(3):
                live.act(playing(live.snapshot(), scene.chance))
                scene.acknowledge(live)
        live.close()


def backup(scene: Scenario) -> None:
    """The journal is copied and backed up while a game goes on."""
    live = scene.open()
    live.new_game(SETUPS[2])
    for number in range(4):
        for _ in range(4):
            live.act(playing(live.snapshot(), scene.chance))
            scene.acknowledge(live)
        copied = copy(scene.folder / "journal.sqlite", f"2026-11-{20 + number}")
        scene.ack(copy=f"copies/{copied.name}", events=len(live.lines()))
        scene.acknowledge(live)
        name = f"out-{number}.zip"
        back_up(scene.folder, scene.folder / name, made="2026-11-23T08:00:00+00:00", piste="0")
        scene.ack(backup=name, events=len(live.lines()))
    live.close()


def _teacher(scene: Scenario, live: Live) -> FlaskClient:
    """The site's first visitor, who has chosen the teacher's code with the word of the first start."""
    word = first_word(scene.folder)
    browser = create_app(live, scene.folder, first_word=word).test_client()
    form = {"csrf_token": _token(browser), "word": word, "code": "motdepasse", "again": "motdepasse"}
    assert browser.post("/bienvenue", data=form).status_code == 302, "the code is kept"
    return browser


def _token(browser: FlaskClient) -> str:
    return str(browser.get("/api/v1/session").get_json()["csrf_token"])


def first_start(scene: Scenario) -> None:
    """An empty folder: the site opens, the teacher chooses a code, the first game begins."""
    live = scene.open()
    browser = _teacher(scene, live)
    scene.file("session.key")
    scene.file(PIN_FILE)
    browser.application.extensions["piste"].door.table_code()
    scene.file(TABLE_FILE)
    live.new_game(SETUPS[0])
    scene.acknowledge(live)
    headers = {"X-CSRFToken": _token(browser)}
    for _ in range(10):
        view = live.snapshot()
        payload: dict[str, object] = {"action": "next"}
        if view.state == "waiting_throw" and view.due is not None:
            payload = {"action": "throw", "dice": [scene.chance.randint(1, 6) for _ in range(view.due.dice)]}
        elif view.state == "waiting_move":
            payload = {"action": "close_tiles", "tiles": scene.chance.choice(view.legal)}
        answer = browser.post("/api/v1/actions", json=payload, headers=headers)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        scene.acknowledge(live)
    live.close()


def erasing(scene: Scenario, rounds: int = 4) -> None:
    """The teacher erases a game, or everything: class, games, copies and backups of children without other games."""
    live = scene.open()
    browser = _teacher(scene, live)
    site = browser.application.extensions["piste"]
    for number in range(rounds):
        players = tuple(f"Zéphyrine{number}{letter}" for letter in "ab")
        pupils = tuple(f"Barnabé{number}{letter}" for letter in "abc")
        site.classes.add("CE2", pupils)
        game = live.new_game(Setup("occe_child", players_at((1, 3), players), "OCCE enfant")).id
        scene.acknowledge(live)
        _deeds(scene, live, 4, acked=True)
        copy(scene.folder / "journal.sqlite", f"2026-11-{20 + number}")
        out = scene.folder / f"out-{number}.zip"
        back_up(scene.folder, out, made="2026-11-23T08:00:00+00:00", piste="0")
        remember(scene.folder, out)
        if number % 2:
            _erase(browser, "tout")
            scene.ack(erased=[f"Zéphyrine{n}" for n in range(number + 1)] + [f"Barnabé{n}" for n in range(number + 1)])
        else:
            wipe(out)
            _erase(browser, "partie", game=game)
            scene.ack(erased=list(players))
        live.new_game(SETUPS[0])
        scene.acknowledge(live)
        _deeds(scene, live, 3, acked=True)
    live.close()


def _erase(browser: FlaskClient, what: str, **of: object) -> None:
    form = {"csrf_token": _token(browser), "sure": "1", **of}
    assert browser.post(f"/enseignant/effacer/{what}", data=form).status_code == 302, "it is erased"


class LockedJournal(Journal):
    """A journal that cannot be written to while it is `locked`."""

    locked = False

    def expect_there(self) -> None:
        """Raises JournalReadOnly while it is locked, too."""
        if self.locked:
            raise JournalReadOnly(f"{self.path}: expected a disk that can be written to; it is locked")
        super().expect_there()


def without_memory(scene: Scenario, rounds: int = 6) -> None:
    """Nothing can be written for a while, and the teacher plays on; what waited is promised once it is kept."""
    journal, seconds = scene.journal(LockedJournal), [0.0]
    live = Live(journal, clock=lambda: seconds[0])
    live.new_game(SETUPS[0])
    scene.acknowledge(live)
    for number in range(rounds):
        _deeds(scene, live, 4, acked=True)
        journal.locked = True
        with suppress(JournalReadOnly):
            live.new_game(SETUPS[1])
        live.play_on()
        _deeds(scene, live, 6)
        if number % 2:
            live.new_game(scene.chance.choice(SETUPS))
            _deeds(scene, live, 3)
        for locked in (True, False):  # what stands has ripened before it can be written: that is one deed, not two
            journal.locked = locked
            assert live.snapshot().problems == (WORD,), "what is played waits"
            seconds[0] += 2 * PROBE
            live.beat()
        assert live.snapshot().problems == (), "what waited is written"
        scene.acknowledge(live)
    live.close()


def _deeds(scene: Scenario, live: Live, many: int, *, acked: bool = False) -> None:
    for _ in range(many):
        with suppress(NotNow):
            live.act(playing(live.snapshot(), scene.chance))
        if acked:
            scene.acknowledge(live)


def endless(scene: Scenario) -> None:
    """At every table people play, err, correct and begin anew until the process ends."""
    with ThreadPoolExecutor() as threads:
        for playing_on in [threads.submit(_endless, table) for table in scene.at_tables()]:
            playing_on.result()


def _endless(scene: Scenario) -> None:
    live = scene.open()
    live.new_game(SETUPS[1])
    scene.acknowledge(live)
    while True:
        with suppress(NotNow):
            if scene.chance.random() < 0.03:
                live.new_game(scene.chance.choice(SETUPS))
            else:
                live.act(erring(live.snapshot(), scene.chance))
        scene.acknowledge(live)


PHASES: Mapping[str, Callable[[Scenario], None]] = {
    "play": play,
    "corrections": corrections,
    "series": series,
    "backup": backup,
    "first_start": first_start,
    "without_memory": without_memory,
    "erasing": erasing,
}


def prepared(phase: str, folder: Path) -> None:
    """What lies in an empty folder before one of PHASES is recorded."""
    if phase != "first_start":
        chance = random.Random(SEED + 1)
        live = Live(Journal.open(folder))
        for _ in range(GAMES_BEFORE):
            live.new_game(SETUPS[0])
            for _ in range(12):
                live.act(playing(live.snapshot(), chance))
        live.close()


def main(phase: str, folder: str, synchronous: str, acks: str) -> None:
    """Plays a phase."""
    acks_file = os.open(acks, os.O_WRONLY | os.O_APPEND)
    way, _, seed = synchronous.partition(":")
    scene = Scenario(Path(folder), way, acks_file, int(seed or SEED))
    {**PHASES, "endless": endless}[phase](scene)
    os.close(acks_file)


if __name__ == "__main__":
    main(*sys.argv[1:])
