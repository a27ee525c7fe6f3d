"""Are the dice fair? Today's throws as pictures, as tables, and as a sentence that a class can talk about."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from flask import Blueprint, render_template, request

from referee.fairness import Tally, tally

from ...live.classroom.addresses import TABLE
from ...store.tables import FIRST
from ..context import Site, at_table, first_site, here, site
from ..show.card import table_name
from ..show.fairness import fairness_page

routes = Blueprint("fairness", __name__, url_prefix="/equite")


@routes.get("")
def show() -> str:
    """The page of today's throws: of all tables, or of the one that the address names."""
    one = TABLE in request.environ
    places = (site(),) if one else first_site().every_table()
    return render_template(
        "fairness/today.html",
        fair=fairness_page(here(), *counted_since(midnight(datetime.now().astimezone()), places)),
        of=table_name(here(), site().number, site().named.name) if one else "",
        of_all=f"{at_table(FIRST)}/equite",
    )


def midnight(now: datetime) -> str:
    """The start of this local day, in UTC as the journal writes it."""
    began = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return began.astimezone(UTC).isoformat(timespec="milliseconds")


def counted_since(since: str, places: Iterable[Site]) -> tuple[Tally, int]:
    """The throws of the games begun at these tables since then, and how many games had any.

    Refused and undone throws do not count, nor those of the demonstration or of practice games.
    """
    counted, games = Tally(), 0
    for live, game in [(place.live, game) for place in places for game in place.live.begun(since)]:
        entry = live.stored_game(game)
        if entry is None or entry[1].match is None or entry[1].setup.recorded or entry[1].setup.practice is not None:
            continue
        own = tally(entry[1].match.events)
        counted, games = counted + own, games + bool(own.dice)
    return counted, games
