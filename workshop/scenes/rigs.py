"""One table looked at again and again: the same board, camera, lamp and dice, other throws and tiles at each look.

    for look in looks(rig(seed=7, number=0), 10): ...

What is fixed is drawn once for a rig; a tile that is turned over comes to lie a little otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from .describe.sample import sample_scene
from .describe.sample_look import random_camera, random_look
from .describe.scene import Cube, DrawnBoard, Scene, Split, Tile
from .describe.truth import quarter_turns, visible_tags
from .draw.render import render
from .draw.textures import Picture

SIZE = (1280, 960)
"""px, of a camera over a table."""
DICE = 2
FREE, ON_TILES = 0.86, 0.93
"""Share of the dice that come to lie on the free ground, and of those that lie on it or anywhere on the board; the
others lie beside it. Leaning ones come from all of them."""
COCKED = 0.03
NEW_GAME = 0.08
"""Chance that all tiles are opened again before a throw."""
FLICKER = 0.02
"""By how much a lamp's light differs from look to look (standard deviation, of its strength)."""


Draw = Callable[[Scene, str], tuple[Picture, dict[str, Any]]]
"""Makes a picture of a scene, (H, W, 3) uint8 BGR, and its line of labels without `image`; the word names the look."""
Change = Literal["light", "board", "dice"]
"""What may differ from one moment to the next: another lamp, board and camera that stand otherwise, other dice."""


def drawn(scene: Scene, name: str) -> tuple[Picture, dict[str, Any]]:
    """The scene by the quick renderer."""
    return render(scene)


@dataclass(frozen=True)
class Rig:
    """A table as it stands for months.

    Attributes:
        scene: board, things, camera and light; all playing tiles open, no dice.
        die: what its dice are made of.
        seats: those who play; the tiles of the others stay as they are.
        seed: of what happens on it.
        draw: makes its pictures.
    """

    scene: Scene
    die: Cube
    seats: tuple[int, ...]
    seed: tuple[int, ...]
    draw: Draw = drawn


@dataclass(frozen=True)
class RigLook:
    """One picture of a rig.

    Attributes:
        image: (H, W, 3) uint8 BGR.
        truth: its line of labels, without `image`.
        kinds: what stands at the spaces that play, as the truth names them.
        scene: what was drawn.
    """

    image: Picture
    truth: dict[str, Any]
    kinds: Mapping[str, str]
    scene: Scene


def rig(seed: int, number: int, split: Split = "exam", harsh: float = 0.0) -> Rig:
    """A table at random with its two dice; the same numbers give the same one."""
    rng = np.random.default_rng((seed, number))
    scene = sample_scene(rng, "occe", split, harsh, SIZE, tags=True)
    board = scene.board
    assert board is not None, "an occe table has a board"
    seats = (1, 3) if rng.random() < 0.6 else (1, 2, 3, 4)
    tiles = tuple(replace(t, state="open" if t.seat in seats else t.state, digit=t.slot) for t in board.tiles)
    tiles = tuple(replace(t, state="closed") if t.state == "missing" else t for t in tiles)
    scene = replace(scene, board=replace(board, tiles=tiles), dice=(), hands=())
    side = float(rng.uniform(8, 25) if harsh > rng.random() else rng.uniform(12, 22))
    die = Cube(1, "flat", (0.0, 0.0), board.thick, 0.0, side, int(rng.integers(1 << 30)))
    return Rig(scene, die, seats, (seed, number))


def start(table: Rig) -> RigLook:
    """The start position: every tile that plays is open, no die lies there."""
    return _look(table, table.scene, np.random.default_rng((*table.seed, 1)), 0)


def looks(table: Rig, count: int) -> Iterator[RigLook]:
    """So many throws, one look each, tiles turned between them."""
    rng = np.random.default_rng((*table.seed, 2))
    scene = table.scene
    for number in range(1, count + 1):
        assert scene.board is not None, "an occe table has a board"
        scene = replace(scene, board=_turned(rng, scene.board, table.seats))
        yield _look(table, replace(scene, dice=_thrown(rng, table, scene)), rng, number)


def changed(table: Rig, how: Change) -> Rig:
    """The rig once something about it is no longer as it was; its tiles and dice are the same."""
    rng, scene, board = np.random.default_rng((*table.seed, 3)), table.scene, table.scene.board
    assert board is not None, "an occe table has a board"
    if how == "light":
        other = random_look(rng, 0.0, SIZE)
        return replace(table, scene=replace(scene, look=replace(other, exposure=scene.look.exposure * 0.72)))
    if how == "board":
        camera = random_camera(rng, board.size, 0.0, SIZE, "occe")
        near = replace(scene.camera, target=camera.target, roll=scene.camera.roll + float(rng.normal(0, 3)))
        return replace(table, scene=replace(scene, camera=near))
    side = table.die.side * float(rng.uniform(0.8, 1.25))
    return replace(table, die=replace(table.die, seed=table.die.seed + 1, side=side))


def _look(table: Rig, scene: Scene, rng: np.random.Generator, number: int) -> RigLook:
    light = replace(
        scene.look,
        exposure=scene.look.exposure * float(np.exp(rng.normal(0, FLICKER))),
        seed=int(rng.integers(1 << 30)),
    )
    scene = replace(scene, look=light)
    image, truth = table.draw(scene, "-".join(map(str, (*table.seed, number))))
    assert scene.board is not None, "an occe table has a board"
    turns = quarter_turns(scene, bool(visible_tags(scene)))
    playing = {(seat - 1 - turns) % 4 + 1 for seat in table.seats}
    tiles = [tile for tile in truth["tiles"] if tile["player"] in playing]
    kinds = {f"seat-{tile['player']}/slot-{tile['slot']}": str(tile["state"]) for tile in tiles}
    return RigLook(image, truth, kinds, scene)


def _turned(rng: np.random.Generator, board: DrawnBoard, seats: tuple[int, ...]) -> DrawnBoard:
    """The board after one player's move, or set up anew."""
    anew = rng.random() < NEW_GAME or all(t.state == "closed" for t in board.tiles if t.seat in seats)
    if anew:
        tiles = [_laid(rng, t, "open") if t.seat in seats and t.state != "open" else t for t in board.tiles]
        return replace(board, tiles=tuple(tiles))
    seat = seats[int(rng.integers(len(seats)))]
    standing = [k for k, t in enumerate(board.tiles) if t.seat == seat and t.state == "open"]
    chosen = set(rng.permutation(standing)[: int(rng.integers(0, 4))].tolist())
    return replace(
        board, tiles=tuple(_laid(rng, t, "closed") if k in chosen else t for k, t in enumerate(board.tiles))
    )


def _laid(rng: np.random.Generator, tile: Tile, state: str) -> Tile:
    """The tile turned over, and not laid down exactly where it lay."""
    slip = np.clip(rng.normal(0, 0.7, 2), -1.5, 1.5)
    turn = float(np.clip(tile.turn + rng.normal(0, 1.5), -8, 8))
    return replace(tile, state=state, at=(tile.at[0] + float(slip[0]), tile.at[1] + float(slip[1])), turn=turn)


def _thrown(rng: np.random.Generator, table: Rig, scene: Scene) -> tuple[Cube, ...]:
    cubes: list[Cube] = []
    for _ in range(40 * DICE):
        if len(cubes) == DICE:
            break
        cube = _fallen(rng, table, scene)
        far = min((np.hypot(*np.subtract(cube.at, other.at)) for other in cubes), default=1e9)
        if far > 1.45 * table.die.side:
            cubes.append(cube)
    return tuple(cubes)


def _fallen(rng: np.random.Generator, table: Rig, scene: Scene) -> Cube:
    """One die somewhere: mostly on the free ground, sometimes on a tile, a rim or beside the board."""
    board, side = scene.board, table.die.side
    assert board is not None, "an occe table has a board"
    assert board.middle is not None, "an occe board has a middle"
    middle, where, state = np.asarray(board.size) / 2, rng.random(), "flat"
    ground = board.thick
    if where < FREE:
        at = middle + rng.uniform(-0.5, 0.5, 2) * (board.middle.size - side)
    elif where < ON_TILES:
        at = middle + rng.uniform(-0.47, 0.47, 2) * board.size
        over = [t for t in board.tiles if np.abs(at - t.at).max() < max(t.size) * 0.6 and t.state != "missing"]
        ground += over[0].thick if over else 0.0
    else:
        angle = rng.uniform(0, 2 * np.pi)
        out = np.array([np.cos(angle), np.sin(angle)])
        at, state, ground = middle + out * max(board.size) * rng.uniform(0.75, 0.95), "off-board", 0.0
        far = [np.hypot(*(at - prop.at)) - max(prop.size) / 2 for prop in scene.props]
        if min(far, default=1e9) < side:
            return _fallen(rng, table, scene)
    value: int | None = int(rng.integers(1, 7))
    if rng.random() < COCKED:
        value, state = None, "cocked"
    turn, lean = float(rng.uniform(0, 360)), int(rng.integers(1, 1 << 20))
    place = (float(at[0]), float(at[1]))
    return replace(table.die, value=value, state=state, at=place, ground=ground, turn=turn, lean=lean)
