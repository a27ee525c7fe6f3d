"""The checks of `piste doctor`: findings as values; `webui.words.doctor` words them."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from statistics import median
from typing import Protocol
from urllib.parse import quote

from . import machine

JOURNAL, COPIES = "journal.sqlite", "copies"
ROOM = 200_000_000
"""Bytes that a year of lessons may take."""
MEMORY = 300_000_000
"""Bytes that Piste takes with a camera."""
HOT = 80.0
"""°C from which on a Raspberry Pi slows itself down."""
QUICK, SLOW = 0.7, 2.0
"""Seconds of one look: up to the first the page follows the hands, from the second on nobody waits so long."""
LATE = 2.0
"""Seconds from a picture to what is told of it that are too many for a table to be followed."""
LOOKS = 5
"""Looks that are timed after a first one, which only warms up."""


class Grade(IntEnum):
    """How bad it is."""

    WELL = 0
    WORTH_KNOWING = 1
    BROKEN = 2


@dataclass(frozen=True)
class Symptom:
    """One finding.

    Attributes:
        word: of `webui.words.doctor.SAYS`.
        grade: how bad it is.
        values: for the sentence.
        table: the number of the table that it is about; the first's findings are the box's.
    """

    word: str
    grade: Grade = Grade.WELL
    values: Mapping[str, object] = field(default_factory=dict)
    table: int = 1


class SecondMedium(Protocol):
    """The values of `webui.store.medium.Medium` that the report shows."""

    @property
    def folder(self) -> str:
        """Its configured name."""

    @property
    def last(self) -> str:
        """The day of the newest copy there; "" for none."""

    @property
    def trouble(self) -> str:
        """Why the newest could not be made; "" if it was."""

    @property
    def there(self) -> bool:
        """The medium is visible now."""


def examined(
    folder: Path,
    look: Callable[[], object] | None,
    second: SecondMedium | None = None,
    certificate: str | None = None,
    read: Callable[[], object] | None = None,
    tables: Mapping[int, Path] | None = None,
    broker: str | None = None,
) -> Iterator[Symptom]:
    """Everything, one finding after the other.

    Args:
        folder: the data folder.
        look: reads one picture of a table; None if the networks cannot be opened.
        second: the medium for copies; None if none is configured.
        certificate: why browsers refuse the one that this machine made for itself, of `webui.site.tls.AMISS`; "" where
            they do not, None if there is none.
        read: reads a throw as following a table does; None: a look alone says whether the machine suffices.
        tables: the folders of the box's tables by number; None for the first alone.
        broker: why nothing reaches the MQTT broker, of `webui.live.broker.line.Trouble`; None if nothing need.
    """
    yield Symptom("machine", values={"model": machine.model(), "python": sys.version.split()[0]})
    yield from _of_the_machine(folder)
    yield _of_the_folder(folder)
    yield _of_the_journal(folder / JOURNAL)
    yield _of_the_copies(folder)
    for number, table in (tables or {}).items():
        if table != folder:
            found = _of_the_folder(table), _of_the_journal(table / JOURNAL), _of_the_copies(table)
            yield from (replace(symptom, table=number) for symptom in found if symptom.word != "folder")
    if second is not None:
        yield of_the_medium(second)
    if certificate is not None:
        known = f"certificate_{certificate}" if certificate else "certificate"
        yield Symptom(known, Grade.WORTH_KNOWING if certificate else Grade.WELL)
    if broker is not None:
        yield Symptom(f"broker_{broker}" if broker else "broker", Grade(bool(broker)))
    yield _of_a_look(look, read)


def exit_code(symptoms: list[Symptom]) -> int:
    """0: all well. 1: Piste runs, something is worth knowing. 3: it does not run as it is."""
    return {Grade.WELL: 0, Grade.WORTH_KNOWING: 1, Grade.BROKEN: 3}[max(symptom.grade for symptom in symptoms)]


def _of_the_machine(folder: Path) -> Iterator[Symptom]:
    free = machine.room_left(folder)
    short = Grade.BROKEN if free < ROOM // 20 else Grade.WORTH_KNOWING
    yield Symptom("room" if free >= ROOM else "room_short", Grade.WELL if free >= ROOM else short, _mb(free))
    left = machine.memory_left()
    if left is not None:
        enough = left >= MEMORY
        yield Symptom("memory" if enough else "memory_short", Grade(not enough), _mb(left))
    degrees = machine.temperature()
    if degrees is not None:
        hot = degrees >= HOT
        yield Symptom("hot" if hot else "warm", Grade(hot), {"degrees": round(degrees)})


def _mb(count: int) -> Mapping[str, object]:
    return {"mb": count // 1_000_000}


def _of_the_folder(folder: Path) -> Symptom:
    if not os.access(folder, os.W_OK | os.X_OK):
        return Symptom("folder_closed", Grade.BROKEN, {"folder": folder})
    if any(path.is_file() and path.stat().st_mode & 0o077 for path in folder.glob(f"{JOURNAL}*")):
        return Symptom("folder_open", Grade.WORTH_KNOWING, {"folder": folder})
    return Symptom("folder", values={"folder": folder})


def _of_the_journal(path: Path) -> Symptom:
    if not path.exists():
        return Symptom("journal_new")
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=1.0)) as db:
            if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return Symptom("journal_damaged", Grade.BROKEN)
            ((games,),) = db.execute("SELECT count(*) FROM games")
    except (sqlite3.Error, UnicodeDecodeError) as error:  # a message that quotes a corrupted schema
        return Symptom("journal_unread", Grade.BROKEN, {"error": str(error)})
    return Symptom("journal", values={"games": games})


def _of_the_copies(folder: Path) -> Symptom:
    there = len(list((folder / COPIES).glob("journal-*.sqlite")))
    aside = len(list(folder.glob(f"{JOURNAL}.corrupt-*[0-9]")))
    if aside:
        return Symptom("aside", Grade.WORTH_KNOWING, {"n": aside})
    return Symptom("copies", values={"n": there})


def of_the_medium(known: SecondMedium) -> Symptom:
    """Is the second medium there, and can it be written?"""
    values = {"folder": known.folder, "day": known.last or "–"}
    if not known.there:
        return Symptom("medium_away", Grade.WORTH_KNOWING, values)
    if known.trouble:
        return Symptom("medium_closed", Grade.WORTH_KNOWING, values | {"error": known.trouble})
    return Symptom("medium", values=values)


def _of_a_look(look: Callable[[], object] | None, read: Callable[[], object] | None) -> Symptom:
    if look is None:
        return Symptom("networks_absent", Grade.BROKEN)
    seconds = timed(look)
    values = {"seconds": round(seconds, 2)}
    if seconds > SLOW:
        return Symptom("look_too_slow", Grade.BROKEN, values)
    delay = 0.0 if read is None else timed(read)
    if delay > LATE:
        return Symptom("told_late", Grade.WORTH_KNOWING, {"seconds": round(delay, 1)})
    quick = seconds <= QUICK
    return Symptom("look_quick" if quick else "look_slow", Grade(not quick), values)


def timed(look: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of a look: the median of a few, after one warm-up."""
    look()
    seconds = []
    for _ in range(LOOKS):
        begun = clock()
        look()
        seconds.append(clock() - begun)
    return median(seconds)
