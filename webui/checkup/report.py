"""The result of checking a table: passed or not, with the figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import mean, median
from typing import Literal

from vision.calibration.checks import DIE_PX, lit
from vision.light import Light

from .selftest import Trial, TrialOutcome

ENOUGH = 2 / 3
"""Share of the steps that must have been done for a verdict."""


@dataclass(frozen=True)
class ReadRight:
    """How many were read right.

    Attributes:
        right, n: how many, of how many.
        least: 0 to 1, the least sure of those; 1 for none.
    """

    right: int
    n: int
    least: float


@dataclass(frozen=True)
class Report:
    """The result of a check.

    Attributes:
        verdict: pass, fail, or incomplete if too much was skipped and nothing was wrong.
        dice, tiles: the correct readings.
        die_px: mean longer side of a die, None without one.
        light: figures over all steps, None without any.
        faults: of light, sharp, glare, dice_small: reasons to fail besides wrong readings.
        wrong: (step, the wrong reading) for each step with one.
        skipped: names of the steps skipped or not reached.
        seconds: how long it took.
    """

    verdict: Literal["pass", "fail", "incomplete"]
    dice: ReadRight
    tiles: ReadRight
    die_px: float | None
    light: Light | None
    faults: tuple[str, ...]
    wrong: tuple[tuple[str, tuple[object, ...]], ...]
    skipped: tuple[str, ...]
    seconds: float

    def to_json(self) -> dict[str, object]:
        """The report as JSON values."""
        return asdict(self)


def report(trial: Trial) -> Report:
    """The report on a check, finished or not."""
    done = [outcome for outcome in trial.outcomes if not outcome.skipped]
    sizes = [outcome.px for outcome in done if outcome.px is not None]
    die_px = round(mean(sizes), 1) if sizes else None
    light = overall(trial.lights)
    faults = [check.word for check in lit(light) if not check.good] if light else []
    faults += ["dice_small"] if die_px is not None and die_px < DIE_PX else []
    wrong = tuple((outcome.ask.name, outcome.read) for outcome in done if outcome.right < outcome.n)
    passed_over = [outcome.ask.name for outcome in trial.outcomes if outcome.skipped]
    passed_over += [ask.name for ask in trial.steps[len(trial.outcomes) :]]
    enough = len(done) >= ENOUGH * len(trial.steps)
    return Report(
        "fail" if wrong or faults else "pass" if enough else "incomplete",
        score(outcome for outcome in done if outcome.ask.kind == "dice"),
        score(outcome for outcome in done if outcome.ask.kind == "tiles"),
        die_px,
        light,
        tuple(faults),
        wrong,
        tuple(passed_over),
        round(trial.t - (trial.began or 0.0), 1) if trial.began is not None else 0.0,
    )


def score(outcomes: Iterable[TrialOutcome]) -> ReadRight:
    """Several steps together."""
    steps = tuple(outcomes)
    least = min((outcome.least for outcome in steps), default=1.0)
    return ReadRight(sum(o.right for o in steps), sum(o.n for o in steps), round(least, 3))


def overall(lights: Iterable[Light]) -> Light | None:
    """The light over all steps: the usual brightness, contrast and sharpness, the worst glare."""
    taken = tuple(lights)
    if not taken:
        return None
    return Light(
        round(median(light.brightness for light in taken), 1),
        round(median(light.contrast for light in taken), 1),
        round(median(light.sharpness for light in taken), 3),
        round(max(light.glare for light in taken), 4),
    )
