"""The site of a hall: `hall_app` wires its pages to what follows the broker."""

from __future__ import annotations

import time
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

from flask import Flask, Response, redirect, request, url_for
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from ...box.network import ANYWHERE, Listening
from ...live.hall.follower import HallFollower
from ...live.hall.ledger import Ledger, LedgerError
from ...live.hall.present import Present
from .. import guard
from ..app import STREAMS, add_words, set_up
from ..auth import Door
from ..context import Streams, StreamsFull, here
from ..problems import problem, wants_page
from ..roles import HALL, route_role
from ..statics import pack_page
from . import entering, tournaments, wall, week
from .place import HallPlace, hall, may_change, role_here

MODULES = (entering, tournaments, wall, week)


def hall_app(
    data: Path,
    present: Present,
    ledger: Ledger,
    follower: HallFollower,
    *,
    listening: Listening = ANYWHERE,
    https: bool = False,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """The site of a hall.

    Args:
        data: the folder of its code and the session key.
        present, ledger, follower: how the tables stand, the results, and who follows the broker.
        listening: where the site listens, and under which names.
        https: cookies go over encrypted connections only.
        clock: seconds, never decreasing.

    Raises OSError if the folder cannot be written to.
    """
    app = Flask("webui", static_folder=None)
    set_up(app, data, "piste-hall", clock, https=https)
    streams = Streams(STREAMS, clock=clock)
    app.extensions["piste"] = HallPlace(present, ledger, follower, Door(data, clock), streams, clock, listening)
    add_words(app)
    CSRFProtect(app)
    app.context_processor(lambda: {"opened": may_change()})
    app.before_request(_refuse_strangers)
    app.after_request(guard.add_headers)
    app.after_request(pack_page)
    for module in MODULES:
        app.register_blueprint(module.routes)
    _word_errors(app)
    return app


def _refuse_strangers() -> Response | AnyResponse | None:
    """Answers 421 to a foreign Host, and asks for the code where an address needs it."""
    if not guard.known_host(request.headers.get("Host", "localhost"), hall().listening.names):
        text = here().t("Piste does not answer to this name: use its address, or its name in this network.")
        return _problem(421, text)
    rule = request.url_rule
    if rule is None or role_here() >= route_role(request.method, rule.rule, HALL):
        return None
    if wants_page():
        return redirect(url_for("code.ask"), 303)
    return _problem(401, here().t("This needs the hall's code."))


def _word_errors(app: Flask) -> None:
    """Registers the answers to errors."""

    @app.errorhandler(StreamsFull)
    def full(error: StreamsFull) -> Response:
        answer = _problem(
            503, here().t("Many pages are open already; this one is brought up to date every two seconds.")
        )
        answer.headers["Retry-After"] = "30"
        return answer

    @app.errorhandler(LedgerError)
    def closed(error: LedgerError) -> Response:
        return _problem(503, here().t("The database does not answer. Results are not lost: the boxes have them."))

    @app.errorhandler(CSRFError)
    def forged(error: CSRFError) -> Response:
        return _problem(400, here().t("This page is too old. Open it again."))

    @app.errorhandler(HTTPException)
    def other(error: HTTPException) -> Response | HTTPException:
        if error.response is not None or error.code is None or error.code < 400:
            return error
        gone = error.code == HTTPStatus.NOT_FOUND
        return _problem(error.code, here().t("There is no such page") if gone else here().t("That did not work"))


def _problem(status: int, text: str) -> Response:
    return problem(status, text, page="hall/error.html")
