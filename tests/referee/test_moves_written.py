"""Whatever move can be written is played or refused by a rule, in every game and at any time; nothing else happens."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from referee.core import Foul
from referee.games import GAMES, RULE_IDS
from referee.options import build, choices

WORDS = re.compile(r"\d+|bar|off|in|\b[AVDR]\b")
"""What is changed in the text of a move."""
OTHERS = [*map(str, range(80)), "bar", "off", "in", "h1", "h4", *"AVDR?"]


def houses() -> list[Any]:
    """Every game by its sheet, and with its last switches that say what may be moved."""
    result: list[Any] = []
    for game in GAMES:
        rules = {choice.name: choice.values[-1] for choice in choices(game) if choice.values}
        result += [game(), build(game, rules)]
    return result


def changed(text: str, rng: random.Random) -> str:
    """A text like that of a move, now and then longer, some of its words others."""
    text = "+".join([text] * rng.choice((1, 1, 2)))
    return WORDS.sub(lambda word: rng.choice(OTHERS) if rng.random() < 0.4 else word[0], text)


@pytest.mark.parametrize("game", houses(), ids=lambda game: f"{game.name}-{game == type(game)()}")
def test_any_written_move_is_legal_or_breaks_a_rule(
    game: Any, steps: Callable[..., list[Any]]
) -> None:
    rng = random.Random(1)
    least, most = game.player_range
    played = steps(game, tuple(range(1, max(least, min(3, most)) + 1)), 4, most=150)
    texts = [game.to_text(move) for state, _, _ in played for move in game.legal(state)[:5]]
    read = refused = 0
    for state, _, _ in played:
        for text in rng.choices(texts, k=12):
            try:
                move = game.from_text(changed(text, rng))
            except ValueError:
                continue
            read += 1
            broken = game.move_refusal(state, move)
            if broken is not None:
                assert isinstance(broken, Foul)
                assert tuple(name for name, _ in broken.values) == RULE_IDS[broken.rule]
                refused += 1
    assert read > 20
    assert refused > 10
