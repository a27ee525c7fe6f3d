"""Tables whose dice alone are followed, looked at again and again: trays, cloths, boards of arrows with men.

    for look in throws(area_rig(seed=7, number=0), 10): ...

Between two throws some men are moved, as play moves them, and now and then the doubling die is turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from .describe.camera import Floats
from .describe.men import KINDS, DiceFloor, Doubling, GroundKind, Man
from .describe.sample import sample_scene
from .describe.sample_look import random_camera
from .describe.sample_men import anywhere, doubling, ground, men, placed
from .describe.scene import Cube, Scene, Split
from .draw.cubes import box_of, drawn_die
from .draw.men import draw_doubling, draw_ground, draw_man
from .draw.painter import raised
from .draw.photo import photographed
from .draw.props import draw_prop
from .draw.render import bare, label_line
from .draw.textures import Picture

SIZE = (1280, 960)
SOURCE = "scenes/area"
COCKED = 0.03
FLICKER = 0.02
DOUBLED = 0.12
"""Chance that the doubling die is turned or moved before a throw."""
MOVED = 4
"""Men that are moved between two throws at most."""
SLIP = 0.012
"""By how much of its longer side a marked corner lies beside where it was meant (standard deviation)."""


@dataclass(frozen=True)
class AreaRig:
    """A table as it stands for a lesson.

    Attributes:
        scene: camera, light and what lies beside; no board, no dice.
        on: what dice fall on.
        men: round men of two colours.
        cube: the doubling die; None where there is none.
        dice: what its dice are made of, one each.
        marked: the four corners that a person marked, px.
        round: a ring within them is meant.
        seed: of what happens on it.
    """

    scene: Scene
    on: DiceFloor
    men: tuple[Man, ...]
    cube: Doubling | None
    dice: tuple[Cube, ...]
    marked: Floats
    round: bool
    seed: tuple[int, ...]


@dataclass(frozen=True)
class AreaLook:
    """One picture of it.

    Attributes:
        image: (H, W, 3) uint8 BGR.
        truth: its line of labels, without `image`.
    """

    image: Picture
    truth: dict[str, Any]


def area_rig(seed: int, number: int, split: Split = "exam", harsh: float = 0.0) -> AreaRig:
    """A table at random; the same numbers give the same one."""
    rng = np.random.default_rng((seed, number))
    kind: GroundKind = KINDS[int(rng.choice(len(KINDS), p=[0.4, 0.25, 0.15, 0.2]))]
    on = ground(rng, kind, split)
    scene = sample_scene(rng, "occe", split, harsh, SIZE)
    camera = random_camera(rng, on.size, harsh, SIZE, "occe")
    scene = replace(scene, kind="none", board=None, tags=(), dice=(), hands=(), camera=camera)
    scene = replace(scene, props=tuple(prop for prop in scene.props if _beside(on, prop.at, max(prop.size))))
    side = float(rng.uniform(10, 19) if kind == "arrows" else rng.uniform(11, 22))
    count = 2 if kind == "arrows" else int(rng.integers(2, 6))
    same, first = rng.random() < 0.85, int(rng.integers(1 << 30))
    seeds = [first if same else int(rng.integers(1 << 30)) for _ in range(count)]
    dice = tuple(Cube(1, "flat", (0.0, 0.0), on.thick, 0.0, side, seed_of) for seed_of in seeds)
    laid = men(rng, on) if kind == "arrows" or rng.random() < 0.8 else ()
    cube = doubling(rng, on, split) if rng.random() < 0.75 else None
    if cube is not None and kind != "arrows":
        laid = tuple(man for man in laid if _far(man.at, cube.at) > (man.across + 1.5 * cube.side) / 2)
    marked, ring = _marked(rng, on, scene)
    return AreaRig(scene, on, laid, cube, dice, marked, ring, (seed, number))


def _beside(on: DiceFloor, at: tuple[float, float], reach: float) -> bool:
    """Whether something lies beside the ground."""
    half = np.asarray(on.size) / 2
    return bool((np.abs(np.asarray(at) - half) > half + reach / 2 + 4).any())


def _marked(rng: np.random.Generator, on: DiceFloor, scene: Scene) -> tuple[Floats, bool]:
    """The corners (4, 2) px of the area as a person marks it, along the rim's outer edge, and whether as a ring."""
    high = on.thick + on.rim[1]
    edge = raised(np.array([(0, on.size[1]), (0, 0), (on.size[0], 0), on.size], float), high)
    corners = scene.camera.project(edge)
    if on.kind == "round tray":
        angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        around = np.array(on.size) / 2 * (1 + np.column_stack([np.cos(angles), np.sin(angles)]))
        left, top, wide, deep = cv2.boundingRect(scene.camera.project(raised(around, high)).astype(np.float32))
        corners = np.array([(left, top + deep), (left, top), (left + wide, top), (left + wide, top + deep)], float)
        corners += rng.normal(0, SLIP * max(wide, deep), 2)
        return _in_picture(corners), True
    return _in_picture(corners + rng.normal(0, SLIP * float(np.ptp(corners, axis=0).max()), corners.shape)), False


def _in_picture(corners: Floats) -> Floats:
    return np.asarray(np.clip(corners, 0, np.array(SIZE) - 1.0))


def bare_look(rig: AreaRig) -> AreaLook:
    """Before the first throw: no die lies there."""
    return look_at(rig, np.random.default_rng((*rig.seed, 1)))


def throws(rig: AreaRig, count: int) -> Iterator[AreaLook]:
    """So many throws, one look each."""
    rng = np.random.default_rng((*rig.seed, 2))
    for _ in range(count):
        rig = _played(rng, rig)
        yield look_at(replace(rig, dice=_thrown(rng, rig)), rng)


def _played(rng: np.random.Generator, rig: AreaRig) -> AreaRig:
    """The table after a move: some men elsewhere, the doubling die now and then."""
    laid = rig.men
    for _ in range(int(rng.integers(0, MOVED + 1)) if laid else 0):
        number = int(rng.integers(len(laid)))
        man, others = laid[number], (*laid[:number], *laid[number + 1 :])
        if man.arrow and any(other.arrow == man.arrow and _deeper(rig.on, other, man) for other in others):
            continue  # only the last man of a row is taken
        moved = placed(rng, rig.on, man, others)
        free = rig.cube is None or rig.on.kind == "arrows"
        if moved and (free or _far(moved[0].at, rig.cube.at) > (man.across + 1.5 * rig.cube.side) / 2):  # type: ignore[union-attr]  # free tells
            laid = (*others, *moved)
    cube = rig.cube
    if cube is not None and rng.random() < DOUBLED:
        cube = replace(cube, shows=(cube.shows + 1) % 6, turn=cube.turn + float(rng.normal(0, 20)))
    return replace(rig, men=laid, cube=cube)


def _deeper(on: DiceFloor, other: Man, man: Man) -> bool:
    """Whether another man of the same arrow lies farther from its base."""
    return abs(other.at[1] - on.size[1] / 2) < abs(man.at[1] - on.size[1] / 2)


def _thrown(rng: np.random.Generator, rig: AreaRig) -> tuple[Cube, ...]:
    cubes: list[Cube] = []
    for die in rig.dice:
        for _ in range(200):
            at = anywhere(rng, rig.on, 1.6 * die.side)
            if _free(rig, cubes, at, die.side):
                value: int | None = int(rng.integers(1, 7))
                state = "flat"
                if rng.random() < COCKED:
                    value, state = None, "cocked"
                turn, lean = float(rng.uniform(0, 360)), int(rng.integers(1, 1 << 20))
                cubes.append(replace(die, value=value, state=state, at=at, turn=turn, lean=lean))
                break
    return tuple(cubes)


def _free(rig: AreaRig, cubes: list[Cube], at: tuple[float, float], side: float) -> bool:
    """Whether a die finds room there: it lies upon nothing, and nothing hides most of it."""
    if any(_far(at, other.at) < 1.45 * side for other in cubes):
        return False
    if any(_far(at, man.at) < man.across / 2 + 0.75 * side for man in rig.men):
        return False
    return rig.cube is None or _far(at, rig.cube.at) > 0.75 * (rig.cube.side + side)


def _far(first: tuple[float, float], second: tuple[float, float]) -> float:
    return float(np.hypot(first[0] - second[0], first[1] - second[1]))


def look_at(rig: AreaRig, rng: np.random.Generator) -> AreaLook:
    """A picture of it as it stands, its light a little otherwise than before."""
    look = rig.scene.look
    flicker = float(np.exp(rng.normal(0, FLICKER)))
    dice = rig.dice if any(die.at != (0.0, 0.0) for die in rig.dice) else ()
    scene = replace(
        rig.scene, dice=dice, look=replace(look, exposure=look.exposure * flicker, seed=int(rng.integers(1 << 30)))
    )
    return _rendered(rig, scene)


def _rendered(rig: AreaRig, scene: Scene) -> AreaLook:
    painter = bare(scene)
    ppm = float(np.clip(scene.camera.scale(scene.camera.target) * 1.3, 0.4, 5))
    where = scene.camera.where[:2]
    for prop in sorted(scene.props, key=lambda prop: -float(np.hypot(*(where - prop.at)))):
        draw_prop(painter, prop, ppm)
    draw_ground(painter, rig.on, ppm)
    lie: list[Man | Doubling | Cube] = [*rig.men, *([rig.cube] if rig.cube else []), *scene.dice]
    dice_seen = []
    for piece in sorted(lie, key=lambda each: -float(np.hypot(*(where - each.at)))):
        if isinstance(piece, Man):
            draw_man(painter, piece, ppm)
        elif isinstance(piece, Doubling):
            draw_doubling(painter, piece, ppm)
        else:
            dice_seen.append((piece, box_of(drawn_die(painter, piece, scene.look), scene.camera), 0.0))
    image = photographed(painter.picture, scene.camera, scene.look)
    truth = label_line(scene, dice_seen, None, SOURCE)
    truth["condition"] |= {"ground": rig.on.kind, "men": len(rig.men), "doubling": rig.cube is not None}
    return AreaLook(image, truth)
