"""The teacher's page: how tablets get in, the running game, the classes, and links to everything else."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...box.network import own_wifi
from ...interrupted import going_on
from ...store.elsewhere import settle
from ...store.medium import medium_of_all
from ...store.tables import every_folder
from ...table.transitions.players import OVER
from ...words.again import offered
from ...words.seats import NOBODY_JOINS
from ..auth import SHORTEST, TEACHERS, CodeError, keep_code
from ..classroom.desk import on_desk
from ..context import first_site, here, site
from ..lesson.shown import newest_round
from ..show.board import in_their_frames
from ..show.games import family_of
from ..show.invite import invitation
from ..show.page import playing, which_game
from ..show.wrong_codes import wrong_codes
from .asking import sure
from .classes import games_listed
from .frames import colours
from .login import come_in, entered, not_entered
from .memory.backups import forget_staged
from .players import free_places
from .table import answer
from .welcome import why_not

routes = Blueprint("teacher", __name__, url_prefix="/enseignant")
OFFERED = 3
"""Interrupted games that are offered at most."""
LISTED = 14
"""Earlier games that are listed at most."""


@routes.get("")
def show() -> Response | str:
    """The page."""
    w, place = here(), site()
    view = in_their_frames(place.live.snapshot(), colours().now)
    waiting = place.live.interrupted(OFFERED)
    try:
        invited = invitation(
            place.door.table_code(), request.root_url, place.listening, own_wifi(place.door.data)
        )
        owed = [path for folder in every_folder(place.door.data).values() for path in settle(folder)]
        forget_staged(place.door.data)
    except OSError as error:
        return answer(503, w.t("That could not be saved: nothing was changed."), str(error))
    recorded = view.recorded
    free, first = free_places(view), first_site()
    now = first.every.snapshot()
    played = [(one, line) for one in first.every_table() for line in one.live.games(LISTED)]
    return render_template(
        "people/teacher.html",
        invited=invited,
        playing="" if recorded else playing(w, view),
        which=which_game(w, view),
        going_on=going_on(view),
        lines=() if recorded else family_of(view).lines(w, view),
        players=[player for player in view.players if not player.left],
        in_play=not recorded and free.why_not != OVER,
        free=free.seats,
        nobody_joins=w.t(NOBODY_JOINS[free.why_not]) if free.why_not in NOBODY_JOINS else "",
        again=offered(w, waiting),
        classes=place.classes.all(),
        lessons={one.id: newest_round(w, first, one) for one in place.classes.all()},
        owed=owed,
        medium=medium_of_all(place.door.data),
        **(on_desk(now) if len(first.every_table()) > 1 or now.practices[0] or first.eyes() else {"tables": ()}),
        wrong_codes=wrong_codes(w, place.door.tries.noted()[TEACHERS]),
        games=games_listed(sorted(played, key=lambda one: one[1].started)[-LISTED:]),
    )


@routes.post("/code-table")
def change_table_code() -> Response | str:
    """Makes another code of the table, after asking; it locks the pupils' tablets."""
    if not request.form.get("sure"):
        return sure(
            here().t("Change the table's code?"),
            here().t("Every tablet that pupils have opened is locked then, until they type the new code."),
            here().t("Yes, change the code"),
        )
    try:
        site().door.new_table_code()
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    return redirect(url_for("teacher.show"))


@routes.post("/codes-faux")
def told_of_wrong_codes() -> Response:
    """The teacher has read how many wrong codes there were."""
    site().door.tries.acknowledge()
    return redirect(url_for("teacher.show"))


@routes.get("/code")
def ask_code() -> str:
    """The page that chooses another teacher's code."""
    return _asked_code("")


@routes.post("/code")
def change_code() -> Response | tuple[str, int]:
    """Stores another teacher's code and locks all other tablets of the old one. 422 for a wrong one, 429 for many."""
    door, code = site().door, request.form.get("code", "")
    if code != request.form.get("again", ""):
        return _asked_code(here().t("The two codes are not the same.")), 422
    if not entered(door.opens, request.form.get("pin", "")):
        wrong, status = not_entered(here().t("That is not the teacher's code. Please try again."))
        return _asked_code(wrong), 429 if status == 429 else 422
    try:
        keep_code(door.data, code)
    except CodeError as error:
        return _asked_code(why_not(error)), 422
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    come_in("teacher", door.stamp())
    flash(here().t("The new code holds from now on."))
    return redirect(url_for("teacher.show"))


def _asked_code(wrong: str) -> str:
    return render_template("people/code.html", wrong=wrong, least=SHORTEST)
