"""Makes of inputs that are right ones that are nearly so: by bytes, by words, and by the values of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

LONGEST = 100_000
"""Bytes of an input at most."""
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 13, 2**31, 2**63, -(2**63), 10**400, 0.5, -0.0, 1e308, float("nan"), float("inf"),
    "", " ", "²", "٣", "é", "\0", "\ud800", "\u202e", "<b>", "../..", "x" * 5000, "1" * 5000,
    [], {}, [[]], [None], {"": None},
)  # fmt: skip
"""Values that parsers forget."""
ODD_BYTES: tuple[bytes, ...] = (
    b"", b"\0", b"\xff", b"\xb2", "²".encode(), b"\r\n", b"\n", b" ", b"-", b"9" * 30, b"9" * 5000, b"1e999", b"NaN",
    b"[" * 2000, b"{\"a\":" * 2000, b"%00", b"%ff", b"+", b"&", b"=", b";", b"\xef\xbb\xbf",
    b"\xed\xa0\x80", b"\xe2\x80\xa8",
)  # fmt: skip
_WORD = re.compile(rb"[A-Za-z0-9_.+/-]+")


def mutated(seed: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """One input made of another one.

    Args:
        seed: what it is made of.
        others: inputs of the same parser, to take pieces from; at least one.
        chance: draws.
    """
    found = seed
    for _ in range(1 + min(4, int(chance.expovariate(1.0)))):
        changed = _other_json(found, chance) if chance.random() < 0.6 else None
        found = chance.choice(HOW)(found, others, chance) if changed is None else changed
    return found[:LONGEST]


def _other_json(text: bytes, chance: Random) -> bytes | None:
    """JSON with one of its values changed; None where it is none, or too deep or long a one."""
    try:
        value = json.loads(text)
        if not isinstance(value, dict | list):
            return None
        return json.dumps(_other_value(value, chance), ensure_ascii=False).encode("utf-8", "surrogatepass")
    except (ValueError, OverflowError, RecursionError):
        return None


def _other_value(value: Any, chance: Random) -> Any:
    """The value with something in it changed."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        changed = dict(value)
        draw = chance.random()
        if draw < 0.1:
            del changed[key]
        elif draw < 0.2:
            changed[str(chance.choice(ODD))] = changed.pop(key)
        else:
            changed[key] = _other_value(value[key], chance)
        return changed
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = chance.randrange(len(value))
        draw = chance.random()
        if draw < 0.1:
            return value[:at] + value[at + 1 :]
        if draw < 0.2:
            return value[: at + 1] + value[at:]
        return [*value[:at], _other_value(value[at], chance), *value[at + 1 :]]
    return _other_leaf(value, chance)


def _other_leaf(value: Any, chance: Random) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool) and chance.random() < 0.5:
        return value + chance.choice((-1, 1, 10, 0.5))
    if isinstance(value, str) and value and chance.random() < 0.4:
        at = chance.randrange(len(value))
        return value[:at] + str(chance.choice(ODD)) + value[at + 1 :]
    if chance.random() < 0.1:
        return [value] if chance.random() < 0.5 else {"a": value}
    return chance.choice(ODD)


def _flip(seed: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    if not seed:
        return seed
    at = chance.randrange(len(seed))
    return seed[:at] + bytes([seed[at] ^ (1 << chance.randrange(8))]) + seed[at + 1 :]


def _cut(seed: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    a, b = _span(seed, chance)
    return seed[:a] + seed[b:]


def _twice(seed: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    a, b = _span(seed, chance)
    return seed[:b] + seed[a:]


def _odd(seed: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    at = chance.randint(0, len(seed))
    return seed[:at] + chance.choice(ODD_BYTES) + seed[at + chance.choice((0, 1)) :]


def _spliced(seed: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    other = chance.choice(others)
    a, b = _span(other, chance)
    at = chance.randint(0, len(seed))
    return seed[:at] + other[a:b] + seed[at:]


def _other_word(seed: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """A word or number in the place of another one."""
    here = list(_WORD.finditer(seed))
    there: list[bytes] = _WORD.findall(chance.choice(others))
    if not here or not there:
        return _odd(seed, others, chance)
    spot = chance.choice(here)
    return seed[: spot.start()] + chance.choice(there) + seed[spot.end() :]


def _lines(seed: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Two lines change places, or one stands twice."""
    lines = seed.split(b"\n")
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    if chance.random() < 0.5:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        lines.insert(b, lines[a])
    return b"\n".join(lines)


def _span(seed: bytes, chance: Random) -> tuple[int, int]:
    a = chance.randint(0, len(seed))
    return a, min(len(seed), a + 1 + int(chance.expovariate(1 / 12)))


HOW: tuple[Callable[[bytes, Sequence[bytes], Random], bytes], ...] = (
    _flip, _cut, _twice, _odd, _spliced, _other_word, _other_word, _lines,
)  # fmt: skip
