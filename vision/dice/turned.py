"""How a die lies turned, told by its edges: its upper face is a square, so most of them run in two directions.

Nothing is learnt here. A face looks alike after every quarter turn, so the turn is told modulo 90 degrees.
"""

from __future__ import annotations

import cv2
import numpy as np

from ..frame import Image
from .candidates import CUT, IN_CUT, Candidate
from .views import through

PLACES = np.arange(CUT) - (CUT - 1) / 2
RING = np.exp(-0.5 * ((np.hypot(PLACES[:, None], PLACES) - 15.0) / 5.0) ** 2).astype(np.float32)
"""(CUT, CUT): what counts in a cut: about 15 px from its middle lie a die's edges, give or take 5; pips farther in."""
PLAIN = 0.2
"""How much of the edges must agree: chosen on drawn tables of seeds 7701 and 7703; 0 for none, 1 for all."""


def turn_of(image: Image, spot: Candidate) -> float | None:
    """Degrees, 0 to 90, that a die seen from straight above is turned: clockwise, seat 1 being at the bottom.

    None where the view is no board from above, or where the edges do not tell it plainly.

    Args:
        image: (H, W, 3) uint8 BGR.
        spot: the die as it was read.
    """
    if not spot.view.flat:
        return None
    step = spot.side / IN_CUT
    x, y = np.asarray(spot.middle) - step * (CUT - 1) / 2
    cut = np.array([[step, 0.0, x], [0.0, step, y], [0.0, 0.0, 1.0]])
    return turn(through(image, spot.view.matrix @ cut, (CUT, CUT)))


def turn(cut: Image) -> float | None:
    """The same of a cut (CUT, CUT, 3) that shows a die IN_CUT px wide in its middle."""
    channels = np.ascontiguousarray(cut.transpose(2, 0, 1))
    steps = np.empty((3, CUT, CUT), np.complex64)
    for channel, step in zip(channels, steps, strict=True):
        step.real, step.imag = cv2.Sobel(channel, cv2.CV_32F, 1, 0), cv2.Sobel(channel, cv2.CV_32F, 0, 1)
    lengths = np.abs(steps)
    clearest = lengths.argmax(axis=0)[None]
    step, length = (np.take_along_axis(one, clearest, axis=0)[0] for one in (steps, lengths))
    agreed = (RING * (step / np.maximum(length, 1e-6)) ** 4 * length).sum()
    if abs(agreed) <= PLAIN * float((RING * length).sum()):
        return None
    return round(float(np.degrees(np.angle(agreed)) / 4) % 90, 1) % 90
