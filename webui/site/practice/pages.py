"""The page that opens a practice table: which game, against whom, and who throws; and what stands where one was."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from ...interrupted import under_way
from ...live.classroom.addresses import path_at_table
from ...live.classroom.practice import FIRST_PRACTICE, PracticesFull
from ...store.tables import FIRST
from ...table.values.actions import Pause
from ...table.values.languages import LANGUAGES
from ...table.values.setup import NotVisible, expect_visible
from ...words.offer import games_offered
from ...words.seats import unseen
from ..classroom.arriving import own_table
from ..context import at_table, device, first_site, here, role, site
from ..deeds import REFUSED
from ..pages.login import asked_in
from ..problems import problem, wants_page
from ..roles import Role
from .form import PracticeForm, form_sent, practised_last, setup_of

routes = Blueprint("practice", __name__, url_prefix="/entrainement")


@routes.get("")
def ask() -> str:
    """The form, filled in with what this device practises, or what is played at its table."""
    table = first_site().practices.of(device())
    return _form_page(practised_last((site() if table is None else table).live.snapshot()))


@routes.post("")
def begin() -> Response | str | tuple[str, int]:
    """Begins the game at a table of this device's own; 422 and the form as it was if it cannot begin.

    503 if all practice tables are in use. With another language chosen, the form in it.
    """
    form, practices = form_sent(request.form), first_site().practices
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _form_page(form))
    try:
        setup = setup_of(form, here())
        expect_visible(form.name)
        table = practices.begin(device(), site().number, setup, coded=role() is not Role.LOOKER_ON)
    except NotVisible:
        return _form_page(form, unseen(here())), 422
    except REFUSED:
        return _form_page(form, here().t("No game can begin like this: choose a game.")), 422
    except PracticesFull:
        return _form_page(form, here().t("All the practice places are taken. Try again in a little while!")), 503
    if first_site().eyes():
        table.live.act(Pause())
        table.live.call(True)
    return redirect(f"{at_table(table.number)}/")


def ended_practice() -> Response | None:
    """The answer, 410, where a practice table was; None at any other address."""
    number = path_at_table(request.path)[1]
    if number < FIRST_PRACTICE:
        return None
    if not wants_page():
        return problem(410, here().t("This practice is over."))
    again = f"{at_table(own_table() or FIRST)}/entrainement"
    return make_response(render_template("practice/over.html", again=again), 410)


def _form_page(form: PracticeForm, wrong: str = "") -> str:
    w, table = here(), first_site().practices.of(device())
    goes_on = table is not None and under_way(table.live.snapshot())
    return render_template(
        "practice/page.html",
        games=games_offered(w, {"profile": form.profile}),
        said=form,
        gnubg=site().analyst.there,
        goes_on=f"{at_table(table.number)}/" if table is not None and goes_on else "",
        wrong=wrong,
    )
