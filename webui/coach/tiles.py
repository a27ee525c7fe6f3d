"""The output of `piste coach` for a tile game: lines for a reader, plain values for a program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from referee.coach import Advice, Coach, DiceChoice
from referee.games.tiles import Open, TileGame
from referee.options import values

from ..words import Words
from ..words.coach.tiles import Lines, advice_lines, dice_lines, odds_lines, worth_lines


@dataclass(frozen=True)
class Asked:
    """A position of one frame and optionally a throw.

    Attributes:
        game: the game with its house rules.
        open: the open tiles, all of the game's.
        dice: the throw, with a permitted number of dice; () before it.
    """

    game: TileGame
    open: Open
    dice: tuple[int, ...] = ()

    def after(self, advice: Advice | None) -> Open:
        """The open tiles at the next throw after that closing; () if there is none.

        Args:
            advice: the closing; None if nothing can be closed.
        """
        if advice is None or self.game.ends_turn(self.dice, advice.close):
            return frozenset()
        return self.open.difference(advice.close.tiles)


def lines(w: Words, level: str, coach: Coach, asked: Asked) -> Lines:
    """The coach's advice, at one reading level.

    Before a throw: the value of the position, how many dice to throw, the possible results. After one: what to
    close, the cost of each other closing, the prospects after the best one.
    """
    if not asked.open:
        return (w.t("Everything is closed."),)
    if not asked.dice:
        choices = coach.dice_choices(asked.open)
        return (
            *worth_lines(w, level, *_worth(coach, asked.open)),
            *dice_lines(w, level, choices),
            *odds_lines(w, level, coach.grouped(asked.open, choices[0].dice)),
        )
    advice = coach.costs(asked.open, asked.dice)
    sentences = advice_lines(w, level, asked.open, advice)
    rest = asked.after(advice[0] if advice else None)
    return (*sentences, *_next(w, level, coach, rest)) if rest else sentences


def _next(w: Words, level: str, coach: Coach, rest: Open) -> Lines:
    choices = coach.dice_choices(rest)
    return odds_lines(w, level, coach.grouped(rest, choices[0].dice))


def report(w: Words, level: str, coach: Coach, asked: Asked) -> dict[str, object]:
    """The same as plain values; every number as {"value": 3.19..., "exact": "115/36"}.

    `next` describes the throw to come: the one that is due, or after a throw the one that follows the best closing;
    null when there is none.
    """
    advice = coach.costs(asked.open, asked.dice) if asked.dice else ()
    rest = asked.after(advice[0] if advice else None) if asked.dice else asked.open
    score, shut, most = _worth(coach, asked.open)
    return {
        "game": asked.game.name,
        "options": values(asked.game),
        "open": sorted(asked.open),
        "dice": list(asked.dice),
        "before_throw": {"expected_score": number(score), "p_shut": number(shut), "max_p_shut": number(most)},
        "closings": [_closing(choice) for choice in advice],
        "next": _odds(coach, rest) if rest else None,
        "sentences": list(lines(w, level, coach, asked)),
    }


def _worth(coach: Coach, tiles: Iterable[int]) -> tuple[Fraction, Fraction, Fraction]:
    """Expected score, chance to shut everything under it, greatest chance."""
    position = tuple(tiles)
    return coach.expected_score(position), coach.p_shut(position), coach.max_p_shut(position)


def number(value: Fraction) -> dict[str, object]:
    """An exact number for a program: the nearest float, and the fraction as text."""
    return {"value": float(value), "exact": str(value)}


def _closing(choice: Advice) -> dict[str, object]:
    return {
        "closed": list(choice.close.tiles),
        "expected_score": number(choice.expected_score),
        "cost": number(choice.cost),
        "p_shut": number(choice.p_shut),
    }


def _odds(coach: Coach, tiles: Open) -> dict[str, object]:
    """The throw to come, for each permitted number of dice, the best first."""
    return {
        "open": sorted(tiles),
        "dice": [_dice(coach, tiles, choice) for choice in coach.dice_choices(tiles)],
    }


def _dice(coach: Coach, tiles: Open, choice: DiceChoice) -> dict[str, object]:
    return {
        "count": choice.dice,
        "expected_score": number(choice.expected_score),
        "cost": number(choice.cost),
        "p_shut": number(choice.p_shut),
        "p_go_on": number(choice.p_go_on),
        "throws": [
            {
                "throws": [list(throw) for throw in group.throws],
                "chance": number(group.chance),
                "closings": [list(close.tiles) for close in group.closings],
            }
            for group in coach.grouped(tiles, choice.dice)
        ],
    }
