"""Dice and counts of Trente as the notation writes them."""

from __future__ import annotations

from typing import Any

from ... import expect
from .dice import Count, Strike, count
from .rules import TrenteRules
from .state import HIGH


def rolled(value: object, path: str, due: int) -> tuple[int, ...]:
    """Exactly so many dice. Raises BadQuestion."""
    return expect.wholes(value, path, 1, 6, f"a list of {due} dice from 1 to 6", due)


def counted(rules: TrenteRules, aside: tuple[int, ...]) -> Count:
    """What six dice come to, in the order in which they were set aside."""
    return count(rules.threshold_with(aside), sum(aside))


def turn_plain(found: Count) -> dict[str, Any]:
    """A turn's count as the notation tells it."""
    return {
        "threshold": found.threshold,
        "direction": "at_least" if found.threshold == HIGH else "at_most",
        "sum": found.sum,
        "outcome": found.outcome,
        "points_lost": found.lost,
        "level": found.level,
    }


def strike_plain(level: int, strike: Strike) -> dict[str, Any]:
    """An attack as the notation tells it."""
    told = {
        "hits": strike.hits,
        "damage": strike.hits * level,
        "full_hands": strike.full_hands,
        "finished": not strike.due,
    }
    return told | ({"dice_to_throw": strike.due} if strike.due else {})
