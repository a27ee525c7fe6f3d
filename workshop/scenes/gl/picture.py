"""A scene becomes a picture by OpenGL, and its truth."""

from typing import Any

import numpy as np

from ..describe.scene import Scene
from ..draw.cubes import bent_box
from ..draw.photo import bent, photographed
from ..draw.render import COVERED, Seen, share_of, told
from ..draw.textures import Picture
from .boards import board_items
from .canvas import Canvas
from .items import Item, die_item, ground, hand_items, resolution, tag_item, thing_item
from .lights import lights_of

SOURCE = "scenes/gl"

__all__ = ["SOURCE", "items_of", "render"]


def items_of(scene: Scene) -> list[Item]:
    """Everything that is drawn; dice are numbered from 1."""
    ppm = resolution(scene)
    found = [ground(scene)]
    found += [item for tag in scene.tags for item in tag_item(tag, ppm)]
    found += [item for thing in scene.things for item in thing_item(thing, ppm)]
    if scene.board is not None:
        found += board_items(scene.board, ppm)
    found += [die_item(cube, number) for number, cube in enumerate(scene.dice, start=1)]
    return found + [item for hand in scene.hands for item in hand_items(hand)]


def render(scene: Scene, canvas: Canvas) -> tuple[Picture, dict[str, Any]]:
    """Draw a scene on a canvas of its camera's size.

    Returns:
        The picture, (H, W, 3) uint8 BGR, and its truth: one line of labels.jsonl, without `image`. A die is `covered`
        also where walls, tiles, things or other dice hide more than a third of it, a tile also where
        dice and things do.

    Raises:
        ValueError: the canvas has another size.
    """
    if canvas.size != scene.camera.size:
        raise ValueError(f"canvas: expected the camera's size {scene.camera.size}, got {canvas.size}")
    drawn, what, alone = canvas.painted(items_of(scene), scene.camera, lights_of(scene))
    image = photographed(drawn, scene.camera, scene.look)
    hands = bent(np.asarray((what == 254) * np.uint8(255), np.uint8), scene.camera) if scene.hands else None
    truth = told(scene, _seen(scene, what, alone), hands, SOURCE)
    over = bent(np.asarray((what > 0) * np.uint8(255), np.uint8), scene.camera)
    for tile in truth["tiles"]:
        tile["covered"] = (
            tile["covered"] or share_of(over, np.array(tile["quad"]), scene.camera.size) > COVERED
        )
    return image, truth


def _seen(scene: Scene, what: Picture, alone: dict[int, Picture]) -> list[Seen]:
    """Each die that lies at least partly in the picture, the farthest first as the quick renderer has them."""
    found = []
    for number, cube in enumerate(scene.dice, start=1):
        whole = alone[number] > 127
        rows, columns = np.flatnonzero(whole.any(axis=1)), np.flatnonzero(whole.any(axis=0))
        if len(rows) == 0:
            continue
        box = (float(columns[0]), float(rows[0]), float(np.ptp(columns) + 1), float(np.ptp(rows) + 1))
        hidden = 1 - float((whole & (what == number)).sum()) / float(whole.sum())
        found.append((cube, bent_box(box, scene.camera), hidden))
    return found
