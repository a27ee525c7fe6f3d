"""The dice reader on drawn dice: each picture comes from a fixed seed, so each answer is always the same."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

from vision.dice.reader import FOUND, DiceReader, scales
from vision.dice.search import GREATEST, LEAST, Search, candidates
from vision.errors import BrokenNetwork
from vision.observation import BoardSeen, Die
from workshop.scenes.describe.die_look import DieLook
from workshop.scenes.draw.die import Lighting, looking_at, paste, render_die, resting

FOLDER = Path(__file__).resolve().parents[3] / "models" / "dice"
WHITE = DieLook()
RED = DieLook(colour=(0.12, 0.1, 0.7), pip_colour=(0.95, 0.95, 0.95), ace_colour=(0.95, 0.95, 0.95))
TABLES = {"green felt": (60, 110, 40), "wood": (120, 165, 200), "grey": (130, 130, 130)}


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader(FOLDER / "dice.onnx", FOLDER / "faces.onnx")


def table(colour: tuple[int, int, int], size: int = 480) -> np.ndarray:
    rng = np.random.default_rng(5)
    return np.clip(rng.normal(0, 4, (size, size, 3)) + colour, 0, 255).astype(np.uint8)


def throw(
    picture: np.ndarray, values: tuple[int, ...], look: DieLook = WHITE, die: float = 44.0, tilt: float = 0.2
) -> np.ndarray:
    """Dice in a ring around the middle, `die` px wide."""
    size = picture.shape[0]
    camera = looking_at((0, 0), 400, tilt, 0.7, die / 16 * 400, (size, size))
    light = Lighting((0.4, -0.3, 1.0), 0.55, 0.45, 0.4)
    angles = np.arange(len(values)) * 2 * np.pi / len(values)
    far = 0 if len(values) == 1 else 0.3 * size * 16 / die
    places = [(float(far * np.cos(a)), float(far * np.sin(a))) for a in angles]
    poses = [
        resting(value, 0.4 + place[0], place, 16, look) for value, place in zip(values, places, strict=True)
    ]
    return paste(picture, [render_die(pose, camera, light, look) for pose in poses])


def values(dice: tuple[Die, ...]) -> list[int | None]:
    return sorted(die.value for die in real(dice) if die.state == "flat")


def real(dice: tuple[Die, ...]) -> list[Die]:
    return [die for die in dice if die.there >= 0.5]


@pytest.mark.parametrize("colour", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("look", [WHITE, RED], ids=["white", "red"])
def test_reads_every_value(reader: DiceReader, colour: tuple[int, int, int], look: DieLook) -> None:
    dice = reader.read(throw(table(colour), (1, 2, 3, 4, 5, 6), look))
    assert values(dice) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("die", [18, 30, 60, 110, 180])
def test_reads_dice_of_any_size(reader: DiceReader, die: int) -> None:
    dice = reader.read(throw(table((60, 110, 40)), (5,), WHITE, die))
    assert values(dice) == [5]
    assert max(real(dice)[0].box[2:]) == pytest.approx(
        die * 1.2, rel=0.35
    )  # the turned die's box is wider than a side


def test_dice_are_found_where_the_search_may_look_alone() -> None:
    search, picture = Search(FOLDER / "dice.onnx"), throw(table(TABLES["grey"]), (1, 2, 3, 4))
    whole, where = candidates(search.cells(picture), 0.5), np.zeros((2, 2), np.bool_)
    where[0, 1] = True  # the upper right quarter
    there = candidates(search.cells(picture, where), 0.5)
    assert len(whole) == 4
    expected = [(die.x, die.y) for die in whole if die.x > 240 and die.y < 240]
    assert expected
    assert np.array([(die.x, die.y) for die in there]) == pytest.approx(np.array(expected), abs=1.0)


def test_an_empty_table_has_no_dice(reader: DiceReader) -> None:
    assert real(reader.read(table((60, 110, 40)))) == []


def test_tells_chances_and_places(reader: DiceReader) -> None:
    (die,) = real(reader.read(throw(table((130, 130, 130)), (3,))))
    assert sum(die.chances) == pytest.approx(1)
    assert np.argmax(die.chances) + 1 == die.value == 3
    assert 0.5 < die.sure <= 1
    x, y, width, height = die.box
    assert np.hypot(x + width / 2 - 239.5, y + height / 2 - 239.5) < 8
    assert die.at is None


@pytest.mark.parametrize("tilt", [0.0, 0.5])
def test_on_a_board_dice_are_read_as_from_above(reader: DiceReader, tilt: float) -> None:
    size, far = 600, 900.0
    camera = looking_at((0, 0), far, tilt, 0.7, 600 / 360 * far, (size, size))
    square = np.array([(-150, -150, 0), (-150, 150, 0), (150, 150, 0), (150, -150, 0)], np.float32)
    first, two, three, four = (tuple(corner) for corner in camera.project(square).tolist())
    board = BoardSeen("occe", (first, two, three, four), True, 1.0)
    light = Lighting((0.4, -0.3, 1.0), 0.55, 0.45, 0.4)
    poses = [resting(value, value, (70.0 * value - 250, 30.0), 20, WHITE) for value in (2, 3, 4, 5)]
    picture = paste(table((40, 40, 150), size), [render_die(pose, camera, light, WHITE) for pose in poses])
    dice = real(reader.read(picture, board=board))
    assert values(tuple(dice)) == [2, 3, 4, 5]
    for pose in poses:
        x, y = camera.project(pose.centre[None])[0]
        assert any(
            abs(x - d.box[0] - d.box[2] / 2) < 8 and abs(y - d.box[1] - d.box[3] / 2) < 8 for d in dice
        )


def test_a_known_size_reads_the_same(reader: DiceReader) -> None:
    picture = throw(table((130, 130, 130)), (1, 4, 5))
    assert values(reader.read(picture, die_px=(36, 70))) == [1, 4, 5]


def test_dice_of_other_sizes_than_known_are_not_told(reader: DiceReader) -> None:
    assert real(reader.read(throw(table((130, 130, 130)), (4,), WHITE, 110), die_px=(20, 40))) == []


def test_a_blurred_die_is_less_sure(reader: DiceReader) -> None:
    picture = throw(table((130, 130, 130)), (5,))
    sharp = real(reader.read(picture))
    blurred = reader.read(cv2.blur(picture, (1, 31)))
    assert sharp[0].sure > max((die.sure for die in blurred), default=0.0)


def test_the_picture_is_never_written_to(reader: DiceReader) -> None:
    picture = throw(table((130, 130, 130)), (5, 1))
    picture.flags.writeable = False
    assert values(reader.read(picture)) == [1, 5]


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((40, 40), np.uint8),  # grey
        np.zeros((40, 40, 4), np.uint8),  # with alpha
        np.zeros((40, 40, 3), np.float32),
        np.zeros((0, 40, 3), np.uint8),
    ],
)
def test_refuses_what_is_no_picture(reader: DiceReader, picture: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"expected a picture \(H, W, 3\) uint8"):
        reader.read(picture)


@pytest.mark.parametrize("die_px", [(30.0, 20.0), (-1.0, 20.0), (5.0, 5.0)])
def test_refuses_a_range_that_is_none(reader: DiceReader, die_px: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="least, greatest"):
        reader.read(np.zeros((40, 40, 3), np.uint8), die_px=die_px)


@pytest.mark.parametrize("shape", [(1, 1), (9, 300), (5, 5)])
def test_tiny_pictures_hold_no_dice(reader: DiceReader, shape: tuple[int, int]) -> None:
    assert real(reader.read(np.full((*shape, 3), 90, np.uint8))) == []


def test_refuses_a_missing_network(tmp_path: Path) -> None:
    with pytest.raises(BrokenNetwork):
        DiceReader(tmp_path / "dice.onnx", FOLDER / "faces.onnx")


@each("shape", [(480, 640), (960, 1280), (2592, 4608), (300, 200)])
def test_the_pyramid_covers_all_dice_sizes(shape: tuple[int, int]) -> None:
    longest = max(shape)
    for die in np.geomspace(max(0.011 * longest, 8.0), longest / 2.5, 20):
        assert any(LEAST <= die * scale <= GREATEST for scale in scales(shape, None))


@each("die_px", [(20.0, 30.0), (80.0, 100.0), (12.0, 80.0), (40.0, 400.0)])
def test_a_known_size_needs_no_other_pictures(die_px: tuple[float, float]) -> None:
    chosen = scales((960, 1280), die_px)
    assert all(any(LEAST <= die * s <= GREATEST for s in chosen) for die in np.geomspace(*die_px, 20))
    if die_px[1] / die_px[0] < 2:
        assert chosen == pytest.approx([FOUND / (die_px[0] * die_px[1]) ** 0.5])
