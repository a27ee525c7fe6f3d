"""The page that asks the teacher before a running game is interrupted; it needs no script."""

from __future__ import annotations

from flask import render_template, request

from ...interrupted import going_on
from ...live.revision import revision_of
from ...words.again import of_players
from ..context import address, here, site
from ..show.board import in_their_frames
from ..show.games import family_of
from ..show.page import playing, which_game
from .frames import colours

SURE = "interrupts"
"""The field that says yes: the number of the game that may be interrupted, so that no other one is."""


def must_ask(action: str) -> bool:
    """True if a game is running and this request does not confirm that this very one may be interrupted.

    Raises MovedOn if `action` was meant for the game before: a double tap has begun this one. A confirmation names its
    own game.
    """
    view = site().live.snapshot()
    if SURE in request.form:
        return going_on(view) and request.form[SURE] != str(view.id)
    revision_of(view).expect(action, request.form.get("moment", ""))
    return going_on(view)


def asked(where: str, go: str) -> str:
    """The page that asks. The answer sends the form's values again.

    Args:
        where: address that the answer goes to.
        go: words of the button that interrupts the game.
    """
    w, view = here(), in_their_frames(site().live.snapshot(), colours().now)
    names = [player.name for player in view.players]
    again = [
        (name, text) for name, text in request.form.items(multi=True) if name not in ("csrf_token", "moment", SURE)
    ]
    return render_template(
        "confirm.html",
        title=w.t("Interrupt the game %(of)s?", of=of_players(w, names)),
        which=" · ".join(part for part in (playing(w, view), which_game(w, view)) if part),
        lines=family_of(view).lines(w, view),
        says=w.t("It is kept as it stands: “New game” offers it again at any time."),
        where=where,
        again=again,
        yes=(SURE, view.id),
        go=go,
        back=w.t("Go on with this game"),
        back_to="table.show",
    )


def sure(title: str, says: str, go: str, *, which: str = "", back_to: str = "teacher.show") -> str:
    """A page that asks before something ends or is forgotten; the answer sends the form again with "sure".

    Args:
        title: the question.
        says: the consequence.
        go: words of the button that does it.
        which: the name of what it affects.
        back_to: the page that the answer "no" leads to.
    """
    again = [(name, text) for name, text in request.form.items(multi=True) if name != "csrf_token"]
    return render_template(
        "confirm.html",
        title=title,
        which=which,
        lines=(),
        says=says,
        where=address(),
        again=again,
        yes=("sure", "1"),
        go=go,
        back=here().t("No, go back"),
        back_to=back_to,
    )
