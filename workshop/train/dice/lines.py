"""Choose below which sureness Piste asks about a throw, on pictures that nothing was trained on.

    python -m workshop evaluate VALIDATION/labels.jsonl --each readings.jsonl
    python -m workshop.train.dice.lines readings.jsonl...

Each picture is one throw. For every line: how many throws would be acted upon, how many of those wrongly (with the
95 % upper bound), how many asked about; drawn tables and photographs apart.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vision.thresholds import Thresholds

from ...evaluate.figures import acted_upon

LINES = (0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998)


def acted(throws: Sequence[dict[str, Any]], now: float) -> list[dict[str, Any]]:
    """For every line, what would be acted upon.

    Args:
        throws: lines of `python -m workshop evaluate --each` whose dice are labelled.
        now: the line under which they were read: what was asked about above it is asked about under any line.
    """
    rows = []
    for line in LINES:
        asks = [
            one["least_sure_die"] < line or ("dice" in one["abstains"] and one["least_sure_die"] >= now)
            for one in throws
        ]
        rights = [bool(one["dice_right"]) for one in throws]
        rows.append({"line": line, **acted_upon(list(zip(rights, asks, strict=True)))})
    return rows


def main() -> None:
    """Read every line, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("readings", type=Path, nargs="+")
    parser.add_argument(
        "--now", type=float, default=Thresholds().die_on_board, help="the line under which they were read"
    )
    given = parser.parse_args()
    told = [
        json.loads(line) for path in given.readings for line in path.read_text(encoding="utf-8").splitlines()
    ]
    for name, drawn in (("drawn tables", True), ("photographs", False)):
        throws = [
            one
            for one in told
            if one["source"].startswith("scenes") == drawn and one["dice_right"] is not None
        ]
        if throws:
            print(name)
        for row in acted(throws, given.now) if throws else ():
            print(
                f"  {row['line']:.3f}  acted {row['n']:5d} of {row['of']}  wrong {row['wrong']:4d}"
                f"  at most {row['wrong_at_most']:.4f}  asked {1 - row['share']:.3f}"
            )


if __name__ == "__main__":
    main()
