"""Signing in and out of teacher and pupils; the choice of a language."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from math import ceil

from flask import (
    Blueprint,
    after_this_request,
    g,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.wrappers import Response

from ...table.values.languages import LANGUAGES
from ...words import words
from ..auth import TABLES, TEACHERS
from ..context import OPENED, at_table, device, first_site, here, role, site
from ..devices import NAME_BYTES, caller, remembers_device
from ..guard import on_the_machine_itself, on_this_site
from ..roles import Role

routes = Blueprint("login", __name__)
YEAR = 365 * 24 * 3600


@routes.get("/login")
def ask() -> Response | str:
    """The page that asks for the teacher's code, or, without one, the page that creates it."""
    if not site().door.stamp():
        return redirect(url_for("welcome.ask"))
    return _code_page("")


@routes.post("/login")
def enter() -> Response | tuple[str, int]:
    """Opens a session for the right code; 401 for a wrong one, 429 while the address must wait."""
    door = site().door
    if entered(door.opens, request.form.get("pin", "")):
        come_in("teacher", door.stamp())
        return redirect(_back())
    wrong, status = not_entered(here().t("That is not the teacher's code. Please try again."))
    return _code_page(wrong), status


@routes.get("/jouer")
def ask_pupil() -> Response | str:
    """The page that asks for a table's code, which a QR code may already fill in.

    A pupil's tablet that is open already gets it where it may move to another table.
    """
    moves = role() is Role.PUPIL and "code" not in request.args and len(first_site().every_table()) > 1
    if role() >= Role.PUPIL and not moves:
        return redirect(_back())
    return _asked_pupil(request.args.get("code", ""), "")


@routes.post("/jouer")
def enter_pupil() -> Response | tuple[str, int]:
    """Opens a pupil's session at the table of the code; 401 for a wrong one, 429 while the address must wait."""
    code = request.form.get("code", "")
    if role() is Role.TEACHER:
        return redirect(_back())
    tables = first_site().every_table()
    door = site().door.opens_one_of([table.door for table in tables], caller(), code)
    if door is not None:
        come_in("pupil", door.table_stamp())
        number = next(table.number for table in tables if table.door is door)
        return redirect(_back() if number == site().number else f"{at_table(number)}/")
    wrong, status = not_entered(here().t("That is not the table's code. Look at it again."), TABLES)
    return _asked_pupil(code, wrong), status


@routes.post("/logout")
def leave() -> Response:
    """Ends the session on this device, including copies of its cookie."""
    _end_session()
    return redirect(url_for("table.show"))


@routes.post("/language")
def choose() -> Response:
    """Remembers the reader's language on this device, and returns to the page before.

    If that page asked a question, the form is sent there again (307) without the answer: it asks once more.
    """
    wanted, asks = request.values.get("language", ""), request.args.get("ask", "")
    answer = redirect(asks, 307) if on_this_site(asks) else redirect(_back())
    return remembers_language(answer, wanted) if wanted in LANGUAGES else answer


def remembers_language(answer: Response, wanted: str) -> Response:
    """The answer that makes this device remember a language of LANGUAGES."""
    answer.set_cookie(
        "language", wanted, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return answer


def asked_in(wanted: str, page: Callable[[], str]) -> Response:
    """A page in a language of LANGUAGES, which this device then remembers."""
    g.words = words(wanted)
    return remembers_language(make_response(page()), wanted)


def entered(opens: Callable[[str, str], bool], code: str) -> bool:
    """Whether the typed code is right and its caller need not wait."""
    return opens(caller(), code)


def come_in(who: str, stamp: str) -> None:
    """A new session for "teacher" or "pupil"; nothing of the old one stays.

    A device opened with the teacher's code becomes known: guessing strangers do not delay it.
    """
    _end_session()
    session.permanent = True
    session[who] = stamp
    if who == "teacher":
        session[OPENED] = secrets.token_urlsafe(NAME_BYTES)
        after_this_request(remembers_device)


def _end_session() -> None:
    """Ends the session of this device, and its practice: nobody could play on there."""
    if (table := first_site().practices.of(device())) is not None:
        first_site().practices.shut(table.number)
    if role() is Role.TEACHER:
        site().door.lock(session.get(OPENED, ""))
    session.clear()


def not_entered(wrong: str, kind: str = TEACHERS) -> tuple[str, int]:
    """Message and status after a wrong code: the wait, if the caller must wait."""
    wait = ceil(site().door.wait(caller(), kind))
    if not wait:
        return wrong, 401
    return here().tn(
        "Too many tries: wait %(num)s second.", "Too many tries: wait %(num)s seconds.", wait, num=wait
    ), 429


def _back() -> str:
    """The page to return to: one of this site, else the table."""
    back = request.values.get("back", "")
    return back if on_this_site(back) else url_for("table.show")


def _code_page(wrong: str) -> str:
    return render_template("login.html", wrong=wrong, back=_back(), here=on_the_machine_itself())


def _asked_pupil(code: str, wrong: str) -> str:
    return render_template("people/play.html", code=code[:12], wrong=wrong, back=_back())
