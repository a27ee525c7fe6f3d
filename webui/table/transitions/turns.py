"""Whose decision it is in a game for practice, Piste's or a person's; and what people may do meanwhile."""

from __future__ import annotations

from random import Random

from referee.core import CHANCE, Roll
from referee.match import Match

from ..values.actions import Action, CloseTiles, DealCards, Next, PlayMove, Throw, TouchMan
from ..values.everybody import acting, is_move, set_up_before
from ..values.setup import Setup
from ..values.state import NotNow, Table
from .histories import is_placement, without_placement

OF_WHO_PLAYS = (Throw, CloseTiles, PlayMove, TouchMan, DealCards, Next)
"""Actions of the player at turn; while that is Piste, nobody else may do them."""


def is_piste(setup: Setup, player: int | None) -> bool:
    """Piste plays for this player, from 0."""
    return player is not None and setup.practice is not None and setup.seats[player] in setup.practice.seats


def piste_acts(table: Table) -> bool:
    """Whether Piste must act: throw its dice, deal, or choose for a place of its own."""
    due = table.due
    if due is None or not is_piste(table.setup, acting(table.playing)):
        return False
    return due.actor != CHANCE or bool(due.cards) or table.setup.drawn


def expect_person(table: Table, action: Action) -> None:
    """Raises NotNow for an action that only Piste may do: its moves, throws that it draws, hands that it deals."""
    practice = table.setup.practice
    if practice is None:
        return
    if isinstance(action, Throw) and table.setup.drawn:
        raise NotNow("expected Piste to draw the dice; nobody enters them")
    if isinstance(action, DealCards) and practice.seats:
        raise NotNow("expected Piste to deal the cards; nobody enters them")
    if isinstance(action, OF_WHO_PLAYS) and piste_acts(table):
        raise NotNow("expected Piste to play; it is its turn")


def draw_throw(table: Table, chance: Random, dice: int | None = None) -> Throw:
    """A throw that Piste draws for the person who must throw.

    Args:
        table: the table.
        chance: where the values come from.
        dice: how many are thrown; None for as many as are due.

    Raises NotNow if Piste draws none, if no person must throw, or if not so many dice are due.
    """
    due = table.due
    if not table.setup.drawn:
        raise NotNow("expected a game whose dice Piste draws; people throw them in this one")
    if due is None or not due.dice or piste_acts(table):
        raise NotNow("expected a person who is to throw; there is none")
    count = due.dice if dice is None else dice
    if type(count) is not int or count not in (due.dice, *due.may):
        raise NotNow(f"count: expected one of {(due.dice, *due.may)}; got {count!r:.80}")
    return random_throw(chance, count)


def random_throw(chance: Random, count: int) -> Throw:
    """A throw of so many fair dice."""
    return Throw(tuple(chance.randint(1, 6) for _ in range(count)))


def before_decision(table: Table) -> Match | None:
    """The match before the newest move that a person chose, or placement; None if there is none.

    Piste's own throws and choices after it are gone with it.
    """
    match, first = table.playing, set_up_before(table.playing)
    for index in range(len(match.events) - 1, first - 1, -1):
        if is_placement(match, index):
            later = match.events[index + 1 :]
            throws_only = all(isinstance(event, Roll) for event in later)
            return without_placement(match, index) if throws_only else match.until(index)
        if is_move(match.events[index]):
            before = match.until(index)
            if not is_piste(table.setup, acting(before)):
                return before
    return None
