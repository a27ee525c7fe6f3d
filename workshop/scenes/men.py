"""Boards of two leaves with men as a game has them, seen from a long side, a corner or above: picture by picture.

    scene = men_scene(seed=7, number=0)
    look = men_look(scene, game.appearance(state), seed=1)    # its truth names each arrow, and where the leaves are

The four corners of a leaf and the order of its arrows are those of `vision.men.strips`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from referee.core import Kind, Space
from referee.games.arrows import ArrowGame

from ..chance import random_event
from .area import SIZE, AreaLook
from .describe.camera import Floats, Viewpoint
from .describe.men import Man
from .describe.men_board import MenBoard
from .describe.sample import sample_scene
from .describe.sample_look import aimed
from .describe.sample_men import men_board, with_cube
from .describe.scene import Cube, Place, Scene, Split
from .draw.cubes import box_of
from .draw.painter import raised
from .draw.photo import photographed
from .draw.render import drawn, label_line

SOURCE = "scenes/men"
CUBE = 0.6
"""Share of tables with a doubling die."""
FLICKER = 0.03
"""By how much the light differs from look to look (standard deviation)."""
LEAST, MOST_TILT = 8.0, 55.0
"""Degrees from straight down: a camera above is up to the first, others up to the second."""
SIDES = (10.0, 16.0)
"""Edges of dice, mm."""
TRIES = 300
"""Places that are tried for a die."""
EVENTS = 8
"""Most events between two positions of a random game."""


def men_scene(
    seed: int, number: int, split: Split = "exam", harsh: float = 0.0, size: tuple[int, int] = SIZE
) -> Scene:
    """A table with a board without men at random; the same numbers give the same one."""
    rng = np.random.default_rng((seed, number, 52))
    board = men_board(rng, split)
    if rng.random() < CUBE:
        board = with_cube(rng, board, split)
    scene = sample_scene(rng, "occe", split, harsh, size)
    camera = _camera(rng, board, size, harsh)
    props = tuple(prop for prop in scene.props if _beside(board, prop.at, max(prop.size)))
    return replace(scene, kind="none", board=None, tags=(), dice=(), hands=(), props=props, camera=camera, men=board)


def _camera(rng: np.random.Generator, board: MenBoard, size: tuple[int, int], harsh: float) -> Viewpoint:
    """One that sees the whole board from above, from a long side or from a corner."""
    (width, depth), high = board.on.size, board.on.thick
    edge = raised(np.array([(0, 0), (width, 0), (width, depth), (0, depth)], float), high)
    while True:
        way = rng.choice(["above", "side", "corner"], p=[0.3, 0.45, 0.25])
        azimuth = float(rng.choice([90, 270]) + rng.normal(0, 7))
        tilt = float(rng.uniform(0, LEAST) if way == "above" else rng.uniform(LEAST, MOST_TILT))
        if way == "corner":
            azimuth += float(rng.choice([-1, 1]) * rng.uniform(25, 65))
        lens = size[0] * float(rng.uniform(0.75, 1.5))
        middle, k1 = (width / 2, depth / 2), float(rng.normal(0, 0.015))
        start = Viewpoint(size, lens, middle, 1000.0, tilt, azimuth, float(rng.normal(0, 3)), k1)
        share = float(rng.uniform(0.4 if rng.random() < harsh else 0.62, 0.93))
        camera = aimed(rng, start, board.on.size, share)
        seen = camera.project(edge)
        if (seen > 4).all() and (seen < np.array(size) - 5).all():
            return camera


def _beside(board: MenBoard, at: Place, reach: float) -> bool:
    """Whether something lies beside the board and what lies beside it."""
    room = 3 * board.across if not board.leaves.tray else 2 * (board.cube.side if board.cube else 0.0)
    x, y = at
    width, depth = board.on.size
    return bool(not -room - reach / 2 < x < width + room + reach / 2 or not -reach / 2 - 4 < y < depth + reach / 2 + 4)


def men_look(scene: Scene, stands: Mapping[Space, Kind], seed: int, dice: int = 2) -> AreaLook:
    """A picture of the table with men as a game's appearance has them, and so many dice thrown among them.

    Its truth has `board` (layout, outer corners, the corners of both leaves), `arrows` (what stands on each) and
    `strips` (the arrow of each strip of `vision.men.strips`).
    """
    assert scene.men is not None, "men are laid on a board of arrows"
    rng, board = np.random.default_rng((seed, 53)), scene.men.laid(np.random.default_rng((seed, 54)), stands)
    side, look_seed = float(rng.uniform(*SIDES)), int(rng.integers(1 << 30))
    die = Cube(1, "flat", (0.0, 0.0), board.on.thick, 0.0, side, look_seed)
    light = scene.look.exposure * float(np.exp(rng.normal(0, FLICKER)))
    look = replace(scene.look, exposure=light, seed=int(rng.integers(1 << 30)))
    cubes = [replace(die, value=int(value)) for value in rng.integers(1, 7, dice)]
    return pictured(replace(scene, men=board, look=look, dice=among(rng, board, cubes)))


def pictured(scene: Scene) -> AreaLook:
    """The picture of a table with a board of men as it stands, and its truth."""
    painter, patches = drawn(scene)
    image = photographed(painter.picture, scene.camera, scene.look)
    dice_seen = [(cube, box_of(patch, scene.camera), share) for cube, patch, share in patches]
    return AreaLook(image, label_line(scene, dice_seen, None, SOURCE) | men_truth(scene))


def among(
    rng: np.random.Generator, board: MenBoard, dice: Iterable[Cube], more: tuple[Man, ...] = ()
) -> tuple[Cube, ...]:
    """Dice at random on the leaves, clear of men and of each other; what finds no room is left out.

    Args:
        rng: where they lie.
        board: with its men.
        dice: their values and looks.
        more: men that may come: as long as there is room, no die lies there.
    """
    cubes: tuple[Cube, ...] = ()
    for die in dice:
        for number in range(TRIES):
            at = _on_a_leaf(rng, board, die.side)
            men = (*board.men, *(more if number < TRIES / 2 else ()))
            if clear(at, die.side, men, cubes):
                cubes = (*cubes, replace(die, at=at, turn=float(rng.uniform(0, 360)), ground=board.floor(at[0])))
                break
    return cubes


def clear(at: Place, side: float, men: Iterable[Man], dice: Iterable[Cube]) -> bool:
    """Whether a die of that side lies there on no man and on no other die."""
    free = all(np.hypot(*np.subtract(at, man.at)) > man.across / 2 + 0.75 * side for man in men)
    return free and all(np.hypot(*np.subtract(at, other.at)) > 1.5 * side for other in dice)


def _on_a_leaf(rng: np.random.Generator, board: MenBoard, side: float) -> Place:
    first, middle, further, last = board.field
    start, end = ((first, middle), (further, last))[int(rng.integers(2))]
    rim = board.on.rim[0] + 0.8 * side
    return float(rng.uniform(start + 0.8 * side, end - 0.8 * side)), float(rng.uniform(rim, board.on.size[1] - rim))


def leaves_of(scene: Scene) -> tuple[Floats, tuple[Space, ...]]:
    """The corners of both leaves (2, 4, 2) px on their floor, and the arrow of each of their 24 strips.

    Near is the long side that is lower in the picture.
    """
    assert scene.men is not None, "only a board of arrows has leaves"
    board = scene.men
    first, middle, further, last = board.field
    near, far = board.on.size[1] - board.on.rim[0], board.on.rim[0]
    corners = [[(a, near), (a, far), (b, far), (b, near)] for a, b in ((first, middle), (further, last))]
    columns = [(k, 1) for k in range(6)] + [(k, 0) for k in range(5, -1, -1)]
    places = [*columns, *((k + 6, side) for k, side in columns)]
    height = [board.floor(first)] * 4 + [board.floor(last)] * 4
    seen = scene.camera.project(raised(np.array(corners).reshape(-1, 2), np.array(height))).reshape(2, 4, 2)
    if seen[:, [0, 3], 1].mean() < seen[:, [1, 2], 1].mean():
        seen = np.roll(seen[::-1], 2, axis=1)
        places = [(11 - k, 1 - side) for k, side in places]
    return seen, tuple(board.arrow_at(*place) for place in places)


def men_truth(scene: Scene) -> dict[str, Any]:
    """What the truth says of a board of men besides what it says of every table."""
    assert scene.men is not None, "only a board of arrows has men"
    leaves, strips = leaves_of(scene)
    counts, rounded = scene.men.counted(), leaves.round(2).tolist()
    outer = [rounded[0][0], rounded[0][1], rounded[1][2], rounded[1][3]]
    arrows = {space: _kind(*counts.get(space, (0, 0))) for space in sorted({*strips, *counts})}
    board = {"layout": "arrows", "corners": outer, "leaves": rounded, "oriented": True}
    return {"board": board, "arrows": arrows, "strips": list(strips)}


def _kind(white: int, black: int) -> Kind:
    shown = [f"{colour} x {count}" for colour, count in (("white", white), ("black", black)) if count]
    return " ".join(shown) or "empty"


def positions(game: ArrowGame, seed: int, events: int = EVENTS) -> Iterator[Mapping[Space, Kind]]:
    """How the men stand in games at random, for ever, the start position first; up to so many events apart."""
    rng = Random(f"{game.name} {seed}")
    while True:
        state = game.start((1, 2))
        while not game.is_over(state):
            yield game.appearance(state)
            for _ in range(rng.randint(1, events)):
                if not game.is_over(state):
                    state = game.apply(state, random_event(game, state, rng, often=0.0))
