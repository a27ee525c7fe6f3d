"""What may be played next, step by step, and where its men go: the same as the referee says of whole plays."""

import random
from collections import Counter
from itertools import product

import pytest

from referee.core import Roll
from referee.games import GAMES
from referee.games.arrows import ArrowGame, ManMove, Play
from referee.games.arrows.state import COLOURS
from workshop.chance import random_event

HOUSES = [
    game(**options)
    for game in GAMES
    if issubclass(game, ArrowGame)
    for options in game.profiles.values()
]
THROWS = 12


def title(game) -> str:
    return f"{game.name}-{sorted(map(str, vars(game).values()))}"


def states_that_owe_a_play(game, seed):
    """Some states of random games in which a play is owed, few of each game."""
    rng = random.Random(f"{game.name} {seed}")
    state = game.start((1, 2))
    while not game.is_over(state):
        if state.dice and rng.random() < 0.3:
            yield state
        state = game.apply(state, random_event(game, state, rng))


def some(game, seed, most=THROWS):
    result = list(states_that_owe_a_play(game, seed))
    return random.Random(seed).sample(result, min(most, len(result)))


every_house = pytest.mark.parametrize("game", HOUSES, ids=title)


def counted(kind):
    """ "white x 3" as a number of each colour."""
    colour, _, men = kind.partition(" x ")
    return Counter({colour: int(men)} if men else {})


def moved_by_hand(game, state, play):
    """The men once each went from space to space as `journey` says, a lone man of the other colour captured."""
    stands = {space: counted(kind) for space, kind in game.appearance(state).items()}
    mine, his = COLOURS[state.player], COLOURS[1 - state.player]
    for source, target in game.journey(state, play):
        stands[source][mine] -= 1
        there = stands.setdefault(target, Counter())
        if there[his]:
            assert there[his] == 1
            there[his] = 0
            stands.setdefault(game.space(1 - state.player, game.captured_to), Counter())[his] += 1
        there[mine] += 1
    return stands


@every_house
def test_a_journey_moves_the_men_as_the_play_does(game) -> None:
    for state in some(game, 1):
        before = game.appearance(state)
        for play in game.legal(state):
            after = {**before, **game.effect(state, play)}
            by_hand = moved_by_hand(game, state, play)
            for space, kind in after.items():
                assert +by_hand.get(space, Counter()) == counted(kind), (state, play, space)


@every_house
def test_onward_steps_are_exactly_those_towards_legal_plays(game) -> None:
    steps = [ManMove(a, b) for a, b in product(range(1, 26), range(25)) if a != b]
    rng = random.Random(7)
    for state in some(game, 2, 4):
        done: tuple[ManMove, ...] = ()
        while True:
            result = game.onward(state, Play(done) if done else None)
            assert len(set(result)) == len(result)
            if len(done) < 4:
                tried = [Play((*done, step)) for step in steps]
                may = {p for p in tried if game.move_refusal(state, p) is None or game.continuations(state, p)}
                assert set(result) == may
            if not result:
                break
            done = rng.choice(result).steps
        assert game.move_refusal(state, Play(done)) is None


@every_house
def test_own_numbers_are_those_that_a_play_is_written_with(game) -> None:
    for state in some(game, 3):
        numbers = game.numbers(state.player)
        assert set(numbers) <= set(game.appearance(state))
        for play in game.legal(state):
            words = [f"{numbers[source]}/{numbers[target]}" for source, target in game.journey(state, play)]
            assert game.to_text(play) == "+".join(words)


def test_nothing_follows_where_no_play_is_owed() -> None:
    for game in HOUSES:
        state = game.start((1, 2))
        assert game.onward(state) == ()
        assert game.onward(game.apply(state, Roll((3,)))) == ()
