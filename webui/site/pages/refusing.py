"""Before each request: whoever may not have what he asks for is told so, and what cannot be kept is refused."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from ..context import role, site
from ..problems import problem
from ..roles import Role, route_role
from .table import answer, not_yours

KEEPING = frozenset({"advice", "area", "backups", "box", "camera", "capture", "check", "frames"})
"""The pages whose forms change what is kept beside the journal."""
PARTS = ("/now", ".jpg", ".zip")
"""How addresses end that no reader opens: a page or its script asks for them."""


def refuse_strangers() -> Response | None:
    """Answers 401, or leads to the page that asks for a code, where the session's role is not enough; 403 to pupils."""
    rule = request.url_rule
    if rule is None:
        return None  # there is no such page, and that is told to everybody
    wanted = route_role(request.method, rule.rule)
    return None if role() >= wanted else refused(wanted)


def refuse_settings() -> Response | None:
    """Answers 503 to what would be kept in the data folder while that is gone: nothing lands where it was."""
    keeps = request.blueprint in KEEPING or request.endpoint == "teacher.change_code"
    if request.method != "POST" or not keeps or site().door.there:
        return None
    return answer(503, gettext("That could not be saved: nothing was changed."))


def refused(wanted: Role) -> Response:
    """The answer to this request, which is for others."""
    status = 403 if role() else 401
    if request.path.startswith("/api/") or request.path.endswith(PARTS):
        return problem(status, not_yours(wanted))
    if request.method in ("GET", "HEAD"):
        return redirect(url_for(_door(wanted), back=_here()))
    return answer(status, not_yours(wanted), by=wanted)


def _door(wanted: Role) -> str:
    """The page that asks for the code that is enough: the table's for what pupils may do, else the teacher's."""
    return "login.ask_pupil" if wanted is Role.PUPIL else "login.ask"


def _here() -> str:
    """The page that was asked for, with its question."""
    return request.full_path if request.query_string else request.path
