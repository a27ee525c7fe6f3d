"""The page that begins a practice game: which one, against whom, and who throws."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from ...interrupted import going_on
from ...table.values.languages import LANGUAGES
from ...table.values.setup import NotVisible, expect_visible
from ...words.again import of_players
from ...words.offer import games_offered
from ...words.seats import unseen
from ..context import here, role, role_for, site
from ..deeds import REFUSED
from ..pages.login import asked_in
from ..pages.new import begun
from ..pages.table import may_not
from .form import PracticeForm, form_sent, practised_last, setup_of

routes = Blueprint("practice", __name__, url_prefix="/entrainement")


@routes.get("")
def ask() -> str:
    """The form, filled in with the last practice game."""
    return _form_page(practised_last(site().live.snapshot()))


@routes.post("")
def begin() -> Response | str | tuple[str, int]:
    """Begins the game after asking about a running one; 422 and the form as it was if it cannot begin.

    While a class plays, only the teacher begins one. With another language chosen, the form in it.
    """
    form = form_sent(request.form)
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _form_page(form))
    if (refused := may_not("practise")) is not None:
        return refused
    try:
        setup = setup_of(form, here())
        expect_visible(form.name)
        agreed = {"action": "practise", "setup": setup.to_json()}
        return begun(agreed, url_for("practice.begin"), here().t("Yes, begin to practise"))
    except NotVisible:
        return _form_page(form, unseen(here())), 422
    except REFUSED:
        return _form_page(form, here().t("No game can begin like this: choose a game.")), 422


def _form_page(form: PracticeForm, wrong: str = "") -> str:
    w, view = here(), site().live.snapshot()
    return render_template(
        "practice/page.html",
        games=games_offered(w, {"profile": form.profile}),
        said=form,
        ends=of_players(w, [player.name for player in view.players]) if going_on(view) else "",
        may=role() >= role_for("practise", view),
        wrong=wrong,
    )
