"""Drawn tables on which a step of a capture was done as asked, and a person who looks at them and answers."""

from dataclasses import replace
from typing import Any

import numpy as np

from vision.frame import Image
from vision.layout import load_layout
from webui.capture.labels import DieAnswer, tiles_asked
from webui.capture.plan import CaptureStep, WantedDie
from webui.capture.taken import TakenPicture
from workshop.scenes.describe.sample import sample_scene
from workshop.scenes.describe.scene import Cube, DrawnBoard, DrawnHand, Scene
from workshop.scenes.draw.render import render

SIZE = (1280, 960)
BESIDE = 32.0
"""mm from the board's edge at which a die lies beside it: two fingers."""
Truth = dict[str, Any]


def posed(
    step: CaptureStep, seed: int, *, doublet: int | None = None, size: tuple[int, int] = SIZE
) -> tuple[Image, Truth]:
    """A drawn table of one rig (`seed`) as a step asks for it, with its truth; `doublet` is what thrown dice show."""
    rng = np.random.default_rng((seed, sum(map(ord, step.name))))
    rig = sample_scene(np.random.default_rng(seed), "occe", "test", 0.0, size, True)
    assert rig.board is not None
    board = _set_out(rig.board, step)
    look = replace(rig.look, exposure=rig.look.exposure * (0.55 if step.lamp == "dim" else 1))
    return render(replace(
        rig, board=board, dice=_dice(rng, board, step, doublet), props=(), hands=_hand(board, step),
        camera=_camera(rig, step), look=look,
    ))  # fmt: skip


def _set_out(board: DrawnBoard, step: CaptureStep) -> DrawnBoard:
    wanted = {(item.seat, item.slot): item for item in tiles_asked(step, load_layout("occe"), 9)}
    tiles = tuple(
        replace(tile, state=item.kind, digit=item.reads or tile.slot)
        for tile in board.tiles
        for item in [wanted[tile.seat, tile.slot]]
    )
    return replace(board, tiles=tiles)


def _camera(rig: Scene, step: CaptureStep) -> Any:
    camera = rig.camera
    if step.stand == "higher":
        return replace(camera, distance=1.15 * camera.distance)
    return replace(camera, tilt=38.0, distance=1.1 * camera.distance) if step.stand == "slanted" else camera


def _hand(board: DrawnBoard, step: CaptureStep) -> tuple[DrawnHand, ...]:
    if step.extra != "hand":
        return ()
    row, middle = _row(board, 1), np.asarray(board.size) / 2
    out = (row - middle) / np.hypot(*(row - middle))
    x, y = (row + 90 * out).tolist()
    return (DrawnHand((x, y), float(np.degrees(np.arctan2(*-out[::-1]))), 180, 30, False, 5),)


def _row(board: DrawnBoard, seat: int) -> np.ndarray:
    return np.mean([tile.at for tile in board.tiles if tile.seat == seat], axis=0)


def _dice(
    rng: np.random.Generator, board: DrawnBoard, step: CaptureStep, doublet: int | None
) -> tuple[Cube, ...]:
    side, seed = 16.0, 7
    placed: list[Cube] = []
    for k, die in enumerate(step.dice):
        at, ground = _place(rng, board, die, k, side)
        value = die.value or doublet or int(rng.integers(1, 7))
        placed.append(Cube(
            None if die.state == "cocked" else value, die.state, (float(at[0]), float(at[1])), ground,
            0.0 if die.place == "touching" else float(rng.uniform(0, 90)), side, seed,
        ))  # fmt: skip
    return tuple(placed)


def _place(
    rng: np.random.Generator, board: DrawnBoard, die: WantedDie, k: int, side: float
) -> tuple[np.ndarray, float]:
    """mm, and the height that it rests on."""
    middle = np.asarray(board.size) / 2
    if die.place == "beside":
        return np.array([middle[0], -BESIDE]), 0.0
    if die.place == "tile":
        tile = next(tile for tile in board.tiles if (tile.seat, tile.slot) == (3, 5))
        return np.asarray(tile.at), board.thick + tile.thick
    if die.place == "touching":
        return middle + np.array([k * side * 1.05, 0.0]), board.thick
    if die.place == "leaning":
        return middle + 0.62 * (_row(board, 2) - middle), board.thick
    reach = 0.22 if die.place == "edges" else 0.08
    return middle + (-1, 1)[k] * np.array([reach * board.size[0], rng.uniform(-30, 30)]), board.thick


def answers(
    taken: TakenPicture, truth: Truth, at: tuple[int, int]
) -> tuple[list[DieAnswer], list[tuple[float, float]]]:
    """What a person says of each place of a picture, and where dice lie that have none (px of the crop).

    Args:
        taken: the picture that waits.
        truth: of the whole picture.
        at: px of the whole picture at which the crop begins.
    """
    dice = [((x - at[0], y - at[1], w, h), die) for die in truth["dice"] for x, y, w, h in [die["box"]]]
    answer: list[DieAnswer] = []
    left = list(dice)
    for x, y, w, h in taken.boxes:
        middle = (x + w / 2, y + h / 2)
        here = [item for item in left if _holds(item[0], middle)]
        answer.append(_says(here[0][1]) if here else "none")
        left = [item for item in left if item not in here[:1]]
    return answer + [_says(die) for _, die in left], [(x + w / 2, y + h / 2) for (x, y, w, h), _ in left]


def _holds(box: tuple[float, float, float, float], point: tuple[float, float]) -> bool:
    x, y, w, h = box
    return x <= point[0] <= x + w and y <= point[1] <= y + h


def _says(die: Truth) -> DieAnswer:
    return "leaning" if die["value"] is None else int(die["value"])
