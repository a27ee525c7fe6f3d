"""The live table: one thread follows the camera, fingers act in between, everybody reads the newest view.

Nothing is shown before it is in the journal. No reader ever holds up the writer: readers get the newest view
and skip what came between.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from threading import Condition, Event, Thread
from typing import Any, TypeAlias

from vision.frame import Frame
from vision.observation import Observation

from .events import TableEvent
from .interrupted import Interrupted, interrupted, worth_taking_up
from .journal import GameLine, Journal, JournalError
from .live_crops import Crops
from .live_follow import RETRY, Source, follow
from .live_problems import problems
from .setup import Setup
from .table import NotNow, Sentence, Step, Table, open_table, plain_sentence, see, tick, touch
from .table_actions import Action, CameraBack, CameraLost, CorrectDice, Throw
from .table_view import view

TableView: TypeAlias = dict[str, Any]
"""What `webui.table_view.view` makes, with version, id, crops of the dice, problems, last, history."""

CLOSING = 30.0
"""Seconds that closing waits for the frame that is being read; the readers do not survive a torn down interpreter."""

SILENT = 20.0
"""Seconds without a picture after which a camera is lost although it never said so."""

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
    ) -> None:
        self._journal, self._source, self._sentence = journal, source, sentence
        self._clock, self._retry, self._again = clock, retry, again
        self._changed = Condition()
        self._closing = Event()
        self._thread: Thread | None = None
        self.wanted = True
        self._camera = "none"
        self._heard = clock()
        self._offset: float | None = None
        self._trouble = ""
        self._history: deque[dict[str, Any]] = deque(maxlen=HISTORY)
        self._crops = Crops()
        self._game = 0
        self._table: Table | None = None
        self._origin = clock()
        self._view: TableView = {}
        # A reader from before a restart must not take a new view for one it knows.
        self._first = time.time_ns() // 1_000
        with self._changed:
            self._resume()

    def _resume(self) -> None:
        found = self._journal.resume(self._sentence)
        if found is not None:
            self._go_on(*found)
        self._publish()

    def _go_on(self, game: int, table: Table) -> None:
        """This game goes on as it stood in the journal."""
        self._game, self._table = game, table
        self._origin, self._offset = self._clock() - table.t, None
        self._history.clear()
        written = self._journal.lines(game, HISTORY)
        self._history.extend({k: v for k, v in line.items() if k not in STAMP} for line in written)
        # The pictures stopped when the game did.
        if table.sight.on:
            self._commit(touch(table, CameraLost(), table.t))

    # The writer.

    def start(self) -> None:
        """Begins to follow the camera, in a thread of its own; RuntimeError when it does already."""
        if self._thread is not None:
            raise RuntimeError("expected a live table that was not started; it follows its camera already")
        given = (self, self._source, self._closing)
        named = {"retry": self._retry, "again": self._again}
        self._thread = Thread(target=follow, args=given, kwargs=named, name="table", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops following, wakes every reader and closes the journal."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=CLOSING)
        with self._changed:
            self._journal.close()

    def beat(self) -> None:
        """Time passes: moves by touch ripen, and a camera that went silent is lost."""
        with self._changed:
            if self._closing.is_set():
                return
            follows = self._camera == "ok" or (self._table is not None and self._table.sight.on)
            if follows and self._clock() - self._heard > SILENT:
                self.lose()
            if self._table is not None and not self._table.sight.on:
                self._try(tick(self._table, self._now()))
                self._publish()

    def look(self, observation: Observation, frame: Frame | None = None) -> None:
        """One observation of the camera; `frame` is the picture to cut the dice from."""
        with self._changed:
            if self._closing.is_set():  # a slow reading that ends after the journal was closed
                return
            self._heard = self._clock()
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
            self._publish()

    def lose(self) -> None:
        """No picture comes any more: play goes on by touch."""
        with self._changed:
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
        with self._changed:
            if self._table is None:
                raise NotNow("expected a game; none was set up")
            step = touch(self._table, action, self._now())
            self._commit(step)
            if isinstance(action, Throw | CorrectDice):
                self._crops.clear()
            return self._publish()

    def new_game(self, setup: Setup) -> TableView:
        """Begins a game or series. Raises SetupError, or a JournalError; then the old one goes on."""
        with self._changed:
            # A camera that is still being opened counts: should it fail, the table is told that it is lost.
            opening = self._camera == "none" and self._source is not None
            camera = self.wanted and (self._camera == "ok" or opening)
            step = open_table(setup, camera=camera, sentence=self._sentence)
            self._game = self._journal.start(step, self._leaving())
            # Throws that the camera counted before this game are old.
            self._table = replace(step.table, throws=replace(step.table.throws, seen=None))
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

    def resume_game(self, game: int, *, by_touch: bool = False) -> TableView:
        """Takes an interrupted game up again, by touch only if wished.

        Raises NotNow where there is none of that number, or a JournalError; then the running one goes on.
        """
        with self._changed:
            kept = self._journal.kept(game, self._sentence)
            if kept is None or game not in self._journal.interrupted():
                raise NotNow(f"game: expected the number of an interrupted game; got {game!r}")
            if by_touch:
                self.use_camera(False)
            self._journal.take_up(game, self._leaving())
            self._crops.clear()
            self._go_on(game, kept[1])
            return self._publish()

    def use_camera(self, on: bool) -> TableView:
        """Reads the table with the camera, or by touch only."""
        with self._changed:
            self.wanted = on
            if not on:
                self.lose()
            return self._publish()

    # Readers.

    def snapshot(self) -> TableView:
        """The newest view: JSON values, the same object until something changes. Do not write to it."""
        return self._view

    def wait(self, version: int, timeout: float | None = None) -> TableView | None:
        """The newest view once it has another version; None after `timeout` seconds or at the close."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._view["version"] != version or self._closing.is_set(), timeout
            )
            return self._view if self._view["version"] != version else None

    def subscribe(self) -> Iterator[tuple[int, TableView]]:
        """(version, view) at once and after each change, the newest only, until the table closes."""
        newest: TableView | None = self.snapshot()
        while newest is not None:
            yield newest["version"], newest
            newest = self.wait(newest["version"])

    def crop(self, crop_id: str) -> bytes | None:
        """The JPEG that a die was read from; None once it is forgotten."""
        return self._crops.get(crop_id)

    def games(self) -> tuple[GameLine, ...]:
        """Every game of the journal, oldest first."""
        with self._changed:
            return self._journal.games()

    def interrupted(self, most: int) -> tuple[Interrupted, ...]:
        """At most so many games that may be taken up again, those interrupted last first."""
        with self._changed:
            return interrupted(self._journal, most)

    def lines(self, game: int | None = None) -> list[dict[str, Any]]:
        """The journal's lines of a game, or of all, oldest first."""
        with self._changed:
            return list(self._journal.lines(game))

    # Within the lock.

    def _leaving(self) -> int:
        """The running game, where anybody would take it up again; else 0."""
        return self._game if self._table is not None and worth_taking_up(self._table) else 0

    def _now(self) -> float:
        """Seconds since the table was opened; never before the newest thing that happened."""
        t = self._clock() - self._origin
        return t if self._table is None else max(t, self._table.t)

    def _try(self, step: Step) -> bool:
        """Commits; where the journal cannot be written the table stays as it was and the page says why."""
        try:
            self._commit(step)
        except JournalError as error:
            self._trouble = error.word
            self._publish()
            return False
        return True

    def _commit(self, step: Step) -> None:
        """Journal first, then the table. Raises JournalError; then the table stays as it was."""
        if step.events:
            self._journal.write(self._game, step)
            self._trouble = ""
        self._table = step.table
        self._told(step.events)

    def _told(self, events: Iterable[TableEvent]) -> None:
        self._history.extend(event.as_json() for event in events)

    def _publish(self) -> TableView:
        """Makes the newest view the one that readers get, where anything in it changed."""
        wrong = (*self._journal.warnings, *([self._trouble] if self._trouble else []))
        shown = view(self._table) | {
            "id": self._game or None,
            "problems": problems(wrong, self._camera, self._table),
        }
        if shown["camera"]["state"] == "none":
            shown["camera"] = shown["camera"] | {"state": self._camera}
        shown["history"] = list(self._history)
        shown["last"] = self._history[-1] if self._history else None
        shown["dice"] = [die | {"crop": self._crops.of(k)} for k, die in enumerate(shown["dice"])]
        if shown["doubt"] is not None:
            shown["doubt"] = shown["doubt"] | {"crops": self._crops.newest}
        version = self._view.get("version", self._first)
        if shown | {"version": version, "at": self._view.get("at")} != self._view:
            self._view = shown | {"version": version + 1}
            self._changed.notify_all()
        return self._view
