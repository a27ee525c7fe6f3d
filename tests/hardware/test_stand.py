"""The stand's parts, as they are handed out: each can be printed, and it hangs a camera where the optics want it."""

from collections import Counter
from pathlib import Path

import numpy as np
from each import each

from hardware.optics import CAMERAS, enough, sees_board

PARTS = ("foot", "elbow", "holder")
BED = 220.0
FAR, TILT = 520.0, 15.0
"""mm from the lens to the board, and degrees, as hardware/README.md tells them of the stand."""


def triangles(file: Path) -> np.ndarray:
    """(n, 3, 3) mm of a binary STL, counter-clockwise seen from outside."""
    raw = file.read_bytes()
    rows = np.frombuffer(raw, np.dtype([("data", "<f4", (4, 3)), ("more", "<u2")]), -1, 84)
    assert len(rows) == int.from_bytes(raw[80:84], "little")
    return np.asarray(rows["data"][:, 1:], np.float64)


@each("name", PARTS)
def test_each_part_can_be_printed(name: str, checkout: Path) -> None:
    mesh = triangles(checkout / "docs" / "stand" / f"{name}.stl")
    assert np.ptp(mesh.reshape(-1, 3), axis=0).max() <= BED
    edges: Counter[tuple[bytes, bytes]] = Counter()
    for corners in np.round(mesh, 4):
        a, b, c = (corner.tobytes() for corner in corners)
        edges.update([(a, b), (b, c), (c, a)])
    assert all(times == 1 and edges[there, here] == 1 for (here, there), times in edges.items())  # it is closed


@each("name", PARTS)
def test_each_part_can_be_changed(name: str, checkout: Path) -> None:
    assert (checkout / "docs" / "stand" / f"{name}.step").read_text(encoding="utf-8").startswith("ISO-10303-21")


def test_its_camera_sees_the_board_and_dice_large_enough() -> None:
    assert sees_board(CAMERAS[1], FAR, TILT)
    assert enough(CAMERAS[1], FAR, TILT)
