"""All tables of docs/simulation.md, played in one go: what is there already is not played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from ..table import table
from .faults import FORCED, OF_TILES
from .figures import RULES, TABLES, Sum, Sums, rates, rule_row
from .game import DICE, PLAYED, TILES, Wish
from .noise import CountedNoise
from .running import Simulation, added, stored_games, until

PARTS = ("rules", "answers", "alone", "faults")
"""What may be played: each rule set, a person who answers, eyes that do not err, and each fault with no other."""

ROUNDS = 10
"""Rows grow by turns, so that a run that is broken off has something of each."""

FAMILIES: Mapping[str, Sequence[str]] = {"tiles": TILES, "dice": DICE}
"""Rule sets whose board the camera sees, and those of which it sees the dice alone."""


@dataclass(frozen=True)
class TableRow:
    """A row of a table.

    Attributes:
        part: one of PARTS.
        name: of the row.
        run: what is played.
        throws: so many are wanted.
        kind: of the fault that is wanted, and `faults` how many; "" where throws are.
    """

    part: str
    name: str
    run: Simulation
    throws: int = 0
    kind: str = ""
    faults: int = 0

    def file(self, folder: Path) -> Path:
        """Where its games are kept."""
        return folder / f"{self.part}-{self.name}.jsonl"

    def enough(self, share: float) -> Callable[[Sums], bool]:
        """Whether such a share of what is wanted was played."""
        if self.kind:
            return lambda sums: sums.happened(self.kind) >= share * self.faults
        return lambda sums: sums.throws >= share * self.throws


def rows(throws: int, faults: int, seed: int = 1, half: str = "exam") -> Iterator[TableRow]:
    """Every row of every table.

    Args:
        throws: of each rule set.
        faults: of each kind.
        seed: of everything.
        half: of the seeds.
    """
    for name in PLAYED:
        yield TableRow("rules", name, Simulation((name,), seed, half), throws)
    for family, names in FAMILIES.items():
        yield TableRow("answers", family, Simulation(names, seed, half, answers=True), throws)
        yield TableRow("alone", family, Simulation(names, seed, half, Wish(foul=0.0), alone=True), throws)
    for family, names in FAMILIES.items():
        for kind in FORCED:
            if family == "tiles" or kind not in OF_TILES:
                run = Simulation(names, seed, half, Wish((kind,), 0.0), alone=True)
                yield TableRow("faults", f"{family}-{kind}", run, 0, kind, faults)


def played(
    some: Sequence[TableRow], noise: CountedNoise, folder: Path, tell: Callable[[TableRow, Sums], None]
) -> dict[TableRow, Sums]:
    """Plays what is not there yet.

    Args:
        some: the rows that are wanted.
        noise: how eyes err.
        folder: where games are kept.
        tell: called with each game.

    Raises:
        ValueError: what is kept there was played otherwise.
        OSError: it cannot be read or written.
    """
    results: dict[TableRow, Sums] = {}
    for part in range(1, ROUNDS + 1):
        for row in some:
            share = part / ROUNDS
            if row not in results or not row.enough(share)(results[row]):
                results[row] = until(row.run, noise, row.enough(share), row.file(folder), _reporter(row, tell))
    return results


def there(some: Sequence[TableRow], folder: Path) -> dict[TableRow, Sums]:
    """What was played so far of the rows that are wanted. Raises ValueError, OSError."""
    results = {row: added(stored_games(row.file(folder), row.run)) for row in some}
    return {row: sums for row, sums in results.items() if sums.games}


def _reporter(row: TableRow, tell: Callable[[TableRow, Sums], None]) -> Callable[[Sums], None]:
    return lambda sums: tell(row, sums)


def markdown(results: Mapping[TableRow, Sums]) -> str:
    """The tables that docs/simulation.md is made from."""
    of = {part: {row.name: sums.figures() for row, sums in results.items() if row.part == part} for part in PARTS}
    more = [rule_row(f"{part}: {name}", figures["all"]) for part in PARTS[1:3] for name, figures in of[part].items()]
    every: list[tuple[Sequence[str], Sequence[Sequence[object]]]] = [
        (RULES, [rule_row(name, figures["all"]) for name, figures in of["rules"].items()]),
        (RULES, list(_by_table(results))),
        (RULES, more),
    ]
    for family in FAMILIES:
        some = {name.partition("-")[2]: figures for name, figures in of["faults"].items() if name.startswith(family)}
        kinds = {kind: row["faults"][kind] | row["all"] for kind, row in some.items() if kind in row["faults"]}
        every.append((FAULTS, [_fault(f"{family}: `{kind}`", row) for kind, row in kinds.items()]))
    return "\n\n".join(table(head, body) for head, body in every if body) + "\n"


def _by_table(results: Mapping[TableRow, Sums]) -> Iterator[Sequence[object]]:
    """Of the rule sets whose board the camera sees, by how well the table is read."""
    some = [sums.by_table for row, sums in results.items() if row.part == "rules" and row.name in TILES]
    for kind in TABLES:
        whole = reduce(Sum.plus, (by_kind[kind] for by_kind in some if kind in by_kind), Sum())
        if whole.games:
            yield rule_row(f"tiles, {kind} tables", rates(whole))


FAULTS = (
    "fault", "n", "told wrongly, or not yet, at its throw or later", "right again within 2 throws",
    "throws until right again, in 95 %", "wrong commits", "put right by hand", "refused without a foul",
)  # fmt: skip


def _fault(name: str, row: Mapping[str, Any]) -> Sequence[object]:
    soon = f"{row['soon']} ({100 * row['within_2']:.1f} %; at least {100 * row['within_2_at_least']:.1f})"
    return name, row["n"], row["harmed"], soon, row["throws_95"], row["wrong"], row["entered"], row["false"]
