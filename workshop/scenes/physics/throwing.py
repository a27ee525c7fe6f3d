"""Dice thrown onto a scene's table as rigid bodies (MuJoCo, extra `train`).

    scene = throw(numpy.random.default_rng(3), sample_scene(...), cocked=0.3)
    for seconds, dice in tumbling(rng, scene, 30): ...

Honest throws leave few dice leaning. A share of the dice may therefore be set down against a rim, a tile or another
die, or upon one, and let go: physics decides whether they stay, slide or fall flat. What a die counts as: resting.py.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from ..describe.camera import Floats
from ..describe.scene import Cube, Scene
from ..film.clip import SUBFRAMES, Throw
from .arena import Arena, random_stuff
from .leaning import Held, against, any_turn, in_sight, lying, upon
from .resting import DOUBTFUL, doubtful, flying, lain, lean_of
from .solids import Solid, solids

TRIES = 10
"""How often another place is tried for a die that should lean."""

STACKED = 0.15
"""Share of dice set down that are laid upon something instead of against it."""

LOW = 60.0
"""Dice are not set against or upon anything higher, mm."""

AGAIN = 3
"""How often a throw is made again that leaves a die leaning doubtfully."""


def throw(rng: np.random.Generator, scene: Scene, cocked: float = 0.0) -> Scene:
    """The same scene with its dice thrown anew: their number, sides and looks stay.

    Args:
        rng: source of chance.
        scene: onto which table.
        cocked: share of the dice that are set down leaning on something, or upon it, and let go.

    Raises:
        ModuleNotFoundError: MuJoCo is not installed.
    """
    if not scene.dice:
        return scene
    standing = solids(scene)
    for _ in range(AGAIN):
        dice = _thrown(rng, scene, standing, cocked)
        if not any(doubtful(cube) for cube in dice):
            break
    return replace(scene, dice=dice)


def tumbling(
    rng: np.random.Generator, scene: Scene, fps: float, seat: int | None = None
) -> Iterator[tuple[float, tuple[Cube, ...]]]:
    """The scene's dice on their way from a hand (at a seat's side, 1 to 4, or anywhere) to their rest.

    Yields:
        Seconds from the release, and each die: state moving, until the last, where they lie.

    Raises:
        ModuleNotFoundError: MuJoCo is not installed.
    """
    standing = solids(scene)
    arena = Arena(standing, scene.dice, random_stuff(rng))
    _let_go(rng, scene, arena, range(len(scene.dice)), seat)
    moment, still = 0, False
    while not still and moment < 5 * fps:
        poses = [arena.pose(die) for die in range(arena.count)]
        yield (
            moment / fps,
            tuple(flying(standing, cube, *pose) for cube, pose in zip(scene.dice, poses, strict=True)),
        )
        arena.run(1 / fps)
        later = [arena.pose(die) for die in range(arena.count)]
        still = all(
            np.abs(new[0] - old[0]).max() < 0.05 and np.abs(new[1] - old[1]).max() < 0.005
            for new, old in zip(later, poses, strict=True)
        )
        moment += 1
    arena.settled()
    yield moment / fps, _read(scene, standing, arena)


def thrown_act(rng: np.random.Generator, scene: Scene, seat: int, rate: float) -> Throw:
    """The scene's dice thrown from a seat's side, as an act of a film of `rate` frames a second."""
    moments = [dice for _, dice in tumbling(rng, scene, rate * SUBFRAMES, seat)]
    return Throw(seat, moments[-1], tuple(moments[:-1]))


def _thrown(
    rng: np.random.Generator, scene: Scene, standing: tuple[Solid, ...], cocked: float
) -> tuple[Cube, ...]:
    arena = Arena(standing, scene.dice, random_stuff(rng))
    count = len(scene.dice)
    led = [die for die in range(count) if rng.random() < cocked]
    free = [die for die in range(count) if die not in led]
    _let_go(rng, scene, arena, free)
    arena.settled()
    down = list(free)
    for die in led:
        if not _set_down(rng, scene, standing, arena, die, down):
            _let_go(rng, scene, arena, [die])
            arena.settled()
        down.append(die)
    return _read(scene, standing, arena)


def _read(scene: Scene, standing: tuple[Solid, ...], arena: Arena) -> tuple[Cube, ...]:
    dice = []
    for die, cube in enumerate(scene.dice):
        centre, rotation = arena.pose(die)
        leaning = lean_of(rotation) > DOUBTFUL[0]
        dice.append(lain(scene, standing, cube, centre, rotation, arena.rests(die, leaning)))
    return tuple(dice)


def _let_go(
    rng: np.random.Generator, scene: Scene, arena: Arena, dice: Sequence[int], seat: int | None = None
) -> None:
    """Dice leave a hand beside or over the table's middle, together, with speed and spin."""
    middle, reach, floor = _aim(scene)
    for _ in range(TRIES):
        side = 1 if scene.kind == "box" else (4 if seat % 2 else 2) if scene.men and seat else seat
        angle = rng.uniform(0, 2 * np.pi) if side is None else np.pi * (3 - side) / 2
        away = np.array([np.cos(angle + rng.normal(0, 0.2)), np.sin(angle + rng.normal(0, 0.2))])
        start = middle + away * reach * rng.uniform(0.2, 0.75)
        speed = rng.uniform(1.0, 4.5) * reach * rng.uniform(0.3, 1.0)
        high = floor + rng.uniform(25, 100)
        for place, die in enumerate(dice):
            spread = scene.dice[die].side * 0.95 * np.sqrt(place)
            slip = np.array([np.cos(place * 2.4), np.sin(place * 2.4)]) * spread
            at = np.array([*(start + slip), high + rng.uniform(0, 12) + 4 * place])
            heading = -away + rng.normal(0, 0.25, 2)
            velocity = np.array([*(heading * speed * rng.uniform(0.7, 1.1)), rng.uniform(-500, 100)])
            arena.put(die, at, any_turn(rng), velocity, rng.normal(0, 18, 3))
        if not arena.crowded(2.0):
            return


def _aim(scene: Scene) -> tuple[Floats, float, float]:
    """The middle (2,) that is thrown at, mm in the world, how far away the hand may be, and over what height."""
    if scene.men is not None:
        width, depth = scene.extent
        return np.array([width / 2, -depth / 2]), depth * 0.42, scene.floor
    if scene.board is None:
        x, y = scene.camera.target
        wide = scene.camera.size[0] / scene.camera.scale(scene.camera.target)
        return np.array([x, -y]), float(np.clip(wide * 0.3, 60, 260)), 0.0
    width, height = scene.board.size
    if scene.board.layout == "box":
        free = width - scene.board.hinge - scene.board.tiles[0].size[1]
        return np.array([free * 0.5, -height / 2]), free * 0.4, scene.board.floor
    return np.array([width / 2, -height / 2]), width * 0.42, scene.board.thick


def _set_down(
    rng: np.random.Generator, scene: Scene, standing: tuple[Solid, ...], arena: Arena, die: int, down: list[int]
) -> bool:
    """Set a die against or upon something and let go; whether it stayed so (else all is as before)."""
    before = arena.memory()
    side = scene.dice[die].side
    lying_dice = [lying(scene.dice[other].side, *arena.pose(other)) for other in down]
    dice = [solid for solid in lying_dice if solid is not None]
    places = (_somewhere(rng, scene, standing, dice, side) for _ in range(6 * TRIES))
    for held in islice((place for place in places if place is not None), TRIES):
        arena.put(die, held[0].centre, held[0].turn)
        if not arena.crowded() and _holds(scene, arena, die, *held):
            return True
        arena.back_to(before)
    return False


def _holds(scene: Scene, arena: Arena, die: int, held: Held, upon_it: bool) -> bool:
    """Whether a die that is let go lies or leans there for good; it is soon seen when it does not."""
    wanted = (0.0, DOUBTFUL[0]) if upon_it else (DOUBTFUL[1], 60.0)
    for seconds in (0.04, 0.06, 0.1, 0.4):
        if not arena.settled(seconds) and seconds > 0.3:
            return False
        centre, rotation = arena.pose(die)
        fallen = upon_it and abs(centre[2] - held.centre[2]) > 1.5
        if fallen or not wanted[0] <= lean_of(rotation) <= wanted[1] or not in_sight(scene, centre):
            return False
    return True


def _somewhere(
    rng: np.random.Generator, scene: Scene, standing: tuple[Solid, ...], dice: list[Solid], side: float
) -> tuple[Held, bool] | None:
    """A die held against (or, True, upon) another die, or else upon anything that stands there."""
    on_it = bool(rng.random() < STACKED)
    pool = [
        s
        for s in standing
        if s.level and s.what != "floor" and s.top < LOW and not (on_it and s.what == "board")
    ]
    if dice and rng.random() < 0.4:
        pool = dice
    if not pool:
        return None
    solid = pool[int(rng.integers(len(pool)))]
    held = upon(rng, solid, side) if on_it else against(rng, standing, solid, side)
    return (held, on_it) if held is not None and in_sight(scene, held.centre) else None
