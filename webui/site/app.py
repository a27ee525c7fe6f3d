"""The site: `create_app` wires pages and API to a given live table."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask, request
from flask_wtf.csrf import CSRFProtect
from jinja2 import StrictUndefined
from werkzeug.routing import IntegerConverter

from ..box.name import box_name
from ..box.network import ANYWHERE, Listening
from ..checkup.frame_colours import FrameColours
from ..live.broker.publisher import Publisher
from ..live.classroom.addresses import Addresses
from ..live.classroom.hub import EveryTable
from ..live.classroom.practice import PracticeTables
from ..live.classroom.tables import FurtherTables
from ..live.gnubg.analyst import Analyst
from ..live.live import Live
from ..live.lookout import Lookout
from ..store.broker import BrokerSettings
from ..store.classes import Classes
from ..store.seats import Seats
from ..table.values.languages import LANGUAGES
from ..table.values.setup import Setup
from ..words import native_name
from . import guard
from .auth import Door, session_key
from .context import Site, Streams, address, here, home_address, memory, moment, role, signed_in, site
from .health import piste_version
from .limits.bodies import larger_bodies
from .pages.errors import word_errors
from .pages.refusing import lead_from_practice, refuse_settings, refuse_strangers
from .practice.opponent import as_gnubg
from .roles import Role
from .routes import ROUTES
from .sessions import LastingSessions
from .statics import STATIC, pack_page, send, stamp

STREAMS = 64
"""Event streams that may be open at once; `serve` gives the server more threads than that."""


class Pages(Flask):
    """Flask, with one address at all tables for each file that never changes."""

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """As Flask's."""
        found = super().url_for(endpoint, **values)
        return found.removeprefix(request.script_root) if endpoint == "static" else found


class Number(IntegerConverter):
    """A number in an address, with as many digits as the journal can count."""

    regex = r"\d{1,18}"


def set_up(app: Flask, data: Path, cookie: str, clock: Callable[[], float], *, https: bool) -> None:
    """Gives a site its static files, sessions and templates.

    Args:
        app: the site.
        data: the folder of the session key.
        cookie: the name of its cookie: two sites on one machine have two.
        clock: seconds, never decreasing.
        https: cookies go over encrypted connections only.

    Raises OSError if the folder cannot be written to.
    """
    app.url_map.converters["int"] = Number
    app.add_url_rule(f"/static/{stamp(STATIC)}/<path:filename>", "static", send)
    app.config.update(
        SECRET_KEY=session_key(data),
        SESSION_COOKIE_NAME=cookie,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_SECURE=https,
        WTF_CSRF_SSL_STRICT=False,  # it needs a Referer, which no page of this site sends; the token is checked
        PERMANENT_SESSION_LIFETIME=timedelta(hours=12),
        WTF_CSRF_TIME_LIMIT=None,  # a tablet lies open all day; the token still dies with its session
        MAX_CONTENT_LENGTH=64 * 1024,
    )
    app.session_interface = LastingSessions(clock)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined


def create_app(
    live: Live,
    data: Path,
    *,
    camera: bool = False,
    demo: Setup | None = None,
    lookout: Lookout | None = None,
    first_word: str = "",
    reset: str = "",
    power: Path | None = None,
    restores: Callable[[Path], None] | None = None,
    listening: Listening = ANYWHERE,
    tables: FurtherTables | None = None,
    streams: int = STREAMS,
    https: bool = False,
    clock: Callable[[], float] = time.monotonic,
    chance: Random | None = None,
    analyst: Analyst | None = None,
) -> Flask:
    """The site on a live table.

    Args:
        live: the table.
        data: the folder of the codes and the session key.
        camera: True if the table follows a camera or a recording.
        demo: the game of the demonstration recording, if the table follows that.
        lookout: what the camera observes, if there is one.
        first_word: the one-time word that allows choosing the first teacher's code.
        reset: the command that makes a new teacher's code, shown to the person at this machine.
        power: the file whose content shuts the box down; None if Piste may not shut the machine down.
        restores: reopens the site on a backup; None if nothing can.
        listening: where the site listens, and under which names.
        tables: those of the box beside this one; None if it can have no other.
        streams: event streams that may be open at once.
        https: cookies go over encrypted connections only.
        clock: seconds, never decreasing.
        chance: where dice and Piste's moves at practice tables come from; None for the system's own source.
        analyst: has matches of Backgammon analysed; None for GNU Backgammon, where it is installed.

    Raises OSError if the folder cannot be written to.
    """
    app = Pages("webui", static_folder=None)
    set_up(app, data, "piste", clock, https=https)
    door = Door(data, clock, first_word)
    places = Classes(data), Seats(data), FrameColours(data)
    shared_out = Streams(streams, clock=clock, further=lambda: sum(1 for _ in tables or ()))
    adviser = as_gnubg(shared_out.closing)
    practices = PracticeTables(lambda number: place.forget(number), clock, chance, adviser)
    every = EveryTable(lambda: place.tables_now(), shared_out.closing, clock, lambda: practices.played)
    publisher = Publisher(
        BrokerSettings(data), every.snapshot, lambda: [(table.number, table.live) for table in place.every_table()],
        lambda: (piste_version(), box_name(data)), shared_out.closing,
        class_of=lambda table, game: place.class_of(table, game),
    )  # fmt: skip
    place = Site(
        live, door, *places, shared_out, every, practices, publisher,
        analyst or Analyst(shared_out.closing), clock, clock(), camera, demo, lookout, reset,
        power, restores, listening, tables=tables,
    )  # fmt: skip
    app.extensions["piste"] = place
    pages = Addresses(app.wsgi_app, lambda number: (place.at_table(number) or place.at_practice(number)) is not None)
    app.wsgi_app = pages  # type: ignore[method-assign]  # Flask's documentation wraps a layer around an app this way
    add_words(app)
    app.url_value_preprocessor(larger_bodies)
    CSRFProtect(app)
    shared = {"moment": moment, "memory": memory}
    app.context_processor(lambda: shared | {"teacher": signed_in(), "plays": role() >= Role.PUPIL, "site": site()})
    app.jinja_env.globals |= {"address": address, "home": home_address}
    app.context_processor(lambda: {"box": box_name(data), "languages": {code: native_name(code) for code in LANGUAGES}})
    app.before_request(guard.refuse_strange_hosts)
    app.before_request(lead_from_practice)
    app.before_request(refuse_strangers)
    app.before_request(refuse_settings)
    app.after_request(guard.add_headers)
    app.after_request(pack_page)
    for routes in ROUTES:
        app.register_blueprint(routes)
    word_errors(app)
    return app


def add_words(app: Flask) -> None:
    """Templates speak the reader's language."""
    app.jinja_env.globals["language"] = lambda: here().language
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # the extension brings it
        lambda text: here().catalog.gettext(text),
        lambda singular, plural, n: here().catalog.ngettext(singular, plural, n),
        newstyle=True,
    )


def compile_templates(app: Flask) -> None:
    """Compiles the templates of all pages, so that no tap waits for the first drawing of a game (50 to 90 ms)."""
    for name in app.jinja_env.list_templates(extensions=["html"]):
        app.jinja_env.get_template(name)
