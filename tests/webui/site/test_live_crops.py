"""The pictures beside the dice are of the dice that count."""

import cv2
import numpy as np
import pytest
from each import each

from vision.frame import Frame
from vision.observation import Die, Observation, Piece
from webui.live.crops import REMEMBERED, SIDE, Crops, around, cut_out, dice_of_event
from webui.table.values.events import TableEvent


def die(x: float, value: int | None, sure: float = 0.9, state: str = "flat") -> Die:
    return Die(value, state, (x, 10.0, 20.0, 20.0), sure)


def settled(*values: int) -> TableEvent:
    return TableEvent("roll_settled", 1.0, 1, 1, {"dice": list(values), "sure": 0.9})


STAIN = die(0, 6, sure=0.3)


@each(
    ("event", "dice", "lefts"),
    [
        (settled(3, 6), [die(90, 6), die(50, 3)], [50, 90]),  # in the order in which they lie
        (settled(3, 6), [STAIN, die(50, 3), die(90, 6)], [50, 90]),  # a digit on a tile taken for a die
        (settled(6, 3), [STAIN, die(20, 6), die(50, 3)], [20, 50]),  # the surer of two that fit
        (settled(3), [die(0, 3), die(40, None, state="moving")], [0]),
        (settled(4, 4), [die(10, 4), die(30, 5), die(60, 2, sure=0.2)], [10, 30]),  # none fit: the surest
        (
            TableEvent("die_cocked", 1.0, 1, 1, {"dice": [4, None]}),
            [STAIN, die(10, 4), die(40, 2, state="cocked")],
            [10, 40],
        ),
        (
            TableEvent("roll_uncertain", 1.0, 1, 1, {"readings": [[5, 3], [6, 3]], "asks": False}),
            [die(1, 5), die(9, 3)],
            [1, 9],
        ),
    ],
)
def test_the_dice_that_the_event_tells_of(event: TableEvent, dice: list[Die], lefts: list[float]) -> None:
    assert [die.box[0] for die in dice_of_event(event, dice)] == lefts


def test_a_throw_replaces_the_newest_pictures() -> None:
    crops = Crops()
    frame = Frame(np.zeros((60, 120, 3), np.uint8), 0.0)
    seen = Observation(1.0, None, (die(10, 3), die(50, 6)))
    crops.cut([settled(3, 6)], seen, frame)
    first = crops.newest
    assert len(first) == 2
    assert crops.get(first[0])[:2] == b"\xff\xd8"  # a JPEG
    for _ in range(REMEMBERED):
        crops.cut([settled(3, 6)], seen, frame)
    assert crops.get(first[0]) is None
    crops.cut([TableEvent("roll_started", 2.0, 1, 1)], seen, frame)
    assert crops.get(crops.newest[0]) is not None


def test_an_unsure_tile_is_kept_once_until_sure() -> None:
    crops = Crops()
    frame = Frame(np.zeros((60, 120, 3), np.uint8), 0.0)
    pieces = tuple(Piece(f"seat-1/slot-{n}", "open", n, (20.0 * n, 30.0), 0.5) for n in (1, 2, 3))
    seen = Observation(1.0, None, (), pieces)
    crops.cut_tiles({"seat-1/slot-2": (1, 2)}, seen, frame)
    first = crops.tiles[1, 2]
    assert crops.get(first)[:2] == b"\xff\xd8"
    crops.cut_tiles({"seat-1/slot-2": (1, 2), "seat-1/slot-3": (1, 3)}, seen, frame)
    assert crops.tiles[1, 2] == first
    assert set(crops.tiles) == {(1, 2), (1, 3)}
    crops.cut_tiles({}, seen, frame)
    assert crops.tiles == {}
    assert around(pieces[1], pieces) == (30.0, 20.0, 20.0, 20.0)


def shown(frame: Frame, box=(40.0, 40.0, 20.0, 20.0)) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(cut_out(frame, box), np.uint8), cv2.IMREAD_GRAYSCALE)


def checkered(side: int, cell: int) -> np.ndarray:
    rows, columns = np.indices((side, side)) // cell
    return np.repeat(((rows + columns) % 2 * 255).astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize("still", [None, checkered(400, 8)], ids=["the picture alone", "a larger still"])
def test_a_picture_is_as_large_as_a_page_shows_it(still) -> None:
    assert shown(Frame(checkered(100, 2), 0.0, still)).shape == (SIDE, SIDE)


def test_a_die_is_cut_from_the_larger_still() -> None:
    grey = np.full((100, 100, 3), 128, np.uint8)
    assert shown(Frame(grey, 0.0)).std() < 2
    assert shown(Frame(grey, 0.0, checkered(400, 8))).std() > 90
    half = grey.repeat(4, axis=0).repeat(4, axis=1)
    half[:, :200] = 0
    left, right = np.hsplit(shown(Frame(grey, 0.0, half)), 2)
    assert left.mean() < 10 < 120 < right.mean()


def test_a_crop_shows_only_the_die_and_its_margin() -> None:
    room = np.full((100, 100, 3), 255, np.uint8)
    room[34:66, 34:66] = 60
    assert shown(Frame(room, 0.0)).max() < 90
    assert cut_out(Frame(room, 0.0), (300.0, 300.0, 20.0, 20.0)) == b""
