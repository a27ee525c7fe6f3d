"""The score of the reports on a simulated game: throws, wrong commits, questions, fouls, recovery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..recordings.putright import put_right
from .game import Lived
from .reporting import Reports

Event: TypeAlias = Mapping[str, Any]

COMMITS = ("roll_settled", "move_accepted", "turn_passed")
VOIDS = ("die_cocked", "die_off_board")
WINDOW = (-1.5, 8.0)
"""Seconds after a foul within which its report counts."""

RIGHT_AGAIN = 2
"""Consecutive right checks after which reports count as right again; fewer at the end of a game."""


@dataclass(frozen=True)
class Recovery:
    """What a fault did.

    Attributes:
        kind: of the fault.
        throws: until play was told right again; 0: it never was told wrong; so many as were left where it never was.
        again: reports were right again before the game's end.
    """

    kind: str
    throws: int
    again: bool


@dataclass(frozen=True)
class Scored:
    """One game's score; counts unless said otherwise.

    Attributes:
        throws: that count, or moves of a game without dice; `right` of them told right once all is put right.
        commits, wrong: reported throws, moves and turns; those that were wrong and not corrected in time.
        asked, tiles: questions about throws, and about tiles.
        entered: times at which whoever tells the moves by touch had to put right what was thrown or done.
        marked: throws reported with a question mark but no question.
        fouls, found, named, false: refusals due, reported, reported by their rule, and reported without one.
        voids, voids_found, voids_false: the same of throws that do not count.
        recoveries: of each fault.
        table: how well it is read, as `noise.TableKind`.
        moves, moves_right: moves that were made, and those of them told right once all is put right.
        scores_right: 1 where everybody's points at the end are those of the truth, else 0.
    """

    throws: int
    right: int
    commits: int
    wrong: int
    asked: int
    tiles: int
    entered: int
    marked: int
    answers: int
    fouls: int
    found: int
    named: int
    false: int
    voids: int
    voids_found: int
    voids_false: int
    recoveries: tuple[Recovery, ...]
    first_wrong: tuple[str, ...] = ()
    table: str = "good"
    scores_right: int = 0
    moves: int = 0
    moves_right: int = 0


def scored(lived: Lived, reports: Reports) -> Scored:
    """The game's score."""
    events = reports.events
    final = believed(events)
    truth = [event for event in lived.truth if event["event"] in COMMITS]
    thrown = any(event["event"] == "roll_settled" for event in truth)
    counts = "roll_settled" if thrown else "move_accepted"
    rolls = [_key(event) for event in truth if event["event"] == counts]
    reported_rolls = [_key(event) for event in final if event["event"] == counts]
    moves = [_key(event) for event in truth if event["event"] == "move_accepted"]
    lost = unlike(moves, [_key(event) for event in final if event["event"] == "move_accepted"])
    wrong = wrong_commits(truth, events)
    fouls = _matched(lived.truth, events, ("move_refused",))
    voids = _matched(lived.truth, events, VOIDS)
    return Scored(
        throws=len(rolls), right=len(rolls) - len(unlike(rolls, reported_rolls)), commits=len(final), wrong=len(wrong),
        asked=sum(_about(question) == "dice" for _, question in reports.asked),
        tiles=sum(_about(question) == "tile" for _, question in reports.asked),
        entered=sum(_about(question) == "entered" for _, question in reports.asked),
        marked=sum(event["event"] == "roll_uncertain" and not event["asks"] for event in events),
        answers=reports.answers,
        fouls=fouls[0], found=fouls[1], named=fouls[2], false=fouls[3],
        voids=voids[0], voids_found=voids[1], voids_false=voids[3],
        recoveries=tuple(_recovered(lived, reports.right)),
        table=lived.table, scores_right=int(reports.right_end),
        moves=len(moves), moves_right=len(moves) - len(lost),
        first_wrong=tuple(f"{word} {t:.1f}" for word, t in sorted(wrong, key=lambda pair: pair[1])[:3]),
    )  # fmt: skip


def _about(question: object) -> str:
    return str(question[0]) if isinstance(question, tuple) else ""


def _key(event: Event) -> tuple[Hashable, ...]:
    """What must be right of a throw, move or turn."""
    if event["event"] == "turn_passed":
        return event["event"], event["seat"], event["score"]
    if event["event"] == "roll_settled":
        return event["event"], event["seat"], *sorted(event["dice"])
    return event["event"], event["seat"], *(sorted(event.get("closed", ())) or _net(event.get("move", "")))


def _net(move: str) -> Sequence[Hashable]:
    """A move by what it changes: men may be moved in any order, and by either die first."""
    count = Counter[str]()
    for step in move.split("+"):
        source, _, target = step.partition("/")
        count[source] -= 1
        count[target] += bool(target)
    return sorted((place, n) for place, n in count.items() if n) if "/" in move else (move,)


def wrong_commits(truth: Sequence[Event], events: Sequence[Event]) -> set[tuple[str, float]]:
    """False reports that were not corrected before the next accepted move: (word, second)."""
    some = [event for event in events if event["event"] in (*COMMITS, "corrected")]
    moves = [k for k, event in enumerate(some) if event["event"] == "move_accepted"]
    wrong: set[tuple[str, float]] = set()
    common = Common([_key(event) for event in truth])
    for upto in (*moves, len(some)):
        now = believed(some[:upto])
        for index in common.beside([_key(event) for event in now]):
            wrong.add((now[index]["event"], now[index]["t"]))
    return wrong


def believed(events: Sequence[Event]) -> list[Event]:
    """Throws, moves and turns as they stand after all corrections, in the order of their reports."""
    some = [event for event in events if event["event"] in (*COMMITS, "corrected")]
    in_order = ({**event, "when": event["t"]} if event["event"] in COMMITS else event for event in some)
    return [event for event in put_right(in_order) if event["event"] in COMMITS]


def unlike(some: Sequence[Hashable], others: Sequence[Hashable]) -> list[int]:
    """Indices of those that are not in the longest sequence that both have in common."""
    return Common(others).beside(some)


class Common:
    """The longest sequence that others have in common with one, a bit for each place of that one.

    Row by row, as Crochemore, Iliopoulos, Pinzon and Reid (2001) have it: the zeros among the first j bits of row i
    count what the first i and the first j have in common. Rows are kept, for what is asked next begins alike.

    Args: the one.
    """

    def __init__(self, items: Sequence[Hashable]) -> None:
        self._places: dict[Hashable, int] = {}
        for place, item in enumerate(items):
            self._places[item] = self._places.get(item, 0) | 1 << place
        self._whole = (1 << len(items)) - 1
        self._known: list[Hashable] = []
        self._rows = [self._whole]

    def beside(self, other: Sequence[Hashable]) -> list[int]:
        """Indices of what is not in it."""
        start = next((k for k, pair in enumerate(zip(self._known, other, strict=False)) if pair[0] != pair[1]), None)
        start = min(len(self._known), len(other)) if start is None else start
        del self._known[start:], self._rows[start + 1 :]
        for item in other[start:]:
            row = self._rows[-1]
            both = row & self._places.get(item, 0)
            self._rows.append(((row + both) | (row - both)) & self._whole)
            self._known.append(item)
        return self._left(len(other))

    def _left(self, count: int) -> list[int]:
        left, among = [], self._whole
        for k in reversed(range(count)):
            here, above = ~self._rows[k + 1] & among, ~self._rows[k] & among
            if here.bit_count() == above.bit_count():
                left.append(k)
            else:
                among = (1 << here.bit_length() - 1) - 1
        return left[::-1]


def _matched(
    truth: Sequence[Event], events: Sequence[Event], words: Sequence[str]
) -> tuple[int, int, int, int]:
    """How many events happened, were reported, reported by their rule or word, and reported falsely."""
    happened = [event for event in truth if event["event"] in words]
    free = [event for event in events if event["event"] in words]
    count, hits, named = len(free), 0, 0
    for event in happened:
        near = [other for other in free if WINDOW[0] <= other["t"] - event["t"] <= WINDOW[1]]
        if near:
            free.remove(near[0])
            hits += 1
            named += all(near[0].get(key) == event.get(key) for key in ("event", "rule"))
    return len(happened), hits, named, count - hits


def _recovered(lived: Lived, right: Sequence[bool]) -> list[Recovery]:
    recoveries = []
    for fault in lived.faults:
        since = right[fault.throw :]
        again = next((k for k in range(len(since)) if all(since[k : k + RIGHT_AGAIN])), None)
        if since:
            recoveries.append(Recovery(fault.kind, len(since) if again is None else again, again is not None))
    return recoveries
