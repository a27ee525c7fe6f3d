"""How far a board's corners are off, before and after they are looked at closely, and which lenses are told.

python -m workshop train board.corners DIR/labels.jsonl ...
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models import path
from vision.board.finder import BoardFinder
from vision.board.refine import Refined, refined
from vision.geometry.plane import Matrix, sides

NEAR = 0.05
"""Of the board's side: how far off a corner may be for the board to count as found."""
STRONG = 0.06
"""|k1| of a lens that bends the picture plainly."""


@dataclass(frozen=True, eq=False)
class CornersSeen:
    """One board that was found about where it is.

    Attributes:
        before, after: how far each corner was off, (4,) px.
        side: of the board, px.
        k1: of the lens it was drawn through.
        found: its corners looked at closely.
    """

    before: Matrix
    after: Matrix
    side: float
    k1: float
    found: Refined


def main() -> None:
    """Prints a table for every file of labels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("labels", type=Path, nargs="+")
    finder = BoardFinder(path("board"), closely=False)
    for labels in parser.parse_args().labels:
        truths = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()]
        seen = [one for truth in truths if (one := looked_at(finder, labels.parent, truth)) is not None]
        print(f"{labels.parent.name}: {len(seen)} of {len(truths)} boards")
        print("\n".join(told(seen)), flush=True)


def looked_at(finder: BoardFinder, folder: Path, truth: dict[str, Any]) -> CornersSeen | None:
    """One drawn OCCE table; None where its board is not found, or far from where it is."""
    image = np.asarray(cv2.imread(str(folder / truth["image"])), np.uint8)
    board = finder.find(image, "occe")
    if board is None:
        return None
    true = np.array(truth["board"]["corners"])
    side = float(sides(true).mean())
    turns = [np.roll(true, turn, axis=0) for turn in range(4)]
    true = min(turns, key=lambda corners: float(off(board.corners, corners).max()))
    before = off(board.corners, true)
    if before.max() > NEAR * side:
        return None
    found = refined(image, board.corners)
    return CornersSeen(before, off(found.corners, true), side, float(truth["condition"]["k1"]), found)


def off(corners: Sequence[tuple[float, float]], true: Matrix) -> Matrix:
    """How far each corner is off, (4,) px."""
    return np.asarray(np.hypot(*(np.asarray(corners) - true).T))


def told(seen: Sequence[CornersSeen]) -> Iterable[str]:
    """The lines of one table."""
    side = np.array([one.side for one in seen])[:, None]
    before, after = (np.array([getattr(one, when) for one in seen]) for when in ("before", "after"))
    for when, pixels in (("before", before), ("after", after)):
        for unit, errors in (("px", pixels), ("% of the side", 100 * pixels / side)):
            spread = ", ".join(
                f"{name} {value:.2f}"
                for name, value in zip(
                    ("median", "90 %", "99 %"), np.percentile(errors, (50, 90, 99)), strict=True
                )
            )
            yield f"  {when}, {unit}: {spread}, worst {errors.max():.2f}"
    yield f"  worse by over 1 px: {(after > before + 1).mean():.1%}, by over 3 px: {(after > before + 3).mean():.1%}"
    yield f"  sides seen: {np.mean([one.found.sides for one in seen]):.2f} of 4"
    for name, some in (
        ("strong", [one for one in seen if abs(one.k1) >= STRONG]),
        ("other", [one for one in seen if abs(one.k1) < STRONG]),
    ):
        yield f"  {name} lenses told: {sum(one.found.lens != 0 for one in some)} of {len(some)}"


if __name__ == "__main__":
    main()
