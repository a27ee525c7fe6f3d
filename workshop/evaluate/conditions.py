"""The conditions under which a picture was taken: words that group the figures."""

from __future__ import annotations

from collections.abc import Callable

from .truth import Truth

SMALL, DIM, BRIGHT = 0.5, 0.6, 1.2
"""The board's share of the picture's width; exposures."""
BLUR, SHAKE, GLARE, COARSE = 0.8, 1.0, 0.25, 60
"""Radius of defocus and length of a shake (px of a picture 640 px wide); strength of mirrored lamps; JPEG quality."""
TINY = 15.0
"""px: a smaller die is outside the ordinary range."""


def conditions(truth: Truth) -> tuple[str, ...]:
    """Every condition that holds for a picture; "ordinary" or "harsh" first where the labels tell enough."""
    if not truth.condition or "exposure" not in truth.condition:
        return ()
    hard = tuple(name for name, holds in _HARD.items() if holds(truth))
    return ("harsh" if hard else "ordinary", "tags seen" if truth.turn_known else "no tags", *hard)


def _number(truth: Truth, name: str, missing: float) -> float:
    value = truth.condition.get(name)
    return missing if value is None else float(value)


def _zoom(truth: Truth) -> float:
    return truth.size[0] / 640


def _smallest_die(truth: Truth) -> float:
    return min((max(die.box[2:]) for die in truth.dice or () if die.box), default=TINY)


_HARD: dict[str, Callable[[Truth], bool]] = {
    "tilt over 35": lambda truth: _number(truth, "tilt_deg", 0) > 35,
    "board under half the width": lambda truth: _number(truth, "board_share", 1) < SMALL - 0.01,
    "dim": lambda truth: _number(truth, "exposure", 1) < DIM,
    "bright": lambda truth: _number(truth, "exposure", 1) > BRIGHT,
    "defocus": lambda truth: _number(truth, "defocus", 0) > BLUR * _zoom(truth),
    "shake": lambda truth: _number(truth, "shake", 0) > SHAKE * _zoom(truth),
    "glare": lambda truth: _number(truth, "glare", 0) > GLARE,
    "coarse JPEG": lambda truth: 0 < _number(truth, "jpeg", 0) < COARSE,
    "hands": lambda truth: _number(truth, "hands", 0) > 0,
    "dice under 15 px": lambda truth: _smallest_die(truth) < TINY,
}
