"""A match of men as one line of JSON, and back: for a game that starts from a position set up by hand.

    {"white": {"24": 2, "13": 5, "8": 3, "6": 5}, "black": {...}, "player": 2, "dice": [6, 3], "results": [...]}

Men stand by their owner's own numbers, and at "bar" and "off". Players are numbered from 1; without "player" they
throw for who starts ("drawn": what was thrown for it). Only the men must be there; what is left out is as at the
start. A game adds keys of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ... import expect, positions
from ...errors import BadPlace, BadStart
from .choice import legal
from .plays import BAR, OFF
from .rules import ArrowRules
from .state import COLOURS, LEFT, ArrowResult, ArrowState, Men

KEYS = ("white", "black", "player", "drawn", "dice", "asked", "results")

_NAMES = {OFF: "off", BAR: "bar"} | {number: str(number) for number in range(1, 25)}


def to_text(rules: ArrowRules, state: ArrowState) -> str:
    """The position on one line; what is as at the start of a game is left out."""
    mine, his = rules.men(state.table)
    white, black = (mine, his) if state.player == 0 else (his, mine)
    optional = {
        "player": None if state.opening else state.player + 1,
        "drawn": list(state.drawn),
        "dice": list(state.dice),
        "asked": state.asked,
        "results": [_result(result) for result in state.results],
        **rules.extras(state),
    }
    men = {"white": _men(white), "black": _men(black)}
    return positions.written(men | {key: value for key, value in optional.items() if value})


def _men(men: Men) -> dict[str, int]:
    return {_NAMES[number]: men[number] for number in reversed(range(len(men))) if men[number]}


def _result(result: ArrowResult) -> dict[str, Any]:
    return {"winner": result.winner + 1, "points": result.points, "how": result.how}


def from_text(rules: ArrowRules, start: ArrowState, text: str) -> ArrowState:
    """The state of a position, with the players and handicaps of `start`. Raises BadStart."""
    with positions.reading(text, (*KEYS, *rules.extra_keys)) as fields:
        try:
            state = _state(rules, start, fields)
        except BadPlace as error:
            raise BadStart(f"position: {error}") from error
        return _checked(rules, rules.with_extras(state, fields))


def _state(rules: ArrowRules, start: ArrowState, fields: Mapping[str, Any]) -> ArrowState:
    opening = "player" not in fields
    player = 0 if opening else expect.whole(fields["player"], "player", 1, 2) - 1
    men = [_read_men(fields, colour) for colour in COLOURS]
    table = start.table if player == 0 else rules.turned(start.table)
    due = len(fields["dice"]) if isinstance(fields.get("dice"), list) else 0
    dice = _read_dice(fields, "dice", (0, 2))
    return replace(
        start,
        table=rules.with_men(table, men[player], men[1 - player]),
        player=player,
        opening=opening,
        drawn=_read_dice(fields, "drawn", (0, 1)),
        dice=dice,
        thrown=dice if due else (),
        asked=expect.text(fields.get("asked", ""), "asked"),
        results=_read_results(rules, fields),
    )


def _read_men(fields: Mapping[str, Any], colour: str) -> Men:
    counts = expect.mapping(expect.member(fields, colour, colour), colour)
    numbers = {name: number for number, name in _NAMES.items()}
    unknown = sorted(counts.keys() - numbers.keys())
    if unknown:
        raise expect.wrong(colour, "arrows from 1 to 24, bar and off", unknown)
    men = [0] * len(_NAMES)
    for name, count in counts.items():
        men[numbers[name]] = expect.whole(count, f"{colour}.{name}", 0, 15)
    if sum(men) != 15:
        raise expect.wrong(colour, "15 men in all", sum(men))
    return tuple(men)


def _read_dice(fields: Mapping[str, Any], key: str, counts: tuple[int, ...]) -> tuple[int, ...]:
    expected = f"a list of {' or '.join(str(count) for count in counts)} dice from 1 to 6"
    dice = expect.wholes(fields.get(key, []), key, 1, 6, expected)
    if len(dice) not in counts:
        raise expect.wrong(key, expected, fields[key])
    return dice


def _read_results(rules: ArrowRules, fields: Mapping[str, Any]) -> tuple[ArrowResult, ...]:
    results = []
    for number, entry in enumerate(expect.items(fields.get("results", []), "results"), start=1):
        result = expect.mapping(entry, "results")
        winner, points, how = (
            expect.member(result, key, f"results.{key}") for key in ("winner", "points", "how")
        )
        words = [word for word in rules.wins if word != LEFT]
        if how not in words:
            raise expect.wrong("results.how", f"one of {', '.join(words)}", how)
        winner = expect.whole(winner, "results.winner", 1, 2) - 1
        results.append(
            ArrowResult(number, winner, expect.whole(points, "results.points", 0, positions.MOST_POINTS), how)
        )
    return tuple(results)


def _checked(rules: ArrowRules, state: ArrowState) -> ArrowState:
    """The state, if play can go on from it. Raises BadStart."""
    wrong = {
        "results: expected fewer, for the match is over": bool(rules.champions(state)),
        "men: expected a game that is not over": not state.asked and rules.ending(state) is not None,
        "drawn: expected none once it is known who starts": bool(state.drawn) and not state.opening,
        "dice: expected none before it is known who starts": bool(state.dice or state.asked)
        and state.opening,
        "dice: expected none while a word waits for its answer": bool(state.dice and state.asked),
        "dice: expected a throw that can be played": bool(state.dice) and not rules.wholes(state),
        "asked: expected a word that somebody must answer": bool(state.asked) and not legal(rules, state),
    }
    positions.check(wrong.items())
    return state
