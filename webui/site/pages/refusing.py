"""Before each request: refuses what the session may not do, and what cannot be stored."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from ..context import address, at_table, here, role, site
from ..problems import problem
from ..roles import Role, route_role
from .table import answer, not_yours

KEEPING = frozenset({"advice", "area", "backups", "box", "camera", "capture", "check", "frames"})
"""The pages whose forms change data beside the journal."""
PARTS = ("/now", ".jpg", ".zip")
"""Endings of addresses that only pages and scripts request."""

AT_PRACTICE = frozenset({"advice", "api", "played", "rules", "table"})
"""The pages of a practice table that are not the teacher's."""


def lead_from_practice() -> Response | None:
    """Leads to the same address at the table from which a practice table was opened, for all but playing there."""
    table, rule = site().practice, request.url_rule
    if table is None or rule is None or request.endpoint in ("static", "login.choose"):
        return None
    if request.blueprint in AT_PRACTICE and route_role(request.method, rule.rule) < Role.TEACHER:
        return None
    path = address(query=True).removeprefix(request.script_root)
    return redirect(f"{at_table(table.home)}{path}", 307)


def refuse_strangers() -> Response | None:
    """Answers 401, or redirects to the code page, if the session's role is not enough; 403 to pupils."""
    rule = request.url_rule
    if rule is None:
        return None  # there is no such page, for anybody
    wanted = route_role(request.method, rule.rule)
    return None if role() >= wanted else refused(wanted)


def refuse_settings() -> Response | None:
    """Answers 503 to changes of the data folder while it is missing: nothing is written in its place."""
    keeps = request.blueprint in KEEPING or request.endpoint == "teacher.change_code"
    if request.method != "POST" or not keeps or site().door.there:
        return None
    return answer(503, here().t("That could not be saved: nothing was changed."))


def refused(wanted: Role) -> Response:
    """The refusal of this request."""
    status = 403 if role() else 401
    if request.path.startswith("/api/") or request.path.endswith(PARTS):
        return problem(status, not_yours(wanted))
    if request.method in ("GET", "HEAD"):
        return redirect(url_for(_door(wanted), back=address(query=True)))
    return answer(status, not_yours(wanted), by=wanted)


def _door(wanted: Role) -> str:
    """The page of the required code: the table's for what pupils may do, else the teacher's."""
    return "login.ask_pupil" if wanted is Role.PUPIL else "login.ask"
