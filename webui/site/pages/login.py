"""Teacher and pupils come in and leave; a reader chooses a language."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask_babel import gettext, ngettext
from werkzeug.wrappers import Response

from ...words import LANGUAGES
from ..context import role, site
from ..guard import on_the_machine_itself, on_this_site
from ..roles import Role

routes = Blueprint("login", __name__)
YEAR = 365 * 24 * 3600


@routes.get("/login")
def ask() -> Response | str:
    """The page that asks for the teacher's code; where there is none yet, the one that makes it."""
    if not site().door.stamp():
        return redirect(url_for("welcome.ask"))
    return _asked("")


@routes.post("/login")
def enter() -> Response | tuple[str, int]:
    """Opens a session for the right code; 401 for a wrong one, 429 while the address must wait."""
    door = site().door
    if entered(door.opens, request.form.get("pin", "")):
        come_in("teacher", door.stamp())
        return redirect(_back())
    wrong, status = not_entered(gettext("That is not the teacher's code. Please try again."))
    return _asked(wrong), status


@routes.get("/jouer")
def ask_pupil() -> Response | str:
    """The page that asks for the table's code; the QR code that brings a tablet in has filled it in already."""
    if role() >= Role.PUPIL:
        return redirect(url_for("table.show"))
    return _asked_pupil(request.args.get("code", ""), "")


@routes.post("/jouer")
def enter_pupil() -> Response | tuple[str, int]:
    """Opens a pupil's session for the table's code; 401 for a wrong one, 429 while the address must wait."""
    door, code = site().door, request.form.get("code", "")
    if role() is Role.TEACHER:
        return redirect(url_for("table.show"))
    if entered(door.opens_table, code):
        come_in("pupil", door.table_stamp())
        return redirect(url_for("table.show"))
    wrong, status = not_entered(gettext("That is not the table's code. Look at it again."))
    return _asked_pupil(code, wrong), status


@routes.post("/logout")
def leave() -> Response:
    """Ends the session on this device."""
    session.clear()
    return redirect(url_for("table.show"))


@routes.post("/language")
def choose() -> Response:
    """Remembers the reader's language on this device, and goes back to where he was."""
    wanted = request.form.get("language", "")
    answer = redirect(_back())
    if wanted in LANGUAGES:
        answer.set_cookie("language", wanted, max_age=YEAR, httponly=True, samesite="Lax")
    return answer


def entered(opens: Callable[[str, str], bool], code: str) -> bool:
    """A code was typed that opens, and this address need not wait."""
    return opens(request.remote_addr or "", code)


def come_in(who: str, stamp: str) -> None:
    """A session of its own for "teacher" or "pupil": nothing of what was there before stays."""
    session.clear()
    session.permanent = True
    session[who] = stamp


def not_entered(wrong: str) -> tuple[str, int]:
    """What to say after a wrong code, and the status: the wait, where this address must wait."""
    wait = ceil(site().door.wait(request.remote_addr or ""))
    if not wait:
        return wrong, 401
    return ngettext(
        "Too many tries: wait %(num)s second.", "Too many tries: wait %(num)s seconds.", wait
    ), 429


def _back() -> str:
    """The page to go back to: one of this site, else the table."""
    back = request.form.get("back", "/")
    return back if on_this_site(back) else "/"


def _asked(wrong: str) -> str:
    back = request.values.get("back", "/")
    return render_template(
        "login.html", wrong=wrong, back=back if on_this_site(back) else "/", here=on_the_machine_itself()
    )


def _asked_pupil(code: str, wrong: str) -> str:
    return render_template("people/play.html", code=code[:12], wrong=wrong)
