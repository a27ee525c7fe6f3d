"""A new game: which one, who plays where, how long, and the house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...interrupted import going_on
from ...live.revision import MovedOn
from ...table.games import SHOWN
from ...table.values.languages import LANGUAGES
from ...table.values.setup import NotSeated, NotShown, NotVisible, Setup, expect_shown, expect_visible
from ...table.values.view import View
from ...words.again import of_players, offered
from ...words.offer import colour_names, games_offered, places_offered
from ...words.seats import seated, unseen
from ..context import here, role, site
from ..deeds import REFUSED, do
from ..forms import setup_of_form
from ..lesson.notice import lessons_today, next_at, next_here
from ..lesson.round import note_new
from ..new_form import Filled, as_sent, played_last
from .asking import asked, must_ask
from .frames import colours
from .login import asked_in
from .table import answer

routes = Blueprint("edit", __name__)
OFFERED = 3
"""Interrupted games that the page offers at most."""


@routes.get("/new")
def ask() -> Response | str:
    """The page that makes a new game, filled in with the last one, and with who waits in a lesson for the next."""
    view = site().live.snapshot()
    return _form_page(played_last(view, next_here(lessons_today(), site(), view)))


@routes.post("/new")
def begin() -> Response | str | tuple[str, int]:
    """Begins the game of the form after asking about a running one, and stores the colours of the frames.

    At a table of a lesson that goes on, a game of its pupils is the lesson's.
    422 and the form as it was sent if it is invalid. With another language chosen, the form in it.
    """
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _form_page(as_sent(request.form)))
    try:
        payload = setup_of_form(request.form, here().language)
        expect_shown(payload["game"], SHOWN)
        agreed = Setup.from_json(payload)  # an invalid game begins nothing, so there is nothing to ask
        expect_visible(*(player.name for player in agreed.players))
        before = site().live.snapshot().id or 0
        go = here().t("Yes, begin the new game")
        return begun({"setup": payload}, url_for("edit.begin"), go, lambda view: _noted(view, before))
    except NotShown:
        return _asked_again(here().t("I cannot show this game yet: choose one of these."))
    except NotVisible:
        return _asked_again(unseen(here()))
    except NotSeated as error:
        return _asked_again(seated(here(), error))
    except REFUSED:
        return _asked_again(
            here().t("No game can begin like this: look at the names and the number of games.")
        )


def begun(
    payload: Mapping[str, Any], where: str, go: str, after: Callable[[View | None], object] = lambda view: None
) -> Response | str:
    """Begins a game after asking about a running one, and leads to it; a double tap begins it once.

    Args:
        payload: of new_game: the setup, and a position to begin at; another `action` replaces "new_game".
        where, go: address and words of the button that interrupts the other game.
        after: receives the new view.

    Raises one of REFUSED for an invalid game.
    """
    try:
        begins = {"action": "new_game", **payload}
        if must_ask(begins["action"]):
            return asked(where, go)
        after(do(site(), {**begins, "moment": request.form.get("moment", "")}, role()))
    except MovedOn:
        pass  # it has begun
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    return redirect(url_for("table.show"))


def _noted(view: View | None, before: int) -> None:
    """Stores that the game is a lesson's, as the one before, and the form's colours of the frames if they differ."""
    note_new(site(), before, (view.id if view else None) or 0)
    sent, frame_colours = tuple(request.form.getlist("colour")), colours()
    if sent and sent != frame_colours.now:
        try:
            frame_colours.keep(sent)
        except ValueError:
            flash(here().t("The colours of the frames stay as they were."))


def _asked_again(wrong: str) -> tuple[str, int]:
    return _form_page(as_sent(request.form), wrong), 422


def _form_page(filled: Filled, wrong: str = "") -> str:
    w, view, painted = here(), site().live.snapshot(), filled.painted or colours().now
    return render_template(
        "new.html",
        ends=of_players(w, [player.name for player in view.players]) if going_on(view) else "",
        painted=painted,
        colour_names=colour_names(w),
        games=games_offered(w, {"profile": filled.profile, "options": filled.options}),
        places=places_offered(w, filled.names, filled.seats, painted),
        count=filled.games,
        counts=filled.counts,
        handicaps=filled.handicaps,
        again=offered(w, site().live.interrupted(OFFERED)),
        next=next_at(lessons_today(), site(), view),
        wrong=wrong,
        men=_men_followed(),
    )


def _men_followed() -> str:
    """Whether the camera will follow the men on a board of arrows; "" where no camera could."""
    lookout = site().lookout
    if lookout is None or lookout.men is None:
        return ""
    w, knows = here(), lookout.men.learnt() is not None
    if knows:
        return w.t("In Backgammon, Jacquet and Le Tric Trac the camera follows the men: it knows this board.")
    return w.t("In Backgammon, Jacquet and Le Tric Trac the camera sees the dice alone until it has learnt the board.")
