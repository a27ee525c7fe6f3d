"""A moment followed as `piste watch` follows it, and the final state of its game: by the table, and by its events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from vision.observation import Observation
from webui.commands.read import opened
from webui.commands.watch import events_of
from webui.live.memory import remembering
from webui.table.reducer import close, open_table, see
from webui.table.values.setup import Setup
from webui.words.games.sentences import foul_sentence

from ..putright import put_right
from ..watching import Recording, looked
from .play import standing

Story = dict[int, list[Any]]
"""Seat -> its throws, as their values in order of size or "unseen", and its closings, each as {"closes": tiles}."""


@dataclass(frozen=True)
class Followed:
    """What became of a moment.

    Attributes:
        ends: where the game stands by the table: open tiles and points by seat, and who owes what.
        open: the open tiles of each seat as the newest event about them tells, once corrections are applied.
        story: reported throws and closings by seat, after all corrections.
    """

    ends: dict[str, Any]
    open: dict[int, list[int]]
    story: Story


def followed(recording: Recording) -> Followed:
    """The film watched by the real eyes and the real table."""
    (eyes, memory), looks = remembering(opened("occe")), list[Observation]()

    def watched() -> Iterator[Observation]:
        for look in looked(recording, eyes, memory):
            looks.append(look)
            yield look

    events = put_right([event.as_json() for event in events_of(recording.setup, watched(), memory.played)])
    newest = {seat: list(range(1, 10)) for seat in recording.setup.seats}
    newest |= {event["seat"]: event["open"] for event in events if "open" in event and event.get("seat")}
    return Followed(_stands(recording.setup, looks), newest, story(events))


def expected(recording: Recording) -> Followed:
    """What should become of it, by its truth."""
    ends = recording.more["ends"]
    open_tiles = {int(seat): tiles for seat, tiles in ends["open"].items()}
    return Followed(ends, open_tiles, story(recording.truth))


def story(events: Iterable[Mapping[str, Any]]) -> Story:
    """Throws and closings by seat, in order."""
    by_seat: Story = {}
    for event in events:
        if event["event"] == "roll_settled":
            dice = "unseen" if event.get("unseen") else sorted(event["dice"])
            by_seat.setdefault(event["seat"], []).append(dice)
        elif event["event"] == "move_accepted":
            by_seat.setdefault(event["seat"], []).append({"closes": event["closed"]})
    return by_seat


def same_story(true: Story, reported: Story) -> bool:
    """Whether two stories are one; of an unseen throw only the fact counts."""
    return true.keys() == reported.keys() and all(
        len(events) == len(reported[seat]) and all(_alike(*pair) for pair in zip(events, reported[seat], strict=True))
        for seat, events in true.items()
    )


def _alike(first: Any, second: Any) -> bool:
    return bool(first == second or (first == "unseen" and isinstance(second, list)))


def _stands(setup: Setup, looks: Iterable[Any]) -> dict[str, Any]:
    step = open_table(setup, sentence=foul_sentence)
    time = 0.0
    for observation in looks:
        time = observation.time
        step = see(step.table, observation)
    parts = zip(("open", "scores", "due"), standing(close(step.table, time).table.playing), strict=True)
    stands: dict[str, Any] = json.loads(json.dumps(dict(parts)))
    return stands
