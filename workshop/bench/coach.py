"""How long the coach of the tile games takes: its first answer, and those after it."""

from __future__ import annotations

import time
from statistics import median

from referee.coach import Coach
from referee.games.tiles import TileGame

from .report import Row

FIRST = 100.0
"""ms that the first answer of a fresh coach may take, at a full frame."""
LATER = 5.0
"""ms that a later answer may take."""
THROW = (6, 2)


def coach_rows(game: TileGame, rounds: int) -> list[Row]:
    """What every closing of a throw costs: asked of a coach that has worked out nothing yet, then of one that has.

    Args:
        game: with its house rules.
        rounds: how many fresh coaches are asked.
    """
    times = [_asked(game) for _ in range(rounds)]
    first = median(first for first, _ in times)
    later = median(later for _, later in times)
    return [
        Row(f"coach_first_{game.name}", f"{game.name}: first advice of the coach", first * 1e3, "ms", FIRST),
        Row(f"coach_later_{game.name}", f"{game.name}: later advice of the coach", later * 1e3, "ms", LATER),
    ]


def _asked(game: TileGame) -> tuple[float, float]:
    """Processor seconds of the first advice at a full frame, and at the median of those that follow it."""
    coach = Coach(game)
    first = _advised(coach, game, game.all_tiles)
    open_tiles = game.all_tiles
    later = []
    while len(open_tiles) > 1:
        later.append(_advised(coach, game, open_tiles))
        open_tiles -= {max(open_tiles)}
    return first, median(later)


def _advised(coach: Coach, game: TileGame, open_tiles: frozenset[int]) -> float:
    start = time.process_time()
    coach.costs(open_tiles, THROW[: game.dice_allowed(open_tiles)[0]])
    return time.process_time() - start
