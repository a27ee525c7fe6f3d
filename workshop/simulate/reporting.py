"""The live table's events on a simulated game: looks and fingers go in, events come out, and its state is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from referee.core import Deal, Event, Roll, Touched
from referee.match import Match
from vision.observation import Observation
from webui.table.reducer import NotNow, Step, Table, close, open_table, see, touch
from webui.table.values.actions import Action, CorrectDice, DealCards, Next, PlayMove, Throw, TouchMan, Undo
from webui.table.values.everybody import acting, totals
from webui.table.values.view import MenView
from webui.table.viewing import view

from ..recordings.watching import true_answer
from .game import Check, Finger, Lived, standing

TableEvent: TypeAlias = Mapping[str, Any]

AFTER = 1.5
"""Seconds that a question stands until it is answered."""

ENTRIES = 400
"""Touches at most with which a person puts right what the table believes."""


@dataclass
class Reports:
    """The table's reports on a game.

    Attributes:
        events: in order.
        right: of each check, whether the table stood as the truth then.
        right_end: everybody's points at the end are those of the truth.
        asked: (second, what was asked) of each question a person is needed for.
        answers: questions that were answered.
        entered: touches by which a person corrected missing or wrong reports.
    """

    events: list[TableEvent] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    right_end: bool = False
    asked: list[tuple[float, object]] = field(default_factory=list)
    answers: int = 0
    entered: int = 0


def reports_of(lived: Lived, *, answers: bool = False) -> Reports:
    """What the live table makes of all looks and fingers.

    Whoever says a move by touch is there, and sees it when a legal one is refused, or another player is waited for:
    then the dice are entered as they were thrown, and whatever else was told wrongly is put right, which counts as a
    question. With `answers` every other question is answered truthfully too, once it stood.
    """
    watcher = _Watcher(lived, open_table(lived.setup).table, answers)
    for item in in_order(lived):
        if isinstance(item, Check):
            watcher.checked(item)
        elif isinstance(item, Finger):
            watcher.touched(item)
        else:
            watcher.sees(item)
    watcher.takes(close(watcher.table, lived.looks[-1].time))
    watcher.reports.right_end = lived.end is not None and _scores(watcher.table.playing) == _scores(lived.end)
    return watcher.reports


def _scores(match: Match) -> object:
    return totals(match), acting(match)


def in_order(lived: Lived) -> Iterator[Observation | Finger | Check]:
    """Looks, fingers and checks as they come."""
    fingers, checks, number = list(lived.fingers), list(lived.checks), 0
    for index in range(len(lived.looks) + 1):
        while True:
            if checks and checks[0].look == index and checks[0].fingers <= number:
                yield checks.pop(0)
            elif fingers and fingers[0].look == index:
                number += 1
                yield fingers.pop(0)
            else:
                break
        if index < len(lived.looks):
            yield lived.looks[index]


@dataclass
class _Watcher:
    """A table that receives looks and touches, and its reports.

    Attributes:
        lived: the game.
        table: where it stands.
        answers: questions are answered.
        asking: what is asked, and since when.
        open: a check that waits until the throw that lies there is reported.
    """

    lived: Lived
    table: Table
    answers: bool
    reports: Reports = field(default_factory=Reports)
    asking: tuple[object, float] = (None, 0.0)
    open: Check | None = None

    def takes(self, step: Step) -> None:
        """One step further."""
        self.table = step.table
        self.reports.events += (event.as_json() for event in step.events)

    def sees(self, look: Observation) -> None:
        """One more look; what is asked by then is answered where it stood long enough."""
        self.takes(see(self.table, look))
        if self.open is not None and not self.table.throws.unreported:
            self._puts_right(self.open)
        question = _question(self.table)
        if question != self.asking[0]:
            self.asking = (question, look.time)
            self.reports.asked += [(look.time, question)] if question is not None else []
        if self.answers and question is not None and look.time - self.asking[1] >= AFTER:
            self._answered(look.time)
            self.asking = (question, look.time)

    def checked(self, check: Check) -> None:
        """The table should stand as the truth; a person may put it right.

        A throw with a question mark is no wrong report: the men will tell what it was, and play goes on.
        """
        right = standing(self.table.playing) == check.stands
        self.reports.right.append(right)
        self.open = None
        if not right:
            self._puts_right(check)

    def _puts_right(self, check: Check) -> None:
        """A person enters what was reported wrongly, once something was."""
        truth = check.truth
        waits = truth is not None and self.table.throws.unreported and _goes_on(truth, self.table.playing)
        self.open = check if waits else None
        if truth is not None and not waits and not _goes_on(self.table.playing, truth):
            finger = Finger(self.table.t, check.look, Next(), truth)
            self.reports.asked.append((self.table.t, ("entered", len(truth.events))))
            self._enters(finger)

    def _answered(self, time: float) -> None:
        answer = true_answer(self.table, self.lived.truth, time)
        if answer is not None and self._does(answer, time):
            self.reports.answers += 1

    def _does(self, action: Action, time: float) -> bool:
        """A finger says something; False where it makes no sense now."""
        try:
            self.takes(touch(self.table, action, time))
        except NotNow:
            return False
        return True

    # Games whose men are moved by touch.

    def touched(self, finger: Finger) -> None:
        """A finger says what was done; where the page waits for another or refuses it, all is put right first."""
        meant = isinstance(finger.action, Next)
        if finger.foul:
            self._does(finger.action, finger.t)
            return
        if (meant or acting(self.table.playing) == acting(finger.before)) and self._passes(finger):
            return
        self.reports.asked.append((finger.t, ("entered", len(finger.before.events))))
        self._enters(finger)
        if not meant:
            self._does(finger.action, finger.t)

    def _passes(self, finger: Finger) -> bool:
        """The table takes what a finger says."""
        before = len(self.reports.events)
        done = self._does(finger.action, finger.t)
        return done and not any(event["event"] == "move_refused" for event in self.reports.events[before:])

    def _enters(self, finger: Finger) -> None:
        """A person enters what was thrown and done, from where the table goes another way."""
        for _ in range(ENTRIES):
            action = _next_entry(self.table, finger.before)
            if action is None or not self._does(action, finger.t):
                return
            self.reports.entered += 1


def _next_entry(table: Table, truth: Match) -> Action | None:
    """The next touch on the way to what really happened; None once all is right."""
    have, want = table.playing.events, truth.events
    known = _in_common(table.playing, truth)
    if len(have) > known:
        newest = table.playing.newest(Roll) == known
        other = want[known] if known < len(want) else None
        return CorrectDice(other.dice) if newest and isinstance(other, Roll) else Undo()
    if known == len(want):
        return None
    event = want[known]
    if table.whole and table.turned.move == event:
        return Next()
    return _entry(table, event)


def _in_common(match: Match, other: Match) -> int:
    """With how many events both begin alike: dice in any order, and men moved in any order to the same places."""
    pairs = zip(match.events, other.events, strict=False)
    for count, pair in enumerate(pairs):
        after = match.until(count + 1), other.until(count + 1)
        if not _alike(*pair) and standing(after[0]) != standing(after[1]):
            return count
    return min(len(match.events), len(other.events))


def _goes_on(match: Match, start: Match) -> bool:
    """Whether a match begins with all of another."""
    return _in_common(match, start) == len(start.events)


def _entry(table: Table, event: Event) -> Action:
    if isinstance(event, Roll):
        return Throw(event.dice)
    if isinstance(event, Deal):
        return DealCards(event.hands)
    if isinstance(event, Touched):
        return TouchMan(event.space)
    return PlayMove(table.game.to_text(event))


def _alike(first: Event, second: Event) -> bool:
    both = isinstance(first, Roll) and isinstance(second, Roll)
    return first == second or (both and sorted(first.dice) == sorted(second.dice))


def _question(table: Table) -> object:
    """What a person is asked; None where nothing is."""
    if table.throws.doubt:
        return ("dice", len(table.playing.events)) if table.throws.doubt.asks else None
    if not table.sight.doubtful:
        return None
    shown = view(table)
    if isinstance(shown, MenView):
        return ("tile", len(table.playing.events), shown.unclear) if shown.unclear else None
    asks = shown.asked_tile
    return ("tile", asks.seat, asks.tile) if asks is not None else None
