"""Piste reports to its service that it is ready, alive and stopping; not alive while its table hangs."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from webui.live.live import Live
from webui.live.notify import ALIVE, READY, STOPPING, Notifier
from webui.live.watchdog import PATIENCE
from webui.store.journal import Journal


@pytest.fixture(params=["path", "abstract"])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """A service's socket and its address as NOTIFY_SOCKET has it."""
    address = str(tmp_path / "notify") if request.param == "path" else f"@piste-test-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(address.replace("@", "\0"))
        server.settimeout(20)
        yield server, address


def test_words_reach_the_service(service: tuple[socket.socket, str]) -> None:
    listens, address = service
    for word in (READY, ALIVE, STOPPING):
        Notifier({"NOTIFY_SOCKET": address}).say(word)
        assert listens.recv(100) == word.encode()


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/nowhere/at/all"}])
def test_without_a_service_nothing_happens(environ: dict[str, str]) -> None:
    Notifier(environ).alive()


def test_a_table_that_hangs_is_not_said_to_live(tmp_path: Path) -> None:
    now, sent = [0.0], []
    live = Live(Journal.open(tmp_path), clock=lambda: now[0], alive=lambda: sent.append(now[0]))
    live.watch()
    now[0] = PATIENCE + 1
    live.watch()
    assert sent == [0.0]
    live.beat()
    live.watch()
    assert sent == [0.0, PATIENCE + 1]
    live.close()
