"""The notation's questions about the tile games."""

from __future__ import annotations

from ... import expect
from ...answers import AnswersByKind, Plain
from ...errors import BadQuestion
from .closings import can_make
from .policy import TilePolicy, lowest_score
from .rules import TileRules
from .state import Open
from .turns import leaders

POINTS = 10**9
"""Most points that a question may name."""


class TileDesk(AnswersByKind):
    """Answers questions about one tile game; keeps what it has worked out from one question to the next."""

    def __init__(self, rules: TileRules) -> None:
        self._rules = rules
        self._policy = TilePolicy(rules, lowest_score)
        super().__init__(
            {
                "legal_closings": self._legal_closings,
                "optimal_value": self._optimal_value,
                "play_log": self._play_log,
                "series": self._series,
                "tie": self._tie,
                "payout": self._payout,
            }
        )

    def _open(self, state: Plain) -> Open:
        return expect.tiles(expect.member(state, "open", "state.open"), "state.open", self._rules.tiles)

    def _legal_closings(self, state: Plain, question: Plain) -> Plain:
        """The throw is taken as it lies, also with another number of dice than is due."""
        open_tiles = self._open(state)
        dice = expect.dice(expect.member(question, "dice", "input.dice"))
        closings = self._rules.closings(open_tiles, dice)
        return {
            "closings": [list(tiles) for tiles in closings],
            "dice_to_throw": self._rules.dice_allowed(open_tiles)[0],
            "stuck": not closings,
            "score_if_stuck": sum(open_tiles),
        }

    def _optimal_value(self, state: Plain, question: Plain) -> Plain:
        open_tiles = self._open(state)
        score, shut = self._policy.worth(open_tiles)
        whole = 36 ** len(open_tiles)
        return {"expected_score": score / whole, "p_shut_under_score_policy": shut / whole}

    def _series(self, state: Plain, question: Plain) -> Plain:
        scores = expect.mapping(expect.member(question, "scores", "input.scores"), "input.scores")
        if not scores:
            raise expect.wrong("input.scores", "the scores of one or more players", scores)
        totals: dict[str, int] = {}
        lengths: set[int] = set()
        for name, points in scores.items():
            path = f"input.scores.{name}"
            games = expect.wholes(points, path, 0, POINTS, "a list of scores, 0 or more")
            lengths.add(len(games))
            totals[name] = sum(games)
        # One game is what is meant when no number is named.
        if len(lengths) > 1 or (self._rules.games > 1 and lengths != {self._rules.games}):
            wanted = str(self._rules.games) if self._rules.games > 1 else "as many"
            raise expect.wrong("input.scores", f"{wanted} scores of every player", sorted(lengths))
        least = min(totals.values())
        return {"totals": totals, "winners": [name for name, total in totals.items() if total == least]}

    def _results(self, question: Plain) -> tuple[int, ...]:
        value = expect.items(expect.member(question, "results", "input.results"), "input.results", 1)
        return expect.wholes(value, "input.results", 0, POINTS, "a list of scores, 0 or more")

    def _tie(self, state: Plain, question: Plain) -> Plain:
        first = leaders(self._results(question))
        replayed = self._replayed(first)
        return {"replay_between": replayed, "winners": [] if replayed else list(first)}

    def _replayed(self, first: tuple[int, ...]) -> list[int]:
        return list(first) if len(first) > 1 and self._rules.tie == "extra_game" else []

    def _payout(self, state: Plain, question: Plain) -> Plain:
        """`winner` is null while the tied must play on, and where they share."""
        stake = expect.whole(expect.member(state, "stake", "state.stake"), "state.stake", 0, POINTS)
        results = self._results(question)
        if "players" in state:
            players = expect.whole(state["players"], "state.players", 1, POINTS)
            if players != len(results):
                raise expect.wrong("input.results", f"{players} scores, one a player", list(results))
        first = leaders(results)
        return {
            "winner": first[0] if len(first) == 1 else None,
            "each_other_pays": stake * (2 if min(results) == 0 else 1) if not self._replayed(first) else 0,
            "replay_between": self._replayed(first),
        }

    def _play_log(self, state: Plain, question: Plain) -> Plain:
        """Plays the throws of one turn by the rules; an illegal one is an error that names it."""
        open_tiles = self._open(state)
        value = expect.member(question, "throws", "input.throws")
        for index, throw in enumerate(expect.items(value, "input.throws")):
            path = f"input.throws[{index}]"
            open_tiles = self._logged(open_tiles, expect.mapping(throw, path), path)
        return {"open": sorted(open_tiles), "open_sum": sum(open_tiles)}

    def _logged(self, open_tiles: Open, throw: Plain, path: str) -> Open:
        dice = expect.dice(expect.member(throw, "dice", f"{path}.dice"), f"{path}.dice")
        self._claims(open_tiles, dice, throw, path)
        covered = expect.tiles(throw.get("cover", []), f"{path}.cover", self._rules.tiles)
        closings = self._rules.closings(open_tiles, dice)
        if tuple(sorted(covered)) in closings or not (covered or closings):
            return open_tiles - covered
        legal = f"one of {[list(tiles) for tiles in closings]}" if closings else "nothing"
        raise BadQuestion(f"{path}.cover: expected {legal} with {list(dice)}; got {sorted(covered)}")

    def _claims(self, open_tiles: Open, dice: tuple[int, ...], throw: Plain, path: str) -> None:
        """What a log says of the table before a throw must be so."""
        allowed = self._rules.dice_allowed(open_tiles)
        if len(dice) not in allowed:
            raise expect.wrong(f"{path}.dice", f"{allowed[0]} dice", list(dice))
        if "open_before" in throw:
            before = expect.tiles(throw["open_before"], f"{path}.open_before", self._rules.tiles)
            if before != open_tiles:
                raise expect.wrong(f"{path}.open_before", str(sorted(open_tiles)), sorted(before))
        if "total_possible" in throw:
            possible = can_make(open_tiles, sum(dice))
            if expect.flag(throw["total_possible"], f"{path}.total_possible") != possible:
                raise expect.wrong(f"{path}.total_possible", str(possible).lower(), throw["total_possible"])
