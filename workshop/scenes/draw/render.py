"""A scene becomes a picture and its truth."""

from typing import Any

import cv2
import numpy as np

from ..describe.scene import Cube, DrawnTag, Scene
from ..describe.truth import (
    board_truth,
    condition,
    corners_of,
    place,
    quarter_turns,
    tile_truth,
    visible_tags,
)
from .boxes import draw_front, draw_tray
from .cubes import box_of, drawn_die, lies, outline
from .hands import draw_hands
from .men_board import draw_men_board
from .occe import draw_board, draw_row
from .painter import Painter, quad, raised
from .photo import photographed
from .props import draw_prop
from .textures import Picture, tabletop
from .thrown import Drawn, draw_thrown

SOURCE = "scenes/quick"
Seen = tuple[Cube, tuple[float, float, float, float], float]
"""A die, its tight box in the finished picture (left, top, width, height, px), and the share of it that things hide."""

COVERED = 0.33
"""A tile or die counts as covered when a hand hides more than this share of it; a tile also outside the picture."""


def render(scene: Scene) -> tuple[Picture, dict[str, Any]]:
    """Draw a scene.

    Returns:
        The picture, (H, W, 3) uint8 BGR, and its truth: one line of labels.jsonl, without `image`.
    """
    painter, patches = drawn(scene)
    hidden = draw_hands(painter, scene.hands, scene.board.thick if scene.board else 0.0)
    image = photographed(painter.picture, scene.camera, scene.look)
    dice_seen = [(cube, box_of(patch, scene.camera), share) for cube, patch, share in patches]
    return image, label_line(scene, dice_seen, hidden, SOURCE)


def drawn(scene: Scene) -> tuple[Painter, list[Drawn]]:
    """The table without its hands and without what light and camera do, and each die with how it was drawn."""
    painter = bare(scene)
    return painter, _drawn(painter, scene)


def bare(scene: Scene) -> Painter:
    """The table top alone, and the light to draw in."""
    camera, look = scene.camera, scene.look
    flat, high = np.radians(look.lamp), np.radians(look.height)
    toward = np.array([np.cos(flat) * np.cos(high), np.sin(flat) * np.cos(high), np.sin(high)])
    shadows = [(*_fall(look.lamp, look.height), 0.1 + 0.9 * (1 - look.hard), look.shade)]
    if look.second is not None:
        shadows.append((*_fall(look.second, 45), 0.5, look.shade * 0.5))
    picture = _ground(scene)
    return Painter(camera, toward, picture, tuple(shadows))


def _fall(lamp: float, high: float) -> tuple[float, float]:
    reach = 1 / np.tan(np.radians(high))
    return float(-np.cos(np.radians(lamp)) * reach), float(-np.sin(np.radians(lamp)) * reach)


def _ground(scene: Scene) -> Picture:
    camera = scene.camera
    width, height = camera.size
    ppm = camera.scale(camera.target)
    side = int(np.clip(1500 * ppm, 512, 1200))
    texture = tabletop(scene.table, side, ppm)
    middle = np.array(camera.target) - side / ppm / 2
    inner = np.array([[1 / ppm, 0, middle[0]], [0, 1 / ppm, middle[1]], [0, 0, 1]])
    matrix = camera.plane() @ inner
    return np.asarray(
        cv2.warpPerspective(
            texture, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        np.uint8,
    )


def _drawn(painter: Painter, scene: Scene) -> list[Drawn]:
    camera, board = scene.camera, scene.board
    where = camera.where[:2]
    ppm = float(np.clip(camera.scale(camera.target) * 1.3, 0.4, 5))
    for tag in scene.tags:
        draw_tag(painter, tag, ppm)
    flat = [prop for prop in scene.props if prop.high < 20]
    tall = [prop for prop in scene.props if prop.high >= 20]
    for prop in sorted(flat, key=lambda prop: -float(np.linalg.norm(where - prop.at))):
        draw_prop(painter, prop, ppm)
    thrown = any(cube.pose is not None for cube in scene.dice)
    on_table = [cube for cube in scene.dice if cube.ground == 0 and not thrown]
    on_board = [cube for cube in scene.dice if cube.ground > 0 and not thrown]
    patches = [(cube, drawn_die(painter, cube, scene.look), 0.0) for cube in _far_first(on_table, where)]
    if board is not None and board.layout == "occe":
        draw_board(painter, board, ppm)
        middles = {rim.seat: np.asarray(rim.centre) for rim in board.rims}
        for seat in sorted(middles, key=lambda seat: -float(np.linalg.norm(where - middles[seat]))):
            draw_row(painter, board, seat, ppm)
    elif board is not None:
        draw_tray(painter, board, ppm)
    elif scene.men is not None:
        on_board, lie = [], draw_men_board(painter, scene.men, scene.dice, scene.look, ppm)
        patches = [(cube, patch, 0.0) for cube, patch in lie]
    patches += [(cube, drawn_die(painter, cube, scene.look), 0.0) for cube in _far_first(on_board, where)]
    if board is not None and board.layout == "box":
        draw_front(painter, board, ppm)
    for prop in tall:
        draw_prop(painter, prop, ppm)
    return draw_thrown(painter, scene) if thrown and scene.men is None else patches


def _far_first(dice: list[Cube], where: np.ndarray[Any, Any]) -> list[Cube]:
    return sorted(dice, key=lambda cube: -float(np.linalg.norm(where - cube.at)))


def draw_tag(painter: Painter, tag: DrawnTag, ppm: float) -> None:
    """A printed tag on its square of paper; a hidden one has a scrap of paper over it."""
    face = tag_face(tag, ppm)
    whole = tag.size + 2 * tag.margin
    base = quad(tag.at, (whole, whole), tag.turn)
    painter.shade([(base, 0.6)], 0.0)
    painter.paste(face, raised(base, 0.0))
    if tag.hidden:
        painter.polygon(raised(quad(tag.at, (whole * 1.1, whole * 0.8), tag.turn + 20), 0.0), (205, 215, 220))


def tag_face(tag: DrawnTag, ppm: float) -> Picture:
    """A printed tag with its margin, square, (h, h, 3) uint8, at least 24 px."""
    whole = tag.size + 2 * tag.margin
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    cells = cv2.aruco.generateImageMarker(family, tag.number, 8)
    pixels = max(24, round(whole * ppm * 1.4))
    cell = pixels * tag.size / whole / 8
    pad = round(tag.margin / whole * pixels)
    paper = np.full((pixels, pixels), 238, np.uint8)
    inner = pixels - 2 * pad
    black = cv2.resize(cells, (inner, inner), interpolation=cv2.INTER_NEAREST if cell > 3 else cv2.INTER_AREA)
    paper[pad : pad + inner, pad : pad + inner] = np.maximum(black, 22)
    return np.asarray(cv2.cvtColor(paper, cv2.COLOR_GRAY2BGR), np.uint8)


def label_line(scene: Scene, dice_seen: list[Seen], hidden: Picture | None, source: str) -> dict[str, Any]:
    """One line of labels.jsonl, without `image`.

    Args:
        scene: what was drawn.
        dice_seen: its dice.
        hidden: (H, W) of the finished picture, 255 where hands are; None without hands.
        source: the renderer's name.
    """
    tags = visible_tags(scene)
    turns = quarter_turns(scene, bool(tags))
    camera = scene.camera
    tiles = [tile_truth(scene, tile, turns) for tile in (scene.board.tiles if scene.board else ())]
    for entry in tiles:
        corners = np.array(entry["quad"])
        entry["covered"] = _outside(corners, camera.size) or share_of(hidden, corners, camera.size) > COVERED
    dice = []
    for cube, (x, y, width, height), share in dice_seen:
        if x + width < 1 or y + height < 1 or x > camera.size[0] - 2 or y > camera.size[1] - 2 or width <= 0:
            continue
        around = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
        lean, turn = lies(cube)
        dice.append({
            "value": cube.value, "state": cube.state, "box": [round(v, 2) for v in (x, y, width, height)],
            "at": place(scene, cube, turns), "sure": 1.0,
            "covered": max(share, share_of(hidden, around, camera.size)) > COVERED,
            "outline": [[round(float(v), 2) for v in point] for point in outline(cube, camera)],
            "lean": round(lean, 1), "turn": round(turn, 1) % 90,
            **({"rests": cube.rests} if cube.rests else {}),
        })  # fmt: skip
    return {
        "format": "scene", "source": source, "split": scene.split, "width": camera.size[0], "height": camera.size[1],
        "board": board_truth(scene, tags, turns), "dice": dice,
        "tiles": sorted(tiles, key=lambda entry: (entry["player"], entry["slot"])),
        "hands": _over_board(scene, hidden), "abstains": [], "warnings": [], "condition": condition(scene),
    }  # fmt: skip


def _outside(corners: np.ndarray[Any, Any], size: tuple[int, int]) -> bool:
    middle = corners.mean(axis=0)
    return bool((middle < 0).any() or (middle >= size).any())


def share_of(hidden: Picture | None, corners: np.ndarray[Any, Any], size: tuple[int, int]) -> float:
    """Share of a polygon (n, 2) px that a mask (H, W) covers, 0 to 1."""
    if hidden is None:
        return 0.0
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    whole = cv2.countNonZero(mask)
    return cv2.countNonZero(cv2.bitwise_and(mask, hidden)) / whole if whole else 0.0


def _over_board(scene: Scene, hidden: Picture | None) -> bool:
    if hidden is None or scene.board is None:
        return hidden is not None
    corners = scene.camera.project(corners_of(scene.board))
    return share_of(hidden, corners, scene.camera.size) > 0.003
