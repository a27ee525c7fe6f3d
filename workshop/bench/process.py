"""What a command of Piste takes, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

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
