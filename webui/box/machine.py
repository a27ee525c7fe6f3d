"""The box for `webui.box.update`: systemd's service, versions of Piste as programs, the site by address."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..interrupted import OVER
from ..store.journal import NAME as JOURNAL
from ..store.tables import FIRST, MOST_TABLES, every_folder
from .update import chown_all

SYSTEMD = Path("/run/systemd/system")
FIT = Path("/opt/piste/box/fit.sh")
"""Lets the unit fit the version in use: older ones do not tell systemd that they are ready."""
PATIENCE = 120.0
"""Seconds in which a version must be ready on a slow box."""
PAUSE = 0.5
"""Seconds between two askings."""
ASKED = 5.0
"""Seconds in which the site must answer."""


@dataclass(frozen=True)
class Machine:
    """This box.

    Attributes:
        port: the site's.
        unit: the service's name.
        patience: seconds in which a version must be ready.
    """

    port: int
    unit: str = "piste.service"
    patience: float = PATIENCE

    def going_on(self) -> bool:
        """True if a game runs at any table that players would miss, in any version's format; False without answers.

        A version without tables answers at the first table's address alone.
        """
        for number in range(FIRST, MOST_TABLES + 1):
            at = "" if number == FIRST else f"/table/{number}"
            try:
                if _is_missed(_fetch_json(self.port, f"{at}/api/v1/table")):
                    return True
            except urllib.error.HTTPError:
                continue  # there is no such table
            except OSError:
                return False
        return False

    def tried(self, version: Path, data: Path) -> str:
        """What is wrong with a version that serves a copy of the data on another port, without its camera; or ""."""
        port = _free_port()
        words = ("serve", "--host", "127.0.0.1", "--port", str(port), "--camera", "demo", "--data", str(data))
        owner = data.stat()
        apart = {"PISTE_POWER": "", "PISTE_WORD": "", "NOTIFY_SOCKET": ""}
        with subprocess.Popen(
            [str(version / "bin" / "piste"), *words],
            env=_environment() | apart,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            **_as(owner.st_uid, owner.st_gid),
        ) as process:
            wrong = self._ready(port, process)
            process.terminate()
            errors = process.communicate(timeout=60)[1].decode(errors="replace").strip().splitlines()
        return f"{wrong} {errors[-1]}" if wrong and errors else wrong

    def games(self, version: Path, data: Path) -> tuple[str, ...]:
        """The games of all tables that a version lists, a line each. Raises OSError."""
        tables = every_folder(data).values()
        return tuple(game for table in tables for game in self._games_in(version, table))

    def _games_in(self, version: Path, folder: Path) -> tuple[str, ...]:
        if not (folder / JOURNAL).exists():
            return ()
        owner = folder.stat()
        command = [str(version / "bin" / "piste"), "record", "--data", str(folder)]
        listing = subprocess.run(
            command, env=_environment(), capture_output=True, text=True, **_as(owner.st_uid, owner.st_gid)
        )
        if listing.returncode:
            raise OSError(listing.stderr.strip() or f"{command[0]} ended with {listing.returncode}")
        return tuple(listing.stdout.splitlines())

    def stop(self) -> None:
        """Stops the service, if systemd runs."""
        self._systemctl("stop")

    def start(self) -> str:
        """Starts the service; returns what is wrong with it. Without systemd it starts nothing and returns ""."""
        if not SYSTEMD.exists():
            return ""
        if FIT.exists():
            subprocess.run(["sh", str(FIT)], check=False)
        if wrong := self._systemctl("start"):
            return wrong
        return self._ready(self.port, None)

    def own(self, data: Path) -> None:
        """Gives everything in the data folder to the folder's owner."""
        if os.geteuid() == 0:
            chown_all(data)

    def _systemctl(self, verb: str) -> str:
        if not SYSTEMD.exists():
            return ""
        done = subprocess.run(["systemctl", verb, self.unit], capture_output=True, text=True)
        return "" if done.returncode == 0 else done.stderr.strip() or f"systemctl {verb} failed"

    def _ready(self, port: int, process: subprocess.Popen[bytes] | None) -> str:
        """Waits until the site says that it is ready; returns its last answer if it does not."""
        end, wrong = time.monotonic() + self.patience, "nothing answers"
        while time.monotonic() < end:
            if process is not None and process.poll() is not None:
                return f"it ended with {process.returncode}."
            try:
                _fetch_json(port, "/readyz")
            except urllib.error.HTTPError as error:
                wrong = f"/readyz says {error.code}: {_problems(error)}"
            except OSError:
                wrong = "nothing answers"
            else:
                return ""
            time.sleep(PAUSE)
        return wrong


def _fetch_json(port: int, path: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=ASKED) as answer:
        content: dict[str, Any] = json.load(answer)
    return content


def _is_missed(table: Mapping[str, Any]) -> bool:
    """Whether players would miss the game of a table, by the answer of the API."""
    game = table["game"] or {}
    played = bool(game) and not game.get("recorded") and table["state"] not in OVER
    return played and bool(table["events"] or table["undo"] or table["doubt"])


def _problems(error: urllib.error.HTTPError) -> str:
    try:
        problems: Iterable[str] = json.load(error)["problems"]
        return ", ".join(problems)
    except (ValueError, KeyError, TypeError):
        return "no reason given"


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _environment() -> dict[str, str]:
    return {**os.environ, "ORT_DISABLE_TELEMETRY": "1", "PYTHONUNBUFFERED": "1"}


def _as(uid: int, gid: int) -> dict[str, Any]:
    """Options that run a program as the data folder's owner, if this process is root."""
    return {"user": uid, "group": gid, "extra_groups": []} if os.geteuid() == 0 and uid else {}
