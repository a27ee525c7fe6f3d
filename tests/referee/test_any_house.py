"""House rules in any combination: matches end, and the books balance."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import BadSeats
from referee.games import GAMES
from referee.games.tiles import TileGame
from referee.options import Choice, build, choices

Steps = Callable[..., list[Any]]


def of(choice: Choice) -> st.SearchStrategy[Any]:
    """Any value of a house rule; numbers stay small so that matches stay short."""
    if choice.values:
        return st.sampled_from(choice.values)
    return st.integers(choice.least, min(choice.most, choice.least + 3))


def any_house(game: type[Any]) -> st.SearchStrategy[Any]:
    """The game with any combination of its house rules."""
    options = st.fixed_dictionaries({choice.name: of(choice) for choice in choices(game)})
    return options.map(lambda values: build(game, values))


houses = st.one_of(*(any_house(game) for game in GAMES))
tile_houses = st.one_of(*(any_house(game) for game in GAMES if issubclass(game, TileGame)))
seats = st.permutations((1, 2, 3, 4)).flatmap(lambda order: st.integers(1, 4).map(lambda n: tuple(order[:n])))


def places_of(game: Any) -> st.SearchStrategy[tuple[int, ...]]:
    """As many players as the game takes, up to four, at places of its board."""
    least, most = game.player_range
    counts = range(least, max(least, min(4, most)) + 1)
    orders = (order for count in counts for order in permutations(range(1, count + 1)))
    return st.sampled_from([order for order in orders if sits(game, order)])


def sits(game: Any, order: tuple[int, ...]) -> bool:
    """True when the game can be played in this order of places; some go round the table only."""
    try:
        game.start(order)
    except BadSeats:
        return False
    return True


@settings(max_examples=30, deadline=None)
@given(data=st.data(), game=houses, seed=st.integers(0, 999))
def test_every_match_ends_and_replays_alike(
    steps: Steps, data: st.DataObject, game: Any, seed: int
) -> None:
    places = data.draw(places_of(game))
    played = steps(game, places, seed)
    state = game.start(places)
    for _, event, _ in played:
        state = game.apply(state, event)
    assert state == played[-1][2]
    assert game.is_over(state)
    assert set(game.winners(state)) <= set(range(len(places)))


@settings(max_examples=100, deadline=None)
@given(game=tile_houses, places=seats, seed=st.integers(0, 999))
def test_scores_results_and_winners_agree(
    steps: Steps, game: Any, places: tuple[int, ...], seed: int
) -> None:
    played = steps(game, places, seed)
    state = played[-1][2]
    assert [result.number for result in state.results] == list(range(1, game.games + 1))
    for result in state.results:
        assert set(result.winners) <= {
            p for p, points in enumerate(result.scores) if points == min(result.scores)
        }
    totals = game.totals(state)
    level = {player for player, total in enumerate(totals) if total == min(totals)}
    assert set(game.winners(state)) <= level
    if game.tie == "extra_game":
        assert len(game.winners(state)) == 1
    else:
        assert set(game.winners(state)) == level


@settings(max_examples=60, deadline=None)
@given(game=tile_houses, places=seats, seed=st.integers(0, 999))
def test_every_turn_that_ends_is_told_with_its_score(
    steps: Steps, game: Any, places: tuple[int, ...], seed: int
) -> None:
    reported = [after.last_passed for _, _, after in steps(game, places, seed) if after.last_passed]
    for passed in reported:
        assert passed.score == sum(passed.open)
        assert passed.forced == (passed.reason == "stuck")
        assert (passed.score == 0) == (passed.reason == "all_shut")
        if passed.forced:
            assert game.closings(frozenset(passed.open), passed.dice) == ()
    if not game.instant_win:
        assert len(reported) >= game.games * len(places)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), places=seats, seed=st.integers(0, 999))
def test_what_some_win_the_others_pay(
    steps: Steps, data: st.DataObject, places: tuple[int, ...], seed: int
) -> None:
    with_stakes = [game for game in GAMES if hasattr(game, "payments") and issubclass(game, TileGame)]
    game = data.draw(any_house(data.draw(st.sampled_from(with_stakes))))
    state = steps(game, places, seed)[-1][2]
    payments = game.payments(state)
    assert sum(payments) == 0
    assert all(-2 * game.stake * game.games <= paid for paid in payments)
