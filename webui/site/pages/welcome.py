"""The first start: the teacher chooses a code, on the machine itself or with the word that its terminal shows."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...words import N_
from ..auth import SHORTEST, CodeError
from ..context import here, site
from ..devices import caller
from ..guard import on_the_machine_itself
from .login import come_in, not_entered

routes = Blueprint("welcome", __name__, url_prefix="/bienvenue")
WHY = {
    "short": N_("That code is too short: please take at least %(least)s characters."),
    "long": N_("That code is too long: please take a shorter one."),
    "easy": N_("Everybody would guess that code: please take another one."),
}
"""Why a code is not taken, by the reason of CodeError."""


@routes.get("")
def ask() -> Response | str:
    """The page that makes the first code, or, if there is one, asks for it."""
    return redirect(url_for("login.ask")) if site().door.stamp() else _code_page("")


@routes.post("")
def begin() -> Response | tuple[str, int]:
    """Stores the code and opens the teacher's session; 401 for a wrong word, 422 for an unsuitable code."""
    door, code = site().door, request.form.get("code", "")
    if door.stamp():
        return redirect(url_for("login.ask"))
    if code != request.form.get("again", ""):
        return _code_page(here().t("The two codes are not the same.")), 422
    word = None if on_the_machine_itself() else request.form.get("word", "")
    try:
        begun = door.begins(caller(), word, code)
    except CodeError as error:
        return _code_page(why_not(error)), 422
    except OSError:
        return _code_page(here().t("That could not be saved: nothing was changed.")), 503
    if begun:
        come_in("teacher", door.stamp())
        return redirect(url_for("teacher.show"))
    wrong, status = not_entered(here().t("That is not the word that the terminal shows."))
    return _code_page(wrong), status


def why_not(error: CodeError) -> str:
    """What is wrong with a chosen code, in the reader's language."""
    return here().t(WHY[error.why], least=SHORTEST)


def _code_page(wrong: str) -> str:
    return render_template(
        "people/welcome.html",
        wrong=wrong,
        here=on_the_machine_itself(),
        word=request.form.get("word", ""),
        least=SHORTEST,
    )
