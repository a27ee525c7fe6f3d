"""The page that corrects the men or pawns of the running game: “the board stands like this”."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from ...live.revision import MovedOn
from ...table.transitions.lies import match_as_lying
from ...table.values.languages import LANGUAGES
from ...table.values.state import NotNow, Table
from ...words.placing import why_not
from ..context import here, moment, role, site
from ..deeds import do
from ..pages.login import asked_in
from ..pages.table import answer
from ..show.arrangement import arrangeable
from .draft import AS_IT_IS, Draft
from .judged import as_it_lies, placing_of
from .pages import draft_drawn, draft_sent

routes = Blueprint("lies", __name__, url_prefix="/correct/board")


@routes.get("")
def ask() -> Response | str:
    """The board of the running game; tiles are corrected on the page of the dice."""
    table = _playing()
    stood = None if table is None else as_it_lies(table)
    if table is None or stood is None:
        return redirect(url_for("table.correct"))
    return _form_page(table, stood)


@routes.post("")
def say() -> Response | str | tuple[str, int]:
    """Applies the taps and shows the result, or continues the game from there. 409 or 422 and the page if not."""
    now, table = moment(), _playing()
    stood = None if table is None else as_it_lies(table)
    if table is None or stood is None:
        return answer(409, here().t("That cannot be done just now."))
    draft, wrong = draft_sent(table, stood)
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _form_page(table, draft))
    if "begin" not in request.form:
        return _form_page(table, draft, wrong)
    late = here().t("The table has changed meanwhile: look, then try again.")
    if request.form.get("lies") != _instant(table):
        return _form_page(table, draft, late), 409
    try:
        do(site(), {**_correction(table, draft), "moment": now}, role())
    except MovedOn:
        return _form_page(table, draft, late), 409
    except NotNow as error:
        return _form_page(table, draft, why_not(here(), str(error))), 422
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    flash(here().t("The board stands as you said; the same game goes on."), "undo")
    return redirect(url_for("table.show"))


def _playing() -> Table | None:
    """The table of the running game of people; None without one."""
    number = site().live.snapshot().id
    stored = site().live.stored_game(number) if number else None
    return stored[1] if stored is not None and arrangeable(stored[1]) else None


def _instant(table: Table) -> str:
    """How far the game is: a move that counts meanwhile makes the page outdated."""
    return f"{site().live.snapshot().id}.{len(match_as_lying(table).events)}"


def _correction(table: Table, draft: Draft) -> Mapping[str, object]:
    turn = None if draft.turn == AS_IT_IS else table.setup.seats[draft.turn]
    return {"action": "correct_board", "by": "teacher", "spaces": dict(draft.spaces), "turn": turn}


def _form_page(table: Table, draft: Draft, wrong: str = "") -> str:
    w = here()
    back, names = url_for("table.correct"), [player.name for player in table.setup.players]
    whose = placing_of(table).goes_on(w, match_as_lying(table), names)
    return draft_drawn(w, table, draft, whose, wrong, lies=_instant(table), back=back)
