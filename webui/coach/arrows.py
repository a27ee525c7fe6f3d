"""The output of `piste coach` for games on the board of arrows: lines for a reader, plain values for a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from referee.coach_arrows import BackgammonCoach, Entry, Shots, ThrowOdds, pips
from referee.games.arrows import ArrowGame, ArrowState
from referee.games.backgammon import Backgammon
from referee.options import values

from ..words import Words
from ..words.coach.arrows import entry_lines, opening_lines, pip_lines, shot_lines
from ..words.coach.tiles import Lines
from .tiles import number

COACHES: Mapping[str, Callable[[Backgammon], BackgammonCoach]] = {Backgammon.name: BackgammonCoach}
"""A game -> who knows more of it than how far the men have to go."""


def coach_of(game: ArrowGame) -> BackgammonCoach | None:
    """The coach of a game with its house rules; None without one."""
    made = COACHES.get(game.name)
    return None if made is None else made(cast(Backgammon, game))


def board_lines(
    w: Words, level: str, game: ArrowGame, state: ArrowState, dice: tuple[int, ...] = ()
) -> Lines:
    """Points to go; in Backgammon also lone men, captured men, and the leaflet's advice for a first throw.

    Args:
        w: the reader's words.
        level: the reading level.
        game: with its house rules.
        state: the position.
        dice: a first throw of Backgammon, two dice; () for none.
    """
    sentences = pip_lines(w, level, pips(game, state))
    coach = coach_of(game)
    if coach is None:
        return sentences
    for player in (0, 1):
        sentences += entry_lines(w, level, player, coach.entry(state, player))
        sentences += shot_lines(w, level, player, coach.shots(state, player))
    return sentences + (opening_lines(w, coach.openings(dice)) if dice else ())


def board_report(
    w: Words, level: str, game: ArrowGame, state: ArrowState, dice: tuple[int, ...] = ()
) -> dict[str, object]:
    """The same as plain values; `players` is there for Backgammon alone, White first."""
    white, black = pips(game, state)
    report: dict[str, object] = {
        "game": game.name,
        "options": values(game),
        "position": game.position(state),
        "pips": {"white": white, "black": black},
        "sentences": list(board_lines(w, level, game, state, dice)),
    }
    coach = coach_of(game)
    if coach is not None:
        report["players"] = [
            {
                "entry": _entry(coach.entry(state, player)),
                "shots": [_shots(lone) for lone in coach.shots(state, player)],
            }
            for player in (0, 1)
        ]
        report["openings"] = [list(opening.men) for opening in coach.openings(dice)] if dice else []
    return report


def _odds(odds: ThrowOdds) -> dict[str, object]:
    return {"of_36": odds.of_36, "chance": number(odds.chance), "throws": [list(throw) for throw in odds.throws]}


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "waiting": entry.waiting,
        "held": list(entry.held),
        "one": _odds(entry.at_least_one),
        "all": _odds(entry.everyone),
    }


def _shots(lone: Shots) -> dict[str, object]:
    return {
        "arrow": lone.arrow,
        "number": lone.number,
        **_odds(lone.odds),
        "attackers": [
            {"from": arrow, "away": far, "of_36_on_an_empty_board": throws}
            for arrow, far, throws in lone.attackers
        ],
    }
