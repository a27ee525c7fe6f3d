"""Who plays, changed during a game: another name, a new player, one who leaves. For the teacher only."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from ...live.revision import MovedOn
from ...table.transitions.players import OVER, Joining, joining
from ...table.values.setup import NotVisible
from ...table.values.view import View
from ...words.seats import unseen
from ..context import here, role, site
from ..deeds import REFUSED, do
from ..digits import whole
from .asking import sure
from .table import answer

routes = Blueprint("players", __name__, url_prefix="/enseignant/joueurs")


def free_places(view: View) -> Joining:
    """The free places to join the game of a view, or why there are none."""
    stored = site().live.stored_game(view.id) if view.id else None
    return Joining(why_not=OVER) if stored is None else joining(stored[1])


@routes.post("/arrivee")
def join() -> Response:
    """Somebody joins at a free place; this can be undone."""
    seat, name = whole(request.form.get("seat", "")), " ".join(request.form.get("name", "").split())
    w = here()
    left = any(player.seat == seat for player in site().live.snapshot().players)
    message = w.t("%(name)s plays on.", name=name) if left else w.t("%(name)s plays from now on, last.", name=name)
    return _done({"action": "join", "seat": seat, "name": name}, message, "undo")


@routes.post("/depart")
def leave() -> Response | str:
    """A player leaves for good, after a question; this can be undone."""
    view, seat = site().live.snapshot(), whole(request.form.get("seat", ""))
    name = next((player.name for player in view.players if player.seat == seat), None)
    if name is None:
        abort(404)
    w = here()
    if not request.form.get("sure"):
        says = w.t("The tiles that are open there count as they stand. It can be undone.")
        return sure(
            w.t("Does %(name)s leave the game?", name=name), says, w.t("Yes, %(name)s leaves", name=name)
        )
    return _done({"action": "leave", "seat": seat}, w.t("%(name)s has left the game.", name=name), "undo")


def _done(payload: Mapping[str, object], message: str, kind: str = "message") -> Response:
    try:
        do(site(), {**payload, "by": "teacher", "moment": request.form.get("moment", "")}, role())
    except MovedOn as error:
        return answer(409, here().t("The table has changed meanwhile: look, then try again."), str(error))
    except NotVisible as error:
        return answer(409, unseen(here()), str(error))
    except REFUSED as error:
        return answer(409, here().t("That cannot be done just now."), str(error))
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    flash(message, kind)
    return redirect(url_for("table.show"))
