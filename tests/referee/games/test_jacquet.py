"""Jacquet as a game: the draw, turns, touched men, handicaps, series, positions set up by hand, and every refusal."""

import json
import random
from typing import Any

import pytest
from each import each
from jacquet_plays import play_of, refused, then
from outcome_texts import ended

from referee.core import CHANCE, Left, Placed, Roll, SetUp
from referee.desks import desk_of
from referee.errors import BadPlace, BadStart
from referee.games import profile
from referee.games.arrows import ArrowState, Play
from referee.games.jacquet import Jacquet
from referee.games.jacquet.rules import Position, Rules

SHEET = Jacquet()
Men = dict[int, int]


def words(men: Men) -> dict[str, int]:
    out = 15 - sum(men.values())
    return {str(arrow): count for arrow, count in men.items()} | ({"off": out} if out else {})


def position(mine: Men, his: Men, *dice: int, player: int = 1, **more: Any) -> SetUp:
    """Men by their owners' own numbers; who is not on the board is borne off."""
    white, black = (mine, his) if player == 1 else (his, mine)
    fields = {
        "white": words(white),
        "black": words(black),
        "player": player,
        **({"dice": list(dice)} if dice else {}),
    }
    return SetUp(json.dumps(fields | more))


def at(game: Jacquet, mine: Men, his: Men, *dice: int, **more: Any) -> ArrowState:
    return game.apply(game.start((1, 2)), position(mine, his, *dice, **more))


FAR = {1: 14, 20: 1}
"""Fourteen men at the start and a postillon that has arrived."""


def test_the_higher_die_has_the_pose_and_throws_again() -> None:
    """ "Le joueur qui amène le nombre le plus élevé a «la pose»", "Le premier joueur relance alors les deux dés" """
    state = then(SHEET, SHEET.start((2, 1)), Roll((3,)))
    due = SHEET.awaits(state)
    assert due is not None
    assert (due.actor, due.player, due.seat, due.dice) == (CHANCE, 1, 1, 1)
    again = then(SHEET, state, Roll((3,)))
    assert ended(SHEET, state, again) == ("draw again, dice 3 3",)
    begun = then(SHEET, again, Roll((2,)), Roll((6,)))
    due = SHEET.awaits(begun)
    assert due is not None
    assert (due.actor, due.player, due.dice) == (CHANCE, 1, 2)


def test_the_first_player_moves_white_along_the_near_side() -> None:
    state = then(SHEET, SHEET.start((1, 2)), Roll((6,)), Roll((1,)), Roll((4, 1)))
    assert SHEET.legal(state) == (play_of((1, 5), (5, 6)),)
    assert SHEET.effect(state, play_of((1, 5), (5, 6))) == {"arrow-12": "white x 14", "arrow-7": "white x 1"}
    after = then(SHEET, state, play_of((1, 2), (2, 6)))
    assert SHEET.appearance(after)["arrow-7"] == "white x 1"
    assert SHEET.appearance(after)["arrow-1A"] == "black x 15"


def test_arrows_of_both_players_differ_by_twelve() -> None:
    printed = [SHEET.arrow(0, n) for n in (1, 12, 13, 24)], [SHEET.arrow(1, n) for n in (1, 12, 13, 24)]
    assert printed == (["12", "1", "1A", "12A"], ["1A", "12A", "12", "1"])
    assert all(SHEET.arrow(0, n) == SHEET.arrow(1, (n + 11) % 24 + 1) for n in range(1, 25))
    assert len({SHEET.arrow(0, n) for n in range(1, 25)}) == 24


@each(
    ("mine", "his", "dice", "play", "rule", "values"),
    [
        (FAR, FAR, (3, 2), play_of((2, 5)), "no_man_there", {"arrow": "11"}),
        (FAR, FAR, (3, 2), play_of((20, 17)), "wrong_way", {"source": "8A", "target": "5A"}),
        (
            FAR,
            FAR,
            (3, 2),
            play_of((1, 5)),
            "no_die_for_it",
            {"dice": (3, 2), "source": "12", "target": "8", "steps": 4},
        ),
        (FAR, FAR, (6, 1), play_of((1, 7), (7, 8)), "arrow_held", {"arrow": "5", "men": 1}),
        (FAR, FAR, (3, 2), play_of((1, 4)), "more_possible", {"dice": (3, 2), "played": 1, "most": 2}),
        (FAR, FAR, (3, 2), play_of((1, 4), (1, 3), (1, 4)), "dice_used_up", {"dice": (3, 2)}),
        ({1: 14, 7: 1}, FAR, (3, 2), play_of((7, 10), (1, 3)), "postillon_first", {"post": "3"}),
        (
            {1: 14, 18: 1},
            FAR,
            (3, 4),
            play_of((18, 21), (21, 0)),
            "postillon_stays",
            {"post": "9A", "die": 4},
        ),
        (
            {1: 5, 2: 1, 3: 1, 4: 2, 5: 1, 6: 1, 8: 3, 20: 1},
            {1: 12, 4: 2, 21: 1},
            (6, 2),
            play_of((1, 7), (8, 10)),
            "too_long_block",
            {"most": 6, "row": 8},
        ),
        ({18: 1, 22: 14}, FAR, (3, 2), play_of((22, 0)), "not_all_arrived", {"outside": 1}),
        ({20: 1, 22: 1}, FAR, (3, 6), play_of((20, 0)), "not_exact", {"arrow": "8A", "needed": 5, "die": 6}),
        ({20: 1, 22: 1}, FAR, (1, 3), play_of((20, 0)), "not_exact", {"arrow": "8A", "needed": 5, "die": 3}),
        ({20: 1, 22: 1}, FAR, (3, 6), play_of((22, 0)), "rearmost_first", {"arrow": "10A", "farther": "8A"}),
        (FAR, FAR, (3, 2), play_of((25, 3)), "no_man_there", {"arrow": "bar"}),
    ],
)
def test_a_play_is_refused_by_the_rule_it_breaks(
    mine: Men, his: Men, dice: tuple[int, int], play: Play, rule: str, values: dict[str, Any]
) -> None:
    state = at(SHEET, mine, his, *dice)
    assert refused(SHEET, state, play) == (rule, values)
    foul = SHEET.move_refusal(state, play)
    assert foul is not None
    assert foul.expected == SHEET.legal(state)


def test_the_man_that_allows_the_row_may_be_put_first() -> None:
    """ "s'il a déjà posé au moins une dame sur le 23ème ou 24ème flèche": déjà, so the order counts."""
    state = at(SHEET, {1: 4, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 8: 5, 20: 1}, {1: 12, 4: 2, 21: 1}, 6, 3)
    assert refused(SHEET, state, play_of((1, 7), (20, 23)))[0] == "too_long_block"
    assert SHEET.move_refusal(state, play_of((20, 23), (1, 7))) is None


@each(
    ("mine", "his", "dice", "reason"),
    [
        ({24: 1}, FAR, (6, 5), "not_exact"),
        ({1: 15}, {1: 15}, (6, 6), None),
        ({1: 14, 7: 1}, {1: 15}, (6, 6), "arrow_held"),
        ({1: 14, 18: 1}, {12: 1, 1: 14}, (6, 6), "arrow_held"),
        ({18: 15}, {7: 2, 12: 1, 20: 12}, (6, 1), "arrow_held"),
        ({18: 1, 24: 1}, {8: 1, 7: 1, 20: 13}, (1, 2), "nothing_fits"),
    ],
)
def test_a_throw_that_cannot_be_played_passes_and_says_why(
    mine: Men, his: Men, dice: tuple[int, int], reason: str | None
) -> None:
    state = at(SHEET, mine, his)
    after = then(SHEET, state, Roll(dice))
    shown = " ".join(map(str, dice))
    assert ended(SHEET, state, after) == ((f"1 passes, {reason}, dice {shown}",) if reason else ())


def test_handicaps_bear_men_off_before_each_game() -> None:
    game = Jacquet(games=2)
    state = game.start((1, 2), (0, 10))
    assert game.appearance(state)["off-black"] == "black x 10"
    assert game.appearance(state)["arrow-1A"] == "black x 5"
    assert game.totals(state) == (0, 0)
    won = then(game, state, position({24: 1}, FAR), Roll((1, 2)), play_of((24, 0)))
    assert game.totals(won) == (1, 0)
    assert game.appearance(won)["arrow-1A"] == "black x 5"
    with pytest.raises(BadStart, match="handicaps: expected whole numbers from 0 to 10; got 11"):
        game.start((1, 2), (0, 11))


def test_a_series_is_shared_where_both_won_as_many() -> None:
    game = Jacquet(games=2)
    fields = position({24: 1}, FAR, results=[{"winner": 2, "points": 1, "how": "all_off"}])
    before = then(game, game.start((1, 2)), fields, Roll((1, 2)))
    after = then(game, before, play_of((24, 0)))
    assert game.winners(after) == (0, 1)
    assert ended(game, before, after) == ("game 2: won by 1, all_off, 1 point", "match won by 1 2")


def test_who_leaves_has_lost() -> None:
    state = SHEET.start((1, 2))
    after = then(SHEET, state, Left(0))
    assert SHEET.winners(after) == (1,)
    assert ended(SHEET, state, after) == ("game 1: won by 2, left, 1 point", "match won by 2")


@each(
    ("mine", "post"),
    [
        ({1: 15}, 1),
        ({1: 14, 12: 1}, 12),
        ({1: 14, 18: 1}, 18),
        ({1: 14, 19: 1}, 0),
        ({1: 3, 5: 2, 11: 9}, 11),
        ({24: 2}, 0),
        ({}, 0),
    ],
)
def test_the_postillon_is_the_foremost_man_until_one_has_arrived(mine: Men, post: int) -> None:
    men = (15 - sum(mine.values()), *(mine.get(n, 0) for n in range(1, 25)), 0)
    table = SHEET.with_men(SHEET.start_table(), men, (0, *(FAR.get(n, 0) for n in range(1, 25)), 0))
    assert table.post == (post, 0)


def test_the_postillon_stands_where_the_men_show_it() -> None:
    rng, state = random.Random(5), SHEET.start((1, 2))
    while not SHEET.is_over(state):
        due = SHEET.awaits(state)
        assert due is not None
        event = (
            Roll(tuple(rng.randint(1, 6) for _ in range(due.dice)))
            if due.dice
            else rng.choice(SHEET.legal(state))
        )
        state = SHEET.apply(state, event)
        if not SHEET.is_over(state):
            assert SHEET.with_men(state.table, *SHEET.men(state.table)) == state.table


@each(
    ("spaces", "expected"),
    [
        ((("arrow-12", "white x 14"), ("arrow-1", "white x 2")), "expected 15 white men"),
        ((("arrow-12", "black x 15"),), "expected 15 "),
        ((("off-white", "white x 15"), ("off-black", "black x 15")), "expected 15 "),
        (
            (
                ("off-white", "white x 15"),
                ("off-black", "black x 15"),
                ("arrow-12", "empty"),
                ("arrow-1A", "empty"),
            ),
            "expected a man on the board",
        ),
        ((("bar-white", "white x 1"),), "expected some of arrow-1"),
        ((("off-white", "black x 1"),), "expected no black man"),
    ],
)
def test_a_word_that_no_table_can_show_is_refused(spaces: Any, expected: str) -> None:
    with pytest.raises(BadPlace, match=expected):
        SHEET.apply(SHEET.start((1, 2)), Placed(spaces))


def test_a_word_that_bears_all_men_off_ends_the_game() -> None:
    state = at(SHEET, {24: 1}, FAR)
    after = then(SHEET, state, Placed((("off-white", "white x 15"), ("arrow-12A", "empty"))))
    assert SHEET.winners(after) == (0,)


@each(
    ("text", "error"),
    [
        ('{"white": {"1": 15}, "black": {"13": 15}, "player": 1}', "men of one colour on each arrow"),
        ('{"white": {"1": 14, "bar": 1}, "black": {"1": 15}}', "men on a bar"),
        ('{"white": {"1": 14}, "black": {"1": 15}}', "15 men in all"),
        ('{"white": {"1": 15}, "black": {"1": 15}, "player": 1, "dice": [6, 6, 6]}', "dice"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, error: str) -> None:
    with pytest.raises(BadStart, match=error):
        SHEET.apply(SHEET.start((1, 2)), SetUp(text))


def test_profiles_are_those_of_the_sheet_and_of_tradition() -> None:
    assert profile("Jacquet Ravensburger (notice)") == SHEET
    assert profile("Jacquet traditionnel") == Jacquet(block=5, exit="overshoot")


def test_rules_are_the_houses() -> None:
    house = Jacquet(block=99, exit="exact_any", doublet_postillon=False)
    assert house.rules == Rules(99, "exact_any", False)
    assert desk_of(house).rules == house.rules
    assert Position((0,) * 24).rearmost() == 25
