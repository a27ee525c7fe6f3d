"""Where dice come to rest in a film: by rigid-body physics, relabelled so that they show what the script says."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations, product

import numpy as np

from referee.games.arrows.looks import ARROWS

from ..scenes.describe.camera import Floats
from ..scenes.describe.men import Man
from ..scenes.describe.men_board import MenBoard
from ..scenes.describe.scene import Cube, Scene
from ..scenes.draw.cubes import posed
from ..scenes.draw.die import upper
from ..scenes.film.clip_acts import Throw
from ..scenes.men import among, clear
from ..scenes.physics.quaternion import about_z, quaternion_of, rotation_of
from ..scenes.physics.resting import doubtful
from .script import ScriptedThrow

TRIES = 60
FLAT_ON = frozenset({"board"})
LEANS_ON = frozenset({"rim", "tile", "man", "die"})
FLUSH = 0.01
"""mm by which heights of one floor differ at most."""

TURNS = tuple(
    np.array([[sign if column == axis else 0.0 for column in range(3)] for axis, sign in zip(axes, signs, strict=True)])
    for axes in permutations(range(3))
    for signs in product((1.0, -1.0), repeat=3)
)  # fmt: skip
"""The turns of a cube onto itself, and their mirror images."""


def thrown(
    rng: np.random.Generator, scene: Scene, cast: ScriptedThrow, die: Cube, rate: float, *, physics: bool
) -> Throw:
    """A throw of so many such dice onto a table, as an act of a film.

    Args:
        rng: source of chance.
        scene: the table as it stands, without dice.
        cast: what the script says.
        die: side and look of the dice.
        rate: frames a second.
        physics: rigid bodies (MuJoCo, extra `train`) decide where flat and leaning dice lie, and how they roll;
            else they lie anywhere in the middle and roll as `motion.flight` has it.
    """
    table = replace(scene, dice=(die,) * len(cast.dice))
    if physics and not cast.void:
        throw = _rolled(rng, table, cast, rate)
    elif physics and cast.void == "cocked":
        throw = _led(rng, table, cast)
    else:
        throw = None
    laid = _laid if scene.men is None else _among_men
    return throw or Throw(cast.seat, laid(rng, table, cast))


def _rolled(rng: np.random.Generator, table: Scene, cast: ScriptedThrow, rate: float) -> Throw | None:
    from ..scenes.physics.throwing import thrown_act

    wanted = _next_men(rng, table)
    for number in range(TRIES):
        act = thrown_act(rng, table, cast.seat, rate)
        crowds = number < TRIES / 2 and any(not clear(cube.at, cube.side, wanted, ()) for cube in act.dice)
        if not crowds and all(_lies_free(cube) and _on_floor(table, cube) for cube in act.dice):
            turns = [_showing(cube, value) for cube, value in zip(act.dice, cast.dice, strict=True)]
            flight = tuple(_relabelled(moment, turns) for moment in act.flight)
            return Throw(cast.seat, _valued(_relabelled(act.dice, turns), cast), flight)
    return None


def _led(rng: np.random.Generator, table: Scene, cast: ScriptedThrow) -> Throw | None:
    """Dice of which the last is set down leaning on something."""
    from ..scenes.physics.throwing import throw

    for _ in range(TRIES):
        dice = sorted(throw(rng, table, 1 / len(cast.dice)).dice, key=lambda cube: cube.value is None)
        *flat, leans = dice
        if (
            leans.value is None
            and leans.rests in LEANS_ON
            and leans.ground > 0
            and all(_lies_free(cube) and _on_floor(table, cube) for cube in flat)
        ):
            turns = [_showing(cube, value) for cube, value in zip(flat, cast.dice, strict=False)]
            return Throw(cast.seat, (*_valued(_relabelled(flat, turns), cast), leans))
    return None


def _on_floor(table: Scene, cube: Cube) -> bool:
    """The bare board is also under its middle: what bears most of a die may be another thing."""
    if table.men is None:
        return cube.ground == table.floor
    return table.men.on_a_leaf(cube.at[0]) and abs(cube.ground - table.men.floor(cube.at[0])) < FLUSH


def _next_men(rng: np.random.Generator, table: Scene) -> tuple[Man, ...]:
    """Where the next man of each arrow would come, on a board of men."""
    board = table.men
    return () if board is None else tuple(board.put(rng, space, player) for space in ARROWS for player in (0, 1))


def _lies_free(cube: Cube) -> bool:
    """Flat on the bare board: a die upon a tile could not be played."""
    return cube.state == "flat" and cube.rests in FLAT_ON and not doubtful(cube)


def _showing(cube: Cube, value: int | None) -> Floats:
    """A turn (3, 3) of the die's own axes after which it shows the value."""
    assert cube.pose is not None, "a thrown die has a pose"
    for turn in TURNS:
        if np.linalg.det(turn) > 0:
            pose = quaternion_of(rotation_of(cube.pose) @ turn)
            if upper(*posed(replace(cube, pose=pose))) == value:
                return turn
    raise ValueError(f"expected a value of 1 to 6; got {value!r}")


def _relabelled(dice: Sequence[Cube], turns: Sequence[Floats]) -> tuple[Cube, ...]:
    return tuple(
        replace(cube, pose=quaternion_of(rotation_of(cube.pose) @ turn)) if cube.pose else cube
        for cube, turn in zip(dice, turns, strict=True)
    )


def _valued(dice: Sequence[Cube], cast: ScriptedThrow) -> tuple[Cube, ...]:
    return tuple(replace(cube, value=value) for cube, value in zip(dice, cast.dice, strict=False))


def _among_men(rng: np.random.Generator, table: Scene, cast: ScriptedThrow) -> tuple[Cube, ...]:
    """Dice on the leaves, clear of men and of where the next ones come; one that leans does so on a man."""
    board = table.men
    assert board is not None, "men lie on a board of arrows"
    flat = [replace(die, value=value) for die, value in zip(table.dice, cast.dice, strict=True) if value]
    cubes = among(rng, board, flat, _next_men(rng, table))
    assert len(cubes) == len(flat), "a board has room for a few dice"
    if not cast.void:
        return cubes
    die = table.dice[-1]
    if cast.void == "cocked":
        return (*cubes, _on_a_man(rng, board, die, cubes))
    at, shows = _beside(rng, table, die.side), int(rng.integers(1, 7))
    return (*cubes, replace(die, state="off-board", at=at, ground=0.0, value=shows))


def _on_a_man(rng: np.random.Generator, board: MenBoard, die: Cube, others: tuple[Cube, ...]) -> Cube:
    """A die that leans on the middle side of a man of the lowest layer."""
    middle, lean = board.on.size[1] / 2, int(rng.integers(1, 99))
    for number in rng.permutation(len(board.men)):
        man = board.men[number]
        at = man.at[0], man.at[1] + float(np.sign(middle - man.at[1])) * (man.across / 2 + 0.55 * die.side)
        rest = (other for other in board.men if other is not man and other.level == 0)
        if man.level == 0 and man.space in ARROWS and clear(at, 0.8 * die.side, rest, others):
            return replace(die, value=None, state="cocked", at=at, ground=board.floor(at[0]), lean=lean)
    raise ValueError("expected a man that a die can lean on; there is none")


def _laid(rng: np.random.Generator, table: Scene, cast: ScriptedThrow) -> tuple[Cube, ...]:
    """Dice apart from each other in the middle; one that is off the board lies beside it."""
    board = table.board
    assert board is not None, "films are made of boards"
    assert board.middle is not None, "an occe board has a middle"
    centre, reach = np.asarray(board.size) / 2, board.middle.size * 0.36
    cubes: list[Cube] = []
    for die, value in zip(table.dice, cast.dice, strict=True):
        off = value is None and cast.void == "off-board"
        at = _beside(rng, table, die.side) if off else _apart(rng, centre, reach, cubes, die.side)
        state = "off-board" if off else "flat" if value else "cocked"
        shows = int(rng.integers(1, 7)) if off else value
        ground, turn, lean = 0.0 if off else board.thick, float(rng.uniform(0, 360)), int(rng.integers(1, 99))
        cubes.append(replace(die, value=shows, state=state, at=at, ground=ground, turn=turn, lean=lean))
    return tuple(cubes)


def _apart(
    rng: np.random.Generator, centre: Floats, reach: float, others: list[Cube], side: float
) -> tuple[float, float]:
    while True:
        x, y = centre + rng.uniform(-reach, reach, 2)
        if all(np.hypot(x - other.at[0], y - other.at[1]) > 1.8 * side for other in others):
            return float(x), float(y)


def _beside(rng: np.random.Generator, table: Scene, side: float) -> tuple[float, float]:
    """A place on the table beside the board, in sight, free of things and tags."""
    size, camera = np.asarray(table.extent), table.camera
    taken = [(prop.at, max(prop.size)) for prop in table.props]
    taken += [(tag.at, tag.size + 2 * tag.margin) for tag in table.tags]
    if table.men is not None:
        beside = [man.at for man in table.men.men] + ([table.men.cube.at] if table.men.cube else [])
        taken += [(at, table.men.across) for at in beside]
    for _ in range(500):
        out = rng.uniform(1.2, 3.5) * side
        x, y = [(-out, 0), (size[0] + out, 0), (0, -out), (0, size[1] + out)][int(rng.integers(4))]
        x, y = (x, rng.uniform(0, size[1])) if y == 0 else (rng.uniform(0, size[0]), y)
        px = camera.project(np.array([[x, y, side / 2]]))[0]
        in_sight = bool((px > 30).all() and (px < np.asarray(camera.size) - 30).all())
        if in_sight and all(np.hypot(x - at[0], y - at[1]) > wide for at, wide in taken):
            return float(x), float(y)
    raise ValueError("expected a free place beside the board, in sight; there is none")


def stirred(
    rng: np.random.Generator, scene: Scene, dice: Sequence[Cube], number: int, *, lifted: bool
) -> Cube:
    """A die pushed by up to a side, or put back about where it lay, clear of the other dice and of the tiles."""
    old, men = dice[number], scene.men.men if scene.men else ()
    centre = np.asarray(scene.extent) / 2
    others = [np.asarray(cube.at) for index, cube in enumerate(dice) if index != number]
    for _ in range(200):
        far = old.side * rng.uniform(0.1, 0.6) if lifted else old.side * rng.uniform(0.3, 0.9)
        angle = rng.uniform(0, 2 * np.pi)
        at = np.asarray(old.at) + far * np.array([np.cos(angle), np.sin(angle)])
        before, now = np.hypot(*(np.asarray(old.at) - centre)), np.hypot(*(at - centre))
        place = (float(at[0]), float(at[1]))
        apart = all(np.hypot(*(at - other)) > 1.6 * old.side for other in others)
        if apart and clear(place, old.side, men, ()) and now <= max(before, old.side):
            return _moved(old, place, float(rng.uniform(-25, 25)))
    return old


def _moved(cube: Cube, at: tuple[float, float], turn: float) -> Cube:
    if cube.pose is None:
        return replace(cube, at=at, turn=cube.turn + turn)
    pose = quaternion_of(rotation_of(about_z(np.radians(-turn))) @ rotation_of(cube.pose))
    return replace(cube, at=at, pose=pose)
