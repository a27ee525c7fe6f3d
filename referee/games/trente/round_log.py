"""A round of Trente played again from a log of the notation, and its counts as the notation writes them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ... import expect
from ...answers import Plain
from ...core import Roll
from . import turns
from .dice import Count, Strike, count, holds
from .game import Trente
from .moves import Attack, Keep, Revenge
from .rules import TrenteRules
from .state import DICE, HIGH, CountedTurn


class RoundLog:
    """Plays the coups of one round; what the rules do not allow is a BadQuestion that names it.

    A coup is a turn with its attack. A revenge that is not in the log was not taken.

    Args:
        game: the house rules; `round` is the number of the round.
        players: how many.
        first: who plays first, from 0.
        points: of everybody at the start.
    """

    def __init__(self, game: Trente, players: int, first: int, points: int) -> None:
        self._game = replace(game, rounds=1, tie="shared")
        begun = turns.start(self._game, tuple(range(1, players + 1)), ())
        self._state = replace(begun, points=(points,) * players, turn=first, player=first)
        self._coups: list[Plain] = []
        self._stopped = False

    def answer(self) -> Plain:
        """What the coups so far have come to; every list in the order of seats, deaths in the order of dying."""
        state = self._state
        return {
            "after_each_coup": self._coups,
            "scores": list(state.points),
            "alive": [points >= 0 for points in state.points],
            "order_of_death": list(state.deaths),
            "winners": list(turns.leaders(state.points)),
            "next_first_player": state.deaths[0] if state.deaths else None,
        }

    def play(self, coup: Plain, path: str) -> None:
        """One more coup; `path` is what a message calls it."""
        if self._state.champions or self._stopped:
            raise expect.wrong(path, "no more coups, for the round is over", coup)
        self._begin(coup, path)
        deaths = self._state.deaths
        aside = self._turn(coup, path)
        turn = next(news for news in self._state.news if isinstance(news, CountedTurn))
        attack = self._attack(turn, coup, path) if turn.targets else None
        self._coups.append(
            {
                "turn": turn_plain(counted(self._game, aside)),
                "legal_targets": list(turn.targets) if turn.level else None,
                "attack": attack,
                "scores": list(self._state.points),
                "killed": list(self._state.deaths[len(deaths) :]),
            }
        )

    def _begin(self, coup: Plain, path: str) -> None:
        """The player of this coup; a due revenge that the log omits was not taken."""
        asked = self._state.asked
        taken = expect.flag(coup.get("revenge", False), f"{path}.revenge")
        if asked is not None:
            self._state = self._game.apply(self._state, Revenge(taken))
        elif taken:
            raise expect.wrong(f"{path}.revenge", "false, for nobody was killed just before", taken)
        if self._state.champions:
            raise expect.wrong(path, "no more coups, for the round is over", coup)
        player = expect.member(coup, "player", f"{path}.player")
        due = self._state.player
        if type(player) is not int or player != due:
            raise expect.wrong(f"{path}.player", str(due), player)

    def _turn(self, coup: Plain, path: str) -> tuple[int, ...]:
        """The dice set aside, in the order in which they were declared."""
        aside: tuple[int, ...] = ()
        path = f"{path}.throws"
        throws = expect.items(expect.member(coup, "throws", path), path)
        for index, value in enumerate(throws):
            here = f"{path}[{index}]"
            throw = expect.mapping(value, here)
            if len(aside) == DICE:
                raise expect.wrong(path, f"{index} throws, for six dice lie aside then", throws)
            roll = rolled(expect.member(throw, "roll", f"{here}.roll"), f"{here}.roll", DICE - len(aside))
            keep = self._keep(throw, roll, f"{here}.kept")
            self._state = self._game.apply(self._game.apply(self._state, Roll(roll)), Keep(keep))
            aside += keep
        if len(aside) != DICE:
            raise expect.wrong(path, "throws until six dice lie aside", throws)
        return aside

    def _keep(self, throw: Plain, roll: tuple[int, ...], path: str) -> tuple[int, ...]:
        expected = f"one or more dice of {list(roll)}"
        keep = expect.wholes(expect.member(throw, "kept", path), path, 1, 6, expected)
        if not keep or not holds(roll, keep):
            raise expect.wrong(path, expected, list(keep))
        return keep

    def _attack(self, turn: CountedTurn, coup: Plain, path: str) -> Plain:
        target = expect.member(coup, "target", f"{path}.target")
        if type(target) is not int or target not in turn.targets:
            raise expect.wrong(f"{path}.target", f"one of {list(turn.targets)}", target)
        if self._state.target is None:
            self._state = self._game.apply(self._state, Attack(target))
        path = f"{path}.attack_rolls"
        rolls = expect.items(expect.member(coup, "attack_rolls", path), path)
        strike = Strike()
        for index, value in enumerate(rolls):
            if not strike.due:
                raise expect.wrong(path, f"{index} throws, for the attack is over then", rolls)
            roll = rolled(value, f"{path}[{index}]", strike.due)
            strike = strike.then(turn.level, roll)
            self._state = self._game.apply(self._state, Roll(roll))
        if strike.due:
            # A log that ends within an attack: what was hit so far counts, and nothing may follow.
            self._stopped = True
            self._state = turns.struck(self._game, self._state)
        return strike_plain(turn.level, strike)


def rolled(value: object, path: str, due: int) -> tuple[int, ...]:
    """Exactly so many dice. Raises BadQuestion."""
    return expect.wholes(value, path, 1, 6, f"a list of {due} dice from 1 to 6", due)


def counted(rules: TrenteRules, aside: tuple[int, ...]) -> Count:
    """What six dice come to, in the order in which they were set aside."""
    return count(rules.threshold_with(aside), sum(aside))


def turn_plain(count: Count) -> dict[str, Any]:
    """A turn's count as the notation tells it."""
    return {
        "threshold": count.threshold,
        "direction": "at_least" if count.threshold == HIGH else "at_most",
        "sum": count.sum,
        "outcome": count.outcome,
        "points_lost": count.lost,
        "level": count.level,
    }


def strike_plain(level: int, strike: Strike) -> dict[str, Any]:
    """An attack as the notation tells it."""
    plain = {
        "hits": strike.hits,
        "damage": strike.hits * level,
        "full_hands": strike.full_hands,
        "finished": not strike.due,
    }
    return plain | ({"dice_to_throw": strike.due} if strike.due else {})
