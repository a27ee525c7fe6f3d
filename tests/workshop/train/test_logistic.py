"""The fits of few numbers: what made the cases is found again."""

import numpy as np
import pytest

from workshop.train.logistic import fit, with_constant

TRUE = np.array([-0.5, 2.0, -1.0])


@pytest.fixture(scope="module")
def cases() -> tuple[np.ndarray, np.ndarray]:
    """20,000 cases, as likely real as TRUE has it."""
    rng = np.random.default_rng(3)
    inputs = with_constant(rng.normal(size=(20_000, 2)))
    return inputs, (rng.random(len(inputs)) < 1 / (1 + np.exp(-inputs @ TRUE))).astype(float)


def test_the_numbers_that_made_the_cases_are_found(cases) -> None:
    assert fit(*cases, 1e-6) == pytest.approx(TRUE, abs=0.1)


def test_what_is_known_beforehand_is_not_found_again(cases) -> None:
    inputs, real = cases
    assert fit(inputs, real, 1e-6, offset=inputs @ TRUE) == pytest.approx(np.zeros(3), abs=0.1)


def test_a_case_that_counts_twice_is_as_two_cases(cases) -> None:
    inputs, real = (part[:200] for part in cases)
    twice = fit(np.concatenate([inputs, inputs[:50]]), np.concatenate([real, real[:50]]), 0.1)
    assert fit(inputs, real, 0.1, weights=np.where(np.arange(200) < 50, 2.0, 1.0)) == pytest.approx(twice)


def test_a_ridge_keeps_numbers_small_where_nothing_else_does() -> None:
    inputs, real = with_constant(np.array([[-1.0], [1.0]])), np.array([0.0, 1.0])
    assert abs(fit(inputs, real, 1.0)[1]) < abs(fit(inputs, real, 0.01)[1]) < 30
    assert fit(inputs, real, np.array([1.0, 1e6]))[1] == pytest.approx(0, abs=1e-3)
