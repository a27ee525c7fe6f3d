"""The power goes at any call of a recorded run; then the journal, opened as Piste opens it, must hold what was said."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from webui.live.live import Live
from webui.store.backup import BackupError, read_backup
from webui.store.copies import FOLDER as COPIES
from webui.store.file import JournalError, stand
from webui.store.journal import NAME, Journal
from webui.store.rows import ROTTEN

from .deeds import SETUPS
from .disk import Disk, contents, lay_out
from .recorded import Call, acknowledged, built, recorded
from .scenarios import prepared, sum_of

MEMORY = Path("/dev/shm")
"""Where the folders of the tries lie, if it is there: nothing of them must last."""

OTHERS = ("erasing",)
"""Phases in which an event's number may come to stand for another one."""

Ack = Mapping[str, Any]


@dataclass(frozen=True)
class RecordedRun:
    """A phase as it was recorded.

    Attributes:
        phase: its name.
        root: the folder as its calls name it.
        before: what lay there at first.
        calls: what was done.
        lines: every event's line in the end, by game and number.
    """

    phase: str
    root: str
    before: Mapping[str, bytes]
    calls: tuple[Call, ...]
    lines: Mapping[tuple[int, int], str]


@dataclass(frozen=True)
class PowerCut:
    """What a try came to.

    Attributes:
        phase: what was going on.
        at: the call before which the power went.
        fault: what was acknowledged and then not there, or what went wrong; "" where nothing did.
        mended: the journal was damaged, and what could be read of it goes on.
    """

    phase: str
    at: int
    fault: str
    mended: bool


def run_of(phase: str, synchronous: str, library: Path) -> RecordedRun:
    """Records a phase. Raises RecordingError."""
    with TemporaryDirectory(prefix="piste-cuts-", dir=scratch()) as made:
        root, beside = Path(made) / "data", Path(made) / "beside"
        root.mkdir()
        beside.mkdir()
        prepared(phase, root)
        before = contents(root)
        words = ("workshop.torture.scenarios", phase, str(root), synchronous)
        happened = recorded(library, root, beside, *words)
        return RecordedRun(phase, str(root.resolve()), before, happened, lines(root / NAME))


def scratch() -> Path | None:
    """Where tries are made."""
    return MEMORY if MEMORY.is_dir() else None


def lines(journal: Path) -> dict[tuple[int, int], str]:
    """Every event's line of a journal, by game and number. Raises sqlite3.Error."""
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as db:
        return {(game, seq): line for game, seq, line in db.execute("SELECT game, seq, line FROM events")}


def cut(run: RecordedRun, at_calls: Iterable[int], seed: int) -> Iterator[PowerCut]:
    """Cuts the power before each of these calls, and looks what is left.

    Args:
        run: what was recorded.
        at_calls: their numbers from 0, in any order, some of them more than once.
        seed: of what reaches the disk.
    """
    chance, points = random.Random(seed), Counter(at_calls)
    acks = [json.loads(line) for line in acknowledged(run.calls)]
    disk, acked = Disk(run.root, run.before), 0
    for at in range(len(run.calls) + 1):
        for _ in range(points[at]):
            yield _tried(run, disk.after_a_cut(chance), acks, acked, at)
        if at < len(run.calls):
            acked += run.calls[at].kind == "a"
            disk.play(run.calls[at])


def _tried(run: RecordedRun, left: Mapping[str, bytes], acks: Sequence[Ack], acked: int, at: int) -> PowerCut:
    with TemporaryDirectory(prefix="piste-cut-", dir=scratch()) as made:
        folder = Path(made)
        lay_out(left, folder)
        try:
            mended, wrong = _looked_at(run, folder, acks, acked)
        except (JournalError, BackupError, OSError, *ROTTEN) as error:
            return PowerCut(run.phase, at, f"{type(error).__name__}: {error}", False)
        return PowerCut(run.phase, at, "; ".join(wrong), mended)


def _looked_at(run: RecordedRun, folder: Path, acks: Sequence[Ack], acked: int) -> tuple[bool, list[str]]:
    """Whether the journal was damaged, and which acknowledged facts it lost."""
    due = standing(acks, acked)
    wrong = list(_files_lost(folder, due))
    if not _erased_next(acks, acked):
        wrong += _copies_broken(folder)
    with Journal.open(folder) as journal:
        mended = bool(journal.warnings)
        there = lines(folder / NAME)
        wrong += _events_lost(run, there, due)
        wrong += _another_table(journal, due, acks[acked:])
    live = Live(Journal.open(folder))
    live.new_game(SETUPS[0])
    live.close()
    return mended, wrong + list(_come_back(folder, acks[:acked]))


def standing(acks: Sequence[Ack], acked: int) -> Sequence[Ack]:
    """The acknowledgements that must hold: none during an erasure, else all since the last one."""
    if _erased_next(acks, acked):
        return ()
    return acks[max((k + 1 for k in range(acked) if "erased" in acks[k]), default=0) : acked]


def _erased_next(acks: Sequence[Ack], acked: int) -> bool:
    return acked < len(acks) and "erased" in acks[acked]


def _come_back(folder: Path, acks: Iterable[Ack]) -> Iterator[str]:
    erased = {word for ack in acks for word in ack.get("erased", ())}
    forms = {form for word in erased for form in (word.encode(), json.dumps(word)[1:-1].encode())}
    for name, data in contents(folder).items():
        if any(form in data for form in forms):
            yield f"{name} holds what was erased"


def _events_lost(run: RecordedRun, there: Mapping[tuple[int, int], str], acks: Sequence[Ack]) -> Iterator[str]:
    due = {ack["game"]: ack["events"] for ack in acks if "game" in ack}
    for game, events in due.items():
        lost = [seq for seq in range(1, events + 1) if (game, seq) not in there]
        if lost:
            yield f"events {lost[0]} to {lost[-1]} of game {game} are lost"
    if run.phase not in OTHERS and any(run.lines.get(at, line) != line for at, line in there.items()):
        yield "an event is another one than was written"


def _another_table(journal: Journal, due: Sequence[Ack], later: Sequence[Ack]) -> Iterator[str]:
    last = [ack for ack in due if "game" in ack][-1:]
    if not last:
        return
    coming = [ack for ack in later if "game" in ack][:1]  # its write may have been done, its answer not yet given
    resumed = journal.resume()
    if resumed is None:
        yield "no game goes on"
        return
    stands = (resumed[0], sum_of(stand(resumed[1])))
    if stands not in {(ack["game"], ack["stand"]) for ack in (*last, *coming)}:
        yield f"the table stands otherwise than it was shown: game {resumed[0]}"


def _files_lost(folder: Path, due: Iterable[Ack]) -> Iterator[str]:
    for ack in due:
        if "file" in ack:
            path = folder / ack["file"]
            if not path.is_file() or sha256(path.read_bytes()).hexdigest()[:16] != ack["sum"]:
                yield f"{ack['file']} is lost"
        elif "backup" in ack:
            backup = read_backup(folder / ack["backup"])
            with TemporaryDirectory(dir=scratch()) as beside:
                lay_out(backup.files, Path(beside))
                if len(lines(Path(beside) / NAME)) < ack["events"]:
                    yield f"{ack['backup']} lacks events"
        elif "copy" in ack and len(lines(folder / ack["copy"])) < ack["events"]:
            yield f"{ack['copy']} lacks events"


def _copies_broken(folder: Path) -> Iterator[str]:
    for copy in sorted((folder / COPIES).glob("*.sqlite")):
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as db:
            if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                yield f"{copy.name} is damaged"


def cuts(many: int, seed: int, synchronous: str, phases: Sequence[str]) -> Iterator[PowerCut]:
    """Records each phase once and cuts it so many times in all. Raises RecordingError."""
    with TemporaryDirectory(prefix="piste-shim-") as made:
        library = built(Path(made))
        for number, phase in enumerate(phases):
            share = many // len(phases) + (number < many % len(phases))
            run = run_of(phase, synchronous, library)
            yield from cut(run, drawn(run, share, seed + number), seed + number)


def drawn(run: RecordedRun, many: int, seed: int) -> Iterator[int]:
    """So many of its calls at random."""
    chance = random.Random(seed)
    return (chance.randint(0, len(run.calls)) for _ in range(many))
