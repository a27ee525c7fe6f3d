"""A game that was played, or goes on, moment by moment: forwards, backwards, and again in some twenty seconds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from referee.match import Match
from referee.record import Record, to_lines

from ...records.backgammon import CannotTell
from ...records.exports import exported, formats_of
from ...records.story import story
from ...table.games import table_family
from ...table.values.setup import NO_GAME, Setup
from ...words import Words
from ...words.certificate import certificate as certificate_of
from ..context import here, signed_in, site
from ..digits import whole
from ..show.page import game_name
from ..show.played import Moment, moment_board, moments, steps
from .frames import colours

routes = Blueprint("played", __name__, url_prefix="/partie")
STORY, RECORD = "txt", "record"
KINDS: Mapping[str, str] = {
    STORY: "text/plain",
    RECORD: "text/plain",
    "json": "application/json",
    "csv": "text/csv",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "mat": "text/plain",
    "sgf": "application/x-go-sgf",
}
"""A form in which a game may be taken along -> its media type."""
AT_ONCE = 8
"""Moments that are handed out in one piece at most."""


@dataclass(frozen=True)
class JournalGame:
    """A game of the journal.

    Attributes:
        number: of the journal.
        written: when it was begun, and what is another as soon as anything more is written of it.
        setup: what was agreed on.
        moments: its events, as far as a reader steps by them.
    """

    number: int
    written: tuple[bytes, bytes]
    setup: Setup
    moments: tuple[Moment, ...]


@dataclass(frozen=True)
class MomentBoard:
    """The board of a moment, as it is drawn for everybody.

    Attributes:
        text: HTML; "" where nobody can say how it stood.
        family: which games' styles it needs; "" for none of their own.
    """

    text: Markup
    family: str


@routes.get("")
def newest() -> Response:
    """The game that goes on; the rules' page is of no use here, so the table where there is none."""
    game = site().live.snapshot().id
    return redirect(url_for("played.show", number=game) if game else url_for("table.show"))


@routes.get("/<int:number>")
def show(number: int) -> Response | str:
    """One moment of a game, and its story; that of another than the running one is the teacher's."""
    if not _may_read(number):
        return redirect(url_for("login.ask", back=request.path))
    game = _game(number)
    at = min(max(whole(request.args.get("pas", "")) or 1, 1), len(game.moments))
    return render_template(
        "played/game.html",
        game=game,
        title=game_name(here(), game.setup.game, game.setup.profile),
        instant=_with_crops(game, at),
        board=_board(game, at),
        forms=_forms(game.setup.match()),
    )


@routes.get("/<int:number>/moments")
def pieces(number: int) -> str:
    """Some moments in one piece, for who steps through them with scripts: from `pas` on, each `tous` events."""
    if not _may_read(number):
        abort(401)
    game = _game(number)
    first, stride = whole(request.args.get("pas", "")) or 1, whole(request.args.get("tous", "")) or 1
    numbers = range(max(first, 1), len(game.moments) + 1, max(stride, 1))[:AT_ONCE]
    shown = [(_with_crops(game, at), _board(game, at)) for at in numbers]
    return render_template("played/moments.html", game=game, shown=shown)


@routes.get("/<int:number>/diplome.pdf")
def certificate(number: int) -> Response:
    """The certificate of a game that is over; that of another than the newest is the teacher's."""
    if not _may_read(number):
        return redirect(url_for("login.ask", back=request.path))
    w, written = here(), site().live.written(number)
    made = site().told.get((number, written, w.language, "certificate"), lambda: _certificate(w, number))
    if not made:
        abort(404)
    shown = Response(made, mimetype="application/pdf")
    shown.headers["Content-Disposition"] = f'inline; filename="piste-{number}.pdf"'
    return shown


@routes.get("/<int:number>/partie.<form>")
def taken_along(number: int, form: str) -> Response:
    """The game as a file: told in words, its record, or a form that others open; 404 for one that cannot hold it."""
    if not _may_read(number):
        return redirect(url_for("login.ask", back=request.path))
    if form not in KINDS:
        abort(404)
    language, written = here().language, site().live.written(number)
    made = site().told.get((number, written, language, f"partie.{form}"), lambda: _as_file(number, form, language))
    if not made:
        abort(404)
    saved = Response(made, mimetype=KINDS[form])
    saved.headers["Content-Disposition"] = f'attachment; filename="piste-{number}.{form}"'
    return saved


def _as_file(number: int, form: str, language: str) -> bytes:
    """A game in a form; nothing where it cannot be told so."""
    kept = site().live.stored_game(number)
    if kept is None or kept[1].match is None or form not in _forms(kept[1].match):
        return b""
    match, drawn = kept[1].match, kept[1].setup.by_touch
    match = table_family(match.game).as_everybody_knows(match)
    record = Record(match, drawn=drawn)
    if form == RECORD:
        return _text(to_lines(match, drawn=drawn))
    if form == STORY:
        return _text(story(record, language))
    try:
        return exported([(f"piste-{number}", record)], form, language)
    except CannotTell:
        return b""


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _forms(match: Match) -> tuple[str, ...]:
    return (STORY, RECORD, *formats_of(match))


def _certificate(w: Words, number: int) -> bytes:
    """The PDF of a game that is over; nothing for any other."""
    kept, match = site().live.stored_game(number), site().live.match(number)
    told = None if kept is None or match is None else certificate_of(w, kept[1].setup, match, kept[0])
    if told is None:
        return b""
    # what draws it takes memory, and few games end with one
    from hardware.print.certificate_page import sheet

    return sheet(told)


def _may_read(number: int) -> bool:
    return signed_in() or site().live.snapshot().id == number


def _game(number: int) -> JournalGame:
    """A game with at least one moment; 404 for any other."""
    live, language = site().live, here().language
    if (written := live.written(number)) is None:
        abort(404)

    def told() -> JournalGame:
        kept = live.stored_game(number)
        if kept is None or kept[1].setup.game == NO_GAME:
            abort(404)
        setup = kept[1].setup
        return JournalGame(number, written, setup, steps(moments(setup, live.lines(number), language)))

    game = site().told.get((number, written, language), told)
    return game if game.moments else abort(404)


def _with_crops(game: JournalGame, at: int) -> Moment:
    moment = game.moments[at - 1]
    return replace(moment, crops=site().live.crops_at(game.number, moment.t) if moment.tone == "throw" else ())


def _board(game: JournalGame, at: int) -> MomentBoard:
    """The board as it stood, drawn once for all who look: what comes after changes nothing of it."""
    language, painted = here().language, colours().now

    def drawn() -> MomentBoard:
        board = moment_board(game.setup, game.moments[at - 1], language, painted)
        if board is None:
            return MomentBoard(Markup(""), "")
        return MomentBoard(Markup(render_template("played/board.html", board=board)), board.family.name)

    return site().boards.get((game.number, game.written[0], game.setup, language, at, painted), drawn)
