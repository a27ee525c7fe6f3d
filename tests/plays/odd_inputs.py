"""Inputs that are nearly right, made by hypothesis of right ones: each is read, or refused in words, in bounded time.

PISTE_EXAMPLES says how many inputs of the slowest reader; `python -m workshop torture fuzz` sets it.
"""

import json
import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("PISTE_EXAMPLES", "30"))
LONGEST = 100_000
"""Bytes of an input at most."""
PATIENCE = {signal.SIGPROF: (signal.ITIMER_PROF, 20.0), signal.SIGALRM: (signal.ITIMER_REAL, 200.0)}
"""Seconds of the processor, and of the clock, after which an input counts as one that never ends."""
DEEP = b"[" * 3000

often = settings(
    max_examples=EXAMPLES,
    phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck),
)  # fmt: skip
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9),
    st.sampled_from((
        2**63, 10**400, "²", "٣", "\0", "\ud800", "\u202e", "<b>", "../..", "x" * 5000, "1" * 5000,
        [], {}, [[]], [None], {"": None},
    )),
)  # fmt: skip
"""Values of JSON, among them some that readers forget."""
PIECES = st.binary(max_size=4) | st.sampled_from(
    (
        "²".encode(), b"\r\n", b"-", b"9" * 30, b"9" * 5000, b"1e999", b"NaN", DEEP, b'{"a":' * 2000, b"%00", b"%ff",
        b"+", b"&", b"=", b";", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\xa8",
    )
)  # fmt: skip
WORD = re.compile(rb"[A-Za-z0-9_.+/-]+")


class Hangs(Exception):
    """An input was not done with in time."""


@st.composite
def nearly(draw: st.DrawFn, right: Sequence[bytes]) -> bytes:
    """One of the right inputs, changed in one to three places: a value of its JSON, or a piece of its bytes."""
    data = draw(st.sampled_from(right))
    others = WORD.findall(draw(st.sampled_from(right))[:LONGEST]) or [b""]
    for _ in range(draw(st.integers(1, 3))):
        value = json_of(data) if draw(st.booleans()) else None
        if value:
            change(draw, value)
            data = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
        else:
            data = other_piece(draw, data, others)
    return data[:LONGEST]


def json_of(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def change(draw: st.DrawFn, value: Any) -> None:
    """Something somewhere in the value is another thing, is missing, or stands twice or under another name."""
    holder, key = [value], 0
    while isinstance(holder[key], dict | list) and holder[key] and (holder[key] is value or draw(st.integers(0, 6))):
        holder = holder[key]
        key = draw(st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder))))
    how = draw(st.integers(0, 9))
    if isinstance(holder[key], int | float) and how > 6:
        holder[key] += draw(st.sampled_from((-1, 1, 10, 0.5)))
    elif how:
        holder[key] = draw(VALUES)
    else:
        taken = holder.pop(key)
        if draw(st.booleans()):
            if isinstance(holder, dict):
                holder[draw(st.text(max_size=3))] = taken
            else:
                holder += [taken, taken]


def other_piece(draw: st.DrawFn, data: bytes, others: Sequence[bytes]) -> bytes:
    """A word, or some bytes, give way to others; or a piece stands twice."""
    words = [result.span() for result in WORD.finditer(data[:LONGEST])]
    how = draw(st.integers(0, 3))
    if words and how < 2:
        begin, end = draw(st.sampled_from(words))
        return data[:begin] + draw(st.sampled_from(others) | PIECES) + data[end:]
    begin = draw(st.integers(0, len(data)))
    end = min(len(data), begin + draw(st.integers(0, 24)))
    return data[:end] + data[begin:] if how == 2 else data[:begin] + draw(PIECES) + data[end:]


@contextmanager
def in_time() -> Iterator[None]:
    """Raises Hangs where what is done within takes too long."""

    def hangs(number: int, _: object) -> None:
        raise Hangs(f"not done within {PATIENCE[signal.Signals(number)][1]} s")

    for number, (timer, seconds) in PATIENCE.items():
        signal.signal(number, hangs)
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for timer, _ in PATIENCE.values():
            signal.setitimer(timer, 0)


def tried(
    read: Callable[[bytes], object],
    right: Sequence[bytes],
    *refusals: type[Exception],
    broke: Sequence[bytes] = (),
    times: int = 1,
) -> None:
    """What is right is mostly read; what is nearly right, and what once broke something, is read or refused.

    Args:
        read: does with an input what Piste would.
        refusals: what it raises on purpose, in words that a person can read.
        times: so many times EXAMPLES inputs, for a reader that is fast.
    """

    def is_read(data: bytes) -> bool:
        with in_time():
            try:
                read(data)
            except refusals:
                return False
        return True

    assert sum(map(is_read, right)) >= len(right) / 2
    for data in broke:
        is_read(data)

    @settings(often, max_examples=times * EXAMPLES)
    @given(data=nearly(right))
    def refuses_or_reads(data: bytes) -> None:
        is_read(data)

    refuses_or_reads()
