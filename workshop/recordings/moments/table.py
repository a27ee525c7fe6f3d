"""The table at which the moments are played: one board, one lamp, one camera, and dice that lie where a script says."""

from dataclasses import dataclass, replace

import numpy as np

from ...scenes.describe.camera import Viewpoint
from ...scenes.describe.sample import sample_scene, tidied
from ...scenes.describe.scene import Cube, DrawnBoard, Place, Scene
from ...scenes.describe.scene import TableTop as Surface

SIZE, RATE = (800, 600), 10.0
BOARD = 3
"""Seed of the board and the light."""

FOCAL, FAR, TILT = 900.0, 2.1, 14.0
"""Of the camera: focal length in px, distance in sides of the board, degrees from straight down."""

SIDE, IVORY, LEAN = 18.0, 339, 38
"""Of the dice: mm, and the seeds of their look and of how a cocked one leans."""


@dataclass(frozen=True)
class Lies:
    """A die at rest.

    Attributes:
        value: its upper face; None where it leans.
        right, up: mm from the board's middle, as seat 1 sees it.
        turn: degrees.
    """

    value: int | None
    right: float
    up: float
    turn: float = 20.0


def scene() -> Scene:
    """The table before anything happens."""
    table = tidied(sample_scene(np.random.default_rng(BOARD), "occe", "test", 0.0, SIZE, tags=True), 3)
    assert table.board is not None, "an occe table has a board"
    side = table.board.size[0]
    camera = Viewpoint(SIZE, FOCAL, (side / 2, side / 2), side * FAR, TILT, 180.0)
    look = replace(table.look, exposure=1.0, glare=0.0, defocus=0.4, noise=1.2, jpeg=0, bars=0.0)
    surface = Surface("paper", (150, 160, 168), (90, 110, 130), None, 11, 60.0)
    return replace(table, camera=camera, look=look, table=surface, props=())


def cube(board: DrawnBoard, die: Lies) -> Cube:
    """The die as it lies on the board, or beside it."""
    x, y = place(board, die.right, die.up)
    on = 0 <= x <= board.size[0] and 0 <= y <= board.size[1]
    state = "off-board" if not on else "flat" if die.value else "cocked"
    ground = board.thick if on else 0.0
    return Cube(die.value, state, (x, y), ground, die.turn, SIDE, IVORY, LEAN)


def place(board: DrawnBoard, right: float, up: float) -> Place:
    """mm of the board's own frame: seat 1 sits at its side x = 0 and has y = 0 at the left hand."""
    width, height = board.size
    return width / 2 + up, height / 2 + right
