"""Who pays whom after a game for counters, and each player's balance."""

from __future__ import annotations

from collections.abc import Sequence

from ..table.values.view import View, ViewResult
from . import Words


def counters(w: Words, number: float) -> str:
    """ "1 counter", "2 counters", "0.5 counters"."""
    # French counts in the plural from two on, English all but one.
    form = int(number) if w.language == "fr" or number == int(number) else 2
    return w.tn("%(number)s counter", "%(number)s counters", form, number=w.amount(number))


def at_stake(w: Words, view: View) -> str:
    """The stake of the running game, or ""."""
    each, double = view.dues
    if not each or len(view.players) < 2:
        return ""
    return w.t(
        "Each loser gives the winner %(each)s, or %(double)s if everything is closed.",
        each=counters(w, each),
        double=w.amount(double),
    )


def balance(w: Words, view: View, seat: int) -> str:
    """A player's balance so far, with its sign; "" without a stake."""
    if not at_stake(w, view):
        return ""
    won = view.payments.get(str(seat), 0)
    return f"+{w.amount(won)}" if won > 0 else w.amount(won)


def paid(w: Words, view: View, result: ViewResult) -> str:
    """Who pays whom how much after a finished game, and why it is double; "" without a stake."""
    if not at_stake(w, view):
        return ""
    won = result.payments
    names = {str(player.seat): player.name for player in view.players}
    losers = [seat for seat in names if won[seat] < 0]
    if not losers:
        return w.t("Everybody is level: nobody pays.")
    sentences = [w.t("Everything is closed: the stake counts double.")] if result.shut else []
    winners = [seat for seat in names if won[seat] > 0]
    sentences.append(_gives(w, [names[s] for s in losers], [names[s] for s in winners], -won[losers[0]]))
    if len(winners) > 1:
        sentences.append(_share(w, won[winners[0]]))
    return " ".join(sentences)


def _gives(w: Words, losers: Sequence[str], winners: Sequence[str], each: float) -> str:
    return w.tn(
        "%(losers)s gives %(each)s to %(winners)s.",
        "%(losers)s give %(each)s each to %(winners)s.",
        len(losers),
        losers=w.all_of(losers),
        each=counters(w, each),
        winners=w.all_of(winners),
    )


def _share(w: Words, each: float) -> str:
    return w.t("They share: %(each)s each.", each=counters(w, each))


def payments(w: Words, view: View) -> tuple[str, ...]:
    """A sentence a game, newest first, for the scores of the page.

    A finished series lists all its games; a running one the newest, once the headline no longer does.
    """
    results = view.results
    if view.game is None or view.game.games < 2 or not at_stake(w, view):
        return ()
    chosen = results if view.due is None else results[-1:] if view.legal else ()
    return tuple(
        w.t("Game %(number)s: %(paid)s", number=result.game, paid=paid(w, view, result))
        for result in reversed(chosen)
    )
