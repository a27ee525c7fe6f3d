"""The figures of a known table that may be stored; no picture can be reconstructed from them.

Of the ground nothing is kept, of each tile where it is and a few numbers of either look (`vision.known.traits`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from ..dice.pips import Colours
from ..geometry.plane import Matrix
from ..layout import Layouts, layouts
from .asking import MIDDLES, fitted
from .teach import MOST_TRUST
from .traits import MOST as STEPS
from .traits import NUMBERS, TileTraits, traits_of
from .value import Known, KnownDice

MOST = 100_000
"""No honest count is larger."""
TILES = 64
"""No board has more tiles."""


def figures(known: Known) -> str:
    """Sizes, colours, counts and the tiles' traits as one JSON object; neither looks nor the ground."""
    dice, traits = known.dice, known.traits if known.looks is None else traits_of(known.looks, known.traits)
    return json.dumps(
        {
            "layout": known.layout,
            "span": dice.span,
            "counts": dice.counts,
            "colours": None if dice.colours is None else asdict(dice.colours),
            "right": known.asking.right,
            "wrong": known.asking.wrong,
            "tiles": None if traits is None or known.places is None else _tiles(traits, known.places),
        }
    )


def _tiles(traits: TileTraits, places: Matrix) -> dict[str, Any]:
    return {
        "places": np.round(places, 5).tolist(),
        "numbers": traits.numbers.tolist(),
        "level": np.round(traits.level.astype(float), 3).tolist(),
        "theirs": np.round(traits.theirs.astype(float), 6).tolist(),
        "loose": np.round(traits.loose.astype(float), 6).tolist(),
        "trust": np.round(traits.trust.astype(float), 2).tolist(),
        "known": traits.known.astype(int).tolist(),
        "digits": np.round(traits.digits.astype(float), 4).tolist(),
    }


def known_of(text: str, boards: Layouts | None = None) -> Known:
    """What `figures` wrote, of one of these boards, those that ship where none are handed in.

    Raises ValueError where the text is no such object.
    """
    try:
        table: dict[str, Any] = json.loads(text)
        dice = KnownDice(
            _numbers(table["span"], 2), tuple((_count(many), _count(often)) for many, often in table["counts"]),
            _colours(table.get("colours")),
        )  # fmt: skip
        right, wrong = (tuple(map(_count, table[name])) for name in ("right", "wrong"))
        if len(right) != len(MIDDLES) or len(wrong) != len(MIDDLES):
            raise ValueError(f"expected {len(MIDDLES)} counts; got {len(right)} and {len(wrong)}")
        asking = fitted(right, wrong) if sum(right) + sum(wrong) else fitted((0,) * len(MIDDLES), (0,) * len(MIDDLES))
        known = Known((layouts() if boards is None else boards)[table["layout"]].name, dice=dice, asking=asking)
        tiles = table.get("tiles")  # an older Piste wrote none
        return known if tiles is None else _with_tiles(known, tiles)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(f"expected figures of a table as JSON; got {text[:60]!r} ({error!r})") from error


def _colours(table: dict[str, Any] | None) -> Colours | None:
    if table is None:
        return None
    pips, body = (_numbers(table[name], 3) for name in ("pips", "body"))
    spread = tuple(float(value) for value in table["spread"])
    if pips is None or body is None or len(spread) != 9 or not all(abs(part) < 1e5 for part in spread):
        raise ValueError(f"expected the colours of dice; got {table!r}")
    return Colours(pips, body, spread, _count(table["faces"]))


def _with_tiles(known: Known, stored: Any) -> Known:
    count, digits = len(stored["known"]), len(stored["digits"][0])
    if not 1 <= count <= TILES or not 1 <= digits <= 12:
        raise ValueError(f"expected 1 to {TILES} tiles of 1 to 12 digits; got {count} of {digits}")
    places = _array(stored["places"], (3, count, 2), -3.0, 4.0)
    traits = TileTraits(
        _array(stored["numbers"], (count, 2, NUMBERS), -STEPS, STEPS).astype(np.int16),
        _array(stored["level"], (count, 2, 3), 0.0, 6.0).astype(np.float32),
        _array(stored["theirs"], (count, 2), 0.0, 9.0).astype(np.float32),
        _array(stored["loose"], (count, 2), 0.0, 9.0).astype(np.float32),
        _array(stored["trust"], (count, 2), -99.0, MOST_TRUST).astype(np.float32),
        _array(stored["known"], (count, 2), 0, 1) > 0,
        _array(stored["digits"], (count, digits), 0.0, 1.0).astype(np.float32),
    )
    return replace(known, places=places, traits=traits)


def _array(values: Any, shape: tuple[int, ...], least: float, most: float) -> Matrix:
    """Numbers of that shape and range."""
    array = np.asarray(values, np.float64)
    if array.shape != shape or not ((array >= least) & (array <= most)).all():
        raise ValueError(f"expected {shape} numbers from {least:g} to {most:g}; got {array.shape}")
    array.setflags(write=False)
    return array


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
