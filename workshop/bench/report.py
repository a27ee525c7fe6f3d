"""The figures of a bench beside their targets: as a table to read, as JSON to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Unit = Literal["A", "share", "MB", "frames", "s", "ms"]
"""Times of A's time; part of one processor core, 0 to 1; 10^6 bytes (memory: 2^20); frames of a film; s and 10^-3 s."""

PUBLISHED = {"Raspberry Pi 5": 0.199, "Raspberry Pi 4": 0.560}
"""s that a detector of A's shape takes there, as published."""
UNSURE = 2.0
"""How many times more or less a projection may turn out: smaller networks and pictures may not follow A."""


@dataclass(frozen=True)
class Row:
    """One figure.

    Attributes:
        key: its name in the JSON.
        what: its name to read.
        value: in its unit; None where this machine cannot tell.
        unit: of value and target.
        target: the most that it should be; None where nothing was promised.
    """

    key: str
    what: str
    value: float | None
    unit: Unit
    target: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether it is as small as promised; None where nothing was promised, or it was not measured."""
        return None if self.target is None or self.value is None else self.value <= self.target


def as_json(rows: Iterable[Row], a_seconds: float, a_flop: int, about: Mapping[str, Any]) -> dict[str, Any]:
    """The figures as JSON values: `about`, `a`, `rows`, `projection`."""
    rows = tuple(rows)
    return {
        **about,
        "a": {"gflop": round(a_flop / 1e9, 3), "ms": round(a_seconds * 1e3, 2)},
        "rows": [row_json(row) for row in rows],
        "projection": {
            machine: {"a_ms": seconds * 1e3, "factor": round(seconds / a_seconds, 2), "unsure": UNSURE}
            | {row.key: projected(row, seconds, a_seconds) for row in rows if row.unit in ("A", "share")}
            for machine, seconds in PUBLISHED.items()
        },
    }


def row_json(row: Row) -> dict[str, Any]:
    """One figure as JSON values."""
    return {
        "key": row.key,
        "what": row.what,
        "value": None if row.value is None else float(f"{row.value:.4g}"),
        "unit": row.unit,
        "target": None if row.target is None else float(f"{row.target:.4g}"),
        "met": row.met,
    }


def projected(row: Row, there: float, here: float) -> float | None:
    """What a figure would be where A takes `there` seconds instead of `here`: ms for a step, else a share."""
    if row.value is None:
        return None
    return round(row.value * there * 1e3, 2) if row.unit == "A" else round(row.value * there / here, 4)


def table(rows: Sequence[Row], a_seconds: float) -> list[str]:
    """Lines to read: what, measured, target, met or missed; steps in ms too."""

    def took(row: Row) -> str:
        return "" if row.unit != "A" or row.value is None else f"{row.value * a_seconds * 1e3:.2f}"

    return lined(rows, "ms", took)


def lined(rows: Sequence[Row], title: str, beside: Callable[[Row], str]) -> list[str]:
    """Lines to read: what, measured, what `beside` says of it under that title, target, met or missed."""
    lines = [("", "measured", title, "target", "")]
    lines += [
        (
            row.what,
            shown(row.value, row.unit),
            beside(row),
            "" if row.target is None else f"<= {shown(row.target, row.unit)}",
            {True: "met", False: "MISSED", None: ""}[row.met],
        )
        for row in rows
    ]
    widths = [max(len(line[k]) for line in lines) for k in range(5)]
    return [
        f"{line[0]:<{widths[0]}}  " + "  ".join(f"{line[k]:>{widths[k]}}" for k in range(1, 5)).rstrip()
        for line in lines
    ]


def shown(value: float | None, unit: Unit) -> str:
    """A figure in its unit."""
    if value is None:
        return "not measured"
    if unit == "A":
        return f"A/{1 / value:.{1 if value > 0.1 else 0}f}" if 0 < value < 1 else f"{value:.2f} A"
    if unit == "share":
        return f"{100 * value:.2f} %"
    digits = {"frames": 0, "MB": 1}.get(unit, 3 if value < 1 else 1 if value < 100 else 0)
    return f"{value:.{digits}f} {unit}"
