"""Tables with truth, made small, as the board network learns from them.

    python -m workshop scenes --kind occe --count 2000 --seed 1 --split train --out DIR/occe ...
    python -m workshop train board.prepare --out DIR/board.npz [--photos ../shared/photos --scene A] \\
        DIR/*/labels.jsonl

Each labels.jsonl is of workshop.scenes. From the photographs come the boxes of one scene (their corners, set
by eye, stand in box_corners.json) and pictures without any board. Expected of the photographs: 45 boxes
of scene A or 30 of scene C, 1,392 pictures without a board.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry.plane import shrunk
from vision.picture import read_picture

from ...labels import labelled, lines

HERE = Path(__file__).parent
SIDE = 384  # the longer side of a stored picture, px
LAYOUTS = ("none", "occe", "box")
NOWHERE = np.full((4, 2), np.nan)
BOARDLESS = ("printed_digits", "cards")

Sample = tuple[Image, int, NDArray[np.float64], NDArray[np.float64]]
"""Picture, index into LAYOUTS, board corners (4, 2) px, corners of a box's row of tiles (4, 2) px."""


def main() -> None:
    """Reads every source and writes one .npz."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("labels", type=Path, nargs="*")
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--scene", default="A", choices=("A", "C", "AC"))
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    samples = [small(sample) for labels in arguments.labels for sample in scenes(labels)]
    if arguments.photos:
        samples += [small(sample) for sample in boxes(arguments.photos, arguments.scene)]
        samples += [small(sample) for sample in without_board(arguments.photos)]
    pictures, layouts, corners, rows = (np.stack(column) for column in zip(*samples, strict=True))
    np.savez(arguments.out, pictures=pictures, layouts=layouts, corners=corners, rows=rows)
    counts = {name: int((layouts == index).sum()) for index, name in enumerate(LAYOUTS)}
    print(f"{arguments.out}: {counts}")


def scenes(labels: Path) -> Iterator[Sample]:
    """Generated tables."""
    for image, truth in labelled(labels):
        board = truth["board"]
        if board is None:
            yield image, 0, NOWHERE, NOWHERE
        else:
            layout = LAYOUTS.index(board["layout"])
            row = box_row(truth) if board["layout"] == "box" else NOWHERE
            yield image, layout, np.array(board["corners"]), row


def box_row(truth: dict[str, Any]) -> NDArray[np.float64]:
    """The quadrilateral around all tiles of a generated box: the ends of its row."""
    quads = [np.array(tile["quad"]) for tile in truth["tiles"]]
    first, last = quads[0], quads[-1]
    return np.array([first[3], first[0], last[1], last[2]])


def boxes(photos: Path, scene: str) -> Iterator[Sample]:
    """Photographed boxes of scene A, C or both ("AC")."""
    known = json.loads((HERE / "box_corners.json").read_text(encoding="utf-8"))
    for name, place in known["boxes"].items():
        if place["scene"] in scene:
            corners, front = np.array(place["corners"]), np.array(place["row"])
            back = front + (corners[[1, 2]] - corners[[0, 3]]) * 0.3
            image = read_picture(photos / "boards" / "shutbox" / name)
            yield image, 2, corners, np.array([front[0], back[0], back[1], front[1]])


def without_board(photos: Path) -> Iterator[Sample]:
    """Photographs of dice, cards and printed grids: everything but a board."""
    for folder, wanted in (("dice", None), ("boards", BOARDLESS)):
        for label in lines(photos / folder / "labels.jsonl"):
            if label["use"] == "train" and (wanted is None or label["category"] in wanted):
                yield read_picture(photos / folder / label["image"]), 0, NOWHERE, NOWHERE


def small(sample: Sample) -> Sample:
    """The same with the longer side 384 px, at the top left of a 384 x 384 square that its edges fill."""
    image, layout, corners, row = sample
    scale = SIDE / max(image.shape[:2])
    small_image = shrunk(image, scale)[:SIDE, :SIDE]
    height, width = small_image.shape[:2]
    square = cv2.copyMakeBorder(small_image, 0, SIDE - height, 0, SIDE - width, cv2.BORDER_REPLICATE)
    return (
        np.asarray(square, dtype=np.uint8),
        layout,
        (corners + 0.5) * scale - 0.5,
        (row + 0.5) * scale - 0.5,
    )
