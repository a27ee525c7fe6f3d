"""The API's description as an OpenAPI 3.1 document, made from the same tables that the API uses."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from ..live.classroom.card import TableCard
from ..table.games import KINDS
from ..table.values.events import FIELDS
from .deeds import DEEDS
from .health import piste_version
from .roles import Role

Schema: TypeAlias = dict[str, object]

SCHEMAS = "#/components/schemas/"
WORDS: Schema = {"type": "string"}
MOMENT: Schema = WORDS | {
    "description": "of the view that it is meant for; 409 where the game or throw is another one now"
}
PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
"""What a refusal is answered with."""
MAYBE = {"type": ["boolean", "null"], "description": "null where there is none"}


def document() -> Schema:
    """The whole document, JSON values only."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Piste",
            "version": piste_version(),
            "description": "The table that Piste watches. Reading is open on the local network; "
            "a change needs a session and its token (GET /api/v1/session): the teacher's (POST /login), or a pupil's "
            "(POST /jouer), which may answer, tell dice and moves, go on, and practise (POST /entrainement).",
        },
        "paths": {
            "/api/v1/table": {"get": _get("The newest view of the table", _json("Table"))},
            "/api/v1/tables": {
                "get": _get("The card of each table of the box", _json("Tables")),
                "post": _change(
                    "Add a table and open it", "NewTable", ("201", "Its card", "TableCard"),
                    "409 no room for it, or no such name",
                ),
            },
            "/api/v1/events": {
                "get": _get("The newest view, then each newer one", _stream(), ("403", "Problem"))
            },
            "/api/v1/games/interrupted": {
                "get": _get(
                    "Games that resume_game may take up again",
                    _json("Games"),
                    ("401", "Problem"),
                    ("403", "Problem"),
                )
            },
            "/api/v1/session": {"get": _get("May this session change anything?", _json("Session"))},
            "/api/v1/actions": {
                "post": _change(
                    "Do something at the table", "Action", ("200", "The new view", "Table"),
                    "409 not now, or not understood",
                )
            },
            "/healthz": {"get": _get("Is the process alive?", _json("Health"))},
            "/readyz": {"get": _get("Can the table be followed?", _json("Health"), ("503", "Health"))},
        },
        "components": {"schemas": _schemas()},
    }


def _json(schema: str) -> Schema:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}


def _stream() -> Schema:
    return {"text/event-stream": {"schema": {"type": "string"}}}


def _get(summary: str, content: dict[str, object], *more: tuple[str, str]) -> Schema:
    others = {
        status: {"description": summary, "content": PROBLEM if schema == "Problem" else _json(schema)}
        for status, schema in more
    }
    return {"summary": summary, "responses": {"200": {"description": summary, "content": content}, **others}}


def _change(summary: str, body: str, done: tuple[str, str, str], refused: str) -> Schema:
    """A change: the schema of its body; status, words and schema of its answer; why it is refused with 409."""
    reasons = ("400 no token or no JSON", "401 no session", "403 the teacher's alone", refused, "503 not kept")
    token = {"name": "X-CSRFToken", "in": "header", "required": True, "schema": {"type": "string"}}
    return {
        "summary": summary,
        "parameters": [token],
        "requestBody": {"required": True, "content": _json(body)},
        "responses": {
            done[0]: {"description": done[1], "content": _json(done[2])},
            **{text[:3]: {"description": text[4:], "content": PROBLEM} for text in reasons},
        },
    }


def _typed() -> Schema:
    """The schemas of views and actions, from their types, and of events, from their table."""
    types = (*KINDS, *DEEDS.values(), TableCard)
    named, schemas = msgspec.json.schema_components(types, ref_template=f"{SCHEMAS}{{name}}")
    schemas["EventLine"]["properties"]["event"] = {"enum": list(FIELDS)}
    views, deeds = list(named[: len(KINDS)]), list(named[len(KINDS) : -1])
    table = {"description": "The view of the table, by what is played on it", "anyOf": views}
    for kind in DEEDS.values():
        schemas[kind.__name__]["properties"]["moment"] = MOMENT
    tags = {word: f"{SCHEMAS}{kind.__name__}" for word, kind in DEEDS.items()}
    which = {"propertyName": "action", "mapping": tags}
    action = {"description": "What may be done", "oneOf": deeds, "discriminator": which}
    tables = {"type": "object", "properties": {"tables": {"type": "array", "items": named[-1]}}}
    return {**schemas, "Table": table, "Tables": tables, "Action": action}


def _schemas() -> Schema:
    words = WORDS
    return {
        **_typed(),
        "NewTable": {"type": "object", "properties": {"name": words | {"description": "at most 24 letters"}}},
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
        "Health": {
            "type": "object",
            "properties": {
                "status": words,
                "version": words,
                "problems": {"type": "array", "items": words},
                "camera": words,
                "table": {"type": "integer"},
                "works": {
                    "type": "object",
                    "properties": dict.fromkeys(("journal", "touch", "camera", "following"), MAYBE),
                },
            },
        },
        "Problem": {
            "type": "object",
            "properties": {"type": words, "title": words, "status": {"type": "integer"}, "detail": words},
        },
    }
