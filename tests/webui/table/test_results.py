"""What a match has come to: which points are best, tiles closed, moves refused and put right."""

import random

import pytest
from each import each
from every_house import seats_of
from hypothesis import given
from hypothesis import strategies as st

from referee.match import Match
from webui.table.games import SHOWN, table_family
from webui.table.results import Refusals, refusals, results_of
from webui.table.values.everybody import ends, is_game, winners_of
from webui.table.values.points import Point
from workshop.chance import random_event

MOST_EVENTS = 4000
lines = st.lists(
    st.fixed_dictionaries(
        {
            "event": st.sampled_from(["move_refused", "move_accepted", "turn_passed", "roll_settled", "corrected"]),
            "player": st.integers(1, 3),
            "what": st.sampled_from(["roll", "tile"]),
            "throw": st.sampled_from([False, False, True]),
        }
    ),
    max_size=40,
)


def played(game, seed: int) -> Match:
    """A match of random moves, until a game of it is over."""
    match, chance = Match(game, seats_of(game), tuple("abcdefgh"[: len(seats_of(game))])), random.Random(seed)
    for _ in range(MOST_EVENTS):
        newest = max(0, len(match.events) - 1)
        if match.game.is_over(match.state) or any(is_game(outcome) for outcome in ends(match, newest)):
            break
        match = match.then(random_event(match.game, match.state, chance))
    return match


@each("kind", SHOWN)
def test_the_winners_of_a_game_have_its_best_points(kind) -> None:
    match = played(kind(), 3)
    results = results_of(match, ())
    (ended,) = [outcome for outcome in ends(match) if is_game(outcome)]
    points = tuple(n for n in results.points[-1] if n is not None)
    assert {results.points[-1][winner] for winner in winners_of(ended)} == {results.point.best(points)}
    assert results.point == table_family(kind).point


@each("kind", [kind for kind in SHOWN if table_family(kind).frame(kind())])
def test_each_tile_is_closed_by_who_closed_it(kind) -> None:
    match = played(kind(), 5)
    closed, family = results_of(match, ()).closed, table_family(kind)
    assert sum(closed) == sum(len(family.closed(event)) for event in match.events)
    if match.game.frames != "shared":
        left = [len(family.left_of(match, player)) for player in range(len(match.seats))]
        assert closed == tuple(len(family.frame(match.game)) - tiles for tiles in left)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("refused accepted", (1, 1)),
        ("refused refused accepted refused accepted", (3, 3)),
        ("refused passed", (1, 0)),
        ("refused", (1, 0)),
        ("refused other accepted", (1, 1)),
        ("refused misread accepted", (0, 0)),
        ("throw accepted", (0, 0)),
        ("accepted refused passed accepted", (1, 0)),
    ],
)
def test_a_refusal_is_put_right_by_a_move_of_the_same_turn(words: str, found: tuple[int, int]) -> None:
    events = {
        "refused": {"event": "move_refused", "player": 1},
        "accepted": {"event": "move_accepted", "player": 1},
        "passed": {"event": "turn_passed", "player": 1},
        "other": {"event": "move_refused", "player": 2},
        "misread": {"event": "corrected", "what": "roll", "player": 1},
        "throw": {"event": "move_refused", "player": 1, "throw": True},
    }
    assert refusals([events[word] for word in words.split()], 2)[0] == Refusals(*found)


@given(lines)
def test_no_more_is_put_right_than_was_refused(lines) -> None:
    found = refusals(lines, 3)
    for player, each_of in enumerate(found, 1):
        refused = [one for one in lines if one["event"] == "move_refused" and one["player"] == player]
        assert 0 <= each_of.righted <= each_of.refused <= len(refused)
    assert found == refusals([one for one in lines if one["event"] != "roll_settled"], 3)


def test_the_best_points_are_the_fewest_or_the_most() -> None:
    assert (Point("open", fewest=True).best((4, 0, 9)), Point("won").best((4, 0, 9))) == (0, 9)
