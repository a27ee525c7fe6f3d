"""Tournaments over all boxes: a name, a game, two days; games count by themselves. Making one needs the hall's code."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import partial

from babel.dates import format_date
from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.games import GAMES

from ...live.hall.ledger import Ledger, PlayedResult, Tournament
from ...table.games import SHOWN
from ...table.values.setup import is_visible
from ...words import Words
from ..context import here
from ..show.card import table_name
from ..show.page import game_name
from .place import hall
from .shown import box_name
from .standings import Entrant, EntrantStanding, standings
from .week import YEARS, moment, shown

routes = Blueprint("tournaments", __name__, url_prefix="/tournois")
LONGEST = 60
"""Characters of a name."""
LONGEST_DAYS = 400
NEWEST = 30
"""Games that the page of one lists."""


@routes.get("")
def show() -> str:
    """All tournaments, and, with the hall's code, the form for another."""
    return _page("")


@routes.post("")
def add() -> Response | tuple[str, int]:
    """Stores the form's tournament; 422 and why if it cannot be."""
    w, form = here(), request.form
    name, game = " ".join(form.get("name", "").split()), form.get("game", "")
    since, until = (_day(form.get(field, "")) for field in ("since", "until"))
    if not name or len(name) > LONGEST or not is_visible(name):
        return _page(w.t("Give it a name of at most %(n)s letters.", n=LONGEST)), 422
    if since is None or until is None or not 0 <= (until - since).days <= LONGEST_DAYS:
        return _page(w.t("It needs a first day, and a last one that is not before.")), 422
    if game and game not in _games(w):
        return _page(w.t("That cannot be done just now.")), 422
    try:
        number = hall().ledger.add_tournament(name, game, "", moment(since), moment(until + timedelta(days=1)))
    except ValueError:
        return _page(w.t("There are as many tournaments as there can be: take one away first.")), 422
    return redirect(url_for("tournaments.one", number=number), 303)


@routes.get("/<int:number>")
def one(number: int) -> str:
    """A tournament: its standings, and its newest games."""
    w, tournament = here(), _found(number)
    played, rows = hall().reading.get(tournament, partial(_counted, hall().ledger, tournament))
    names = {box.letters: box.name for box in hall().present.snapshot().boxes}
    return render_template(
        "hall/tournament.html",
        tournament=tournament,
        says=_says(w, tournament),
        many=len(played),
        players=[(_who(w, row.entrant, names), row) for row in rows if row.entrant.name],
        tables=[(_who(w, row.entrant, names), row) for row in rows if not row.entrant.name],
        newest=[shown(w, of, names.get(of.box, "")) for of in played[-NEWEST:][::-1]],
    )


def _counted(ledger: Ledger, of: Tournament) -> tuple[list[PlayedResult], tuple[EntrantStanding, ...]]:
    """The games of a tournament, and what they come to."""
    played = [one for one in ledger.between(of.since, of.until) if of.game in ("", one.game)]
    return played, standings(played)


@routes.post("/<int:number>/retrait")
def take_away(number: int) -> Response:
    """Takes a tournament away; its games stay."""
    hall().ledger.drop_tournament(_found(number).id)
    flash(here().t("The tournament has been taken away. Its games are kept."))
    return redirect(url_for("tournaments.show"), 303)


def _every() -> tuple[Tournament, ...]:
    """All, also one that was made just before: this is read for nobody else."""
    return hall().reading.get(object(), hall().ledger.tournaments)


def _found(number: int) -> Tournament:
    return next((of for of in _every() if of.id == number), None) or abort(404)


def _page(wrong: str) -> str:
    w = here()
    return render_template(
        "hall/tournaments.html",
        tournaments=[(of, _says(w, of)) for of in _every()],
        games=_games(w),
        today=datetime.now().astimezone().date().isoformat(),
        wrong=wrong,
        longest=LONGEST,
        form=request.form,
    )


def _games(w: Words) -> dict[str, str]:
    """Every game that a box can play, by its name in words."""
    named = {game.name: game_name(w, game.name, "") for game in GAMES if game in SHOWN}
    return dict(sorted(named.items(), key=lambda of: of[1].casefold()))


def _says(w: Words, of: Tournament) -> str:
    """What is played, from which day to which."""
    first = datetime.fromisoformat(of.since).astimezone().date()
    last = datetime.fromisoformat(of.until).astimezone().date() - timedelta(days=1)
    day, other = (format_date(on, "long", locale=w.locale) for on in (first, last))
    when = day if first == last else w.t("from %(first)s to %(last)s", first=day, last=other)
    return f"{game_name(w, of.game, '') if of.game else w.t('Every game')} · {when}"


def _who(w: Words, entrant: Entrant, names: dict[str, str]) -> str:
    box = box_name(w, entrant.box, names.get(entrant.box, ""))
    if entrant.name:
        return f"{entrant.name} · {entrant.of or box}"
    return f"{box} · {table_name(w, entrant.table)}"


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year in YEARS else None
