"""The view of a table at which dice are set aside one after the other: Trente."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from msgspec.structs import asdict

from referee.core import Event, Move, Outcome, Roll, State
from referee.games.trente import Attack, Keep, Revenge, Trente
from referee.games.trente.choice import targets
from referee.match import Match

from ..everybody import is_game, outcomes
from ..sentence import by_seat, plain
from ..state import Table
from ..view import AsideView, TouchView, ViewNews, ViewTurn
from . import laid

LEVELS = range(1, 7)
"""Levels of an attack."""


def aside_view(table: Table, shown: TouchView, state: State) -> AsideView | None:
    """The view with the turn that runs; None of a game in which no dice are set aside.

    Args:
        table: the table.
        shown: the view of any game by touch.
        state: where its game stands; of a throw that nobody is asked about, as if it showed what it most probably does.
    """
    game = table.game
    return AsideView(**asdict(shown), turn=_turn(table, game, state)) if isinstance(game, Trente) else None


def _turn(table: Table, game: Trente, state: State) -> ViewTurn:
    kept = _with(_kept(table.playing), table.turned.move)
    aside = [die for throw in kept for die in throw]
    left = 6 - len(aside)
    return ViewTurn(
        cast=state.thrown if state.dice else (),
        kept=kept,
        threshold=_threshold(game, state, table.turned.move),
        sum=sum(aside),
        least=sum(aside) + left,
        most=sum(aside) + 6 * left,
        aims=tuple(_numbers(targets(game, replace(state, level=level))) for level in LEVELS),
        level=state.level,
        target=None if state.target is None else state.target + 1,
        hits=state.hits,
        full_hands=state.full_hands,
        damage=state.hits * state.level,
        asked=None if state.asked is None else state.asked + 1,
        revenge=state.revenge,
        out=_numbers(player for player, points in enumerate(state.points) if points < 0 or player in state.gone),
        round=len(state.results) + (not state.champions),
        rounds=game.rounds,
        settling=state.settling,
        won=by_seat(table, [_won(state, player) for player in range(len(state.seats))]),
        orders=tuple(game.to_text(keep) for keep in laid.orders(table)),
        news=tuple(_told(outcome) for outcome in news(table.playing)),
    )


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


def _with(kept: tuple[tuple[int, ...], ...], move: Move | None) -> tuple[tuple[int, ...], ...]:
    return (*kept, move.dice) if isinstance(move, Keep) else kept


def _threshold(game: Trente, state: State, move: Move | None) -> int:
    """12 or 30; 0 while no die has decided it."""
    if isinstance(move, Keep):
        return game.threshold_after(state, move)
    return int(state.threshold) or game.threshold_with(())


def _won(state: State, player: int) -> int:
    return sum(player in result.winners for result in state.results)


def _numbers(players: Iterable[int]) -> tuple[int, ...]:
    return tuple(player + 1 for player in players)


def news(match: Match) -> tuple[Outcome, ...]:
    """What the newest event ended, but for rounds and the match, which are told by themselves."""
    if not match.events:
        return ()
    return tuple(one for one in outcomes(match, match.undo().state) if one.player is not None and not is_game(one))


def _told(outcome: Outcome) -> ViewNews:
    assert outcome.player is not None, "only what a player did is news"
    return ViewNews(outcome.what, outcome.player + 1, {k: plain(v) for k, v in outcome.values})
