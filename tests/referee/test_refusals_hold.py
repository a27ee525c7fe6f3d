"""The numbers of a refusal on the board of arrows are true: what it names stands so, and is what forbids the play."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from each import each

from referee.core import Roll, SetUp
from referee.games import find
from referee.games.arrows import OFF, ManMove, Play
from referee.games.trictrac import TricTrac
from referee.options import build

Values = Mapping[str, Any]

TRUE: Mapping[str, Callable[[Values], bool]] = {
    "arrow_held": lambda v: v["men"] > 0 and v["arrow"] not in ("off", "bar"),
    "no_die_for_it": lambda v: v["steps"] > 0 and v["steps"] not in v["dice"],
    "more_possible": lambda v: v["played"] < v["most"],
    "not_all_home": lambda v: v["outside"] > 0,
    "not_all_arrived": lambda v: v["outside"] > 0,
    "die_too_small": lambda v: max(v["dice"]) < v["needed"],
    "push_first": lambda v: v["arrow"] != v["farther"],
    "rearmost_first": lambda v: v["arrow"] != v["farther"],
    "not_exact": lambda v: v["die"] != v["needed"],
    "home_exact": lambda v: max(v["dice"]) > v["needed"] and v["needed"] not in v["dice"],
    "too_long_block": lambda v: v["row"] > v["most"],
    "bar_first": lambda v: v["waiting"] > 0,
    "enter_first": lambda v: v["waiting"] > 0,
}
"""What must be so of a rule's values, whatever the position."""

HOUSES = [
    build(find("backgammon"), {}),
    build(find("jacquet"), {}),
    build(find("jacquet"), {"block": 5, "exit": "overshoot"}),
    build(find("trictrac"), {}),
    build(find("trictrac"), {"home": "overshoot"}),
]


def like(game: Any, move: Play, dice: tuple[int, ...], rng: random.Random) -> Play:
    """A play as somebody might try it: one of its steps another, or left out, or one more."""
    way = -1 if game.name == "backgammon" else 1
    source, die = rng.randint(1, 24), rng.choice((*dice, rng.randint(1, 12)))
    target = source + way * die
    other = ManMove(source, target if 1 <= target <= 24 else OFF)
    index = rng.randrange(len(move.steps))
    before, after = move.steps[:index], move.steps[index + 1 :]
    return Play((*before, *rng.choice(((other,), (other, *after), after or (other,))))[:4])


@pytest.mark.parametrize("game", HOUSES, ids=lambda game: game.name)
def test_the_numbers_of_a_refusal_are_true(game: Any, steps: Callable[..., list[Any]]) -> None:
    rng, checked = random.Random(5), set()
    for seed in range(4):
        for state, _, _ in steps(game, (1, 2), seed, most=160):
            for move in game.legal(state)[:4]:
                if not isinstance(move, Play):
                    continue
                tried = like(game, move, state.dice, rng)
                broken = game.move_refusal(state, tried)
                if broken is not None and broken.rule in TRUE:
                    values = dict(broken.values)
                    assert TRUE[broken.rule](values), (game.position(state), tried, broken.rule, values)
                    checked.add(broken.rule)
    assert len(checked) >= 4


# Jacquet: men that may not be borne off.


@each(
    ("house", "white", "dice", "text", "rule", "values"),
    [
        ({}, {"1": 14, "5": 1}, [3, 4], "5/off", "not_all_arrived", {"outside": 15}),
        ({}, {"1": 14, "18": 1}, [6, 4], "18/off", "not_all_arrived", {"outside": 15}),
        ({"exit": "exact_any"}, {"20": 2}, [3, 2], "20/off", "not_exact", {"needed": 5, "die": 3}),
        ({"exit": "overshoot"}, {"20": 2}, [3, 2], "20/off", "die_too_small", {"dice": (3, 2), "needed": 5}),
    ],
)
def test_why_a_man_is_not_borne_off(
    house: dict[str, Any],
    white: dict[str, int],
    dice: list[int],
    text: str,
    rule: str,
    values: dict[str, Any],
) -> None:
    game = build(find("jacquet"), house)
    men = white | {"off": 15 - sum(white.values())}
    fields = {"white": men, "black": {"1": 15}, "player": 1, "dice": dice}
    state = game.apply(game.start((1, 2)), SetUp(json.dumps(fields)))
    broken = game.move_refusal(state, game.from_text(text))
    assert (broken.rule, dict(broken.values) | values) == (rule, dict(broken.values))


# Le Tric Trac: a first move that wins counts for both dice.

GAME = TricTrac()
WINS = {
    "white": {"22": 1, "14": 1, "5": 1, "off": 12},
    "black": {"4": 1, "7": 2, "1": 12},
    "score": [11, 5],
    "player": 1,
}


def thrown(fields: dict[str, Any], *dice: int) -> Any:
    return GAME.apply(GAME.apply(GAME.start((1, 2)), SetUp(json.dumps(fields))), Roll(dice))


def refused(state: Any, text: str) -> tuple[str, dict[str, Any]]:
    broken = GAME.move_refusal(state, GAME.from_text(text))
    assert broken is not None
    assert broken.expected == GAME.legal(state)
    return broken.rule, dict(broken.values)


def test_after_a_first_move_that_wins_nothing_more_is_played() -> None:
    """ "même si ceci se produit par le premier de ses deux coups" """
    state = thrown(WINS, 2, 3)
    assert GAME.move_refusal(state, GAME.from_text("22/off")) is None
    assert refused(state, "22/off+5/8") == ("dice_used_up", {"dice": (2, 3)})


def test_entering_men_do_not_go_to_the_bosse_alone() -> None:
    """ "La bosse d'un joueur ne peut être tout d'abord occupée que par un ruban de 2 dames" """
    fields = WINS | {"white": {"1": 15}, "black": {"1": 15}}
    assert refused(thrown(fields, 5, 6), "1/6+6/12") == ("bosse_by_two", {"arrow": "12"})


def test_no_man_stands_on_the_last_arrow() -> None:
    """ "lorsqu'elles ont atteint la dernière flèche du circuit" they are taken off at once"""
    assert refused(thrown(WINS, 2, 3), "22/24+5/8") == ("not_a_play", {"dice": (2, 3)})


def test_with_one_playable_die_the_winning_move_is_forced() -> None:
    """ "dans la mesure du possible, il faut faire deux coups": one that wins counts as both"""
    fields = WINS | {"white": {"7": 1, "20": 1, "off": 13}, "black": {"9": 2, "2": 1, "1": 12}}
    state = thrown(fields, 6, 3)
    assert {GAME.to_text(move) for move in GAME.legal(state)} == {"20/23"}
    assert refused(state, "7/10") == ("winning_move", {"dice": (6, 3)})
