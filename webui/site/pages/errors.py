"""Failed requests: a page in the reader's language with links, or a problem for a program."""

from __future__ import annotations

from flask import Flask, Response, flash, request, session
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from ...words import Words
from ..context import StreamsFull, here, role, role_for, site
from ..deeds import NotYours
from ..practice.pages import ended_practice
from ..problems import problem
from ..roles import Role, route_role
from .refusing import refused
from .table import answer


def word_errors(app: Flask) -> None:
    """Registers the site's answers to errors, including unforeseen ones as 500."""

    @app.errorhandler(StreamsFull)
    def full(error: StreamsFull) -> Response:
        text = here().t("Many pages are open already; this one is brought up to date every two seconds.")
        answer = problem(503, text)
        answer.headers["Retry-After"] = "30"
        return answer

    @app.errorhandler(NotYours)
    def strangers(error: NotYours) -> AnyResponse:
        return refused(error.wanted)

    @app.errorhandler(CSRFError)
    def forged(error: CSRFError) -> AnyResponse:
        if (wanted := _required_role()) > Role.LOOKER_ON:
            return _to_code_page(wanted)
        text = here().t("This page is too old. Open it again.")
        return problem(400, text, kind="/problems/csrf")

    @app.errorhandler(HTTPException)
    def other(error: HTTPException) -> AnyResponse | HTTPException:
        if error.response is not None or error.code is None or error.code < 400:
            return error  # a redirect is no error
        if error.code == 404 and (ended := ended_practice()) is not None:
            return ended
        answer = problem(error.code, _text(here(), error.code))
        for name, value in error.get_headers():
            if name != "Content-Type":
                answer.headers[name] = value  # such as the allowed methods
        return answer


def _required_role() -> Role:
    """The role required by a page whose session has expired; LOOKER_ON for other pages."""
    rule = request.url_rule
    forgotten = "csrf_token" in request.form and "csrf_token" not in session
    if rule is None or not forgotten or role() > Role.LOOKER_ON:
        return Role.LOOKER_ON
    wanted = route_role(request.method, rule.rule)
    return max(wanted, role_for(request.form["action"], site().live.snapshot())) if "action" in request.form else wanted


def _to_code_page(wanted: Role) -> AnyResponse:
    """The redirect to the code page; also for scripts, so that the message is read."""
    text = here().t("Nobody has used this tablet for long: it asks for the code again. What was played is kept.")
    if request.headers.get("X-Requested-With") == "fetch":
        flash(text)
    return answer(401, text, by=wanted)


def _text(w: Words, status: int) -> str:
    """The error, in a few words."""
    if status == 404:
        return w.t("There is no such page")
    if status == 405:
        return w.t("This page cannot be opened like that")
    if status == 413:
        return w.t("That is too much at once")
    return w.t("Something went wrong here") if status >= 500 else w.t("That did not work")
