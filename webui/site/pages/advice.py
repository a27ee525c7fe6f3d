"""“Un conseil ?”: the coach on the site, as far as the teacher allows it."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...store.advice import AdviceAllowed, advice_allowed, allow_advice
from ...words.games import words_of
from ..context import here, site
from ..show.advice import advice_page
from .frames import colours
from .table import answer

routes = Blueprint("advice", __name__, url_prefix="/conseil")


@routes.get("")
def show() -> str:
    """The coach's advice now, and for the teacher, the permissions."""
    allowed = advice_allowed(site().door.data)
    level = request.args.get("niveau", "")
    view = site().live.snapshot()
    stored = site().live.stored_game(view.id) if view.id else None
    match = stored[1].match if stored is not None else None
    page = advice_page(here(), view, allowed, level, match, colours().now)
    return render_template("advice/page.html", advice=page, allowed=allowed)


@routes.post("")
def allow() -> Response:
    """The teacher sets when the coach may speak."""
    try:
        allow_advice(site().door.data, AdviceAllowed("before" in request.form, "after" in request.form))
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    return redirect(url_for("advice.show"), 303)


@routes.app_template_global("advice_offered")
def advice_offered() -> bool:
    """The coach may speak of the running game, before or after a move."""
    allowed = advice_allowed(site().door.data)
    game = site().live.snapshot().game
    coached = game is not None and words_of(game.name).coach is not None
    return coached and (allowed.before or allowed.after)
