"""Devices opened with the teacher's code: a cookie by which their attempts are counted separately.

It opens nothing. It holds a random name and a signature, and no personal data.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from flask import Response, current_app, request

from .limits.tries import known_device

COOKIE = "piste-device"
YEAR = 365 * 24 * 3600
NAME_BYTES = 9


def caller() -> str:
    """Whose attempts are counted: the known device, else the address."""
    name, _, signature = request.cookies.get(COOKIE, "").partition(".")
    if name.isascii() and hmac.compare_digest(_signature(name).encode(), signature.encode(errors="replace")):
        return known_device(name)
    return request.remote_addr or ""


def remembers_device(answer: Response) -> Response:
    """The answer that makes a device known for a year; a known device keeps its name."""
    device = caller()
    known = device.startswith(known_device(""))
    name = device.removeprefix(known_device("")) if known else secrets.token_urlsafe(NAME_BYTES)
    cookie = f"{name}.{_signature(name)}"
    answer.set_cookie(
        COOKIE, cookie, max_age=YEAR, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return answer


def _signature(name: str) -> str:
    key = current_app.secret_key
    assert isinstance(key, bytes)
    return hmac.new(key, b"known device " + name.encode(), sha256).hexdigest()
