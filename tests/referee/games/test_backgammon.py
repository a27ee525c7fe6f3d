"""Backgammon by the phrases of the leaflet (S1): throws, passes, refusals, the end of a game, the doubling die."""

import json
from typing import Any

import pytest
from each import each
from outcome_texts import ended

from referee.core import CHANCE, Left, Placed, Roll, SetUp, sure_sighting
from referee.errors import BadPlace, BadStart, IllegalMove
from referee.games import profile
from referee.games.arrows import ManMove, Play, Say
from referee.games.backgammon import Backgammon, board
from referee.witness import explain

LEAFLET, WORLD = profile("Backgammon Ravensburger (notice)"), profile("Backgammon international")
DOUBLE, ACCEPT, REFUSE = Say("double"), Say("accept"), Say("refuse")


def stood(game: Any, white: dict[Any, int], black: dict[Any, int], handicaps: Any = (), **more: Any) -> Any:
    """A match set up by hand; men that are not named are off, those by their owner's own numbers. White's turn."""
    men = {
        colour: {str(n): count for n, count in side.items()} | {"off": 15 - sum(side.values())}
        for colour, side in (("white", white), ("black", black))
    }
    return game.apply(game.start((1, 2), handicaps), SetUp(json.dumps({**men, "player": 1, **more})))


def thrown(game: Any, state: Any, *dice: int) -> Any:
    return game.apply(state, Roll(dice))


def begun(game: Any) -> Any:
    """White has won the draw with 6 to 1."""
    return thrown(game, thrown(game, game.start((1, 2)), 6), 1)


def played(game: Any, state: Any, text: str) -> Any:
    return game.apply(state, game.from_text(text))


def texts(game: Any, state: Any) -> set[str]:
    return {game.to_text(move) for move in game.legal(state)}


# The draw.


def test_equal_dice_are_thrown_again() -> None:
    state = thrown(LEAFLET, thrown(LEAFLET, LEAFLET.start((1, 2)), 4), 4)
    assert ended(LEAFLET, None, state) == ("draw again, dice 4 4",)
    assert (LEAFLET.awaits(state).player, LEAFLET.awaits(state).dice) == (0, 1)


@pytest.mark.parametrize(("dice", "starter"), [((5, 2), 0), ((2, 5), 1)])
def test_the_greater_die_starts_and_throws_again(dice: tuple[int, int], starter: int) -> None:
    state = thrown(LEAFLET, thrown(LEAFLET, LEAFLET.start((1, 2)), dice[0]), dice[1])
    assert ended(LEAFLET, None, state) == (f"{starter + 1} starts, dice {dice[0]} {dice[1]}",)
    due = LEAFLET.awaits(state)
    assert (due.player, due.dice) == (starter, 2)


@pytest.mark.parametrize(("dice", "starter"), [((5, 2), 0), ((2, 5), 1)])
def test_international_the_draw_is_played(dice: tuple[int, int], starter: int) -> None:
    state = thrown(WORLD, thrown(WORLD, WORLD.start((1, 2)), dice[0]), dice[1])
    assert WORLD.awaits(state).actor == starter
    assert state.dice == dice
    assert WORLD.legal(state)


# Throws and passes.


def test_the_sheets_first_throw() -> None:
    state = thrown(LEAFLET, begun(LEAFLET), 6, 4)
    for text in ("24/18+24/20", "6/2+8/2", "13/9+9/3"):
        assert LEAFLET.move_refusal(state, LEAFLET.from_text(text)) is None


def test_a_play_in_any_order_ends_the_same() -> None:
    state = thrown(LEAFLET, begun(LEAFLET), 6, 4)
    assert played(LEAFLET, state, "24/18+24/20") == played(LEAFLET, state, "24/20+24/18")


def test_several_men_are_captured_by_one() -> None:
    # Black stands alone on three arrows in a row of fives before White's 21.
    state = thrown(LEAFLET, stood(LEAFLET, {21: 1}, {9: 1, 14: 1, 19: 1, 20: 2}), 5, 5)
    after = played(LEAFLET, state, "21/16+16/11+11/6+6/1")
    assert LEAFLET.appearance(after)["bar-black"] == "black x 3"


@each(
    ("white", "black", "dice", "reason"),
    [
        ({"bar": 2, 14: 5}, {6: 2, 5: 2, 13: 11}, (6, 5), "no_entry"),
        ({"bar": 2, 14: 5}, {6: 2, 13: 13}, (6, 6), "no_entry"),
        ({"bar": 1, 14: 5}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 13: 3}, (6, 3), "closed_board"),
        ({"bar": 2, 14: 5}, {6: 2, 13: 13}, (6, 3), "greater_die"),
        ({24: 1}, {6: 2, 7: 2, 13: 11}, (6, 5), "no_move"),
        ({24: 1}, {7: 2, 12: 2, 13: 11}, (6, 5), "greater_die"),
    ],
)
def test_a_pass_tells_why(white: Any, black: Any, dice: tuple[int, int], reason: str) -> None:
    state = thrown(LEAFLET, stood(LEAFLET, white, black), *dice)
    assert ended(LEAFLET, None, state) == (f"1 passes, {reason}, dice {dice[0]} {dice[1]}",)
    assert LEAFLET.awaits(state).player == 1


def test_the_sheets_example_of_two_men_on_the_bar() -> None:
    """S1: "Si 3A est bloquée, seule une dame peut être retirée", and none if 6A is."""
    white = {"bar": 2, 14: 13}
    for game in (LEAFLET, WORLD):
        state = thrown(game, stood(game, white, {13: 15}), 6, 3)
        assert texts(game, state) == {"bar/19+bar/22"}
        state = thrown(game, stood(game, white, {3: 2, 13: 13}), 6, 3)
        assert texts(game, state) == {"bar/19"}
    held = {6: 2, 13: 13}
    assert not LEAFLET.legal(thrown(LEAFLET, stood(LEAFLET, white, held), 6, 3))
    assert texts(WORLD, thrown(WORLD, stood(WORLD, white, held), 6, 3)) == {"bar/22"}


@each(
    ("white", "dice", "expected"),
    [
        ({6: 2, 4: 4, 2: 2, 1: 1}, (5, 3), {"6/1+6/3", "6/1+4/1"}),
        ({4: 4, 2: 2, 1: 1}, (5, 4), {"4/off+4/off"}),
        ({4: 4, 2: 2, 1: 1}, (6, 6), {"4/off+4/off+4/off+4/off"}),
        ({7: 1, 6: 2}, (6, 1), {"7/1+6/5", "7/6+6/off"}),
        ({2: 1}, (6, 1), {"2/off", "2/1+1/off"}),
    ],
)
def test_bearing_off(white: dict[int, int], dice: tuple[int, int], expected: set[str]) -> None:
    state = thrown(LEAFLET, stood(LEAFLET, white, {13: 15}), *dice)
    ends = {LEAFLET.end_of(state, LEAFLET.from_text(text)) for text in expected} - {None}
    assert ends == {LEAFLET.end_of(state, move) for move in LEAFLET.legal(state)}


# Refusals.

RUBANS = {13: 9, 5: 2, 6: 2, 9: 2}
"""Black holds White's 20, 19 and 16: 5A, 6A and 9A."""


@each(
    ("white", "dice", "text", "rule", "values"),
    [
        ({24: 2, 6: 5}, (6, 4), "23/17", "no_man_there", {"arrow": "2A"}),
        ({24: 2, 6: 5}, (6, 4), "bar/19", "no_man_there", {"arrow": "bar"}),
        ({24: 2, 6: 5}, (6, 3), "6/9", "wrong_way", {"source": "6", "target": "9"}),
        ({24: 2, 6: 5}, (6, 3), "24/15", "no_die_for_it", {"dice": (6, 3), "steps": 9, "target": "10A"}),
        ({24: 2, 6: 5}, (3, 2), "24/21+21/18", "no_die_for_it", {"dice": (2,), "steps": 3}),
        ({24: 2, 6: 5}, (3, 3), "24/18", "no_die_for_it", {"dice": (3, 3, 3, 3), "steps": 6}),
        ({24: 2, 6: 5}, (3, 3), "24/21+21/15", "no_die_for_it", {"dice": (3, 3, 3), "steps": 6}),
        ({24: 2, 6: 5}, (5, 3), "24/19", "arrow_held", {"arrow": "6A", "men": 2}),
        ({24: 2, 6: 5}, (6, 3), "24/18+24/21+6/3", "dice_used_up", {"dice": (6, 3)}),
        ({24: 2, 6: 5}, (6, 3), "24/18", "more_possible", {"played": 1, "most": 2}),
        ({"bar": 1, 6: 5}, (3, 2), "6/3", "bar_first", {"waiting": 1}),
        ({"bar": 3, 6: 5}, (3, 2), "bar/22+6/4", "bar_first", {"waiting": 2}),
        ({8: 3, 6: 5}, (6, 5), "6/off", "not_all_home", {"outside": 3}),
        ({6: 3, 5: 5}, (4, 3), "5/off", "die_too_small", {"dice": (4, 3), "arrow": "5", "needed": 5}),
        ({6: 3, 4: 5}, (5, 1), "4/off", "push_first", {"arrow": "4", "farther": "6"}),
    ],
)
def test_a_refusal_names_the_rule_and_its_numbers(
    white: Any, dice: tuple[int, int], text: str, rule: str, values: dict[str, Any]
) -> None:
    state = thrown(LEAFLET, stood(LEAFLET, white, RUBANS), *dice)
    foul = LEAFLET.move_refusal(state, LEAFLET.from_text(text))
    assert foul.rule == rule
    assert values.items() <= dict(foul.values).items()
    assert foul.expected == LEAFLET.legal(state)


def test_where_one_die_can_be_played_it_is_the_greater() -> None:
    # White's last man may go 6 or 5 arrows, and then Black's ruban on 2 stops it.
    state = thrown(LEAFLET, stood(LEAFLET, {13: 1}, {23: 2, 1: 13}), 6, 5)
    foul = LEAFLET.move_refusal(state, Play((ManMove(13, 8),)))
    assert (foul.rule, dict(foul.values)) == ("greater_die_first", {"dice": (6, 5), "greater": 6})
    assert texts(LEAFLET, state) == {"13/7"}


def test_throws_and_plays_keep_their_order() -> None:
    state = begun(LEAFLET)
    assert LEAFLET.move_refusal(state, Play((ManMove(24, 18),))).rule == "must_throw"
    state = thrown(LEAFLET, state, 6, 4)
    assert LEAFLET.roll_refusal(state, Roll((1, 2))).rule == "must_move"
    assert LEAFLET.roll_refusal(begun(LEAFLET), Roll((1,))).rule == "dice_count"
    assert LEAFLET.roll_refusal(begun(LEAFLET), Roll((7, 1))).rule == "not_dice"


@each(
    ("changed", "rule"),
    [
        ({}, "must_move"),
        ({"arrow-1A": "white x 1", "arrow-4A": "white x 1"}, "arrow_held"),
        ({"arrow-1A": "white x 1", "arrow-8A": "white x 1"}, "no_die_for_it"),
        ({"arrow-1A": "white x 1"}, "not_a_play"),
        ({"arrow-1A": "black x 2"}, "not_a_play"),
        ({"arrow-1A": "nonsense"}, "not_a_play"),
        ({"said": "double"}, "not_now"),
    ],
)
def test_a_look_without_a_play_is_refused_by_rule(changed: dict[str, str], rule: str) -> None:
    state = thrown(LEAFLET, stood(LEAFLET, {24: 2, 6: 5}, {13: 11, 4: 2, 5: 2}), 6, 3)
    foul = LEAFLET.refusal(state, sure_sighting((), {**LEAFLET.appearance(state), **changed}))
    assert (foul.rule, foul.expected) == (rule, LEAFLET.legal(state))


@each("wrong", [ManMove(11, 10), ManMove(11, 8), ManMove(24, 23)])
def test_a_wrong_man_is_named_as_touch_names_it(wrong: ManMove) -> None:
    """The men are alike: the way on which most steps are right is taken for what was meant."""
    state = thrown(LEAFLET, stood(LEAFLET, {24: 2, 12: 1, 11: 1, 6: 3}, {24: 2, 4: 2}), 6, 2)
    looks = LEAFLET.appearance(state)
    for place, more in ((12, -1), (6, 1), (wrong.source, -1), (wrong.target, 1)):
        space = f"arrow-{place}" if place <= 12 else f"arrow-{25 - place}A"
        men = more + (0 if looks[space] == "empty" else int(looks[space].split()[2]))
        looks[space] = f"white x {men}" if men else "empty"
    by_touch = LEAFLET.move_refusal(state, Play((ManMove(12, 6), wrong)))
    assert LEAFLET.refusal(state, sure_sighting((), looks)) == by_touch


def test_the_men_wait_for_their_throw() -> None:
    state = begun(LEAFLET)
    looks = {**LEAFLET.appearance(state), "arrow-1A": "white x 1", "arrow-2A": "white x 1"}
    assert explain(LEAFLET, state, sure_sighting((), looks)).rule == "must_throw"


# What a game counts.


@each(
    ("black", "leaflet", "world"),
    [
        ({6: 12}, ("single", 1), ("single", 1)),
        ({6: 15}, ("gammon", 2), ("gammon", 2)),
        ({6: 14, 22: 1}, ("backgammon", 3), ("backgammon", 3)),
        ({6: 14, "bar": 1}, ("backgammon", 3), ("backgammon", 3)),
        ({6: 13, "bar": 1}, ("backgammon", 3), ("single", 1)),
    ],
)
def test_gammon_and_backgammon(black: Any, leaflet: tuple[str, int], world: tuple[str, int]) -> None:
    for game, expected in ((LEAFLET, leaflet), (WORLD, world)):
        after = played(game, thrown(game, stood(game, {1: 1}, black), 6, 6), "1/off")
        assert (after.results[0].how, after.results[0].points) == expected
        assert game.winners(after) == (0,)
        assert game.scores(after) == (expected[1], 0)


@each(
    ("jacoby", "cube", "points"), [(False, 1, 2), (True, 1, 1), (True, 2, 4), (False, 4, 8)]
)
def test_the_doubling_die_multiplies_a_gammon(jacoby: bool, cube: int, points: int) -> None:
    game = Backgammon(jacoby=jacoby, stake=5)
    owned = {"cube": cube, "owner": 2} if cube > 1 else {}
    after = played(game, thrown(game, stood(game, {1: 1}, {6: 15}, **owned), 6, 6), "1/off")
    assert (after.results[0].points, game.payments(after)) == (points, (5 * points, -5 * points))


def test_a_match_ends_at_its_points_games_begin_anew() -> None:
    game = Backgammon(points=3)
    after = played(game, thrown(game, stood(game, {1: 1}, {6: 15}), 6, 6), "1/off")
    assert game.winners(after) == ()
    assert ended(game, None, after) == ("game 1: won by 1, gammon, 2 points",)
    due = game.awaits(after)
    assert (due.player, due.dice, game.scores(after)) == (0, 1, (2, 0))
    assert {**game.appearance(after), **game.leftover(after)}["off-white"] == "white x 15"
    assert after.table == board.START
    after = game.apply(after, Left(0))
    assert (game.winners(after), game.scores(after)) == ((1,), (2, 1))


def test_a_series_may_end_level() -> None:
    game = Backgammon(games=2)
    results = [{"winner": 2, "points": 1, "how": "single"}]
    state = stood(game, {1: 1}, {6: 12}, results=results)
    after = played(game, thrown(game, state, 6, 6), "1/off")
    assert game.winners(after) == (0, 1)
    assert ended(game, None, after) == ("game 2: won by 1, single, 1 point", "match won by 1 2")


def test_a_handicap_leaves_a_point_to_win() -> None:
    game = Backgammon(points=3)
    assert game.scores(game.start((1, 2), (9, 1))) == (2, 1)
    assert game.awaits(game.start((1, 2), (9, 1))) is not None
    assert LEAFLET.scores(LEAFLET.start((1, 2), (9, 1))) == (9, 1)


# The doubling die.


def begun_game(game: Any, **more: Any) -> Any:
    return stood(game, {13: 5, 6: 10}, {13: 5, 6: 10}, **more)


def test_doubles_go_from_hand_to_hand() -> None:
    game = Backgammon()
    state = begun_game(game)
    assert game.offers(state) == (DOUBLE,)
    state = game.apply(state, DOUBLE)
    due = game.awaits(state)
    assert (due.actor, due.player, game.legal(state)) == (1, 0, (ACCEPT, REFUSE))
    assert game.roll_refusal(state, Roll((1, 2))).rule == "must_answer"
    assert game.move_refusal(state, Play((ManMove(6, 5),))).rule == "must_answer"
    state = game.apply(state, ACCEPT)
    assert game.awaits(state).player == 0
    assert game.offers(state) == ()
    assert game.move_refusal(state, DOUBLE).rule == "not_now"
    state = game.apply(thrown(game, state, 2, 1), game.legal(thrown(game, state, 2, 1))[0])
    assert game.offers(state) == (DOUBLE,)
    after = game.apply(game.apply(state, DOUBLE), REFUSE)
    assert after.results[0].points == 2
    assert game.winners(after) == (1,)
    assert ended(game, None, after)[0] == "1 refuses"


def test_every_offer_and_answer_can_be_seen() -> None:
    game = Backgammon()
    state = begun_game(game)
    observation = sure_sighting((), {**game.appearance(state), **game.effect(state, DOUBLE)})
    assert explain(game, state, observation).move == DOUBLE
    state = game.apply(state, DOUBLE)
    for answer in (ACCEPT, REFUSE):
        observation = sure_sighting((), {**game.appearance(state), **game.effect(state, answer)})
        assert explain(game, state, observation).move == answer


@each(
    ("options", "position", "may"),
    [
        ({}, {}, True),
        ({"cube": False}, {}, False),
        ({}, {"cube": 2, "owner": 1}, True),
        ({}, {"cube": 2, "owner": 2}, False),
        ({}, {"cube": 32, "owner": 1}, True),
        ({}, {"cube": 64, "owner": 1}, False),
        ({}, {"dice": [2, 1]}, False),
        ({"points": 3, "crawford": True}, {"results": [{"winner": 2, "points": 2, "how": "gammon"}]}, False),
        ({"points": 3}, {"results": [{"winner": 2, "points": 2, "how": "gammon"}]}, True),
        ({"points": 4, "crawford": True}, {"results": [{"winner": 2, "points": 2, "how": "gammon"}]}, True),
        (
            {"points": 3, "crawford": True},
            {"results": [{"winner": w, "points": p, "how": "single"} for w, p in ((2, 2), (1, 1))]},
            True,
        ),
    ],
)
def test_who_may_double(options: dict[str, Any], position: dict[str, Any], may: bool) -> None:
    game = Backgammon(**options)
    assert bool(game.offers(begun_game(game, **position))) == may


def test_nobody_doubles_before_the_first_throw_was_played() -> None:
    state = begun(LEAFLET)
    assert LEAFLET.offers(state) == ()
    assert LEAFLET.offers(played(LEAFLET, thrown(LEAFLET, state, 6, 1), "13/7+8/7")) == (DOUBLE,)


def test_the_crawford_game_may_be_the_first() -> None:
    game = Backgammon(points=3, crawford=True)
    assert game.offers(stood(game, {13: 15}, {13: 15}, handicaps=(2, 0))) == ()


# A person's word.


def test_declared_men_replace_the_old_and_end_the_throw() -> None:
    state = thrown(LEAFLET, begun(LEAFLET), 6, 4)
    word = Placed((("arrow-1A", "white x 1"), ("arrow-2A", "white x 1")))
    after = LEAFLET.apply(state, word)
    assert LEAFLET.appearance(after)["arrow-2A"] == "white x 1"
    assert (LEAFLET.awaits(after).player, LEAFLET.awaits(after).dice) == (1, 2)
    before = LEAFLET.apply(begun(LEAFLET), word)
    assert LEAFLET.awaits(before).player == 0


@each("dice", [(), (6, 4), (3, 3)])
@each("player", [0, 1])
def test_a_word_may_say_who_throws_next_whatever_lies_there(dice: tuple[int, ...], player: int) -> None:
    state = thrown(LEAFLET, begun(LEAFLET), *dice) if dice else begun(LEAFLET)
    turn = ("turn", ("white", "black")[player])
    for spaces in ((turn,), (("arrow-1A", "white x 1"), turn, ("arrow-2A", "white x 1"))):
        after = LEAFLET.apply(state, Placed(spaces))
        assert (LEAFLET.awaits(after).actor, LEAFLET.awaits(after).player) == (CHANCE, player)
        assert LEAFLET.appearance(after) == {**LEAFLET.appearance(state), **dict(spaces[:-1][:1]), **dict(spaces[2:])}


@each("kind", ["red", "nothing", "", "white x 1"])
def test_a_colour_throws_next(kind: str) -> None:
    with pytest.raises(BadPlace, match="turn: expected one of white, black"):
        LEAFLET.apply(begun(LEAFLET), Placed((("turn", kind),)))


def test_no_next_player_before_the_start_or_during_a_double() -> None:
    word = Placed((("turn", "white"),))
    with pytest.raises(BadPlace, match="while it is not known who starts"):
        LEAFLET.apply(LEAFLET.start((1, 2)), word)
    state = played(LEAFLET, thrown(LEAFLET, begun(LEAFLET), 6, 1), "13/7+8/7")
    with pytest.raises(BadPlace, match="while a word waits for its answer"):
        LEAFLET.apply(LEAFLET.apply(state, DOUBLE), word)


def test_a_word_may_end_the_game() -> None:
    state = thrown(LEAFLET, stood(LEAFLET, {1: 1}, {1: 1}), 6, 5)
    after = LEAFLET.apply(state, Placed((("arrow-1A", "empty"), ("off-black", "black x 15"))))
    assert LEAFLET.winners(after) == (1,)


@each(
    "spaces",
    [
        (("arrow-1A", "white x 1"),),
        (("arrow-1A", "empty"), ("arrow-2A", "black x 2")),
        (("arrow-1A", "empty"), ("bar-black", "white x 2")),
        (("arrow-1A", "white x 16"),),
        (("arrow-1A", "white x 0"),),
        (("arrow-1A", "closed"),),
        (("said", "double"),),
        (("arrow-13", "empty"),),
        (("arrow-1A", "white x 2"), ("arrow-1A", "white x 2")),
        (),
    ],
)
def test_a_word_that_no_table_can_show_is_refused(spaces: Any) -> None:
    with pytest.raises(BadPlace, match="expected"):
        LEAFLET.apply(begun(LEAFLET), Placed(spaces))


@each(
    ("white", "more", "reason"),
    [
        ({"24": 2}, {}, "white: expected 15 men in all"),
        ({"24": 2, "x": 13}, {}, "white: expected arrows from 1 to 24, bar and off"),
        ({"24": 16}, {}, "white.24: expected a whole number from 0 to 15"),
        ({"off": 15}, {}, "men: expected a game that is not over"),
        ({"19": 15}, {}, "expected men of one colour on an arrow"),
        ({"24": 15}, {"player": 3}, "player: expected a whole number from 1 to 2"),
        ({"24": 15}, {"dice": [6]}, "dice: expected a list of 0 or 2 dice"),
        ({"24": 15}, {"dice": [6, 5], "player": None}, "dice: expected none before"),
        ({"24": 15}, {"dice": [5, 5]}, "dice: expected a throw that can be played"),
        ({"24": 15}, {"dice": [6, 5], "asked": "double"}, "dice: expected none while a word"),
        ({"24": 15}, {"drawn": [5]}, "drawn: expected none"),
        ({"24": 15}, {"asked": "party"}, "asked: expected a word that somebody must answer"),
        (
            {"24": 15},
            {"asked": "double", "cube": 2, "owner": 2},
            "asked: expected a player who has the right",
        ),
        ({"24": 15}, {"cube": 3, "owner": 1}, "cube: expected 1, 2, 4"),
        ({"24": 15}, {"cube": 2}, "owner: expected it to be there"),
        ({"24": 15}, {"owner": 1}, "owner: expected none before the first double"),
        ({"24": 15}, {"colour": 1}, "position: expected keys of white, black"),
        ({"24": 15}, {"results": [{"winner": 1, "points": 1, "how": "single"}]}, "results: expected fewer"),
        (
            {"24": 15},
            {"results": [{"winner": 1, "points": 1, "how": "luck"}]},
            "results.how: expected one of",
        ),
        ({"24": 15}, {"results": [{"winner": 1, "points": 1}]}, "results.how: expected it to be there"),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    white: dict[str, int], more: dict[str, Any], reason: str
) -> None:
    fields = {"white": white, "black": {"6": 14, "20": 1}, "player": 1, **more}
    if fields["player"] is None:
        del fields["player"]
    with pytest.raises(BadStart, match=reason):
        LEAFLET.apply(LEAFLET.start((1, 2)), SetUp(json.dumps(fields)))


def test_moves_after_the_end_are_refused() -> None:
    after = LEAFLET.apply(begun(LEAFLET), Left(0))
    for event in (Roll((1, 2)), Play((ManMove(24, 18),)), DOUBLE, Left(1), Placed((("arrow-1A", "empty"),))):
        with pytest.raises(IllegalMove) as refused:
            LEAFLET.apply(after, event)
        assert refused.value.foul.rule == "game_over"
