"""Piste's questions in doubt: which dice, or whether a tile is open or closed. One question at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..table.values.view import View
from . import Words


@dataclass(frozen=True)
class TileQuestion:
    """A tile that was read unsurely.

    Attributes:
        seat, tile: the place of the frame, and the number.
        says: the question.
        answers: (state, words) of each answer: open, closed.
    """

    seat: int
    tile: int
    says: str
    answers: tuple[tuple[str, str], ...]


def dice_question(w: Words, readings: Sequence[tuple[int, ...]]) -> str:
    """ "3 or 5?": only the numbers that differ if one die alone is in doubt, else the whole readings."""
    if not readings:
        return w.t("Which dice?")
    if len({len(reading) for reading in readings}) == 1:
        differing = [column for column in zip(*readings, strict=True) if len(set(column)) > 1]
        if len(differing) == 1:
            return w.t("%(choices)s?", choices=w.any_of(dict.fromkeys(differing[0])))
    return w.t("%(choices)s?", choices=w.any_of(w.all_of(reading) for reading in readings))


def tile_question(w: Words, view: View) -> TileQuestion | None:
    """The tile to ask about; None if there is none, the dice are in question, or a hand is over the board."""
    asked = view.asked_tile
    if asked is None or view.state not in ("waiting_move", "provisional") or view.camera.hands:
        return None
    says = w.t("Is tile %(tile)s open or closed?", tile=asked.tile)
    answers = (("open", w.t("Open")), ("closed", w.t("Closed")))
    return TileQuestion(asked.seat, asked.tile, says, answers)
