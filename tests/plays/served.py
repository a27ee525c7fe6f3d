"""A site behind its own server, on a port of this machine."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from flask import Flask

from webui.site import server
from webui.site.limits.connections import SharingServer


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
