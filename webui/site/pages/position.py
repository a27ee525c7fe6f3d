"""A position set up by hand for the running game: the board, whose turn it is, the earlier games."""

from __future__ import annotations

from flask import Blueprint, flash, render_template, request, url_for
from werkzeug.wrappers import Response

from ...interrupted import going_on
from ...table.values.languages import LANGUAGES
from ...table.values.setup import Setup
from ...table.values.shown import frames_at
from ...table.values.state import Table
from ..context import here, site
from ..deeds import REFUSED
from ..digits import whole
from ..placing.pages import placed_asked, placed_begun
from ..show.arrangement import Arrangement, arrangeable, arranged_now, drawn, fault, tiled, who_stays
from ..show.games import family_played
from .frames import colours
from .login import asked_in
from .new import begun
from .table import answer

routes = Blueprint("position", __name__, url_prefix="/enseignant/position")


@routes.get("")
def ask() -> str:
    """The page, with the game's present position."""
    table = _playing()
    if table is not None and family_played(table.game).placing is not None:
        return placed_asked(table)
    setup = None if table is None else who_stays(table)
    return _form_page(None, None) if table is None or setup is None else _form_page(setup, arranged_now(table))


@routes.post("")
def begin() -> Response | str | tuple[str, int]:
    """Begins a game from there, having asked, and keeps the one before it. 422 and the form if it cannot."""
    table = _playing()
    if table is None:
        return answer(409, here().t("That cannot be done just now."))
    if family_played(table.game).placing is not None:
        return placed_begun(table)
    setup, before = who_stays(table), site().live.snapshot()
    if setup is None:
        return answer(409, here().t("That cannot be done just now."))
    wanted = _arrangement_sent(setup, arranged_now(table))
    if (language := request.form.get("language", "")) in LANGUAGES:
        return asked_in(language, lambda: _form_page(setup, wanted))
    wrong = fault(here(), setup, wanted)
    if wrong:
        return _form_page(setup, wanted, wrong), 422
    kind = f"back-{before.id}" if going_on(before) else "message"
    try:
        return begun(
            {"setup": setup.to_json(), "position": wanted.position(tiled(setup).tiles)},
            url_for("position.begin"),
            here().t("Yes, play on from this position"),
            lambda view: flash(here().t("You play on from this position."), kind),
        )
    except REFUSED:
        return _form_page(setup, wanted, here().t("Nobody can play on from there.")), 422


def _playing() -> Table | None:
    """The table of the running game of people; None without one."""
    number = site().live.snapshot().id
    stored = site().live.stored_game(number) if number else None
    if stored is None or not arrangeable(stored[1]):
        return None
    family = family_played(stored[1].game)
    return stored[1] if family.framed or family.placing is not None else None


def _arrangement_sent(setup: Setup, now: Arrangement) -> Arrangement:
    """The form's arrangement; the rest is as the table stands."""
    places = {str(seat): player for player, seat in enumerate(setup.seats)}
    tiles = range(1, tiled(setup).tiles + 1)
    return Arrangement(
        tuple(frozenset(tiles) & {whole(n) for n in request.form.getlist(f"closed-{seat}")} for seat in places),
        places.get(request.form.get("turn", ""), now.turn),
        frozenset(places[seat] for seat in request.form.getlist("done") if seat in places),
        tuple(
            tuple(request.form.get(f"points-{game}-{seat}", "").strip() for seat in places)
            for game in range(1, len(now.points) + 1)
        ),
    )


def _form_page(setup: Setup | None, wanted: Arrangement | None, wrong: str = "") -> str:
    w = here()
    beds = () if setup is None else drawn(w, setup, colours().now)
    return render_template(
        "people/position.html",
        beds=beds,
        frames=sorted((bed.frame for bed in beds if bed.frame is not None), key=lambda frame: frame.player),
        own_frames=setup is not None and bool(frames_at(tiled(setup).layout)),
        said=wanted,
        wrong=wrong,
    )
