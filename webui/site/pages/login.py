"""The teacher comes in and leaves; a reader chooses a language."""

from __future__ import annotations

from math import ceil

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask_babel import gettext, ngettext
from werkzeug.wrappers import Response

from ...words import LANGUAGES
from ..context import site

routes = Blueprint("login", __name__)
YEAR = 365 * 24 * 3600


@routes.get("/login")
def ask() -> str:
    """The page that asks for the PIN."""
    return render_template("login.html", wrong="")


@routes.post("/login")
def enter() -> Response | tuple[str, int]:
    """Opens a session for the right PIN; 401 for a wrong one, 429 while the address must wait."""
    door, address = site().door, request.remote_addr or ""
    if door.wait(address) <= 0 and door.opens(address, request.form.get("pin", "")):
        session.clear()
        session.permanent = True
        session["teacher"] = door.stamp()
        return redirect(url_for("table.show"))
    wait = ceil(door.wait(address))
    if wait:
        text = ngettext("Too many tries: wait %(num)s second.", "Too many tries: wait %(num)s seconds.", wait)
        return render_template("login.html", wrong=text), 429
    return render_template("login.html", wrong=gettext("That is not the code. Try again.")), 401


@routes.post("/logout")
def leave() -> Response:
    """Ends the teacher's session on this device."""
    session.clear()
    return redirect(url_for("table.show"))


@routes.post("/language")
def choose() -> Response:
    """Remembers the reader's language on this device, and goes back to where he was."""
    wanted = request.form.get("language", "")
    back = request.form.get("back", "/")
    answer = redirect(back if _on_this_site(back) else "/")
    if wanted in LANGUAGES:
        answer.set_cookie("language", wanted, max_age=YEAR, httponly=True, samesite="Lax")
    return answer


def _on_this_site(back: str) -> bool:
    """True for a path of this site: browsers leave out tabs and line breaks, and take "\\" for "/"."""
    return back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
