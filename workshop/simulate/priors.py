"""What the live table should expect, by what was counted: `priors.NOISE` and `priors.ACTS`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from ..evaluate.figures import upper_bound
from .count import OFFS

NEAR = 1.3
"""Widths within which a die lies near where one lay."""

SURELY = ("<0.95", "<0.98", "<0.99", "<0.999", "<=1")
"""Bins of how sure a die was told that is acted upon without a question."""

ACTS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "throw due": {
            "throw": ("roll_settled",),
            "void": ("die_cocked", "die_off_board"),
            "odd": ("dice_count",),
            "stays": ("stays",),
        },
        "move due": {"moved_and_thrown": ("moved_and_thrown",), "owed": ("must_close",), "stays": ("stays",)},
    }
)
"""What dice that lie otherwise than before are: the table's name for it, and what it is counted as."""

Counts = Mapping[str, Mapping[str, int]]


def listing(noise: Mapping[str, Any]) -> Iterator[str]:
    """A line a number: its name, what was counted, the share, and the 95 % upper bound."""
    counts: Counts = noise["counts"]
    yield f"# {noise['n']['films']} films, {noise['n']['throws']} throws, {noise['n']['settled']} settled looks"
    yield from _noise(counts, noise["n"]["throws"])
    for due, acts in ACTS.items():
        counter = counts.get(due, {})
        for name, words in acts.items():
            yield _line(f"ACTS.{name}, {due}", sum(counter.get(word, 0) for word in words), counter.get("n", 0))


def _line(name: str, k: int, n: int) -> str:
    """A number of the table: what was counted, what to expect by it, and how much it may be at most."""
    return f"{name:28}{k:>6} of {n:<6}{(k + 0.5) / (n + 1):>9.4f}   at most {upper_bound(k, n):.4f}"


def _noise(counts: Counts, throws: int) -> Iterator[str]:
    wrong, right = counts.get("sure wrong", {}), counts.get("sure right", {})
    k = sum(wrong.get(name, 0) for name in SURELY)
    yield _line("NOISE.misread", k, k + sum(right.get(name, 0) for name in SURELY))
    cast = counts.get("fate cast", {})
    stirred = [counts.get(name, {}) for name in ("fate push", "fate lift")]
    n = sum(row.get("n", 0) for row in stirred)
    for name, bins in (("near", _bins(near=True)), ("far", _bins(near=False))):
        thrown = sum(cast.get(f"off {each}", 0) for each in bins) / max(1, cast.get("n", 0))
        there = sum(row.get(f"off {each}", 0) for row in stirred for each in bins)
        ratio = max(there, 0.5) / (n + 1) / max(thrown, 1e-9)
        yield f"{f'NOISE.put_back, {name}':28}{there:>6} of {n:<6}{ratio:>9.4f}   times a throw's {thrown:.4f}"
    yield _line("NOISE.unseen", sum(row.get("off new", 0) for row in stirred), n)
    yield _line("NOISE.lies_on", cast.get("as_it_was", 0), cast.get("n", 0))
    yield _line("NOISE.unnoticed", cast.get("unnoticed", 0), cast.get("n", 0))
    lay = counts.get("fate none", {})
    yield _line("NOISE.came_up", lay.get("fresh", 0), lay.get("n", 0))
    yield _line("NOISE.stain", counts.get("stains", {}).get("n", 0), throws)
    ghosts = counts.get("ghosts", {})
    yield _line("a ghost, of dice taken", ghosts.get("n", 0), ghosts.get("taken", 0))
    for state in ("flat", "cocked", "off-board"):
        counter = counts.get(f"die {state}", {})
        n = sum(counter.values())
        for read in sorted(set(counter) - {state}):
            yield _line(f"{state}, read {read}", counter[read], n)


def _bins(*, near: bool) -> list[str]:
    return [f"<{bound}" for bound in OFFS if (bound <= NEAR) == near] + ([] if near else ["far"])
