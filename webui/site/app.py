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

from ..checkup.frame_colours import FrameColours
from ..live.lookout import Lookout
from ..store.classes import Classes
from ..table.setup import Setup
from ..words import CATALOGS, LANGUAGES, NAMES
from . import api, guard, health
from .auth import Door, session_key
from .context import LiveTable, Site, Streams, moment, role, signed_in, site
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
    class_games as pages_class_games,
)
from .pages import (
    classes as pages_classes,
)
from .pages import (
    erase as pages_erase,
)
from .pages import (
    frames as pages_frames,
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
from .pages import (
    teacher as pages_teacher,
)
from .pages import (
    welcome as pages_welcome,
)
from .pages.beside import BESIDE
from .pages.errors import word_errors
from .pages.refusing import refuse_strangers
from .roles import Role
from .statics import STATIC, stamp

STREAMS = 64
"""Event streams that may be open at once; `serve` gives the server more threads than that."""


def create_app(
    live: LiveTable,
    data: Path,
    *,
    camera: bool = False,
    demo: Setup | None = None,
    lookout: Lookout | None = None,
    first_word: str = "",
    reset: str = "",
    streams: int = STREAMS,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """The site on a live table.

    Args:
        live: the table.
        data: the folder of the codes and the session key.
        camera: True when the table follows a camera or a recording.
        demo: the game of the demonstration recording, when that is what it follows.
        lookout: what the camera sees, where one is followed.
        first_word: whoever knows it may choose the teacher's code where there is none yet.
        reset: the command that makes a new teacher's code, for whoever stands before this machine.
        streams: event streams that may be open at once.
        clock: seconds, never decreasing.

    Raises OSError where the folder cannot be written to.
    """
    app = Flask("webui", static_url_path=f"/static/{stamp(STATIC)}")
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
    door = Door(data, clock, first_word)
    place = Site(live, door, Classes(data), Streams(streams), clock, clock(), camera, demo, lookout, reset)
    app.extensions["piste"] = place
    app.extensions["frames"] = FrameColours(data)
    Babel(app, locale_selector=language)
    app.jinja_env.globals["get_locale"] = get_locale
    CSRFProtect(app)
    shared = {"moment": moment, "languages": NAMES}
    app.context_processor(lambda: shared | {"teacher": signed_in(), "plays": role() >= Role.PUPIL, "site": site()})
    app.before_request(guard.refuse_strange_hosts)
    app.before_request(refuse_strangers)
    app.after_request(guard.add_headers)
    cameras = (pages_camera, pages_area, pages_check, pages_capture, pages_frames)
    teachers = (pages_teacher, pages_classes, pages_class_games, pages_erase)
    for part in (pages, pages_edit, pages_login, pages_welcome, *teachers, *cameras, api, health):
        app.register_blueprint(part.routes)
    word_errors(app)
    for routes in BESIDE:
        app.register_blueprint(routes)
    return app


def language() -> str:
    """The reader's language: chosen on the page, else the device's first that Piste speaks, else French."""
    chosen = request.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
