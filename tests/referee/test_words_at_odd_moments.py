"""What a person says between two games, while a word waits for its answer, or of a player whose turn it is not."""

import json
from typing import Any

import pytest
from each import each
from outcome_texts import ended

from referee.core import Left, Paused, Placed, Replaced, Resumed, Roll, SetUp
from referee.errors import BadPlace, BadStart, IllegalMove
from referee.games import find
from referee.games.arrows import Say
from referee.games.tiles import Close
from referee.match import Match
from referee.options import build


def begun(name: str, *handicaps: int, position: dict[str, Any] | None = None, **options: Any) -> Match:
    match = Match(build(find(name), options), (1, 2), ("Léa", "Max"), handicaps=handicaps)
    return match if position is None else match.then(SetUp(json.dumps(position)))


def play(match: Match, *events: Any) -> Match:
    for event in events:
        match = match.then(match.game.from_text(event) if isinstance(event, str) else event)
    return match


# Le Tric Trac: a party is won, and its winner has not said yet how the next one begins.

WINS = {"white": {"23": 1, "5": 14}, "black": {"1": 15}, "player": 1, "score": [11, 3]}


def between_parties() -> Match:
    return play(begun("trictrac", position=WINS), Roll((1, 2)), "23/off")


def test_correcting_men_between_parties_wins_none() -> None:
    match = play(between_parties(), Placed((("arrow-5", "white x 13"), ("arrow-7", "white x 1"))))
    assert [result.points for result in match.state.results] == [2]
    assert ended(match.game, match.state, match.state) == ()
    assert match.game.legal(match.state) == (Say("restart"), Say("prolong"))
    assert match.game.appearance(play(match, "prolong").state)["arrow-7"] == "white x 1"


@pytest.mark.parametrize("player", [0, 1])
def test_leaving_between_parties_loses_only_the_match(player: int) -> None:
    match = play(between_parties(), Left(player))
    assert [result.winner for result in match.state.results] == [0]
    assert ended(match.game, match.state, match.state) == (f"match won by {2 - player}",)
    assert match.game.winners(match.state) == (1 - player,)


def test_no_party_is_won_before_it_begins() -> None:
    results = [{"winner": 1, "points": 2, "how": "double"}]
    position = WINS | {"asked": "party", "results": results}
    with pytest.raises(BadStart, match="score: expected"):
        begun("trictrac", position=position | {"score": [24, 3]})
    match = play(begun("trictrac", position=position | {"score": [23, 3]}), "prolong")
    assert match.game.scores(match.state) == (11, 0)


def test_a_man_declared_alone_on_its_bosse_may_move() -> None:
    alone = {"white": {"12": 1, "10": 1, "5": 13}, "black": {"1": 15}, "player": 1}
    match = play(begun("trictrac", position=alone), Roll((4, 2)))
    legal = {match.game.to_text(move) for move in match.game.legal(match.state)}
    assert {"5/9+10/12", "5/9+12/14", "12/16+5/7"} <= legal


# Backgammon: the points that a player is given.

LAST_MAN = {"white": {"6": 15}, "black": {"1": 1, "off": 14}, "player": 2, "dice": [2, 1]}


@pytest.mark.parametrize(
    ("games", "winner"),
    [(1, 1), (2, 0)],
)
def test_the_winner_of_one_game_wins_despite_handicaps(games: int, winner: int) -> None:
    results = [{"winner": 1, "points": 1, "how": "single"}] * (games - 1)
    match = begun("backgammon", 3, 0, position=LAST_MAN | {"results": results}, games=games)
    match = play(match, "1/off")
    assert match.game.scores(match.state) == (2 + games, 2)
    assert match.game.winners(match.state) == (winner,)


@each(
    ("options", "position", "key"),
    [
        ({"cube": False}, {"asked": "double"}, "asked"),
        ({"cube": False}, {"cube": 2, "owner": 1}, "cube"),
        ({"crawford": True, "points": 3}, {"asked": "double"}, "asked"),
        ({"games": 3}, {"results": [{"winner": 1, "points": 1, "how": "left"}]}, "results.how"),
    ],
)
def test_positions_against_the_rules_are_refused(
    options: dict[str, Any], position: dict[str, Any], key: str
) -> None:
    results = [{"winner": 1, "points": 2, "how": "gammon"}] if "points" in options else []
    men = {name: LAST_MAN[name] for name in ("white", "black", "player")}
    with pytest.raises(BadStart, match=f"^{key}: expected"):
        begun("backgammon", position={**men, "results": results, **position}, **options)


# Tiles: somebody else's frame.


@pytest.mark.parametrize(("instant_win", "over"), [(False, False), (True, True)])
def test_whose_frame_is_shut_by_a_word_plays_no_more(instant_win: bool, over: bool) -> None:
    shut = Placed(tuple((f"seat-2/slot-{tile}", "closed") for tile in range(1, 10)))
    match = begun("occe_child", turns="alternate", instant_win=instant_win)
    match = play(match, shut)
    game = match.game
    assert game.is_over(match.state) == over
    if over:
        assert game.winners(match.state) == (1,)
        return
    again = begun("occe_child", turns="alternate").then(SetUp(game.position(match.state)))
    assert game.position(again.state) == game.position(match.state)
    match = play(match, Roll((6, 3)), Close((9,)))
    assert game.awaits(match.state).player == 0  # type: ignore[union-attr]  # the match goes on
    match = play(match, Roll((6, 3)), Close((3, 6)), Roll((6, 3)))
    assert game.winners(match.state) == (1,)


@pytest.mark.parametrize("turns", ["whole", "alternate"])
def test_a_player_with_a_reopened_tile_plays_on(turns: str) -> None:
    match = begun("occe_child", turns=turns, position={"open": [[9], [3, 8]]})
    match = play(match, Roll((6, 3)), Close((9,)))
    game = match.game
    assert game.awaits(match.state).player == 1  # type: ignore[union-attr]  # the match goes on
    match = play(match, Placed((("seat-1/slot-9", "open"),)))
    again = begun("occe_child", turns=turns).then(SetUp(game.position(match.state)))
    assert game.position(again.state) == game.position(match.state)
    match = play(match, Roll((1, 1)))
    assert game.awaits(match.state).player == 0  # type: ignore[union-attr]  # the match goes on
    match = play(match, Roll((6, 3)), Close((9,)))
    assert game.winners(match.state) == (0,)


# A match: another event in the place of one.


def test_an_impossible_event_cannot_replace_another() -> None:
    first = (("arrow-6", "white x 4"), ("arrow-7", "white x 1"))
    back = (("arrow-7", "empty"), ("arrow-6", "white x 5"))
    match = play(begun("backgammon"), Placed(first), Placed(back))
    with pytest.raises(BadPlace, match=r"^event 1: expected 15 white men in all; got 16"):
        match.replace(0, Placed((("arrow-6", "white x 4"), ("arrow-9", "white x 1"))))
    with pytest.raises(BadStart, match=r"^event 0: white: expected"):
        match.replace(0, SetUp('{"white": {}}'))


@pytest.mark.parametrize("name", ["occe_child", "trente", "royal"])
def test_nobody_takes_the_place_of_who_has_left_for_good(name: str) -> None:
    match = play(begun(name), Replaced(1, "Zoé"), Left(1))
    for word in ((), (Paused(),)):
        with pytest.raises(IllegalMove, match="no_such_player"):
            play(match, *word, Replaced(1, "Ana"))
    assert play(match, Paused(), Replaced(0, "Ana"), Resumed()).names == ("Ana", "Zoé")
    assert play(match.undo(), Replaced(1, "Ana")).names == ("Léa", "Ana")
