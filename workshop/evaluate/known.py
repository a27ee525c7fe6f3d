"""A drawn table looked at again and again: how well it is read once it is known, and how well without.

A known table is one whose start position was seen and on which some throws were confirmed, as play does it: what the
tiles show is known, the dice only where they were read right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.follow.pace import DieSizes
from vision.frame import Frame
from vision.known.figures import figures as kept_figures
from vision.known.figures import known_of
from vision.known.learn import learnt
from vision.known.recall import Remembering
from vision.known.value import Known, Lesson, ReadsSlots
from vision.look import Eyes
from vision.observation import BoardSeen, Observation

from ..scenes.rigs import Change, Rig, RigLook, changed, looks, start
from .figures import acted_upon
from .score import score
from .strips import Strip, phase_of, used
from .truth import WrongLabels, truth_of

APART = 3.0
"""Seconds between two looks."""
WRONGLY = 0.08
"""Share of the spaces that a wrong lesson names wrongly."""


@dataclass(frozen=True)
class KnownScore:
    """One look, read with or without what is known.

    Attributes:
        rig: number of the table.
        way: "plain", "known", or "restarted": with what is left of it on the disk once Piste begins anew.
        phase: "steady", or, where something about the table was changed, "changed" until it was confirmed again.
        board: every tile's state is right.
        dice: every die is right, and no other is reported.
        asked: Piste would have asked.
        tiles: how many tiles were wrong.
        false_dice: dice acted upon where there are none.
    """

    rig: int
    way: str
    phase: str
    board: bool
    dice: bool
    asked: bool
    tiles: int = 0
    false_dice: int = 0

    @property
    def right(self) -> bool:
        """Board and dice."""
        return self.board and self.dice


@dataclass
class Memory:
    """What is known, as eyes ask for it."""

    known: Known | None = None

    def __call__(self) -> Known | None:
        """The newest."""
        return self.known


@dataclass(frozen=True)
class Plan:
    """What is done with each rig.

    Attributes:
        lessons: throws that are confirmed before anything is scored.
        count: looks that are scored.
        change: what is changed half way; the second half of what follows is confirmed again; None: nothing.
        wrong: some of what is said of the tiles is wrong.
        restart: each look is read a third time, by eyes that know what the disk had before the first of them.
    """

    lessons: int = 10
    count: int = 40
    change: Change | None = None
    wrong: bool = False
    restart: bool = False


def scored_rig(
    eyes: Eyes, described: Rig, number: int, plan: Plan, strip: Strip | None = None
) -> Iterator[KnownScore]:
    """Every scored look of a rig, read plainly and with what was learnt; nothing where no board is found.

    Where a strip is handed in, the looks with what was learnt are added to it.
    """
    memory, rng = Memory(), np.random.default_rng((*described.seed, 4))
    table = _LookedAt(eyes, replace(eyes, recall=Remembering(memory)), memory, rng, strip, change=plan.change)
    first = start(described)
    if not table.finds(first):
        return
    table.confirms(first, plan.wrong)
    throws = looks(described, plan.lessons + plan.count)
    for _ in range(plan.lessons):
        table.confirms(next(throws), plan.wrong)
    if plan.restart and memory.known is not None:
        table.restarted = replace(eyes, recall=Remembering(Memory(known_of(kept_figures(memory.known)))))
    if plan.change is None:
        for look in throws:
            yield from table.scores(look, number, "steady")
        return
    for _ in range(plan.count // 2):
        yield from table.scores(next(throws), number, "steady")
    other = replace(changed(described, plan.change), seed=(*described.seed, 5))
    later = looks(other, plan.count - plan.count // 2)
    for k, look in enumerate(later):
        if k == 0 and plan.change == "board" and not table.finds(look):
            return
        yield from table.scores(look, number, "changed" if k < plan.count // 4 else "learnt again")
        if k >= plan.count // 4 - 1:
            table.confirms(look, plan.wrong)


@dataclass
class _LookedAt:
    """A rig while it is looked at."""

    plain: Eyes
    knowing: Eyes
    memory: Memory
    rng: np.random.Generator
    strip: Strip | None = None
    board: BoardSeen | None = None
    sizes: DieSizes = field(default_factory=DieSizes)
    time: float = 0.0
    restarted: Eyes | None = None
    change: Change | None = None

    def finds(self, look: RigLook) -> bool:
        """Looks for the board, as a calibration does."""
        finder = self.plain.board
        assert finder is not None, "these eyes find boards"
        self.board = finder.find(look.image, "occe")
        return self.board is not None

    def _sees(self, eyes: Eyes, look: RigLook) -> Observation:
        return eyes.look(Frame(look.image, self.time), "occe", None, self.board, self.sizes.expected)

    def confirms(self, look: RigLook, wrong: bool) -> None:
        """Play confirms what lies there."""
        observation, self.time = self._sees(self.knowing, look), self.time + APART
        self.sizes = self.sizes.with_dice(observation.dice)
        assert self.board is not None, "the board was found"
        kinds = dict(look.kinds)
        if wrong:
            for space in [name for name in kinds if self.rng.random() < WRONGLY]:
                kinds[space] = {"open": "closed", "closed": "open"}.get(kinds[space], "open")
        lie = look.truth["dice"]
        surely = all(die["state"] == "flat" and not die["covered"] for die in lie)
        lesson = Lesson(kinds, tuple(die["value"] for die in lie) if surely else None)
        tiles = self.plain.tiles if isinstance(self.plain.tiles, ReadsSlots) else None
        layout = self.plain.known[self.board.layout]
        now = learnt(self.memory.known, look.image, observation, layout, tiles, lesson)
        self.memory.known = None if now is None else now.at(self.time)

    def scores(self, look: RigLook, rig: int, phase: str) -> Iterator[KnownScore]:
        """Every way of reading one look."""
        truth = truth_of(look.truth | {"image": "drawn"}, Path())
        if truth is None:
            raise WrongLabels("expected a drawn table; got no truth")
        verdicts: dict[str, str] = {}
        for way, eyes in (("plain", self.plain), ("known", self.knowing), ("restarted", self.restarted)):
            if eyes is None:
                continue
            observation = self._sees(eyes, look)
            result = score(truth, observation)
            assert result.dice is not None, "a drawn table tells its dice"
            assert result.tiles is not None, "and its tiles"
            wrong = result.tiles.places - result.tiles.turned
            scored = KnownScore(
                rig, way, phase, wrong == 0, result.dice.all_right, bool(observation.abstains), wrong,
                0 if observation.abstains else max(0, result.dice.extra - result.dice.missed),
            )  # fmt: skip
            verdicts[way] = "asked" if scored.asked else "right" if scored.right else "WRONG"
            if way == "known":
                self._shows(look, observation, phase, verdicts)
            yield scored
        self.time += APART
        if self.memory.known is not None:
            self.memory.known = self.memory.known.at(self.time)


    def _shows(self, look: RigLook, observation: Observation, phase: str, verdicts: dict[str, str]) -> None:
        """Adds a look to the strip, where there is one."""
        if self.strip is None:
            return
        tiles = self.plain.tiles if isinstance(self.plain.tiles, ReadsSlots) else None
        self.strip.add(
            look.image, observation, self.memory.known, phase=phase_of(phase, self.change),
            verdict=verdicts["known"], plain=verdicts["plain"],
            did=used(self.memory.known, look.image, self.board, self.strip.layout, tiles),
        )  # fmt: skip


def figures(scores: Iterable[KnownScore]) -> dict[str, Any]:
    """Rates by phase and way, JSON values only."""
    groups: dict[str, list[KnownScore]] = {}
    for entry in scores:
        groups.setdefault(f"{entry.phase}, {entry.way}", []).append(entry)
    return {name: _rates(group) for name, group in groups.items()}


def _rates(group: Sequence[KnownScore]) -> dict[str, Any]:
    count = len(group)
    acted = acted_upon([(score.right, score.asked) for score in group])

    def share(holds: Callable[[KnownScore], bool]) -> float:
        return sum(map(holds, group)) / count

    return {
        "looks": count,
        "rigs": len({score.rig for score in group}),
        "board": share(lambda score: score.board),
        "dice": share(lambda score: score.dice),
        "board_and_dice": share(lambda score: score.right),
        "each_tile": 1 - sum(score.tiles for score in group) / (36 * count),
        "asked": share(lambda score: score.asked),
        "acted_wrong": acted["wrong"],
        "acted_wrong_share": acted["wrong"] / count,
        "acted_wrong_at_most": acted["wrong_at_most"],
        "false_dice_acted": sum(score.false_dice > 0 for score in group),
    }
