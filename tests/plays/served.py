"""A site behind its own server, on a port of this machine; its pages, found in its own list of addresses."""

import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from flask import Flask

from webui.site import server
from webui.site.limits.connections import SharingServer

NO_PAGE = re.compile(
    r"^/(static|api|crops|healthz|readyz|metrics)|/(events|pieces|now|moments|liste)$|\.(jpg|zip|webmanifest)$|<kind>|<form>"
)
"""Addresses that give programs, pictures or parts of a page."""
NAMED = {"number": "1", "game": "royal"}
"""What stands in an address for its parts."""


def addresses(app) -> Iterator[str]:
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and not NO_PAGE.search(rule.rule):
            yield re.sub(r"<(?:\w+:)?(\w+)>", lambda part: NAMED[part[1]], rule.rule)


@contextmanager
def served(app: Flask, host: str = "127.0.0.1", https: ssl.SSLContext | None = None) -> Iterator[SharingServer]:
    """It answers until it is left. Raises OSError where this machine has no such address."""
    serving = server.server_on(app, server.listen(host, 0), https)
    thread = Thread(target=serving.run, daemon=True)
    thread.start()
    try:
        yield serving
    finally:
        app.extensions["piste"].streams.closing.set()
        serving.task_dispatcher.shutdown()
        serving.close()
        thread.join(timeout=5)
