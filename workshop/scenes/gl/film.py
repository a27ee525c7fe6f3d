"""Films whose tables and dice OpenGL draws: each state of the tiles once, and over it what lies around the dice.

    for frame in film(clip, drawing(Canvas(clip.scene.camera.size))): ...

Hands are laid in by the quick renderer: they would take a third of a second of a core a frame.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..describe.scene import Scene
from ..draw.painter import Painter
from ..draw.render import bare
from ..draw.textures import Picture
from ..film.clip import Drawing, Shot, hand_over
from ..film.motion import Posture
from .canvas import Canvas, Window
from .items import Item, posed_die
from .lights import lights_of
from .picture import items_of

AROUND = 2.5
"""Sides around a die, and around its shadow, that are drawn with it."""


def drawing(canvas: Canvas) -> Drawing:
    """Draws shots on a canvas of their camera's size; remembers the table and the dice that it drew last."""
    light: Painter | None = None
    table: tuple[Scene, list[Item], Picture] | None = None
    still: tuple[Shot, Picture] | None = None

    def draw(shot: Shot) -> Picture:
        nonlocal light, table, still
        scene = shot.scene
        light = light or bare(scene)
        if table is None or table[0] is not scene:
            items = items_of(scene)
            table = (scene, items, canvas.painted(items, scene.camera, lights_of(scene))[0])
        if still is None or not _alike(still[0], shot):
            still = (shot, _with_dice(canvas, table[1], table[2], shot))
        return hand_over(replace(light, picture=still[1].copy()), shot)

    return draw


def _alike(one: Shot, other: Shot) -> bool:
    """The same table with the same dice at rest."""
    flies = one.flying or other.flying
    return not flies and one.scene is other.scene and one.lying == other.lying


def _with_dice(canvas: Canvas, items: list[Item], table: Picture, shot: Shot) -> Picture:
    """The mean of all moments of the shot's dice."""
    moments = max((len(die) for die in shot.dice), default=1)
    pictures = []
    for moment in range(moments):
        dice = [die[min(moment, len(die) - 1)] for die in shot.dice]
        pictures.append(_at_once(canvas, items, table, shot.scene, dice))
    return pictures[0] if moments == 1 else np.asarray(np.mean(pictures, axis=0), np.uint8)


def _at_once(
    canvas: Canvas, items: list[Item], table: Picture, scene: Scene, dice: Sequence[Posture]
) -> Picture:
    window = _window(scene, dice)
    if window is None:
        return table
    lights = lights_of(scene)
    found = [posed_die(die.pose, die.look, die.ground, number) for number, die in enumerate(dice, start=1)]
    drawn = canvas.painted([*items, *found], scene.camera, lights, window)[0]
    left, top, width, height = window
    picture = table.copy()
    picture[top : top + height, left : left + width] = drawn[top : top + height, left : left + width]
    return picture


def _window(scene: Scene, dice: Sequence[Posture]) -> Window | None:
    """What of the picture the dice and their shadows can change; None without dice in it."""
    if not dice:
        return None
    camera, lamp = scene.camera, np.asarray(lights_of(scene).lamp)
    spots, reach = [], 0.0
    for die in dice:
        x, y, z = np.asarray(die.pose.centre, float) + np.array([0, 0, die.ground])
        spots += [(x, y, z), (x - lamp[0] / lamp[2] * z, y - lamp[1] / lamp[2] * z, 0.0)]
        reach = max(reach, AROUND * die.pose.side * camera.scale((x, -y), z))
    pixels = camera.straight(np.array(spots) * (1, -1, 1))
    size = np.asarray(camera.size)
    left, top = np.clip(np.floor(pixels.min(axis=0) - reach), 0, size).astype(int).tolist()
    right, bottom = np.clip(np.ceil(pixels.max(axis=0) + reach), 0, size).astype(int).tolist()
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None
