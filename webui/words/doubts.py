"""What Piste asks when it cannot see well: which dice, or whether a tile is open or closed. One question at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import Words

View = Mapping[str, Any]


@dataclass(frozen=True)
class TileQuestion:
    """A tile that the eyes are not sure of.

    Attributes:
        seat, tile: whose frame, and the number.
        says: the question.
        answers: (state, words) of each answer: open, closed.
    """

    seat: int
    tile: int
    says: str
    answers: tuple[tuple[str, str], ...]


def dice_question(w: Words, readings: Sequence[tuple[int, ...]]) -> str:
    """What the dice show, or the die where one alone was thrown: the readings themselves are the answers."""
    if readings and all(len(reading) == 1 for reading in readings):
        return w.t("What does the die show?")
    return w.t("What do the dice show?")


def tile_question(w: Words, view: View) -> TileQuestion | None:
    """The tile to ask about; None while there is none, the dice are asked about, or a hand is over the board."""
    doubt = view["doubt"] or {}
    asked = doubt.get("asks") if doubt.get("kind") == "tiles" else None
    if not asked or view["state"] not in ("waiting_move", "provisional") or view["camera"].get("hands"):
        return None
    says = w.t("Is tile %(tile)s open or closed?", tile=asked["tile"])
    answers = (("open", w.t("Open")), ("closed", w.t("Closed")))
    return TileQuestion(asked["seat"], asked["tile"], says, answers)
