"""What people do at a table without a camera, at random: they play, err, correct, begin anew."""

from __future__ import annotations

import random
from collections.abc import Callable

from webui.table.values.actions import (
    Action,
    CloseTiles,
    CorrectDice,
    CorrectTiles,
    Next,
    Pause,
    ReplacePlayer,
    Resume,
    Throw,
    Undo,
)
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import TilesView, View

SETUPS = (
    Setup("occe_child", players_at((1, 3), ("Zoé", "Léo")), "OCCE enfant"),
    Setup("occe_adult", players_at((1, 2, 3), ("Ana", "Bo", "Çelik")), "OCCE adulte", games=3),
    Setup("royal", players_at((1, 2), ("Noé", "Ève")), "Tric-Trac Royal"),
)


def playing(view: View, chance: random.Random) -> Action:
    """A deed of a game as people play it, from the view that they see."""
    if view.state == "paused":
        return Resume()
    if view.state == "provisional":
        return Next()
    if isinstance(view, TilesView) and view.legal and view.state == "waiting_move":
        tiles = chance.choice(view.legal)
        part = chance.random() < 0.2 and len(tiles) > 1
        return CloseTiles(tiles[:1] if part else tiles)
    dice = (view.due.dice if view.due is not None else 0) or 2
    return Throw(tuple(chance.randint(1, 6) for _ in range(dice)))


def erring(view: View, chance: random.Random) -> Action:
    """A deed of people who err, correct and change their minds; the table may refuse it."""
    tiles = tuple(sorted(chance.sample(range(1, 10), chance.randint(0, 3))))
    seats = tuple(player.seat for player in view.players)
    odd: tuple[Callable[[], Action], ...] = (
        Undo,
        Next,
        Pause,
        lambda: CloseTiles(tiles),
        lambda: CorrectDice((chance.randint(1, 6), chance.randint(1, 6)), by="teacher"),
        lambda: CorrectTiles({chance.choice(seats): tiles}, by="teacher"),
        lambda: ReplacePlayer(chance.choice(seats), chance.choice(("Mia", "Ali", "Jo"))),
    )
    return chance.choice(odd)() if chance.random() < 0.45 else playing(view, chance)
