"""The page on which the men or pawns of the running game are put as they really lie: “the board stands like this”."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.core import CHANCE
from referee.games.tock import Tock
from referee.match import Match

from ...live.moment import MovedOn
from ...table.games.lies import lying, may_be_next, thrown
from ...table.state import NotNow, Table
from ...words import LANGUAGES, N_, Words
from ...words.placing import why_not
from ..context import here, moment, role, site
from ..deeds import do
from ..pages.login import asked_in
from ..pages.table import answer
from ..show.arrangement import arrangeable
from .draft import AS_IT_IS, Draft
from .judged import as_it_lies
from .pages import draft_drawn, draft_said

routes = Blueprint("lies", __name__, url_prefix="/correct/board")


@routes.get("")
def ask() -> Response | str:
    """The board as the game stands; tiles are put right where the dice are."""
    table = _playing()
    stood = None if table is None else as_it_lies(table)
    if table is None or stood is None:
        return redirect(url_for("table.correct"))
    return _asked(table, stood)


@routes.post("")
def say() -> Response | str | tuple[str, int]:
    """What was tapped is done and shown; or the running game goes on from there. 409 or 422 and the page where not."""
    now, table = moment(), _playing()
    stood = None if table is None else as_it_lies(table)
    if table is None or stood is None:
        return answer(409, here().t("That cannot be done just now."))
    draft, wrong = draft_said(table, stood)
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _asked(table, draft))
    if "begin" not in request.form:
        return _asked(table, draft, wrong)
    late = here().t("The table has changed meanwhile: look, then try again.")
    if request.form.get("lies") != _instant(table):
        return _asked(table, draft, late), 409
    try:
        do(site(), {**_told(table, draft), "moment": now}, role())
    except MovedOn:
        return _asked(table, draft, late), 409
    except NotNow as error:
        return _asked(table, draft, why_not(here(), str(error))), 422
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    flash(here().t("The board stands as you said; the same game goes on."), "undo")
    return redirect(url_for("table.show"))


def _playing() -> Table | None:
    """The table of the game that is played, by people; None where there is none."""
    number = site().live.snapshot().id
    kept = site().live.kept(number) if number else None
    return kept[1] if kept is not None and arrangeable(kept[1]) else None


def _instant(table: Table) -> str:
    """How far the game is: a move that came to count meanwhile is none that the page does not show."""
    return f"{site().live.snapshot().id}.{len(lying(table).events)}"


def _told(table: Table, draft: Draft) -> Mapping[str, Any]:
    turn = None if draft.turn == AS_IT_IS else table.setup.seats[draft.turn]
    return {"action": "correct_board", "by": "teacher", "spaces": dict(draft.spaces), "turn": turn}


def _asked(table: Table, draft: Draft, wrong: str = "") -> str:
    w = here()
    back = url_for("table.correct")
    return draft_drawn(w, table, draft, _goes_on(w, table), wrong, lies=_instant(table), back=back)


def _goes_on(w: Words, table: Table) -> Iterator[tuple[int, str]]:
    """What the form asks of how the game goes on: each answer, and its words; the first is as it is."""
    match, names = lying(table), [player.name for player in table.setup.players]
    if isinstance(match.game, Tock):
        yield from _lays_or_deals(w, match, names)
        return
    due, throw = match.game.awaits(match.state), thrown(match)
    now = 0 if due is None else due.player
    if match.state.opening or match.state.asked:
        yield AS_IT_IS, _waits(w, table, names)
        return
    if throw:
        yield AS_IT_IS, w.t("%(name)s plays the throw that lies there: %(dice)s", name=names[now], dice=w.all_of(throw))
    else:
        yield AS_IT_IS, w.t("%(name)s throws now", name=names[now])
    for player, name in enumerate(names):
        if throw and player == now:
            yield player, w.t("The throw does not count: %(name)s throws again", name=name)
        elif player != now:
            yield player, w.t("%(name)s throws now", name=name)


def _lays_or_deals(w: Words, match: Match, names: list[str]) -> Iterator[tuple[int, str]]:
    """Of Tock: who deals, or lays a card next; whoever is passed over laid one that nobody told."""
    others, due = may_be_next(match), match.game.awaits(match.state)
    if not others or due is None:
        yield AS_IT_IS, w.t("The cards, and whose turn it is, stay as they are")
        return
    deals = due.actor == CHANCE
    now = N_("%(name)s deals the cards now") if deals else N_("%(name)s plays now")
    yield AS_IT_IS, w.t(now, name=names[due.player])
    for player, over in others.items():
        yield player, _plays_now(w, now, names[player], [names[one] for one in over])


def _plays_now(w: Words, now: str, name: str, over: list[str]) -> str:
    """Who is next, as `now` says it, and whose cards were not told."""
    if not over:
        return w.t(now, name=name)
    return w.tn(
        "%(name)s plays now: %(others)s laid a card that was not told",
        "%(name)s plays now: %(others)s each laid a card that was not told",
        len(over),
        name=name,
        others=w.all_of(over),
    )


def _waits(w: Words, table: Table, names: list[str]) -> str:
    """What comes first, whoever's men they are: the draw, or the answer to a word."""
    match = lying(table)
    due = match.game.awaits(match.state)
    if match.state.opening or due is None:
        return w.t("They throw for who begins")
    return w.t("%(name)s answers first", name=names[due.actor])
