"""Touch-move in Jacquet. S1: "sinon il sera obligé de la déplacer, à moins que cela ne soit pas possible"."""

import json
import random
from typing import Any

import pytest
from each import each
from jacquet_plays import play_of, refused, then
from outcome_texts import ended

from referee.core import Left, Roll, SetUp, Touched
from referee.errors import BadPlace, BadStart
from referee.games.arrows import ArrowState, Walk
from referee.games.jacquet import Jacquet
from referee.games.jacquet.game import leaving
from referee.games.jacquet.rules import Position
from referee.match import Match

SHEET = Jacquet()
WATCHED = Jacquet(touch_move="on")
Men = dict[int, int]

FAR = {1: 14, 20: 1}
"""Fourteen men at the start and a postillon that has arrived."""

HIS = {1: 14, 22: 1}
"""The opponent's man stands on my 10."""


def at(game: Jacquet, mine: Men, his: Men, *dice: int, **more: Any) -> ArrowState:
    fields = {"white": words(mine), "black": words(his), "player": 1, **({"dice": list(dice)} if dice else {})}
    return game.apply(game.start((1, 2)), SetUp(json.dumps(fields | more)))


def words(men: Men) -> dict[str, int]:
    return {str(arrow): count for arrow, count in men.items()}


def test_a_touched_man_must_move() -> None:
    state = at(WATCHED, {1: 13, 5: 1, 20: 1}, HIS, 3, 2)
    touched = then(WATCHED, state, Touched("arrow-8"))
    assert ended(WATCHED, state, touched) == ("1 touched, arrow 8, must_move, dice 3 2",)
    assert refused(WATCHED, touched, play_of((1, 4), (1, 3))) == ("touched_man", {"arrow": "8"})
    assert refused(WATCHED, touched, play_of((5, 8)))[0] == "more_possible"
    moved = {step.source for play in WATCHED.legal(touched) for step in play.steps if step.source == 5}
    assert moved == {5}
    ends, all_ends = (
        {WATCHED.apply(first, play).table for play in WATCHED.legal(first)} for first in (touched, state)
    )
    assert ends < all_ends
    assert WATCHED.apply(touched, play_of((5, 8), (1, 3))).table.touched == ()


def test_one_that_cannot_move_binds_nobody() -> None:
    state = at(WATCHED, {1: 13, 5: 1, 20: 1}, {1: 12, 20: 1, 22: 1, 19: 1}, 5, 2)
    touched = then(WATCHED, state, Touched("arrow-8"))
    assert ended(WATCHED, state, touched) == ("1 touched, arrow 8, cannot_move, dice 5 2",)
    assert WATCHED.legal(touched) == WATCHED.legal(state)


def test_two_touched_men_both_move_where_both_can() -> None:
    state = at(WATCHED, {1: 12, 5: 1, 6: 1, 20: 1}, HIS, 3, 2)
    both = then(WATCHED, state, Touched("arrow-8"), Touched("arrow-7"))
    assert set(WATCHED.legal(both)) == {play_of((5, 8), (6, 8)), play_of((6, 9), (5, 7))}
    three = then(WATCHED, both, Touched("arrow-12"))
    assert set(WATCHED.legal(three)) == set(WATCHED.legal(both))
    assert ended(WATCHED, both, three) == ("1 touched, arrow 12, cannot_move, dice 3 2",)


def test_what_is_no_touch_is_refused() -> None:
    state = at(WATCHED, FAR, HIS, 3, 2)
    assert refused(WATCHED, state, Touched("arrow-11")) == ("no_man_there", {"arrow": "11"})
    assert refused(WATCHED, state, Touched("arrow-1A")) == ("no_man_there", {"arrow": "1A"})
    assert refused(WATCHED, at(WATCHED, FAR, FAR), Touched("arrow-12")) == ("must_throw", {"due": 2})
    assert refused(SHEET, at(SHEET, FAR, HIS, 3, 2), Touched("arrow-12"))[0] == "not_in_this_game"
    over = then(WATCHED, state, Left(0))
    assert refused(WATCHED, over, Touched("arrow-12"))[0] == "game_over"
    with pytest.raises(BadPlace, match="expected one of arrow-1"):
        WATCHED.apply(state, Touched("off-white"))


def test_a_touch_survives_the_position() -> None:
    state = then(WATCHED, at(WATCHED, {1: 13, 5: 1, 20: 1}, HIS, 3, 2), Touched("arrow-8"))
    again = then(WATCHED, WATCHED.start((1, 2)), SetUp(WATCHED.position(state)))
    assert (again.table, WATCHED.legal(again)) == (state.table, WATCHED.legal(state))
    for touched in ([2], [1, 1], [25], "1"):
        with pytest.raises(BadStart, match="touched: expected"):
            at(WATCHED, FAR, FAR, 3, 2, touched=touched)
    with pytest.raises(BadStart, match="touched: expected"):
        at(SHEET, FAR, FAR, 3, 2, touched=[1])


# However many men are touched.


def crowded(chance: random.Random) -> Position:
    """Up to fifteen arrows with a man each, or more, some of them touched; the postillon has arrived."""
    arrows = [24, *chance.sample(range(1, 24), chance.randint(3, 10))]
    board = [0] * 24
    for arrow in (*arrows, *chance.choices(arrows, k=15 - len(arrows))):
        board[arrow - 1] += 1
    touched = chance.sample(arrows, chance.randint(1, min(5, len(arrows))))
    return Position(tuple(board), touched=tuple(touched))


@each("seed", range(25))
def test_forced_men_are_those_a_full_search_finds(seed: int) -> None:
    chance = random.Random(seed)
    game = Jacquet(touch_move="on", block=chance.choice((5, 6, 99)), exit=chance.choice(("exact_any", "overshoot")))
    for _ in range(4):
        table, thrown = crowded(chance), (chance.randint(1, 6), chance.randint(1, 6))
        wanted: frozenset[int] = frozenset()
        for arrow in table.touched:
            if game.walk.whole(table, game.dice_for(table, thrown), leaving(wanted | {arrow})):
                wanted |= {arrow}
        assert game.must_leave(table, thrown) == wanted


def test_touching_every_man_searches_the_throw_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each man touched was once a search for each of those before him: a record of it took half a minute."""
    searched: list[object] = []
    longest = Walk.longest
    monkeypatch.setattr(Walk, "longest", lambda walk, *given: searched.append(given) or longest(walk, *given))
    game = Jacquet(touch_move="on", block=99, exit="overshoot")
    arrows = (1, 2, 3, 4, 6, 7, 8, 9, 11, 13, 14, 15, 17, 18, 22)
    fields = {"white": dict.fromkeys(map(str, arrows), 1), "black": {"24": 14, "off": 1}, "player": 1}
    match = Match(game, (1, 2), ("Léa", "Max")).then(SetUp(json.dumps(fields))).then(Roll((1, 1)))
    for arrow in arrows:
        match = match.then(Touched(game.space(0, arrow)))
    assert len(match.state.table.touched) == 15
    assert len(searched) == 1
