"""How many arrows the network reads right, corners given: boards of another painter, and of the one it learnt from.

    python -m workshop train men.exam --count 100 [--network models/men/men.onnx] [--sheet worst.png]

The tables of `workshop.scenes` are drawn in space by other code than the boards that are learnt from: men at random on
one flat board, and positions of games on two leaves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from vision.frame import Image
from vision.men.reader import LUMINANCE, MOST, MenReader
from vision.men.strips import strips_of

from ...scenes.area import AreaRig, area_rig, bare_look
from ...scenes.describe.men import arrow_width, inner
from ...scenes.draw.painter import raised
from ...scenes.men import men_look, men_scene
from ...table import table
from .drawn import board, played, strip_kind

SEED = 9034
"""Of boards that no training has seen."""


class Case(NamedTuple):
    """A picture, the corners of its leaves and what stands there, in the order of `vision.men.strips`."""

    image: Image
    leaves: NDArray[np.float64]
    men: NDArray[np.int64]


class Score(NamedTuple):
    """Arrows and boards, those read right, readings from .99 up and those of them that are wrong."""

    arrows: int = 0
    right: int = 0
    boards: int = 0
    whole: int = 0
    sure: int = 0
    wrong: int = 0

    def row(self) -> tuple[str, ...]:
        """As shares."""
        pairs = ((self.right, self.arrows), (self.whole, self.boards), (self.wrong, self.sure))
        return tuple(f"{some} of {of} ({100 * some / max(1, of):.2f} %)" for some, of in pairs)


def in_space(harsh: float) -> Iterator[Case]:
    """Boards of arrows of `workshop.scenes.area`, for ever; as somebody marks them, on their floor."""
    for number in count():
        rig = area_rig(SEED, number, harsh=harsh)
        if rig.on.kind == "arrows":
            yield Case(bare_look(rig).image, _leaves(rig), _men(rig))


def in_games(harsh: float) -> Iterator[Case]:
    """Positions of games on boards of `workshop.scenes.men`, for ever; as somebody marks them, on their floor."""
    for number, stands in enumerate(played(SEED)):
        truth = men_look(men_scene(SEED, number, harsh=harsh), stands, number)
        kinds = [strip_kind(truth.truth["arrows"][space]) for space in truth.truth["strips"]]
        yield Case(truth.image, np.array(truth.truth["board"]["leaves"]), np.array(kinds))


def _leaves(rig: AreaRig) -> NDArray[np.float64]:
    step, (left, top) = arrow_width(rig.on), (rig.on.rim[0], rig.on.rim[0])
    near = top + inner(rig.on)[1]
    corners = [[(x, near), (x, top), (x + 6 * step, top), (x + 6 * step, near)] for x in (left, left + 7 * step)]
    flat = raised(np.array(corners).reshape(-1, 2), rig.on.thick)
    return np.asarray(rig.scene.camera.project(flat).reshape(2, 4, 2))


def _men(rig: AreaRig) -> NDArray[np.int64]:
    """Arrows 1 to 12 lie at the far side, from the left; 13 to 24 at the near one."""
    colours = sorted({man.colour for man in rig.men}, key=lambda colour: -float(np.dot(colour, LUMINANCE)))
    stand = np.zeros(25, np.int64)
    for man in rig.men:
        stand[man.arrow] = (stand[man.arrow] % MOST) + 1 + MOST * colours.index(man.colour)
    return stand[[*range(13, 19), *range(6, 0, -1), *range(19, 25), *range(12, 6, -1)]]


def learnt_from() -> Iterator[Case]:
    """Boards of the painter that is learnt from, for ever, marked a little off."""
    for number in count():
        rng = np.random.default_rng((SEED, number))
        drawn = board(rng)
        yield Case(drawn.picture, drawn.leaves + rng.normal(0, 2, drawn.leaves.shape), drawn.men)


def scored(reader: MenReader, cases: Iterator[Case], many: int, sheet: list[Image] | None = None) -> Score:
    """The score of so many boards; strips that are misread are added to the sheet."""
    total = Score()
    for case in islice(cases, many):
        chances = reader.board(case.image, case.leaves.tolist())
        read, sure = chances.argmax(axis=1), chances.max(axis=1) >= 0.99
        right = read == case.men
        one = Score(len(right), int(right.sum()), 1, int(right.all()), int(sure.sum()), int((sure & ~right).sum()))
        total = Score(*(a + b for a, b in zip(total, one, strict=True)))
        if sheet is not None and not right.all():
            strips = np.concatenate([strips_of(case.image, leaf) for leaf in case.leaves.tolist()])
            sheet += [_titled(strips[k], f"{case.men[k]}", f"{read[k]}") for k in np.flatnonzero(~right)]
    return total


def _titled(strip: Image, truth: str, read: str) -> Image:
    out = cv2.copyMakeBorder(strip, 26, 0, 1, 1, cv2.BORDER_CONSTANT)
    cv2.putText(out, truth, (2, 11), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (255, 255, 255))
    cv2.putText(out, read, (2, 23), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (80, 80, 255))
    return np.asarray(out, np.uint8)


def main() -> None:
    """Prints a row for each kind of boards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="boards of each row")
    parser.add_argument("--network", type=Path)
    parser.add_argument("--sheet", type=Path, help="write the strips that were misread: truth above, reading below")
    given = parser.parse_args()
    reader, sheet = MenReader(given.network or models.path("men")), list[Image]()
    kinds = {"another painter, ordinary": in_space(0.0), "another painter, harsh": in_space(1.0),
             "positions of games, ordinary": in_games(0.0), "positions of games, harsh": in_games(1.0),
             "the painter that is learnt from": learnt_from()}  # fmt: skip
    rows = [(name, *scored(reader, cases, given.count, sheet).row()) for name, cases in kinds.items()]
    print(table(("boards", "arrows right", "whole boards", "from .99 up, wrong"), rows))
    if given.sheet and sheet:
        lines = [np.hstack([*sheet[k : k + 40], *[np.zeros_like(sheet[0])] * (40 - len(sheet[k : k + 40]))])
                 for k in range(0, len(sheet), 40)]  # fmt: skip
        cv2.imwrite(str(given.sheet), np.vstack(lines))


if __name__ == "__main__":
    main()
