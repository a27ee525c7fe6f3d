"""What the camera's live picture shows, in sentences: for whoever sets the camera up and does not see the picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.calibration.learn import seat1_side
from vision.observation import BoardSeen, Die

from . import Words
from .area import flat_dice
from .calibration import side_words

STEP = 10
"""Hundredths of the picture in which the board's share is told: pictures that hardly differ are told alike."""


def found(w: Words, board: BoardSeen | None, *, learnt: bool) -> str:
    """Whether the board is seen just now, in one sentence; `learnt` says that it is known where it stood."""
    if board is None and learnt:
        return w.t("I do not see the board just now: the line shows where it was learnt.")
    if board is None:
        return w.t("I do not see the board.")
    return (
        w.t("I see a box with hinged tiles.")
        if board.layout == "box"
        else w.t("I see a board with four frames.")
    )


def described(w: Words, board: BoardSeen | None, size: tuple[int, int], dice: Sequence[Die]) -> str:
    """Where the board lies in the picture, how large, which way round, and the dice on it; "" where nothing is seen.

    Args:
        w: the reader's words.
        board: the one that the line goes round.
        size: width and height of the picture, px.
        dice: those that are seen.
    """
    told = [] if board is None else _placed(w, board, size)
    return " ".join(
        [*told, *flat_dice(w, [die for die in dice if die.state == "flat" and die.value is not None])]
    )


def _placed(w: Words, board: BoardSeen, size: tuple[int, int]) -> list[str]:
    corners = np.asarray(board.corners) / size
    share = STEP * max(1, round(100 * _area(corners) / STEP))
    lies = w.t(
        "The board lies %(where)s of the picture and fills some %(share)s %% of it.",
        where=_where(w, corners),
        share=share,
    )
    cut = bool((corners < 0).any() or (corners > 1).any())
    side = side_words(w)[seat1_side(board.corners)]
    return [
        lies,
        *([w.t("The board is cut off: move the camera until all of it is in the picture.")] if cut else []),
        w.t("Place 1 is %(side)s of the picture.", side=side),
    ]


def _area(corners: np.ndarray) -> float:
    """Of the quadrilateral, in shares of the picture."""
    x, y = corners[:, 0], corners[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def _where(w: Words, corners: np.ndarray) -> str:
    """The third of the picture, across and down, in which the board's middle lies."""
    across, down = np.clip((3 * corners.mean(axis=0)).astype(int), 0, 2)
    rows = (
        (w.t("at the upper left"), w.t("at the top"), w.t("at the upper right")),
        (w.t("on the left"), w.t("in the middle"), w.t("on the right")),
        (w.t("at the lower left"), w.t("at the bottom"), w.t("at the lower right")),
    )
    return rows[down][across]
