"""Whole numbers as people and browsers write them: 0 to 9, and not without end."""

from __future__ import annotations

MOST = 18
"""Digits of the longest number that means anything here; a version has 16."""


def whole(text: str) -> int | None:
    """The number that up to MOST digits 0 to 9 write; None for everything else.

    `str.isdigit` would let "²" pass, which is no number to `int`; nor are more than 4,300 digits.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MOST):
        return None
    return int(text)
