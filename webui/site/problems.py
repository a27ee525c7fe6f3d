"""Errors for programs (RFC 9457), or a page with links for browsers."""

from __future__ import annotations

import json
from http import HTTPStatus

from flask import Response, make_response, render_template, request


def problem(
    status: int, detail: str, *, kind: str = "about:blank", page: str = "error.html", **more: object
) -> Response:
    """An application/problem+json answer, or an equivalent page with links for browsers.

    Args:
        status: of HTTP.
        detail: one sentence in the reader's language.
        kind: the problem's type; more: its own members.
        page: the template for browsers.
    """
    if wants_page():
        return make_response(render_template(page, status=status, text=detail), status)
    body = {"type": kind, "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return Response(json.dumps(body, ensure_ascii=False), status, mimetype="application/problem+json")


def wants_page() -> bool:
    """True if a browser opens a page; scripts and programs get a problem."""
    html = "text/html" in set(request.accept_mimetypes.values())
    return html and not request.path.startswith("/api/")
