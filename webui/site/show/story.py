"""The story beside the board: the newest events worth a sentence, each shown once."""

from __future__ import annotations

from collections.abc import Iterator

from ...table.values.events import EventLine
from ...table.values.view import View
from ...words.corrections import just_put_right, report_of
from ...words.games.sentences import event_sentence

STORY = 3
TOLD = frozenset(
    {
        "game_started",
        "die_cocked",
        "die_off_board",
        "move_accepted",
        "move_refused",
        "turn_passed",
        "corrected",
    }
)
"""Events of the story beside the board, and throws told anew; the others show as they happen."""
MENDS = frozenset({"move_accepted", "move_withdrawn", "turn_passed", "corrected"})
"""Events that put a wrong move of the same player right, as one that fits and lies there does: it is told no more."""


def story(view: View, language: str, *, refusals: bool = True) -> tuple[str, ...]:
    """The newest sentences, newest first, without the one that the panel shows, and on request without refusals."""
    names = view.names
    told = (event for event in _worth(view) if refusals or event["event"] != "move_refused")
    worth = (event_sentence(event, names, language) for event in told)
    return tuple(text for _, text in zip(range(STORY), worth, strict=False))


def _worth(view: View) -> Iterator[EventLine]:
    now = just_put_right(view.history)
    fits = view.provisional and view.state != "refused"
    mended = {view.acting} if fits else set()
    for event in reversed(view.history):
        if event["event"] in MENDS:
            mended.add(event.get("player", 0))
        if event["event"] == "move_refused" and event.get("player") in mended:
            continue
        if event["event"] != "corrected":
            if event["event"] in TOLD or event.get("anew"):
                yield event
            continue
        correction = report_of(view.history, event)
        if correction is not None and correction != now:
            yield correction
