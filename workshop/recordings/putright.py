"""The reports of a recording after every correction: the truth as Piste believes it at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Event = Mapping[str, Any]

WORDS = {"roll": "roll_settled", "move": "move_accepted", "turn": "turn_passed"}
"""What a correction is about -> the event that it replaces."""


def put_right(reported: Iterable[Event]) -> list[Event]:
    """The events in the order in which they happened, each `corrected` applied and itself left out.

    A correction without an event to replace adds the missing one.
    """
    events: list[Event] = []
    for event in reported:
        if event["event"] == "corrected" and event["what"] in WORDS:
            events = _applied(events, event)
        elif event["event"] != "corrected":
            events.append(event)
    return sorted(
        ({**event, "t": event.get("when", event["t"])} for event in events), key=lambda event: event["t"]
    )


def _applied(events: list[Event], correction: Event) -> list[Event]:
    word, after = WORDS[correction["what"]], correction["after"]
    matches = [
        k
        for k, event in enumerate(events)
        if event["event"] == word and correction["of"] is not None and _at(event, correction["of"])
    ]
    index = max(matches, key=lambda k: (_is(events[k], correction["before"]), k), default=None)
    if after is None:
        return events if index is None else [*events[:index], *events[index + 1 :]]
    fields = {"dice": after} if correction["what"] == "roll" else dict(after)
    named = {key: correction[key] for key in ("player", "seat") if key in correction}
    if index is not None:
        when = correction.get("when", events[index]["t"])
        return [
            *events[:index],
            {**events[index], "t": when, "when": when, **named, **fields},
            *events[index + 1 :],
        ]
    when = correction.get("when", correction["t"])
    place = next((k for k, event in enumerate(events) if event["t"] > when), len(events))
    return [*events[:place], {"event": word, "t": when, **named, **fields}, *events[place:]]


def _at(event: Event, of: float) -> bool:
    """The event was reported, or what it reports happened, at that second."""
    return any(abs(event[key] - of) < 0.002 for key in ("t", "when") if key in event)


def _is(event: Event, before: Any) -> bool:
    """The event is what a correction replaces: of several at one time, only one is."""
    if isinstance(before, list):
        return sorted(event["dice"]) == sorted(before)
    return isinstance(before, Mapping) and all(event.get(key) == value for key, value in before.items())
