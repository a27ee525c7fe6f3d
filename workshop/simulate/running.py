"""Many simulated games, one after the other: the same seed gives the same games and the same figures.

Played games are kept in a file, a line each, so that a long run goes on where it was broken off.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from .figures import Sums
from .game import PLAYED, Wish
from .noise import CountedNoise
from .reporting import reports_of
from .score import Recovery, Scored, scored
from .world import lived

HALVES = ("dev", "exam")
"""Priors and lines are chosen on the one, and reported on the other."""

WISH = Wish()
"""Nothing beside what was counted."""

Tell = Callable[[Sums], None]


@dataclass(frozen=True)
class Simulation:
    """What is played, and how.

    Attributes:
        names: of `game.PLAYED`, in turn.
        seed: of everything.
        half: one of HALVES.
        wish: what is to go wrong beside what was counted.
        alone: nothing else does.
        answers: every question is answered truthfully.
    """

    names: Sequence[str] = tuple(PLAYED)
    seed: int = 1
    half: str = "dev"
    wish: Wish = WISH
    alone: bool = False
    answers: bool = False

    def about(self) -> dict[str, Any]:
        """What makes a run what it is, as JSON values."""
        return json.loads(json.dumps(asdict(self)))  # type: ignore[no-any-return]  # of a dict


@dataclass(frozen=True)
class PlayedGame:
    """One game that was played.

    Attributes:
        name: of `game.PLAYED`.
        score: of its reports.
        seconds: of processor time.
    """

    name: str
    score: Scored
    seconds: float


def play(run: Simulation, noise: CountedNoise, first: int = 0) -> Iterator[PlayedGame]:
    """Games without end, from the `first` on.

    Args:
        run: what is played.
        noise: how eyes err.
        first: how many games of the run are left out.
    """
    noise = noise.without_errors() if run.alone else noise
    count = first
    while True:
        began, number = process_time(), HALVES.index(run.half) + len(HALVES) * count
        name = run.names[count % len(run.names)]
        game = lived(Random(f"{run.seed}-{number}"), noise, PLAYED[name], run.wish)
        score = scored(game, reports_of(game, answers=run.answers))
        yield PlayedGame(name, score, process_time() - began)
        count += 1


def until(
    run: Simulation,
    noise: CountedNoise,
    enough: Callable[[Sums], bool],
    keep: Path | None = None,
    tell: Tell = lambda sums: None,
) -> Sums:
    """Plays until it is enough.

    Args:
        run: what is played.
        noise: how eyes err.
        enough: of the sums so far.
        keep: where games are kept; those that are there already are not played again.
        tell: called with the sums after each game.

    Raises:
        ValueError: what is kept there is of another run.
        OSError: it cannot be read or written.
    """
    sums = added(() if keep is None else stored_games(keep, run))
    for line in play(run, noise, sums.games):
        if enough(sums):
            break
        if keep is not None:
            _keeps(keep, run, line, sums.games)
        sums.add(line.name, line.score, line.seconds)
        tell(sums)
    return sums


def added(games: Iterable[PlayedGame]) -> Sums:
    """Games added up."""
    sums = Sums()
    for game in games:
        sums.add(game.name, game.score, game.seconds)
    return sums


def stored_games(file: Path, run: Simulation) -> Iterator[PlayedGame]:
    """The games of a run that a file holds; a last line that was broken off is none. Raises ValueError, OSError."""
    if not file.exists():
        return
    text = file.read_text(encoding="utf-8")
    whole, _, broken = text.rpartition("\n")
    if broken:
        file.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
    lines = [json.loads(line) for line in whole.splitlines()]
    if lines and lines[0] != run.about():
        raise ValueError(f"{file}: expected games of {run.about()}; it holds those of {lines[0]}")
    for line in lines[1:]:
        recoveries = tuple(Recovery(*recovery.values()) for recovery in line["score"]["recoveries"])
        more = {"recoveries": recoveries, "first_wrong": tuple(line["score"]["first_wrong"])}
        yield PlayedGame(line["name"], Scored(**(line["score"] | more)), line["seconds"])


def _keeps(file: Path, run: Simulation, line: PlayedGame, games: int) -> None:
    with file.open("a", encoding="utf-8") as out:
        if not games:
            out.write(json.dumps(run.about()) + "\n")
        out.write(json.dumps(asdict(line)) + "\n")


def figures(run: Simulation, sums: Sums) -> dict[str, Any]:
    """The figures of a run."""
    about = {"seed": run.seed, "half": run.half, "answers": run.answers, "wished": list(run.wish.kinds)}
    return {**about, **sums.figures()}
