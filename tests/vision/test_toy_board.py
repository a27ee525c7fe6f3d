"""A board that nobody knew: a TOML file of its own and networks that look at colours, found, read and followed."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnx
import pytest
from numpy.typing import ArrayLike, NDArray
from onnx import TensorProto, helper, numpy_helper

from vision.board.finder import BoardFinder
from vision.follow.follower import follow
from vision.frame import Frame, Image
from vision.layout import Layouts, layouts
from vision.look import Eyes
from vision.observation import BoardSeen, Die, Observation
from vision.tiles.reader import TileReader
from vision.tiles.slots import HINGED, KINDS, LOOSE, Slots

TOML = """
# One row of five loose tiles on a long green board: a combination that no real board has.
tiles = "loose"
seats = 1
slots = [5]
area = "box"
tags = false
size_mm = [200, 400]
board_mm = [350, 450]

[row]
window = [0.0, 0.06, 1.0, 0.62]
usual = [[0.1, 0.32], [0.9, 0.32]]
pitch = [0.15, 0.25]
"""
LEFT, TOP, RIGHT, BOTTOM = 120, 140, 520, 340
PLACES = [(160 + 80 * slot, 204) for slot in range(5)]


def drawn(closed: frozenset[int] = frozenset()) -> Image:
    """The toy board from straight above: green, its tiles red (the first bluish, all but the last orange) or dark."""
    picture = np.zeros((480, 640, 3), np.uint8)
    cv2.rectangle(picture, (LEFT, TOP), (RIGHT, BOTTOM), (0, 150, 0), -1)
    for slot, (x, y) in enumerate(PLACES, 1):
        colour = np.array([90 if slot == 1 else 0, 0 if slot == 5 else 90, 200])
        colour = colour // 3 if slot in closed else colour
        for reach in range(26, 0, -2):  # brightest in its middle, so that its place is a peak
            shade = tuple(int(level) for level in colour * (1 - reach / 60))
            cv2.circle(picture, (x, y), reach, shade, -1)
    for x in (LEFT, RIGHT):
        for y in (TOP, BOTTOM):
            cv2.circle(picture, (x, y), 5, (220, 150, 0), -1)
    return picture


def network(file: Path, output: str, shape: tuple[int, int], weights: ArrayLike, bias: ArrayLike) -> Path:
    """A network that tells weighed means of colours: of every four pixels a side, or of the whole of `shape`."""
    whole = output == "logits"
    side = shape if whole else (4, 4)
    kernel = (
        np.asarray(weights, np.float32)[:, :, None, None] * np.ones((1, 1, *side), np.float32) / np.prod(side)
    )
    numbers = [
        numpy_helper.from_array(kernel.astype(np.float32), "kernel"),
        numpy_helper.from_array(np.asarray(bias, np.float32), "bias"),
    ]
    steps = [
        helper.make_node("Conv", ["picture", "kernel", "bias"], ["cells"], strides=list(side)),
        helper.make_node("Flatten", ["cells"], [output])
        if whole
        else helper.make_node("Identity", ["cells"], [output]),
    ]
    picture = helper.make_tensor_value_info(
        "picture", TensorProto.FLOAT, ["n", 3, *(shape if whole else ("h", "w"))]
    )
    reported = ["n", len(kernel)] if whole else ["n", len(kernel), "a", "b"]
    answer = helper.make_tensor_value_info(output, TensorProto.FLOAT, reported)
    graph = helper.make_graph(steps, "g", [picture], [answer], numbers)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), file)
    return file


def slots(file: Path, kind: Slots) -> Path:
    """Open where it is red, closed where it is darker, of no number more than of another."""
    weights = np.zeros((len(KINDS) + kind.digits, 3))
    weights[0] = (0, 0, 400)
    return network(file, "logits", kind.shape, weights, [0, 115, -99, -99, *[0] * kind.digits])


@dataclass(frozen=True)
class OneDie:
    """Reads one die in the middle of the board's lower half."""

    def read(
        self, image: Image, *, board: BoardSeen | None = None, die_px: tuple[float, float] | None = None
    ) -> tuple[Die, ...]:
        return (Die(4, "flat", (310.0, 280.0, 20.0, 20.0), 0.99),)


@pytest.fixture
def known(tmp_path: Path) -> Layouts:
    (tmp_path / "toy.toml").write_text(TOML, encoding="utf-8")
    return layouts(tmp_path)


@pytest.fixture
def eyes(known: Layouts, tmp_path: Path) -> Eyes:
    # Maps: OCCE's area, a box's area, row, corner; then slot, first, last. Colours come as blue, green, red.
    areas = [(0, 0, 0), (0, 9, 9), (0, -9, 9), (20, 0, 0)]
    rows = [(0, -4, 6), (20, -20, 0), (-20, -20, 10)]
    return Eyes(
        OneDie(),
        BoardFinder(network(tmp_path / "board.onnx", "maps", (0, 0), areas, [-9, -4, -5, -8]), known=known),
        TileReader(
            network(tmp_path / "rows.onnx", "maps", (0, 0), rows, [-3, -2, -2]),
            slots(tmp_path / "tiles.onnx", LOOSE),
            slots(tmp_path / "hinges.onnx", HINGED),
            known=known,
        ),
        known=known,
    )


def kinds(observation: Observation) -> list[tuple[str, str]]:
    return [(piece.space, piece.kind) for piece in observation.pieces]


def test_the_board_is_found_and_turned_by_its_row(eyes: Eyes) -> None:
    for want in ("auto", "toy"):
        board = eyes.look(Frame(drawn(), 0.0), want).board
        assert board is not None
        assert (board.layout, board.oriented) == ("toy", True)
        true = [(LEFT, BOTTOM), (LEFT, TOP), (RIGHT, TOP), (RIGHT, BOTTOM)]
        assert np.hypot(*np.subtract(board.corners, true).T).max() < 8


def test_no_board_but_the_known_ones_may_be_asked_for(eyes: Eyes) -> None:
    with pytest.raises(ValueError, match="expected one of auto, toy, none; got 'occe'"):
        eyes.look(Frame(drawn(), 0.0), "occe")


def test_its_tiles_and_dice_are_read_in_millimetres(eyes: Eyes) -> None:
    observation = eyes.look(Frame(drawn(frozenset({2, 5})), 0.0), "toy")
    assert kinds(observation) == [(f"slot-{n}", "closed" if n in (2, 5) else "open") for n in range(1, 6)]
    assert [piece.reads for piece in observation.pieces] == [1, None, 3, 4, None]
    assert np.abs(np.subtract([piece.center for piece in observation.pieces], PLACES)).max() < 8
    (die,) = observation.dice
    assert die.at == pytest.approx((50, 200), abs=8)  # a pixel is a millimetre here


def test_a_game_on_it_is_followed(eyes: Eyes) -> None:
    def film() -> list[Frame]:
        rng = np.random.default_rng(3)
        noise: list[NDArray[np.int16]] = [
            rng.integers(-2, 3, (480, 640, 3)).astype(np.int16) for _ in range(40)
        ]
        pictures = [drawn() if k < 15 else drawn(frozenset({3})) for k in range(40)]
        pictures[15][150:, 300:340] = 120  # a hand
        pictures[16][200:, 310:350] = 130
        return [
            Frame(np.clip(first.astype(np.int16) + rough, 0, 255).astype(np.uint8), k / 15)
            for k, (first, rough) in enumerate(zip(pictures, noise, strict=True))
        ]

    still = [look for look in follow(film(), eyes, board="toy") if look.still]
    assert dict(kinds(still[0]))["slot-3"] == "open"
    assert [kind for _, kind in kinds(still[-1])] == ["open", "open", "closed", "open", "open"]
    assert not any(fate.fresh for look in still for fate in look.fates)  # the die was never touched
