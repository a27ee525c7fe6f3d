"""Server-sent events: the newest view at once, then each new version, and a heartbeat in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

from flask import Response, request, stream_with_context
from flask_babel import gettext

from .context import Site, View
from .digits import whole
from .guard import asked_by_another_site
from .problems import problem

HEARTBEAT = 15.0
"""Seconds between two signs of life on a silent stream."""
LOOK_UP = 1.0
"""Seconds after which a waiting stream looks whether the server is closing."""


def message(view: View, data: str) -> str:
    """One message: its id is the view's version, its data may have several lines."""
    body = "".join(f"data: {line}\n" for line in data.splitlines())
    return f"id: {view['version']}\nevent: table\n{body}\n"


def events(place: Site, write: Callable[[View], str], seen: int | None) -> Iterator[str]:
    """The messages of one stream, for ever; `seen` is the version that the reader already has, or None."""
    yield "retry: 1000\n\n"
    view = place.live.snapshot()
    if view["version"] != seen:
        yield message(view, write(view))
    silent = 0.0
    while not place.streams.closing.is_set():
        newer = place.live.wait(view["version"], LOOK_UP)
        if newer is not None and newer["version"] != view["version"]:
            view, silent = newer, 0.0
            yield message(view, write(view))
        else:
            silent += LOOK_UP
        if silent >= HEARTBEAT:
            silent = 0.0
            yield ": still here\n\n"


def event_stream(place: Site, write: Callable[[View], str]) -> Response:
    """The answer that keeps an open stream; 403 for a page of another site. Raises StreamsFull when too many are open.

    A `Last-Event-ID` that is no version counts as none: its reader gets the newest view.
    """
    if asked_by_another_site():
        return problem(403, gettext("A page of another site cannot watch this table."))
    seen = whole(request.headers.get("Last-Event-ID", ""))
    with ExitStack() as held:  # whatever fails in here gives the place back
        place.streams.enter()
        held.callback(place.streams.leave)
        answer = Response(stream_with_context(events(place, write, seen)), mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        answer.call_on_close(held.pop_all().close)
    return answer
