"""Errors that a program can read (RFC 9457), and a page with ways on for who opens one in a browser."""

from __future__ import annotations

import json
from http import HTTPStatus

from flask import Response, make_response, render_template, request


def problem(status: int, detail: str, *, kind: str = "about:blank", **more: object) -> Response:
    """An application/problem+json answer, or a page that says the same and leads on where a browser asks for one.

    Args:
        status: of HTTP.
        detail: one sentence in the reader's language.
        kind: the problem's type; more: its own members.
    """
    if wants_page():
        return make_response(render_template("error.html", status=status, text=detail), status)
    body = {"type": kind, "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return Response(json.dumps(body, ensure_ascii=False), status, mimetype="application/problem+json")


def wants_page() -> bool:
    """A browser that opens a page says so; scripts and programs get a problem that they can read."""
    told = "text/html" in set(request.accept_mimetypes.values())
    return told and not request.path.startswith("/api/")
