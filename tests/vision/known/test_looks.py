"""A tile beside its own two looks: riddles for a network, and lessons that were wrong."""

import numpy as np
import pytest
from numpy.typing import NDArray
from open_tiles import COUNT, Crops, backs, crops

from vision.known.looks import TileLooks, explained, none, probabilities, small
from vision.known.others import compared
from vision.known.teach import SURE_LESSON, TileWord, taught


def lesson(looks: TileLooks, crops_seen: Crops, kind: int, odds: float = SURE_LESSON, read: float = 3.9) -> TileLooks:
    return taught(looks, small(crops_seen), [TileWord(kind, odds, read)] * COUNT)


def known(front: Crops, back: Crops, **word: float) -> TileLooks:
    looks = lesson(none(COUNT, (20, 20), 9), front, 0, **word)
    return lesson(looks, back, 1, **word)


def believed(looks: TileLooks, crops_seen: Crops, *, closed: float) -> NDArray[np.float32]:
    """How likely each tile is closed where the network says so with this probability."""
    read = np.tile(np.array([1 - closed - 0.002, closed, 0.001, 0.001], np.float32), (COUNT, 1))
    fused, _ = probabilities(looks, compared(looks, small(crops_seen)), read)
    return fused[:, 1]


RIDDLES = {
    "a digit as bright as its ground": (crops((60, 180, 60), (180, 107, 107)), backs((180, 107, 107))),
    "a worn digit": (crops((150, 160, 170), (170, 182, 193)), backs((170, 182, 193))),
    "a back with a drawing": (crops((30, 30, 30), (150, 180, 200)), backs((150, 180, 200), drawn=True)),
}


@pytest.mark.parametrize("riddle", RIDDLES)
def test_a_known_tile_is_read_despite_the_network(riddle: str) -> None:
    front, back = RIDDLES[riddle]
    looks = known(front, back, read=-3.9)  # the network always said the contrary
    looks = lesson(looks, front, 0, read=-3.9)  # and it was turned over again
    assert (believed(looks, front, closed=0.98) < 0.05).all()
    assert (believed(looks, back, closed=0.02) > 0.95).all()


@pytest.mark.parametrize("strength", [0.6, 1.2])
def test_another_lamp_changes_nothing(strength: float) -> None:
    front, back = RIDDLES["a back with a drawing"]
    looks = known(front, back)
    dim = [np.clip(picture * strength, 0, 255).astype(np.uint8) for picture in (front, back)]
    assert (believed(looks, dim[0], closed=0.5) < 0.02).all()
    assert (believed(looks, dim[1], closed=0.5) > 0.98).all()


def test_a_tile_laid_down_a_little_otherwise_is_known() -> None:
    front, back = RIDDLES["a back with a drawing"]
    looks = known(front, back)
    moved = crops((30, 30, 30), (150, 180, 200), shift=2, seed=5)
    assert (believed(looks, moved, closed=0.6) < 0.05).all()


def test_what_is_neither_look_says_nothing() -> None:
    front, back = RIDDLES["a back with a drawing"]
    looks = known(front, back)
    die = front.copy()
    die[:, 4:36, 4:36] = 250
    die[:, 16:22, 16:22] = 0
    assert not explained(looks, compared(looks, small(die))).any()
    assert believed(looks, die, closed=0.3) == pytest.approx(0.3, abs=0.05)


def test_one_wrong_lesson_makes_no_sure_reading() -> None:
    front, back = RIDDLES["a back with a drawing"]
    looks = lesson(none(COUNT, (20, 20), 9), front, 1, read=-3.9)  # an open tile was said to be closed
    assert (believed(looks, front, closed=0.01) < 0.6).all()  # the network knows better, and is asked at worst
    looks = lesson(looks, back, 0, read=-3.9)  # and a closed one open
    likely = believed(looks, front, closed=0.01)
    assert (likely < 0.95).all()


def test_a_contradicting_lesson_only_lowers_trust() -> None:
    front, back = RIDDLES["a back with a drawing"]
    looks = known(front, back)
    after = lesson(looks, front, 1)  # it looks open as ever
    assert (after.trust[:, 0] < looks.trust[:, 0]).all()
    assert np.array_equal(after.mean, looks.mean)
    often = lesson(lesson(lesson(after, front, 1), front, 1), front, 1)
    assert (often.trust[:, 0] < 0).all()  # who is contradicted again and again is no longer believed:
    assert not often.known[:, 0].any()  # nothing is known then, never the contrary


def test_a_tile_turned_as_declared_is_trusted_more() -> None:
    front, back = RIDDLES["a worn digit"]
    once = lesson(none(COUNT, (20, 20), 9), front, 0, read=0.0)
    turned = lesson(once, back, 1, read=0.0)
    assert (turned.trust[:, 0] > once.trust[:, 0]).all()


def test_half_known_plain_tiles_are_left_to_the_network() -> None:
    plain = backs((150, 180, 200))
    looks = lesson(none(COUNT, (20, 20), 9), plain, 0)
    assert (believed(looks, plain, closed=0.97) > 0.9).all()


ARROWS = backs((150, 180, 200), drawn=True)
ARROWS[:] = ARROWS[:1]  # the same on every back


def seen_closed(looks: TileLooks, crops_seen: Crops, spaces: slice) -> TileLooks:
    """Some spaces were turned over as play said; of the others nothing is said."""
    words = [TileWord(1, SURE_LESSON, 3.9) if index in range(COUNT)[spaces] else None for index in range(COUNT)]
    return taught(looks, small(crops_seen), words)


def test_other_closed_tiles_reveal_a_first_closing() -> None:
    front = crops((30, 30, 30), (150, 180, 200))
    looks = lesson(none(COUNT, (20, 20), 9), front, 0)
    assert (believed(looks, ARROWS, closed=0.3)[3:] < 0.85).all()
    looks = seen_closed(looks, ARROWS, slice(3))
    assert (believed(looks, ARROWS, closed=0.3)[3:] > 0.97).all()
    assert (believed(looks, front, closed=0.3) < 0.05).all()


def test_a_confirmed_tile_is_missing_only_if_plainly_so() -> None:
    front, hole = crops((30, 30, 30), (150, 180, 200)), backs((40, 40, 40), seed=6)
    nobody, spoken = none(COUNT, (20, 20), 9), lesson(none(COUNT, (20, 20), 9), front, 0)
    for looks, maybe in ((spoken, (0.0, 0.15)), (nobody, (0.5, 0.7))):
        for missing, (least, most) in ((0.6, maybe), (0.9995, (0.9, 1.0))):
            read = np.tile(np.array([0.0002, 1 - missing - 0.0003, missing, 0.0001], np.float32), (COUNT, 1))
            fused, _ = probabilities(looks, compared(looks, small(hole)), read)
            assert (least < fused[:, 2]).all()
            assert (fused[:, 2] < most).all()



def test_something_else_upon_a_tile_is_no_back() -> None:
    front = crops((30, 30, 30), (150, 180, 200))
    looks = seen_closed(lesson(none(COUNT, (20, 20), 9), front, 0), ARROWS, slice(3))
    strange = np.random.default_rng(4).integers(0, 255, front.shape).astype(np.uint8)
    assert not compared(looks, small(strange)).alike.any()


def test_a_weak_back_lesson_helps_no_other_tile() -> None:
    front = crops((30, 30, 30), (150, 180, 200))
    looks = lesson(none(COUNT, (20, 20), 9), front, 0)
    looks = taught(looks, small(ARROWS), [TileWord(1, 0.0, 2.0)] + [None] * (COUNT - 1))  # the network alone said so
    assert not compared(looks, small(ARROWS)).alike.any()


def test_closings_by_the_network_need_a_familiar_back() -> None:
    words = [TileWord(1, SURE_LESSON, 3.9)] * 3 + [TileWord(1, 0.0, 2.0)] * 3
    strange = ARROWS.copy()
    strange[5] = crops((30, 30, 30), (150, 180, 200))[5]
    looks = taught(none(COUNT, (20, 20), 9), small(strange), words)
    for _ in range(2):
        looks = taught(looks, small(strange), words)
    assert (looks.trust[3:5, 1] > SURE_LESSON).all()
    assert looks.trust[5, 1] < 2.5


def test_looks_cannot_be_written_to_and_stay_as_they_were() -> None:
    front, back = RIDDLES["a worn digit"]
    looks = lesson(none(COUNT, (20, 20), 9), front, 0)
    lesson(looks, back, 1)
    assert not looks.known[:, 1].any()
    with pytest.raises(ValueError, match="read-only"):
        looks.mean[0] = 0
