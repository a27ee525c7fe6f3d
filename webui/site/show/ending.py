"""The end of a game or series: a kind sentence for everyone, and the moment worth remembering."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...words import Words

View = Mapping[str, Any]


def ending(w: Words, view: View) -> tuple[str, ...]:
    """What is told beside the podium: the best moment first, then a sentence for each player, the best first."""
    players = sorted(view["players"], key=lambda player: int(player["total"]))
    said = (_for(w, view, player) for player in players)
    return (*_best_moment(w, view), *said)


def _for(w: Words, view: View, player: Mapping[str, Any]) -> str:
    name, total = player["name"], int(player["total"])
    if player["player"] in view["winners"]:
        return w.tn("%(n)s point: bravo, %(name)s!", "%(n)s points: bravo, %(name)s!", total, name=name)
    return w.tn("%(n)s point: well played, %(name)s!", "%(n)s points: well played, %(name)s!", total, name=name)


def _best_moment(w: Words, view: View) -> Iterator[str]:
    """Everything closed in one game, else the most tiles closed with one throw."""
    shut = [player["name"] for player in view["players"] if 0 in player["games"]]
    if shut:
        names = w.all_of(shut)
        yield w.tn("%(names)s closed everything!", "%(names)s closed everything!", len(shut), names=names)
        return
    accepted = (event for event in view["history"] if event["event"] == "move_accepted")
    closed = [event for event in accepted if len(event.get("closed", ())) > 1]
    if not closed:
        return
    best = max(closed, key=lambda event: len(event["closed"]))
    name = next((p["name"] for p in view["players"] if p["player"] == best.get("player")), "")
    yield w.t(
        "A fine move: %(name)s closed %(tiles)s with one throw.", name=name, tiles=w.all_of(best["closed"])
    )
