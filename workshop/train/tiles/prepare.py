"""Flattened boards and single slots with truth, as the rows' and the slots' networks learn from them.

    python -m workshop train tiles.prepare --out DIR/tiles [--photos ../shared/photos --scene A] DIR/*/labels.jsonl

Writes DIR/tiles-boards.npz (whole boards, flattened), DIR/tiles-loose.npz and DIR/tiles-hinged.npz (slots).
Expected of the photographs: 45 boxes of scene A or 30 of scene C, nine slots each.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry.plane import Matrix, Quad, homography, inverse, project, warp
from vision.picture import read_picture
from vision.tiles.crops import Row, seat_plane, slot_axes, slot_crops

from ...labels import labelled, lines
from ..board.prepare import HERE as BOARDS

FLAT_WINDOW, FLAT_SIDE = (-0.3, -0.35, 1.3, 1.25), 512
# Wider than what the networks see, so that training can shift, turn and scale.
WIDE_LOOSE, WIDE_LOOSE_SHAPE = (1.2, 1.2, 1.2), (64, 64)
WIDE_HINGED, WIDE_HINGED_SHAPE = (1.3, 0.8, 5.2), (120, 52)
KINDS = ("open", "closed", "missing", "unknown")


@dataclass(frozen=True)
class TablePicture:
    """One picture with a board on it.

    Attributes:
        image: (H, W, 3) uint8 BGR.
        corners: of the board, px, as BoardSeen has them.
        hinged: a box, or loose tiles.
        rows: seat -> where its row is, in the unit square of that seat.
        slots: seat -> (index into KINDS, digit seen or 0) for each slot.
    """

    image: Image
    corners: Quad
    hinged: bool
    rows: dict[int, Row]
    slots: dict[int, list[tuple[int, int]]]


def main() -> None:
    """Reads every source and writes three .npz."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("labels", type=Path, nargs="*")
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--scene", default="A", choices=("A", "C", "AC"))
    parser.add_argument("--out", required=True, help="beginning of the three names")
    arguments = parser.parse_args()
    tables = [table for labels in arguments.labels for table in scenes(labels)]
    if arguments.photos:
        tables += list(boxes(arguments.photos, arguments.scene))
    write_boards(f"{arguments.out}-boards.npz", tables)
    for hinged, name in ((False, "loose"), (True, "hinged")):
        write_slots(f"{arguments.out}-{name}.npz", [t for t in tables if t.hinged == hinged], hinged)


def scenes(labels: Path) -> Iterator[TablePicture]:
    """Generated tables with a board."""
    return (of_truth(image, truth) for image, truth in labelled(labels) if truth["board"] is not None)


def of_truth(image: Image, truth: dict[str, Any]) -> TablePicture:
    """One generated table."""
    hinged = truth["board"]["layout"] == "box"
    corners = tuple((float(x), float(y)) for x, y in truth["board"]["corners"])
    rows, slots = {}, {}
    for seat in range(1, 2 if hinged else 5):
        tiles = sorted((t for t in truth["tiles"] if t["player"] == seat), key=lambda t: t["slot"])
        back = inverse(seat_plane(corners, seat))  # type: ignore[arg-type]  # four pairs
        row = front_row(truth, tiles, back) if hinged else middle_row(tiles, back)
        if row is not None:
            rows[seat] = row
        slots[seat] = [label(tile, truth["width"], truth["height"]) for tile in tiles]
    return TablePicture(image, corners, hinged, rows, slots)  # type: ignore[arg-type]  # four pairs


def label(tile: dict[str, Any], width: int, height: int) -> tuple[int, int]:
    """What a network should say of a generated slot, in a picture of `width` x `height` px."""
    x, y = np.mean(tile["quad"], axis=0)
    visible = not tile["covered"] and 0 <= x < width and 0 <= y < height
    return KINDS.index(tile["state"] if visible else "unknown"), tile["reads"] or 0


def middle_row(tiles: list[dict[str, Any]], back: Matrix) -> Row:
    """The row through the middles of loose tiles."""
    return fitted(np.array([np.mean(tile["quad"], axis=0) for tile in tiles]), back)


def front_row(truth: dict[str, Any], tiles: list[dict[str, Any]], back: Matrix) -> Row | None:
    """The row along the front edges of folded tiles, or None where the truth does not tell it."""
    if "row" in truth["board"]:
        left, right = project(back, truth["board"]["row"])
        return ends(left, right, len(tiles))
    folded = [index for index, tile in enumerate(tiles) if tile["state"] == "closed"]
    if len(folded) < 2:
        return None
    fronts = np.array([np.mean(tiles[index]["quad"][2:], axis=0) for index in folded])
    return fitted(fronts, back, np.array(folded), len(tiles))


def fitted(points: Matrix, back: Matrix, slots: Matrix | None = None, count: int = 0) -> Row:
    """The equally spaced row nearest to points (n, 2) px of the slots counted from 0."""
    index = np.arange(len(points)) if slots is None else slots
    count = count or len(points)
    (x1, y1), (x0, y0) = np.polyfit(index, project(back, points), 1)
    return Row((x0, y0), (x0 + x1 * (count - 1), y0 + y1 * (count - 1)), count)


def ends(left: Matrix, right: Matrix, count: int) -> Row:
    """The row whose outer ends are `left` and `right`."""
    half = (right - left) / (2 * count)
    first, last = left + half, right - half
    return Row((first[0], first[1]), (last[0], last[1]), count)


def boxes(photos: Path, scene: str) -> Iterator[TablePicture]:
    """Photographed boxes of scene A, C or both ("AC")."""
    known = json.loads((BOARDS / "box_corners.json").read_text(encoding="utf-8"))["boxes"]
    for truth in lines(photos / "boards" / "labels.jsonl"):
        name = Path(truth["image"]).name
        if name in known and known[name]["scene"] in scene:
            corners = tuple((float(x), float(y)) for x, y in known[name]["corners"])
            left, right = project(inverse(homography(corners)), known[name]["row"])
            states = [0 if state == "up" else 1 for state in truth["label"]["tiles"]]
            slots = [(state, number + 1) for number, state in enumerate(states)]
            image = read_picture(photos / "boards" / truth["image"])
            yield TablePicture(image, corners, True, {1: ends(left, right, 9)}, {1: slots})  # type: ignore[arg-type]  # four pairs


def write_boards(path: str, tables: list[TablePicture]) -> None:
    """Boards, flattened: pictures (n, 512, 512, 3), hinged (n,), rows (n, 4, 5) of first, last, count."""
    pictures, rows = [], []
    for table in tables:
        pictures.append(warp(table.image, homography(table.corners), FLAT_WINDOW, (FLAT_SIDE, FLAT_SIDE)))
        known = np.full((4, 5), np.nan)
        for seat, row in table.rows.items():
            known[seat - 1] = (*row.first, *row.last, row.count)
        rows.append(known)
    hinged = np.array([table.hinged for table in tables])
    np.savez(path, pictures=np.array(pictures), hinged=hinged, rows=np.array(rows))
    print(f"{path}: {len(tables)} boards")


def write_slots(path: str, tables: Iterable[TablePicture], hinged: bool) -> None:
    """Slots: crops (n, h, w, 3), kinds (n,) as KINDS, digits (n,) with 0 for none."""
    window, shape = (WIDE_HINGED, WIDE_HINGED_SHAPE) if hinged else (WIDE_LOOSE, WIDE_LOOSE_SHAPE)
    crops: list[NDArray[np.uint8]] = [np.zeros((0, *shape, 3), np.uint8)]
    labels: list[tuple[int, int]] = []
    for table in tables:
        for seat, row in table.rows.items():
            axes = slot_axes(seat_plane(table.corners, seat), row, hinged)
            crops.append(slot_crops(table.image, axes, window, shape))
            labels += table.slots[seat]
    kinds, digits = np.array(labels, dtype=np.int64).reshape(-1, 2).T
    np.savez(path, crops=np.concatenate(crops), kinds=kinds, digits=digits)
    print(f"{path}: {len(kinds)} slots, kinds {np.bincount(kinds, minlength=4).tolist()}")
