"""Turns in space: unit quaternions and the matrices that they stand for."""

import numpy as np

from ..describe.camera import Floats

Quaternion = tuple[float, float, float, float]
"""(w, x, y, z) of length 1."""

UPRIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)


def rotation_of(turn: Quaternion) -> Floats:
    """The matrix (3, 3) of a unit quaternion."""
    w, x, y, z = turn
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def quaternion_of(rotation: Floats) -> Quaternion:
    """The unit quaternion of a rotation (3, 3), w not negative."""
    trace = [np.trace(rotation), *(2 * rotation[i, i] - np.trace(rotation) for i in range(3))]
    largest = int(np.argmax(trace))
    skew = np.array(
        [rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]]
    )
    parts = np.zeros(4)
    if largest == 0:
        parts[0], parts[1:] = 1 + trace[0], skew
    else:
        axis = largest - 1
        parts[0] = skew[axis]
        parts[1:] = rotation[axis] + rotation[:, axis]
        parts[1 + axis] = 1 + trace[largest]
    parts /= np.linalg.norm(parts) * (-1 if parts[0] < 0 else 1)
    w, x, y, z = parts.tolist()
    return (w, x, y, z)


def about_z(angle: float) -> Quaternion:
    """A turn about the vertical, radians, counter-clockwise seen from above in the world with y up the page."""
    return (float(np.cos(angle / 2)), 0.0, 0.0, float(np.sin(angle / 2)))
