"""Logistic regression, the one way in which Piste's few-number fits are made."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STEPS = 100
"""Newton's steps; the sum that is made small is convex, and after a dozen nothing changes."""
FARTHEST = 30.0
"""Log odds beyond this are taken as this."""


def fit(
    inputs: Floats, real: Floats, ridge: Floats | float, *, weights: Floats | float = 1.0, offset: Floats | float = 0.0
) -> Floats:
    """The numbers by which inputs are weighed so that what was real is likeliest.

    Args:
        inputs: (cases, numbers); a constant is a column of its own.
        real: (cases,), 0 or 1.
        ridge: what keeps numbers small: of all, or of each, (numbers,).
        weights: how often each case counts, (cases,).
        offset: log odds that are known of each case beforehand, (cases,).

    Returns:
        (numbers,).
    """
    numbers: Floats = np.zeros(inputs.shape[1])
    stiff = np.eye(len(numbers)) * ridge
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(offset + inputs @ numbers, -FARTHEST, FARTHEST)))
        slope = inputs.T @ (weights * (real - chance)) - stiff @ numbers
        bend = (inputs * (weights * chance * (1 - chance))[:, None]).T @ inputs + stiff
        numbers = numbers + np.linalg.solve(bend, slope)
    return numbers


def with_constant(features: Floats) -> Floats:
    """The features with a column of ones before them."""
    return np.column_stack([np.ones(len(features)), features])
