"""One parser after the other: mutated inputs, kept where they reach lines that none before them did."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import FrameType, TracebackType

from .mutate import mutated
from .reached import OURS, Lines, reached

TRACED = 8
"""Of so many inputs one is followed line by line, which is slow."""
KEPT = 400
"""Inputs that are kept at most, of one parser."""
HANGS = 20
"""Seconds of the processor after which an input counts as one that never ends: other programs are no fault of it."""
WAITS = 10
"""So many times that on the clock may pass, for an input that has Piste wait for something."""
LONG = 2.0
"""Seconds from which on an input counts as slow."""


class Hangs(Exception):
    """An input was not done with in time."""


@dataclass(frozen=True)
class Target:
    """A parser.

    Attributes:
        name: what it is called on the command line.
        seeds: inputs that are right, or nearly; at least one.
        run: reads an input, and does with what it says what Piste would.
        refusals: what it raises on purpose, in words that a person can read.
    """

    name: str
    seeds: tuple[bytes, ...]
    run: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...] = ()


@dataclass
class Findings:
    """What became of a parser's inputs.

    Attributes:
        tries, refused: how many there were; how many were refused in words.
        lines: of the program that were reached.
        broken: for each place in the program where something unforeseen was raised, its traceback and first input.
        slow: seconds and input of the slowest one.
        led: inputs that reached what none before them did, the parser's own left out.
    """

    tries: int = 0
    refused: int = 0
    lines: Lines = field(default_factory=set)
    broken: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    slow: tuple[float, bytes] = (0.0, b"")
    led: list[bytes] = field(default_factory=list)


class InputVerdict:
    """What an input was answered with: a refusal in words is sound, anything else is kept with its traceback."""

    def __init__(self, target: Target, data: bytes, found: Findings) -> None:
        self._target, self._data, self._found = target, data, found

    def __enter__(self) -> None:
        self._begun = time.process_time()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self._found.tries += 1
        self._found.slow = max(self._found.slow, (time.process_time() - self._begun, self._data))
        if isinstance(error, self._target.refusals):
            self._found.refused += 1
        elif isinstance(error, Exception):
            text = "".join(traceback.format_exception(error))
            self._found.broken.setdefault(place_of(error), (text, self._data))
        return error is None or isinstance(error, Exception)


def place_of(error: BaseException) -> str:
    """Where in Piste's own program an error was raised, and what it is."""
    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.startswith(OURS)]
    where = f"{frames[-1].filename.rsplit('/', 1)[-1]}:{frames[-1].lineno}" if frames else "outside"
    return f"{type(error).__name__} {where}"


def fuzz(target: Target, tries: int, chance: Random) -> Findings:
    """Tries a parser so many times, its seeds first."""
    found, corpus = Findings(), list(target.seeds)
    with alarm():
        for data in _inputs(target, corpus, tries, chance):
            follow = found.tries < len(target.seeds) or found.tries % TRACED == 0
            before = len(found.lines)
            _wind(HANGS)
            with InputVerdict(target, data, found):
                if follow:
                    with reached(found.lines):
                        target.run(data)
                else:
                    target.run(data)
            _wind(0)
            if len(found.lines) > before and len(corpus) < KEPT:
                corpus.append(data)
                found.led += [] if data in target.seeds else [data]
    return found


def _inputs(target: Target, corpus: list[bytes], tries: int, chance: Random) -> Iterator[bytes]:
    yield from target.seeds[:tries]
    for _ in range(tries - len(target.seeds)):
        newest = chance.random() < 0.3
        seed = corpus[-1 - int(chance.random() * min(20, len(corpus)))] if newest else chance.choice(corpus)
        yield mutated(seed, corpus, chance)


@contextmanager
def alarm() -> Iterator[None]:
    """Within, what `_wind` sets raises Hangs."""

    def hangs(number: int, frame: FrameType | None) -> None:
        raise Hangs(f"not done within {HANGS} s of the processor, or {WAITS * HANGS} s of the clock")

    before = {number: signal.signal(number, hangs) for number in (signal.SIGPROF, signal.SIGALRM)}
    try:
        yield
    finally:
        _wind(0)
        for number, handler in before.items():
            signal.signal(number, handler)


def _wind(seconds: float) -> None:
    """Both timers; 0 stops them."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAITS * seconds)
