"""A bank of poses of resting dice, so that training without MuJoCo can draw from physics.

    python -m workshop.scenes.physics.throwing --count 4000 --out poses.npz --seed 1

One row a die, all arrays of the same length n:

| array | what |
|---|---|
| pose | (n, 4) float32: unit quaternion (w, x, y, z) from the die's axes to the world (x right, y up the page, z up) |
| lift | (n,) float32: height of its centre over the level surface under it, mm |
| side | (n,) float32: its side, mm |
| lean | (n,) float32: degrees that its upmost face leans |
| state | (n,) str: cocked (leans 12 degrees or more), flat, stacked (flat upon another die) |
| rests | (n,) str: what it leans on, or lies on: die, rim, tile, wall, ledge, hinged, thing, board, floor, table |
| touching | (n,) bool: another die stands nearer than 1.25 sides |
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ..describe.sample import sample_scene
from ..describe.scene import Cube, Kind, Scene
from .quaternion import Quaternion, rotation_of
from .resting import doubtful, lean_of

DICE = 6
"""Dice on each table of the bank."""

EVERY = 40
"""Tables after which what was found is handed out."""

LED = 0.85
"""Share of them that are set down leaning."""


@dataclass(frozen=True)
class Row:
    """One resting die; see above."""

    pose: Quaternion
    lift: float
    side: float
    lean: float
    state: str
    rests: str
    touching: bool


def rows(scene: Scene) -> Iterator[Row]:
    """Each thrown die of a scene that lies still on something."""
    for cube in scene.dice:
        if cube.pose is None or cube.lift is None or not cube.rests or doubtful(cube):
            continue
        near = min((_far(cube, other) for other in scene.dice if other is not cube), default=np.inf)
        stacked = cube.value is not None and cube.rests == "die"
        state = "cocked" if cube.value is None else "stacked" if stacked else "flat"
        lean = lean_of(rotation_of(cube.pose))
        yield Row(cube.pose, cube.lift, cube.side, lean, state, cube.rests, bool(near < 1.25 * cube.side))


def _far(one: Cube, other: Cube) -> float:
    return float(np.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]))


def collected(
    cocked: int, level: int, seed: int, so_far: Callable[[list[Row]], None] | None = None
) -> list[Row]:
    """So many cocked dice and so many that lie level, from tables at random.

    Args:
        cocked: how many lean.
        level: how many do not.
        seed: of the tables.
        so_far: is handed what was found after every EVERY tables.

    Raises:
        ModuleNotFoundError: MuJoCo is not installed.
    """
    from .throwing import laid

    wanted = {True: cocked, False: level}
    found: dict[bool, list[Row]] = {True: [], False: []}
    number = 0
    while any(len(found[kind]) < wanted[kind] for kind in found):
        rng = np.random.default_rng((seed, number))
        for row in rows(laid(rng, _table(rng), LED if len(found[True]) < cocked else 0.3)):
            kind = row.state == "cocked"
            if len(found[kind]) < wanted[kind] and (kind or row.touching or rng.random() < 0.5):
                found[kind].append(row)
        number += 1
        if number % EVERY == 0:
            print(f"{len(found[True])} cocked, {len(found[False])} level", file=sys.stderr, flush=True)
            if so_far is not None:
                so_far(found[True] + found[False])
    return found[True] + found[False]


def _table(rng: np.random.Generator) -> Scene:
    kinds: tuple[Kind, ...] = ("occe", "box", "none")
    scene = sample_scene(rng, kinds[int(rng.choice(3, p=[0.5, 0.25, 0.25]))], "train", 0.0)
    side = float(rng.uniform(8, 25))
    dice = tuple(Cube(1, "flat", (0.0, 0.0), 0.0, 0.0, side, int(rng.integers(1 << 30))) for _ in range(DICE))
    return replace(scene, dice=dice)


def save(path: Path, chosen: list[Row]) -> None:
    """Write rows as one .npz of equally long arrays."""
    numbers = {
        name: np.array([getattr(row, name) for row in chosen], np.float32)
        for name in ("pose", "lift", "side", "lean")
    }
    words = {name: np.array([getattr(row, name) for row in chosen], str) for name in ("state", "rests")}
    touching = np.array([row.touching for row in chosen], bool)
    np.savez_compressed(path, **numbers, **words, touching=touching)  # type: ignore[arg-type]  # arrays by name


def write() -> None:
    """The command line of `python -m workshop.scenes.physics.throwing`."""
    parser = argparse.ArgumentParser(prog="python -m workshop.scenes.physics.throwing", description=__doc__)
    parser.add_argument(
        "--count", type=int, default=4000, help="cocked poses; half as many level ones are added"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()

    def keep(chosen: list[Row]) -> None:
        save(options.out, chosen)

    keep(collected(options.count, options.count // 2, options.seed, keep))


if __name__ == "__main__":
    write()
