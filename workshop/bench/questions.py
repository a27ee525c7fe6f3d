"""Questions about tiles in the shapes of the referee's notation, the same ones each time."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from referee.games import GAMES
from referee.games.tiles import TileGame
from referee.options import build, choices

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
