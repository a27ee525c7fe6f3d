"""The site: `create_app` wires pages and API to a live table that is handed in."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from flask import Flask, request
from flask_babel import Babel, get_locale
from flask_wtf.csrf import CSRFProtect
from jinja2 import StrictUndefined

from ..live.lookout import Lookout
from ..table.setup import Setup
from ..words import CATALOGS, LANGUAGES
from . import api, guard, health
from .auth import Door, session_key
from .context import LiveTable, Site, Streams, signed_in, site
from .pages import (
    area as pages_area,
)
from .pages import (
    camera as pages_camera,
)
from .pages import (
    capture as pages_capture,
)
from .pages import (
    check as pages_check,
)
from .pages import (
    login as pages_login,
)
from .pages import (
    new as pages_edit,
)
from .pages import (
    table as pages,
)
from .pages.beside import BESIDE
from .pages.errors import word_errors

STREAMS = 24
"""Event streams that may be open at once; `serve` gives the server more threads than that."""


def create_app(
    live: LiveTable,
    data: Path,
    *,
    camera: bool = False,
    demo: Setup | None = None,
    lookout: Lookout | None = None,
    streams: int = STREAMS,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """The site on a live table.

    Args:
        live: the table.
        data: the folder of the PIN and the session key.
        camera: True when the table follows a camera or a recording.
        demo: the game of the demonstration recording, when that is what it follows.
        lookout: what the camera sees, where one is followed.
        streams: event streams that may be open at once.
        clock: seconds, never decreasing.

    Raises OSError where the folder cannot be written to.
    """
    app = Flask("webui")
    app.config.update(
        SECRET_KEY=session_key(data),
        SESSION_COOKIE_NAME="piste",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        PERMANENT_SESSION_LIFETIME=timedelta(hours=12),
        WTF_CSRF_TIME_LIMIT=None,  # a tablet lies open all day; the token still dies with its session
        MAX_CONTENT_LENGTH=64 * 1024,
        BABEL_TRANSLATION_DIRECTORIES=str(CATALOGS),
        BABEL_DEFAULT_LOCALE=LANGUAGES[0],
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    door = Door(data, clock)
    app.extensions["piste"] = Site(live, door, Streams(streams), clock, clock(), camera, demo, lookout)
    Babel(app, locale_selector=language)
    app.jinja_env.globals["get_locale"] = get_locale
    CSRFProtect(app)
    app.context_processor(lambda: {"teacher": signed_in(), "site": site()})
    app.before_request(guard.refuse_strange_hosts)
    app.after_request(guard.add_headers)
    cameras = (pages_camera, pages_area, pages_check, pages_capture)
    for part in (pages, pages_edit, pages_login, *cameras, api, health):
        app.register_blueprint(part.routes)
    word_errors(app)
    for routes in BESIDE:
        app.register_blueprint(routes)
    return app


def language() -> str:
    """The reader's language: chosen on the page, else French."""
    chosen = request.cookies.get("language", "")
    return chosen if chosen in LANGUAGES else LANGUAGES[0]
