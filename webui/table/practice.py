"""What Piste does at its places: any legal move, or the best that is known, through the actions that people have.

It sees only what a player at its place may know.
"""

from __future__ import annotations

from random import Random

from referee.core import CHANCE, Game, Move, State

from .games import table_family
from .games.pawns import draw_deal
from .transitions.turns import piste_acts, random_throw
from .values.actions import Action, Next, PlayMove
from .values.everybody import acting
from .values.state import Table


def next_action(table: Table, chance: Random, best: Move | None = None) -> Action | None:
    """Piste's next step; None if it has nothing to do.

    A move of several steps is made step by step, each complete so far, so that people can follow.

    Args:
        table: the table.
        chance: where dice and moves come from.
        best: the move, or the word before a throw, that somebody else knows to be best; None for none.
    """
    if not piste_acts(table) or not table.started or table.paused:
        return None
    due, player = table.due, acting(table.playing)
    if due is None or player is None:
        return None
    if due.actor == CHANCE and best in table.game.offers(table.playing.state):
        return PlayMove(table.game.to_text(best))
    if due.actor == CHANCE:
        return draw_deal(table, chance.shuffle) if due.cards else random_throw(chance, _how_many(table, chance))
    if table.whole:
        return Next()
    known = table.game.view(table.playing.state, player)
    move = _chosen(table, known, chance, best)
    action = table_family(table.game).action(move)
    if action is not None:
        return action
    return PlayMove(table.game.to_text(_as_far(table.game, known, move, table.turned.move)))


def _advises(table: Table) -> bool:
    return table.setup.practice is not None and table.setup.practice.plays == "advice"


def _how_many(table: Table, chance: Random) -> int:
    """The number of dice that Piste throws, if it may choose."""
    due, game = table.due, table.game
    assert due is not None, "asked only while dice are due"
    if _advises(table) and due.may:
        best = table_family(game).most_dice(game, table.playing.state, due.player)
        if best is not None:
            return best
    return chance.choice((due.dice, *due.may))


def _chosen(table: Table, known: State, chance: Random, best: Move | None) -> Move:
    """The move that Piste makes; if part of one is done already, one that continues it."""
    game, lies = table.game, table.turned.move
    if lies is not None:
        further = [move for move in game.continuations(known, lies) if _begins(game, lies, move)]
        if further:
            return best if best in further else chance.choice(further)
    if best is None and _advises(table):
        best = table_family(game).best(game, known)
    return chance.choice(game.legal(known)) if best is None else best


def _as_far(game: Game, known: State, move: Move, lies: Move | None) -> Move:
    """The move one step further than what is done; whole if a part of it would look like another whole move."""
    parts = table_family(game).parts(move)
    for part in parts[parts.index(lies) + 1 if lies in parts else 0 : -1]:
        if game.move_refusal(known, part) is not None and game.continuations(known, part):
            return part
    return move


def _begins(game: Game, lies: Move, move: Move) -> bool:
    """Whether a move continues what is done, in the order in which it was done."""
    parts = table_family(game).parts(move)
    return len(parts) == 1 or lies in parts
