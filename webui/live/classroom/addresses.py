"""The addresses of a box's tables: /table/3/mur is the page /mur of table 3, and /mur that of the first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ...store.tables import FIRST

TABLE = "piste.table"
"""The name in a request's environment of the number of its table."""
PATH = re.compile(r"(/table/([1-9]\d{0,2}))(/.*)?", re.ASCII | re.DOTALL)

StartResponse: TypeAlias = Callable[..., Any]
Environment: TypeAlias = dict[str, Any]
Application: TypeAlias = Callable[[Environment, StartResponse], Iterable[bytes]]
"""WSGI's: begins an answer; a request; whoever answers it."""


def path_at_table(path: str) -> tuple[str, int, str]:
    """What a path begins with for its table, the number of that table, and the path of the page there.

    "/table/3/mur" -> ("/table/3", 3, "/mur"); "/mur" -> ("", 1, "/mur").
    """
    match = PATH.fullmatch(path)
    return (match[1], int(match[2]), match[3] or "/") if match else ("", FIRST, path)


class Addresses:
    """The site at each of its tables, as a WSGI application. A table that is not there has no pages.

    Args:
        application: the site, which finds the number of the table under TABLE.
        there: whether the box has a table of this number.
    """

    def __init__(self, application: Application, there: Callable[[int], bool]) -> None:
        self._application, self._there = application, there

    def __call__(self, environ: Environment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer of the page of that table."""
        prefix, number, path = path_at_table(environ.get("PATH_INFO", ""))
        if prefix and self._there(number):
            before = environ.get("SCRIPT_NAME", "")
            environ = environ | {"SCRIPT_NAME": f"{before}{prefix}", "PATH_INFO": path, TABLE: number}
        return self._application(environ, start_response)
