"""The hall's own code: it opens a device that may change something."""

from __future__ import annotations

import secrets
from math import ceil

from flask import Blueprint, after_this_request, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from ..context import OPENED, here
from ..devices import NAME_BYTES, caller, remembers_device
from .place import hall

routes = Blueprint("code", __name__, url_prefix="/code")


@routes.get("")
def ask() -> str:
    """The page that asks for the code."""
    return render_template("hall/code.html", wrong="")


@routes.post("")
def enter() -> Response | tuple[str, int]:
    """Opens a session for the right code; 401 for a wrong one, 429 while the address must wait."""
    w, door = here(), hall().door
    if door.opens(caller(), request.form.get("pin", "")):
        session.clear()
        session.permanent = True
        session["teacher"], session[OPENED] = door.stamp(), secrets.token_urlsafe(NAME_BYTES)
        after_this_request(remembers_device)
        return redirect(url_for("tournaments.show"), 303)
    wait = ceil(door.wait(caller()))
    if not wait:
        return render_template("hall/code.html", wrong=w.t("That is not the hall's code. Please try again.")), 401
    many = w.tn("Too many tries: wait %(num)s second.", "Too many tries: wait %(num)s seconds.", wait, num=wait)
    return render_template("hall/code.html", wrong=many), 429


@routes.post("/fin")
def leave() -> Response:
    """Ends the session on this device."""
    hall().door.lock(session.get(OPENED, ""))
    session.clear()
    return redirect(url_for("hall.show"), 303)
