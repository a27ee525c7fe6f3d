"""`python -m workshop bench referee`: how fast the rules are, from legal moves to fifty thousand questions."""

from __future__ import annotations

import json
import platform
import random
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from statistics import median
from typing import Any

from referee.coach import Coach
from referee.core import CHANCE, Game, Roll, State
from referee.games import GAMES
from referee.games.tiles import TileGame
from referee.options import build, choices

from ..chance import random_event
from .report import FigureRow, cost, quiet, row_json

FIGURES = ("match", "doublet", "coach", "questions", "memory")
"""What can be measured alone."""
MATCH = 1000.0
"""ms that a full random match may take."""
DOUBLET = {"backgammon": 5.0}
"""ms that the legal moves of a doublet may take, where something was promised."""
QUESTIONS = 20.0
"""s that all the questions may take."""
ASKED = 50_000
"""Questions about tiles that are put to the command."""
PLACES = 240
"""Positions of a game, at most, whose doublets are timed."""
LONGEST = 20_000
"""Events after which a match is given up as endless."""


def measured(
    rounds: int, say: Callable[[str], None], only: Collection[str] = (), asked: int = ASKED
) -> dict[str, Any]:
    """The figures of refereeing as JSON values; rows tell times in times of B too.

    Args:
        rounds: matches of each game, each with chance of its own.
        say: called with each step.
        only: names of FIGURES to measure; everything where there is none.
        asked: how many questions are put to the command.

    Raises:
        RuntimeError: a match did not end.
    """
    wanted = frozenset(only) or frozenset(FIGURES)
    b: list[float] = []
    rows: list[FigureRow] = []
    for game in (kind() for kind in GAMES):
        say(f"{game.name}: matches and doublets")
        b += [plain() for _ in range(3)]
        rows += match_rows(game, rounds) if "match" in wanted else []
        rows += doublet_rows(game, rounds) if "doublet" in wanted else []
        if "coach" in wanted and isinstance(game, TileGame):
            rows += coach_rows(game, rounds)
    if wanted & {"questions", "memory"}:
        say(f"{asked} questions through the command")
        rows += [row for row in door_rows(asked) if row.key.partition("_")[0] in wanted]
    about = {"python": platform.python_version(), "machine": platform.machine(), "rounds": rounds}
    return as_json(quiet(b), rows, about)


def as_json(b: float, rows: list[FigureRow], about: Mapping[str, Any]) -> dict[str, Any]:
    """`about`, `b_ms`, and rows with times in times of B."""
    timed = [row_json(row) | {"times_b": _times(row, b)} for row in rows]
    return {**about, "b_ms": round(b * 1e3, 3), "rows": timed}


def _times(row: FigureRow, b: float) -> float | None:
    """A time in times of B; None for what is no time."""
    unit = {"s": 1.0, "ms": 1e-3}.get(row.unit)
    return None if unit is None or row.value is None else float(f"{row.value * unit / b:.3g}")


def plain() -> float:
    """Processor seconds of B: 20,000 steps of plain Python as the referee is made of: tuples, sets, comparisons."""
    start = time.process_time()
    boards: set[tuple[int, ...]] = set()
    board = tuple(range(24))
    for step in range(20_000):
        place = step % 24
        board = (*board[:place], board[place] + 1, *board[place + 1 :])
        if sum(board[:6]) % 7 == 0:
            boards.add(board)
    return time.process_time() - start


def places(game: Game) -> tuple[int, ...]:
    """The first places of the board, as many as the game takes of up to three players."""
    least, most = game.player_range
    return tuple(range(1, max(least, min(3, most)) + 1))


def events(game: Game, seed: int) -> Iterator[State]:
    """A match played at random to its end, nothing offered that ends it sooner: its states. Raises RuntimeError."""
    rng = random.Random(seed)
    state = game.start(places(game))
    for _ in range(LONGEST):
        yield state
        if game.is_over(state):
            return
        state = game.apply(state, random_event(game, state, rng, often=0.0))
    raise RuntimeError(f"{game.name}: expected a match to end within {LONGEST} events; seed {seed} did not")


def played(game: Game, seed: int) -> float:
    """Processor seconds of a full random match."""
    start = time.process_time()
    for _ in events(game, seed):
        pass
    return time.process_time() - start


def match_rows(game: Game, rounds: int) -> list[FigureRow]:
    """How long a full random match takes, at the median."""
    taken = median(played(game, seed) for seed in range(rounds))
    return [FigureRow(f"match_{game.name}", f"{game.name}: a full random match", taken * 1e3, "ms", MATCH)]


def doublet_rows(game: Game, rounds: int) -> list[FigureRow]:
    """How long a doublet takes from the throw to the legal moves; no row for a game without such a throw."""
    taken = [seconds for state in thrown_at(game, rounds) for seconds in doublets(game, state)]
    if not taken:
        return []
    what = f"{game.name}: legal moves of a doublet"
    return [FigureRow(f"doublet_{game.name}", what, median(taken) * 1e3, "ms", DOUBLET.get(game.name))]


def thrown_at(game: Game, rounds: int) -> list[State]:
    """Positions of random matches in which two dice are due, evenly taken."""
    positions = [
        state
        for seed in range(min(rounds, 10))
        for state in events(game, 1000 + seed)
        if (due := game.awaits(state)) and due.actor == CHANCE and due.dice == 2
    ]
    return positions[:: max(1, len(positions) // PLACES)]


def doublets(game: Game, state: State) -> Iterator[float]:
    """Processor seconds of each doublet from the throw to the legal moves, where there is something to choose."""
    for face in range(1, 7):
        start = time.process_time()
        legal = game.legal(game.apply(state, Roll((face, face))))
        seconds = time.process_time() - start
        if legal:
            yield seconds


def door_rows(asked: int) -> list[FigureRow]:
    """What the command takes to answer questions about tiles through a pipe."""
    given = "".join(f"{line}\n" for line in tile_questions(asked)).encode()
    taken = cost(["referee"], given)
    if taken is not None and taken.output.count(b"\n") != asked:
        taken = None
    waited, seconds, peak = (taken.waited, taken.seconds, taken.peak_mb) if taken else (None, None, None)
    what = f"piste referee, {asked:,} questions about tiles"
    return [
        FigureRow("questions", f"{what}, on the clock", waited, "s", QUESTIONS),
        FigureRow("questions_processor", f"{what}, processor time", seconds, "s"),
        FigureRow("memory", "piste referee, peak memory", peak, "MB"),
    ]


FIRST = 100.0
"""ms that the first answer of a fresh coach may take, at a full frame."""
LATER = 5.0
"""ms that a later answer may take."""
THROW = (6, 2)


def coach_rows(game: TileGame, rounds: int) -> list[FigureRow]:
    """What every closing of a throw costs: asked of a coach that has worked out nothing yet, then of one that has.

    Args:
        game: with its house rules.
        rounds: how many fresh coaches are asked.
    """
    times = [_asked(game) for _ in range(rounds)]
    first = median(first for first, _ in times)
    later = median(later for _, later in times)
    return [
        FigureRow(
            f"coach_first_{game.name}", f"{game.name}: first advice of the coach", first * 1e3, "ms", FIRST
        ),
        FigureRow(
            f"coach_later_{game.name}", f"{game.name}: later advice of the coach", later * 1e3, "ms", LATER
        ),
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


WORTHS = 25
"""One question in so many asks what a position is worth; the others, what a throw may close."""


def tile_questions(count: int) -> Iterator[str]:
    """Lines of JSON, each a question about some game of tiles, some house, some tiles that stand open.

    Args:
        count: how many.
    """
    rng = random.Random(count)
    asked = [(game, house) for game in GAMES if issubclass(game, TileGame) for house in houses(game)]
    for number in range(count):
        game, house = rng.choice(asked)
        wanted = _worth(rng) if number % WORTHS == 0 else _closings(rng, build(game, house))
        yield json.dumps({"id": f"tiles-{number}", "game": game.name, "variant": house, **wanted})


def houses(game: type[TileGame]) -> list[Mapping[str, Any]]:
    """The sheet's own rules, and each rule changed that says which tiles a throw may close, or how many dice lie."""
    shared = {choice.name for choice in choices(TileGame)} - {"one_die"}
    own = [choice for choice in choices(game) if choice.name not in shared]
    return [{}, *({choice.name: value} for choice in own for value in choice.values[1:])]


def _worth(rng: random.Random) -> dict[str, Any]:
    return {"kind": "optimal_value", "state": {"open": _standing(rng)}, "input": {}}


def _closings(rng: random.Random, game: TileGame) -> dict[str, Any]:
    standing = _standing(rng)
    count = rng.choice(game.dice_allowed(frozenset(standing)))
    dice = [rng.randint(1, 6) for _ in range(count)]
    return {"kind": "legal_closings", "state": {"open": standing}, "input": {"dice": dice}}


def _standing(rng: random.Random) -> list[int]:
    """Some of nine tiles, at least one, ascending."""
    return sorted(rng.sample(range(1, 10), rng.randint(1, 9)))
