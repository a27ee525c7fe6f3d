"""How dice lie turned is told by their pips and edges; the drawn tables know it."""

from typing import Any

import cv2
import numpy as np
from each import each

import models
from vision.dice.candidates import CUT
from vision.dice.reader import DiceReader
from vision.dice.turned import turn_of, turned
from vision.dice.upper import PIPS, shown_in, uppers
from vision.layout import layouts
from vision.observation import BoardSeen
from workshop.scenes import sample_scene
from workshop.scenes.draw.render import render

SEEDS = range(7801, 7817)


def face(degrees: float, value: int = 0, half: float = 12.0) -> np.ndarray:
    """A light face on dark ground, turned clockwise, with the pips of a value."""
    angles = np.radians(degrees + 45 + 90 * np.arange(4))
    corners = (CUT - 1) / 2 + half * np.sqrt(2) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    cut = np.full((CUT, CUT, 3), 40, np.uint8)
    cv2.fillConvexPoly(cut, np.round(corners * 16).astype(np.int32), (230, 230, 230), cv2.LINE_AA, 4)
    cos, sin = half / 2 * np.cos(np.radians(degrees)), half / 2 * np.sin(np.radians(degrees))
    for right, low in PIPS[value - 1] if value else ():
        at = (CUT - 1) / 2 + np.array([cos * right - sin * low, sin * right + cos * low])
        middle = (round(float(at[0]) * 16), round(float(at[1]) * 16))
        cv2.circle(cut, middle, round(half * 0.2 * 16), (20, 20, 20), -1, cv2.LINE_AA, 4)
    return cut


def turn_read(cut: np.ndarray, value: int, degrees: float = 0.0, half: float = 12.0) -> float | None:
    """Its turn, the die being read as of that value (0: of none)."""
    spread = abs(np.cos(np.radians(degrees))) + abs(np.sin(np.radians(degrees)))
    observation = shown_in(cut, (0.0, 0.0), 2 * half * spread * 0.95)
    return turn_of(observation, uppers(observation, [0.95 if index == value else 0.01 for index in range(1, 7)]))


@each("value", [0, 2, 3, 4, 5, 6])
@each("degrees", [0, 7, 30, 44, 46, 81, 89])
def test_a_face_tells_its_turn(degrees: float, value: int) -> None:
    turn = turn_read(face(degrees, value), value, degrees)
    assert turn is not None
    assert 0 <= turn < 90
    assert off(turn, degrees) < 4


def test_what_has_no_edges_tells_none() -> None:
    assert turn_read(np.full((CUT, CUT, 3), 120, np.uint8), 0) is None
    round_one = np.full((CUT, CUT, 3), 40, np.uint8)
    cv2.circle(round_one, (CUT // 2, CUT // 2), 12, (230, 230, 230), -1, cv2.LINE_AA)
    assert turn_read(round_one, 0) is None


def test_drawn_dice_lie_as_they_are_told_to() -> None:
    """On tables in good light most turns are told, half of them to two degrees, hardly one wrongly."""
    reader = DiceReader(models.path("dice"), models.path("faces"))
    apart, untold = [], 0
    for seed in SEEDS:
        scene = sample_scene(
            np.random.default_rng(seed), kind="occe", split="test", harsh=0.0, size=(1280, 960)
        )
        image, truth = render(scene)
        corners = tuple(tuple(corner) for corner in truth["board"]["corners"])
        board = BoardSeen("occe", corners, True, 1.0)  # type: ignore[arg-type]  # four pairs
        for die in turned(image, board, layouts()["occe"], reader.read(image, board=board)):
            true = next((item for item in truth["dice"] if die.there >= 0.5 and holds(item, die.center)), None)
            if true is None or true["state"] != "flat" or true["covered"]:
                continue
            if die.turn is None:
                untold += 1
            else:
                apart.append(off(die.turn, true["turn"]))
    assert len(apart) >= 15
    assert len(apart) > 2 * untold
    assert float(np.median(apart)) < 2
    assert sum(item <= 10 for item in apart) >= 0.9 * len(apart)


def off(first: float, second: float) -> float:
    """Degrees between two turns of a square."""
    return abs((first - second + 45) % 90 - 45)


def holds(die: dict[str, Any], at: tuple[float, float]) -> bool:
    x, y, width, height = die["box"]
    return bool(x <= at[0] <= x + width and y <= at[1] <= y + height)
