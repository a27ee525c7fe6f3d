"""A camera may hand out a small stream and a larger still of the same moment: the still is read."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from each import each

import webui.live.eyes
from vision.follow.follower import follow
from vision.frame import Frame, Image
from vision.look import Eyes
from vision.observation import BoardSeen, Die, Observation
from vision.still import Zoom
from workshop.scenes import sample_scene
from workshop.scenes.draw.render import render


def smaller(image: Image, shape: tuple[int, int]) -> Image:
    return np.asarray(cv2.resize(image, shape, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.fixture(scope="module")
def large() -> Image:
    scene = sample_scene(
        np.random.default_rng(12), kind="occe", split="test", harsh=0.0, size=(1280, 960), tags=True
    )
    return render(scene)[0]


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return webui.live.eyes.open_eyes()


@pytest.fixture(scope="module")
def read(eyes: Eyes, large: Image) -> Observation:
    return eyes.look(Frame(large, 1.0))


def test_the_still_is_read_and_told_in_the_pictures_pixels(
    eyes: Eyes, large: Image, read: Observation
) -> None:
    observation = eyes.look(Frame(smaller(large, (320, 240)), 1.0, large))
    assert [(piece.space, piece.kind, piece.reads) for piece in observation.pieces] == [
        (piece.space, piece.kind, piece.reads) for piece in read.pieces
    ]
    assert [(die.value, die.state, die.sure, die.at) for die in observation.dice] == [
        (die.value, die.state, die.sure, die.at) for die in read.dice
    ]
    assert observation.board is not None
    assert read.board is not None
    assert np.subtract(observation.board.corners, (np.array(read.board.corners) + 0.5) / 4 - 0.5) == pytest.approx(0)
    for die, there in zip(observation.dice, read.dice, strict=True):
        assert die.box[2:] == pytest.approx((there.box[2] / 4, there.box[3] / 4))
        assert die.center == pytest.approx(tuple((x + 0.5) / 4 - 0.5 for x in there.center))
    assert len(observation.dice) > 0


def test_a_known_board_stays_where_it_is(eyes: Eyes, large: Image, read: Observation) -> None:
    frame = Frame(smaller(large, (640, 480)), 1.0, large)
    known = eyes.look(frame).board
    assert known is not None
    observation = eyes.look(frame, known_board=known)
    assert observation.board == known
    assert [piece.kind for piece in observation.pieces] == [piece.kind for piece in read.pieces]
    dice = eyes.look_for_dice(frame, known, observation.pieces)
    assert [die.value for die in dice] == [die.value for die in observation.dice]


@each("shape", [(640, 480), (320, 240), (1280, 960), (426, 320)])
def test_there_and_back(shape: tuple[int, int]) -> None:
    first, second = np.zeros((240, 320, 3), np.uint8), np.zeros((*shape[::-1], 3), np.uint8)
    zoom = Zoom.between(first, second)
    assert zoom.point((-0.5, -0.5)) == (-0.5, -0.5)  # the picture's corner stays its corner
    assert zoom.point((319.5, 239.5)) == pytest.approx((shape[0] - 0.5, shape[1] - 0.5))
    die = Die(3, "flat", (10.0, 20.0, 30.0, 40.0), 0.9, at=(1.0, 2.0))
    again = zoom.back.die(zoom.die(die))
    assert again.box == pytest.approx(die.box)
    assert (again.value, again.at) == (3, (1.0, 2.0))


@dataclass
class Sizes:
    """Reads no die, and notes how wide the pictures were that it was shown."""

    wide: list[int] = field(default_factory=list)

    def read(
        self, image: Image, *, board: BoardSeen | None = None, die_px: tuple[float, float] | None = None
    ) -> tuple[Die, ...]:
        self.wide.append(image.shape[1])
        return ()


def test_motion_is_seen_in_the_small_picture_alone() -> None:
    """The stills differ from frame to frame, as only they can be noisy; the small pictures do not."""

    def film() -> Iterator[Frame]:
        rng = np.random.default_rng(1)
        for k in range(12):
            yield Frame(
                np.full((240, 320, 3), 90, np.uint8), k / 15, rng.integers(0, 255, (480, 640, 3), np.uint8)
            )

    sizes = Sizes()
    looks = list(follow(film(), Eyes(sizes), board="none"))
    assert any(look.still for look in looks)
    assert set(sizes.wide) == {640}
