"""A known board is kept as long as it stands where it stood, and looked for as soon as it does not."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from painted_dice import fresh

from vision.calibration.learn import Calibration, measure
from vision.follow.follower import follow
from vision.follow.standing import carried
from vision.frame import Frame, Image
from vision.geometry.plane import Quad
from vision.observation import BoardSeen, Die, Observation

CORNERS: Quad = ((200.0, 380.0), (210.0, 100.0), (480.0, 110.0), (490.0, 390.0))
BOARD = BoardSeen("occe", CORNERS, True, 0.9)
GROUND = cv2.resize(np.random.default_rng(3).integers(60, 200, (60, 80, 3), dtype=np.uint8), (640, 480))


def at(shift: tuple[int, int]) -> BoardSeen:
    moved = tuple((x + shift[0], y + shift[1]) for x, y in CORNERS)
    return replace(BOARD, corners=moved)  # type: ignore[arg-type]  # four points


def table(shift: tuple[int, int] = (0, 0)) -> Image:
    image = np.roll(GROUND, (shift[1], shift[0]), axis=(0, 1)).copy()
    cv2.fillPoly(image, [np.round(at(shift).corners).astype(np.int32)], (60, 110, 160))
    return np.asarray(image)


def film(*shots: tuple[float, Image]) -> Iterator[Frame]:
    pictures = [picture for seconds, picture in shots for _ in range(round(seconds * 10))]
    return (Frame(picture, k / 10) for k, picture in enumerate(pictures))


@dataclass
class Eyes:
    """Finds the board where `places` says by the picture's first row; remembers when it had to look for it."""

    places: dict[bytes, BoardSeen | None]
    searches: int = 0
    known: list[BoardSeen] = field(default_factory=list)

    def look(
        self, frame: Frame, board: str, side: str | None, known: BoardSeen | None, px: object
    ) -> Observation:
        if known is None:
            self.searches += 1
            known = self.places[frame.image[0].tobytes()]
        else:
            self.known.append(known)
        return Observation(frame.time, known, ())


def eyes(*shifts: tuple[int, int], is_found: bool = True) -> Eyes:
    return Eyes({table(shift)[0].tobytes(): at(shift) if is_found else None for shift in shifts})


@pytest.fixture(scope="module")
def learnt() -> Calibration:
    return measure(table(), BOARD, ())


def boards(observation: list[Observation]) -> list[BoardSeen | None]:
    """Where the board was believed to stand, each place once."""
    reported = [look.board for look in observation if look.still]
    return [look for k, look in enumerate(reported) if k == 0 or look != reported[k - 1]]


def test_a_learnt_board_is_never_looked_for(learnt: Calibration) -> None:
    looker = eyes((0, 0), is_found=False)
    looks = list(follow(film((5, table())), looker, learnt=lambda: learnt))
    assert (boards(looks), looker.searches) == ([learnt.board], 0)


def test_a_pushed_board_is_searched_and_recognised_again(learnt: Calibration) -> None:
    looker, away = eyes((0, 0), (30, 12)), (30, 12)
    shots = film((3, table()), (3, table(away)), (3, table()))
    looks = list(follow(shots, looker, learnt=lambda: learnt))
    assert boards(looks) == [learnt.board, at(away), learnt.board]


def test_a_learnt_board_that_is_gone_is_told_as_gone(learnt: Calibration) -> None:
    looker = eyes((0, 0), (30, 12), is_found=False)
    shots = film((3, table()), (3, table((30, 12))), (3, table()))
    assert boards(list(follow(shots, looker, learnt=lambda: learnt))) == [learnt.board, None, learnt.board]


def test_a_small_push_is_noticed_without_a_calibration() -> None:
    looker, away = eyes((0, 0), (6, 0)), (6, 0)
    looks = list(follow(film((3, table()), (3, table(away))), looker))
    assert boards(looks) == [BOARD, at(away)]


def test_a_new_calibration_counts_within_a_second(learnt: Calibration) -> None:
    off = measure(table(), at((5, 0)), ())
    now = [learnt]

    def frames() -> Iterator[Frame]:
        for frame in film((6, table())):
            if frame.time > 2:
                now[0] = off
            yield frame

    looks = list(follow(frames(), eyes(is_found=False), learnt=lambda: now[0]))
    assert boards(looks) == [learnt.board, off.board]
    first = next(look.time for look in looks if look.board == off.board)
    assert first < 4


def test_dice_on_a_pushed_board_are_carried_with_it() -> None:
    die = Die(5, "flat", (300, 200, 20, 20), 0.9)
    (moved,) = carried([die], BOARD, at((40, -10)))
    assert moved.box == pytest.approx((340, 190, 20, 20))
    assert carried([die], BOARD, at((1, 1))) == (die,)
    assert carried([die], None, BOARD) == (die,)


@dataclass
class DiceEyes(Eyes):
    """The same, with one die that stands on the board's middle."""

    def look(
        self, frame: Frame, board: str, side: str | None, known: BoardSeen | None, px: object
    ) -> Observation:
        observation = super().look(frame, board, side, known, px)
        place = self.places[frame.image[0].tobytes()]
        assert place is not None
        x, y = np.mean(place.corners, axis=0)
        return replace(observation, dice=(Die(4, "flat", (float(x) - 10, float(y) - 10, 20, 20), 0.99),))


def test_a_camera_that_is_bumped_throws_no_dice() -> None:
    looker = DiceEyes(eyes((0, 0), (60, 40)).places)
    looks = list(follow(film((3, table()), (4, table((60, 40)))), looker))
    assert boards(looks) == [BOARD, at((60, 40))]
    assert [fresh(look) for look in looks if fresh(look)] == []
