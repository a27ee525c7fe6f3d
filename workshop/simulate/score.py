"""A simulated game told by the live table, and how well: throws, wrong commits, questions, fouls, recovery."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from webui.table.actions import AnswerRoll, AnswerTile
from webui.table.reducer import NotNow, Step, Table, close, open_table, see, touch
from webui.table.view import view

from ..recordings.aligned import cast_before
from ..recordings.putright import put_right
from .game import Lived, standing

Event: TypeAlias = Mapping[str, Any]

COMMITS = ("roll_settled", "move_accepted", "turn_passed")
VOIDS = ("die_cocked", "die_off_board")
WINDOW = (-1.5, 8.0)
"""Seconds, from when a foul was done, within which it is told."""

AFTER = 1.5
"""Seconds that a question stands until it is answered."""

RIGHT_AGAIN = 2
"""So many checks in a row must be right until play counts as told right again; fewer at the end of a game."""


@dataclass(frozen=True)
class Recovery:
    """What a fault did.

    Attributes:
        kind: of the fault.
        throws: until play was told right again; 0: it never was told wrong; so many as were left where it never was.
        again: play was told right again before the game's end.
    """

    kind: str
    throws: int
    again: bool


@dataclass
class Told:
    """What the table told of a game.

    Attributes:
        events: in order.
        right: of each check, whether the table stood as the truth then.
        asked: (second, what was asked) of each question a person is needed for.
        answers: questions that were answered.
    """

    events: list[Event] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    asked: list[tuple[float, object]] = field(default_factory=list)
    answers: int = 0


@dataclass(frozen=True)
class Scored:
    """One game's score; counts unless said otherwise.

    Attributes:
        throws: that count; `right` of them told right once all is put right.
        commits, wrong: told throws, moves and turns; those that were wrong and not put right in time.
        asked, tiles: questions about throws, and about tiles.
        marked: throws told with a question mark that asks nobody.
        fouls, found, named, false: refusals due, told, told by their rule, and told without one.
        voids, voids_found, voids_false: the same of throws that do not count.
        recoveries: of each fault.
    """

    throws: int
    right: int
    commits: int
    wrong: int
    asked: int
    tiles: int
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


def told(lived: Lived, *, answers: bool = False) -> Told:
    """What the live table makes of all looks; with `answers` each question is answered truthfully, once it stood."""
    said, checks = Told(), {check.look: check.stands for check in lived.checks}
    step = open_table(lived.setup)
    open_question: tuple[object, float] = (None, 0.0)
    for index, look in enumerate(lived.looks):
        if index in checks:
            said.right.append(_stands(step.table) == checks[index])
        step = see(step.table, look)
        said.events += (event.as_json() for event in step.events)
        question = _question(step.table)
        if question != open_question[0]:
            open_question = (question, look.time)
            said.asked += [(look.time, question)] if question is not None else []
        if answers and question is not None and look.time - open_question[1] >= AFTER:
            step = _answered(step.table, lived, look.time, said)
            open_question = (question, look.time)
    said.events += (event.as_json() for event in close(step.table, lived.looks[-1].time).events)
    if len(lived.looks) in checks:
        said.right.append(_stands(step.table) == checks[len(lived.looks)])
    return said


def _stands(table: Table) -> object:
    return standing(table.playing)


def _question(table: Table) -> object:
    """What a person is asked; None where nothing is."""
    if table.throws.doubt:
        return ("dice", len(table.playing.events)) if table.throws.asks else None
    if not table.sight.doubtful:
        return None
    asks = (view(table)["doubt"] or {}).get("asks")
    return ("tile", asks["seat"], asks["tile"]) if asks else None


def _answered(table: Table, lived: Lived, time: float, said: Told) -> Step:
    try:
        if table.throws.doubt:
            cast = cast_before(lived.truth, time)
            if cast is None or cast["event"] != "roll_settled":
                return Step(table)
            step = touch(table, AnswerRoll(tuple(cast["dice"])), time)
        else:
            asks = view(table)["doubt"]["asks"]
            state = _state(lived.truth, asks["seat"], asks["tile"], time)
            step = touch(table, AnswerTile(asks["seat"], asks["tile"], state), time)
    except NotNow:
        return Step(table)
    said.answers += 1
    said.events += (event.as_json() for event in step.events)
    return step


def _state(truth: Sequence[Event], seat: int, tile: int, time: float) -> str:
    turned = [
        event["state"]
        for event in truth
        if event["event"] == "tile_flipped"
        and event["t"] <= time
        and (event["seat"], event["tile"]) == (seat, tile)
    ]
    return str(turned[-1]) if turned else "open"


def scored(lived: Lived, said: Told) -> Scored:
    """The game's score."""
    events = said.events
    final = believed(events)
    truth = [event for event in lived.truth if event["event"] in COMMITS]
    rolls = [_key(event) for event in truth if event["event"] == "roll_settled"]
    told_rolls = [_key(event) for event in final if event["event"] == "roll_settled"]
    wrong = wrong_commits(truth, events)
    fouls = _matched(lived.truth, events, ("move_refused",))
    voids = _matched(lived.truth, events, VOIDS)
    return Scored(
        throws=len(rolls), right=len(rolls) - len(unlike(rolls, told_rolls)), commits=len(final), wrong=len(wrong),
        asked=sum(_about(question) == "dice" for _, question in said.asked),
        tiles=sum(_about(question) == "tile" for _, question in said.asked),
        marked=sum(event["event"] == "roll_uncertain" and not event["asks"] for event in events),
        answers=said.answers,
        fouls=fouls[0], found=fouls[1], named=fouls[2], false=fouls[3],
        voids=voids[0], voids_found=voids[1], voids_false=voids[3],
        recoveries=tuple(_recovered(lived, said.right)),
        first_wrong=tuple(f"{word} {t:.1f}" for word, t in sorted(wrong, key=lambda pair: pair[1])[:3]),
    )  # fmt: skip


def _about(question: object) -> str:
    return str(question[0]) if isinstance(question, tuple) else ""


def _key(event: Event) -> tuple[object, ...]:
    """What must be right of a throw, move or turn."""
    if event["event"] == "turn_passed":
        return event["event"], event["seat"], event["score"]
    return (
        event["event"],
        event["seat"],
        *sorted(event["dice" if event["event"] == "roll_settled" else "closed"]),
    )


def wrong_commits(truth: Sequence[Event], events: Sequence[Event]) -> set[tuple[str, float]]:
    """What was told, is not so, and was not put right before the next accepted move: (word, second)."""
    keys = [_key(event) for event in truth]
    some = [event for event in events if event["event"] in (*COMMITS, "corrected")]
    moves = [k for k, event in enumerate(some) if event["event"] == "move_accepted"]
    wrong: set[tuple[str, float]] = set()
    for upto in (*moves, len(some)):
        now = believed(some[:upto])
        for index in unlike([_key(event) for event in now], keys):
            wrong.add((now[index]["event"], now[index]["t"]))
    return wrong


def believed(events: Sequence[Event]) -> list[Event]:
    """Throws, moves and turns as they stand once all is put right, in the order in which they were told."""
    some = [event for event in events if event["event"] in (*COMMITS, "corrected")]
    told_in_order = ({**event, "when": event["t"]} if event["event"] in COMMITS else event for event in some)
    return [event for event in put_right(told_in_order) if event["event"] in COMMITS]


def unlike(some: Sequence[object], others: Sequence[object]) -> list[int]:
    """Indices of those that are not in the longest sequence that both have in common."""
    start = 0
    while start < min(len(some), len(others)) and some[start] == others[start]:
        start += 1
    rows, columns = len(some) - start, len(others) - start
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            same = some[start + i] == others[start + j]
            best[i][j] = 1 + best[i + 1][j + 1] if same else max(best[i + 1][j], best[i][j + 1])
    left, i, j = [], 0, 0
    while i < rows:
        if j < columns and some[start + i] == others[start + j]:
            i, j = i + 1, j + 1
        elif j < columns and best[i][j + 1] >= best[i + 1][j]:
            j += 1
        else:
            left.append(start + i)
            i += 1
    return left


def _matched(
    truth: Sequence[Event], events: Sequence[Event], words: Sequence[str]
) -> tuple[int, int, int, int]:
    """How many happened, were told, were told by their rule or word, and were told without having happened."""
    happened = [event for event in truth if event["event"] in words]
    free = [event for event in events if event["event"] in words]
    count, found, named = len(free), 0, 0
    for event in happened:
        near = [one for one in free if WINDOW[0] <= one["t"] - event["t"] <= WINDOW[1]]
        if near:
            free.remove(near[0])
            found += 1
            named += all(near[0].get(key) == event.get(key) for key in ("event", "rule"))
    return len(happened), found, named, count - found


def _recovered(lived: Lived, right: Sequence[bool]) -> list[Recovery]:
    found = []
    for fault in lived.faults:
        since = right[fault.throw :]
        again = next((k for k in range(len(since)) if all(since[k : k + RIGHT_AGAIN])), None)
        if since:
            found.append(Recovery(fault.kind, len(since) if again is None else again, again is not None))
    return found
