"""A network camera is lost again and again: no thread, file handle or memory may stay behind."""

from __future__ import annotations

import http.server
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from hardware.camera import open_camera
from vision.observation import Observation
from webui.live.live import Live
from webui.store.journal import Journal
from webui.table.values.setup import Setup, players_at

WAYS = ("ends", "rots", "absent")
"""How it is lost, in turn: its stream ends, its pictures become rubbish, nobody answers."""
WARM = 15
"""Losses before anything is counted: libraries keep what they load once."""
EDGE = b"--edge\r\nContent-Type: image/jpeg\r\n"


@dataclass(frozen=True)
class Footprint:
    """What a process holds.

    Attributes:
        threads: how many run.
        files: handles that are open.
        memory: bytes in memory.
    """

    threads: int
    files: int
    memory: int


@dataclass(frozen=True)
class Losses:
    """What many losses came to.

    Attributes:
        seen: pictures that came in between.
        before, after: what the process held after WARM losses, and in the end.
    """

    seen: int
    before: Footprint
    after: Footprint


def footprint() -> Footprint:
    """What this process holds now."""
    return Footprint(threading.active_count(), len(list(Path("/proc/self/fd").iterdir())), memory_of(os.getpid()))


def memory_of(process: int) -> int:
    """Bytes that a process holds in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096


class Stream(http.server.BaseHTTPRequestHandler):
    """A camera of three pictures; below /rots they become rubbish."""

    def do_GET(self) -> None:
        """The stream."""
        picture = cv2.imencode(".jpg", np.full((240, 320, 3), 128, np.uint8))[1].tobytes()
        parts = [picture] * 3 + ([b"rubbish" * 500] * 3 if self.path == "/rots" else [])
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=edge")
        self.end_headers()
        for part in parts:
            self.wfile.write(EDGE + f"Content-Length: {len(part)}\r\n\r\n".encode() + part + b"\r\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@contextmanager
def served() -> Iterator[str]:
    """Such a camera's address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stream) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.05), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def nobody() -> str:
    """An address without a server."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{listener.getsockname()[1]}"


def losses(many: int) -> Losses:
    """Loses the camera of a game so many times beyond WARM."""
    pictures, before = 0, footprint()
    with TemporaryDirectory(prefix="piste-cameras-") as folder, served() as address:
        live = Live(Journal.open(Path(folder)), source=lambda: ())
        live.new_game(Setup("occe_child", players_at((1, 3)), profile="OCCE enfant"))
        for number in range(WARM + many):
            if number == WARM:
                before = footprint()
            way = WAYS[number % len(WAYS)]
            pictures += _lost(live, f"{nobody() if way == 'absent' else address}/{way}")
        after = footprint()
        live.close()
    return Losses(pictures, before, after)


def _lost(live: Live, address: str) -> int:
    """Follows a camera until it is lost; how many pictures came."""
    pictures = 0
    try:
        with open_camera(address) as camera:
            for frame in camera.frames():
                live.look(Observation(frame.time, None, ()), frame)
                pictures += 1
    except OSError:
        live.lose()
    return pictures
