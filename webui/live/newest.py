"""The newest view of the table: its writer blocks no reader, and no reader blocks the writer."""

from __future__ import annotations

import time
from threading import Condition

from msgspec.structs import replace

from ..interrupted import under_way
from ..table.values.view import View


class Newest:
    """One view at a time, each with a higher version, and the alarms, independent of the writer."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._closed = False
        self._alarms: tuple[str, ...] = ()
        self._eyes = False
        self._shown = View()
        # A reader from before a restart must not take a new view for one it knows.
        self._view = View(version=time.time_ns() // 1_000)

    @property
    def view(self) -> View:
        """The newest view, the same object until something changes."""
        return self._view

    def show(self, shown: View) -> View:
        """Makes this the newest view, if anything except its time is new; who goes on looks up no longer."""
        with self._changed:
            self._eyes &= not _goes_on(shown) or _goes_on(self._shown)
            self._shown = shown
            return self._made()

    def call(self, on: bool) -> None:
        """The teacher calls for all eyes, or no longer."""
        with self._changed:
            self._eyes = on
            self._made()

    def again(self) -> None:
        """The view as it is counts as newer: its readers draw it again."""
        with self._changed:
            self._view = replace(self._view, version=self._view.version + 1)
            self._changed.notify_all()

    def alarm(self, word: str, on: bool) -> None:
        """Adds a word to the view's problems or removes it; never waits for the maker of a view."""
        with self._changed:
            if on != (word in self._alarms):
                others = tuple(other for other in self._alarms if other != word)
                self._alarms = (*others, word) if on else others
                self._made()

    def _made(self) -> View:
        before = self._view
        made = replace(self._shown, problems=(*self._shown.problems, *self._alarms), eyes=self._eyes)
        if replace(made, version=before.version, at=before.at) != before:
            self._view = replace(made, version=before.version + 1)
            self._changed.notify_all()
        return self._view

    def wait(self, version: int, timeout: float | None = None) -> View | None:
        """The newest view once it has another version; None after `timeout` seconds or at the close."""
        with self._changed:
            self._changed.wait_for(lambda: self._view.version != version or self._closed, timeout)
            return self._view if self._view.version != version else None

    @property
    def closed(self) -> bool:
        """Whether no newer view comes."""
        return self._closed

    def close(self) -> None:
        """Wakes every reader: no newer view comes."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _goes_on(view: View) -> bool:
    return under_way(view) and view.state != "paused"
