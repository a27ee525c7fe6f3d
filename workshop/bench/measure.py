"""What something costs on a machine that does other things too.

Steps are timed in turn, round after round, and their quiet medians told, in processor time: where several programs
share a core, a long step is interrupted and a short one is not, and the ratio of their times on the clock would tell
of the others. Whole commands are run in a process of their own.
"""

from __future__ import annotations

import subprocess
import sys
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
class Timed:
    """Something whose cost is asked.

    Attributes:
        key: its name in the figures.
        run: does it once; it is told how often it was done before.
    """

    key: str
    run: Callable[[int], object]


def alternating(
    steps: Sequence[Timed],
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


def _repeats(step: Timed, clock: Callable[[], float]) -> int:
    """How often a step is run for one sample; the first run, which opens files and tables, does not tell."""
    step.run(0)
    once = _sample(step, 1, 1, clock)
    return min(MOST, max(1, ceil(LEAST / max(once, 1e-9))))


def _sample(step: Timed, first: int, repeats: int, clock: Callable[[], float]) -> float:
    start = clock()
    for number in range(first, first + repeats):
        step.run(number)
    return (clock() - start) / repeats


_CHILD = """
import sys, time
from webui.cli import main
try:
    main()
finally:
    lines = open("/proc/self/status").read().splitlines()
    (peak,) = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    print("cost", peak, time.process_time(), file=sys.stderr)
"""


@dataclass(frozen=True)
class Cost:
    """What a command took in a process of its own.

    Attributes:
        peak_mb: memory at its highest, 2^20 bytes.
        seconds: of processor time.
        waited: s on the clock from its start to its end.
        said: its standard output.
    """

    peak_mb: float
    seconds: float
    waited: float
    said: bytes


def cost(words: Sequence[str], given: bytes = b"") -> Cost | None:
    """What `piste WORDS` takes; None where the system does not tell, or the command fails.

    Args:
        words: the verb and what follows it.
        given: its standard input, through a pipe.
    """
    start = time.perf_counter()
    command = [sys.executable, "-c", _CHILD, *words]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    waited = time.perf_counter() - start
    told = [line.split() for line in done.stderr.splitlines() if line.startswith(b"cost ")]
    if done.returncode or not told:
        return None
    return Cost(int(told[-1][1]) / 1024, float(told[-1][2]), waited, done.stdout)
