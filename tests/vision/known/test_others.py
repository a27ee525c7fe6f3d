"""A tile that was never seen so beside what other tiles of its board show."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from open_tiles import COUNT, SIDE, Crops, crops

from vision.known.looks import LOOSE, OTHERS, TileLooks, explained, none, probabilities, small
from vision.known.others import LOOSEST, compared, differ
from vision.known.teach import SURE_LESSON, TileWord, taught
from vision.known.traits import beside_traits, together, traits_of

INK, WOOD = (30, 30, 30), (150, 180, 200)
SEATS = 2
MINE, THEIRS = slice(0, COUNT), slice(COUNT, 2 * COUNT)
"""Spaces of the seat that plays, and of the one at which nobody sits: the same numbers in the same order."""


def fronts(*, shift: int = 0, seed: int = 1) -> Crops:
    return crops(INK, WOOD, shift=shift, seed=seed)


def backs(*, drawn: bool, seed: int = 2) -> Crops:
    """Closed tiles, all alike: plain, or with a bar across."""
    rng = np.random.default_rng(seed)
    shown = np.broadcast_to(np.array(WOOD, np.float32), (COUNT, SIDE, SIDE, 3)).copy()
    if drawn:
        shown[:, 24:30, 8:32] = (40, 60, 200)
    return np.clip(shown + rng.normal(0, 2.5, shown.shape), 0, 255).astype(np.uint8)


def painted(seed: int) -> Crops:
    """Numbers that somebody painted: broad and narrow, no two alike."""
    rng, shown = np.random.default_rng(seed), fronts(seed=seed)
    for index in range(COUNT):
        row, column = rng.integers(8, 30, 2)
        shown[index, row : row + 4, column : column + 7] = INK
    return shown


def lesson(looks: TileLooks, mine: Crops, kind: int, odds: float = SURE_LESSON) -> TileLooks:
    """Play tells how the tiles of those who play stand; nobody says anything of the others."""
    observation = np.concatenate([mine, backs(drawn=False)])
    return taught(looks, small(observation), [TileWord(kind, odds, 2.0)] * COUNT + [None] * COUNT)


def nothing() -> TileLooks:
    return none(SEATS * COUNT, (SIDE // 2, SIDE // 2), 9)


KNOWN = lesson(nothing(), fronts(), 0)
BOTH = lesson(KNOWN, backs(drawn=True), 1)


def believed(looks: TileLooks, theirs: Crops, *, closed: float = 0.5, seats: int = SEATS) -> NDArray[np.float32]:
    """How likely each tile of the seat where nobody sits is closed."""
    read = np.tile(np.array([1 - closed - 0.002, closed, 0.001, 0.001], np.float32), (SEATS * COUNT, 1))
    now = small(np.concatenate([fronts(seed=7), theirs]))
    fused, _ = probabilities(looks, compared(looks, now, seats), read)
    return fused[THEIRS, 1]


@pytest.mark.parametrize("shift", [0, 2])
def test_another_seats_front_reveals_an_open_tile(shift: int) -> None:
    assert (believed(KNOWN, fronts(shift=shift, seed=5)) < 0.05).all()


@pytest.mark.parametrize("drawn", [False, True])
def test_a_back_that_nobody_knows_is_left_to_the_network(drawn: bool) -> None:
    for closed in (0.2, 0.5, 0.9):
        np.testing.assert_allclose(believed(KNOWN, backs(drawn=drawn, seed=5), closed=closed), closed, atol=0.1)


def test_another_tiles_back_reveals_a_closed_tile() -> None:
    assert (believed(BOTH, backs(drawn=True, seed=5)) > 0.95).all()
    assert (believed(BOTH, fronts(seed=5)) < 0.05).all()


def test_what_lies_upon_a_tile_is_no_front() -> None:
    strange = np.random.default_rng(4).integers(0, 255, fronts().shape).astype(np.uint8)
    die = fronts(seed=5)
    die[:, 6:34, 6:34] = 245
    die[:, 16:22, 16:22] = 0
    for case in (strange, die):
        np.testing.assert_allclose(believed(KNOWN, case), 0.5, atol=0.02)
        now = small(np.concatenate([fronts(seed=7), case]))
        assert not explained(KNOWN, compared(KNOWN, now, SEATS))[THEIRS].any()


def test_fronts_that_the_network_alone_named_are_lent_to_nobody() -> None:
    poor = lesson(nothing(), fronts(), 0, odds=0.0)
    np.testing.assert_allclose(believed(poor, fronts(seed=5)), 0.5, atol=0.02)


def test_one_row_lends_no_fronts() -> None:
    np.testing.assert_allclose(believed(KNOWN, fronts(seed=5), seats=1), 0.5, atol=0.02)


def test_a_front_as_plain_as_a_back_proves_nothing() -> None:
    faint = crops((168, 178, 188), (170, 182, 193))
    looks = lesson(nothing(), faint, 0)
    for case in (crops((168, 178, 188), (170, 182, 193), seed=5), crops((170, 182, 193), (170, 182, 193), seed=5)):
        np.testing.assert_allclose(believed(looks, case), 0.5, atol=0.15)


def test_known_fronts_teach_how_much_fronts_differ() -> None:
    def both_seats(mine: Crops, theirs: Crops) -> TileLooks:
        return taught(nothing(), small(np.concatenate([mine, theirs])), [TileWord(0, SURE_LESSON, 2.0)] * SEATS * COUNT)

    printed, by_hand = both_seats(fronts(), fronts(seed=6)), both_seats(painted(1), painted(2))
    assert differ(printed, SEATS) == pytest.approx(LOOSE)
    assert LOOSE < differ(by_hand, SEATS) <= LOOSEST
    assert differ(both_seats(fronts(), backs(drawn=True)), SEATS) == pytest.approx(LOOSEST)
    assert differ(KNOWN, SEATS) == LOOSE  # no pair is known


def test_stored_traits_do_not_change_lent_looks() -> None:
    now = small(np.concatenate([fronts(seed=7), fronts(seed=5)]))
    stored = traits_of(KNOWN)
    assert not stored.known[THEIRS].any()
    sides, beside = together(KNOWN, compared(KNOWN, now, SEATS), stored, beside_traits(stored, now))
    read = np.tile(np.array([0.499, 0.499, 0.001, 0.001], np.float32), (SEATS * COUNT, 1))
    assert (probabilities(sides, beside, read)[0][THEIRS, 1] < 0.05).all()


SHOWN = (fronts(seed=5), backs(drawn=True, seed=5), backs(drawn=False, seed=5), painted(3), fronts(shift=3, seed=8))


@given(st.floats(0.001, 0.99), st.sampled_from(SHOWN), st.sampled_from((KNOWN, BOTH)))
def test_others_are_one_more_voice_and_never_more(closed: float, seen: Crops, looks: TileLooks) -> None:
    open_, likely = 1 - closed - 0.002, believed(looks, seen, closed=closed)
    before, after = np.log(closed / open_), np.log(likely / np.maximum(1 - likely, 1e-9))
    assert (np.abs(after - before) < OTHERS + 0.5).all()


@given(st.sampled_from(SHOWN), st.floats(0.6, 1.2))
def test_a_tile_that_shows_its_own_look_asks_nobody(seen: Crops, strength: float) -> None:
    now = small(np.clip(np.concatenate([fronts(seed=7), seen]) * strength, 0, 255).astype(np.uint8))
    alone, lent = compared(BOTH, now, 1), compared(BOTH, now, SEATS)
    np.testing.assert_array_equal(alone.weight[MINE], lent.weight[MINE])
    assert not lent.alike[MINE].any()
