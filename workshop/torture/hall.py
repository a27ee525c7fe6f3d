"""`python -m workshop torture hall`: a hall with hundreds of boxes, whose broker is killed again and again.

The boxes are drawn, but speak by the program's own line: each says how its tables stand, sends a result now and then,
and sends again what the hall does not have. The broker is a real Mosquitto that remembers nothing when it is killed.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

import msgspec
import requests

from webui.live.broker.line import BrokerLine, LineError
from webui.live.broker.payloads import UP, GameKey, Topics, written
from webui.live.broker.publisher import AT_ONCE
from webui.live.hall.ledger import Ledger
from webui.store.broker import Broker

from .load import HOST, WAITS, NotServed, computed

COLOURS, SHAPES = ("blue", "green", "red", "yellow"), ("circle", "square", "triangle", "star")
SPEAKS, ENDS = 3.0, 300.0
"""Seconds between two states of a table, and between two results of one."""
MARKED = 1.0
"""Seconds between two states that are looked for on the page."""
BEFORE, AFTER = 2.0, 15.0
"""Seconds around the end of a broker in which nothing is measured."""
SETTLES = 240.0
"""Seconds in which the last results must have arrived."""
MARK = re.compile(rb"Marque (\d+)")
VIEWERS = 5
"""Pages that are open besides, two of a projector."""


@dataclass
class HallTrial:
    """What is measured.

    Attributes:
        boxes, tables, restarts: as asked.
        sent: results that boxes have.
        lost: those that the hall does not have.
        doubled: those that it has twice, or that no box has.
        processor: of one core, while boxes spoke.
        memory: of the hall at the end, bytes.
        states: that were said each second.
        late: seconds from a state that was said to the page that showed it, while the broker stood.
        missed: states of which the page showed neither itself nor a later one.
    """

    boxes: int
    tables: int
    restarts: int
    sent: int = 0
    lost: int = 0
    doubled: int = 0
    processor: float = 0.0
    memory: float = 0.0
    states: float = 0.0
    late: tuple[float, ...] = ()
    missed: int = 0


@dataclass
class DrawnBox:
    """A box that plays nothing, and says what one would.

    Attributes:
        settings: of its line.
        tables: how many.
        chance: of everything random.
        games: its journal: the results that it has, by key.
        speaks: when each table says something next.
    """

    settings: Broker
    tables: int
    chance: random.Random
    games: dict[GameKey, bytes] = field(default_factory=dict)
    speaks: dict[int, float] = field(default_factory=dict)
    _line: BrokerLine | None = None
    _again: float = 0.0
    _missing: list[GameKey] = field(default_factory=list)
    said: int = 0

    def works(self, now: float) -> None:
        """Says and hears what is due; a line that broke is opened again a moment later."""
        if self._line is None:
            if now >= self._again:
                self._opens(now)
            return
        try:
            self._line.work(0)
            self._says(self._line, now)
        except LineError:
            self._line, self._again = None, now + 1 + 2 * self.chance.random()

    def _opens(self, now: float) -> None:
        line, topics = BrokerLine(self.settings), Topics(self.settings.box)
        try:
            line.open()
            line.listen()
        except LineError:
            self._again = now + 1 + 2 * self.chance.random()
            return
        about = {"version": "1", "name": f"Salle {self.settings.box[:3]}", "tables": []}
        line.say(topics.box, written(about))
        line.say(topics.up, UP)
        for table in range(1, self.tables + 1):
            self.speaks[table] = now + SPEAKS * self.chance.random()
        self._line = line

    def _says(self, line: BrokerLine, now: float) -> None:
        topics = Topics(self.settings.box)
        for table, at in self.speaks.items():
            if now >= at:
                self.speaks[table] = now + SPEAKS * (0.5 + self.chance.random())
                self.state(line, table, "")
                if self.chance.random() < SPEAKS / ENDS:
                    self.ends(table)
        if (have := line.take_have()) is not None:
            self._missing = sorted(self.games.keys() - have.games())
        for key in self._missing[:AT_ONCE]:
            line.say(topics.result(key[0]), self.games[key], retain=False)
        del self._missing[:AT_ONCE]

    def state(self, line: BrokerLine, table: int, mark: str) -> None:
        """Says how a table stands; `mark` is the name of its first player."""
        self.said += 1
        line.say(Topics(self.settings.box).state(table), _state(table, mark, self.chance), 0)

    def marks(self, mark: str) -> bool:
        """Says a state that can be found again; False while there is no line."""
        if self._line is None:
            return False
        self.state(self._line, 1, mark)
        self.speaks[1] = time.monotonic() + 1e6  # nothing else is said of that table
        return True

    def ends(self, table: int) -> None:
        """A game is over: it is in the journal, and to be sent."""
        number = 1 + sum(key[0] == table for key in self.games)
        key = (table, number, datetime.now(UTC).isoformat(timespec="milliseconds"))
        whole = msgspec.json.decode(_state(table, "", self.chance))
        result = {name: whole[name] for name in ("game", "throws", "players", "closed", "finished")}
        self.games[key] = written({"table": table, "number": number, "started": key[2], **result})
        self._missing.append(key)


def hall(boxes: int, tables: int, restarts: int, seconds: float, seed: int) -> HallTrial:
    """Runs a hall beside so many boxes. Raises NotServed.

    Args:
        boxes, tables: how many, and of each.
        restarts: how often the broker is killed.
        seconds: for which the boxes speak.
        seed: of everything random.
    """
    trial, chance = HallTrial(boxes, tables, restarts), random.Random(seed)
    with TemporaryDirectory(prefix="piste-hall-") as folder:
        port = _free()
        broker = _broker(Path(folder), port)
        try:
            with _hall(Path(folder), port) as (process, url):
                drawn = _drawn(boxes, tables, port, chance)
                broker = _speaks(trial, drawn, url, process, broker, Path(folder), seconds)
                _compared(trial, drawn, Path(folder))
                trial.memory = _memory(process)
        finally:
            broker.kill()
            broker.wait()
    return trial


def _speaks(
    trial: HallTrial, drawn: Sequence[DrawnBox], url: str, process: int, broker: subprocess.Popen[bytes], folder: Path,
    seconds: float,
) -> subprocess.Popen[bytes]:  # fmt: skip
    """Lets the boxes speak, kills the broker, and lets everything settle; the newest broker."""
    shown: list[tuple[int, float]] = []
    marked: dict[int, float] = {}
    watched = f"{url}events?boite={drawn[0].settings.box}"
    ending = Event()
    for address in (watched, *[f"{url}events{'?mur=' * (n % 2)}" for n in range(VIEWERS)]):
        Thread(target=_watch, args=(address, shown if address == watched else [], ending), daemon=True).start()
    begun, used = time.monotonic(), computed(process)
    kills, killed = [begun + seconds * (n + 1) / (trial.restarts + 1) for n in range(trial.restarts)], list[float]()
    mark_at, quiet = begun + 5, begun + seconds
    while (now := time.monotonic()) < quiet:
        for box in drawn:
            box.works(now)
        if kills and now >= kills[0]:
            killed.append(kills.pop(0))
            broker.kill()
            broker.wait()
            broker = _broker(folder, int(drawn[0].settings.port))
        if now >= mark_at and drawn[0].marks(f"Marque {len(marked)}"):
            marked[len(marked)] = time.monotonic()
            mark_at = now + MARKED
    took = time.monotonic() - begun
    trial.processor = (computed(process) - used) / took
    trial.states = sum(box.said for box in drawn) / took
    _settle(drawn, folder, lambda: max(marked, default=0) <= max((mark for mark, _ in shown), default=0))
    ending.set()
    trial.late, trial.missed = _delays(marked, shown, killed)
    return broker


def _delays(
    marked: Mapping[int, float], shown: Sequence[tuple[int, float]], killed: Sequence[float]
) -> tuple[tuple[float, ...], int]:
    """From each mark to the first page that shows it or a later one, and how many none showed.

    What was said just before the broker was killed, or before the hall is back, is late for that reason.
    """
    first = {number: min((at for mark, at in shown if mark >= number), default=None) for number in marked}
    calm = [n for n, said in marked.items() if not any(-BEFORE < said - at < AFTER for at in killed)]
    return tuple(at - marked[n] for n in calm if (at := first[n]) is not None), [*first.values()].count(None)


def _settle(drawn: Sequence[DrawnBox], folder: Path, shown: Callable[[], bool]) -> None:
    """Lets boxes send what is missing until nothing is and the page shows it, SETTLES seconds at most.

    No game begins any more.
    """
    end, ledger = time.monotonic() + SETTLES, Ledger(f"sqlite:///{folder / 'hall.db'}")
    for box in drawn:
        box.speaks.clear()
    wanted, looks = sum(len(box.games) for box in drawn), 0.0
    while (now := time.monotonic()) < end:
        for box in drawn:
            box.works(now)
            box.speaks.clear()
        if now >= looks:
            looks = now + 1
            if len(ledger.between("", "9")) >= wanted and shown():
                break
    ledger.close()


def _compared(trial: HallTrial, drawn: Sequence[DrawnBox], folder: Path) -> None:
    ledger = Ledger(f"sqlite:///{folder / 'hall.db'}")
    there = [(one.box, one.table, one.number, one.started) for one in ledger.between("", "9")]
    ledger.close()
    sent = {(box.settings.box, *key) for box in drawn for key in box.games}
    trial.sent, trial.lost = len(sent), len(sent - set(there))
    trial.doubled = len(there) - len(set(there) & sent)


def _watch(address: str, shown: list[tuple[int, float]], ending: Event) -> None:
    """Reads a stream until the end, also across a hall that ends it."""
    while not ending.is_set():
        with suppress(requests.RequestException), requests.get(
            address, stream=True, timeout=WAITS, headers={"Accept-Encoding": "identity"}
        ) as stream:
            for line in stream.iter_lines():
                shown.extend((int(found), time.monotonic()) for found in MARK.findall(line))
                if ending.is_set():
                    return


def _drawn(boxes: int, tables: int, port: int, chance: random.Random) -> list[DrawnBox]:
    letters: set[str] = set()
    while len(letters) < boxes:
        letters.add("".join(chance.choices(ascii_lowercase, k=8)))
    return [
        DrawnBox(Broker(host=HOST, port=port, box=box), tables, random.Random(f"{box} {chance.random()}"))
        for box in sorted(letters)
    ]


def _state(table: int, mark: str, chance: random.Random) -> bytes:
    """A table in the middle of a game of tiles."""
    players: list[dict[str, Any]] = []
    for seat in range(1, 5):
        tiles = sorted(chance.sample(range(1, 10), chance.randint(1, 9)))
        players.append({
            "player": seat, "seat": seat, "colour": COLOURS[seat - 1], "shape": SHAPES[seat - 1], "turn": seat == 1,
            "winner": False, "left": False, "score": sum(tiles), "total": sum(tiles), "open": tiles,
            "closed": 9 - len(tiles), "name": (mark if seat == 1 and mark else "Léa"),
        })  # fmt: skip
    game = {"name": "occe_child", "profile": "", "layout": "occe", "game_number": 1, "games": 1}
    return written({
        "number": table, "name": "", "colour": "blue", "game": game, "state": "waiting_move", "acting": 1,
        "asks": False, "shut": 0, "dice": [chance.randint(1, 6), chance.randint(1, 6)], "throws": 9,
        "players": players, "closed": 9, "finished": 0, "problems": [], "class": "CE2",
    })  # fmt: skip


def _free() -> int:
    with socket.create_server((HOST, 0)) as free:
        return int(free.getsockname()[1])


def _broker(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """A Mosquitto that listens. Raises NotServed."""
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
    if program is None:
        raise NotServed("needs mosquitto")
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} {HOST}\nallow_anonymous true\nuser {Path.home().owner()}\n")
    process = subprocess.Popen([program, "-c", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + WAITS
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError), socket.create_connection((HOST, port), 1):
            return process
    raise NotServed("expected a broker that listens")


@contextmanager
def _hall(folder: Path, port: int) -> Iterator[tuple[int, str]]:
    """`piste hall` in a process of its own: its number, and its address. Raises NotServed."""
    words = [sys.executable, "-c", "from webui.cli import main; main()", "hall", "--host", HOST, "--port", "0"]
    words += ["--broker", f"mqtt://{HOST}:{port}", "--data", str(folder)]
    environ = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environ) as process:
        assert process.stdout is not None
        try:
            url = process.stdout.readline().strip()
            if not url:
                raise NotServed(f"expected a hall that serves; got exit {process.wait()}")
            yield process.pid, url
        finally:
            process.terminate()
            process.wait()


def _memory(process: int) -> float:
    """Bytes that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * float(os.sysconf("SC_PAGE_SIZE"))
