"""Backgammon against OpenSpiel (Apache-2.0), an engine that shares nothing with this house.

OpenSpiel cannot be handed a position from Python, so that its own games are played: at random, or so that rubans and
captures come about (men on the barrière, closed boards). At each position both are asked for all ends of a throw.
OpenSpiel plays a doublet as two throws of two moves each; of its ways those with most moves are counted.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from referee.games.backgammon import Backgammon

pyspiel = pytest.importorskip(
    "pyspiel", reason="needs OpenSpiel (extra dev), which has no wheel for some machines"
)

POSITIONS = 2000
BAR = 100
"""Where OpenSpiel has captured men."""

Cells = tuple[int, ...]


def cells(state: Any, player: int) -> Cells:
    """OpenSpiel's board as a player sees it, in the notation's 28 numbers."""
    sides = []
    for who in (player, 1 - player):
        men = [0] * 26
        for place in range(24):
            men[24 - place if who == 0 else place + 1] = state.board(who, place)
        men[25] = state.board(who, BAR)
        men[0] = 15 - sum(men)
        sides.append(men)
    mine, his = sides
    return (mine[0], *(mine[n] - his[25 - n] for n in range(1, 25)), mine[25], his[25], his[0])


def ends(state: Any, player: int, moved: int = 0) -> dict[int, set[Cells]]:
    """By how many men were moved: every board after the throw that a player owes a play."""
    result: dict[int, set[Cells]] = defaultdict(set)
    for action in state.legal_actions():
        count = moved + sum(move.pos != -1 for move in state.spiel_move_to_checker_moves(player, action))
        after = state.child(action)
        if not after.is_terminal() and not after.is_chance_node() and after.current_player() == player:
            for more, boards in ends(after, player, count).items():
                result[more] |= boards
        else:
            result[count].add(cells(after, player))
    return result


def dice(state: Any) -> tuple[int, int]:
    shown = str(state).partition("Dice: ")[2]
    return int(shown[0]), int(shown[1])


def builder(state: Any, rng: random.Random) -> int:
    """The action of a player who likes rubans near home, and captures."""
    player, actions = state.current_player(), state.legal_actions()

    def worth(action: int) -> float:
        after = cells(state.child(action), player)
        rubans = sum(3 + 2 * (n < 7) for n in range(1, 13) if after[n] > 1)
        return rubans - 2 * after[1:19].count(1) + 2 * after[26] + rng.random()

    return max(rng.sample(actions, min(len(actions), 12)), key=worth)


def positions(rng: random.Random) -> Iterator[Any]:
    """Positions before a throw, from games of both kinds."""
    game = pyspiel.load_game("backgammon")
    while True:
        state, builds = game.new_initial_state(), rng.random() < 0.6
        state.apply_action(rng.choice(state.legal_actions()))
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(builder(state, rng) if builds else rng.choice(state.legal_actions()))
                continue
            if rng.random() < 0.8:
                yield state
            state.apply_action(rng.choice(state.legal_actions()))


def throws(state: Any, rng: random.Random) -> Iterator[Any]:
    """The state after some throw, and now and then after some doublet."""
    thrown = [state.child(outcome) for outcome in state.legal_actions()]
    yield rng.choice(thrown)
    if rng.random() < 0.25:
        yield rng.choice([after for after in thrown if len(set(dice(after))) == 1])


def test_all_ends_are_those_of_openspiel() -> None:
    rng, referee, met = random.Random(1), Backgammon(single="international"), Counter[str]()
    source = positions(rng)
    for _ in range(POSITIONS):
        for state in throws(next(source), rng):
            player = state.current_player()
            before, result = cells(state, player), ends(state, player)
            most = max(result)
            ours = referee.results(before, dice(state))
            assert len(set(ours)) == len(ours)
            assert set(ours) == (result[most] if most else set()), (before, dice(state))
            met.update(_kinds(before, ours))
    # Every corner of the game was met.
    assert min(met[kind] for kind in ("bar", "two on the bar", "off", "pass", "closed")) >= 5
    assert met["all"] > POSITIONS


def _kinds(before: Cells, ours: tuple[Cells, ...]) -> Iterator[str]:
    yield "all"
    named = {
        "bar": before[25] > 0,
        "two on the bar": before[25] > 1,
        "off": before[0] > 0,
        "pass": not ours,
        "closed": all(before[n] < -1 for n in range(19, 25)),
    }
    yield from (kind for kind, so in named.items() if so)
