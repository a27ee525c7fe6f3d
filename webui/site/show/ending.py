"""The end of a game or series: a kind sentence for everyone, and its best moment."""

from __future__ import annotations

from ...table.values.view import TilesPlayer, TilesView
from ...words import Words
from ...words.certificate import best_moment


def ending(w: Words, view: TilesView) -> tuple[str, ...]:
    """The sentences beside the podium: the best moment, then one for each player, best first."""
    players = sorted(view.players, key=lambda player: player.total)
    sentences = (_for(w, view, player) for player in players)
    return (*filter(None, [_best_moment(w, view)]), *sentences)


def _for(w: Words, view: TilesView, player: TilesPlayer) -> str:
    name, total = player.name, player.total
    if player.player in view.winners:
        return w.tn("%(n)s point: bravo, %(name)s!", "%(n)s points: bravo, %(name)s!", total, name=name)
    return w.tn("%(n)s point: well played, %(name)s!", "%(n)s points: well played, %(name)s!", total, name=name)


def _best_moment(w: Words, view: TilesView) -> str:
    names = view.names
    shut = [player.name for player in view.players if 0 in player.games]
    accepted = (event for event in view.history if event["event"] == "move_accepted")
    return best_moment(w, shut, [(names.get(move.get("player", 0), ""), move.get("closed", ())) for move in accepted])
