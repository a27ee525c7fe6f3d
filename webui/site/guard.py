"""Checks on every request and headers of every answer."""

from __future__ import annotations

import ipaddress
import re
import socket

from flask import Response, redirect, request
from werkzeug.wrappers import Response as WebResponse

from ..box.network import facing, own_wifi, url
from .context import here, site
from .probes import PROBES

HEADERS: tuple[tuple[str, str], ...] = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
)
PASSED_ON = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip")
"""Headers that a proxy on the machine adds to somebody else's request."""
HOST = re.compile(r"(?:\[([\da-fA-F:.]+(?:%\w+)?)\]|([\w.-]+))(?::\d*)?", re.ASCII)
"""The form of a Host header: an IPv6 address in brackets, or a name or IPv4 address; then a port."""
LOCAL_ENDINGS = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")


def name_in(host: str) -> str:
    """The name or address in a Host header, without its port; "" if it is malformed."""
    match = HOST.fullmatch(host)
    return (match[1] or match[2]).rstrip(".").lower() if match else ""


def known_host(host: str, names: tuple[str, ...] = ()) -> bool:
    """True for a numeric address, this machine's name, one of `names`, or a name that only the local network can give.

    This refuses outside pages whose names point here (DNS rebinding).
    """
    name = name_in(host)
    try:
        ipaddress.ip_address(name)
    except ValueError:
        here = socket.gethostname().lower()
        return name in {"localhost", here, here.split(".")[0], *names} or name.endswith(LOCAL_ENDINGS)
    return True


def refuse_strange_hosts() -> Response | WebResponse | None:
    """Before each request: answers 421 to a foreign Host, except to PROBES."""
    if known_host(request.headers.get("Host", "localhost"), site().listening.names):
        return None
    if (answer := _probed()) is not None:
        return answer
    text = here().t("Piste does not answer to this name: use its address, or its name in this network.")
    return Response(f"{text}\n", 421, mimetype="text/plain")


def _probed() -> Response | WebResponse | None:
    """On the box's own Wi-Fi: the answer to one of PROBES; None for anything else."""
    place, address = site(), request.remote_addr or ""
    asked = f"{request.headers.get('Host', '').lower().removesuffix(':80')}{request.path}"
    if request.method not in ("GET", "HEAD") or asked not in PROBES or own_wifi(place.door.data) is None:
        return None
    hoped = PROBES[asked] if address in place.staying else None
    if hoped is not None:
        return Response(hoped.body, hoped.status, mimetype=hoped.mimetype)
    here = facing(address)
    return redirect(f"{url(here, int(request.environ['SERVER_PORT']), request.scheme)}wifi") if here else None


def on_this_site(back: str) -> bool:
    """True for a path of this site: browsers leave out tabs and line breaks, and take "\\" for "/"."""
    return back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()


def on_the_machine_itself() -> bool:
    """True if a browser on this very machine asks for its loopback address, and nothing on it asks for others."""
    try:
        near = ipaddress.ip_address(request.remote_addr or "").is_loopback
        host = name_in(request.host)
        meant = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
    return near and meant and not any(name in request.headers for name in PASSED_ON)


def asked_by_another_site() -> bool:
    """True if a browser says that a page of another origin asks: it may read no answer, but it can keep one open.

    Browsers send `Sec-Fetch-Site` to addresses that they trust (127.0.0.1, localhost), and `Origin` to all where
    the asking page wants to read the answer.
    """
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        return True
    return request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")


def add_headers(answer: Response) -> Response:
    """After each request: the headers of HEADERS, and no caching of what changes."""
    for name, value in HEADERS:
        answer.headers.setdefault(name, value)
    if request.endpoint != "static":
        answer.headers.setdefault("Cache-Control", "no-store")
    elif answer.status_code == 200:
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"  # its address holds its hash
    return answer
