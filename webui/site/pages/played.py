"""A past or running game, moment by moment: forwards, backwards, and replayed in some twenty seconds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from referee.games.backgammon import Backgammon
from referee.match import Match
from referee.record import Record, to_lines

from ...live.gnubg.analyst import Analysis
from ...records.backgammon import CannotTell
from ...records.backgammon_errors import Assessed, assessed
from ...records.backgammon_ids import ids
from ...records.backgammon_sgf import each_game
from ...records.exports import exported, formats_of
from ...records.story import story
from ...store.advice import advice_allowed
from ...table.games import table_family
from ...table.values.setup import NO_GAME, Setup
from ...words import Words
from ...words.certificate import certificate as certificate_of
from ..context import address, here, signed_in, site
from ..digits import whole
from ..show.assessment import PlayerErrors, errors_of, with_marks
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
        written: when it was begun, and a mark that changes with every entry.
        setup: what was agreed on.
        moments: its events, without those that a reader does not step through.
    """

    number: int
    written: tuple[bytes, bytes]
    setup: Setup
    moments: tuple[Moment, ...]


@dataclass(frozen=True)
class AnalysisShown:
    """What the page says of the analysis of a match of Backgammon.

    Attributes:
        there: GNU Backgammon is installed.
        busy: it analyses a match, this or another.
        so_far: the analysis of this match; None if nobody has asked for it.
        trouble: why it ended early: "slow", "failed", or "" if it did not.
        plays: what was analysed, in the order of the match.
        players: the errors of each.
    """

    there: bool
    busy: bool
    so_far: Analysis | None = None
    trouble: str = ""
    plays: tuple[Assessed, ...] = ()
    players: tuple[PlayerErrors, ...] = ()


@dataclass(frozen=True)
class MomentBoard:
    """The board of a moment, drawn for everybody.

    Attributes:
        text: HTML; "" if the board is unknown.
        family: which games' styles it needs; "" for none of their own.
        which: the length of the match, its game at that moment, and Crawford's rule; or "".
        ids: GNU Backgammon's position ID, and the XGID; () for other games.
    """

    text: Markup
    family: str
    which: str = ""
    ids: tuple[str, ...] = ()


@routes.get("")
def newest() -> Response:
    """The running game; without one, the table."""
    game = site().live.snapshot().id
    return redirect(url_for("played.show", number=game) if game else url_for("table.show"))


@routes.get("/<int:number>")
def show(number: int) -> Response | str:
    """One moment of a game, and its story; games other than the running one are for the teacher."""
    if not _may_read(number):
        return redirect(url_for("login.ask", back=address()))
    game, analysis = _marked(_game(number))
    at = min(max(whole(request.args.get("pas", "")) or 1, 1), len(game.moments))
    return render_template(
        "played/game.html",
        game=game,
        title=game_name(here(), game.setup.game, game.setup.profile),
        instant=_with_crops(game, at),
        board=_board(game, at),
        analysis=analysis,
        forms=_forms(game.setup.match()),
    )


@routes.get("/<int:number>/moments")
def pieces(number: int) -> str:
    """Some moments in one piece, for readers who step through them with scripts: from `pas` on, each `tous` events."""
    if not _may_read(number):
        abort(401)
    game, _ = _marked(_game(number))
    first, stride = whole(request.args.get("pas", "")) or 1, whole(request.args.get("tous", "")) or 1
    numbers = range(max(first, 1), len(game.moments) + 1, max(stride, 1))[:AT_ONCE]
    shown = [(_with_crops(game, at), _board(game, at)) for at in numbers]
    return render_template("played/moments.html", game=game, shown=shown)


@routes.post("/<int:number>/analyse")
def analyse(number: int) -> Response:
    """Begins to analyse a match of Backgammon; nothing happens if that is not allowed now, or another is analysed."""
    if not _may_read(number):
        return redirect(url_for("login.ask", back=address()))
    game = _game(number)
    match = _to_analyse(game)
    if match is not None:
        site().analyst.begin(_key(game), each_game(Record(match)))
    return redirect(url_for("played.show", number=number, _anchor="analysis"), 303)


@routes.get("/<int:number>/diplome.pdf")
def certificate(number: int) -> Response:
    """The certificate of a finished game; games other than the newest are for the teacher."""
    if not _may_read(number):
        return redirect(url_for("login.ask", back=address()))
    w, written = here(), site().live.written(number)
    made = site().game_pages.get((number, written, w.language, "certificate"), lambda: _certificate(w, number))
    if not made:
        abort(404)
    shown = Response(made, mimetype="application/pdf")
    shown.headers["Content-Disposition"] = f'inline; filename="piste-{number}.pdf"'
    return shown


@routes.get("/<int:number>/partie.<form>")
def taken_along(number: int, form: str) -> Response:
    """The game as a file: a story, its record, or another program's format; 404 for a format that cannot hold it."""
    if not _may_read(number):
        return redirect(url_for("login.ask", back=address()))
    if form not in KINDS:
        abort(404)
    language, written = here().language, site().live.written(number)
    key = (number, written, language, f"partie.{form}")
    made = site().game_pages.get(key, lambda: _as_file(number, form, language))
    if not made:
        abort(404)
    saved = Response(made, mimetype=KINDS[form])
    saved.headers["Content-Disposition"] = f'attachment; filename="piste-{number}.{form}"'
    return saved


def _as_file(number: int, form: str, language: str) -> bytes:
    """A game in a format; b"" if the format cannot hold it."""
    stored = site().live.stored_game(number)
    if stored is None or stored[1].match is None or form not in _forms(stored[1].match):
        return b""
    match, drawn = stored[1].match, stored[1].setup.drawn
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
    """The PDF of a finished game; b"" for any other."""
    stored, match = site().live.stored_game(number), site().live.match(number)
    certificate = None if stored is None or match is None else certificate_of(w, stored[1].setup, match, stored[0])
    if certificate is None:
        return b""
    # drawing it takes memory, and few games end with one
    from hardware.print.certificate_page import sheet

    return sheet(certificate)


def _may_read(number: int) -> bool:
    return signed_in() or site().live.snapshot().id == number


def _game(number: int) -> JournalGame:
    """A game with at least one moment; 404 for any other."""
    live, language = site().live, here().language
    if (written := live.written(number)) is None:
        abort(404)

    def game_read() -> JournalGame:
        stored = live.stored_game(number)
        if stored is None or stored[1].setup.game == NO_GAME:
            abort(404)
        setup = stored[1].setup
        return JournalGame(number, written, setup, steps(moments(setup, live.lines(number), language)))

    game = site().game_pages.get((number, written, language), game_read)
    return game if game.moments else abort(404)


def _key(game: JournalGame) -> tuple[object, ...]:
    return (site().number, game.number, game.written)


def _to_analyse(game: JournalGame) -> Match | None:
    """The match, if it is one of Backgammon that is over, or its players may have advice after a play; else None."""
    stored = site().live.stored_game(game.number)
    match = None if stored is None else stored[1].match
    if match is None or not isinstance(match.game, Backgammon) or not match.events:
        return None
    over = match.game.awaits(match.state) is None
    return match if over or advice_allowed(site().door.data).after else None


def _marked(game: JournalGame) -> tuple[JournalGame, AnalysisShown | None]:
    """The game with GNU Backgammon's marks, and what the page says of them; None for a game without."""
    if game.setup.game != Backgammon.name or (match := _to_analyse(game)) is None:
        return game, None
    analyst, so_far = site().analyst, site().analyst.of(_key(game))
    shown = AnalysisShown(analyst.there, analyst.busy, so_far, "" if so_far is None else so_far.trouble)
    if so_far is None or not so_far.games:
        return game, shown
    key = (game.number, game.written, here().language, "analysis", len(so_far.games))

    def marked() -> tuple[JournalGame, AnalysisShown]:
        try:
            plays = assessed(match, so_far.games)
        except ValueError:
            return game, replace(shown, trouble="failed")
        players = errors_of(here(), match.players, plays)
        marks = with_marks(here(), game.moments, match, plays)
        return replace(game, moments=marks), replace(shown, plays=plays, players=players)

    with_plays, of_plays = site().game_pages.get(key, marked)
    return with_plays, replace(of_plays, busy=shown.busy, so_far=so_far, trouble=of_plays.trouble or shown.trouble)


def _ids(moment: Moment) -> tuple[str, ...]:
    """The position at a moment of Backgammon as other programs read it; () where nobody acts."""
    match = None if moment.replayed is None else moment.replayed.match
    acts = match is not None and not match.state.opening and match.game.awaits(match.state) is not None
    return ids(match) if match is not None and acts else ()


def _with_crops(game: JournalGame, at: int) -> Moment:
    moment = game.moments[at - 1]
    return replace(moment, crops=site().live.crops_at(game.number, moment.t) if moment.tone == "throw" else ())


def _board(game: JournalGame, at: int) -> MomentBoard:
    """The board at a moment, drawn once for all readers: later events do not change it."""
    language, painted = here().language, colours().now

    def drawn() -> MomentBoard:
        board = moment_board(game.setup, game.moments[at - 1], language, painted)
        if board is None:
            return MomentBoard(Markup(""), "")
        text = Markup(render_template("played/board.html", board=board))
        if game.setup.game != Backgammon.name:
            return MomentBoard(text, board.family.name)
        return MomentBoard(text, board.family.name, board.which_game, _ids(game.moments[at - 1]))

    return site().boards.get((game.number, game.written[0], game.setup, language, at, painted), drawn)
