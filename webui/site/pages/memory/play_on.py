"""Nothing can be written: the teacher may choose to play on."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from ...context import here, memory, site
from ..asking import sure

routes = Blueprint("play_on", __name__, url_prefix="/enseignant")


@routes.route("/sans-memoire", methods=["GET", "POST"])
def choose() -> Response | str:
    """Plays on without memory, after asking; does nothing if writing works again, or it was already chosen."""
    if memory() == "refuses":
        if not request.form.get("sure"):
            return sure(
                here().t("Play on without memory?"),
                here().t(
                    "What is played from now on waits, and is written in one piece as soon as the disk is back. "
                    "If Piste ends before, it is lost. Every page says so meanwhile."
                ),
                here().t("Yes, play on"),
            )
        site().live.play_on()
    return redirect(url_for("table.show"))
