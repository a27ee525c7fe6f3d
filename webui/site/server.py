"""Serves the site on the local network: a socket, the addresses to show, and a clean end."""

from __future__ import annotations

import io
import signal
import socket
import ssl
import threading
from functools import partial
from types import FrameType

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.task import ThreadedTaskDispatcher

from ..box.card import Card, ways
from ..words import Words
from .context import Site
from .limits.bodies import Parser, teachers
from .limits.connections import CONNECTIONS, SharingServer
from .limits.requests import Requests
from .tls import EncryptedServer

THREADS = 96
"""Threads: more than the event streams allowed, so that pages always find one."""
LONGEST_HEAD = 16 * 1024
"""Bytes of a request's line and headers; its body is bounded by MAX_CONTENT_LENGTH."""
MOMENT = 0.5
"""Seconds until an end that the site itself asked for."""
UNSENT = 1024 * 1024
"""Bytes buffered for a reader who does not read; then the writer waits. Nothing becomes a file."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free one, and "::" listens at the addresses of IPv4, too.

    Raises OSError, its `filename` the address and the port.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        if listener.family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind((host, port))
        listener.listen(64)
    except OSError as error:
        listener.close()
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from error
    return listener


def greeting(w: Words, card: Card, here: str, certificate: str = "") -> str:
    """The first output of the terminal: the addresses, each with a QR code, and how the teacher signs in.

    Args:
        w: the words of that language.
        card: where tablets find the site, and the one-time word.
        here: the page's address on this machine itself.
        certificate: its fingerprint if the site is served over https; "" for http.
    """
    lines = [here]
    if certificate:
        lines.append(compares(w, certificate))
    if card.addresses:
        lines += ways(w, card, qr_code)
    if card.word:
        lines.append(w.t("No teacher's code exists yet: choose one at %(address)s", address=here))
        spaced = f"{card.word[:4]} {card.word[4:]}"
        lines.append(w.t("or on a tablet, with this word, which holds until then: %(word)s", word=spaced))
    else:
        lines.append(w.t("Teacher's code forgotten? This makes a new one: %(command)s", command=card.reset))
    return "\n".join(lines)


def compares(w: Words, certificate: str) -> str:
    """What to compare a certificate's fingerprint with, the first time that a browser opens the site."""
    return w.t("Each browser warns once. Go on only if its fingerprint (SHA-256) is this one: %(sum)s", sum=certificate)


def qr_code(url: str) -> str:
    """The URL as a QR code made of characters."""
    import segno

    drawn = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")


def server_on(app: Flask, listener: socket.socket, tls: ssl.SSLContext | None = None) -> SharingServer:
    """A waitress server with enough threads for pages and streams; its `run` serves until SystemExit.

    What strangers send or do not read is bounded: LONGEST_HEAD and MAX_CONTENT_LENGTH in, UNSENT and one piece of an
    answer out, for each of at most CONNECTIONS. Only the teacher may send a backup (`webui.site.limits.bodies`).
    """
    body = app.config["MAX_CONTENT_LENGTH"] + 1  # refused before reading, not after
    bounds = Adjustments(
        sockets=[listener],
        threads=THREADS,
        ident="piste",
        connection_limit=CONNECTIONS + 100,  # also those that are just being ended
        cleanup_interval=5,
        channel_timeout=60,
        max_request_header_size=LONGEST_HEAD,
        max_request_body_size=body,
        inbuf_overflow=LONGEST_HEAD + body,
        outbuf_high_watermark=UNSENT,
        outbuf_overflow=16 * UNSENT,
        log_socket_errors=False,  # a tablet that vanishes is no error
        asyncore_use_poll=True,
        url_scheme="https" if tls else "http",
    )
    workers = ThreadedTaskDispatcher()
    workers.set_thread_count(THREADS)
    where = (listener.family, listener.type, listener.proto, listener.getsockname())
    served = Requests(app, clock=app.extensions["piste"].clock)
    kind = SharingServer if tls is None else EncryptedServer
    server = kind(
        served, {}, _sock=listener, dispatcher=workers, adj=bounds, sockinfo=where, bind_socket=False
    )
    server.parser = partial(Parser, may=teachers(app))
    if isinstance(server, EncryptedServer) and tls is not None:
        server.context = tls
    return server


def end_soon() -> None:
    """Ends `run` of the main thread like SIGTERM, after a moment for answers in progress."""
    main = threading.main_thread().ident
    if main is not None:
        timer = threading.Timer(MOMENT, signal.pthread_kill, (main, signal.SIGTERM))
        timer.daemon = True
        timer.start()


def run(app: Flask, listener: socket.socket, tls: ssl.SSLContext | None = None) -> None:
    """Serves until SIGINT or SIGTERM, over TLS if given; then streams end and open answers get a while."""
    place: Site = app.extensions["piste"]
    server = server_on(app, listener, tls)

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
