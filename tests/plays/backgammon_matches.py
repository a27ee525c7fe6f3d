"""Matches of Backgammon at random, by houses that other programs know."""

import random

from referee.core import CHANCE, Roll
from referee.games.backgammon import Backgammon
from referee.match import Match
from referee.record import Record

INTERNATIONAL = {"single": "international", "opening": "use_draw", "bg_needs_no_bearoff": True}
ELSEWHERE = {
    "match, Crawford": Backgammon(**INTERNATIONAL, points=5, crawford=True),
    "match": Backgammon(**INTERNATIONAL, points=3),
    "single games, Jacoby": Backgammon(**INTERNATIONAL, games=3, jacoby=True),
}
"""Houses whose matches every form can tell."""


def played(game: Backgammon, seed: int, most: int = 3000, *, doubles: float = 0.1) -> Record:
    """A match at random with a double now and then, as far as it goes in so many events."""
    rng = random.Random(seed)
    match = Match(game, (1, 2), ("Léa", "Max"))
    for _ in range(most):
        due = game.awaits(match.state)
        if due is None:
            break
        offers = game.offers(match.state) if rng.random() < doubles else ()
        throw = Roll(tuple(rng.randint(1, 6) for _ in range(due.dice)))
        match = match.then(rng.choice(game.legal(match.state) if due.actor != CHANCE else offers or (throw,)))
    return Record(match)
