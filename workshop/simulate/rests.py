"""Dice while they lie, read from look to look; and dice that are reported although they were taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from vision.observation import Die

from .happened import Lying
from .matched import Matched


@dataclass
class DieRest:
    """A die from its coming to rest until dice are touched again.

    Attributes:
        lying: the truth.
        readings: at each settled look; None where it is not seen.
    """

    lying: Lying
    readings: list[Die | None] = field(default_factory=list)

    def runs(self) -> tuple[tuple[Die | None, int], ...]:
        """How it is read, run by run: (a reading, for how many looks)."""
        every = [list(run) for _, run in groupby(self.readings, key=_what)]
        return tuple((run[0], len(run)) for run in every)

    def amiss(self) -> tuple[tuple[Die | None, int, bool], ...]:
        """Runs that do not tell the truth: (a reading, for how many looks, until dice are touched)."""
        true = (self.lying.state, self.lying.value if self.lying.state == "flat" else None)
        runs = self.runs()
        return tuple(
            (die, looks, k == len(runs) - 1) for k, (die, looks) in enumerate(runs) if _what(die) != true
        )


def _what(die: Die | None) -> tuple[str, int | None]:
    return ("unseen", None) if die is None else (die.state, die.value if die.state == "flat" else None)


def die_rests(matches: Sequence[Matched]) -> Iterator[DieRest]:
    """Every die of every throw, while it lies untouched."""
    lying: dict[Lying, DieRest] = {}
    for match in matches:
        if any(done.kind in ("cast", "push", "lift") for done in match.since):
            yield from (rest for rest in lying.values() if rest.readings)
            lying = {}
        for die, read in match.dice:
            lying.setdefault(die, DieRest(die)).readings.append(read)
    yield from (rest for rest in lying.values() if rest.readings)


def ghost_runs(matches: Sequence[Matched]) -> tuple[int, list[int]]:
    """How many dice were taken up and thrown, and for how many looks the taken ones were still reported."""
    taken, runs, last = 0, [], 0
    for match in matches:
        if match.busy:
            continue
        if any(done.kind == "cast" for done in match.since):
            runs += [last] if last else []
            last, taken = 0, taken + len(match.dice)
        if match.ghosts:
            last += 1
        elif last:
            runs.append(last)
            last = 0
    return taken, runs + ([last] if last else [])
