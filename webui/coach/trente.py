"""The output of `piste coach trente`: lines for a reader, plain values for a program."""

from __future__ import annotations

from dataclasses import dataclass

from referee.coach_trente import Blow, TrenteAdvice, TrenteCoach, TurnOdds
from referee.games.trente import Trente
from referee.options import values

from ..words import Words
from ..words.coach.tiles import Lines
from ..words.coach.trente import HITS, advice_lines, blow_lines, odds_lines
from .tiles import number


@dataclass(frozen=True)
class TrenteTurn:
    """A turn of Trente.

    Attributes:
        game: with its house rules.
        aside: the dice set aside, the first of the turn first; () before the first throw.
        roll: the throw; () before it.
        aim: one of `referee.coach_trente.AIMS`.
    """

    game: Trente
    aside: tuple[int, ...]
    roll: tuple[int, ...]
    aim: str

    @property
    def threshold(self) -> int:
        """12 or 30; 0 if the first die has yet to decide it."""
        return self.game.threshold_with(self.aside)


def turn_lines(w: Words, level: str, coach: TrenteCoach, turn: TrenteTurn) -> Lines:
    """What to set aside of the throw, without one the prospects of the turn. Raises ValueError for impossible dice."""
    if turn.roll:
        return advice_lines(w, level, _advice(coach, turn), turn.aim)
    return odds_lines(w, level, turn.threshold, _before(coach, turn))


def turn_report(w: Words, level: str, coach: TrenteCoach, turn: TrenteTurn) -> dict[str, object]:
    """The same as plain values, every choice of dice with exact fractions; `before_throw` null after the throw."""
    advice = _advice(coach, turn) if turn.roll else ()
    return {
        "game": turn.game.name,
        "options": values(turn.game),
        "aim": turn.aim,
        "aside": list(turn.aside),
        "threshold": turn.threshold or None,
        "roll": list(turn.roll),
        "before_throw": None if turn.roll else _odds(_before(coach, turn)),
        "choices": [
            {
                "keep": list(choice.keep.dice),
                "threshold": choice.threshold,
                "cost": number(choice.cost),
                **_odds(choice.odds),
            }
            for choice in advice
        ],
        "sentences": list(turn_lines(w, level, coach, turn)),
    }


def attack_lines(w: Words, level: str, coach: TrenteCoach, attack: int, points: int | None) -> Lines:
    """The effect of an attack of a level (1 to 6) on a target with so many points. Raises ValueError for others."""
    kill = None if points is None else coach.kills(attack, points)
    return blow_lines(w, level, coach.blow(attack), points, kill)


def attack_report(
    w: Words, level: str, coach: TrenteCoach, attack: int, points: int | None
) -> dict[str, object]:
    """The same as plain values."""
    blow: Blow = coach.blow(attack)
    return {
        "attack": attack,
        "hits": [number(chance) for chance in blow.hits[:HITS]],
        "mean_hits": number(blow.mean_hits),
        "mean_damage": number(blow.mean_damage),
        "points": points,
        "p_kill": None if points is None else number(coach.kills(attack, points)),
        "sentences": list(attack_lines(w, level, coach, attack, points)),
    }


def _advice(coach: TrenteCoach, turn: TrenteTurn) -> tuple[TrenteAdvice, ...]:
    return coach.advice(turn.aside, turn.threshold if turn.aside else 0, turn.roll, turn.aim)


def _before(coach: TrenteCoach, turn: TrenteTurn) -> TurnOdds:
    if not turn.aside:
        return coach.start(turn.aim)
    return coach.odds(turn.aside, turn.threshold, turn.aim)


def _odds(odds: TurnOdds) -> dict[str, object]:
    return {
        "reach": number(odds.reach),
        "equal": number(odds.equal),
        "attack": number(odds.attack),
        "levels": [number(chance) for chance in odds.levels],
        "expected_loss": number(odds.expected_loss),
    }
