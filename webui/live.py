"""The live table: one thread follows the camera, fingers act in between, everybody reads the newest view.

Nothing is shown before it is in the journal. No reader ever holds up the writer: readers get the newest view
and skip what came between. A second thread watches the first and says so where that hangs.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from threading import Event, RLock, Thread
from typing import Any

from vision.frame import Frame
from vision.observation import Observation

from .events import TableEvent
from .journal import GameLine, Journal, JournalError
from .live_crops import Crops
from .live_follow import RETRY, Follower, Source, guard
from .live_keeper import Keeper
from .live_newest import Newest, TableView
from .live_view import live_view
from .live_watchdog import Pulse, Watchdog
from .setup import Setup
from .table import NotNow, Sentence, Step, Table, open_table, plain_sentence, see, tick, touch
from .table_actions import Action, CameraBack, CameraLost, CorrectDice, Throw
from .table_store import lasting

CLOSING = 30.0
"""Seconds that closing waits for the frame that is being read; the readers do not survive a torn down interpreter."""

SILENT = 20.0
"""Seconds without a picture after which a camera is lost although it never said so."""

WATCH = 1.0
"""Seconds between two looks at the thread that follows."""

HISTORY = 30
STAMP = frozenset({"game_id", "seq", "at"})


class Live:
    """The one table of the appliance.

    Args:
        journal: where everything is written; Live owns it from now on and closes it.
        source: opens the camera; None to play by touch.
        sentence: makes the words of a foul.
        clock: seconds, never decreasing.
        retry: seconds between tries to open a lost camera.
        again: a setup to start over with each time the source ends, for a demonstration.
        pulse: the sign of life of the thread that follows; the source may give it too.

    Attributes:
        wanted: the camera is to be used where there is one.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        source: Source | None = None,
        sentence: Sentence = plain_sentence,
        clock: Callable[[], float] = time.monotonic,
        retry: tuple[float, ...] = RETRY,
        again: Setup | None = None,
        pulse: Pulse | None = None,
    ) -> None:
        self._journal, self._source, self._sentence = journal, source, sentence
        self._clock = clock
        self._turn = RLock()
        self._closing = Event()
        self._follower = Follower(self, source, self._closing, retry=retry, again=again)
        self._threads: tuple[Thread, ...] = ()
        self.wanted = True
        self._camera = "none"
        self._heard = clock()
        self._offset: float | None = None
        self._history: deque[dict[str, Any]] = deque(maxlen=HISTORY)
        self._crops = Crops()
        self._newest = Newest()
        self._watchdog = Watchdog(self._newest.alarm, clock, pulse or Pulse(clock))
        self._keeper = Keeper(journal, self._publish)
        self._game = 0
        self._table: Table | None = None
        self._origin = clock()
        with self._turn:
            self._resume()

    def _resume(self) -> None:
        found = self._journal.resume(self._sentence)
        if found is not None:
            self._game, self._table = found
            self._origin = self._clock() - self._table.t
            written = self._journal.lines(self._game, HISTORY)
            self._history.extend({k: v for k, v in line.items() if k not in STAMP} for line in written)
            # The pictures stopped when the power did.
            if self._table.sight.on:
                self._try(touch(self._table, CameraLost(), self._table.t))
        self._publish()

    # The writer.

    def start(self) -> None:
        """Begins to follow the camera, in a thread of its own; RuntimeError when it does already."""
        if self._threads:
            raise RuntimeError("expected a live table that was not started; it follows its camera already")
        self._watchdog.pulse.beat()
        rounds = {"table": self._follower.round, "watchdog": self._watched}
        self._threads = tuple(
            Thread(target=guard, args=(do, self._watchdog.failed, self._closing), name=name, daemon=True)
            for name, do in rounds.items()
        )
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stops following, wakes every reader and closes the journal."""
        self._closing.set()
        self._newest.close()
        for thread in self._threads:
            thread.join(timeout=CLOSING)
        with self._turn:
            self._journal.close()

    def beat(self) -> None:
        """Time passes: moves by touch ripen, and a camera that went silent is lost."""
        self._watchdog.pulse.beat()
        with self._turn:
            self._pass()

    def watch(self) -> None:
        """Looks from outside whether the thread that follows lives; where it does not, says so and does what it can."""
        if self._watchdog.stopped() and self._turn.acquire(blocking=False):  # it may hang with the table in its hands
            try:
                self._pass()
            finally:
                self._turn.release()

    def _watched(self) -> None:
        if not self._closing.wait(WATCH):
            self.watch()

    def look(self, observation: Observation, frame: Frame | None = None) -> None:
        """One observation of the camera; `frame` is the picture to cut the dice from."""
        self._watchdog.pulse.beat()
        with self._turn:
            if self._closing.is_set():  # a slow reading that ends after the journal was closed
                return
            self._heard = self._clock()
            self._keeper.again()
            first, self._camera = self._camera != "ok", "ok"
            if self._table is None:
                self._publish()
                return
            if first or self._offset is None:
                self._offset = self._now() - observation.time
            if not self._table.sight.on:
                back = touch(self._table, CameraBack(), self._now())
                if not self._try(back):
                    return
            step = see(self._table, replace(observation, time=observation.time + self._offset))
            if self._try(step) and frame is not None:
                self._crops.cut(step.events, observation, frame)
            self._watchdog.sound()
            self._publish()

    def lose(self) -> None:
        """No picture comes any more: play goes on by touch."""
        with self._turn:
            if self._closing.is_set():
                return
            if self._camera == "ok" or self._source is not None:
                self._camera = "lost" if self.wanted else "none"
            self._offset = None
            if self._table is not None and self._table.sight.on:
                self._try(touch(self._table, CameraLost(), self._now()))
            self._publish()

    # Fingers.

    def act(self, action: Action) -> TableView:
        """Does what a finger said. Raises NotNow, or a JournalError; then nothing has changed."""
        with self._turn:
            if self._table is None:
                raise NotNow("expected a game; none was set up")
            step = touch(self._table, action, self._now())
            self._commit(step)
            if isinstance(action, Throw | CorrectDice):
                self._crops.clear()
            return self._publish()

    def new_game(self, setup: Setup) -> TableView:
        """Begins a game or series. Raises SetupError, or a JournalError; then the old one goes on."""
        with self._turn:
            # A camera that is still being opened counts: should it fail, the table is told that it is lost.
            opening = self._camera == "none" and self._source is not None
            camera = self.wanted and (self._camera == "ok" or opening)
            step = open_table(setup, camera=camera, sentence=self._sentence)
            # Throws that the camera counted before this game are old.
            step = step.but(throws=replace(step.table.throws, seen=None))
            self._game = self._keeper.start(step)
            self._table = step.table
            self._origin, self._offset = self._clock(), None
            self._history.clear()
            self._crops.clear()
            self._told(step.events)
            return self._publish()

    def next_game(self) -> TableView:
        """Begins the same again. Raises NotNow where nothing was played yet."""
        if self._table is None:
            raise NotNow("expected a game to play again; none was set up")
        return self.new_game(self._table.setup)

    def use_camera(self, on: bool) -> TableView:
        """Reads the table with the camera, or by touch only."""
        with self._turn:
            self.wanted = on
            if not on:
                self.lose()
            return self._publish()

    # Readers.

    @property
    def failures(self) -> int:
        """How often something unforeseen went wrong in a thread of the table."""
        return self._watchdog.failures

    def snapshot(self) -> TableView:
        """The newest view: JSON values, the same object until something changes. Do not write to it."""
        return self._newest.view

    def wait(self, version: int, timeout: float | None = None) -> TableView | None:
        """The newest view once it has another version; None after `timeout` seconds or at the close."""
        return self._newest.wait(version, timeout)

    def subscribe(self) -> Iterator[tuple[int, TableView]]:
        """(version, view) at once and after each change, the newest only, until the table closes."""
        return self._newest.each()

    def crop(self, crop_id: str) -> bytes | None:
        """The JPEG that a die was read from; None once it is forgotten."""
        return self._crops.get(crop_id)

    def games(self) -> tuple[GameLine, ...]:
        """Every game of the journal, oldest first."""
        with self._turn:
            return self._journal.games()

    def lines(self, game: int | None = None) -> list[dict[str, Any]]:
        """The journal's lines of a game, or of all, oldest first."""
        with self._turn:
            return list(self._journal.lines(game))

    # Within the lock.

    def _now(self) -> float:
        """Seconds since the table was opened; never before the newest thing that happened."""
        t = self._clock() - self._origin
        return t if self._table is None else max(t, self._table.t)

    def _pass(self) -> None:
        if self._closing.is_set():
            return
        self._keeper.again()
        follows = self._camera == "ok" or (self._table is not None and self._table.sight.on)
        if follows and self._clock() - self._heard > SILENT:
            self.lose()
        if self._table is not None and not self._table.sight.on:
            self._try(tick(self._table, self._now()))
        self._watchdog.sound()
        self._publish()

    def _try(self, step: Step) -> bool:
        """Commits; where the journal cannot be written the table stays as it was and the page says why."""
        try:
            self._commit(step)
        except JournalError:
            return False
        return True

    def _commit(self, step: Step) -> None:
        """Journal first, then the table. Raises JournalError; then the table stays as it was."""
        if step.events or self._table is None or lasting(step.table) != lasting(self._table):
            self._keeper.write(self._game, step)
        self._table = step.table
        self._told(step.events)

    def _told(self, events: Iterable[TableEvent]) -> None:
        self._history.extend(event.as_json() for event in events)

    def _publish(self) -> TableView:
        """Makes the newest view the one that readers get, where anything in it changed."""
        troubles = (*self._journal.warnings, self._keeper.trouble)
        return self._newest.show(
            live_view(
                self._table,
                game=self._game,
                camera=self._camera,
                history=self._history,
                crops=self._crops,
                troubles=[word for word in troubles if word],
            )
        )
