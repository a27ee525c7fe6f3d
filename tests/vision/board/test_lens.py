"""How a lens bends what is straight."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry.lens import MOST, Lens

SIZE = (1280, 960)
BENT = st.floats(-MOST, MOST)
SPOT = st.tuples(st.floats(0, SIZE[0] - 1), st.floats(0, SIZE[1] - 1))


@given(BENT, st.lists(SPOT, min_size=1, max_size=5))
def test_bending_undoes_unbending(k: float, spots: list[tuple[float, float]]) -> None:
    lens = Lens(k, SIZE)
    assert lens.bend(lens.unbend(spots)) == pytest.approx(np.array(spots), abs=1e-6)


@given(st.floats(-MOST, 0), st.lists(SPOT, min_size=1, max_size=5))
def test_unbending_undoes_bending_of_a_barrel(k: float, spots: list[tuple[float, float]]) -> None:
    lens = Lens(k, SIZE)
    assert lens.unbend(lens.bend(spots)) == pytest.approx(np.array(spots), abs=1e-6)


@given(BENT, SPOT)
def test_every_point_stays_on_its_ray_from_the_middle(k: float, spot: tuple[float, float]) -> None:
    lens = Lens(k, SIZE)
    before, after = np.array(spot) - lens.middle, lens.unbend([spot])[0] - lens.middle
    assert before[0] * after[1] == pytest.approx(before[1] * after[0], abs=1e-6)
    assert np.sign(np.hypot(*after) - np.hypot(*before)) * np.sign(k) <= 0 or np.allclose(before, after)


@given(SPOT)
def test_a_straight_lens_bends_nothing(spot: tuple[float, float]) -> None:
    lens = Lens(0.0, SIZE)
    assert lens.bend([spot]) == pytest.approx(np.array([spot]), abs=1e-9)
    assert lens.unbend([spot]) == pytest.approx(np.array([spot]), abs=1e-9)


def test_opencvs_first_coefficient_is_nearly_the_same_lens() -> None:
    """A barrel of k1 = -0.1 and a focal length of one width, to little more than a pixel."""
    far = np.linspace(0, 0.55, 12)
    straight = np.column_stack([far * SIZE[0], np.zeros(12)]) + Lens(0.0, SIZE).middle
    bent = (straight - Lens(0.0, SIZE).middle) * (1 - 0.1 * far[:, None] ** 2) + Lens(0.0, SIZE).middle
    lens = Lens(-0.1 * (Lens(0.0, SIZE).reach / SIZE[0]) ** 2, SIZE)
    assert lens.bend(straight) == pytest.approx(bent, abs=1.3)


@pytest.mark.parametrize("k", [0.3, -0.3, float("nan")])
def test_no_lens_is_bent_so_much(k: float) -> None:
    with pytest.raises(ValueError, match=r"between -0\.24 and 0\.24"):
        Lens(k, SIZE)
