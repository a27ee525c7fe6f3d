"""Whole numbers as people and browsers write them: bounded strings of digits 0 to 9."""

from __future__ import annotations

MOST = 18
"""Digits of the longest useful number; a version has 16."""


def whole(text: str) -> int | None:
    """The number written with up to MOST digits 0 to 9; None for anything else.

    `str.isdigit` accepts "²", which `int` rejects, like more than 4,300 digits.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MOST):
        return None
    return int(text)
