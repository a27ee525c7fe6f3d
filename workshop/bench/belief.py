"""What one step of the live table's belief costs: a settled look at a game of tiles, or at dice alone."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median

from referee.core import Roll
from vision.follow.fates import fates
from vision.observation import Die, Observation
from webui.table.actions import Next, PlayMove
from webui.table.reducer import Table, open_table, see, touch
from webui.table.setup import Setup, players_at
from webui.table.shown import by_camera

from ..chance import random_event
from ..recordings.plays import FOUL
from ..simulate.game import FILMED, PLAYED, Wish
from ..simulate.noise import COUNTED, load
from ..simulate.world import lived
from .report import FigureRow

SEED = 1
MEDIAN, WORST = 1 / 25, 1 / 2
"""Times of A that a step may take, at the median and at worst."""
PLAYS = 4
"""Simulated games of each kind."""
THROWS = 40
"""Throws of a game of which the camera sees nothing but dice."""
LOOKS = 4
"""Settled looks at such a throw."""
UNSEEN = ("trente", "jacquet", "backgammon", "trictrac")
"""Games of which the camera sees nothing but dice."""


def belief_rows(a: float, plays: int = PLAYS, throws: int = THROWS) -> Iterator[FigureRow]:
    """The median and the worst of the settled looks of every game, in times of A.

    Args:
        a: seconds of A.
        plays: simulated games of each kind.
        throws: of each game of which the camera sees nothing but dice.
    """
    names = dict.fromkeys(PLAYED[name][0] for name in FILMED)
    for name in (*names, *UNSEEN):
        taken = list(tiles(name, plays) if name in names else dice(name, throws))
        what = f"{name}: one step of the belief"
        yield FigureRow(f"belief_{name}", what, median(taken) / a, "A", MEDIAN)
        yield FigureRow(f"belief_worst_{name}", f"{what}, at worst", max(taken) / a, "A", WORST)


def tiles(name: str, plays: int) -> Iterator[float]:
    """Processor seconds of each settled look at simulated games, with the noise that was counted."""
    noise = load(COUNTED)
    filmed = [PLAYED[one] for one in FILMED if PLAYED[one][0] == name]
    for number, played in enumerate(one for one in filmed for _ in range(plays)):
        game = lived(Random(f"{SEED}-{number}"), noise, played, Wish((), FOUL))
        table = open_table(game.setup).table
        gc.collect()
        for look in game.looks:
            table, seconds = looked(table, look)
            if look.still:
                yield seconds


def dice(name: str, throws: int) -> Iterator[float]:
    """The same of a random game whose men are moved by touch."""
    rng = Random(SEED)
    table = open_table(Setup(name, players_at((1, 2)))).table
    assert not by_camera(table.game), "its dice are all that is seen"
    lie: tuple[Die, ...] = ()
    table, _ = looked(table, Observation(0.0, None, lie))
    gc.collect()
    for _ in range(throws):
        while table.due is not None and not isinstance(
            event := random_event(table.game, table.playing.state, rng, often=0.0), Roll
        ):
            table = touch(table, PlayMove(table.game.to_text(event)), table.t + 1).table
            table = touch(table, Next(), table.t).table if table.turned.move is not None else table
        if table.due is None:
            return
        rolling = (Die(None, "moving", (0.0, 0.0, 20.0, 20.0), 0.9),)
        table, _ = looked(table, Observation(table.t + 1, None, rolling, still=False))
        fell = tuple(fallen(rng, value, place) for place, value in enumerate(event.dice))
        became, gone = fates(lie, fell, lambda die: True)
        look = Observation(table.t + 1, None, fell, fates=became, gone=gone)
        lies, _ = fates(fell, fell, lambda die: False)
        for _ in range(LOOKS):
            table, seconds = looked(table, look)
            yield seconds
            look = replace(look, time=look.time + 0.4, fates=lies, gone=())
        lie = fell


def fallen(rng: Random, value: int, place: int) -> Die:
    """A die that came to rest, read nearly surely."""
    chances = tuple(0.99 if face == value else 0.002 for face in range(1, 7))
    box = (200 * place + rng.uniform(0, 150), rng.uniform(0, 400), 20.0, 20.0)
    return Die(value, "flat", box, 0.99, chances=chances)


def looked(table: Table, look: Observation) -> tuple[Table, float]:
    """The table after a look, and processor seconds; what other looks left behind is not collected meanwhile."""
    gc.disable()
    try:
        start = time.process_time()
        step = see(table, look)
        return step.table, time.process_time() - start
    finally:
        gc.enable()
