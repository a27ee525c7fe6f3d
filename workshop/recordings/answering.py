"""A recording watched beside a player who answers, truthfully and with one tap, what Piste asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from webui.table.actions import AnswerRoll, AnswerTile
from webui.table.reducer import NotNow, Step, Table, close, open_table, see, touch
from webui.table.setup import NO_GAME, Setup
from webui.table.view import view
from webui.words.games.sentences import foul_sentence

from .aligned import FLIP, Event, cast_before

if TYPE_CHECKING:
    from vision.observation import Observation

ANSWER = "answer"
"""The word of an answer among the events."""
AFTER = 1.5
"""Seconds that a question stands until it is answered."""


def told_with_answers(setup: Setup, seen: Iterable[Observation], truth: Sequence[Event]) -> Iterator[Event]:
    """The events of a recording, and `answer` wherever a question was answered.

    Args:
        setup: the game.
        seen: what the eyes tell of the recording.
        truth: what happens in it.
    """
    step = open_table(setup, sentence=foul_sentence)
    asked: tuple[object, float] = (None, 0.0)
    time = 0.0
    for observation in seen:
        time = observation.time
        step = see(step.table, observation)
        yield from (event.as_json() for event in step.events)
        question = _question(step.table)
        if question != asked[0]:
            asked = (question, time)
        if question is not None and time - asked[1] >= AFTER:
            answered = _answered(step.table, truth, time)
            asked = (question, time)
            if answered is not None:
                step = answered
                yield {"event": ANSWER, "t": round(time, 3)}
                yield from (event.as_json() for event in step.events)
    yield from (event.as_json() for event in close(step.table, time).events)


def _question(table: Table) -> object:
    """What stands on the tablet to be answered; None where nothing does."""
    if table.setup.game == NO_GAME:
        return None
    doubt = view(table)["doubt"]
    return None if not doubt else (tuple(map(tuple, doubt["readings"])), str(doubt.get("asks")))


def _answered(table: Table, truth: Sequence[Event], time: float) -> Step | None:
    """The table after the answer; None where the truth is none that can be given."""
    asks = (view(table)["doubt"] or {}).get("asks")
    try:
        if table.throws.doubt:
            cast = cast_before(truth, time)
            rolled = cast is not None and cast["event"] == "roll_settled"
            return touch(table, AnswerRoll(tuple(cast["dice"])), time) if cast and rolled else None
        if asks:
            state = _state(truth, asks["seat"], asks["tile"], time)
            return touch(table, AnswerTile(asks["seat"], asks["tile"], state), time)
    except NotNow:
        return None
    return None


def _state(truth: Sequence[Event], seat: int, tile: int, time: float) -> str:
    """How a tile lies: as it was turned last."""
    turned = [event for event in truth if event["event"] == FLIP and event["t"] <= time]
    mine = [event["state"] for event in turned if (event["seat"], event["tile"]) == (seat, tile)]
    return str(mine[-1]) if mine else "open"
