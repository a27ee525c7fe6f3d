"""Failures while following a table: they are reported and retried, and never end the game."""

import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from hand_clock import HandClock
from sent import sent
from table_script import Script

from webui.live.camera import SILENT
from webui.live.follow import Source
from webui.live.keeper import IDLE, PROBE
from webui.live.live import WATCH, Live
from webui.live.threads import guard
from webui.live.watchdog import ANSWERS, FAILED, PATIENCE, REPORTED, STOPPED, Pulse
from webui.store.journal import (
    NAME,
    Journal,
    JournalBroken,
    JournalBusy,
    JournalError,
    JournalFull,
    JournalGone,
    JournalReadOnly,
)  # fmt: skip
from webui.table.reducer import open_table
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
SOON = 20.0
"""Seconds within which a thread must have done its part; a test never waits that long."""


@pytest.fixture
def opened(tmp_path: Path, clock: HandClock) -> Iterator[Callable[..., Live]]:
    """Opens live tables, each on the same folder, and closes them in the end."""
    lives: list[Live] = []

    def open_one(source: Source | None = None, journal: type[Journal] = Journal, **more: object) -> Live:
        lives.append(Live(journal.open(tmp_path), source=source, clock=clock, retry=(0.0,), **more))  # type: ignore[arg-type]  # the test names what Live knows
        return lives[-1]

    yield open_one
    for live in lives:
        live.close()


def problems(live: Live) -> list[str]:
    return list(sent(live.snapshot())["problems"])


# The journal.


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], sqlite3.Connection]]:
    """Another program takes the journal; it lets go by `close`."""
    monkeypatch.setattr("webui.store.file.WAIT", 0)
    taken: list[sqlite3.Connection] = []

    def take() -> sqlite3.Connection:
        taken.append(sqlite3.connect(tmp_path / NAME, isolation_level=None))
        taken[-1].execute("BEGIN IMMEDIATE")
        return taken[-1]

    yield take
    for db in taken:
        db.close()


def test_a_locked_journal_refuses_deeds_until_released(held, opened) -> None:
    live = opened()
    live.new_game(CHILD)
    other = held()
    with pytest.raises(JournalBusy, match="expected a file that no other program holds"):
        live.act(Throw((4, 2)))
    assert (problems(live), live.snapshot().state) == (["journal_busy"], "waiting_throw")
    live.beat()
    assert problems(live) == ["journal_busy"]
    other.close()
    live.beat()
    assert problems(live) == []
    assert live.act(Throw((4, 2))).state == "waiting_move"


def test_a_ripening_move_is_retried_after_a_locked_journal(held, opened, clock: HandClock) -> None:
    live = opened()
    live.new_game(replace(CHILD, counts="moment"))
    live.act(Throw((4, 2)))
    live.act(CloseTiles((6,)))
    other = held()
    clock.now += 5
    live.beat()
    assert (problems(live), live.snapshot().state) == (["journal_busy"], "provisional")
    other.close()
    live.beat()
    assert (problems(live), live.snapshot().state) == ([], "waiting_throw")


def test_camera_events_during_a_locked_journal_count_later(held, opened, clock: HandClock) -> None:
    live = opened()
    live.new_game(CHILD)
    script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})
    live.look(script.observation())
    other = held()
    script.roll(4, 2, settle=False)
    for _ in range(2):
        live.look(script.observation())
        assert problems(live) == ["journal_busy"]
    other.close()
    for _ in range(3):
        script.t += 0.5
        clock.now += 0.5
        live.look(script.observation())
    assert problems(live) == []


@pytest.mark.parametrize(
    ("error", "word"), [(JournalReadOnly, "journal_read_only"), (JournalBroken, "journal_broken")]
)
def test_an_unwritable_deed_is_a_problem_until_one_succeeds(
    opened, error: type[JournalError], word: str
) -> None:
    class Refusing(Journal):
        """A journal on a card that dies, and comes back."""

        well = True

        def write(self, game: int, step: object) -> None:
            if not Refusing.well:
                raise error("expected a card that works")
            super().write(game, step)  # type: ignore[arg-type]  # handed on as it came

        def start(self, step: object, leaving: int = 0) -> int:
            if not Refusing.well:
                raise error("expected a card that works")
            return super().start(step, leaving)  # type: ignore[arg-type]  # handed on as it came

    live = opened(journal=Refusing)
    live.new_game(CHILD)
    Refusing.well = False
    with pytest.raises(error):
        live.act(Throw((4, 2)))
    assert problems(live) == [word]
    Refusing.well = True
    live.act(Throw((4, 2)))
    assert problems(live) == []
    Refusing.well = False
    with pytest.raises(error):
        live.new_game(CHILD)
    assert problems(live) == [word]
    Refusing.well = True


@pytest.mark.parametrize("how", ["moved", "replaced"])
def test_a_removed_journal_is_noticed_and_deeds_are_refused(
    opened, clock: HandClock, tmp_path: Path, how: str
) -> None:
    live = opened()
    live.new_game(CHILD)
    (tmp_path / NAME).rename(tmp_path / "elsewhere")
    if how == "replaced":
        (tmp_path / NAME).write_bytes(b"")
    clock.now += PROBE
    live.beat()
    assert problems(live) == ["journal_gone"]
    with pytest.raises(JournalGone, match="expected the file that was opened"):
        live.act(Throw((4, 2)))
    assert live.snapshot().state == "waiting_throw"
    (tmp_path / "elsewhere").rename(tmp_path / NAME)
    live.beat()
    assert problems(live) == []
    assert live.act(Throw((4, 2))).state == "waiting_move"


def test_a_disk_that_turns_read_only_is_noticed(opened, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    live = opened()
    live.new_game(CHILD)
    real = os.statvfs
    with monkeypatch.context() as patch:
        patch.setattr("os.statvfs", lambda path: SimpleNamespace(f_flag=real(path).f_flag | os.ST_RDONLY))
        clock.now += PROBE
        live.beat()
        assert problems(live) == ["journal_read_only"]
        with pytest.raises(JournalReadOnly, match="it is read-only"):
            live.act(Throw((4, 2)))
    assert live.act(Throw((4, 2))).state == "waiting_move"
    assert problems(live) == []


def test_a_journal_that_is_held_is_noticed_by_itself(held, opened, clock: HandClock) -> None:
    live = opened()
    live.new_game(CHILD)
    other = held()
    clock.now += PROBE
    live.beat()
    assert problems(live) == ["journal_busy"]
    other.close()
    live.beat()
    assert problems(live) == []


def test_a_deed_problem_stands_while_nobody_acts(opened, clock: HandClock) -> None:
    class Full(Journal):
        """A journal on a full disk."""

        def write(self, game: int, step: object) -> None:
            raise JournalFull("expected room")

    live = opened(journal=Full)
    live.new_game(CHILD)
    with pytest.raises(JournalFull):
        live.act(Throw((4, 2)))
    clock.now += 10 * PROBE
    live.beat()
    assert problems(live) == ["journal_full"]


def test_the_file_holds_the_lesson_at_start_and_rest(opened, clock: HandClock, tmp_path: Path) -> None:
    log = tmp_path / f"{NAME}-wal"
    live = opened()
    live.new_game(CHILD)
    assert log.stat().st_size > 0
    clock.now += IDLE
    live.beat()
    assert log.stat().st_size == 0
    live.act(Throw((4, 2)))
    assert log.stat().st_size > 0
    for end in ("", "-wal"):  # as a power cut leaves it
        (tmp_path / "cut").mkdir(exist_ok=True)
        shutil.copy(tmp_path / f"{NAME}{end}", tmp_path / "cut")
    with Journal.open(tmp_path / "cut"):
        assert (tmp_path / "cut" / f"{NAME}-wal").stat().st_size == 0


# The thread that follows.


def test_an_unforeseen_error_is_reported_and_the_camera_reopened(
    opened, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    runs, again, told = [], Event(), Event()
    script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})

    def source():
        runs.append(1)
        if len(runs) == 1:
            yield script.observation(), None
            cv2.resize(np.zeros((1, 1, 3), np.uint8), (0, 0))  # cv2.error
        again.set()
        assert told.wait(SOON)
        yield script.observation(), None

    live = opened(source)
    live.new_game(CHILD)
    with caplog.at_level(logging.ERROR):
        live.start()
        assert again.wait(SOON)
    assert live.failures == 1
    assert FAILED in problems(live)
    assert "camera_lost" in problems(live)
    assert "cv2.error" in caplog.text
    assert "Traceback" in caplog.text
    before = sent(live.snapshot())
    told.set()
    while "camera_lost" in problems(live):
        assert live.wait(live.snapshot().version, SOON) is not None
    assert sent(live.snapshot())["camera"]["state"] in ("ok", "lost")
    assert live.snapshot().version > before["version"]
    clock.now += REPORTED + 1
    live.beat()
    assert FAILED not in problems(live)


def test_an_error_in_every_round_stops_no_thread() -> None:
    closing, rounds, failures = Event(), [], []

    def broken() -> None:
        rounds.append(1)
        raise ZeroDivisionError

    def failed() -> None:
        failures.append(1)
        if len(failures) == 2:
            closing.set()

    guard(broken, failed, closing)
    assert (len(rounds), len(failures)) == (2, 2)


def test_a_silent_camera_is_reported_within_three_seconds(opened, clock: HandClock) -> None:
    hangs, released, seen, told = Event(), Event(), Event(), Event()
    script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})
    pulse = Pulse(clock)

    def source():
        pulse.opens()
        hangs.set()
        assert released.wait(SOON)  # as long as it takes to open a URL
        for pair in pulse.along([(script.observation(), None)] * 2):
            yield pair
            seen.set()
        assert told.wait(SOON)

    live = opened(source, pulse=pulse)
    live.new_game(CHILD)
    live.start()
    assert hangs.wait(SOON)
    clock.now += ANSWERS
    live.watch()
    assert problems(live) == []
    clock.now += WATCH
    live.watch()
    assert ANSWERS + WATCH <= 3
    assert problems(live) == ["camera_lost"]
    live.act(Throw((4, 2)))  # play goes on by touch
    version = live.snapshot().version
    released.set()
    assert seen.wait(SOON)
    while "camera_lost" in problems(live):
        assert live.wait(version, SOON) is not None
        version = live.snapshot().version
    clock.now += ANSWERS + WATCH
    live.watch()
    assert problems(live) == []
    told.set()


def test_a_hanging_thread_is_reported_and_touch_still_works(opened, clock: HandClock) -> None:
    hangs, released, looked = Event(), Event(), Event()
    script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})

    def source():
        yield script.observation(), None
        hangs.set()
        assert released.wait(SOON)
        yield script.observation(), None
        looked.set()
        assert released.wait(SOON)

    live = opened(source)
    live.new_game(replace(CHILD, counts="moment"))
    live.start()
    assert hangs.wait(SOON)
    live.watch()
    assert STOPPED not in problems(live)
    clock.now += PATIENCE + 1
    live.watch()
    assert problems(live) == [STOPPED]
    clock.now += SILENT - PATIENCE
    live.watch()
    assert problems(live) == ["camera_lost", STOPPED]
    live.act(Throw((4, 2)))
    live.act(CloseTiles((6,)))
    clock.now += 2
    live.watch()
    assert live.snapshot().history[-1]["event"] == "move_accepted"
    released.set()
    assert looked.wait(SOON)
    live.watch()
    assert STOPPED not in problems(live)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # it dies on purpose
def test_a_thread_that_has_died_is_told(opened, clock: HandClock) -> None:
    dies = Event()

    def source():
        dies.set()
        raise SystemExit

    live = opened(source)
    live.new_game(CHILD)
    live.start()
    assert dies.wait(SOON)
    clock.now += PATIENCE + 1
    live.watch()
    assert problems(live) == [STOPPED]


def test_nobody_waits_for_a_hanging_thread(opened, clock: HandClock) -> None:
    hangs, released = Event(), Event()

    def endless(*_said: object) -> str:
        hangs.set()
        assert released.wait(SOON)
        return ""

    live = opened(sentence=endless)
    live.new_game(CHILD)
    live.act(Throw((4, 2)))
    version = live.snapshot().version
    finger = Thread(target=live.act, args=(CloseTiles((9,)),))
    finger.start()
    assert hangs.wait(SOON)
    clock.now += PATIENCE + 1
    live.watch()
    newer = live.wait(version, SOON)
    assert newer is not None
    assert newer.problems == (STOPPED,)
    released.set()
    finger.join(SOON)
    live.beat()
    live.watch()
    assert problems(live) == []
    live.act(CloseTiles((6,)))
    assert live.act(Next()).state == "waiting_throw"
