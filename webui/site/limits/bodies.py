"""How large a request may be: 64 KB; more only for the teacher, checked before it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeAlias

from flask import Flask, Request, request
from waitress.parser import HTTPRequestParser
from werkzeug.test import EnvironBuilder

from ...live.classroom.addresses import path_at_table
from ..context import Site, role
from ..roles import Role

LARGEST = 64 * 1024 * 1024
"""Bytes of an uploaded backup; a year of lessons has two or three million."""
MATCH = 1024 * 1024
"""Bytes of another program's match."""
PICTURE = 4 * 1024 * 1024
"""Bytes of a picture from a phone."""


@dataclass(frozen=True)
class Larger:
    """What may be sent to an address.

    Attributes:
        most: bytes.
        within: seconds in which they must arrive completely.
    """

    most: int
    within: float


LARGER: Mapping[str, Larger] = {
    "/enseignant/restauration": Larger(LARGEST, 300.0),
    "/enseignant/import": Larger(MATCH, 20.0),
    "/camera/telephone": Larger(PICTURE, 20.0),
}
"""The addresses that accept more than a form, from the teacher only."""

Bound: TypeAlias = Callable[[HTTPRequestParser], bool]
"""Whether the sender of these headers may send more than a form."""


class Parser(HTTPRequestParser):
    """One incoming request.

    Args:
        adj: the server's adjustments.
        may: says who may send more than a form.

    Attributes:
        within: seconds in which it must be complete; 0 for ordinary requests.
    """

    def __init__(self, adj: Any, may: Bound) -> None:
        super().__init__(adj)
        self.within = 0.0
        self._may = may

    def parse_header(self, header_plus: bytes) -> None:
        """Reads the headers; from here on the body is bounded."""
        super().parse_header(header_plus)
        head = vars(self)  # what was read; the library has no type for it
        larger = LARGER.get(path_at_table(str(head.get("path")))[2]) if head.get("command") == "POST" else None
        if larger is not None and not self.chunked and self._may(self):
            self.adj, self.within = copy(self.adj), larger.within
            self.adj.max_request_body_size = larger.most


def larger_bodies(endpoint: str | None, values: object) -> None:
    """Before a request is read: only the teacher may send more than a form."""
    larger = LARGER.get(request.path) if request.method == "POST" else None
    if larger is not None and role() is Role.TEACHER:
        request.max_content_length = larger.most


def teachers(app: Flask) -> Bound:
    """Whether a request's headers come from a device opened with the teacher's code."""

    def may(parser: HTTPRequestParser) -> bool:
        cookie = vars(parser)["headers"].get("COOKIE", "")
        asked = Request(EnvironBuilder(headers=[("Cookie", cookie)]).get_environ())
        session = app.session_interface.open_session(app, asked)
        place: Site = app.extensions["piste"]
        stamp = place.door.stamp()
        return bool(stamp) and session is not None and session.get("teacher") == stamp

    return may
