"""What a deed costs late in a series, as ratio to its first game, in processor time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from webui.live.live import Live
from webui.store.journal import Journal
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import TilesView


@dataclass(frozen=True)
class GameCost:
    """What the deeds of one game of a series took, each the median of its kind.

    Attributes:
        game: its number, from 1.
        throw, close, go_on: seconds of the processor.
    """

    game: int
    throw: float
    close: float
    go_on: float

    def over(self, first: GameCost) -> float:
        """The worst ratio to another game."""
        return max(self.throw / first.throw, self.close / first.close, self.go_on / first.go_on)


def series(games: int, seed: int = 1) -> Iterator[GameCost]:
    """Plays a series of four players by touch; the cost of each game as it ends."""
    chance, took = random.Random(seed), dict[str, list[float]]()
    with TemporaryDirectory(prefix="piste-series-") as folder:
        live = Live(Journal.open(Path(folder)))
        live.new_game(Setup("occe_child", players_at((1, 2, 3, 4)), profile="OCCE enfant", games=games))
        game = 1
        while True:
            view = live.snapshot()
            now, over = view.game.game_number if view.game else 0, view.state == "series_over"
            if now != game or over:
                yield GameCost(game, *(median(took.pop(kind)) for kind in ("throw", "close", "next")))
                game = now
            if over:
                break
            _play(live, chance, took)
        live.close()


def _play(live: Live, chance: random.Random, took: dict[str, list[float]]) -> None:
    """A throw, or a move and what comes after it."""
    view = live.snapshot()
    if view.due is not None and isinstance(view, TilesView) and view.owed == "move":
        move = CloseTiles(max(view.legal))
        _timed(took, "close", lambda: live.act(move))
    elif view.due is not None and view.owed == "throw":
        dice = Throw(tuple(chance.randint(1, 6) for _ in range(view.due.dice)))
        _timed(took, "throw", lambda: live.act(dice))
        return
    _timed(took, "next", lambda: live.act(Next()))


def _timed(took: dict[str, list[float]], kind: str, do: Callable[[], object]) -> None:
    begun = time.process_time()
    do()
    took.setdefault(kind, []).append(time.process_time() - begun)
