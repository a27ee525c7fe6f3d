"""A drawn table without a followed board: how well its dice are read, with a dice area, without, and once it is known.

A known area is one that was seen bare and in which some throws were confirmed, as play does it: the dice only where
they were read right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.area.eyes import AreaEyes
from vision.area.plane import AREA, alone, plane_of
from vision.area.value import DiceArea, area_of
from vision.draw import YELLOW, write
from vision.follow.pace import DieSizes
from vision.frame import Frame
from vision.known.learn import learnt
from vision.known.recall import Remembering
from vision.known.value import Lesson
from vision.look import Eyes
from vision.observation import Box, Observation

from ..scenes.area import SIZE, AreaLook, AreaRig, bare_look, throws
from .known import APART, Memory
from .score import score
from .sheets import Sheets, cell
from .truth import Truth, WrongLabels, truth_of

WAYS = ("whole picture", "area", "known area")
NORMAL = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class AreaScore:
    """One look, read in one of WAYS.

    Attributes:
        rig: number of the table.
        look: number of the look.
        way: one of WAYS.
        ground: what its dice fell on.
        right: every die is right, and no other is reported.
        asked: Piste would have asked.
        false_dice: flat dice reported where no die lies.
    """

    rig: int
    look: int
    way: str
    ground: str
    right: bool
    asked: bool
    false_dice: int


Watch = Callable[[AreaScore, AreaLook, Truth, Observation], None]
"""Receives each look as it was read."""


@dataclass
class _AreaLookedAt:
    """A table while it is looked at."""

    plain: Eyes
    area: DiceArea
    memory: Memory = field(default_factory=Memory)
    sizes: DieSizes = field(default_factory=DieSizes)
    time: float = 0.0

    def sees(self, way: str, look: AreaLook) -> Observation:
        """One look in one of WAYS."""
        frame = Frame(look.image, self.time)
        if way == "whole picture":
            return self.plain.look(frame, "none")
        eyes = AreaEyes(self.plain.dice, self.area, self.plain.thresholds)
        if way == "known area":
            eyes = replace(eyes, recall=Remembering(self.memory))
        return eyes.look(frame)

    def confirms(self, look: AreaLook, values: tuple[int, ...] | None) -> None:
        """Play confirms what lies there."""
        plane = plane_of(self.area, SIZE)
        observation = replace(self.sees("known area", look), board=plane)
        now = learnt(self.memory.known, alone(look.image, self.area), observation, AREA, None, Lesson(dice=values))
        self.time += APART
        self.memory.known = None if now is None else now.at(self.time)


def area_marked(rig: AreaRig) -> DiceArea:
    """The area as a person marked it."""
    corners = area_of([(float(x), float(y)) for x, y in rig.marked], SIZE).corners
    return DiceArea(corners, rig.round)


def scored_area(
    eyes: Eyes, rig: AreaRig, number: int, lessons: int, count: int, ways: Sequence[str] = WAYS,
    watch: Watch | None = None,
) -> Iterator[AreaScore]:  # fmt: skip
    """Every scored look of a table in every way, once it was seen bare and some throws were confirmed.

    Args:
        eyes: read it; their dice reader must know the layout of areas.
        rig: the table.
        number: its number.
        lessons: throws that are confirmed first.
        count: looks that are scored.
        ways: some of WAYS.
        watch: called with each look.
    """
    table = _AreaLookedAt(eyes, area_marked(rig))
    table.confirms(bare_look(rig), ())
    for at, look in enumerate(throws(rig, lessons + count)):
        if at < lessons:
            table.confirms(look, _surely(look))
            continue
        truth = _truth(look, table.area)
        for way in ways:
            observation = table.sees(way, look)
            dice = score(truth, observation).dice
            assert dice is not None, "a drawn table tells its dice"
            result = AreaScore(
                number, at - lessons, way, rig.on.kind, dice.all_right, bool(observation.abstains),
                _false(truth, observation),
            )  # fmt: skip
            if watch is not None:
                watch(result, look, truth, observation)
            yield result
        table.time += APART
        if table.memory.known is not None:
            table.memory.known = table.memory.known.at(table.time)


def _surely(look: AreaLook) -> tuple[int, ...] | None:
    """The values that lie there; None where one leans or is covered: then nobody plays them."""
    lie = look.truth["dice"]
    if any(die["state"] != "flat" or die["covered"] for die in lie):
        return None
    return tuple(die["value"] for die in lie)


def _truth(look: AreaLook, area: DiceArea) -> Truth:
    """What lies there; a die that the area's edge cuts is neither counted nor blamed."""
    truth = truth_of(look.truth | {"image": "drawn"}, Path())
    if truth is None or truth.dice is None:
        raise WrongLabels("expected a drawn table; got no truth")
    edge = area.outline(SIZE).astype(np.float32)
    dice = tuple(
        die if die.box is not None and _wholly(edge, die.box) else replace(die, role="neutral") for die in truth.dice
    )
    return replace(truth, dice=dice, board_known=False)


def _wholly(edge: Any, box: Box) -> bool:
    x, y, width, height = box
    middles = [(x, y + height / 2), (x + width, y + height / 2), (x + width / 2, y), (x + width / 2, y + height)]
    return all(cv2.pointPolygonTest(edge, at, False) >= 0 for at in middles)


def _false(truth: Truth, observation: Observation) -> int:
    """Number of flat dice reported where no die lies."""
    flat = [die for die in observation.dice if die.state == "flat"]
    return sum(not any(true.holds(die.center) for true in truth.dice or ()) for die in flat)


def figures(scores: Iterable[AreaScore]) -> dict[str, Any]:
    """Rates by way with their 95 % Wilson intervals, JSON values only."""
    groups: dict[str, list[AreaScore]] = {}
    for entry in scores:
        groups.setdefault(entry.way, []).append(entry)
    return {way: _rates(group) for way, group in groups.items()}


def _rates(group: Sequence[AreaScore]) -> dict[str, Any]:
    def rate(holds: Callable[[AreaScore], bool]) -> dict[str, Any]:
        count = sum(map(holds, group))
        low, high = wilson(count, len(group))
        return {"count": count, "share": count / len(group), "low": low, "high": high}

    return {
        "looks": len(group),
        "tables": len({score.rig for score in group}),
        "right": rate(lambda score: score.right),
        "asked": rate(lambda score: score.asked),
        "wrong": rate(lambda score: not score.right and not score.asked),
        "false_die": rate(lambda score: score.false_dice > 0 and not score.asked),
        "false_die_told": rate(lambda score: score.false_dice > 0),
    }


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    if of == 0:
        return 0.0, 1.0
    share, square = count / of, NORMAL**2
    middle = (share + square / 2 / of) / (1 + square / of)
    reach = NORMAL / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / 4 / of**2)
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True)
class Failures:
    """Shows looks that were read wrongly, or asked about, on contact sheets by way."""

    sheets: Sheets

    def __call__(self, score: AreaScore, look: AreaLook, truth: Truth, observation: Observation) -> None:
        """One look as it was read."""
        if score.right and not score.false_dice:
            return
        shown = cell(look.image, truth, observation)
        write(shown, (4, 16), f"{score.rig}, {score.look}: {score.ground}{', asked' if score.asked else ''}", YELLOW)
        self.sheets.shows(score.way, shown)
