"""What a table that believes in several matches asks again and again is worked out once for an equal state."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from referee.games import find
from referee.options import build

Steps = Callable[..., list[Any]]

SEATS = {"tock": (1, 2, 3, 4)}

costly = pytest.mark.parametrize("name", ["jacquet", "backgammon", "trictrac", "tock"])


def choosing(game: Any, seed: int, steps: Steps) -> list[Any]:
    """States of a match in which somebody must choose a play."""
    played = steps(game, SEATS.get(game.name, (1, 2)), seed, 60)
    return [state for state, event, _ in played if getattr(event, "steps", ())]


@costly
def test_an_equal_state_is_not_searched_again(name: str, steps: Steps) -> None:
    states = choosing(find(name)(), 30, steps)
    assert len(states) > 5
    for state in states:
        game, again = find(name)(), dataclasses.replace(state)
        move = game.legal(state)[0]
        assert again is not state
        assert game.legal(again) is game.legal(state)
        assert game.partials(again) is game.partials(state)
        assert game.effect(again, move) is game.effect(state, move)


@costly
def test_what_is_remembered_cannot_be_changed(name: str, steps: Steps) -> None:
    game = find(name)()
    for state in choosing(game, 31, steps):
        effect = game.effect(state, game.legal(state)[0])
        with pytest.raises(TypeError):
            effect["the moon"] = "full"


@pytest.mark.parametrize(("name", "rule"), [("jacquet", {"block": 5}), ("tock", {"five": "opponents"})])
def test_house_rules_do_not_share_what_is_remembered(name: str, rule: dict[str, Any], steps: Steps) -> None:
    game, other = find(name)(), build(find(name), rule)
    differ = [state for seed in range(8) for state in choosing(game, seed, steps)]
    assert any(game.legal(state) != other.legal(state) for state in differ)
    assert all(game.legal(state) == game.legal(dataclasses.replace(state)) for state in differ)
