"""Dice as they come to lie, and how each is read: by the counted noise, or wrongly in a way that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, pi, sin
from random import Random
from types import MappingProxyType

from vision.observation import Die

from ..recordings.script import ScriptedThrow
from .eyes import SIDE, SimulatedDie
from .noise import CountedNoise, Reading, Story, TableNoise, clean

MIDDLE, REACH, APART = 400.0, 110.0, 1.8
"""px: where dice fall, how far from there, and how many sides from each other at least."""

SURE = 0.9
"""A die reported less surely than this is doubtful."""


def thrown(
    rng: Random, noise: CountedNoise, table: TableNoise, cast: ScriptedThrow, wished: str,
    beside: Sequence[SimulatedDie] = (),
) -> tuple[list[SimulatedDie], list[str]]:  # fmt: skip
    """The dice of a throw, and the kinds of faults of the eyes in it.

    Args:
        rng: chance.
        noise, table: how often eyes err, and at which table.
        cast: what is thrown.
        wished: a kind of faults.EYES that is to happen, or "".
        beside: dice that lie there already.
    """
    cubes: list[SimulatedDie] = []
    may = [k for k, value in enumerate(cast.dice) if (value is None) == (wished == "leans_flat")]
    victim = rng.choice(may) if may else -1
    for number, value in enumerate(cast.dice):
        true = str(value) if value else (cast.void or "cocked")
        story = noise.story(rng, table, true)
        if wished in _MADE and (number == victim or wished == "missed"):
            story = _MADE[wished](rng, value or 0)
        x, y = _place(rng, [*beside, *cubes])
        stirred = rng.random() >= noise.rate("fate cast", "unnoticed") and wished != "unnoticed"
        cubes.append(SimulatedDie(value, "flat" if value else true, x, y, story, stirred=stirred))
    kinds = [kind for cube in cubes if (kind := amiss(cube))]
    if not all(cube.stirred for cube in cubes):
        kinds.append("unnoticed")
    flat = [cube for cube in cubes if cube.state == "flat"]
    if flat and (wished == "early" or (noise.early and rng.random() < noise.early)):
        cube = rng.choice(flat)
        cube.story = ((1, _early(rng, cube.value or 0)), *cube.story)
        kinds.append("early")
    whole = "missed" if all(kind == "unseen_die" for kind in kinds) and len(kinds) == len(cubes) else ""
    return cubes, [whole] if whole else list(dict.fromkeys(kinds))


def amiss(cube: SimulatedDie) -> str:
    """What is wrong with the reading of a die, as a kind of faults.EYES; "" where nothing is."""
    readings = [reading for _, reading in cube.story]
    if None in readings:
        return "unseen_die"
    read = [reading for reading in readings if reading is not None]
    if any((reading.state == "flat") != (cube.state == "flat") for reading in read):
        return "flat_leans" if cube.state == "flat" else "leans_flat"
    if cube.state == "flat" and any(reading.value != cube.value for reading in read):
        return "misread"
    return "doubtful" if cube.state == "flat" and min(reading.sure for reading in read) < SURE else ""


def _place(rng: Random, others: Sequence[SimulatedDie]) -> tuple[float, float]:
    while True:
        far, angle = REACH * rng.random() ** 0.5, rng.uniform(0, 2 * pi)
        x, y = MIDDLE + far * cos(angle), MIDDLE + far * sin(angle)
        if all(hypot(x - other.x, y - other.y) > APART * SIDE for other in others):
            return x, y


def moved(rng: Random, cube: SimulatedDie, others: Sequence[SimulatedDie], *, lifted: bool) -> tuple[float, float]:
    """Where a die lies once it was pushed, or lifted and put back."""
    for _ in range(50):
        far = SIDE * (rng.uniform(0.1, 0.6) if lifted else rng.uniform(0.3, 0.9))
        angle = rng.uniform(0, 2 * pi)
        x, y = cube.x + far * cos(angle), cube.y + far * sin(angle)
        if all(hypot(x - other.x, y - other.y) > 1.6 * SIDE for other in others):
            return x, y
    return cube.x, cube.y


def stained(rng: Random, noise: CountedNoise, others: Sequence[SimulatedDie]) -> Die:
    """Something that is read as a die."""
    reading = rng.choice(noise.stains) if noise.stains else Reading("flat", rng.randint(1, 6), 0.6, 0.6)
    x, y = _place(rng, others)
    box = (x - SIDE / 2, y - SIDE / 2, SIDE, SIDE)
    return Die(reading.value, reading.state, box, reading.sure, None, reading.chances, reading.there)


def _other(rng: Random, value: int) -> int:
    return rng.choice([other for other in range(1, 7) if other != value])


def _early(rng: Random, value: int) -> Reading:
    """A die that does not lie still yet: it leans, or shows another value."""
    if rng.random() < 0.5:
        return Reading("cocked", None, rng.uniform(0.5, 0.99))
    return clean(rng, _other(rng, value))


def _misread(rng: Random, value: int) -> Story:
    return ((1, clean(rng, _other(rng, value))),)


def _doubtful(rng: Random, value: int) -> Story:
    """Two values share what is told, either may be the likelier one."""
    sure, other = rng.uniform(0.3, 0.8), _other(rng, value)
    chances = tuple(
        sure if v == value else 0.96 - sure if v == other else 0.01 if v != value else 0.0
        for v in range(1, 7)
    )
    best = max(chances)
    reading = Reading("flat", chances.index(best) + 1, best, 1.0, tuple(c / sum(chances) for c in chances))
    return ((1, reading),)


def _unseen(rng: Random, value: int) -> Story:
    return ((1, None),)


def _leans(rng: Random, value: int) -> Story:
    return ((1, Reading("cocked", None, 0.9)),)


def _flat(rng: Random, value: int) -> Story:
    return ((1, clean(rng, rng.randint(1, 6))),)


_MADE: Mapping[str, Callable[[Random, int], Story]] = MappingProxyType(
    {
        "misread": _misread,
        "doubtful": _doubtful,
        "unseen_die": _unseen,
        "missed": _unseen,
        "flat_leans": _leans,
        "leans_flat": _flat,
    }
)
