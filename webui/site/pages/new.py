"""A new game: which one, who plays where, how long, and the rules of the house."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import get_locale, gettext
from werkzeug.wrappers import Response

from ...live.moment import MovedOn
from ...table.setup import NotSeated, NotShown, Setup, expect_shown
from ...words import words
from ...words.again import offered
from ...words.offer import games_offered, places_offered
from ...words.seats import seated
from ..context import site
from ..deeds import REFUSED, do
from ..forms import setup_said
from ..new_form import Filled, as_sent, played_last
from .asking import asked, must_ask
from .table import answer

routes = Blueprint("edit", __name__)
OFFERED = 3
"""Interrupted games that the page offers at most."""


@routes.get("/new")
def ask() -> Response | str:
    """The page that makes a new game, filled in with what was played last."""
    return _asked(played_last(site().live.snapshot()))


@routes.post("/new")
def begin() -> Response | str | tuple[str, int]:
    """Begins the game of the form, having asked where another one goes on.

    422 and the form as it was sent where no game can be made of it.
    """
    try:
        said = setup_said(request.form, str(get_locale()))
        expect_shown(said["game"])
        Setup.from_json(said)  # nobody is asked whether to begin what cannot begin
        if must_ask("new_game"):
            return asked(url_for("edit.begin"), gettext("Yes, begin the new game"))
        do(site(), {"action": "new_game", "setup": said, "moment": request.form.get("moment", "")})
    except MovedOn:
        return redirect(url_for("table.show"))  # tapped twice: the game has begun
    except NotShown:
        return _asked_again(gettext("I cannot show this game yet: choose one of these."))
    except NotSeated as error:
        return _asked_again(seated(words(str(get_locale())), error))
    except REFUSED:
        return _asked_again(
            gettext("No game can begin like this: look at the names and the number of games.")
        )
    except OSError as error:
        return answer(503, gettext("That could not be saved: nothing was changed."), str(error))
    return redirect(url_for("table.show"))


def _asked_again(wrong: str) -> tuple[str, int]:
    return _asked(as_sent(request.form), wrong), 422


def _asked(filled: Filled, wrong: str = "") -> str:
    w = words(str(get_locale()))
    return render_template(
        "new.html",
        games=games_offered(w, {"profile": filled.profile, "options": filled.options}),
        places=places_offered(w, filled.names, filled.seats),
        count=filled.games,
        handicaps=filled.handicaps,
        again=offered(w, site().live.interrupted(OFFERED)),
        wrong=wrong,
    )
