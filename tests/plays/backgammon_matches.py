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


DEEDS = ("3", "1", "8/5+24/23", "6 4", "24/18+18/14", "double", "refuse")
ANALYSED = """\
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[Léa]PB[Max]RE[W+1]
;W[31hexw]A[1][hefe E ver 3 0.550904 0.169582 0.008489 0.116780 0.004731 0.242454 2C 0 1 0.000000 1]\
[hexw E ver 3 0.475206 0.128049 0.005662 0.146051 0.007886 -0.111993 2C 0 1 0.000000 1]MR[]LU[0.24331]BM[2]
;B[64aggk]DA[E ver 3 2C 1 0.000000 1 0.524794]\
A[0][aggk E ver 3 0.480359 0.113108 0.003923 0.163057 0.005537 -0.131477 2C 0 1 0.000000 1]MR[]LU[0.16333]
;W[double]DA[E ver 3 2C 1 0.000000 1 0.519641]BM[2]
;B[drop]DA[E ver 3 2C 1 0.000000 1 0.519641])
"""
"""A short game as GNU Backgammon saved it once it had analysed it, its candidates shortened; DEEDS made it."""


def analysed_match() -> Match:
    """The match, of 3 points, of which that is the first game."""
    game = ELSEWHERE["match"]
    match = Match(game, (1, 2), ("Léa", "Max"))
    for deed in DEEDS:
        throw = deed.replace(" ", "").isdigit()
        match = match.then(Roll(tuple(map(int, deed.split()))) if throw else game.from_text(deed))
    return match
