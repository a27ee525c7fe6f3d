"""Tile games whose players leave, or are given a handicap."""

from fractions import Fraction
from typing import Any

import pytest
from each import each

from referee.core import Left, Roll, SetUp
from referee.errors import BadStart, IllegalMove
from referee.games import find
from referee.games.tiles import Close
from referee.match import Match
from referee.options import build

STUCK = (Roll((6, 3)), Close((9,)), Roll((6, 3)), Close((3, 6)), Roll((6, 3)))
"""A turn that leaves 27 points open."""

TWELVES = (Roll((6, 6)), Close((8, 4)), Roll((6, 6)), Close((7, 5)))
THREE = (Roll((6, 6)), Close((9, 3)), *TWELVES, Roll((6, 6)), Close((6,)), Roll((6, 6)))
"""A turn of Royal that leaves tiles 1 and 2 open."""

SIX = (Roll((6, 3)), Close((9,)), *TWELVES, Roll((6, 6)), Close((1, 2, 3)), Roll((1, 1)))
"""A turn of Royal that leaves tile 6 open."""


def begun(name: str, *handicaps: int, players: int = 2, **options: Any) -> Match:
    names = ("Léa", "Max", "Zoé")[:players]
    return Match(build(find(name), options), tuple(range(1, players + 1)), names, handicaps=handicaps)


def play(match: Match, *events: Any) -> Match:
    for event in events:
        match = match.then(event)
    return match


def test_a_handicap_counts_in_every_game_and_in_the_series() -> None:
    match = play(begun("occe_child", 5, 0, games=2), *STUCK, *STUCK, *STUCK, *STUCK)
    assert [result.scores for result in match.state.results] == [(32, 27), (32, 27)]
    assert match.game.winners(match.state) == (1,)


def test_all_shut_stays_all_shut_with_a_handicap() -> None:
    match = begun("royal", 5, 0, tiles=9)
    text = '{"open": [[3], [1, 2, 3, 4, 5, 6, 7, 8, 9]]}'
    match = play(match, SetUp(text), Roll((1, 2)), Close((3,)), *THREE)
    (result,) = match.state.results
    assert (result.scores, result.winners, result.shut) == ((5, 3), (1,), False)
    low = play(begun("royal", 2, 0), SetUp(text), Roll((1, 2)), Close((3,)), *THREE)
    assert low.state.results[0].shut
    assert low.game.payments(low.state) == (Fraction(2), Fraction(-2))  # type: ignore[attr-defined]  # Royal has stakes


def test_who_leaves_in_a_turn_loses_it_and_cannot_win() -> None:
    match = play(begun("occe_child"), Roll((6, 3)), Left(0))
    due = match.game.awaits(match.state)
    assert due is not None
    assert (due.player, match.state.dice) == (1, ())
    match = play(match, *STUCK)
    assert match.state.results[0].scores == (45, 27)
    assert match.game.winners(match.state) == (1,)


def test_who_has_the_lowest_score_and_leaves_does_not_win() -> None:
    match = play(begun("occe_child"), *STUCK, Roll((1, 1)), Left(0), Close((1,)))
    match = play(match, *(Roll((1, 1)), Close((2,)), Roll((1, 1))))
    assert match.state.results[0].scores == (27, 42)
    assert match.game.winners(match.state) == (1,)


def test_absent_players_score_all_tiles_and_owe_nothing() -> None:
    match = begun("royal", players=3, games=2, frames="own")
    match = play(match, Left(2))
    assert [player for player, name in enumerate(match.players) if player in match.state.gone] == [2]
    game = match.game
    match = play(match, *THREE)
    assert game.awaits(match.state).player == 1  # type: ignore[union-attr]  # the match goes on
    match = play(match, *SIX)
    first = match.state.results[0]
    assert (first.scores, first.winners, first.absent) == ((3, 6, 45), (0,), ())
    assert game.paid(first) == (2, -1, -1)  # type: ignore[attr-defined]  # Royal has stakes
    match = play(match, *THREE)
    match = play(match, *SIX)
    second = match.state.results[1]
    assert (second.scores, second.absent) == ((3, 6, 45), (2,))
    assert game.paid(second) == (1, -1, 0)  # type: ignore[attr-defined]  # Royal has stakes


def test_who_stays_alone_in_a_play_off_has_won_it() -> None:
    match = play(
        begun("occe_child", tie="extra_game", players=3), *STUCK, *STUCK, Roll((1, 2)), Close((1, 2))
    )
    match = play(match, Roll((1, 2)), Close((3,)), Roll((1, 2)))
    assert match.state.settling == "series"
    match = play(match, Left(0))
    assert match.game.winners(match.state) == (1,)
    assert match.game.is_over(match.state)


def test_the_last_player_cannot_leave() -> None:
    match = play(begun("occe_child"), Left(1))
    with pytest.raises(IllegalMove, match="last_player"):
        match.then(Left(0))
    with pytest.raises(IllegalMove, match="no_such_player"):
        match.then(Left(1))


@each(
    ("text", "reason"),
    [
        ("{}", "open: expected it to be there"),
        ('{"open": [[1]]}', "open: expected 2 lists"),
        ('{"open": [[1], [10]]}', "open: expected"),
        ('{"open": [[1], []]}', "open: expected a tile for who plays"),
        ('{"open": [[1], [2]], "player": 3}', "player: expected a whole number from 1 to 2"),
        ('{"open": [[1], [2]], "done": [1]}', "player: expected one whose turn is not over"),
        ('{"open": [[1], [2]], "dice": [6, 5]}', "dice: expected a throw that is due"),
        ('{"open": [[1], [9]], "dice": [1, 1]}', "dice: expected a throw that is due"),
        ('{"open": [[1], [2]], "colour": 1}', "position: expected keys of"),
        ('{"open": [[1], [2]], "contenders": [1]}', "contenders: expected everybody"),
        ('{"open": [[1], [2]], "settling": "game"}', "tied_scores: expected them"),
        ('{"open": [[1], [2]], "results": [{"scores": [1, 2], "winners": [1]}]}', "results: expected fewer"),
        ('{"open": [[1], [2]], "player": 2, "gone": [1]}', "gone: expected their turns to be over"),
    ],
)
def test_an_impossible_tile_position_names_the_expected_value(text: str, reason: str) -> None:
    with pytest.raises(BadStart, match=reason):
        begun("occe_child").then(SetUp(text))


def test_a_position_goes_on_where_it_is_set_up() -> None:
    match = begun("occe_child").then(SetUp('{"open": [[1, 2], [3, 9]], "player": 2, "dice": [6, 3]}'))
    assert match.game.legal(match.state) == (Close((3,)), Close((9,)))
    assert match.then(Close((9,))).state.open == (frozenset({1, 2}), frozenset({3}))
