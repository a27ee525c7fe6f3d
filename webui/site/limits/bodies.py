"""How large a request may be: 64 KB of anybody, and a backup of the teacher alone, who is asked for before it comes."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, TypeAlias

from flask import Flask, Request
from waitress.parser import HTTPRequestParser
from werkzeug.test import EnvironBuilder

from ..context import Site

BACKUPS = "/enseignant/restauration"
"""The one address that takes more."""
LARGEST = 64 * 1024 * 1024
"""Bytes of a backup as it is sent; a year of lessons has two or three million."""
BACKUP_WITHIN = 300.0
"""Seconds in which it must have come whole."""

Bound: TypeAlias = Callable[[HTTPRequestParser], bool]
"""Whether whoever sends this head may send a backup."""


class Parser(HTTPRequestParser):
    """One request, as it comes.

    Args:
        adj: the server's adjustments.
        may: says who may send a backup.

    Attributes:
        within: seconds in which it must have come whole; 0 for those of everybody.
    """

    def __init__(self, adj: Any, may: Bound) -> None:
        super().__init__(adj)
        self.within = 0.0
        self._may = may

    def parse_header(self, header_plus: bytes) -> None:
        """Reads the head; the body is bounded from here on."""
        super().parse_header(header_plus)
        head = vars(self)  # what was read, of which the library's types tell nothing
        asked = (head.get("command"), head.get("path"))
        if asked == ("POST", BACKUPS) and not self.chunked and self._may(self):
            self.adj, self.within = copy(self.adj), BACKUP_WITHIN
            self.adj.max_request_body_size = LARGEST


def teachers(app: Flask) -> Bound:
    """Says whether a request's head is of a device that the teacher's code has opened."""

    def may(parser: HTTPRequestParser) -> bool:
        cookie = vars(parser)["headers"].get("COOKIE", "")
        asked = Request(EnvironBuilder(headers=[("Cookie", cookie)]).get_environ())
        session = app.session_interface.open_session(app, asked)
        place: Site = app.extensions["piste"]
        stamp = place.door.stamp()
        return bool(stamp) and session is not None and session.get("teacher") == stamp

    return may
