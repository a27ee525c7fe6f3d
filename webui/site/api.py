"""The table for other programs: /api/v1. Anyone may read it; a change needs a session opened with a code."""

from __future__ import annotations

import json

import msgspec
from flask import Blueprint, Response, abort, jsonify, request
from flask_wtf.csrf import generate_csrf

from ..store.tables import TableListError
from ..table.values.view import View, without_hints
from .classroom.setting_up import why_not
from .context import device, first_site, here, payload_here, role, shown_here, signed_in, site
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
    return Response(_line(view), mimetype="application/json")


def _line(view: View) -> str:
    shown = shown_here(view)
    return msgspec.json.encode(shown if signed_in() else without_hints(shown)).decode()


@routes.get("/tables")
def tables() -> Response:
    """The card of each table of the box."""
    cards = [table.card for table in first_site().every.snapshot().tables]
    return Response(msgspec.json.encode({"tables": cards}), mimetype="application/json")


@routes.post("/tables")
def add_table() -> Response:
    """Adds a table, with the `name` of the body if it has one, opens it and answers with its card. For the teacher."""
    w, box, payload = here(), first_site().tables or abort(404), _payload()
    name = payload.get("name", "") if isinstance(payload, dict) else None
    if not isinstance(name, str):
        return problem(400, w.t("Expected one JSON object."))
    try:
        listed = box.add(name)
    except TableListError as error:
        return problem(409, why_not(w, error), kind="/problems/refused", why=str(error))
    except OSError as error:
        return _unsaved(error)
    place = first_site().at_table(listed.number) or abort(404)
    return Response(msgspec.json.encode(place.now(listed).card), 201, mimetype="application/json")


def _unsaved(error: OSError) -> Response:
    """The answer where the disk refuses, with what was expected of it."""
    why = f"expected a data folder to write to; got: {error.strerror}" if error.strerror else str(error)
    return problem(503, here().t("That could not be saved: nothing was changed."), kind="/problems/journal", why=why)


@routes.get("/games/interrupted")
def interrupted() -> Response:
    """The games that "resume_game" accepts, last interrupted first. For the teacher."""
    return jsonify(games=[game.to_json() for game in site().live.interrupted(INTERRUPTED)])


@routes.get("/session")
def session_state() -> Response:
    """What this session may do, and the token that each change must carry."""
    return jsonify(signed_in=signed_in(), role=role().name.lower(), csrf_token=generate_csrf())


@routes.post("/actions")
def act() -> Response:
    """Does an action and answers with the new view; 403 to a pupil if it is the teacher's."""
    payload = _payload()
    if not isinstance(payload, dict):
        return problem(400, here().t("Expected one JSON object."))
    try:
        done = do(site(), payload_here(payload), role(), device())
        return jsonify(None) if done is None else _sent(done)
    except REFUSED as error:
        return problem(409, str(error), kind="/problems/refused")
    except OSError as error:
        return _unsaved(error)


def _payload() -> object:
    """The body as JSON; None if it is not JSON, too deeply nested, or holds half a letter (a surrogate)."""
    try:
        payload = request.get_json(silent=True)
        json.dumps(payload, ensure_ascii=False).encode()
    except (RecursionError, UnicodeEncodeError):
        return None
    return payload


@routes.get("/openapi.json")
def openapi() -> Response:
    """The OpenAPI 3.1 description of this API."""
    return jsonify(document())
