"""The table for other programs: /api/v1, anyone may read it, a change needs a session opened with a code."""

from __future__ import annotations

import json

import msgspec
from flask import Blueprint, Response, jsonify, request
from flask_wtf.csrf import generate_csrf

from ..table.values.view import View
from .context import device, here, role, said_here, shown_here, signed_in, site
from .deeds import REFUSED, do
from .openapi import document
from .problems import problem
from .streams import event_stream

routes = Blueprint("api", __name__, url_prefix="/api/v1")
INTERRUPTED = 10
"""Interrupted games that are listed at most."""


@routes.get("/table")
def table() -> Response:
    """The newest view."""
    return _sent(site().live.snapshot())


@routes.get("/events")
def events() -> Response:
    """The newest view at once, then each newer one."""
    return event_stream(site(), _line)


def _sent(view: View) -> Response:
    """A view as this session may see it."""
    return Response(msgspec.json.encode(shown_here(view)), mimetype="application/json")


def _line(view: View) -> str:
    return msgspec.json.encode(shown_here(view)).decode()


@routes.get("/games/interrupted")
def interrupted() -> Response:
    """The games that "resume_game" may take up again, those interrupted last first. For the teacher."""
    return jsonify(games=[game.to_json() for game in site().live.interrupted(INTERRUPTED)])


@routes.get("/session")
def session_state() -> Response:
    """What this session may do, and the token that each change must carry."""
    return jsonify(signed_in=signed_in(), role=role().name.lower(), csrf_token=generate_csrf())


@routes.post("/actions")
def act() -> Response:
    """Does an action and answers with the new view; 403 to a pupil where it is the teacher's."""
    said = _said()
    if not isinstance(said, dict):
        return problem(400, here().t("Expected one JSON object."))
    try:
        done = do(site(), said_here(said), role(), device())
        return jsonify(None) if done is None else _sent(done)
    except REFUSED as error:
        return problem(409, str(error), kind="/problems/refused")
    except OSError as error:
        return problem(503, str(error), kind="/problems/journal")


def _said() -> object:
    """The body as JSON; None where it is none, is nested too deep to be read, or holds half a letter (a surrogate)."""
    try:
        said = request.get_json(silent=True)
        json.dumps(said, ensure_ascii=False).encode()
    except (RecursionError, UnicodeEncodeError):
        return None
    return said


@routes.get("/openapi.json")
def openapi() -> Response:
    """What this API offers, as OpenAPI 3.1."""
    return jsonify(document())
