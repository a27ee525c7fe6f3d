"""How dice lie turned is told by their edges; the drawn tables know it."""

from itertools import combinations
from typing import Any

import cv2
import numpy as np
import pytest

import models
from vision.dice.candidates import CUT
from vision.dice.reader import DiceReader
from vision.dice.turned import turn
from vision.geometry.plane import homography, inverse, project
from vision.observation import BoardSeen
from workshop.scenes import sample_scene
from workshop.scenes.draw.render import render

SEEDS = range(7801, 7825)


def square(degrees: float, half: float = 15.0) -> np.ndarray:
    """A light square on dark ground, turned clockwise."""
    angles = np.radians(degrees + 45 + 90 * np.arange(4))
    corners = (CUT - 1) / 2 + half * np.sqrt(2) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    cut = np.full((CUT, CUT, 3), 40, np.uint8)
    cv2.fillConvexPoly(cut, np.round(corners * 16).astype(np.int32), (230, 230, 230), cv2.LINE_AA, 4)
    return cut


@pytest.mark.parametrize("degrees", [0, 7, 30, 44, 46, 81, 89])
def test_a_square_tells_its_turn(degrees: float) -> None:
    told = turn(square(degrees))
    assert told is not None
    assert 0 <= told < 90
    assert off(told, degrees) < 2


def test_what_has_no_edges_tells_none() -> None:
    assert turn(np.full((CUT, CUT, 3), 120, np.uint8)) is None
    round_one = np.full((CUT, CUT, 3), 40, np.uint8)
    cv2.circle(round_one, (CUT // 2, CUT // 2), 15, (230, 230, 230), -1, cv2.LINE_AA)
    assert turn(round_one) is None


def test_drawn_dice_lie_as_they_are_told_to() -> None:
    """On tables in good light most turns are told, half of them to three degrees."""
    reader = DiceReader(models.path("dice"), models.path("faces"))
    apart, untold = [], 0
    for seed in SEEDS:
        scene = sample_scene(
            np.random.default_rng(seed), kind="occe", split="test", harsh=0.0, size=(1280, 960)
        )
        image, truth = render(scene)
        corners = tuple(tuple(corner) for corner in truth["board"]["corners"])
        board = BoardSeen("occe", corners, True, 1.0)  # type: ignore[arg-type]  # four pairs
        for die in reader.read(image, board=board):
            true = next((one for one in truth["dice"] if die.there >= 0.5 and holds(one, die.center)), None)
            if true is None or true["state"] != "flat" or true["covered"]:
                continue
            if die.turn is None:
                untold += 1
            else:
                apart.append(off(die.turn, true_turn(true["outline"], board)))
    assert len(apart) >= 20
    assert len(apart) > untold
    assert float(np.median(apart)) < 3


def off(one: float, other: float) -> float:
    """Degrees between two turns of a square."""
    return abs((one - other + 45) % 90 - 45)


def holds(die: dict[str, Any], at: tuple[float, float]) -> bool:
    x, y, width, height = die["box"]
    return bool(x <= at[0] <= x + width and y <= at[1] <= y + height)


def true_turn(outline: list[list[float]], board: BoardSeen) -> float:
    """Of eight corners, on the board's plane: the two edges at one corner that are alike and upright to each other."""
    corners = project(inverse(homography(board.corners)), np.array(outline))
    edges = [corners[k] - corners[0] for k in (1, 2, 4)]

    def unlike(pair: tuple[np.ndarray, np.ndarray]) -> float:
        one, other = pair
        lengths = np.hypot(*one), np.hypot(*other)
        return float(abs(one @ other) / (lengths[0] * lengths[1]) + abs(np.log(lengths[0] / lengths[1])))

    flat = min(combinations(edges, 2), key=unlike)
    return float(
        np.degrees(np.angle(sum(np.exp(4j * np.arctan2(edge[1], edge[0])) for edge in flat)) / 4) % 90
    )
