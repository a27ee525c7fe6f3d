"""What of a known table may lie on a disk: figures, of which nobody can draw a picture."""

from __future__ import annotations

import json
from typing import Any

from ..layout import Layouts, layouts
from .asking import MIDDLES, fitted
from .value import Known, KnownDice

MOST = 100_000
"""No honest count is larger."""


def figures(known: Known) -> str:
    """Sizes, colours and counts as one JSON object; neither looks nor the ground."""
    dice = known.dice
    return json.dumps(
        {
            "layout": known.layout,
            "span": dice.span,
            "counts": dice.counts,
            "body": dice.body,
            "pips": dice.pips,
            "right": known.asking.right,
            "wrong": known.asking.wrong,
        }
    )


def known_of(text: str, boards: Layouts | None = None) -> Known:
    """What `figures` wrote, of one of these boards, those that ship where none are handed in.

    Raises ValueError where the text is no such object.
    """
    try:
        table: dict[str, Any] = json.loads(text)
        dice = KnownDice(
            _numbers(table["span"], 2), tuple((_count(many), _count(often)) for many, often in table["counts"]),
            _numbers(table["body"], 3), _numbers(table["pips"], 3),
        )  # fmt: skip
        right, wrong = (tuple(map(_count, table[name])) for name in ("right", "wrong"))
        if len(right) != len(MIDDLES) or len(wrong) != len(MIDDLES):
            raise ValueError(f"expected {len(MIDDLES)} counts; got {len(right)} and {len(wrong)}")
        asking = fitted(right, wrong) if sum(right) + sum(wrong) else fitted((0,) * len(MIDDLES), (0,) * len(MIDDLES))
        return Known((layouts() if boards is None else boards)[table["layout"]].name, dice=dice, asking=asking)
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"expected figures of a table as JSON; got {text[:60]!r} ({error!r})") from error


def _numbers(values: Any, count: int) -> Any:
    """So many finite numbers, or None."""
    if values is None:
        return None
    numbers = tuple(float(value) for value in values)
    if len(numbers) != count or not all(0 <= number < 1e4 for number in numbers):
        raise ValueError(f"expected {count} numbers from 0 on; got {values!r}")
    return numbers


def _count(value: Any) -> int:
    number = int(value)
    if not 0 <= number <= MOST:
        raise ValueError(f"expected a count; got {value!r}")
    return number
