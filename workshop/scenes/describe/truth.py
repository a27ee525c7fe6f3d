"""What truly lies in a picture, in the words of `piste read`."""

from dataclasses import replace
from typing import Any

import numpy as np

from ..draw.boxes import standing
from ..draw.occe import tile_base
from ..draw.painter import raised
from .camera import Floats, Viewpoint
from .scene import Cube, DrawnBoard, Scene, Tile

Truth = dict[str, Any]


def tile_quad(board: DrawnBoard, tile: Tile) -> Floats:
    """Corners (4, 3), mm, of a tile's digit face (a missing one: of its place), upright top-left first."""
    if board.layout == "box":
        return standing(board, tile)[0]
    height = board.thick + (0.0 if tile.state == "missing" else tile.thick)
    return raised(tile_base(tile), height)


def corners_of(board: DrawnBoard) -> Floats:
    """The board's outer corners (4, 3), mm."""
    width, height = board.size
    return raised(np.array([[0, 0], [width, 0], [width, height], [0, height]], float), board.thick)


def front_edge(board: DrawnBoard) -> Floats:
    """Left and right end (2, 3), mm, of a box's row where its tiles end towards the players when folded."""
    folded = [standing(board, replace(tile, state="closed", turn=0.0)) for tile in board.tiles]
    front = np.array([face[2:].mean(axis=0) for face, _ in folded])
    step = (front[-1] - front[0]) / max(1, len(front) - 1)
    return np.array([front[0] - step / 2, front[-1] + step / 2])


def _pixels(points: Floats) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in points]


def _inside(points: Floats, camera: Viewpoint) -> bool:
    width, height = camera.size
    return bool(((points > 2) & (points < (width - 3, height - 3))).all())


def visible_tags(scene: Scene) -> list[int]:
    """Numbers of the tags that lie wholly in the picture, uncovered."""
    numbers = []
    for tag in scene.tags:
        half = tag.size / 2
        around = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) * 1.2 + tag.at
        if not tag.hidden and _inside(scene.camera.project(raised(around, 0.0)), scene.camera):
            numbers.append(tag.number)
    return sorted(numbers)


def quarter_turns(scene: Scene, oriented: bool) -> int:
    """By how many seats the truth's numbering is turned: without tags seat 1 is the side lowest in the picture."""
    if oriented or scene.board is None or scene.board.layout == "box":
        return 0
    corners = scene.camera.project(corners_of(scene.board))
    lows = [corners[seat - 1, 1] + corners[(seat - 2) % 4, 1] for seat in (1, 2, 3, 4)]
    return int(np.argmax(lows))


def board_truth(scene: Scene, tags: list[int], turns: int) -> Truth | None:
    """The board's entry."""
    board = scene.board
    if board is None:
        return None
    corners = np.roll(scene.camera.project(corners_of(board)), -turns, axis=0)
    row = {"row": _pixels(scene.camera.project(front_edge(board)))} if board.layout == "box" else {}
    return {
        **row,
        "layout": board.layout,
        "corners": _pixels(corners),
        "oriented": bool(tags) or board.layout == "box",
        "sure": 1.0,
        "tags": tags,
        "millimetres": [round(length, 1) for length in board.size],
    }


def tile_truth(scene: Scene, tile: Tile, turns: int) -> Truth:
    """One tile's entry; `covered` is set later."""
    board = scene.board
    assert board is not None
    corners = tile_quad(board, tile)
    pixels = scene.camera.project(corners)
    center = scene.camera.project(corners.mean(axis=0, keepdims=True))[0]
    shows = tile.state == "open" or (board.layout == "box" and tile.state == "closed")
    return {
        "player": (tile.seat - 1 - turns) % 4 + 1 if board.layout == "occe" else 1,
        "slot": tile.slot,
        "number": tile.slot,
        "reads": tile.digit if shows else None,
        "state": tile.state,
        "center": _pixels(center[None])[0],
        "quad": _pixels(pixels),
        "covered": False,
        "sure": 1.0,
    }


def place(scene: Scene, cube: Cube, turns: int) -> list[float] | None:
    """A die's place on the board, mm from the first corner, or None without a board."""
    if scene.board is None:
        return None
    x, y = cube.at
    width, height = scene.board.size
    for _ in range(turns):
        x, y, width, height = y, width - x, height, width
    return [round(x, 1), round(y, 1)]


def condition(scene: Scene) -> Truth:
    """What the picture is like, in free words."""
    look, camera, board = scene.look, scene.camera, scene.board
    words: Truth = {
        "tilt_deg": round(camera.tilt, 1),
        "exposure": round(look.exposure, 2),
        "defocus": round(look.defocus, 2),
        "shake": round(look.shake[0], 1),
        "noise": round(look.noise, 1),
        "glare": round(look.glare, 2),
        **({"mirrored": round(look.mirrored.strength, 2)} if look.mirrored else {}),
        "hard_shadow": round(look.hard, 2),
        "jpeg": look.jpeg,
        "k1": round(camera.k1, 3),
        "table": scene.table.kind,
        "hands": len(scene.hands),
        "things": sorted({prop.kind for prop in scene.props}),
        "die_mm": round(scene.dice[0].side, 1) if scene.dice else None,
    }
    if board is not None:
        corners = camera.project(corners_of(board))
        words |= {
            "typeface": board.writing.typeface,
            "manner": board.writing.manner,
            "six_nine": board.writing.six_nine,
            "mark": board.writing.back,
            "wood": board.wood.name,
            "tile_wood": board.tile_wood.name,
            "rim": board.rims[0].style if board.rims else "none",
            "board_share": round(float(np.ptp(corners[:, 0])) / camera.size[0], 2),
            "tile_mm": round(board.tiles[0].size[0], 1) if board.tiles else None,
        }
    return words
