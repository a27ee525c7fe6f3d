"""Serving the site on the local network: a socket, the addresses to tell people, and a clean end."""

from __future__ import annotations

import io
import signal
import socket
from types import FrameType

from flask import Flask
from waitress.server import BaseWSGIServer, MultiSocketServer, create_server

from ..words import Words
from .context import Site

THREADS = 80
"""More than the event streams that may be open at once, so that a page always finds one."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free one. Raises OSError saying which port could not be had."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(64)
    except OSError as error:
        listener.close()
        why = f"cannot listen on {host} port {port} ({error.strerror}); try another --port"
        raise OSError(error.errno, why) from error
    return listener


def network_address() -> str | None:
    """This machine's address in the local network; None without one. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation: only the route is looked up
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def tablets_address(host: str, port: int) -> str:
    """The address for the tablets of the local network, as people type it; "" where they cannot reach this machine."""
    address = network_address() if host in ("0.0.0.0", "") else host
    return f"http://{address}:{port}/" if address and not address.startswith("127.") else ""


def greeting(w: Words, host: str, port: int, word: str, reset: str) -> str:
    """What the terminal shows first, in its language: the addresses, with a QR code, and how the teacher signs in.

    Args:
        w: the words of that language.
        host: where the site listens.
        port: the port it listens at.
        word: the word with which any tablet may choose the teacher's code; "" where there is one already.
        reset: the command that makes a new code.
    """
    here = f"http://127.0.0.1:{port}/"
    lines = [here]
    if url := tablets_address(host, port):
        lines += [w.t("On the tablets of this network: %(address)s", address=url), qr_code(url)]
    if word:
        lines.append(w.t("No teacher's code exists yet: choose one at %(address)s", address=f"{here}bienvenue"))
        spaced = f"{word[:4]} {word[4:]}"
        lines.append(w.t("or on a tablet, with this word, which holds until then: %(word)s", word=spaced))
    else:
        lines.append(w.t("Teacher's code forgotten? This makes a new one: %(command)s", command=reset))
    return "\n".join(lines)


def qr_code(url: str) -> str:
    """The URL as a QR code made of characters."""
    import segno

    drawn = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")


def server_on(app: Flask, listener: socket.socket) -> BaseWSGIServer | MultiSocketServer:
    """A waitress server with threads enough for pages and streams; its `run` serves until SystemExit."""
    return create_server(
        app,
        sockets=[listener],
        threads=THREADS,
        ident="piste",
        connection_limit=200,
        channel_timeout=60,
        max_request_body_size=app.config["MAX_CONTENT_LENGTH"]
        + 1,  # refused before it is taken in, not after
        asyncore_use_poll=True,
    )


def run(app: Flask, listener: socket.socket) -> None:
    """Serves until SIGINT or SIGTERM; then every stream ends, and open answers get a few seconds."""
    place: Site = app.extensions["piste"]
    server = server_on(app, listener)

    def stop(number: int, frame: FrameType | None) -> None:
        place.streams.closing.set()
        raise SystemExit(0)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run()  # returns after SystemExit, once its threads have ended
    finally:
        server.close()
        for number, handler in before.items():
            signal.signal(number, handler)
