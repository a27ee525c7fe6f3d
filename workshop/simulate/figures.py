"""The figures of many simulated games: rates with 95 % bounds, by kind of fault. JSON values only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from ..evaluate.figures import upper_bound
from ..table import table
from .noise import TableKind
from .score import Recovery, Scored

SUMS = (
    "throws", "right", "commits", "wrong", "asked", "tiles", "entered", "marked", "answers",
    "fouls", "found", "named", "false", "voids", "voids_found", "voids_false", "scores_right", "moves", "moves_right",
)  # fmt: skip
TABLES = get_args(TableKind)
MOST = 0.95
"""Share of the faults of a kind after which reports are right again within the stated throws."""

ABOVE = 1.645
"""Standard errors from a mean to its one-sided 95 % bound."""

RECOVERED = (
    "n", "harmed", "again", "within_2", "within_2_at_least", "throws_95", "throws_95_of_harmed", "throws_most",
)  # fmt: skip
"""The printed figures of a kind of fault."""


@dataclass
class Sum:
    """Scores added up of some games.

    Attributes:
        of: each of SUMS.
        seconds: of processor time.
        games: throws and wrong commits of each: what is wrong comes in heaps, a poor table has most of it.
    """

    of: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUMS, 0))
    seconds: float = 0.0
    games: list[tuple[int, int]] = field(default_factory=list)

    def add(self, game: Scored, seconds: float) -> None:
        """One more game."""
        for name in SUMS:
            self.of[name] += getattr(game, name)
        self.seconds += seconds
        self.games.append((game.throws, game.wrong))

    def plus(self, other: Sum) -> Sum:
        """Both together."""
        of = {name: self.of[name] + other.of[name] for name in SUMS}
        return Sum(of, self.seconds + other.seconds, [*self.games, *other.games])


class Sums:
    """Scores added up as games are played: all of them, rule set by rule set, and by how well the table is read.

    Attributes:
        by_table: of each `noise.TableKind` that was played at.
        games, throws: so far.
    """

    def __init__(self) -> None:
        self._of: dict[str, Sum] = {}
        self._recoveries: dict[str, list[Recovery]] = {}
        self.by_table: dict[str, Sum] = {}
        self.games = 0
        self.throws = 0

    def add(self, name: str, game: Scored, seconds: float = 0.0) -> None:
        """One more game of a rule set."""
        self.games += 1
        self.throws += game.throws
        self._of.setdefault(name, Sum()).add(game, seconds)
        self.by_table.setdefault(game.table, Sum()).add(game, seconds)
        for recovery in game.recoveries:
            self._recoveries.setdefault(recovery.kind, []).append(recovery)

    def happened(self, kind: str) -> int:
        """How many faults of a kind."""
        return len(self._recoveries.get(kind, ()))

    @property
    def seconds(self) -> float:
        """Of processor time."""
        return sum(part.seconds for part in self._of.values())

    def figures(self) -> dict[str, Any]:
        """All figures."""
        whole = Sum()
        for part in self._of.values():
            whole = whole.plus(part)
        faults = {kind: recovered(some) for kind, some in sorted(self._recoveries.items())}
        by_game = {name: rates(part) for name, part in self._of.items()}
        by_table = {kind: rates(self.by_table[kind]) for kind in TABLES if kind in self.by_table}
        return {"games": self.games, "all": rates(whole), "by_game": by_game, "by_table": by_table, "faults": faults}


def rates(part: Sum) -> dict[str, Any]:
    """Counts and what they come to; `at_least` and `at_most` are 95 % bounds."""
    of, throws = part.of, max(1, part.of["throws"])
    questions = of["asked"] + of["tiles"] + of["entered"]
    return {
        **of,
        "games": len(part.games),
        "right_rate": round(of["right"] / throws, 5),
        "right_at_least": round(1 - upper_bound(of["throws"] - of["right"], of["throws"]), 5),
        "wrong_per_10000": round(1e4 * of["wrong"] / throws, 2),
        "wrong_per_10000_at_most": round(1e4 * wrong_at_most(part.games), 2),
        "questions_per_100": round(100 * questions / throws, 2),
        "fouls_found": round(of["found"] / max(1, of["fouls"]), 4),
        "false_fouls_per_100": round(100 * of["false"] / throws, 2),
        "throws_an_hour": round(3600 * of["throws"] / part.seconds) if part.seconds else None,
    }


def wrong_at_most(games: Sequence[tuple[int, int]]) -> float:
    """At most so many wrong commits a throw: the greater of two bounds, were throws, and are games, independent."""
    throws, wrong = (sum(column) for column in zip(*games, strict=True)) if games else (0, 0)
    if not throws:
        return 1.0
    share = wrong / throws
    off = sum((bad - share * many) ** 2 for many, bad in games) * len(games) / max(1, len(games) - 1)
    return max(upper_bound(min(wrong, throws), throws), float(share + ABOVE * off**0.5 / throws))


def recovered(some: Sequence[Recovery]) -> dict[str, Any]:
    """Of a kind of fault: how often it happened and did harm, and how many throws until reports were right again."""
    ranked = sorted(recovery.throws for recovery in some)
    harmed = [recovery for recovery in some if recovery.throws > 0 or not recovery.again]
    worst = sorted(recovery.throws for recovery in harmed) or [0]
    soon = sum(recovery.again and recovery.throws <= 2 for recovery in some)
    return {
        "n": len(some),
        "harmed": len(harmed),
        "again": sum(recovery.again for recovery in harmed),
        "soon": soon,
        "within_2": round(soon / len(some), 4),
        "within_2_at_least": round(1 - upper_bound(len(some) - soon, len(some)), 4),
        "throws_95": quantile(ranked),
        "throws_95_of_harmed": quantile(worst),
        "throws_most": ranked[-1],
    }


def quantile(ranked: Sequence[int]) -> int:
    """So many throws are enough in MOST of the cases."""
    return ranked[min(len(ranked) - 1, int(MOST * len(ranked)))]


RULES = (
    "", "games", "throws", "right", "moves right", "wrong commits per 10,000 throws", "questions per 100",
    "fouls found", "refused without a foul, per 100 throws", "throws that do not count found",
    "games whose scores are right", "throws an hour",
)  # fmt: skip
FOUND = (("found", "fouls"), ("voids_found", "voids"))


def rule_row(name: str, row: Mapping[str, Any]) -> Sequence[object]:
    """Some games' rates as the cells of RULES."""
    right = f"{100 * row['right_rate']:.2f} % (at least {100 * row['right_at_least']:.2f})"
    wrong = f"{row['wrong_per_10000']:.1f} (at most {row['wrong_per_10000_at_most']:.1f})"
    fouls, voids = (f"{row[hit]} of {row[all_]}" if row[all_] else "" for hit, all_ in FOUND)
    moves = f"{row['moves_right']} of {row['moves']}"
    asked, false, hour = row["questions_per_100"], row["false_fouls_per_100"], row["throws_an_hour"]
    ends = f"{row['scores_right']} of {row['games']}"
    throws, an_hour = f"{row['throws']:,}", f"{hour or 0:,}"
    return name, row["games"], throws, right, moves, wrong, asked, fouls, false, voids, ends, an_hour


def lines(report: Mapping[str, Any]) -> str:
    """The figures for people."""
    rows = list(report["by_game"].items())
    tables = [(f"{kind} tables", row) for kind, row in report["by_table"].items()]
    rows = [*([("all", report["all"])] if len(rows) != 1 else []), *rows, *tables]
    shown = [table(RULES, (rule_row(*row) for row in rows))]
    if report["faults"]:
        faults = ((kind, *map(row.get, RECOVERED)) for kind, row in report["faults"].items())
        shown.append(table(("fault", *RECOVERED), faults))
    return "\n\n".join(shown)
