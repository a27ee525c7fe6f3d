"""How eyes err, drawn at random as often as it was counted: `noise.json` as values.

A table is drawn for each game, one of those that were recorded: where the light was poor every die is doubtful.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias, cast

from vision.observation import DieState, PieceKind

from .count import KINDS

COUNTED = Path(__file__).with_name("noise.json")

SURE = (0.98, 0.99, 0.995)
"""How sure the eyes are of a die that is read without doubt."""

EARLY = 0.04
"""How often a throw is looked at before all its dice lie still: in recorded films so many of a hundred throws."""

UNREADABLE, DOUBTFUL = 1 / 3, 1 / 5
"""A table is unreadable where so many of its dice are first read wrongly, poor where so many are in doubt."""

POOLED = 0.2
"""How often a die, or a tile, is read as at another table: none has shown all that it may."""


TableKind: TypeAlias = Literal["good", "poor", "unreadable"]


@dataclass(frozen=True)
class Reading:
    """A die as it is read: the fields of `vision.observation.Die` except its place."""

    state: DieState
    value: int | None
    sure: float
    there: float = 1.0
    chances: tuple[float, ...] = ()


Story: TypeAlias = tuple[tuple[int, Reading | None], ...]
"""How a die is read while it lies: for so many looks so, None where it is not seen; the last one lasts."""


@dataclass(frozen=True)
class Episode:
    """A tile that is read badly for so many looks: what it is, and the probabilities of each of KINDS.

    `turned`: it began as the tile was turned.
    """

    true: PieceKind
    chances: tuple[float, ...]
    looks: int
    turned: bool = False


@dataclass(frozen=True)
class TableNoise:
    """One recorded table.

    Attributes:
        clean: dice that were read right and surely, all along.
        amiss: (what it was, how it was read) of the others.
        moments, turned: settled looks that follow a deed, and tiles that were turned.
        tiles: what was read badly of tiles.
    """

    clean: int
    amiss: tuple[tuple[str, Story], ...]
    moments: int
    turned: int
    tiles: tuple[Episode, ...]

    @property
    def kind(self) -> TableKind:
        """How well it is read: poor where any die was read wrongly, or tiles were read badly oftener than turned."""
        flat = [(what, story[0][1]) for what, story in self.amiss if what.isdigit()]
        dice = max(1, self.clean + len(flat))
        wrong = sum(read is None or (read.state, str(read.value)) != ("flat", what) for what, read in flat)
        if wrong >= UNREADABLE * dice:
            return "unreadable"
        return "poor" if wrong or len(flat) >= DOUBTFUL * dice or len(self.tiles) > self.turned else "good"


@dataclass(frozen=True)
class CountedNoise:
    """All that was counted.

    Attributes:
        tables: of each film.
        stains: what was read as a die and was none.
        counts: counters by name.
        times: quantiles of seconds by name.
        throws: how many were counted.
        early: how often a throw is looked at before all its dice lie still.
    """

    tables: tuple[TableNoise, ...]
    stains: tuple[Reading, ...]
    counts: Mapping[str, Mapping[str, int]]
    times: Mapping[str, tuple[float, ...]]
    throws: int
    early: float = 0.0

    def rate(self, name: str, what: str, of: str = "n") -> float:
        """How often something was counted, of so many; half of once where never."""
        counter = self.counts.get(name, {})
        n = counter.get(of, 0)
        return max(counter.get(what, 0), 0.5) / (n + 1) if n else 0.0

    def without_errors(self) -> CountedNoise:
        """Eyes that err in nothing; deeds take as long as they did, and hands are seen as often."""
        motion = {name: row for name, row in self.counts.items() if name.startswith("moving")}
        motion |= {f"fate {kind}": {"n": 10**9, "stirred": 10**9} for kind in ("push", "lift")}
        flawless = TableNoise(1, (), 1, 1, ())
        return replace(self, tables=(flawless,), stains=(), counts=motion, throws=10**9, early=0.0)

    @property
    def stain(self) -> float:
        """How often, at a throw, something is read as a die that is none."""
        return max(len(self.stains), 0.5) / (self.throws + 1)

    def seconds(self, rng: Random, name: str) -> float:
        """A time as it may be, between two quantiles."""
        known = self.times[name]
        k = rng.randrange(len(known) - 1)
        return rng.uniform(known[k], known[k + 1])

    def story(self, rng: Random, table: TableNoise, true: str) -> Story:
        """How a die of a value, or a cocked or off-board one, is read at a table."""
        if rng.random() < POOLED:
            table = rng.choice(self.tables)
        same = [story for what, story in table.amiss if what.isdigit() == true.isdigit()]
        exact = [story for what, story in table.amiss if what == true]
        if not true.isdigit():
            return self._strange(rng, true)
        if rng.random() * (table.clean + len(same)) < table.clean or not same:
            return ((1, clean(rng, int(true))),)
        if exact and rng.random() < len(exact) / len(same) + 0.5:
            return rng.choice(exact)
        what, story = rng.choice([pair for pair in table.amiss if pair[0].isdigit()])
        return tuple((looks, _relabelled(reading, int(what), int(true))) for looks, reading in story)

    def _strange(self, rng: Random, true: str) -> Story:
        """A die that leans or lies beside the board: read as at any table, for such dice are few."""
        stories = [story for table in self.tables for what, story in table.amiss if what == true]
        n = max(1, sum(self.counts.get(f"die {true}", {}).values()))
        if stories and rng.random() < len(stories) / n:
            return rng.choice(stories)
        state = cast(DieState, true)
        return ((1, Reading(state, None if true == "cocked" else rng.randint(1, 6), 0.95)),)

    def episodes(self, rng: Random, table: TableNoise, turned: int) -> list[Episode]:
        """Tiles that begin to be read badly as the table comes to rest, so many tiles having been turned."""
        if rng.random() < POOLED:
            table = rng.choice(self.tables)
        mine = [episode for episode in table.tiles if episode.turned]
        others = [episode for episode in table.tiles if not episode.turned]
        often = len(mine) / max(1, table.turned)
        episodes = [rng.choice(mine) for _ in range(turned) if rng.random() < often]
        most, often = 4, len(others) / max(1, table.moments)
        while often and most and rng.random() < often / (1 + often):
            episodes.append(rng.choice(others))
            most -= 1
        return episodes


def clean(rng: Random, value: int) -> Reading:
    """A flat die read right and surely."""
    return _CLEAN[value, rng.choice(SURE)]


def _clean(value: int, sure: float) -> Reading:
    chances = tuple(sure if other == value else (1 - sure) / 5 for other in range(1, 7))
    return Reading("flat", value, sure, 1.0, chances)


_CLEAN = {(value, sure): _clean(value, sure) for value in range(1, 7) for sure in SURE}


def _relabelled(reading: Reading | None, was: int, now: int) -> Reading | None:
    """The same reading had the die shown another value."""
    if reading is None or was == now:
        return reading
    swap = {was: now, now: was}
    value = None if reading.value is None else swap.get(reading.value, reading.value)
    chances = tuple(reading.chances[swap.get(v, v) - 1] for v in range(1, 7)) if reading.chances else ()
    return Reading(reading.state, value, reading.sure, reading.there, chances)


def load(file: Path = COUNTED) -> CountedNoise:
    """The noise that was counted. Raises OSError, ValueError."""
    raw = json.loads(file.read_text(encoding="utf-8"))
    tables = tuple(map(_table, raw["kept"].get("tables", ())))
    stains = tuple(_reading(stain) for stain in raw["kept"].get("stains", ()))
    times = {name: tuple(row["quantiles"]) for name, row in raw["times"].items()}
    return CountedNoise(tables, stains, raw["counts"], times, raw["n"]["throws"], EARLY)


def _table(raw: Mapping[str, Any]) -> TableNoise:
    amiss = tuple((entry["true"], _story(entry["story"])) for entry in raw["amiss"])
    tiles = tuple(
        Episode(entry["true"], tuple(entry["chances"]), entry["looks"], entry["turned"]) for entry in raw["tiles"]
    )
    return TableNoise(raw["clean"], amiss, raw["moments"], raw["turned"], tiles)


def _story(raw: Sequence[Sequence[Any]]) -> Story:
    return tuple((looks, None if reading is None else _reading(reading)) for looks, reading in raw)


def _reading(raw: Mapping[str, Any]) -> Reading:
    return Reading(raw["state"], raw["value"], raw["sure"], raw["there"], tuple(raw["chances"]))


def kind_of(chances: Sequence[float]) -> PieceKind:
    """The reported kind of a tile."""
    return KINDS[max(range(len(chances)), key=lambda k: chances[k])]
