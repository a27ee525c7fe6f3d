"""What an event ended or decided, and its line of a record."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...core import Outcome
from ...story import ENDS, end_text, plain_text

OUTCOME_IDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "draws_again": ("dice",),  # both threw the same for who starts
        "starts": ("dice",),  # has won the draw
        "passes": ("reason", "dice"),  # cannot play this throw
        "won": ("number", "how", "points"),  # a game of a series, which counts for its winner alone
        "match": ENDS["match"],
    }
)
"""What an event may end in every game on the board of arrows -> the names of its values."""


def to_text(outcome: Outcome) -> str:
    """An outcome as a record has it: "1 passes, no_entry, dice 6 6"."""
    values = outcome.named
    if outcome.what == "match":
        return end_text(outcome)
    if outcome.what == "draws_again":
        return f"draw again, dice {' '.join(map(str, values['dice']))}"
    if outcome.what == "won" and outcome.player is not None:
        points = f"{values['points']} point" + ("" if values["points"] == 1 else "s")
        return f"game {values['number']}: won by {outcome.player + 1}, {values['how']}, {points}"
    return plain_text(outcome)
