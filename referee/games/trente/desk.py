"""The notation's questions about Trente."""

from __future__ import annotations

from ... import expect
from ...answers import AnswersByKind, Plain
from .choice import within_reach
from .dice import Strike, count, keeps
from .game import Trente
from .round_log import RoundLog, counted, rolled, strike_plain, turn_plain
from .state import DICE, HIGH, LOW

PLAYERS = 99
"""Most players that a question may name."""

POINTS = 10**9
"""Most points that a question may name."""


class TrenteDesk(AnswersByKind):
    """Answers questions about Trente with these house rules."""

    def __init__(self, game: Trente) -> None:
        self._game = game
        super().__init__(
            {
                "turn_score": self._turn_score,
                "attack": self._attack,
                "legal_keeps": self._legal_keeps,
                "round_log": self._round_log,
                "attack_target": self._attack_target,
                "alive": self._alive,
            }
        )

    def _turn_score(self, state: Plain, question: Plain) -> Plain:
        path = "input.set_aside_in_order"
        dice = rolled(expect.member(question, "set_aside_in_order", path), path, DICE)
        return turn_plain(counted(self._game, dice))

    def _attack(self, state: Plain, question: Plain) -> Plain:
        level = expect.whole(expect.member(question, "level", "input.level"), "input.level", 1, 6)
        value = expect.items(expect.member(question, "rolls", "input.rolls"), "input.rolls")
        strike = Strike()
        for index, roll in enumerate(value):
            path = f"input.rolls[{index}]"
            if not strike.due:
                raise expect.wrong("input.rolls", f"{index} throws, for the attack is over then", value)
            strike = strike.then(level, rolled(roll, path, strike.due))
        return strike_plain(level, strike)

    def _legal_keeps(self, state: Plain, question: Plain) -> Plain:
        expected = "a list of one to six dice from 1 to 6"
        value = expect.member(question, "roll", "input.roll")
        roll = expect.wholes(value, "input.roll", 1, 6, expected)
        if not 1 <= len(roll) <= DICE:
            raise expect.wrong("input.roll", expected, value)
        return {"keeps": [list(keep) for keep in keeps(roll)]}

    def _alive(self, state: Plain, question: Plain) -> Plain:
        """S4: "à zéro, ce n'est pas encore perdu"."""
        value = expect.member(question, "score", "input.score")
        return {"alive": expect.whole(value, "input.score", -POINTS, POINTS) >= 0}

    def _attack_target(self, state: Plain, question: Plain) -> Plain:
        """`sum` or `level` is given. A dead attacker takes revenge on any player, dead or alive."""
        value = expect.items(expect.member(state, "alive", "state.alive"), "state.alive", 2)
        alive = [expect.flag(flag, f"state.alive[{place}]") for place, flag in enumerate(value)]
        size = len(alive)
        if "players" in state and expect.whole(state["players"], "state.players", 2, PLAYERS) != size:
            raise expect.wrong("state.alive", f"{state['players']} of true or false, one a player", alive)
        path = "input.attacker"
        me = expect.whole(expect.member(question, "attacker", path), path, 0, size - 1)
        level = self._level(question)
        number = expect.whole(question.get("round", self._game.round), "input.round", 1, PLAYERS)
        living = tuple(player for player in range(size) if alive[player])
        if not alive[me]:
            targets = tuple(player for player in range(size) if player != me)
        else:
            targets = within_reach(me, living, self._game.direction(number, level), size)
        targets = targets if level else ()
        return {"level": level, "legal_targets": list(targets), "target": targets[0] if len(targets) == 1 else None}

    def _level(self, question: Plain) -> int:
        if "sum" not in question:
            return expect.whole(expect.member(question, "level", "input.level"), "input.level", 1, 6)
        total = expect.whole(question["sum"], "input.sum", DICE, 6 * DICE)
        possible = (HIGH,) if self._game.always_high else (HIGH, LOW)
        return max(count(threshold, total).level for threshold in possible)

    def _round_log(self, state: Plain, question: Plain) -> Plain:
        """Plays the round by the rules; what they do not allow is an error that names it."""
        path = "state.players"
        players = expect.whole(expect.member(state, "players", path), path, 2, PLAYERS)
        first = expect.whole(state.get("first", 0), "state.first", 0, players - 1)
        points = expect.whole(
            state.get("start_score", self._game.start_score), "state.start_score", 0, POINTS
        )
        log = RoundLog(self._game, players, first, points)
        coups = expect.items(expect.member(question, "coups", "input.coups"), "input.coups")
        for index, coup in enumerate(coups):
            path = f"input.coups[{index}]"
            log.play(expect.mapping(coup, path), path)
        return log.answer()
