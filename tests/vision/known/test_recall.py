"""What a look at a known table asks, and what it need not ask again."""

import numpy as np
import pytest

import vision.dice.turned
from vision.area.plane import AREA, NAME
from vision.dice.pips import Colours
from vision.dice.upper import Stand, stand_over
from vision.dice.views import SearchView
from vision.frame import Image
from vision.known.recall import Recalled, recalled
from vision.known.value import Known, KnownDice
from vision.observation import BoardSeen, Die

BOARD = BoardSeen(NAME, ((40.0, 440.0), (40.0, 40.0), (600.0, 40.0), (600.0, 440.0)), True, 1.0)
COLOURS = Colours((250.0, 250.0, 250.0), (30.0, 30.0, 200.0), (9.0, 1.0, 0.0, 1.0, 9.0, 0.0, 0.0, 0.0, 9.0), 7)
DOUBTFUL, PLAIN = (0.2, 0.1, 0.1, 0.1, 0.3, 0.2), (0.002, 0.002, 0.002, 0.002, 0.99, 0.002)


def red_dice(*chances: tuple[float, ...]) -> tuple[Image, tuple[Die, ...]]:
    """Red squares with five white pips, read so surely, from the left."""
    image = np.random.default_rng(3).integers(100, 108, (480, 640, 3)).astype(np.uint8)
    dice = []
    for k, read in enumerate(chances):
        x, y = 120 + 90 * k, 200 + 15 * k
        image[y - 14 : y + 15, x - 14 : x + 15] = (30, 30, 200)
        for right, low in ((-7, -7), (7, -7), (0, 0), (-7, 7), (7, 7)):
            image[y + low - 2 : y + low + 3, x + right - 2 : x + right + 3] = 250
        dice.append(Die(5, "flat", (x - 14.0, y - 14.0, 29.0, 29.0), 0.9 * max(read), None, read, 0.9))
    return image, tuple(dice)


def beside(image: Image) -> Recalled:
    result = recalled(Known(NAME, dice=KnownDice(colours=COLOURS)), image, BOARD, AREA, None)
    assert result is not None
    return result


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[SearchView]:
    """The views over which the camera's stand was worked out."""
    views: list[SearchView] = []

    def counted(view: SearchView, picture: tuple[int, int]) -> Stand:
        views.append(view)
        return stand_over(view, picture)

    monkeypatch.setattr(vision.dice.turned, "stand_over", counted)
    return views


@pytest.mark.parametrize(("chances", "times"), [((PLAIN, PLAIN), 0), ((PLAIN, DOUBTFUL), 1), ((DOUBTFUL,) * 4, 1)])
def test_where_the_camera_stands_is_worked_out_once_a_look(
    asked: list[SearchView], chances: tuple[tuple[float, ...], ...], times: int
) -> None:
    image, dice = red_dice(*chances)
    reported = beside(image).dice(lambda within=(): dice, 3.0, 0.5)
    assert len(asked) == times
    assert [die.center for die in reported] == [die.center for die in dice]


def test_only_doubtful_dice_are_decided_by_their_pips() -> None:
    image, dice = red_dice(DOUBTFUL, PLAIN, DOUBTFUL)
    reported = beside(image).dice(lambda within=(): dice, 3.0, 0.5)
    assert reported[1] == dice[1]
    for k in (0, 2):
        (alone,) = beside(image).dice(lambda within=(), k=k: dice[k : k + 1], 3.0, 0.5)
        assert reported[k] == alone
        assert alone.chances != DOUBTFUL
        assert alone.value == 1 + max(range(6), key=lambda first: alone.chances[first])
