"""Errors that a program can read (RFC 9457) and a person too."""

from __future__ import annotations

import json
from http import HTTPStatus

from flask import Response


def problem(status: int, detail: str, *, kind: str = "about:blank", **more: object) -> Response:
    """An application/problem+json answer; `detail` is one sentence in the reader's language."""
    body = {"type": kind, "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return Response(json.dumps(body, ensure_ascii=False), status, mimetype="application/problem+json")
