"""The figures of many simulated games: rates with exact bounds, by kind of fault. JSON values only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..evaluate.figures import upper_bound
from .score import Recovery, Scored

SUMS = (
    "throws", "right", "commits", "wrong", "asked", "tiles", "marked", "answers",
    "fouls", "found", "named", "false", "voids", "voids_found", "voids_false",
)  # fmt: skip
MOST = 0.95
"""Share of the faults of a kind after which play is told right again within the throws told."""


class Sums:
    """Scores added up as games are played: all of them, and game by game."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, int]] = {}
        self._recoveries: dict[str, list[Recovery]] = {}
        self.games = 0

    @property
    def throws(self) -> int:
        """Throws so far."""
        return sum(of["throws"] for of in self._of.values())

    def add(self, game: str, one: Scored) -> None:
        """One more game."""
        self.games += 1
        of = self._of.setdefault(game, dict.fromkeys(SUMS, 0))
        for name in SUMS:
            of[name] += getattr(one, name)
        for recovery in one.recoveries:
            self._recoveries.setdefault(recovery.kind, []).append(recovery)

    def figures(self) -> dict[str, Any]:
        """All that is told."""
        whole = {name: sum(of[name] for of in self._of.values()) for name in SUMS}
        faults = {kind: recovered(some) for kind, some in sorted(self._recoveries.items())}
        by_game = {game: rates(of) for game, of in sorted(self._of.items())}
        return {"games": self.games, "all": rates(whole), "by_game": by_game, "faults": faults}


def rates(of: Mapping[str, int]) -> dict[str, Any]:
    """Counts and what they come to; `at_least` and `at_most` are 95 % bounds."""
    throws = max(1, of["throws"])
    return {
        **of,
        "right_rate": round(of["right"] / throws, 5),
        "right_at_least": round(1 - upper_bound(of["throws"] - of["right"], of["throws"]), 5),
        "wrong_per_10000": round(1e4 * of["wrong"] / throws, 2),
        "wrong_per_10000_at_most": round(1e4 * upper_bound(of["wrong"], of["throws"]), 2),
        "questions_per_100": round(100 * (of["asked"] + of["tiles"]) / throws, 2),
        "fouls_found": round(of["found"] / max(1, of["fouls"]), 4),
        "false_fouls_per_100": round(100 * of["false"] / throws, 2),
    }


def recovered(some: Sequence[Recovery]) -> dict[str, Any]:
    """Of a kind of fault: how often it happened and did harm, and how many throws until all was told right again."""
    ranked = sorted(one.throws for one in some)
    harmed = [one for one in some if one.throws > 0 or not one.again]
    worst = sorted(one.throws for one in harmed) or [0]
    return {
        "n": len(some),
        "harmed": len(harmed),
        "again": sum(one.again for one in harmed),
        "within_2": round(sum(one.again and one.throws <= 2 for one in some) / len(some), 4),
        "throws_95": quantile(ranked),
        "throws_95_of_harmed": quantile(worst),
        "throws_most": ranked[-1],
    }


def quantile(ranked: Sequence[int]) -> int:
    """So many throws are enough in MOST of the cases."""
    return ranked[min(len(ranked) - 1, int(MOST * len(ranked)))]


def lines(told: Mapping[str, Any]) -> Iterator[str]:
    """The figures for people."""
    yield _row("", "throws", "right", "wrong/10000", "at most", "asked/100", "fouls", "false/100")
    for name, row in (("all", told["all"]), *told["by_game"].items()):
        right, fouls = f"{100 * row['right_rate']:.2f}%", f"{row['found']}/{row['fouls']}"
        wrong, at_most = row["wrong_per_10000"], row["wrong_per_10000_at_most"]
        asked, false = row["questions_per_100"], row["false_fouls_per_100"]
        yield _row(name, row["throws"], right, wrong, at_most, asked, fouls, false)
    yield _row("fault", "n", "harm", "again", "<= 2", "95 %", "of harm", "most")
    columns = ("n", "harmed", "again", "within_2", "throws_95", "throws_95_of_harmed", "throws_most")
    yield from (_row(kind, *(row[name] for name in columns)) for kind, row in told["faults"].items())


def _row(name: str, *cells: object) -> str:
    return f"{name:14}" + "".join(f"{cell!s:>12}" for cell in cells)
