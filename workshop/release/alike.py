"""Do two machines read a picture alike? The lines that `piste read` writes, compared thing by thing.

`python -m workshop.release.alike HERE.jsonl THERE.jsonl` prints the largest differences and each one that is too large.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PIXELS, SURE = 1.0, 0.01
"""What boxes, centres and corners may differ by, px; and what a probability may."""
PLACES = ("box", "center", "corners")


@dataclass(frozen=True)
class Apart:
    """Where two readings differ: the path to the value, and both."""

    path: str
    here: object
    there: object

    @property
    def much(self) -> float:
        """By how much, for numbers; infinity for anything else."""
        if isinstance(self.here, int | float) and isinstance(self.there, int | float):
            return abs(self.here - self.there)
        return float("inf")

    @property
    def allowed(self) -> bool:
        """It is a place within PIXELS, a probability within SURE, or a place in mm within a pixel's worth."""
        names = self.path.split(".")
        if any(name in PLACES for name in names):
            return self.much <= PIXELS
        if names[-1] == "sure":
            return self.much <= SURE
        return "at" in names and self.much <= PIXELS


def apart(here: object, there: object, path: str = "") -> Iterator[Apart]:
    """Each value in which two readings differ, by its path."""
    if isinstance(here, Mapping) and isinstance(there, Mapping) and set(here) == set(there):
        for name in here:
            if name != "file":
                yield from apart(here[name], there[name], f"{path}.{name}".lstrip("."))
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for number, (mine, theirs) in enumerate(zip(here, there, strict=True)):
            yield from apart(mine, theirs, f"{path}.{number}")
    elif here != there:
        yield Apart(path, here, there)


def _lines(file: str) -> list[Any]:
    return [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]


def main(here: str, there: str) -> int:
    """Prints what differs; 1 where something differs by more than is allowed."""
    differences = list(apart(_lines(here), _lines(there)))
    wrong = [difference for difference in differences if not difference.allowed]
    for name in ("box", "center", "corners", "at", "sure"):
        of_it = [difference.much for difference in differences if name in difference.path.split(".")]
        print(f"{name}: differ by {max(of_it, default=0.0):.4f} at most, {len(of_it)} differ")
    for difference in wrong:
        print(f"too far apart: {difference.path}: {difference.here!r} and {difference.there!r}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
