"""Times to be trusted on a machine that does other things too: steps in turn, round after round, quiet medians.

Processor time, not the clock on the wall: where several programs share a core, a long step is interrupted and a short
one is not, and their ratio would tell of the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

LEAST = 0.002
"""s that one sample lasts at least: a quicker step is run several times for it."""
MOST = 50
"""Times that a step is run for one sample at most."""


@dataclass(frozen=True)
class Step:
    """Something whose cost is asked.

    Attributes:
        key: its name in the figures.
        run: does it once; it is told how often it was done before.
    """

    key: str
    run: Callable[[int], object]


def alternating(
    steps: Sequence[Step],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
    after: Callable[[int], object] = lambda done: None,
) -> Mapping[str, float]:
    """Seconds of each step: the quiet median over rounds in which all steps run in turn.

    Args:
        steps: each is run once before, to warm up and to see how quick it is.
        rounds: samples of each.
        clock: tells s; processor time, so that waiting while others run does not count.
        after: told how many rounds are done, after each.
    """
    repeats = {step.key: _repeats(step, clock) for step in steps}
    samples: dict[str, list[float]] = {step.key: [] for step in steps}
    for number in range(rounds):
        for step in steps:
            samples[step.key].append(_sample(step, number * repeats[step.key] + 2, repeats[step.key], clock))
        after(number + 1)
    return {key: quiet(times) for key, times in samples.items()}


def quiet(times: Sequence[float]) -> float:
    """The median of the quicker half: what a step costs while little else disturbs it.

    Raises ValueError where there is no time at all.
    """
    if not times:
        raise ValueError("expected the times of one round or more; got none")
    return median(sorted(times)[: ceil(len(times) / 2)])


def _repeats(step: Step, clock: Callable[[], float]) -> int:
    """How often a step is run for one sample; the first run, which opens files and tables, does not tell."""
    step.run(0)
    once = _sample(step, 1, 1, clock)
    return min(MOST, max(1, ceil(LEAST / max(once, 1e-9))))


def _sample(step: Step, first: int, repeats: int, clock: Callable[[], float]) -> float:
    start = clock()
    for number in range(first, first + repeats):
        step.run(number)
    return (clock() - start) / repeats
