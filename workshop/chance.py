"""Random dice, cards and choices for trials of a game: the referee itself never rolls."""

from __future__ import annotations

import random

from referee.core import CHANCE, Await, Deal, Event, Game, Roll, State

OFFERS = 0.1
"""How often a player who may offer something before a throw does."""


def random_event(game: Game, state: State, rng: random.Random, often: float = OFFERS) -> Event:
    """Something that is due: a throw, a deal, a legal move, or now and then what may be offered instead of a throw.

    Args:
        game: any game with its house rules.
        state: where it stands.
        rng: all chance there is; the same one gives the same event.
        often: how often what may be offered is.

    Raises:
        ValueError: the game is over.
    """
    due = game.awaits(state)
    if due is None:
        raise ValueError("expected a game that goes on; it is over")
    if due.actor != CHANCE:
        return rng.choice(game.legal(state))
    offers = game.offers(state)
    if offers and rng.random() < often:
        return rng.choice(offers)
    if due.cards:
        return _deal(game, state, due, rng)
    count = rng.choice((due.dice, *due.may))
    return Roll(tuple(rng.randint(1, 6) for _ in range(count)))


def _deal(game: Game, state: State, due: Await, rng: random.Random) -> Deal:
    """Shuffled cards for every player; unknown ones if the game deals none openly."""
    players, pack = range(len(game.scores(state))), list(game.pack(state))
    if not pack:
        return Deal(tuple(None for _ in players))
    rng.shuffle(pack)
    return Deal(tuple(tuple(pack[due.cards * k : due.cards * (k + 1)]) for k in players))
