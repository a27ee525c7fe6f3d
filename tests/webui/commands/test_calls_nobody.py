"""Nothing leaves the box: no name is looked up, no connection opened, no file left in the user's home."""

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest

PISTE = (sys.executable, "-c", "from webui.cli import main; main()")
STRACE = ("strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg")
"""Shows who is called, and costs nothing elsewhere. An answer to who called us names no address."""
PATIENCE = 120.0
"""Seconds in which a busy machine must be done."""


@dataclass(frozen=True)
class Watched:
    """A machine for one command: a home with nothing in it, no word that this is a test, and who listens in."""

    home: Path
    checkout: Path
    trace: Path
    strace: tuple[str, ...]

    @contextmanager
    def piste(self, *words: object) -> Iterator[subprocess.Popen[str]]:
        """Runs `piste WORDS` in a group of its own; it has ended afterwards."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "PYTHONPATH": str(self.checkout),
            "PYTHONUNBUFFERED": "1",
        }
        command = [*self.strace, *PISTE, *map(str, words)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=self.home, env=environment, start_new_session=True
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def called(self) -> list[str]:
        """Every system call that named an address to connect or send to, even a name service's on this machine."""
        lines = self.trace.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if "sa_family=" in line]

    def nobody(self) -> None:
        """Fails where a file was left or somebody was called; skips, the files seen, where calls cannot be."""
        assert sorted(self.home.rglob("*")) == []
        if not self.strace:
            pytest.skip("no file was left; for connections this needs strace and the right to trace")
        assert self.called() == []


@pytest.fixture
def watched(tmp_path: Path, checkout: Path) -> Watched:
    home, trace = tmp_path / "home", tmp_path / "trace"
    home.mkdir()
    trace.touch()
    return Watched(home, checkout, trace, (*STRACE, "-o", str(trace)) if may_trace() else ())


def may_trace() -> bool:
    """True where strace is installed and may watch a process."""
    if shutil.which("strace") is None:
        return False
    return (
        subprocess.run([*STRACE, "-o", os.devnull, "true"], capture_output=True, check=False).returncode == 0
    )


@pytest.fixture
def film(checkout: Path) -> Path:
    return checkout / "tests" / "recordings" / "one-turn.mp4"


def until_reported(port: int, event: str) -> None:
    """Reads the site's stream until an event stands in its history."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/api/v1/events")
    stream, end = connection.getresponse(), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        line = stream.readline().decode()
        if line.startswith("data: "):
            history = json.loads(line.removeprefix("data: "))["history"]
            if any(line_event["event"] == event for line_event in history):
                return
    raise AssertionError(f"expected {event} within {PATIENCE} s; it was not told")


def test_serve_calls_nobody_and_leaves_nothing(watched: Watched, tmp_path: Path) -> None:
    where = ("--host", "127.0.0.1", "--port", 0, "--data", tmp_path / "data")
    with watched.piste("serve", "--camera", "demo", *where) as process:
        assert process.stdout is not None
        address = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", process.stdout.readline())
        assert address is not None
        until_reported(int(address[1]), "die_cocked")  # 13 s into the film; telemetry first called after 9 s
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    watched.nobody()


def test_watch_calls_nobody_and_leaves_nothing(watched: Watched, film: Path) -> None:
    with watched.piste("watch", "--game", "occe_child", "--seats", "1,3", film) as process:
        output, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    assert '"roll_settled"' in output
    watched.nobody()


def test_selftest_calls_nobody_and_leaves_nothing(watched: Watched, film: Path, tmp_path: Path) -> None:
    data = ("--data", tmp_path / "data")
    with watched.piste("selftest", "--pictures", film, *data) as process:
        process.communicate(timeout=PATIENCE)
        assert process.returncode in (0, 1)  # a film of a game passes no check
    watched.nobody()


def test_read_calls_nobody_and_leaves_nothing(watched: Watched, film: Path, tmp_path: Path) -> None:
    _, picture = cv2.VideoCapture(str(film)).read()
    cv2.imwrite(str(tmp_path / "table.png"), picture)
    with watched.piste("read", tmp_path / "table.png") as process:
        output, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    assert json.loads(output)["board"]["layout"] == "occe"
    watched.nobody()
