"""`python -m workshop torture abuse`: tablets of a network of its own that shut others out, drip, and vanish.

Site and tablets stand in two network namespaces, joined by a cable of software: nothing outside is touched. Needs Linux
with user namespaces and `ip`.
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import click

SITE, TABLETS, GUEST = "10.9.0.1", "10.9.0.2", "10.9.0.3"
PORT = 8000
IDLE, VANISHED = 205, 16
LONGEST = 60.0
"""Seconds after which a place counts as held for good."""


class Cable:
    """The tablets' end: a process in a namespace of its own that obeys commands, one a line."""

    def __init__(self) -> None:
        run("ip", "link", "add", "site", "type", "veth", "peer", "name", "tablets")
        command = [sys.executable, "-m", "workshop.torture.abuse", "tablets"]
        self._there = subprocess.Popen(
            ["unshare", "-n", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.hears()
        run("ip", "link", "set", "tablets", "netns", str(self._there.pid))
        run("ip", "addr", "add", f"{SITE}/24", "dev", "site")
        for end in ("site", "lo"):
            run("ip", "link", "set", end, "up")

    def says(self, word: str) -> str:
        """Has the tablets do something; what they answer."""
        assert self._there.stdin is not None
        self._there.stdin.write(f"{word}\n")
        self._there.stdin.flush()
        return self.hears()

    def hears(self) -> str:
        """The tablets' next line."""
        assert self._there.stdout is not None
        return self._there.stdout.readline().strip()

    def close(self) -> None:
        """Ends the tablets."""
        self._there.kill()
        self._there.wait()


def run(*words: str) -> None:
    """Runs a program. Raises subprocess.CalledProcessError."""
    subprocess.run(words, check=True, capture_output=True)


def tablets() -> None:
    """The tablets' side, in its namespace."""
    held: list[socket.socket] = []
    print("here", flush=True)
    for line in sys.stdin:
        word = line.strip()
        if word == "plug":
            for address in (TABLETS, GUEST):
                run("ip", "addr", "add", f"{address}/24", "dev", "tablets")
            run("ip", "link", "set", "tablets", "up")
        elif word == "idle":
            held += [socket.create_connection((SITE, PORT), 10, (TABLETS, 0)) for _ in range(IDLE)]
        elif word == "watch":
            held += [_watching() for _ in range(VANISHED)]
        elif word == "vanish":  # what comes is heard, and nothing is answered any more
            run("ip", "route", "add", "blackhole", f"{SITE}/32")
        elif word == "leave":
            for connection in held:
                connection.close()
            held.clear()
        print(_page() if word == "page" else "done", flush=True)


def _watching() -> socket.socket:
    stream = socket.create_connection((SITE, PORT), 10, (TABLETS, 0))
    stream.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: 10.9.0.1\r\n\r\n")
    stream.recv(100)
    return stream


def _page() -> str:
    """How long another visitor's page takes, s; "failed"."""
    begun = time.monotonic()
    try:
        asked = http.client.HTTPConnection(SITE, PORT, timeout=10, source_address=(GUEST, 0))
        asked.request("GET", "/")
        answer = asked.getresponse()
        answer.read()
        return f"{time.monotonic() - begun:.2f}" if answer.status == 200 else "failed"
    except OSError:
        return "failed"


def site(folder: Path) -> bool:
    """The site's side, in its namespace; prints the table. True where every promise is kept."""
    from webui.live.live import Live
    from webui.site import server
    from webui.site.app import create_app
    from webui.store.journal import Journal
    from webui.table.values.setup import Setup, players_at

    cable = Cable()
    live = Live(Journal.open(folder))
    live.new_game(Setup("occe_child", players_at((1, 3)), profile="OCCE enfant"))
    app = create_app(live, folder)
    serving = server.server_on(app, server.listen(SITE, PORT))
    Thread(target=serving.run, daemon=True).start()
    cable.says("plug")
    cable.says("idle")
    pages = [cable.says("page") for _ in range(15)]
    cable.says("leave")
    failed = pages.count("failed")
    click.echo(f"| {IDLE} idle connections of one address: pages of others that failed | {failed} of {len(pages)} |")
    cable.says("watch")
    streams = app.extensions["piste"].streams
    before, begun = streams.open, time.monotonic()
    cable.says("vanish")
    while streams.open and time.monotonic() - begun < LONGEST:
        time.sleep(0.25)
    held = time.monotonic() - begun
    click.echo(f"| {before} live pages vanish: until all their places are free | {held:.1f} s |")
    cable.close()
    return "failed" not in pages and before == VANISHED and held <= 30.0


@click.command()
def abuse() -> None:
    """Idle connections and vanished tablets, in a network of their own. Exit code 1 where a promise is broken."""
    command = [sys.executable, "-m", "workshop.torture.abuse", "site"]
    done = subprocess.run(["unshare", "-Urn", *command], check=False, env=dict(os.environ))
    sys.exit(done.returncode)


if __name__ == "__main__":
    if sys.argv[1] == "tablets":
        tablets()
    else:
        click.echo("| abuse | measured |\n| --- | --: |")
        with TemporaryDirectory() as where:
            os._exit(0 if site(Path(where)) else 1)  # threads that serve are not waited for
