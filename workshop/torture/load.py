"""Tablets that watch one table while somebody plays: how soon a deed is answered, and seen on all of them.

The site is a process of its own. A tablet keeps the page's stream open, packed as a browser asks for it; after each
deed one opens the whole page. All of them are this machine's own: what a network costs is not in the figures.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import subprocess
import sys
import time
import zlib
from asyncio import StreamReader, StreamWriter
from bisect import bisect_left
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from .cameras import memory_of

HOST = "127.0.0.1"
WAITS = 30.0
"""Seconds after which an answer, or a view on a tablet, counts as failed."""
PAUSE = 1.0
"""Seconds between an answer and the next deed."""
GZIP = 31
"""zlib's number for a gzip."""


class NotServed(RuntimeError):
    """The site did not answer as it should."""


@dataclass(frozen=True)
class LoadFound:
    """What so many tablets came to.

    Attributes:
        answered: seconds until each deed was answered.
        seen: seconds until each deed was seen, on each tablet.
        pages: seconds until each page was there.
        failed: what went wrong, in words.
        memory: bytes that the site held in the end.
    """

    answered: Sequence[float]
    seen: Sequence[float]
    pages: Sequence[float]
    failed: Sequence[str]
    memory: int


@dataclass(frozen=True)
class LoadedSite:
    """A site that serves: its port, the number of its process, what the teacher's requests carry."""

    port: int
    process: int
    headers: Mapping[str, str]


@dataclass
class Tablet:
    """One tablet.

    Attributes:
        versions: of the table, as they came, each with the clock's time, s.
        news: set when one has come.
    """

    versions: list[tuple[int, float]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def watch(self, reader: StreamReader) -> None:
        """Takes what the stream brings, until it ends. Raises OSError, EOFError or zlib.error."""
        unpack, rest = zlib.decompressobj(wbits=GZIP), b""
        while size := int(await reader.readline() or b"0", 16):
            rest += unpack.decompress((await reader.readexactly(size + 2))[:-2])
            *whole, rest = rest.split(b"\n\n")
            numbers = [int(one[4 : one.index(b"\n")]) for one in whole if one.startswith(b"id: ")]
            self.versions += [(number, time.monotonic()) for number in numbers]
            self.news.set()

    async def sees(self, version: int) -> float:
        """The clock's time at which it saw this version of the table or a newer one."""
        while (at := bisect_left(self.versions, (version, 0.0))) == len(self.versions):
            self.news.clear()
            await self.news.wait()
        return self.versions[at][1]


def load(tablets: int, deeds: int, seed: int = 1) -> LoadFound:
    """Plays so many deeds before so many tablets, after a first one that is not counted. Raises NotServed."""
    with TemporaryDirectory(prefix="piste-load-") as folder, served(Path(folder)) as site:
        return asyncio.run(_played(site, tablets, deeds, random.Random(seed)))


async def _played(site: LoadedSite, tablets: int, deeds: int, chance: random.Random) -> LoadFound:
    watching = [Tablet() for _ in range(tablets)]
    streams = [await _asked(site, "GET", "/events", {"Accept-Encoding": "gzip"}) for _ in watching]
    tasks = [asyncio.ensure_future(one.watch(reader)) for one, (reader, _) in zip(watching, streams, strict=True)]
    answered, seen, pages, failed = list[float](), list[float](), list[float](), list[str]()
    for _ in range(1 + deeds):
        deed = _deed(json.loads(await _answer(site, "GET", "/api/v1/table")), chance)
        begun = time.monotonic()
        view = json.loads(await _answer(site, "POST", "/api/v1/actions", deed))
        answered.append(time.monotonic() - begun)
        page = asyncio.ensure_future(_seconds_of(_answer(site, "GET", "/")))
        there = await asyncio.gather(*(_seen(one, view["version"]) for one in watching))
        seen += [at - begun for at in there if at is not None]
        failed += ["a deed was not seen on a tablet"] * there.count(None)
        pages.append(await page)
        await asyncio.sleep(PAUSE)
    failed += ["the stream of a tablet ended"] * sum(task.done() for task in tasks)
    for task, (_, writer) in zip(tasks, streams, strict=True):
        task.cancel()
        writer.close()
    return LoadFound(answered[1:], seen[tablets:], pages[1:], failed, memory_of(site.process))


async def _seen(tablet: Tablet, version: int) -> float | None:
    """When a tablet saw a version; None where it did not in time."""
    try:
        return await asyncio.wait_for(tablet.sees(version), WAITS)
    except TimeoutError:
        return None


async def _seconds_of(asked: Coroutine[Any, Any, object]) -> float:
    begun = time.monotonic()
    await asked
    return time.monotonic() - begun


async def _answer(site: LoadedSite, method: str, path: str, said: object = None) -> bytes:
    """The body of an answer. Raises NotServed."""
    try:
        return await asyncio.wait_for(_body(site, method, path, said), WAITS)
    except (OSError, EOFError) as error:
        raise NotServed(f"{method} {path}: expected an answer within {WAITS:.0f} s; got {error!r}") from error


async def _body(site: LoadedSite, method: str, path: str, said: object) -> bytes:
    data = b"" if said is None else json.dumps(said).encode()
    kind = {"Content-Type": "application/json"} if data else {}
    reader, writer = await _asked(site, method, path, {"Connection": "close", **kind}, data)
    try:
        return await reader.read()
    finally:
        writer.close()


async def _asked(
    site: LoadedSite, method: str, path: str, more: Mapping[str, str], data: bytes = b""
) -> tuple[StreamReader, StreamWriter]:
    """A connection on which the body of an answer comes. Raises OSError, EOFError, or NotServed for any but 200."""
    reader, writer = await asyncio.open_connection(HOST, site.port)
    told = {"Host": HOST, "Content-Length": str(len(data)), **site.headers, **more}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
    writer.write("".join(f"{line}\r\n" for line in [*lines, ""]).encode() + data)
    head = await reader.readuntil(b"\r\n\r\n")
    if head.split(b" ", 2)[1] != b"200":
        writer.close()
        raise NotServed(f"{method} {path}: expected 200; got {head.splitlines()[0].decode()}")
    return reader, writer


def _deed(view: Mapping[str, Any], chance: random.Random) -> Mapping[str, Any]:
    """What people do next, from the view."""
    if view["state"] in ("game_over", "series_over"):
        return {"action": "next_game"}
    if view["state"] == "provisional":
        return {"action": "next"}
    if view["state"] == "waiting_move":
        return {"action": "close_tiles", "tiles": chance.choice(view["legal"])}
    return {"action": "throw", "dice": [chance.randint(1, 6) for _ in range(view["due"]["dice"])]}


def late(seconds: Sequence[float]) -> float:
    """What 99 of 100 come within, s; 0 where there is none."""
    return sorted(seconds)[max(0, math.ceil(0.99 * len(seconds)) - 1)] if seconds else 0.0


@contextmanager
def served(folder: Path) -> Iterator[LoadedSite]:
    """A site with a game, in a process of its own. Raises NotServed."""
    words = [sys.executable, "-m", "workshop.torture.load", str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                raise NotServed(f"expected a site that serves; got exit {process.wait()}")
            said = json.loads(line)
            yield LoadedSite(said["port"], process.pid, said["headers"])
        finally:
            process.stdin.close()  # it ends then
            process.wait()


def site(folder: Path) -> None:
    """Serves on a port of its own, which it tells with what the teacher's requests carry, until its input ends."""
    from webui.live.live import Live
    from webui.site import server
    from webui.site.app import create_app
    from webui.site.auth import new_pin
    from webui.store.journal import Journal

    from .deeds import SETUPS

    new_pin(folder)
    live = Live(Journal.open(folder))
    live.new_game(SETUPS[1])
    app = create_app(live, folder)
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


if __name__ == "__main__":
    site(Path(sys.argv[1]))
    os._exit(0)  # threads that serve are not waited for
