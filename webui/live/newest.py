"""The newest view of the table: who writes it holds up no reader, and no reader the writer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from threading import Condition
from typing import Any, TypeAlias

TableView: TypeAlias = dict[str, Any]
"""What `webui.table.view.view` makes, with version, id, crops of the dice, problems, last, history."""


class Newest:
    """One view at a time, each with a higher version, and the alarms that stand whatever the writer does."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._closed = False
        self._alarms: tuple[str, ...] = ()
        self._shown: TableView = {"problems": []}
        # A reader from before a restart must not take a new view for one it knows.
        self._view: TableView = {"version": time.time_ns() // 1_000}

    @property
    def view(self) -> TableView:
        """The newest view: JSON values, the same object until something changes. Do not write to it."""
        return self._view

    def show(self, shown: Mapping[str, Any]) -> TableView:
        """Makes this the newest view, where anything but its time is new."""
        with self._changed:
            self._shown = dict(shown)
            return self._made()

    def alarm(self, word: str, on: bool) -> None:
        """Adds a word to the view's problems or takes it off; waits for nobody who makes a view."""
        with self._changed:
            if on != (word in self._alarms):
                others = tuple(other for other in self._alarms if other != word)
                self._alarms = (*others, word) if on else others
                self._made()

    def _made(self) -> TableView:
        before = self._view
        made = self._shown | {"problems": [*self._shown["problems"], *self._alarms]}
        if made | {"version": before["version"], "at": before.get("at")} != before:
            self._view = made | {"version": before["version"] + 1}
            self._changed.notify_all()
        return self._view

    def wait(self, version: int, timeout: float | None = None) -> TableView | None:
        """The newest view once it has another version; None after `timeout` seconds or at the close."""
        with self._changed:
            self._changed.wait_for(lambda: self._view["version"] != version or self._closed, timeout)
            return self._view if self._view["version"] != version else None

    def close(self) -> None:
        """Wakes every reader: no newer view comes."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
