"""The process is killed (SIGKILL) at any moment, again and again on one folder; what was acknowledged must be there."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from webui.store.file import stand
from webui.store.journal import Journal
from webui.store.tables import FIRST, every_folder, table_folder

from .recorded import RecordingError
from .scenarios import sum_of

LONGEST = 0.6
"""Seconds at most from the first deed to the end."""

PATIENCE = 60.0
"""Seconds that are waited for a process to do something."""


@dataclass(frozen=True)
class Kill:
    """What a kill came to.

    Attributes:
        deeds: how many were acknowledged before it.
        lost: what was acknowledged and then not there; "" for nothing.
        ahead: the deed under way was on the disk already.
    """

    deeds: int
    lost: str
    ahead: bool


def kills(many: int, seed: int, tables: int = 1) -> Iterator[Kill]:
    """Kills so many processes that play at some tables of one folder. Raises RecordingError where one does not play."""
    chance = random.Random(seed)
    with TemporaryDirectory(prefix="piste-kills-") as made:
        folder, acks = Path(made) / "data", Path(made) / "acks"
        for table in range(FIRST, FIRST + tables):
            table_folder(folder, table).mkdir(parents=True)
        for number in range(many):
            acks.write_bytes(b"")
            killed(folder, acks, number, chance.random() * LONGEST)
            whole = acks.read_bytes().rpartition(b"\n")[0]
            lines = [json.loads(line) for line in whole.splitlines()]
            at_tables = {table: [line for line in lines if line["table"] == table] for table in every_folder(folder)}
            yield together([looked_at(table_folder(folder, table), its) for table, its in at_tables.items() if its])


def together(tables: Sequence[Kill]) -> Kill:
    """What one kill came to at all tables."""
    lost = "; ".join(table.lost for table in tables if table.lost)
    return Kill(sum(table.deeds for table in tables), lost, any(table.ahead for table in tables))


def killed(folder: Path, acks: Path, number: int, after: float) -> None:
    """Starts a process and kills it so many seconds after its first deed."""
    words = ["-m", "workshop.torture.scenarios", "endless", str(folder), f"FULL:{number}", str(acks)]
    process = subprocess.Popen(
        [sys.executable, *words], stderr=subprocess.PIPE, env=os.environ | {"PYTHONFAULTHANDLER": "1"}
    )
    begun = time.monotonic()
    try:
        while not acks.stat().st_size:
            if process.poll() is not None or time.monotonic() - begun > PATIENCE:
                raise RecordingError(f"expected a process that plays; got {_end_of(process)}")
            time.sleep(0.01)
        time.sleep(after)
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()


def _end_of(process: subprocess.Popen[bytes]) -> str:
    """How a process ended, and its last words; one that goes on is ended, and says where it was."""
    ending = f"one that did nothing for {PATIENCE:.0f} s" if process.poll() is None else f"exit {process.returncode}"
    process.send_signal(signal.SIGABRT)
    try:
        output = process.communicate(timeout=5)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        output = process.communicate()[1]
    return f"{ending}: {output.decode(errors='replace')[-1600:]}"


def looked_at(folder: Path, acks: list[dict[str, object]]) -> Kill:
    """Whether a folder holds what was acknowledged."""
    with Journal.open(folder) as journal:
        resumed, warnings = journal.resume(), journal.warnings
        there = {game: sum(1 for _ in journal.lines(game)) for game in {int(str(ack["game"])) for ack in acks}}
    due = {int(str(ack["game"])): int(str(ack["events"])) for ack in acks}
    lost = [f"game {game}: {events - there[game]} events" for game, events in due.items() if there[game] < events]
    last, ahead = acks[-1], False
    if resumed is None:
        lost.append("no game goes on")
    elif (stood := (resumed[0], sum_of(stand(resumed[1])))) != (last["game"], last["stand"]):
        ahead = stood not in {(ack["game"], ack["stand"]) for ack in acks}
        lost += [] if ahead else ["the table stands as it did earlier"]
    return Kill(len(acks), "; ".join([*lost, *warnings]), ahead)
