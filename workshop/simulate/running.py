"""Many simulated games, one after the other: the same seed gives the same games and the same figures."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from .figures import Sums
from .game import PLAYED, Wish
from .noise import Noise
from .score import scored, told
from .world import lived

HALVES = ("dev", "exam")
"""Priors and lines are chosen on the one, and reported on the other."""


def run(
    noise: Noise,
    throws: int,
    seed: int,
    half: str,
    *,
    game: str = "",
    wish: Wish | None = None,
    answers: bool = False,
    tell: Callable[[Sums, float], None] = lambda sums, seconds: None,
) -> dict[str, Any]:
    """Games until so many throws were made, and their figures.

    Args:
        noise: how eyes err.
        throws: at least so many, the last game played to its end.
        seed: of everything.
        half: one of HALVES.
        game: only this one; all in turn where it is "".
        wish: what is to go wrong beside what was counted.
        answers: every question is answered truthfully.
        tell: is told the sums so far and the seconds of processor time after each game.
    """
    wanted = [played for played in PLAYED if game in ("", played[0])]
    sums, began, number = Sums(), process_time(), HALVES.index(half)
    while sums.throws < throws:
        rng = Random(f"{seed}-{number}")
        one = lived(rng, noise, wanted[number // 2 % len(wanted)], wish or Wish())
        sums.add(one.setup.game, scored(one, told(one, answers=answers)))
        tell(sums, process_time() - began)
        number += len(HALVES)
    seconds = process_time() - began
    about = {"seed": seed, "half": half, "answers": answers, "wished": list((wish or Wish()).kinds)}
    return {**about, **sums.figures(), "throws_an_hour": round(3600 * sums.throws / max(seconds, 1e-6))}
