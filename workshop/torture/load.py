"""Tablets that watch tables while somebody plays at each: how soon a deed is answered, and seen on all of them.

The site is a process of its own. A tablet keeps the page's stream open, compressed as for a browser. Now and then the
whole page is opened. All of it runs on this machine, so the figures leave out what a network costs; where the site
needs no processor for a camera, it has one for itself, for tablets compute elsewhere.
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
import time
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Thread
from typing import Any

from webui.site.streams import GZIP

from .cameras import memory_of

HOST = "127.0.0.1"
WAITS = 30.0
"""Seconds after which an answer, or a view on a tablet, counts as failed."""
PAUSE = 0.5, 1.5
"""Seconds between an answer and the next deed, at random: tables do not play in step."""
PAGE_EACH = 10
"""Deeds until somebody opens the page again: a page that is open follows its stream."""


class NotServed(RuntimeError):
    """The site did not answer as it should."""


@dataclass(frozen=True)
class LoadResult:
    """What so many tablets came to.

    Attributes:
        answered: seconds until each deed was answered.
        seen: seconds until each deed was seen, on each tablet.
        pages: seconds until each page was there.
        failed: what went wrong, in words.
        memory: bytes that the site held in the end.
        processor: seconds that the site computed for, from the first deed to the last.
    """

    answered: Sequence[float]
    seen: Sequence[float]
    pages: Sequence[float]
    failed: Sequence[str]
    memory: int
    processor: float


@dataclass(frozen=True)
class LoadedSite:
    """A site that serves: its port, the number of its process, what the teacher's requests carry."""

    port: int
    process: int
    headers: Mapping[str, str]


@dataclass
class Tablet:
    """One tablet, which a thread of its own follows.

    Attributes:
        versions: of the table, as they came, each with the clock's time, s.
        ended: its stream has ended.
        news: notified when one of these has changed.
    """

    versions: list[tuple[int, float]] = field(default_factory=list)
    ended: bool = False
    news: Condition = field(default_factory=Condition)

    def watch(self, lines: Iterable[bytes]) -> None:
        """Notes the versions that a stream brings, until it ends."""
        try:
            for line in lines:
                if line.startswith(b"id: "):
                    with self.news:
                        self.versions.append((int(line[4:]), time.monotonic()))
                        self.news.notify_all()
        except (OSError, HTTPException):
            pass  # cut off: it has ended
        with self.news:
            self.ended = True
            self.news.notify_all()

    def shows(self, version: int) -> float | None:
        """The clock's time at which it showed this version of the table or a newer one; None if not within `WAITS`."""
        with self.news:
            self.news.wait_for(lambda: self.ended or self._at(version) < len(self.versions), WAITS)
            at = self._at(version)
            return self.versions[at][1] if at < len(self.versions) else None

    def _at(self, version: int) -> int:
        return bisect_left(self.versions, (version, 0.0))


def load(tablets: int, deeds: int, seed: int = 1, *, tables: int = 1, cameras: Sequence[str] = ()) -> LoadResult:
    """Plays so many deeds at each of some tables at once, after a first one that is not counted. Raises NotServed.

    Args:
        tablets: that watch each table.
        deeds: at each table.
        seed: of the games.
        tables: by touch.
        cameras: of one more table each.
    """
    with (
        TemporaryDirectory(prefix="piste-load-") as folder,
        ThreadPoolExecutor(2 * tables) as threads,
        ExitStack() as streams,
        served(Path(folder), tables, cameras) as site,
        _beside(site.process),
    ):
        playing, before = [], computed(site.process)
        for number in range(1, 1 + tables):
            watching = [Tablet() for _ in range(tablets)]
            for tablet in watching:
                stream = streams.enter_context(_asked(site, "GET", f"/table/{number}/events", gzip="gzip"))
                Thread(target=tablet.watch, args=(lines(stream),), daemon=True).start()
            chance = random.Random(f"{seed} {number}")
            playing.append(threads.submit(_played, site, number, watching, deeds, chance, threads))
        played = [table.result() for table in playing]
        return LoadResult(
            list(chain(*(table.answered for table in played))),
            list(chain(*(table.seen for table in played))),
            list(chain(*(table.pages for table in played))),
            list(chain(*(table.failed for table in played))),
            memory_of(site.process),
            computed(site.process) - before,
        )


@contextmanager
def _beside(process: int) -> Iterator[None]:
    """The tablets compute on other processors than that process alone, if it leaves any."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, before - os.sched_getaffinity(process) or before)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _played(
    site: LoadedSite,
    table: int,
    watching: Sequence[Tablet],
    deeds: int,
    chance: random.Random,
    threads: ThreadPoolExecutor,
) -> LoadResult:
    """What the deeds at one table came to."""
    answered, seen_after, failed, opened = list[float](), list[float](), list[str](), list[Future[float]]()
    view = json.loads(_answer(site, "GET", f"/table/{table}/api/v1/table"))
    for number in range(1 + deeds):
        if view["ripens"]:  # it may have counted meanwhile
            view = json.loads(_answer(site, "GET", f"/table/{table}/api/v1/table"))
        deed = _deed(view, chance)
        begun = time.monotonic()
        view = json.loads(_answer(site, "POST", f"/table/{table}/api/v1/actions", deed))
        answered.append(time.monotonic() - begun)
        if number % PAGE_EACH == 1:
            opened.append(threads.submit(_seconds_of, lambda: _answer(site, "GET", f"/table/{table}/")))
        shown = [tablet.shows(view["version"]) for tablet in watching]
        seen_after += [at - begun for at in shown if at is not None]
        failed += ["a deed was not seen on a tablet"] * shown.count(None)
        time.sleep(chance.uniform(*PAUSE))
    failed += ["the stream of a tablet ended"] * sum(tablet.ended for tablet in watching)
    pages = [page.result() for page in opened]
    return LoadResult(answered[1:], seen_after[len(watching) :], pages, failed, 0, 0.0)


def _seconds_of(ask: Callable[[], object]) -> float:
    begun = time.monotonic()
    ask()
    return time.monotonic() - begun


def _answer(site: LoadedSite, method: str, path: str, payload: Mapping[str, Any] | None = None) -> bytes:
    """What a request of the teacher's is answered. Raises NotServed for any but 200."""
    with _asked(site, method, path, payload) as answer:
        return answer.read()


@contextmanager
def _asked(
    site: LoadedSite, method: str, path: str, payload: Mapping[str, Any] | None = None, gzip: str = "identity"
) -> Iterator[HTTPResponse]:
    """The answer to a request of the teacher's, on a connection of its own. Raises NotServed for any but 200.

    It is asked plainly: what a tablet computes would delay the site, which shares its processor here.
    """
    headers = {**site.headers, "Content-Type": "application/json", "Accept-Encoding": gzip}
    with closing(HTTPConnection(HOST, site.port, timeout=WAITS)) as connection:
        try:
            connection.request(method, path, None if payload is None else json.dumps(payload), headers)
            answer = connection.getresponse()
        except (OSError, HTTPException) as error:
            raise NotServed(f"{method} {path}: expected an answer within {WAITS:.0f} s; got {error!r}") from error
        if answer.status != HTTPStatus.OK:
            raise NotServed(f"{method} {path}: expected 200; got {answer.status}")
        yield answer


def lines(stream: HTTPResponse) -> Iterator[bytes]:
    """The lines of a compressed stream, as they come."""
    unpack, rest = zlib.decompressobj(GZIP), b""
    while piece := stream.read1():
        *whole, rest = (rest + unpack.decompress(piece)).split(b"\n")
        yield from whole


def _deed(view: Mapping[str, Any], chance: random.Random) -> Mapping[str, Any]:
    """What people do next, from the view."""
    if view["state"] in ("game_over", "series_over"):
        return {"action": "next_game"}
    if view["state"] == "provisional":
        return {"action": "next"}
    if view["state"] == "waiting_move":
        return {"action": "close_tiles", "tiles": chance.choice(view["legal"])}
    return {"action": "throw", "dice": [chance.randint(1, 6) for _ in range(view["due"]["dice"])]}


def computed(process: int) -> float:
    """Seconds for which a process has computed."""
    numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def late(seconds: Sequence[float]) -> float:
    """What 99 of 100 come within, s; 0 where there is none."""
    return sorted(seconds)[max(0, math.ceil(0.99 * len(seconds)) - 1)] if seconds else 0.0


@contextmanager
def served(folder: Path, tables: int, cameras: Sequence[str] = ()) -> Iterator[LoadedSite]:
    """A site with a game at each table, in a process of its own. Raises NotServed."""
    words = [sys.executable, "-m", "workshop.torture.load", str(folder), str(tables), *cameras]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                raise NotServed(f"expected a site that serves; got exit {process.wait()}")
            answer = json.loads(line)
            yield LoadedSite(answer["port"], process.pid, answer["headers"])
        finally:
            process.stdin.close()  # it ends then
            process.wait()


def site(folder: Path, tables: int, cameras: Sequence[str]) -> None:
    """Serves on a port of its own, which it tells with what the teacher's requests carry, until its input ends.

    Args:
        folder: the data folder.
        tables: by touch, with a game at each.
        cameras: of one more table each.
    """
    from webui.live.classroom.opening import opened
    from webui.live.classroom.tables import FurtherTables
    from webui.live.eyes import open_eyes
    from webui.live.live import Live
    from webui.site import server
    from webui.site.app import create_app
    from webui.site.auth import new_pin
    from webui.store.journal import Journal

    from .deeds import SETUPS

    if not cameras:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    new_pin(folder)
    live = Live(Journal.open(folder))
    reads = cache(open_eyes)
    beside = FurtherTables(folder, lambda place, table: opened(place, table.camera, _say, reads=reads))
    for word in chain([""] * (tables - 1), cameras):
        beside.listed.add(camera=word)
    beside.open_all()
    for table in (live, *(table.live for _, table in beside if table.demo is None)):
        table.new_game(SETUPS[1])
    app = create_app(live, folder, tables=beside)
    listener = server.listen(HOST, 0)
    Thread(target=server.server_on(app, listener).run, daemon=True).start()
    browser = app.test_client()
    with browser.session_transaction() as session:
        session["teacher"] = app.extensions["piste"].door.stamp()
    token = browser.get("/api/v1/session").get_json()["csrf_token"]
    cookie = browser.get_cookie("piste")
    assert cookie is not None
    headers = {"Cookie": f"piste={cookie.value}", "X-CSRFToken": token}
    print(json.dumps({"port": listener.getsockname()[1], "headers": headers}), flush=True)
    sys.stdin.read()


def _say(text: str) -> None:
    """What a table says while it opens."""
    print(text, file=sys.stderr)


if __name__ == "__main__":
    site(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    os._exit(0)  # threads that serve are not waited for
