"""Every target by its name, and the table of what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from . import kept, site, texts
from .loop import Findings, Target

SHARES: Mapping[str, float] = MappingProxyType(
    {
        "notation": 75.0, "picture": 50.0, "known": 25.0, "setup": 25.0, "labels": 18.0, "capture": 12.0,
        "layout": 10.0, "backup": 7.0, "calibration": 7.0, "record": 2.0, "API": 2.0, "forms": 1.3, "stand": 0.7,
        "event": 0.5, "setup of a game": 0.5, "journal": 0.6,
    }
)  # fmt: skip
"""Of the inputs, those with more to read, or that are read faster, get more."""


def targets(folder: Path) -> Iterator[Target]:
    """Every parser; `folder` is for their files."""
    yield from texts.targets(folder)
    yield from kept.targets(folder)
    yield from site.targets(folder)


def tries_of(names: list[str], total: int) -> Mapping[str, int]:
    """How many inputs each target of these gets, of `total` in all at least."""
    shares = {name: SHARES.get(name, 1.0) for name in names}
    whole = sum(shares.values())
    return {name: -int(-total * share // whole) for name, share in shares.items()}


def row(name: str, found: Findings) -> tuple[str, ...]:
    """A line of the table: name, inputs, refused in words, lines reached, slowest in s, broken."""
    seconds = f"{found.slow[0]:.1f}"
    return name, str(found.tries), str(found.refused), str(len(found.lines)), seconds, str(len(found.broken))


HEAD = ("parser", "inputs", "refused in words", "lines reached", "slowest, s", "tracebacks")
