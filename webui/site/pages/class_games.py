"""A class plays: its next game, and its results as files. For the teacher alone."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from referee.games import profile as game_with
from referee.record import Record

from ...records.pupils import pupil_lines, pupils_sheet
from ...records.sheets import scores, turns
from ...records.spreadsheet import to_csv, to_ods
from ...store.classes import ClassGame, SchoolClass
from ...table.values.languages import LANGUAGES
from ...table.values.setup import NotSeated, Setup, players_at
from ...table.values.shown import usual_places
from ...words.offer import games_offered
from ...words.seats import too_few
from ..context import here, site
from ..deeds import REFUSED
from ..digits import whole
from ..forms import setup_said
from ..new_form import Filled, as_sent, played_last
from ..show.kept_games import about
from .classes import games_of, the_class
from .login import asked_in
from .new import begun

routes = Blueprint("class_games", __name__, url_prefix="/enseignant/classe/<int:number>")
SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"


@routes.get("/partie")
def ask(number: int) -> str:
    """The page on which a game of this class is begun: who plays is ticked, places are given by themselves."""
    return _asked(the_class(number), frozenset(), replace(played_last(site().live.snapshot()), games=1))


@routes.post("/partie")
def begin(number: int) -> Answer | str | tuple[str, int]:
    """Begins the game, having asked where another one goes on; 422 and the form as it was where there can be none.

    Where another language was chosen, the form as it was in it.
    """
    one = the_class(number)
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _asked_again(one, "")[0])
    try:
        setup = _setup(one)
        return begun(
            {"setup": setup.to_json()},
            url_for("class_games.begin", number=number),
            here().t("Yes, begin the new game"),
            lambda view: _remember(one, (view.id if view else None) or 0),
        )
    except NotSeated as error:
        return _asked_again(one, _too_many(error) if error.seats else here().t("Nobody plays yet: tick who plays."))
    except REFUSED:
        return _asked_again(one, here().t("No game can begin like this: choose a game, and who plays."))


def _too_many(error: NotSeated) -> str:
    w = here()
    if len(error.seats) < error.least:
        return too_few(w, error)
    return w.tn(
        "With these rules one player at most can play.",
        "With these rules %(n)s players at most can play.",
        error.places,
    )


def _remember(one: SchoolClass, game: int) -> None:
    started = site().live.started(game)
    if started is not None:
        site().classes.begun(one.id, ClassGame(game, started))


def _setup(one: SchoolClass) -> Setup:
    """The game of the form. Raises one of REFUSED."""
    agreed, names = setup_said(request.form, here().language), [one.pupils[k] for k in sorted(_ticked(one))]
    players = players_at(usual_places(game_with(str(agreed["profile"])), len(names)), names)
    return Setup.from_json({**agreed, "players": [{"name": one.name, "seat": one.seat} for one in players]})


def _ticked(one: SchoolClass) -> frozenset[int]:
    """Who is to play, by place in the list."""
    numbers = {whole(text) for text in request.form.getlist("pupil")}
    return frozenset(number for number in range(len(one.pupils)) if number in numbers)


def _asked_again(one: SchoolClass, wrong: str) -> tuple[str, int]:
    return _asked(one, _ticked(one), as_sent(request.form), wrong), 422


def _asked(one: SchoolClass, ticked: frozenset[int], filled: Filled, wrong: str = "") -> str:
    return render_template(
        "people/class_game.html",
        one=one,
        pupils=[(number, name, number in ticked) for number, name in enumerate(one.pupils)],
        games=games_offered(here(), {"profile": filled.profile, "options": filled.options}),
        count=filled.games,
        counts=filled.counts,
        wrong=wrong,
    )


@routes.get("/resultats.<kind>")
def results(number: int, kind: str) -> Response:
    """The class's results as a file: "csv", or "ods" with every game and every turn; 404 for any other kind."""
    one, w = the_class(number), here()
    lines = games_of(one)
    told = [(about(w, line), match) for line in lines if (match := site().live.match(line.id)) is not None]
    pupils = pupils_sheet(w, pupil_lines(one.pupils, lines))
    if kind == "csv":
        return _file(to_csv(pupils, w.language), "text/csv; charset=utf-8", f"piste-{one.id}.csv")
    if kind != "ods":
        abort(404)
    records = [(name, Record(match)) for name, match in told]
    sheets = (pupils, scores(w, records), turns(w, records)) if records else (pupils,)
    return _file(to_ods(sheets, w.language), SPREADSHEET, f"piste-{one.id}.ods")


def _file(content: bytes, kind: str, name: str) -> Response:
    saved = Response(content, mimetype=kind)
    saved.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return saved
