"""Served while the journal cannot be opened: a page that says why and what to do."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterable
from html import escape
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from ..store.file import JournalError
from ..table.values.languages import LANGUAGES
from ..words import N_, words

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

AGAIN = 5.0
"""Seconds for which the page is served before the next attempt."""

TODO = {
    "journal_full": N_("The disk is full: free some room on it."),
    "journal_read_only": N_("Nothing can be written to the data folder: is its disk sound?"),
    "journal_busy": N_("Another program holds the journal: end it."),
    "journal_newer": N_("A newer Piste wrote the journal: install that one again."),
    "journal_older": N_("A Piste before 1.0.0 wrote the journal: move it away to begin a new one."),
}
"""What to do, by the word of the error; nothing is ever deleted."""

HEADERS = [
    ("Content-Security-Policy", "default-src 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
]


class RecoveryServer(ThreadingMixIn, WSGIServer):
    """Answers on a listening socket, each visitor in a daemon thread."""

    daemon_threads = True

    def __init__(self, listener: socket.socket, error: JournalError) -> None:
        super().__init__(listener.getsockname(), SilentHandler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener.dup()
        self.server_name, self.server_port = "piste", listener.getsockname()[1]
        self.setup_environ()
        self.set_app(RecoveryPage(error))


class SilentHandler(WSGIRequestHandler):
    """Logs no visits, and waits for nobody for long."""

    timeout = 5

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


class RecoveryPage:
    """The application: one page, and two addresses for machines."""

    def __init__(self, error: JournalError) -> None:
        self.error = error

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """An answer. The process lives (/healthz); everything else is 503, with what is wrong."""
        path = environ.get("PATH_INFO", "")
        if path == "/healthz":
            status, kind, body = "200 OK", "application/json", json.dumps({"status": "ok"})
        elif path.startswith(("/readyz", "/api/")):
            status, kind = "503 Service Unavailable", "application/json"
            body = json.dumps({"status": "problem", "problems": [self.error.word], "camera": "none"})
        else:
            status, kind, body = "503 Service Unavailable", "text/html; charset=utf-8", self.page(environ)
        start(status, [("Content-Type", kind), ("Retry-After", f"{AGAIN:.0f}"), *HEADERS])
        return [body.encode()]

    def page(self, environ: WSGIEnvironment) -> str:
        """The page in the reader's language."""
        wanted = parse_accept_header(environ.get("HTTP_ACCEPT_LANGUAGE"), LanguageAccept)
        w = words(wanted.best_match(LANGUAGES) or LANGUAGES[0])
        title = w.t("Piste cannot open its memory")
        lines = [
            w.t(TODO.get(self.error.word, N_("The journal cannot be opened."))),
            w.t("Nothing was deleted. This page tries again by itself, and Piste goes on as soon as it can."),
        ]
        paragraphs = "".join(f"<p>{escape(line)}</p>" for line in lines)
        return (
            f'<!doctype html><html lang="{w.language}"><meta charset="utf-8">'
            f'<meta http-equiv="refresh" content="{AGAIN:.0f}">'
            f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
            f"<h1>{escape(title)}</h1>{paragraphs}<p><code>{escape(str(self.error))}</code></p></html>"
        )


def serve(listener: socket.socket, error: JournalError, seconds: float = AGAIN) -> None:
    """Serves the page for that time."""
    with RecoveryServer(listener, error) as server:
        server.timeout = 0.2
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            server.handle_request()
