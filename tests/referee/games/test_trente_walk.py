"""Matches of Trente in which anything is said and anybody may leave: play goes on, also from the position alone."""

import random
from typing import Any

from each import each

from referee.core import CHANCE, Event, Left, Placed, Roll, SetUp
from referee.errors import BadPlace, IllegalMove
from referee.games import find
from referee.games.trente import TrenteState
from referee.match import Match
from referee.options import build
from referee.record import from_lines, to_lines


def anything(game: Any, state: TrenteState, rng: random.Random) -> Event:
    """A throw or move that is due, or a person's word: dice anyhow, or somebody leaves."""
    if rng.random() < 0.01:
        return Left(rng.randrange(len(state.seats)))
    if rng.random() < 0.15:
        spaces = rng.sample(sorted(game.appearance(state)), rng.randint(1, 7))
        dice = ["empty", "empty", *(str(state.level or face) for face in range(1, 7))]
        kinds = {"threshold": ["none", "12", "30"], "said": ["nothing"]}
        return Placed(tuple((space, rng.choice(kinds.get(space, dice))) for space in spaces))
    due = game.awaits(state)
    if due.actor != CHANCE:
        return rng.choice(game.legal(state))
    faces = rng.choice([(1, 2, 3, 4, 5, 6), (6, 6, 5), (state.level or 6, 1, 6)])
    return Roll(tuple(rng.choice(faces) for _ in range(due.dice)))


@each("seed", range(30))
def test_a_match_continues_from_its_position_after_any_word(seed: int) -> None:
    rng = random.Random(seed)
    options = {
        "rules": ("standard", "nous"),
        "round": (1, 2, 3),
        "rounds": (1, 2),
        "tie": ("shared", "extra_game"),
    }
    game = build(
        find("trente"), {name: rng.choice(values) for name, values in options.items()} | {"stake": 1}
    )
    players = rng.randint(2, 4)
    match = Match(game, tuple(range(1, players + 1)), tuple("abcd"[:players]))
    for _ in range(250):
        state = match.state
        if game.is_over(state):
            assert sum(game.payments(state)) == 0
            break
        again = game.apply(game.start(match.seats), SetUp(game.position(state)))
        assert game.position(again) == game.position(state)
        assert (game.awaits(again), game.legal(again)) == (game.awaits(state), game.legal(state))
        assert (game.scores(again), game.appearance(again)) == (game.scores(state), game.appearance(state))
        event = anything(game, state, rng)
        try:
            match = match.then(event)
        except (BadPlace, IllegalMove):
            assert isinstance(event, Placed | Left)
    assert from_lines(to_lines(match)).match == match
