"""What the view of a table has beside that of any game, where dice are set aside one after the other: Trente."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.core import Event, Outcome, Roll, State
from referee.games.trente import Attack, Keep, Revenge, Trente
from referee.games.trente.choice import targets
from referee.match import Match

from ..everybody import is_game, outcomes
from ..sentence import by_seat, plain
from ..state import Table
from . import laid

LEVELS = range(1, 7)
"""Levels of an attack."""


def table_fields(table: Table, state: State) -> dict[str, Any]:
    """The turn that runs, as `turn`: what lies aside in order, the threshold, the attack, who may take revenge.

    Args:
        table: the table.
        state: where its game stands; of a throw that nobody is asked about, as if it showed what it most probably does.

    Players are playing numbers, from 1. `cast` is the throw of which dice must be set aside, as it lies. `kept` are the
    dice of each throw that were set aside, those of the first throw
    first, the very first of them being the one that decides; `least` and `most` are what six dice may still come to.
    `aims` tells for each level of an attack whom it may hit, the level from 1 on first. `hits`, `full_hands` and
    `damage` are of the attack that runs, at `level` on `target`. `asked` was killed and may take revenge, `revenge`
    tells that the turn is one. `out` are out of the round; `won` are the rounds that each seat has won. `news` is what
    the newest event ended: `what`, by which `player`, and its values. `orders` are the moves of which one lies aside
    under the camera, where only a person can say which die was the first.
    """
    game = table.game
    if not isinstance(game, Trente):
        return {}
    kept = _with(_kept(table.playing), table.turned.move)
    shown = [die for throw in kept for die in throw]
    left = 6 - len(shown)
    return {
        "turn": {
            "cast": list(state.thrown) if state.dice else [],
            "kept": [list(throw) for throw in kept],
            "threshold": _threshold(game, state, table.turned.move),
            "sum": sum(shown),
            "least": sum(shown) + left,
            "most": sum(shown) + 6 * left,
            "aims": [_numbers(targets(game, replace(state, level=level))) for level in LEVELS],
            "level": state.level,
            "target": None if state.target is None else state.target + 1,
            "hits": state.hits,
            "full_hands": state.full_hands,
            "damage": state.hits * state.level,
            "asked": None if state.asked is None else state.asked + 1,
            "revenge": state.revenge,
            "out": _numbers(player for player, points in enumerate(state.points) if points < 0 or player in state.gone),
            "round": len(state.results) + (not state.champions),
            "rounds": game.rounds,
            "settling": state.settling,
            "won": by_seat(table, [_won(state, player) for player in range(len(state.seats))]),
            "orders": [game.to_text(keep) for keep in laid.orders(table)],
            "news": [_told(outcome) for outcome in news(table.playing)],
        }
    }


def move_fields(event: Event) -> dict[str, Any]:
    """What an accepted move says besides its word: the dice it sets `aside`, whom it attacks, if `revenge` is taken."""
    match event:
        case Keep(dice):
            return {"aside": list(dice)}
        case Attack(target):
            return {"target": target + 1}
        case Revenge(taken):
            return {"revenge": taken}
    return {}


def _kept(match: Match) -> tuple[tuple[int, ...], ...]:
    """The dice that lie aside in this turn, throw by throw, in the order in which they were declared.

    Where a person has said how they lie, or it is an attack, they are one throw, as they lie.
    """
    lies = tuple(die for die in match.state.aside if die) if not _waits_for_six(match.state) else ()
    found: list[tuple[int, ...]] = []
    for event in _of_this_turn(match):
        found.insert(0, event.dice)
    told = tuple(found)
    return told if sorted(sum(told, ())) == sorted(lies) else (lies,) if lies else ()


def _waits_for_six(state: State) -> bool:
    return bool(state.fresh and not state.dice)


def _of_this_turn(match: Match) -> Iterator[Keep]:
    """The dice set aside since six were thrown, the newest first."""
    while match.events and not _waits_for_six(match.state):
        event = match.events[-1]
        if isinstance(event, Keep):
            yield event
        elif not isinstance(event, Roll):
            return
        match = match.undo()


def _with(kept: tuple[tuple[int, ...], ...], move: Any) -> tuple[tuple[int, ...], ...]:
    return (*kept, move.dice) if isinstance(move, Keep) else kept


def _threshold(game: Trente, state: State, move: Any) -> int:
    """12 or 30; 0 while no die has decided it."""
    if isinstance(move, Keep):
        return game.threshold_after(state, move)
    return int(state.threshold) or game.threshold_with(())


def _won(state: State, player: int) -> int:
    return sum(player in result.winners for result in state.results)


def _numbers(players: Any) -> list[int]:
    return [player + 1 for player in players]


def news(match: Match) -> tuple[Outcome, ...]:
    """What the newest event ended, but for rounds and the match, which are told by themselves."""
    if not match.events:
        return ()
    return tuple(one for one in outcomes(match, match.undo().state) if one.player is not None and not is_game(one))


def _told(outcome: Outcome) -> dict[str, Any]:
    assert outcome.player is not None, "only what a player did is news"
    return {"what": outcome.what, "player": outcome.player + 1, "values": {k: plain(v) for k, v in outcome.values}}
