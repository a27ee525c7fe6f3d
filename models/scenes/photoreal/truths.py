"""What truly lies in a photographed table: the same lines as the quick renderer writes."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board import Board
from ..boxes import wall_bars
from ..camera import Camera, Floats
from ..cubes import outline
from ..hands import capsules_of
from ..painter import raised
from ..scene import Cube, Scene
from ..things import footprint
from ..truth import board_truth, condition, corners_of, place, quarter_turns, tile_truth, visible_tags
from .cast import die_points
from .forms import rod, upright

SOURCE = "scenes/photoreal"
COVERED = 0.33
"""A tile or die counts as covered when a hand, a tall thing or the box's near wall hides more than this share of it."""
Mask = NDArray[np.uint8]


def truth_of(scene: Scene) -> dict[str, Any]:
    """One line of labels.jsonl, without `image`."""
    tags = visible_tags(scene)
    turns = quarter_turns(scene, bool(tags))
    hands = hands_mask(scene)
    hidden = np.asarray(cv2.bitwise_or(hands, things_mask(scene)), np.uint8)
    tiles = [tile_truth(scene, tile, turns) for tile in (scene.board.tiles if scene.board else ())]
    for entry in tiles:
        entry["covered"] = _share(hidden, np.array(entry["quad"])) > COVERED
    dice = [seen for cube in scene.dice if (seen := _die(scene, cube, hidden, turns)) is not None]
    width, height = scene.camera.size
    shown = bool(hands.any())
    if scene.board is not None:
        shown = _share(hands, scene.camera.project(corners_of(scene.board))) > 0.003
    return {
        "format": "scene", "source": SOURCE, "split": scene.split, "width": width, "height": height,
        "board": board_truth(scene, tags, turns), "dice": dice,
        "tiles": sorted(tiles, key=lambda entry: (entry["player"], entry["slot"])),
        "hands": shown, "abstains": [], "warnings": [], "condition": condition(scene),
    }  # fmt: skip


def box_of(cube: Cube, camera: Camera) -> tuple[float, float, float, float]:
    """A die's tight box in the finished picture: left, top, width, height, px."""
    pixels = camera.project(die_points(cube)) + 0.5
    (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
    return float(left), float(top), float(right - left), float(bottom - top)


def _die(scene: Scene, cube: Cube, hidden: Mask, turns: int) -> dict[str, Any] | None:
    x, y, width, height = box_of(cube, scene.camera)
    if x + width < 1 or y + height < 1 or x > scene.camera.size[0] - 2 or y > scene.camera.size[1] - 2:
        return None
    own = hidden
    if scene.board is not None and scene.board.layout == "box" and cube.ground > 0:
        own = np.asarray(cv2.bitwise_or(hidden, walls_mask(scene.board, scene.camera)), np.uint8)
    around = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    return {
        "value": cube.value, "state": cube.state, "box": [round(v, 2) for v in (x, y, width, height)],
        "at": place(scene, cube, turns), "covered": _share(own, around) > COVERED, "sure": 1.0,
        "outline": [[round(float(v), 2) for v in point] for point in outline(cube, scene.camera)],
    }  # fmt: skip


def hands_mask(scene: Scene) -> Mask:
    """Where hands are in the finished picture, (H, W), 255 there."""
    mask = _blank(scene.camera)
    for hand in scene.hands:
        for capsule in capsules_of(hand):
            ends = upright(np.array([capsule.start, capsule.end]))
            _fill(mask, scene.camera, upright(rod(ends[0], ends[1], capsule.radii).vertices))
    return mask


def things_mask(scene: Scene) -> Mask:
    """Where things of 20 mm and taller are."""
    mask = _blank(scene.camera)
    for thing in scene.things:
        if thing.high >= 20:
            base = footprint(thing)
            _fill(mask, scene.camera, np.concatenate([raised(base, 0.0), raised(base, thing.high)]))
    return mask


def walls_mask(board: Board, camera: Camera) -> Mask:
    """Where a box's walls stand between the camera and what lies in the tray."""
    mask, middle = _blank(camera), np.asarray(board.size) / 2
    for bar in wall_bars(board):
        inner = bar[np.abs(bar - middle).sum(axis=1).argmin()]
        if (bar.mean(axis=0) - middle) @ (camera.where[:2] - inner) > 0:
            _fill(mask, camera, np.concatenate([raised(bar, board.floor), raised(bar, board.thick)]))
    return mask


def _blank(camera: Camera) -> Mask:
    return np.zeros((camera.size[1], camera.size[0]), np.uint8)


def _fill(mask: Mask, camera: Camera, points: Floats) -> None:
    """Fill the outline of what is spanned by points (n, 3), mm, in the board's frame."""
    before = points @ (camera.rotation[2] * (1, 1, -1)) + camera.translation[2] > 20
    if before.sum() < 3:
        return
    pixels = np.clip(camera.project(points[before]), -20000, 20000).astype(np.float32)
    hull = cv2.convexHull(pixels)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_8, 4)


def _share(hidden: Mask, corners: Floats) -> float:
    own = np.zeros_like(hidden)
    cv2.fillConvexPoly(own, np.round(corners).astype(np.int32), 255)
    whole = cv2.countNonZero(own)
    return cv2.countNonZero(cv2.bitwise_and(own, hidden)) / whole if whole else 0.0
