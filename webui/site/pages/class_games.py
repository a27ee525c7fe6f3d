"""A class plays: its next game, and its results as files. For the teacher only."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from referee.games import profile as game_with
from referee.record import Record

from ...records.lessons import lessons_sheet, rounds_sheet
from ...records.pupils import players_of, pupil_lines, pupils_sheet
from ...records.sheets import scores, turns
from ...records.spreadsheet import to_csv, to_ods
from ...store.classes import ClassGame, SchoolClass
from ...table.values.languages import LANGUAGES
from ...table.values.setup import NotSeated, Setup, players_at
from ...table.values.shown import usual_places
from ...words.certificate import lesson_certificate
from ...words.offer import games_offered
from ...words.seats import wrong_number
from ..context import here, site
from ..deeds import REFUSED
from ..digits import whole
from ..forms import setup_of_form
from ..new_form import Filled, as_sent, played_last
from ..show.class_results import certificate_facts
from ..show.kept_games import about
from .classes import games_at_tables, lessons_at, played_at_tables, the_class
from .login import asked_in
from .new import begun

routes = Blueprint("class_games", __name__, url_prefix="/enseignant/classe/<int:number>")
SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"


@routes.get("/partie")
def ask(number: int) -> str:
    """The page that begins a game of this class: the teacher ticks the players, their places follow."""
    return _form_page(the_class(number), frozenset(), replace(played_last(site().live.snapshot()), games=1))


@routes.post("/partie")
def begin(number: int) -> Answer | str | tuple[str, int]:
    """Begins the game after asking about a running one; 422 and the form as it was if it cannot begin.

    With another language chosen, the form in it.
    """
    school_class = the_class(number)
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _asked_again(school_class, "")[0])
    try:
        setup = _setup(school_class)
        return begun(
            {"setup": setup.to_json()},
            url_for("class_games.begin", number=number),
            here().t("Yes, begin the new game"),
            lambda view: _remember(school_class, (view.id if view else None) or 0),
        )
    except NotSeated as error:
        wrong = wrong_number(here(), error) if error.seats else here().t("Nobody plays yet: tick who plays.")
        return _asked_again(school_class, wrong)
    except REFUSED:
        return _asked_again(school_class, here().t("No game can begin like this: choose a game, and who plays."))


def _remember(school_class: SchoolClass, game: int) -> None:
    started = site().live.started(game)
    if started is not None:
        site().classes.begun(school_class.id, ClassGame(game, started, site().number))


def _setup(school_class: SchoolClass) -> Setup:
    """The game of the form. Raises one of REFUSED."""
    agreed = setup_of_form(request.form, here().language)
    names = [school_class.pupils[k] for k in sorted(_ticked_pupils(school_class))]
    players = players_at(usual_places(game_with(str(agreed["profile"])), len(names)), names)
    return Setup.from_json({**agreed, "players": [{"name": player.name, "seat": player.seat} for player in players]})


def _ticked_pupils(school_class: SchoolClass) -> frozenset[int]:
    """The players, by number in the list."""
    numbers = {whole(text) for text in request.form.getlist("pupil")}
    return frozenset(number for number in range(len(school_class.pupils)) if number in numbers)


def _asked_again(school_class: SchoolClass, wrong: str) -> tuple[str, int]:
    return _form_page(school_class, _ticked_pupils(school_class), as_sent(request.form), wrong), 422


def _form_page(school_class: SchoolClass, ticked: frozenset[int], filled: Filled, wrong: str = "") -> str:
    return render_template(
        "people/class_game.html",
        one=school_class,
        pupils=[(number, name, number in ticked) for number, name in enumerate(school_class.pupils)],
        games=games_offered(here(), {"profile": filled.profile, "options": filled.options}),
        count=filled.games,
        counts=filled.counts,
        wrong=wrong,
    )


@routes.get("/resultats.<kind>")
def results(number: int, kind: str) -> Response:
    """The class's results as a file: "csv", or "ods" with every game and every turn; 404 for any other kind."""
    school_class, w = the_class(number), here()
    at_tables = played_at_tables(school_class)
    matches = ((line, table.live.match(line.id)) for table, line in at_tables)
    games = [(about(w, line), match) for line, match in matches if match is not None]
    lessons = lessons_at(school_class, at_tables)
    pupils = pupils_sheet(w, pupil_lines(school_class.pupils, [line for _, line in at_tables]))
    if kind == "csv":
        return _file(to_csv(pupils, w.language), "text/csv; charset=utf-8", f"piste-{school_class.id}.csv")
    if kind != "ods":
        abort(404)
    records = [(name, Record(match)) for name, match in games]
    sheets = [pupils, *([lessons_sheet(w, lessons), rounds_sheet(w, lessons)] if lessons else [])]
    sheets += [scores(w, records), turns(w, records)] if records else []
    return _file(to_ods(sheets, w.language), SPREADSHEET, f"piste-{school_class.id}.ods")


@routes.get("/diplomes.pdf")
def certificates(number: int) -> Response:
    """A certificate for every pupil who sat at a table in a lesson, a page each; 404 if nobody did.

    The lesson is that of the day `jour`, by default the newest one.
    """
    school_class, w, day = the_class(number), here(), request.args.get("jour", "")
    at_tables = games_at_tables(school_class)
    lessons = [one for one in lessons_at(school_class, at_tables) if day in ("", one.day.isoformat())]
    if not lessons:
        abort(404)
    lesson = lessons[-1]
    read = [(line, table.live.match(line.id)) for table, line in at_tables if line in lesson.matches]
    matches = [(line, match) for line, match in read if match is not None]
    played = [line for line in lesson.matches if line.results.played]
    there = [name for line in lesson.matches for name in players_of(line)]
    each = [
        lesson_certificate(
            w, pupil.name, lesson.day,
            [(line.setup, match) for line, match in matches if pupil.name in players_of(line)],
            certificate_facts(w, pupil, [line for line in played if pupil.name in players_of(line)]),
        )
        for pupil in pupil_lines(dict.fromkeys([*school_class.pupils, *there]), played)
        if pupil.name in there
    ]  # fmt: skip
    # drawing them takes memory, and few ask for them
    from hardware.print.certificate_page import sheets

    title = f"{w.t('Certificates')} – {school_class.title}"
    shown = Response(sheets(title, each), mimetype="application/pdf")
    shown.headers["Content-Disposition"] = f'inline; filename="piste-{number}-{lesson.day.isoformat()}.pdf"'
    return shown


def _file(content: bytes, kind: str, name: str) -> Response:
    saved = Response(content, mimetype=kind)
    saved.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return saved
