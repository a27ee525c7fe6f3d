"""Server-sent events: the newest view at once, then each new version, and a heartbeat in between.

A reader that accepts gzip gets one endless stream: each message is compressed with the earlier ones in mind, so that
only the changes of a new view travel.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Event
from typing import Protocol, TypeVar

from flask import Response, request, stream_with_context

from ..table.values.view import View
from .context import Site, Streams, here, role
from .digits import whole
from .guard import asked_by_another_site
from .limits.requests import LEAVES
from .problems import problem
from .roles import Role

HEARTBEAT = 3.0
"""Seconds between two signs of life on a silent stream: a page that misses them says that its link is lost."""
LOOK_UP = 1.0
"""Seconds after which a waiting stream looks whether the server is closing."""
BEAT = "event: beat\ndata:\n\n"
GZIP, MEMORY = 31, 6
"""zlib's numbers: a gzip with a window of 32 KB, which holds several views, and how much memory a stream may take."""


class Versioned(Protocol):
    """What a stream shows, such as a view."""

    @property
    def version(self) -> int:
        """Another number for whatever is newer."""


ShownT = TypeVar("ShownT", bound=Versioned)
Made = TypeVar("Made", bound=Versioned, covariant=True)


class Changing(Protocol[Made]):
    """What a stream waits on, such as a live table."""

    @property
    def closed(self) -> bool:
        """Whether nothing newer comes."""

    def snapshot(self) -> Made:
        """The newest."""

    def wait(self, version: int, timeout: float) -> Made | None:
        """The newest once it has another version; None after `timeout` seconds or at the close."""


def message(version: int, data: str) -> str:
    """One message: its id is the version of what it shows, its data may have several lines."""
    body = "".join(f"data: {line}\n" for line in data.splitlines())
    return f"id: {version}\nevent: table\n{body}\n"


def events(
    source: Changing[ShownT], write: Callable[[ShownT], str], known: int | None, closing: Event
) -> Iterator[str]:
    """The messages of one stream until one of both closes; `known` is the version that the reader has, or None."""
    yield "retry: 1000\n\n"
    view = source.snapshot()
    if view.version != known:
        yield message(view.version, write(view))
    silent = 0.0
    while not (closing.is_set() or source.closed):
        newer = source.wait(view.version, LOOK_UP)
        if newer is not None and newer.version != view.version:
            view, silent = newer, 0.0
            yield message(view.version, write(view))
        else:
            silent += LOOK_UP
        if silent >= HEARTBEAT:
            silent = 0.0
            yield BEAT


def packed(messages: Iterator[str]) -> Iterator[bytes]:
    """One gzip stream of all messages; each can be read as soon as it arrives."""
    pack = zlib.compressobj(6, zlib.DEFLATED, GZIP, MEMORY)
    for text in messages:
        yield pack.compress(text.encode()) + pack.flush(zlib.Z_SYNC_FLUSH)


def plain(messages: Iterator[str]) -> Iterator[bytes]:
    """The messages as they are."""
    return (text.encode() for text in messages)


def event_stream(place: Site, write: Callable[[View], str]) -> Response:
    """The stream of a table's views; a pupils' device that reads it watches that table."""
    return stream_of(place.live, place.streams, write, place.number if role() is Role.PUPIL else 0)


def stream_of(
    source: Changing[ShownT], streams: Streams, write: Callable[[ShownT], str], tablet_at: int = 0
) -> Response:
    """The answer that keeps an open stream; 403 for a page of another site. Raises StreamsFull if too many are open.

    An invalid `Last-Event-ID` counts as none: its reader gets the newest view.
    """
    if asked_by_another_site():
        return problem(403, here().t("A page of another site cannot watch this table."))
    gzip = request.accept_encodings["gzip"] > 0
    known = whole(request.headers.get("Last-Event-ID", ""))
    address = request.remote_addr or ""
    with ExitStack() as held:  # on any failure the place is freed
        streams.enter(address, tablet_at)
        held.callback(streams.leave, address, tablet_at)
        messages = events(source, write, known, streams.closing)
        body = packed(messages) if gzip else plain(messages)
        answer = Response(stream_with_context(body), mimetype="text/event-stream")
        if gzip:
            answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Vary"] = "Accept-Encoding, Cookie"
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        answer.call_on_close(held.pop_all().close)
        request.environ.get(LEAVES, _nothing)()  # from now on it counts as a stream
    return answer


def _nothing() -> None:
    """Nobody counts this request."""
