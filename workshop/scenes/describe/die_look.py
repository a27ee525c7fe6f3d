"""What a die can be made of: colours, edges, pips."""

from dataclasses import dataclass

import cv2
import numpy as np

Colour = tuple[float, float, float]
"""BGR, 0 to 1."""


@dataclass(frozen=True)
class DieLook:
    """What a die is made of. Lengths are fractions of half its side, colours BGR 0 to 1.

    Attributes:
        colour: of the body.
        pip_colour: of the pips.
        ace_colour: of the single pip of the one (often red in Asia).
        edge: radius of the rounded edges, 0.02 (casino) to 0.6.
        ball: radius of the sphere the cube is cut with, 1.25 (very round corners) to 1.75 (not cut).
        pip: radius of a pip.
        ace: factor on the radius of the single pip.
        spread: distance of the outer pips from the middle, along each side.
        depth: 0 painted, 1 deeply drilled.
        gloss: 0 to 1.
        translucence: 0 to 1.
        speckle: 0 to 1.
        marble: 0 to 1.
        right_handed: 1, 2, 3 run counter-clockwise around their corner.
        turned: for 2, 3 and 6, whether the pattern lies the other way.
        seed: of the speckles.
    """

    colour: Colour = (0.9, 0.9, 0.92)
    pip_colour: Colour = (0.05, 0.05, 0.05)
    ace_colour: Colour = (0.05, 0.05, 0.05)
    edge: float = 0.2
    ball: float = 1.6
    pip: float = 0.2
    ace: float = 1.0
    spread: float = 0.5
    depth: float = 0.3
    gloss: float = 0.4
    translucence: float = 0.0
    speckle: float = 0.0
    marble: float = 0.0
    right_handed: bool = True
    turned: tuple[bool, bool, bool] = (False, False, False)
    seed: int = 0


def random_look(rng: np.random.Generator) -> DieLook:
    """Any die a shop or a drawer may hold."""
    colour = _random_colour(rng)
    pips = _contrasting(rng, colour)
    red_pip = rng.random() < 0.12 and min(colour) > 0.6
    return DieLook(
        colour=colour,
        pip_colour=pips,
        ace_colour=(0.1, 0.1, 0.75) if red_pip else pips,
        edge=float(rng.uniform(0.1, 0.5) if rng.random() < 0.8 else rng.uniform(0.02, 0.1)),
        ball=float(rng.uniform(1.28, 1.7)),
        pip=float(rng.uniform(0.13, 0.27)),
        ace=float(rng.choice([1.0, 1.0, 1.0, 1.3, 1.7])),
        spread=float(rng.uniform(0.42, 0.6)),
        depth=float(rng.uniform(0, 0.8)),
        gloss=float(rng.uniform(0, 0.9)),
        translucence=float(rng.choice([0, 0, 0, 0.4, 0.8])),
        speckle=float(rng.choice([0, 0, 0, 0.15, 0.4])),
        marble=float(rng.choice([0, 0, 0, 0.2, 0.5])),
        right_handed=bool(rng.random() < 0.6),
        turned=(bool(rng.random() < 0.5), bool(rng.random() < 0.5), bool(rng.random() < 0.5)),
        seed=int(rng.integers(1 << 30)),
    )


def _grey(colour: Colour) -> float:
    return 0.11 * colour[0] + 0.59 * colour[1] + 0.3 * colour[2]


def _random_colour(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.3:  # white, ivory, bone
        white = rng.uniform(0.72, 1.0)
        return (white * rng.uniform(0.72, 1.0), white * rng.uniform(0.92, 1.0), white)
    if kind < 0.42:  # black and nearly black
        return (rng.uniform(0.02, 0.2), rng.uniform(0.02, 0.2), rng.uniform(0.02, 0.2))
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(90, 255), rng.uniform(50, 255)]]], np.uint8)
    blue, green, red = (cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255).tolist()
    return (blue, green, red)


def _contrasting(rng: np.random.Generator, body: Colour) -> Colour:
    for _ in range(20):
        if rng.random() < 0.75:
            low, high = (0.85, 1.0) if (_grey(body) < 0.5) == (rng.random() < 0.93) else (0.0, 0.15)
            pips = (rng.uniform(low, high), rng.uniform(low, high), rng.uniform(low, high))
        else:
            pips = _random_colour(rng)
        if abs(_grey(pips) - _grey(body)) > 0.22:
            return pips
    return (0.02, 0.02, 0.02) if _grey(body) > 0.5 else (0.98, 0.98, 0.98)
