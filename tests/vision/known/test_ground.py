"""The bare table in large cells: what differs from it, whatever the lamp does."""

import cv2
import numpy as np
import pytest

from vision.known.ground import Sampled, covers, differs, learnt, part_of, sampled, shape_of, to_cells
from vision.known.value import KnownDice
from vision.known.windows import blobs, on_board, windows_of
from vision.layout import load_layout
from vision.observation import BoardSeen

LAYOUT = load_layout("occe")
CORNERS = ((200.0, 560.0), (200.0, 80.0), (680.0, 80.0), (680.0, 560.0))  # 1 px a millimetre, seen from straight above
BOARD = BoardSeen("occe", CORNERS, True, 1.0)
ALL = np.ones(shape_of(LAYOUT), np.bool_)


def table(seed: int = 3) -> np.ndarray:
    """A wooden table: smooth patches, a little grain."""
    rng = np.random.default_rng(seed)
    coarse = rng.uniform(90, 170, (8, 11, 3)).astype(np.float32)
    smooth = cv2.resize(coarse, (880, 640), interpolation=cv2.INTER_CUBIC)
    return np.clip(smooth + rng.normal(0, 3, smooth.shape), 0, 255).astype(np.uint8)


def with_die(picture: np.ndarray, x: int, y: int, side: int = 16) -> np.ndarray:
    shown = picture.copy()
    shown[y : y + side, x : x + side] = 245
    shown[y + 6 : y + 10, x + 6 : x + 10] = 10
    return shown


@pytest.fixture(scope="module")
def bare():
    return learnt(None, sampled(table(), BOARD, LAYOUT), ALL)


def off(bare, picture: np.ndarray) -> np.ndarray:
    return differs(bare, sampled(picture, BOARD, LAYOUT))


def test_the_same_table_shows_nothing_new(bare) -> None:
    rng = np.random.default_rng(4)
    again = np.clip(table() + rng.normal(0, 3, table().shape), 0, 255).astype(np.uint8)
    assert off(bare, again).mean() < 0.002


@pytest.mark.parametrize("strength", [(0.6, 0.6, 0.6), (1.2, 1.2, 1.2), (1.1, 1.0, 0.85)])
def test_other_lamps_show_nothing_new(bare, strength: tuple[float, ...]) -> None:
    lit = np.clip(table() * np.array(strength), 0, 255).astype(np.uint8)
    assert off(bare, lit).mean() < 0.01


def test_a_broad_shadow_shows_little_new(bare) -> None:
    shade = np.linspace(1.0, 0.55, 880)[None, :, None]
    assert off(bare, (table() * shade).astype(np.uint8)).mean() < 0.01


def test_dice_are_searched_only_where_the_table_differs(bare) -> None:
    new = off(bare, with_die(table(), 430, 300))
    (part,) = blobs(new, LAYOUT, KnownDice())
    middle = to_cells([((438 - 200) / 480, (308 - 80) / 480)], LAYOUT)[0]
    assert part[0] - 1 <= middle[0] <= part[2] + 1
    assert part[1] - 1 <= middle[1] <= part[3] + 1
    ((left, top, right, bottom),) = windows_of(new, LAYOUT, KnownDice())
    assert left < (430 - 200) / 480 < (446 - 200) / 480 < right
    assert top < (300 - 80) / 480 < (316 - 80) / 480 < bottom
    assert (right - left) * (bottom - top) < 0.1


def test_where_something_else_lies_everything_is_searched(bare) -> None:
    assert windows_of(off(bare, table(9)), LAYOUT, KnownDice()) == ()


def test_a_permanent_token_is_bare_table() -> None:
    marked = with_die(table(), 300, 200)
    known = learnt(None, sampled(marked, BOARD, LAYOUT), ALL)
    assert off(known, marked).mean() < 0.001
    assert off(known, table()).any()  # it is gone: something is new


def test_what_lay_under_dice_is_not_known() -> None:
    box = (300.0, 200.0, 20.0, 20.0)
    hidden = covers([box], BOARD, LAYOUT, 2.0)
    known = learnt(None, sampled(table(), BOARD, LAYOUT), ~hidden)
    assert not known.known[part_of(box, BOARD, LAYOUT)].any()
    later = learnt(known, sampled(table(), BOARD, LAYOUT), ALL)
    assert later.known[part_of(box, BOARD, LAYOUT)].all()
    assert not known.known[part_of(box, BOARD, LAYOUT)].any()  # what was known before stays as it was


def test_what_the_picture_does_not_show_is_not_known() -> None:
    beside = BoardSeen("occe", tuple((x - 150, y) for x, y in CORNERS), True, 1.0)
    observation = sampled(table(), beside, LAYOUT)
    assert not observation.visible.all()
    assert not learnt(None, observation, ALL).known[~observation.visible].any()


def test_cells_cannot_be_written_to(bare) -> None:
    with pytest.raises(ValueError, match="read-only"):
        bare.mean[0, 0] = 1.0


def test_the_board_takes_its_share_of_the_cells() -> None:
    inside = on_board(LAYOUT)
    assert inside.mean() == pytest.approx(1 / 1.84**2, rel=0.05)
    assert isinstance(sampled(table(), BOARD, LAYOUT), Sampled)
