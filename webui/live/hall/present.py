"""How the tables of every box stand now, as the broker says: in memory alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Condition

from .remote import RemoteBox, RemoteCard

MOST_BOXES = 1000
PARTS = re.compile(r"\d+|\D+")
EVERY = 0.25
"""Seconds between two looks: a page that shows many boxes needs no more."""


@dataclass(frozen=True)
class HallBox:
    """A box as it stands.

    Attributes:
        letters: of the box.
        up: whether it is connected to the broker.
        name: of the box; "" for none.
        cards: of its tables, in the order of their numbers.
        newest: the number of the table that spoke last.
    """

    letters: str
    up: bool
    name: str
    cards: tuple[RemoteCard, ...]
    newest: int = 0


@dataclass(frozen=True)
class HallNow:
    """All boxes at a moment, in the order of their names; `version` grows with each change."""

    version: int
    boxes: tuple[HallBox, ...] = ()

    @cached_property
    def cards(self) -> tuple[RemoteCard, ...]:
        """Those of all tables."""
        return tuple(card for box in self.boxes for card in box.cards)

    @cached_property
    def playing(self) -> int:
        """At how many tables a game goes on."""
        return sum(card.plays for card in self.cards)

    @cached_property
    def calling(self) -> int:
        """At how many tables somebody is needed."""
        return sum(bool(card.calls) for card in self.cards)

    @cached_property
    def classes(self) -> frozenset[str]:
        """Those that play."""
        return frozenset(card.school_class for card in self.cards) - {""}

    @cached_property
    def games(self) -> frozenset[str]:
        """Those that are played, by name."""
        return frozenset(card.game.name for card in self.cards if card.game)


@dataclass
class _Heard:
    """What was heard of a box: `at` is the connection at which anything last was; the newest card stands last."""

    at: int = 0
    up: bool = False
    about: RemoteBox | None = None
    cards: dict[int, RemoteCard] = field(default_factory=dict)
    since: dict[int, int] = field(default_factory=dict)


class Present:
    """How every table stands. Thread-safe: one thread hears the broker, others read.

    Args:
        clock: seconds, never decreasing.

    Attributes:
        closed: nothing new comes any more.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.closed = False
        self._boxes, self._changed = dict[str, _Heard](), set[str]()
        self._clock, self._again, self._connection = clock, clock(), 0
        # A reader from before a restart must not take new boxes for those it knows.
        self._now, self._turn = HallNow(time.time_ns() // 1_000), Condition()

    def connected(self) -> None:
        """From now on the broker says everything again."""
        with self._turn:
            self._connection += 1

    def swept(self) -> None:
        """What the broker has not said again since it was connected is there no more."""
        with self._turn:
            for letters, box in list(self._boxes.items()):
                for number in [number for number, at in box.since.items() if at < self._connection]:
                    del box.cards[number], box.since[number]
                    self._note(letters)
                if box.at < self._connection:
                    self._drop(letters)

    def up(self, letters: str, up: bool) -> bool:
        """A box is connected to the broker, or not any more; False if there are too many to hold it."""
        with self._turn:
            if (box := self._box(letters)) is not None and box.up != up:
                box.up = up
                self._note(letters)
            return box is not None

    def about(self, letters: str, about: RemoteBox | None) -> None:
        """A box describes itself; None: it is taken away."""
        with self._turn:
            if (box := self._box(letters)) is not None and box.about != about:
                box.about = about
                self._note(letters)

    def state(self, letters: str, table: int, card: RemoteCard | None) -> None:
        """How a table stands; None: it is taken away."""
        with self._turn:
            box = self._box(letters)
            if box is None:
                return
            before = box.cards.get(table)
            if card is None:
                box.since.pop(table, None)
            else:
                box.since[table] = self._connection
            if card != before:
                box.cards.pop(table, None)
                box.cards |= {table: card} if card else {}
                self._note(letters)

    def snapshot(self) -> HallNow:
        """The boxes, at most EVERY seconds old: the same object until something changes."""
        with self._turn:
            if self._changed and self._clock() >= self._again:
                self._again = self._clock() + EVERY
                known = {box.letters: box for box in self._now.boxes}
                for letters in self._changed:
                    known.pop(letters, None)
                    if (heard := self._boxes.get(letters)) is not None and (heard.cards or heard.about):
                        known[letters] = _shown(letters, heard)
                self._changed.clear()
                boxes = sorted(known.values(), key=_order)
                self._now = HallNow(self._now.version + 1, tuple(boxes))
            return self._now

    def wait(self, version: int, timeout: float) -> HallNow | None:
        """The boxes once they have another version; None after `timeout` seconds or at the close."""
        end = self._clock() + timeout
        while (now := self.snapshot()).version == version:
            left = end - self._clock()
            with self._turn:
                if left <= 0 or self.closed:
                    return None
                due = max(0.0, self._again - self._clock()) if self._changed else left
                self._turn.wait(min(due, left))
        return now

    def close(self) -> None:
        """Nobody waits any longer."""
        with self._turn:
            self.closed = True
            self._turn.notify_all()

    def _box(self, letters: str) -> _Heard | None:
        """What was heard of a box, new if need be; None if there are too many."""
        box = self._boxes.get(letters)
        if box is None and len(self._boxes) < MOST_BOXES:
            box = self._boxes[letters] = _Heard()
        if box is not None:
            box.at = self._connection
        return box

    def _drop(self, letters: str) -> None:
        self._boxes.pop(letters, None)
        self._note(letters)

    def _note(self, letters: str) -> None:
        """Something about a box is new: whoever waits looks once it may."""
        if not self._changed:
            self._turn.notify_all()
        self._changed.add(letters)


def _order(box: HallBox) -> tuple[object, ...]:
    """By name, "Salle 9" before "Salle 10"; boxes without one last."""
    return not box.name, [(part.isdecimal(), part.zfill(9)) for part in PARTS.findall(box.name.casefold())], box.letters


def _shown(letters: str, heard: _Heard) -> HallBox:
    cards = tuple(heard.cards[number] for number in sorted(heard.cards))
    return HallBox(letters, heard.up, heard.about.name if heard.about else "", cards, next(reversed(heard.cards), 0))
