"""A match of Trente as one line of JSON, and back: for a game that starts from a position set up by hand.

    {"points": [30, 12], "turn": 2, "aside": [6, 5, 0, 0, 0, 0], "threshold": 30, "dice": [4, 1, 6, 6], ...}

Players are numbered from 1. Only `points` must be there; what is left out is as at the start of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ... import expect, positions
from ...positions import MOST_POINTS, Check, check
from .choice import targets
from .dice import count
from .rules import TrenteRules
from .state import DICE, HIGH, LOW, NONE_ASIDE, Points, RoundResult, TrenteState
from .turns import start

DefaultT = TypeVar("DefaultT")

KEYS = (
    "points", "turn", "player", "contenders", "aside", "threshold", "dice", "level", "target", "full_hands",
    "asked", "deaths", "results", "settling", "tied", "play_offs", "gone",
)  # fmt: skip


def to_text(state: TrenteState) -> str:
    """The position on one line; what is as at the start of a round is left out."""
    everybody = tuple(range(len(state.seats)))
    lies = state.asked is not None or not state.fresh
    fields = {
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
    return positions.written({key: value for key, value in fields.items() if value is not None})


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
    with positions.reading(text, KEYS) as fields:
        return checked(rules, _TrentePosition(rules, fields, len(start.seats)).state(start))


class _TrentePosition:
    """Takes a position apart, every value checked."""

    def __init__(self, rules: TrenteRules, fields: Mapping[str, Any], players: int) -> None:
        self._rules = rules
        self._fields = fields
        self._players = players

    def state(self, start: TrenteState) -> TrenteState:
        """The state with these fields; `checked` tests whether play can go on from it."""
        turn = self._player("turn", 0)
        settling = self._settling()
        thrown = self._dice()
        state = replace(
            start,
            points=self._points(),
            turn=turn,
            player=self._player("player", turn),
            contenders=tuple(sorted(self._some(self._fields, "contenders", start.contenders))),
            aside=self._aside(),
            threshold=self._threshold(),
            dice=tuple(sorted(thrown)),
            thrown=thrown,
            level=expect.whole(self._fields.get("level", 0), "level", 0, DICE),
            target=self._player("target", None),
            full_hands=expect.whole(self._fields.get("full_hands", 0), "full_hands", 0, MOST_POINTS),
            asked=self._player("asked", None),
            deaths=self._some(self._fields, "deaths", ()),
            results=self._results(),
            settling=settling,
            tied=self._tied(),
            play_offs=self._play_offs(self._fields.get("play_offs", []), "play_offs"),
            gone=frozenset(self._some(self._fields, "gone", ())),
        )
        fresh = state.asked is not None or not (state.dice or any(state.aside))
        in_hand = DICE - state.aside.count(0) if state.target is not None else 0
        return replace(state, fresh=fresh, hits=in_hand + DICE * state.full_hands)

    def _player(self, key: str, default: DefaultT) -> int | DefaultT:
        """A player, from 0."""
        if key not in self._fields:
            return default
        return expect.whole(self._fields[key], key, 1, self._players) - 1

    def _points(self) -> tuple[int, ...]:
        value = expect.member(self._fields, "points", "points")
        expected = f"{self._players} whole numbers, one a player"
        return expect.wholes(value, "points", -MOST_POINTS, MOST_POINTS, expected, self._players)

    def _aside(self) -> tuple[int, ...]:
        expected = "six numbers, a die from 1 to 6 or 0 for none"
        return expect.wholes(self._fields.get("aside", NONE_ASIDE), "aside", 0, 6, expected, DICE)

    def _threshold(self) -> int:
        value = expect.whole(self._fields.get("threshold", 0), "threshold", 0, HIGH)
        if value not in (0, LOW, HIGH):
            raise expect.wrong("threshold", f"0, {LOW} or {HIGH}", value)
        return value

    def _dice(self) -> tuple[int, ...]:
        expected = "a list of dice from 1 to 6"
        return expect.wholes(self._fields.get("dice", []), "dice", 1, 6, expected)

    def _some(self, fields: Mapping[str, Any], key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        return positions.players(fields, key, self._players, default)

    def _settling(self) -> str:
        value = expect.text(self._fields.get("settling", ""), "settling")
        if value not in ("", "round", "match"):
            raise expect.wrong("settling", 'one of "", "round", "match"', value)
        return value

    def _play_offs(self, value: object, key: str) -> tuple[Points, ...]:
        return tuple(self._round_points(points, key) for points in expect.items(value, key))

    def _round_points(self, value: object, key: str) -> Points:
        return positions.round_points(value, key, self._players, -MOST_POINTS)

    def _results(self) -> tuple[RoundResult, ...]:
        results = expect.items(self._fields.get("results", []), "results")
        return tuple(self._result(entry, "results", place) for place, entry in enumerate(results))

    def _tied(self) -> RoundResult | None:
        place = len(expect.items(self._fields.get("results", []), "results"))
        return self._result(self._fields["tied"], "tied", place) if "tied" in self._fields else None

    def _result(self, value: object, key: str, place: int) -> RoundResult:
        fields = expect.mapping(value, key)
        points = self._round_points(expect.member(fields, "points", f"{key}.points"), f"{key}.points")
        winners = self._some(fields, "winners", ())
        if not winners or any(points[player] is None for player in winners):
            raise expect.wrong(f"{key}.winners", "one or more of those who played", fields.get("winners"))
        play_offs = self._play_offs(fields.get("play_offs", []), f"{key}.play_offs")
        number = self._rules.round + place
        return RoundResult(number, points, winners, self._some(fields, "deaths", ()), play_offs)


def checked(rules: TrenteRules, state: TrenteState) -> TrenteState:
    """The state, if play can go on from it. Raises BadStart."""
    for checks in (_match, _players, _turn):
        check(checks(rules, state))
    return state


def _match(rules: TrenteRules, state: TrenteState) -> Iterator[Check]:
    """The finished rounds, and what is played off."""
    there = set(range(len(state.seats))) - state.gone
    ended = len(state.results) == rules.rounds
    yield "results: expected fewer, for the match is over", len(state.results) > rules.rounds
    yield "results: expected fewer, or a play-off for the match", ended != (state.settling == "match")
    of_rounds, played_off = rules.settles_each_round, rules.tie == "extra_game"
    yield "settling: expected no play-off for a round", state.settling == "round" and not of_rounds
    yield (
        "settling: expected no play-off for the match",
        state.settling == "match" and (of_rounds or not played_off),
    )
    yield "tied: expected it while a round is played off", (state.tied is None) == (state.settling == "round")
    yield (
        "play_offs: expected none unless something is played off",
        bool(state.play_offs and not state.settling),
    )
    yield "contenders: expected two or more who are there", len(there & set(state.contenders)) < 2
    yield (
        "contenders: expected everybody who is there",
        not (state.settling or there <= set(state.contenders)),
    )


def _players(rules: TrenteRules, state: TrenteState) -> Iterator[Check]:
    """Points, dead players, and the player whose turn it is."""
    most = start(rules, state.seats, state.handicaps).points
    dead, playing = set(state.deaths), set(state.contenders) - state.gone
    for player, points in enumerate(state.points):
        here = player in state.contenders
        yield "points: expected no more than at the start of a round", points > (most[player] if here else 0)
        yield "points: expected 0 for who does not play", not here and points != 0
        yield (
            "deaths: expected exactly those who fell below zero, and those who left",
            here and (points < 0 or player in state.gone) != (player in dead),
        )
    yield "deaths: expected some of those who play", not dead <= set(state.contenders)
    yield "turn: expected one who plays", state.turn not in state.contenders
    # A killer may have left while the killed player is asked.
    acting = playing if state.asked is None else set(state.contenders)
    yield "player: expected one who plays and is there", state.player not in acting
    avenged = state.revenge or state.asked is not None
    yield "player: expected only who is dead to play out of turn", state.revenge and state.player not in dead
    yield "asked: expected nobody, for there is no revenge", avenged and rules.revenge == "no"
    yield "points: expected two or more players with 0 or more", not avenged and len(state.alive) < 2
    asked = state.asked
    yield (
        "asked: expected another player who fell below zero and is there",
        asked is not None and (asked == state.player or asked not in dead & playing),
    )


def _turn(rules: TrenteRules, state: TrenteState) -> Iterator[Check]:
    """Dice, threshold, and the attack."""
    lies = [die for die in state.aside if die]
    attacks = state.target is not None
    chooses = bool(state.level) and not attacks
    idle = not (state.dice or state.level or attacks or state.threshold)
    yield "asked: expected no dice, threshold or attack beside it", state.asked is not None and not idle
    yield "full_hands: expected none without an attack", bool(state.full_hands) and not attacks
    if attacks:
        yield from _attack(rules, state, lies)
    elif state.asked is None:
        possible = {rules.threshold_with((die,)) for die in lies} or {0}
        yield "threshold: expected what a die that lies aside decides", state.threshold not in possible
        due = state.aside.count(0)
        yield f"dice: expected {due} or none", len(state.dice) not in (0, due)
        yield "aside: expected fewer dice, for the turn is over", not due and not chooses
    if chooses:
        level = count(state.threshold, sum(lies)).level if len(lies) == DICE else 0
        yield "level: expected that of the six dice aside", level != state.level or bool(state.dice)
        yield "level: expected two or more who may be attacked", len(targets(rules, state)) < 2


def _attack(rules: TrenteRules, state: TrenteState, lies: list[int]) -> Iterator[Check]:
    yield "level: expected that of the attack, 1 to 6", not state.level
    yield "dice: expected none, for an attack sets aside by itself", bool(state.dice)
    yield "target: expected one who may be attacked", state.target not in targets(rules, state)
    yield (
        "aside: expected dice of the attack's level, fewer than six",
        set(lies) > {state.level} or not set(lies) <= {state.level} or len(lies) == DICE,
    )
    yield (
        "threshold: expected 12 or 30",
        not state.threshold or (rules.always_high and state.threshold != HIGH),
    )
