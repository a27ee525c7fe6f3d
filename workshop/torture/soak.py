"""A school year in one process: games by touch and before a camera in turn, and what the process holds after each."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from flask.testing import FlaskClient

from hardware.camera import DEMO, open_camera
from vision.follow.follower import follow_frames
from vision.look import Eyes
from webui.live.eyes import open_eyes
from webui.live.live import Live
from webui.live.wiring import DEMONSTRATION
from webui.site.app import create_app
from webui.store.journal import Journal
from webui.table.values.actions import Next

from .cameras import Footprint, footprint
from .deeds import SETUPS, playing

PAGES = ("/", "/mur", "/partie", "/regles", "/equite")
"""What is opened after each game."""
MOST_DEEDS = 600
"""In a game by touch."""
OVER = ("game_over", "series_over")
"""What its view says at its end: a deed after it would cost next to nothing, and hide what the others cost."""
LEAST = 20
"""Games that a beginning and an end need."""
WARM = 0.1
"""Share of the games before anything is compared: libraries keep what they load once."""
MOST = {"threads": 1, "files": 2, "memory": 30e6, "times": 1.5}
"""What the last games may hold, or take, more than the first ones after WARM: threads, handles, bytes, times."""


@dataclass(frozen=True)
class GameTrace:
    """What one game came to.

    Attributes:
        film: a camera saw it; else it was entered by touch.
        deed: seconds of the processor of a deed or a look, the median.
        page: the same of a page.
        held: what the process holds after it.
        stored: bytes in the data folder.
    """

    film: bool
    deed: float
    page: float
    held: Footprint
    stored: int


HEAD = "game,film,deed_ms,page_ms,threads,files,memory_mb,kept_mb\n"
"""The first line of a table of games (CSV)."""


def line(number: int, game: GameTrace) -> str:
    """A game as a line below HEAD."""
    held = game.held
    times = f"{game.deed * 1e3:.3f},{game.page * 1e3:.3f}"
    sizes = f"{held.threads},{held.files},{held.memory / 1e6:.1f},{game.stored / 1e6:.2f}"
    return f"{number},{int(game.film)},{times},{sizes}\n"


def soak(games: int, film_every: int, seed: int = 1) -> Iterator[GameTrace]:
    """Plays so many games, every so many-th of them the demonstration film, read as a camera's pictures are."""
    chance, eyes = random.Random(seed), open_eyes()
    with TemporaryDirectory(prefix="piste-soak-") as name:
        folder = Path(name)
        live = Live(Journal.open(folder), source=lambda: ())
        client = create_app(live, folder).test_client()
        for game in range(1, games + 1):
            film = game % film_every == 0
            took = list(_film(live, eyes) if film else _touch(live, chance))
            pages = [_timed(partial(_opened, client, page)) for page in PAGES]
            stored = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
            yield GameTrace(film, median(took), median(pages), footprint(), stored)
        live.close()


def _touch(live: Live, chance: random.Random) -> Iterator[float]:
    """Seconds of each deed of a game entered by touch, to its end."""
    live.new_game(chance.choice(SETUPS))
    for _ in range(MOST_DEEDS):
        view = live.snapshot()
        if view.state in OVER:
            return
        deed = playing(view, chance) if view.due else Next()
        yield _timed(partial(live.act, deed))


def _film(live: Live, eyes: Eyes) -> Iterator[float]:
    """Seconds of each look at a game that a camera sees, with the reading of its pictures."""
    live.new_game(DEMONSTRATION)
    with open_camera(str(DEMO), paced=False) as camera:
        begun = time.process_time()
        for observation, frame in follow_frames(camera.frames(), eyes, board="occe"):
            live.look(observation, frame)
            yield time.process_time() - begun
            begun = time.process_time()
    live.end()


def _opened(client: FlaskClient, page: str) -> None:
    answer = client.get(page, follow_redirects=True)
    if answer.status_code != 200:
        raise RuntimeError(f"{page}: expected 200; got {answer.status_code}")
    answer.close()


def _timed(do: Callable[[], object]) -> float:
    begun = time.process_time()
    do()
    return time.process_time() - begun


def grown(played: Sequence[GameTrace]) -> dict[str, tuple[float, float, float, bool]]:
    """What grew, by its name: medians of a quarter of the games after WARM and of the last one, the bound, if it holds.

    Args:
        played: 20 games or more, films among each quarter of them.
    """
    warm, part = round(len(played) * WARM), len(played) // 4
    first, last = played[warm : warm + part], played[-part:]

    def both(
        of: Callable[[GameTrace], float], games: Callable[[GameTrace], bool] = lambda game: True
    ) -> tuple[float, float]:
        before, after = (median([of(game) for game in some if games(game)] or [0.0]) for some in (first, last))
        return before, after

    more = {
        "threads": both(lambda game: game.held.threads),
        "files": both(lambda game: game.held.files),
        "memory": both(lambda game: game.held.memory),
    }
    times = {
        "a deed by touch": both(lambda game: game.deed, lambda game: not game.film),
        "a look": both(lambda game: game.deed, lambda game: game.film),
        "a page": both(lambda game: game.page),
    }
    growth = {name: (a, b, float(MOST[name]), b - a <= MOST[name]) for name, (a, b) in more.items()}
    return growth | {name: (a, b, MOST["times"], b <= MOST["times"] * a) for name, (a, b) in times.items()}
