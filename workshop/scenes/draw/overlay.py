"""The truth of generated pictures, drawn over them, to be looked at.

python -m workshop.scenes.draw.overlay DIR --out overlay.png --first 0 --count 12
"""

import argparse
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ...labels import labelled
from .textures import Picture

_STATES = {"open": (0, 255, 0), "closed": (255, 80, 0), "missing": (0, 0, 255)}
_COVERED = (255, 0, 255)


def overlaid(image: Picture, truth: dict[str, Any]) -> Picture:
    """A copy of a picture (H, W, 3) with its truth drawn in.

    Board yellow with its corners' numbers; open tiles green, closed blue, missing red, covered magenta, a red
    point at each digit's head; dice cyan with value and state.
    """
    drawn = image.copy()
    if truth["board"]:
        _outline(drawn, truth["board"]["corners"], (0, 255, 255))
        for number, corner in enumerate(truth["board"]["corners"], start=1):
            _word(drawn, str(number), corner, (0, 0, 255))
    for tile in truth["tiles"]:
        _outline(drawn, tile["quad"], _COVERED if tile["covered"] else _STATES[tile["state"]])
        head = np.array(tile["quad"][:2]).mean(axis=0)
        cv2.circle(drawn, (round(float(head[0])), round(float(head[1]))), 1, (0, 0, 255), -1)
    for die in truth["dice"]:
        x, y, width, height = die["box"]
        _outline(drawn, [[x, y], [x + width, y], [x + width, y + height], [x, y + height]], (255, 255, 0))
        _word(drawn, f"{die['value'] or '-'} {die['state']}", [x, y - 2], (255, 0, 255))
    return drawn


def _outline(drawn: Picture, corners: list[list[float]], colour: tuple[int, int, int]) -> None:
    points = np.round(np.array(corners) * 16).astype(np.int32)
    cv2.polylines(drawn, [points], True, colour, 1, cv2.LINE_AA, 4)


def _word(drawn: Picture, text: str, at: list[float], colour: tuple[int, int, int]) -> None:
    where = (round(at[0]), round(at[1]))
    cv2.putText(drawn, text, where, cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)


def main() -> None:
    """Write one sheet of overlaid pictures, four in a row."""
    parser = argparse.ArgumentParser(prog="python -m workshop.scenes.draw.overlay", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds labels.jsonl and its pictures")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=12)
    asked = parser.parse_args()
    chosen = islice(labelled(asked.folder / "labels.jsonl"), asked.first, asked.first + asked.count)
    cells = [overlaid(*arguments) for arguments in chosen]
    if not cells:
        raise SystemExit(f"expected pictures from number {asked.first} on; there are fewer")
    cells += [np.zeros_like(cells[0])] * (-len(cells) % 4)
    rows = [np.hstack(cells[start : start + 4]) for start in range(0, len(cells), 4)]
    cv2.imwrite(str(asked.out), np.vstack(rows))


if __name__ == "__main__":
    main()
