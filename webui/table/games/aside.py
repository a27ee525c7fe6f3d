"""What the table knows of games in which dice are set aside one after the other: Trente."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, cast

from msgspec.structs import asdict

from referee.coach_trente import TrenteCoach
from referee.core import Event, Game, Move, Outcome, Roll, State
from referee.games.trente import Attack, Keep, Revenge, Trente
from referee.games.trente.choice import targets
from referee.match import Match

from ..values.everybody import is_game, outcomes
from ..values.points import Point
from ..values.sentence import by_seat, plain
from ..values.state import Table
from ..values.view import AsideView, View, ViewNews, ViewTurn
from . import laid
from .family import ShownState, TableFamily, touched

LEVELS = range(1, 7)
"""Levels of an attack."""


class AsideFamily(TableFamily):
    """Dice that are set aside one after the other."""

    games: ClassVar[type] = Trente
    view: ClassVar[type[View]] = AsideView
    point: ClassVar[Point] = Point("left")

    def shown(self, table: Table, view: View, now: ShownState) -> AsideView:
        """With the turn that runs."""
        return AsideView(**asdict(touched(table, view, now)), turn=_turn(table, now.read))

    def orders(self, table: Table) -> tuple[Move, ...]:
        """Keeps of the same dice, each with another one first."""
        return laid.orders(table)

    def move_fields(self, before: Match, event: Event) -> dict[str, object]:
        """The dice that it sets `aside`, the player it attacks, whether `revenge` is taken."""
        match event:
            case Keep(dice):
                return {"aside": list(dice)}
            case Attack(target):
                return {"target": target + 1}
            case Revenge(taken):
                return {"revenge": taken}
        return {}

    def best(self, game: Game, known: State) -> Move | None:
        """The dice to set aside that lose the fewest points on average."""
        if not known.dice:
            return None
        aside = tuple(die for die in known.aside if die)
        return coach_of_trente(cast(Trente, game)).advice(aside, known.threshold if aside else 0, known.dice)[0].keep


@lru_cache(maxsize=4)
def coach_of_trente(game: Trente) -> TrenteCoach:
    """The coach of a house; it remembers its results."""
    return TrenteCoach(game)


def _turn(table: Table, state: State) -> ViewTurn:
    game = cast(Trente, table.game)
    declared = _with(_declared(table.playing), table.turned.move)
    aside = [die for throw in declared for die in throw]
    left = 6 - len(aside)
    return ViewTurn(
        cast=state.thrown if state.dice else (),
        kept=declared,
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
        news=tuple(_news(outcome) for outcome in news(table.playing)),
    )


def _declared(match: Match) -> tuple[tuple[int, ...], ...]:
    """The dice set aside in this turn, throw by throw, in the order in which they were declared.

    After a placement, and in an attack, they are one throw, as they lie.
    """
    lies = tuple(die for die in match.state.aside if die) if not _waits_for_six(match.state) else ()
    declared: list[tuple[int, ...]] = []
    for event in _of_this_turn(match):
        declared.insert(0, event.dice)
    throws = tuple(declared)
    return throws if sorted(sum(throws, ())) == sorted(lies) else (lies,) if lies else ()


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


def _with(declared: tuple[tuple[int, ...], ...], move: Move | None) -> tuple[tuple[int, ...], ...]:
    return (*declared, move.dice) if isinstance(move, Keep) else declared


def _threshold(game: Trente, state: State, move: Move | None) -> int:
    """12 or 30; 0 until a die decides it."""
    if isinstance(move, Keep):
        return game.threshold_after(state, move)
    return int(state.threshold) or game.threshold_with(())


def _won(state: State, player: int) -> int:
    return sum(player in result.winners for result in state.results)


def _numbers(players: Iterable[int]) -> tuple[int, ...]:
    return tuple(player + 1 for player in players)


def news(match: Match) -> tuple[Outcome, ...]:
    """What the newest event ended, except rounds and the match, which have events of their own."""
    if not match.events:
        return ()
    ended = outcomes(match, match.undo().state)
    return tuple(outcome for outcome in ended if outcome.player is not None and not is_game(outcome))


def _news(outcome: Outcome) -> ViewNews:
    assert outcome.player is not None, "only what a player did is news"
    return ViewNews(outcome.what, outcome.player + 1, {k: plain(v) for k, v in outcome.values})
