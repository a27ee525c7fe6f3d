"""The box's name, and shutting it down or restarting it, after asking."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ....box.name import keep_name
from ....box.power import DEEDS, OFF, ask_for
from ....interrupted import going_on
from ...context import here, site
from ..asking import sure
from ..table import answer

routes = Blueprint("box", __name__, url_prefix="/enseignant/boite")


@routes.post("/nom")
def call() -> Response:
    """Stores the name of this box, or removes it."""
    try:
        keep_name(site().door.data, request.form.get("name", ""))
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    return redirect(url_for("teacher.show"))


@routes.post("/arret")
def power() -> Response | str:
    """Shuts the box down or restarts it, after asking; 404 if Piste does not control the machine."""
    deed, file = request.form.get("deed", ""), site().power
    if file is None or deed not in DEEDS:
        abort(404)
    if not request.form.get("sure"):
        return _power_question(deed)
    try:
        ask_for(deed, file)
    except OSError as error:
        flash(here().t("That could not be asked of the box: %(why)s", why=error.strerror or str(error)))
        return redirect(url_for("teacher.show"))
    return render_template("people/off.html", off=deed == OFF)


def _power_question(deed: str) -> str:
    note = here().t("The game that goes on is kept, and goes on after the next start.")
    if deed == OFF:
        title, go = here().t("Shut the box down?"), here().t("Yes, shut it down")
        says = here().t("Nobody can play until it is plugged in again.")
    else:
        title, go = here().t("Restart the box?"), here().t("Yes, restart it")
        says = here().t("The tablets come back by themselves after a minute or two.")
    return sure(title, f"{says} {note}" if going_on(site().live.snapshot()) else says, go)
