"""The API's description as an OpenAPI 3.1 document, made from the same tables that the API uses."""

from __future__ import annotations

from typing import Any

from ..table.events import FIELDS
from .deeds import WORDS
from .health import piste_version
from .roles import Role

STATES = (
    "setup", "waiting_start", "waiting_throw", "rolling", "reading", "doubt",
    "waiting_move", "provisional", "refused", "put_back", "paused", "game_over", "series_over",
)  # fmt: skip
"""What `state` of the table may be; reading and doubt: a throw is not surely read, and nobody or a person is asked."""


def document() -> dict[str, Any]:
    """The whole document, JSON values only."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Piste",
            "version": piste_version(),
            "description": "The table that Piste watches. Reading is open on the local network; "
            "a change needs a session and its token (GET /api/v1/session): the teacher's (POST /login), or a pupil's "
            "(POST /jouer), which may answer, tell dice and moves, and go on.",
        },
        "paths": {
            "/api/v1/table": {"get": _get("The newest view of the table", _json("Table"))},
            "/api/v1/events": {
                "get": _get("The newest view, then each newer one", _stream(), ("403", "Problem"))
            },
            "/api/v1/games/interrupted": {
                "get": _get("Games that resume_game may take up again", _json("Games"), ("401", "Problem"))
            },
            "/api/v1/session": {"get": _get("May this session change anything?", _json("Session"))},
            "/api/v1/actions": {"post": _actions()},
            "/healthz": {"get": _get("Is the process alive?", _json("Health"))},
            "/readyz": {"get": _get("Can the table be followed?", _json("Health"), ("503", "Health"))},
        },
        "components": {"schemas": _schemas()},
    }


def _json(schema: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}


def _stream() -> dict[str, Any]:
    return {"text/event-stream": {"schema": {"type": "string"}}}


def _get(summary: str, content: dict[str, Any], *more: tuple[str, str]) -> dict[str, Any]:
    others = {status: {"description": summary, "content": _json(schema)} for status, schema in more}
    return {"summary": summary, "responses": {"200": {"description": summary, "content": content}, **others}}


def _actions() -> dict[str, Any]:
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    refused = (
        "400 no token or no JSON", "401 no session", "403 the teacher's alone", "409 not now, or not understood",
        "503 not kept",
    )  # fmt: skip
    token = {"name": "X-CSRFToken", "in": "header", "required": True, "schema": {"type": "string"}}
    return {
        "summary": "Do something at the table",
        "parameters": [token],
        "requestBody": {"required": True, "content": _json("Action")},
        "responses": {
            "200": {"description": "The new view", "content": _json("Table")},
            **{text[:3]: {"description": text[4:], "content": problem} for text in refused},
        },
    }


def _schemas() -> dict[str, Any]:
    numbers = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 12}}
    words = {"type": "string"}
    move = {"anyOf": [numbers, words], "description": "its tiles; of a game without tiles its word"}
    return {
        "Table": {
            "type": "object",
            "required": ["version", "state", "players", "dice", "legal"],
            "properties": {
                "version": {"type": "integer"},
                "moment": words | {"description": "how far the table is: an action may send it back"},
                "state": {"enum": list(STATES)},
                "players": {"type": "array", "items": {"type": "object"}},
                "dice": {"type": "array", "items": {"type": "object"}},
                "legal": {"type": "array", "items": move},
                "doubt": {"$ref": "#/components/schemas/Doubt"},
                "history": {"type": "array", "items": {"$ref": "#/components/schemas/Event"}},
            },
        },
        "Event": {
            "type": "object",
            "description": "What happened, the newest last. `corrected` replaces what was told: `what` it is about, "
            "`of` that event's t (null: nothing had been told), what was so `before` and is `after` (null: it "
            "did not happen), `at` its time, `by` whom and the `reason`; a person's also `who`, and what `stood` and "
            "`stands` of the board.",
            "required": ["event", "t"],
            "properties": {
                "event": {"enum": list(FIELDS)},
                "t": {"type": "number"},
                "player": {"type": "integer"},
                "seat": {"type": "integer"},
                "what": {"enum": ["roll", "move", "turn", "tile"]},
                "by": words,
            },
        },
        "Doubt": {
            "type": ["object", "null"],
            "description": "What is not sure: the dice, with their readings, likeliest first, or tiles",
            "required": ["kind", "readings", "asks"],
            "properties": {
                "kind": {"enum": ["dice", "tiles"]},
                "readings": {"type": "array", "items": numbers},
                "tiles": {"type": "array", "items": {"type": "object"}},
                "asks": {
                    "type": ["boolean", "object", "null"],
                    "description": "A person is asked: true of the dice; the seat and number of the tile",
                },
                "crops": {"type": "array", "items": words},
            },
        },
        "Action": {
            "type": "object",
            "required": ["action"],
            "properties": {
                "action": {"enum": list(WORDS)},
                "dice": numbers,
                "tiles": numbers,
                "seat": {"type": "integer", "minimum": 1, "maximum": 12},
                "tile": {"type": "integer", "minimum": 1, "maximum": 12},
                "state": {"enum": ["open", "closed"]},
                "move": words
                | {"description": "of play: in the game's own notation; empty takes back what stood"},
                "hands": {
                    "type": "array",
                    "items": {"type": ["array", "null"], "items": words},
                    "description": "of deal_cards: each player's cards; null for a hand that is not told",
                },
                "space": words | {"description": "of touch_man: where the man stands, as the game calls it"},
                "name": words | {"description": "of replace_player: who plays on at the seat"},
                "seats": {"type": "object", "additionalProperties": numbers},
                "setup": {"type": "object"},
                "game": {"type": "integer", "minimum": 1, "description": "of resume_game"},
                "on": {"type": "boolean"},
                "by": words,
                "reason": words,
                "moment": words
                | {"description": "of the view that it is meant for; 409 where the game or throw is another one now"},
            },
        },
        "Games": {
            "type": "object",
            "properties": {
                "games": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "id": {"type": "integer"},
                            "started": words,
                            "setup": {"type": "object"},
                            "scores": {"type": "object", "additionalProperties": {"type": "integer"}},
                            "game_number": {"type": "integer"},
                        },
                    },
                }
            },
        },
        "Session": {
            "type": "object",
            "properties": {
                "signed_in": {"type": "boolean", "description": "as the teacher"},
                "role": {"enum": [role.name.lower() for role in Role]},
                "csrf_token": words,
            },
        },
        "Health": {"type": "object", "properties": {"status": words}},
        "Problem": {
            "type": "object",
            "properties": {"type": words, "title": words, "status": {"type": "integer"}, "detail": words},
        },
    }
