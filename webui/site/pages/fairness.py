"""Are the dice fair? Today's throws as pictures, as tables, and as a sentence that a class can talk about."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, render_template

from referee.fairness import Tally, tally

from ..context import here, site
from ..show.fairness import fairness_page

routes = Blueprint("fairness", __name__, url_prefix="/equite")


@routes.get("")
def show() -> str:
    """The page of today's throws."""
    counted, games = counted_since(midnight(datetime.now().astimezone()))
    return render_template("fairness/today.html", fair=fairness_page(here(), counted, games))


def midnight(now: datetime) -> str:
    """The start of this local day, in UTC as the journal writes it."""
    began = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return began.astimezone(UTC).isoformat(timespec="milliseconds")


def counted_since(since: str) -> tuple[Tally, int]:
    """The throws of the games begun since then, and how many games had any.

    Refused and undone throws do not count, nor those of the demonstration or of practice games.
    """
    live = site().live
    counted, games = Tally(), 0
    for game in live.begun(since):
        entry = live.stored_game(game)
        if entry is None or entry[1].match is None or entry[1].setup.recorded or entry[1].setup.practice is not None:
            continue
        own = tally(entry[1].match.events)
        counted, games = counted + own, games + bool(own.dice)
    return counted, games
