"""A match of tiles as one line of JSON, and back: for a game that starts from a position set up by hand.

    {"open": [[1, 2, 3], [4, 5, 6, 7, 8, 9]], "player": 2, "dice": [6, 3], "done": [1], "results": [[12, 9]], ...}

Players are numbered from 1. Only `open` must be there; what is left out is as at the start of a game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ... import expect, positions
from ...positions import Check
from .rules import TileRules
from .state import Scores, TileResult, TileState

KEYS = (
    "open", "player", "contenders", "done", "dice", "thrown", "results",
    "settling", "tied_scores", "play_offs", "gone", "absent",
)  # fmt: skip


def to_text(state: TileState) -> str:
    """The position on one line; what is as at the start of a game is left out."""
    everybody = range(len(state.seats))
    return positions.written(
        {
            "open": [sorted(tiles) for tiles in state.open],
            "player": state.player + 1,
            **_numbered("contenders", state.contenders, default=tuple(everybody)),
            **_numbered("done", state.done),
            **({"dice": list(state.dice)} if state.dice else {}),
            **({"thrown": list(state.thrown)} if state.thrown != state.dice else {}),
            **({"results": [_result(result) for result in state.results]} if state.results else {}),
            **({"settling": state.settling} if state.settling else {}),
            **({"tied_scores": list(state.tied_scores)} if state.tied_scores else {}),
            **({"play_offs": [list(scores) for scores in state.play_offs]} if state.play_offs else {}),
            **_numbered("gone", state.gone),
            **_numbered("absent", state.absent),
        }
    )


def _numbered(name: str, players: Collection[int], default: tuple[int, ...] = ()) -> dict[str, list[int]]:
    """Some players, numbered from 1; nothing where they are as at the start."""
    return {} if tuple(players) == default else {name: sorted(player + 1 for player in players)}


def _result(result: TileResult) -> dict[str, Any]:
    return {
        "scores": list(result.scores),
        "winners": [player + 1 for player in result.winners],
        "play_offs": [list(scores) for scores in result.play_offs],
        "shut": result.shut,
        "absent": [player + 1 for player in result.absent],
    }


def from_text(rules: TileRules, start: TileState, text: str) -> TileState:
    """The state of a position, with the players and handicaps of `start`.

    Raises:
        BadStart: it is no position of this game.
    """
    with positions.reading(text, KEYS) as fields:
        return _checked(rules, _TilePosition(rules, fields, len(start.seats)).state(start))


class _TilePosition:
    """Takes a position apart, every value checked."""

    def __init__(self, rules: TileRules, fields: Mapping[str, Any], players: int) -> None:
        self._rules = rules
        self._fields = fields
        self._players = players

    def state(self, start: TileState) -> TileState:
        """The state with these fields; `_checked` tests whether play can go on from it."""
        dice = self._dice("dice", ())
        return replace(
            start,
            open=self._open(),
            player=expect.whole(self._fields.get("player", 1), "player", 1, self._players) - 1,
            contenders=self._some(self._fields, "contenders", start.contenders),
            done=frozenset(self._some(self._fields, "done", ())),
            dice=dice,
            thrown=self._dice("thrown", dice),
            results=self._results(),
            settling=self._settling(),
            tied_scores=self._points(self._fields.get("tied_scores", []), "tied_scores"),
            play_offs=self._play_offs(self._fields.get("play_offs", []), "play_offs"),
            gone=frozenset(self._some(self._fields, "gone", ())),
            absent=self._some(self._fields, "absent", ()),
        )

    def _open(self) -> tuple[frozenset[int], ...]:
        frames = expect.items(expect.member(self._fields, "open", "open"), "open")
        if len(frames) != self._players:
            raise expect.wrong("open", f"{self._players} lists of tiles, one a player", frames)
        return tuple(expect.tiles(frame, "open", self._rules.tiles) for frame in frames)

    def _some(self, fields: Mapping[str, Any], key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(positions.players(fields, key, self._players, default)))

    def _dice(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        value = self._fields.get(key, default)
        return expect.dice(value, key) if value else ()

    def _points(self, value: object, key: str) -> tuple[int, ...]:
        scores = expect.wholes(value, key, 0, positions.MOST_POINTS, "a list of scores, 0 or more")
        if scores and len(scores) != self._players:
            raise expect.wrong(key, f"{self._players} scores, one a player", value)
        return scores

    def _play_offs(self, value: object, key: str) -> tuple[Scores, ...]:
        return tuple(
            positions.round_points(scores, key, self._players) for scores in expect.items(value, key)
        )

    def _settling(self) -> str:
        value = expect.text(self._fields.get("settling", ""), "settling")
        if value not in ("", "game", "series"):
            raise expect.wrong("settling", 'one of "", "game", "series"', value)
        return value

    def _results(self) -> tuple[TileResult, ...]:
        results = expect.items(self._fields.get("results", []), "results")
        return tuple(
            self._result(expect.mapping(entry, "results"), n) for n, entry in enumerate(results, start=1)
        )

    def _result(self, fields: Mapping[str, Any], number: int) -> TileResult:
        scores = self._points(expect.member(fields, "scores", "results.scores"), "results.scores")
        winners = self._some(fields, "winners", ())
        if not scores or not winners:
            raise expect.wrong("results", "the scores of every player and one or more winners", fields)
        play_offs = self._play_offs(fields.get("play_offs", []), "results.play_offs")
        shut = expect.flag(fields.get("shut", False), "results.shut")
        return TileResult(number, scores, winners, play_offs, shut, self._some(fields, "absent", ()))


def _checked(rules: TileRules, state: TileState) -> TileState:
    """The state, if play can go on from it. Raises BadStart."""
    positions.check(_match(rules, state))
    positions.check(_turn(rules, state))
    return state


def _match(rules: TileRules, state: TileState) -> Iterator[Check]:
    """The finished games, and who plays."""
    ended, settling, playing = len(state.results), state.settling, set(state.contenders)
    staying = set(range(len(state.seats))) - set(state.absent)
    over = ended > rules.games or (ended == rules.games) != (settling == "series")
    yield "results: expected fewer, for the match is over", over
    tied = bool(state.tied_scores)
    yield "tied_scores: expected them while a game is played off, only then", tied != (settling == "game")
    played_off = bool(state.play_offs)
    yield "play_offs: expected none unless something is played off", played_off and not settling
    yield "absent: expected some of those who have gone", not set(state.absent) <= state.gone
    few = bool(settling) and len(playing) < 2
    yield "contenders: expected two or more while something is played off", few
    yield "contenders: expected everybody who has not left", not settling and playing != staying
    yield "done: expected some of those who play", not state.done <= playing
    yield "gone: expected their turns to be over", bool(state.gone & playing - state.done)


def _turn(rules: TileRules, state: TileState) -> Iterator[Check]:
    """Whose turn it is, with which tiles and dice."""
    playing, mine = set(state.contenders) - state.done, state.open[state.player]
    yield "player: expected one whose turn is not over", state.player not in playing
    yield "open: expected a tile for who plays", any(not state.open[player] for player in playing)
    due = len(state.dice) in rules.dice_allowed(mine) and bool(rules.closings(mine, state.dice))
    yield "dice: expected a throw that is due and closes something", bool(state.dice) and not due
