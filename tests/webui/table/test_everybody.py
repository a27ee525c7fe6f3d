"""What everybody may know of a match: the games of a series that are over, however long it is."""

import random
from typing import Any

import pytest

from referee.core import CHANCE, Roll
from referee.games import profile
from referee.match import Match
from referee.options import build, values
from webui.table.values.everybody import TOGETHER, ends, games, is_game


def at_random(name: str, chance: random.Random, **options: Any) -> Match:
    """A match of a series, played to its end."""
    base = profile(name)
    match = Match(build(type(base), values(base) | options), (1, 2), ("Léa", "Max"))
    while (due := match.game.awaits(match.state)) is not None:
        if due.actor == CHANCE:
            match = match.then(Roll(tuple(chance.randint(1, 6) for _ in range(due.dice))))
        else:
            match = match.then(chance.choice(match.game.legal(match.state)))
    return match


@pytest.mark.parametrize(
    ("name", "options"), [("OCCE enfant", {"games": 12}), ("Backgammon international", {"points": 5})]
)
def test_the_games_that_are_over_are_those_that_events_ended(name: str, options: dict[str, Any]) -> None:
    match = at_random(name, random.Random(4), **options)
    assert len(match.events) > 4 * TOGETHER
    for count in (*range(0, len(match.events), 17), len(match.events)):
        known = match.until(count)
        expected = tuple(outcome for outcome in ends(known) if is_game(outcome))
        assert games(known) == expected
        assert games(Match(match.game, match.seats, match.players, tuple(known.events))) == expected
    assert [outcome.named["number"] for outcome in games(match)] == list(range(1, len(match.state.results) + 1))
