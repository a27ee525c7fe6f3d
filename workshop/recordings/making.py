"""Recordings made: a random game for each number, filmed by the quick renderer or by OpenGL."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from webui.table.setup import Setup, players_at

from .filmed import RENDERERS, shoot
from .plays import play
from .staged import staged, truth

if TYPE_CHECKING:
    from .script import Script

THROWS = (10, 12)
"""A recording has at least so many throws and is ended after at most so many; games that are over sooner are left."""
GAMES = (
    ("occe_child", "OCCE enfant", ()),
    ("occe_adult", "OCCE adulte", ()),
    ("occe_child", "OCCE enfant", (("turns", "alternate"),)),
    ("royal", "Tric-Trac Royal", (("frames", "own"),)),
)
"""What is played, in turn: (game, profile, house rules). Royal is played here on a board with a frame for each."""


def scripted(seed: int, number: int) -> Script:
    """The `number`-th game of a seed: 2 to 4 players at any seats."""
    rng = Random(f"{seed}-{number}")
    name, profile, options = GAMES[number // len(RENDERERS) % len(GAMES)]
    while True:
        seats = tuple(rng.sample((1, 2, 3, 4), rng.choice((2, 2, 3, 4))))
        script = play(rng, Setup(name, players_at(seats), profile, options), rng.randint(*THROWS))
        if script.throws >= THROWS[0]:
            return script


def make(out: Path, seed: int, count: int, renderer: str) -> Iterator[Path]:
    """Writes so many films and their truths; those that are there already are left as they are.

    Args:
        out: folder.
        seed: of everything.
        count: how many films.
        renderer: quick, gl, or both in turn.

    Yields:
        Each film, once it is there.
    """
    out.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        how = RENDERERS[number % len(RENDERERS)] if renderer == "both" else renderer
        film = out / f"{how}-{seed}-{number:02d}.mp4"
        if not film.exists():
            script = scripted(seed, number)
            clip = staged(script, seed * 1000 + number)
            lines = truth(script, clip, renderer=how, seed=seed, number=number)
            told = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            film.with_suffix(".truth.jsonl").write_text(told, encoding="utf-8")
            shoot(clip, film, how)
        yield film
