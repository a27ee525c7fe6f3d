"""A person's word on how the men or pawns of a running game lie: the same game goes on from there.

It needs no event of its own: the word is a `Placed` of the match. A throw that is still to be played was thrown
before anybody looked at the men, so the word stands before it; else it is the newest event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from referee.core import Kind, Placed, Roll, Space
from referee.declared import TURN
from referee.errors import BadPlace, IllegalMove
from referee.games.tock.looks import place
from referee.match import Match

from ..games import table_family
from ..values.actions import CorrectBoard
from ..values.everybody import ends, is_game
from ..values.state import NotNow, Step, Table
from . import moves
from .corrections import report_correction, rewind
from .histories import replay
from .overturned import newly_ended

Spaces: TypeAlias = tuple[tuple[Space, Kind], ...]


def match_as_lying(table: Table) -> Match:
    """The match as the men or pawns lie: a whole move that stands was meant, a partial one is put back."""
    return table.playing.then(table.turned.move) if table.whole else table.playing


def owed_throw(match: Match) -> tuple[int, ...]:
    """The throw for which men are still to be moved; () for none."""
    return table_family(match.game).owed(match)


def may_be_next(match: Match) -> Mapping[int, tuple[int, ...]]:
    """For Tock, the players who may be named next to deal or lay a card, each with the players passed over.

    Each player passed over laid an unreported card; playing numbers count from 0.
    """
    return {player: over for player in range(len(match.seats)) if (over := _passed_over(match, player)) is not None}


def _passed_over(match: Match, player: int) -> tuple[int, ...] | None:
    """Who has a card less if a player is next; None if nobody may say so, or it is that player's turn."""
    before, seat = match.state, match.state.seat(player)
    try:
        after = match.then(Placed(((TURN, place(seat)),))).state
    except BadPlace:
        return None
    fewer = (before.player(k) for k in range(4) if after.hands[k].count < before.hands[k].count)
    return tuple(sorted(fewer)) if before.turn != seat else None


def correct_board(table: Table, action: CorrectBoard) -> Step:
    """The men or pawns stand as a person says; points, games, names and earlier events stay.

    A whole move that stands counts first, a partial one is put back. A throw that is to be played stays, unless the
    next thrower is named; if the men now allow nothing, it passes. In Tock a person may name who deals or lays a card
    next: each player passed over laid an unreported card.

    Raises NotNow if no men or pawns are played, once the game is over, while a throw is in doubt, for a board that
    the referee rejects or that would end the game, and if the board already stands so.
    """
    if table.match is None or not table_family(table.game).lies:
        raise NotNow("expected a game of men or of pawns")
    if table.throws.doubt:
        raise NotNow("expected an answer about the throw in doubt first")
    return moves.accept(table).then(_stands, action)


def _stands(table: Table, action: CorrectBoard) -> Step:
    match = table.playing
    if table.due is None:
        raise NotNow("expected a game that goes on; it is over")
    turn = _turn(table, action.turn)
    try:
        other = _placed(match, _otherwise(match, action), turn)
    except (IllegalMove, BadPlace) as error:
        raise NotNow(str(error)) from error
    step = report_correction(table, rewind(table, other), action, spent=bool(owed_throw(match) and turn))
    if isinstance(other.events[-1], Roll) and newly_ended(table, other, step.table.times):
        step = step.then(moves.report_ends, other.until(len(other.events) - 1).state)
    return step


def _otherwise(match: Match, action: CorrectBoard) -> Spaces:
    """Where the action contradicts the believed board."""
    known = match.game.appearance(match.state)
    return tuple((space, kind) for space, kind in action.spaces.items() if known.get(space) != kind)


def _turn(table: Table, seat: int | None) -> Spaces:
    """Who is next, as a space of a placement; () if it does not change. Raises NotNow for somebody who is no player."""
    if seat is None:
        return ()
    if seat not in table.setup.seats:
        raise NotNow(f"turn: expected null, or a seat of {table.setup.seats}; got {seat}")
    state, player, family = table.playing.state, table.setup.seats.index(seat), table_family(table.game)
    return () if family.is_next(state, player) else ((TURN, family.named_next(state, player)),)


def _placed(match: Match, spaces: Spaces, turn: Spaces) -> Match:
    """The match with a person's word. Raises NotNow, IllegalMove or BadPlace where it cannot be."""
    if not spaces and not turn:
        raise NotNow("expected a board that stands otherwise; it stands so already")
    throw, newest = owed_throw(match), match.newest(Roll)
    if turn or not throw:
        return _with_placement(match, (*spaces, *turn))
    if newest is not None:
        return replay(_with_placement(match.until(newest), spaces), match, newest)[0]
    # The throw belongs to a position that was set up: it has no event.
    same = table_family(match.game).named_next(match.state, match.state.player)
    return _with_placement(match, (*spaces, (TURN, same))).then(Roll(throw))


def _with_placement(match: Match, spaces: Spaces) -> Match:
    after = match.then(Placed(spaces))
    over = after.game.is_over(after.state) or any(is_game(outcome) for outcome in ends(after, len(match.events)))
    if over:
        raise NotNow("expected a game that is not over")
    return after
