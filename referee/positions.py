"""Positions as one line of JSON: what a match set up by hand goes on from."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from .errors import BadQuestion, BadStart
from .expect import items, mapping, whole, wholes, wrong

LONGEST = 100_000
"""Most characters of a position that is read."""

MOST_POINTS = 10**6
"""Most points that a position may name, or fewest below zero."""

Check: TypeAlias = tuple[str, bool]
"""What is expected of a position, such as "results: expected fewer", and whether it is not so."""


def written(position: Mapping[str, Any]) -> str:
    """The position on one line, its keys in their order."""
    return json.dumps(position, ensure_ascii=False)


@contextmanager
def reading(text: str, keys: Collection[str]) -> Iterator[Mapping[str, Any]]:
    """The object that a position holds, with some of these keys, for `referee.expect` to take apart.

    Raises:
        BadStart: it is no JSON object, or something in it is not what was expected.
    """
    try:
        fields = mapping(_parsed(text), "position")
        unknown = sorted(fields.keys() - set(keys))
        if unknown:
            raise wrong("position", f"keys of {', '.join(keys)}", unknown)
        yield fields
    except BadQuestion as error:
        raise BadStart(str(error)) from error


def players(fields: Mapping[str, Any], key: str, count: int, default: tuple[int, ...]) -> tuple[int, ...]:
    """Different players of `count`, numbered from 1 in the position and from 0 here, in the order of the position.

    Raises:
        BadQuestion: something else stands there.
    """
    if key not in fields:
        return default
    expected = f"different players from 1 to {count}"
    numbers = wholes(fields[key], key, 1, count, expected)
    if len(set(numbers)) != len(numbers):
        raise wrong(key, expected, fields[key])
    return tuple(number - 1 for number in numbers)


def round_points(value: object, key: str, count: int, least: int = 0) -> tuple[int | None, ...]:
    """Points of one round, `least` to MOST_POINTS, one for each of `count` players; None for who did not play in it.

    Raises:
        BadQuestion: another value stands there, or no player has points.
    """
    points = tuple(items(value, key))
    if len(points) != count or all(score is None for score in points):
        raise wrong(key, f"{count} points, null for who did not play", value)
    return tuple(None if score is None else whole(score, key, least, MOST_POINTS) for score in points)


def check(checks: Iterable[Check]) -> None:
    """Looks at one after the other; those after the first that is broken are not looked at.

    Raises:
        BadStart: something is not as it is expected to be.
    """
    first = next((expected for expected, broken in checks if broken), None)
    if first is not None:
        raise BadStart(f"position: {first}")


def _parsed(text: str) -> Any:
    if not text.isprintable():
        raise BadStart("position: expected one line of printable characters; got another character")
    if len(text) > LONGEST:
        raise BadStart(f"position: expected at most {LONGEST} characters; got {len(text)}")
    try:
        return json.loads(text)
    except RecursionError as error:
        raise BadStart("position: expected an object; got one nested too deeply") from error
    except ValueError as error:
        raise BadStart(f"position: expected an object of JSON; {error}") from error
