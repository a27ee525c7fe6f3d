"""Sessions that do not depend on the wall clock: a Raspberry Pi has none and may set its time during a game.

Cookies are signed. A session ends after half a day without requests, by a monotonic clock; a restart starts that half
day again.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeSerializer

AT, RUN = "_at", "_run"
"""Keys of a session: when it was used last, and in which run of the program."""


class Untimed:
    """Signs and reads values; ignores any age."""

    def __init__(self, serializer: URLSafeSerializer) -> None:
        self._serializer = serializer

    def dumps(self, value: object) -> str:
        """The value as signed text."""
        text = self._serializer.dumps(value)
        return text if isinstance(text, str) else text.decode()

    def loads(self, text: str, max_age: int | None = None) -> Any:
        """The value of signed text. Raises itsdangerous.BadSignature."""
        return self._serializer.loads(text)


class LastingSessions(SecureCookieSessionInterface):
    """Flask's sessions, with their age by a monotonic clock.

    Args:
        clock: seconds, never decreasing.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._run = clock, secrets.token_hex(8)

    def get_signing_serializer(self, app: Flask) -> Any:
        """What signs the cookie."""
        how = {"key_derivation": self.key_derivation, "digest_method": hashlib.sha1}
        key = app.secret_key or b""
        return Untimed(URLSafeSerializer(key, salt=self.salt, serializer=self.serializer, signer_kwargs=how))

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a request: empty if unused for too long."""
        session = super().open_session(app, request)
        rest: timedelta = app.permanent_session_lifetime
        if session and session.get(RUN) == self._run and self._clock() - session[AT] > rest.total_seconds():
            return self.session_class()
        return session

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Writes it back with the time; an empty one stays empty."""
        if session.keys() - {AT, RUN} and session.permanent:
            session[AT], session[RUN] = self._clock(), self._run
        super().save_session(app, session, response)
