"""Strict reading of plain values: every refusal is one sentence naming the key and what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .errors import BadQuestion

SHOWN = 60
"""Longest part of a wrong value that a message repeats, in characters."""


def wrong(key: str, expected: str, got: object) -> BadQuestion:
    """The error for a value that is not what was expected."""
    return BadQuestion(f"{key}: expected {expected}; got {_short(got)}")


def member(values: Mapping[str, Any], key: str, path: str) -> Any:
    """The value of a key that must be there; `path` is what the message calls it."""
    if key not in values:
        raise BadQuestion(f"{path}: expected it to be there; it is missing")
    return values[key]


def mapping(value: object, path: str) -> Mapping[str, Any]:
    """An object with names as keys."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise wrong(path, "an object", value)
    return value


def text(value: object, path: str) -> str:
    """A string."""
    if not isinstance(value, str):
        raise wrong(path, "a string", value)
    return value


def flag(value: object, path: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong(path, "true or false", value)
    return value


def whole(value: object, path: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        raise wrong(path, f"a whole number from {least} to {most}", value)
    return value


def items(value: object, path: str, least: int = 0) -> Sequence[Any]:
    """A list of at least `least` things."""
    if not isinstance(value, list | tuple) or len(value) < least:
        raise wrong(path, "a list" if not least else f"a list of {least} or more", value)
    return value


def wholes(
    value: object, path: str, least: int, most: int, expected: str, count: int | None = None
) -> tuple[int, ...]:
    """A list of whole numbers from `least` to `most`, exactly `count` of them where that is given.

    `expected` is the message's name for it.
    """
    if not isinstance(value, list | tuple) or not all(type(n) is int and least <= n <= most for n in value):
        raise wrong(path, expected, value)
    if count is not None and len(value) != count:
        raise wrong(path, expected, value)
    return tuple(value)


def dice(value: object, path: str = "input.dice") -> tuple[int, ...]:
    """One or two dice."""
    expected = "a list of one or two dice from 1 to 6"
    faces = wholes(value, path, 1, 6, expected)
    if len(faces) not in (1, 2):
        raise wrong(path, expected, value)
    return faces


def two_dice(question: Mapping[str, Any]) -> tuple[int, int]:
    """The two dice of a question, under `input.dice`."""
    path, expected = "input.dice", "a list of two dice from 1 to 6"
    first, second = wholes(member(question, "dice", path), path, 1, 6, expected, 2)
    return first, second


def tiles(value: object, path: str, most: int) -> frozenset[int]:
    """Different tiles from 1 to `most`; the list may be empty."""
    expected = f"a list of different tiles from 1 to {most}"
    numbers = wholes(value, path, 1, most, expected)
    if len(set(numbers)) != len(numbers):
        raise wrong(path, expected, value)
    return frozenset(numbers)


def _short(got: object) -> str:
    shown = repr(got)
    return shown if len(shown) <= SHOWN else shown[: SHOWN - 3] + "..."
