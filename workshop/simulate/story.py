"""One simulated game in lines: what happened, and what the table reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from webui.table.reducer import open_table, see

from .game import FILMED, PLAYED, Lived, Wish
from .noise import CountedNoise
from .world import lived

TOLD = ("roll_settled", "move_accepted", "move_refused", "turn_passed", "corrected", "roll_uncertain")
AROUND = 25.0
"""Seconds before and after the fault that the story covers."""


def story(noise: CountedNoise, kind: str, number: int) -> list[str]:
    """The lines of a game with one fault and no other, around it.

    Args:
        noise: how eyes err.
        kind: of the fault, a key of `faults.FORCED`.
        number: which game, from 0.

    Raises:
        ValueError: the fault does not happen in that game.
    """
    wish = Wish((kind,), 0.0)
    lived_game = lived(Random(f"story-{number}"), noise.without_errors(), PLAYED[FILMED[number % len(FILMED)]], wish)
    when = next((fault.t for fault in lived_game.faults if fault.kind == kind), None)
    if when is None:
        raise ValueError(f"number: expected a game in which {kind} happens; game {number} ends before")
    return list(_lines(lived_game, list(_events_of(lived_game)), kind, when))


def _events_of(lived: Lived) -> Iterator[Mapping[str, Any]]:
    step = open_table(lived.setup)
    for look in lived.looks:
        step = see(step.table, look)
        yield from (event.as_json() for event in step.events)


def _lines(lived: Lived, reported: Sequence[Mapping[str, Any]], kind: str, when: float) -> Iterator[str]:
    happened = [(event["t"], "happened", event) for event in lived.truth if event["event"] in TOLD]
    reports = [(event["t"], "told", event) for event in reported if event["event"] in TOLD]
    fault = [(when, "fault", {"event": kind})]
    for t, who, event in sorted([*happened, *reports, *fault], key=lambda line: line[0]):
        if abs(t - when) <= AROUND:
            yield f"{t:7.1f} s  {who:9}{event['event']:15}{_what(event)}"


def _what(event: Mapping[str, Any]) -> str:
    if event["event"] == "corrected":
        return f"{event['what']}: {event['before']} -> {event['after']}, by the {event['reason']}"
    names = ("dice", "closed", "rule", "readings", "score")
    value = next((event[name] for name in names if event.get(name) is not None), "")
    return f"seat {event['seat']}: {value}" if event.get("seat") else str(value)
