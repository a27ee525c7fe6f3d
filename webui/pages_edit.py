"""A new game: which one, who plays where, how long, and the rules of the house."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import get_locale, gettext
from werkzeug.wrappers import Response

from .deeds import REFUSED, do
from .offer import games_offered, places_offered
from .pages import answer
from .said import setup_said
from .setup import NotShown
from .site import signed_in, site
from .words import words

routes = Blueprint("edit", __name__)


@routes.get("/new")
def ask() -> Response | str:
    """The page that makes a new game, filled in with what was played last."""
    return _asked("") if signed_in() else redirect(url_for("login.ask"))


@routes.post("/new")
def begin() -> Response | tuple[str, int]:
    """Begins the game of the form; 422 and the form again where no game can be made of it."""
    if not signed_in():
        return answer(401, gettext("Only a tablet that the teacher has opened can do that."))
    try:
        do(site(), {"action": "new_game", "setup": setup_said(request.form, str(get_locale()))})
    except NotShown:
        return _asked(gettext("I cannot show this game yet: choose one of these.")), 422
    except REFUSED as error:
        text = gettext("No game can begin like this: look at the players and the number of games.")
        return _asked(f"{text} ({error})"), 422
    except OSError as error:
        return answer(503, gettext("The memory cannot be written: nothing was changed."), str(error))
    return redirect(url_for("table.show"))


def _asked(wrong: str) -> str:
    w = words(str(get_locale()))
    view = site().live.snapshot()
    game = view["game"] or {}
    return render_template(
        "new.html",
        games=games_offered(w, game),
        places=places_offered(w, view["players"], most=12),
        count=game.get("games", 1),
        wrong=wrong,
    )
