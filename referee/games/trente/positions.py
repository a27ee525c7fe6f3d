"""A match of Trente as one line of JSON, and back: for a game that starts from a position set up by hand.

    {"points": [30, 12], "turn": 2, "aside": [6, 5, 0, 0, 0, 0], "threshold": 30, "dice": [4, 1, 6, 6], ...}

Players are numbered from 1. Only `points` must be there; what is left out is as at the start of a round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ... import expect, positions
from ...positions import MOST_POINTS
from . import checks
from .rules import TrenteRules
from .state import DICE, HIGH, LOW, NONE_ASIDE, Points, RoundResult, TrenteState

DefaultT = TypeVar("DefaultT")

KEYS = (
    "points", "turn", "player", "contenders", "aside", "threshold", "dice", "level", "target", "full_hands",
    "asked", "deaths", "results", "settling", "tied", "play_offs", "gone",
)  # fmt: skip


def to_text(state: TrenteState) -> str:
    """The position on one line; what is as at the start of a round is left out."""
    everybody = tuple(range(len(state.seats)))
    lies = state.asked is not None or not state.fresh
    told = {
        "points": list(state.points),
        "turn": state.turn + 1,
        "player": state.player + 1 if state.player != state.turn else None,
        "contenders": _numbers(state.contenders) if state.contenders != everybody else None,
        "aside": list(state.aside) if lies and any(state.aside) else None,
        "threshold": state.threshold or None,
        "dice": list(state.thrown) if state.dice else None,
        "level": state.level or None,
        "target": None if state.target is None else state.target + 1,
        "full_hands": state.full_hands or None,
        "asked": None if state.asked is None else state.asked + 1,
        "deaths": _numbers(state.deaths) or None,
        "results": [_result(result) for result in state.results] or None,
        "settling": state.settling or None,
        "tied": None if state.tied is None else _result(state.tied),
        "play_offs": [list(points) for points in state.play_offs] or None,
        "gone": _numbers(tuple(sorted(state.gone))) or None,
    }
    return positions.written({key: value for key, value in told.items() if value is not None})


def _numbers(players: tuple[int, ...]) -> list[int]:
    return [player + 1 for player in players]


def _result(result: RoundResult) -> dict[str, Any]:
    return {
        "points": list(result.points),
        "winners": _numbers(result.winners),
        "deaths": _numbers(result.deaths),
        "play_offs": [list(points) for points in result.play_offs],
    }


def from_text(rules: TrenteRules, start: TrenteState, text: str) -> TrenteState:
    """The state of a position, with the players and handicaps of `start`.

    Raises:
        BadStart: it is no position of this game.
    """
    with positions.reading(text, KEYS) as said:
        return checks.checked(rules, _Reading(rules, said, len(start.seats)).state(start))


class _Reading:
    """Takes a position apart, every value checked."""

    def __init__(self, rules: TrenteRules, said: Mapping[str, Any], players: int) -> None:
        self._rules = rules
        self._said = said
        self._players = players

    def state(self, start: TrenteState) -> TrenteState:
        """The state as it is said to be; whether that can be played on is not looked at."""
        turn = self._player("turn", 0)
        settling = self._settling()
        thrown = self._dice()
        state = replace(
            start,
            points=self._points(),
            turn=turn,
            player=self._player("player", turn),
            contenders=tuple(sorted(self._some(self._said, "contenders", start.contenders))),
            aside=self._aside(),
            threshold=self._threshold(),
            dice=tuple(sorted(thrown)),
            thrown=thrown,
            level=expect.whole(self._said.get("level", 0), "level", 0, DICE),
            target=self._player("target", None),
            full_hands=expect.whole(self._said.get("full_hands", 0), "full_hands", 0, MOST_POINTS),
            asked=self._player("asked", None),
            deaths=self._some(self._said, "deaths", ()),
            results=self._results(),
            settling=settling,
            tied=self._tied(),
            play_offs=self._play_offs(self._said.get("play_offs", []), "play_offs"),
            gone=frozenset(self._some(self._said, "gone", ())),
        )
        fresh = state.asked is not None or not (state.dice or any(state.aside))
        in_hand = DICE - state.aside.count(0) if state.target is not None else 0
        return replace(state, fresh=fresh, hits=in_hand + DICE * state.full_hands)

    def _player(self, key: str, default: DefaultT) -> int | DefaultT:
        """A player, from 0."""
        if key not in self._said:
            return default
        return expect.whole(self._said[key], key, 1, self._players) - 1

    def _points(self) -> tuple[int, ...]:
        value = expect.member(self._said, "points", "points")
        expected = f"{self._players} whole numbers, one a player"
        return expect.wholes(value, "points", -MOST_POINTS, MOST_POINTS, expected, self._players)

    def _aside(self) -> tuple[int, ...]:
        expected = "six numbers, a die from 1 to 6 or 0 for none"
        return expect.wholes(self._said.get("aside", NONE_ASIDE), "aside", 0, 6, expected, DICE)

    def _threshold(self) -> int:
        value = expect.whole(self._said.get("threshold", 0), "threshold", 0, HIGH)
        if value not in (0, LOW, HIGH):
            raise expect.wrong("threshold", f"0, {LOW} or {HIGH}", value)
        return value

    def _dice(self) -> tuple[int, ...]:
        expected = "a list of dice from 1 to 6"
        return expect.wholes(self._said.get("dice", []), "dice", 1, 6, expected)

    def _some(self, said: Mapping[str, Any], key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        return positions.players(said, key, self._players, default)

    def _settling(self) -> str:
        value = expect.text(self._said.get("settling", ""), "settling")
        if value not in ("", "round", "match"):
            raise expect.wrong("settling", 'one of "", "round", "match"', value)
        return value

    def _play_offs(self, value: object, key: str) -> tuple[Points, ...]:
        return tuple(self._round_points(points, key) for points in expect.items(value, key))

    def _round_points(self, value: object, key: str) -> Points:
        return positions.round_points(value, key, self._players, -MOST_POINTS)

    def _results(self) -> tuple[RoundResult, ...]:
        results = expect.items(self._said.get("results", []), "results")
        return tuple(self._result(one, "results", place) for place, one in enumerate(results))

    def _tied(self) -> RoundResult | None:
        place = len(expect.items(self._said.get("results", []), "results"))
        return self._result(self._said["tied"], "tied", place) if "tied" in self._said else None

    def _result(self, value: object, key: str, place: int) -> RoundResult:
        said = expect.mapping(value, key)
        points = self._round_points(expect.member(said, "points", f"{key}.points"), f"{key}.points")
        winners = self._some(said, "winners", ())
        if not winners or any(points[player] is None for player in winners):
            raise expect.wrong(f"{key}.winners", "one or more of those who played", said.get("winners"))
        play_offs = self._play_offs(said.get("play_offs", []), f"{key}.play_offs")
        number = self._rules.round + place
        return RoundResult(number, points, winners, self._some(said, "deaths", ()), play_offs)
