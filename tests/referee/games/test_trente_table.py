"""Trente around its turns: what the table shows, who leaves, positions set up by hand, and what is wrong."""

from typing import Any

import pytest
from each import each
from outcome_texts import ended
from trente_turns import EQUAL, blow, killed, on, seats, trente, turn, won_by_killing

from referee.core import CHANCE, Event, Left, Placed, Roll, SetUp
from referee.errors import BadPlace, BadStart, IllegalMove
from referee.games.trente import Attack, Keep, Revenge, TrenteState


@pytest.fixture
def midway() -> tuple[Any, TrenteState]:
    """Two dice aside, 6 and 1 for 30 or more, and four thrown: 2 3 4 5."""
    game = trente()
    state = on(game, game.start(seats(2)), Roll((1, 2, 3, 4, 5, 6)), Keep((6, 1)), Roll((5, 4, 3, 2)))
    return game, state


def test_what_the_table_shows(midway: tuple[Any, TrenteState]) -> None:
    game, state = midway
    shown = {f"aside-{place}": kind for place, kind in enumerate("1....6", start=1) if kind != "."}
    empty = {f"aside-{place}": "empty" for place in (2, 3, 4, 5)}
    assert game.appearance(state) == {**shown, **empty, "threshold": "30", "said": "nothing"}
    assert game.effect(state, Keep((5, 2))) == {"aside-2": "2", "aside-5": "5"}
    assert game.continuations(state, Keep((5, 2, 3))) == (Keep((2, 3, 4, 5)),)
    start = game.apply(game.start(seats(2)), Roll((1, 2, 3, 4, 5, 6)))
    assert game.effect(start, Keep((6, 1)))["threshold"] == "30"
    after = on(game, game.start(seats(2)), *turn(EQUAL))
    assert set(game.appearance(after).values()) == {"empty", "none", "nothing"}
    assert game.leftover(after) == {f"aside-{place}": "5" for place in range(1, 7)}
    assert "threshold" not in trente(rules="nous").appearance(start)


@pytest.mark.parametrize(
    ("fields", "aside", "threshold", "due"),
    [
        ({"aside-1": "4"}, (4, 0, 0, 0, 0, 6), 30, 4),  # another face
        ({"aside-1": "empty"}, (0, 0, 0, 0, 0, 6), 30, 5),  # it was never set aside
        ({"aside-6": "empty"}, (1, 0, 0, 0, 0, 0), 12, 5),  # and so 1 was the first
        ({"aside-2": "2", "threshold": "12"}, (1, 2, 0, 0, 0, 6), 12, 3),
        ({f"aside-{place}": "empty" for place in range(1, 7)}, (0,) * 6, 0, 6),
    ],
)
def test_a_person_corrects_what_lies_aside(
    midway: tuple[Any, TrenteState], fields: dict[str, str], aside: Any, threshold: int, due: int
) -> None:
    game, state = midway
    after = game.apply(state, Placed(tuple(fields.items())))
    assert (after.aside, after.threshold, after.dice) == (aside, threshold, ())
    assert (game.awaits(after).actor, game.awaits(after).dice, after.player) == (CHANCE, due, 0)


def test_a_corrected_threshold_leaves_the_throw(midway: tuple[Any, TrenteState]) -> None:
    game, state = midway
    after = game.apply(state, Placed((("threshold", "12"),)))
    assert (after.threshold, after.dice) == (12, (2, 3, 4, 5))


def test_six_dice_that_were_corrected_are_counted(midway: tuple[Any, TrenteState]) -> None:
    game, state = midway
    after = game.apply(state, Placed(tuple((f"aside-{place}", "5") for place in (1, 2, 3, 4, 5))))
    assert (after.news[0].sum, after.news[0].level, after.target) == (31, 1, 1)
    free = trente(round=3)
    chooses = on(free, free.start(seats(3)), *turn((6, 5, 5, 5, 5, 5)))
    missed = free.apply(chooses, Placed((("aside-6", "4"),)))
    assert (free.scores(missed), missed.player) == ((29, 30, 30), 1)


def test_hits_are_corrected() -> None:
    game = trente()
    state = on(game, game.start(seats(2)), *turn((6, 6, 6, 5, 5, 5)), Roll((3, 3, 1, 1, 1, 1)))
    assert (state.hits, game.awaits(state).dice) == (2, 4)
    three = game.apply(state, Placed((("aside-1", "3"),)))
    assert (three.hits, game.awaits(three).dice) == (3, 3)
    full = game.apply(state, Placed(tuple((f"aside-{place}", "3") for place in (1, 2, 3, 4))))
    assert (full.hits, full.full_hands, game.awaits(full).dice) == (6, 1, 6)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"aside-1": "7"}, "expected one of empty, 1, 2"),
        ({"threshold": "none"}, "threshold: expected 12 or 30"),
        ({"aside-6": "2", "threshold": "30"}, "threshold: expected 12 with"),
        ({"said": "attack-2"}, "said: expected nothing"),
        ({"aside-7": "1"}, "expected some of aside-1"),
    ],
)
def test_what_no_table_can_show_is_refused(
    midway: tuple[Any, TrenteState], fields: dict[str, str], expected: str
) -> None:
    game, state = midway
    with pytest.raises(BadPlace, match=expected):
        game.apply(state, Placed(tuple(fields.items())))


def test_hits_of_another_face_are_refused() -> None:
    game = trente()
    state = on(game, game.start(seats(2)), *turn((6, 6, 6, 5, 5, 5)))
    with pytest.raises(BadPlace, match="expected dice of the attack's level, 3"):
        game.apply(state, Placed((("aside-1", "4"),)))
    with pytest.raises(BadPlace, match="that turn is over"):
        game.apply(killed(game), Placed((("aside-1", "4"),)))


def test_who_leaves_is_dead_without_revenge() -> None:
    game = trente()
    start = game.start(seats(4))
    mine = game.apply(game.apply(start, Roll((1,) * 6)), Left(0))
    assert (game.awaits(mine).player, mine.dice, mine.deaths) == (1, (), (0,))
    target = on(game, start, *turn((6, 5, 5, 5, 5, 5)), Left(1))
    assert (game.awaits(target).player, target.level) == (2, 0)  # the attack is dropped
    asked = game.apply(killed(game, 4), Left(1))
    assert (asked.asked, game.awaits(asked).player) == (None, 2)
    others = game.apply(killed(game, 4), Left(0))
    assert (others.asked, game.awaits(others).actor) == (1, 1)  # who was killed may still take revenge
    again = game.apply(start, SetUp(game.position(others)))
    assert game.position(again) == game.position(others)
    after = on(game, mine, *turn((6, 1, 1, 1, 1, 1)), *turn((6, 1, 1, 1, 1, 1)), *turn(EQUAL))
    assert game.awaits(after).player == 1
    with pytest.raises(IllegalMove, match="no_such_player"):
        game.apply(after, Left(0))


def test_one_choice_less_when_a_player_leaves() -> None:
    game = trente(round=3)
    state = on(game, game.start(seats(4)), *turn((6, 5, 5, 5, 5, 5)), Left(2))
    assert game.legal(state) == (Attack(1), Attack(3))
    state = game.apply(state, Left(1))
    assert (game.legal(state), state.target) == ((), 3)


def test_the_last_one_who_is_left_wins() -> None:
    game = trente()
    state = on(game, game.start(seats(3)), Left(0), *turn(EQUAL), Left(2))
    assert (game.winners(state), game.is_over(state)) == ((1,), True)
    # Also in the middle of a revenge.
    state = on(game, killed(game, 2), Revenge(True), Roll((1,) * 6), Left(0))
    assert (game.winners(state), state.results[0].winners) == ((1,), (1,))


def test_who_left_does_not_play_later_rounds() -> None:
    game = trente(stake=2)
    state = on(game, game.start(seats(3)), Left(1), *turn((6,) * 6), *blow(6, 6), Revenge(False))
    assert state.results[0].points == (30, 30, -6)
    assert state.results[0].winners == (0,)
    assert (state.contenders, game.scores(state), game.awaits(state).player) == ((0, 2), (30, 0, 30), 2)
    state = on(game, state, *turn((6,) * 6), *blow(6, 6), Revenge(False))
    assert state.results[1].points == (-6, None, 30)
    assert game.payments(state) == (4 - 2, -2, 0)


def test_handicaps_are_points_more_in_every_round() -> None:
    game = trente(rounds=2)
    state = game.start(seats(2), (5, -10))
    assert game.scores(state) == (35, 20)
    state = won_by_killing(game, state, 4)
    assert (game.scores(state), state.results[0].points) == ((35, 20), (35, -4))
    with pytest.raises(BadStart, match="handicaps: expected -10 or more"):
        trente(start_score=10).start(seats(2), (0, -11))


def test_words_of_a_record() -> None:
    game = trente()
    start = game.start(seats(3))
    missed = on(game, start, *turn((1, 5, 4, 3, 5, 4)))
    assert ended(game, start, missed) == ("1 makes 22 for 12, loses 10, has 20",)
    aimed = on(game, start, *turn((6,) * 6))
    assert ended(game, start, aimed) == ("1 makes 36 for 30, attacks 2 at 6",)
    before = on(game, aimed, Roll((6,) * 6))
    asked = game.apply(before, Roll((1,) * 6))
    assert ended(game, before, asked) == (
        "1 hits 6 at 6, full hands 1, 2 loses 36, has -6",
        "2 dies",
        "2 may take revenge",
    )
    free = trente(round=3)
    chooses = on(free, start, *turn((6, 5, 5, 5, 5, 5)))
    assert ended(free, start, chooses) == ("1 makes 31 for 30, attacks at 1, one of 2 3",)


@each(
    ("position", "expected"),
    [
        ('{"points": [30]}', "points: expected 2 whole numbers"),
        ('{"points": [31, 30]}', "points: expected no more than at the start"),
        ('{"points": [30, -1]}', "deaths: expected exactly those who fell below zero"),
        ('{"points": [30, -1], "deaths": [2]}', "points: expected two or more players with 0 or more"),
        ('{"points": [30, 30], "dice": [1, 2]}', "dice: expected 6 or none"),
        ('{"points": [30, 30], "aside": [1, 0, 0, 0, 0, 0]}', "threshold: expected what a die"),
        ('{"points": [30, 30], "aside": [1, 2, 3]}', "aside: expected six numbers"),
        ('{"points": [30, 30], "threshold": 13}', "threshold: expected 0, 12 or 30"),
        ('{"points": [30, 30], "aside": [5, 5, 5, 5, 5, 5], "threshold": 30}', "the turn is over"),
        ('{"points": [30, 30], "level": 2}', "level: expected that of the six dice aside"),
        ('{"points": [30, 30], "level": 2, "target": 1, "threshold": 30}', "target: expected one who may be"),
        ('{"points": [30, 30], "player": 2}', "player: expected only who is dead to play out of turn"),
        ('{"points": [30, 30], "asked": 2}', "asked: expected another player who fell below zero"),
        ('{"points": [30, 30], "gone": [2]}', "contenders: expected two or more who are there"),
        ('{"points": [30, 30], "settling": "match"}', "results: expected fewer, or a play-off"),
        ('{"points": [30, 30], "settling": "round"}', "settling: expected no play-off for a round"),
        ('{"points": [30, 30], "settling": "game"}', 'settling: expected one of "", "round", "match"'),
        ('{"points": [30, 30], "full_hands": 1}', "full_hands: expected none without an attack"),
        ('{"points": [30, 30], "results": [{"points": [30, null], "winners": [2]}]}', "results.winners: "),
        ('{"points": [30, 30], "results": [{"points": [1, -1], "winners": [1]}]}', None),
        ('{"points": [4, -1], "deaths": [2], "asked": 2}', None),
        ('{"points": [4, -1], "deaths": [2], "player": 2, "dice": [1, 2, 3, 4, 5, 6]}', None),
        ('{"points": [4, 1], "level": 2, "target": 2, "threshold": 30, "full_hands": 2}', None),
    ],
)
def test_positions_set_up_by_hand(position: str, expected: str | None) -> None:
    game = trente()
    start = game.start(seats(2))
    if expected is None:
        assert game.awaits(game.apply(start, SetUp(position))) is not None
        return
    with pytest.raises(BadStart, match=expected):
        game.apply(start, SetUp(position))


@each(
    ("events", "wrong", "rule", "values"),
    [
        ((), Keep((1,)), "throw_to_keep", (6,)),
        ((), Attack(1), "no_attack_due", ()),
        ((), Revenge(True), "no_revenge_due", ()),
        ((), Roll((1, 2)), "dice_count", (6, 2)),
        ((), Roll((1,) * 7), "dice_count", (6, 7)),
        ((), Roll((7,) * 6), "not_dice", ((7,) * 6,)),
        ((Roll((5, 1, 2, 3, 4, 1)),), Keep((5, 5)), "not_thrown", ((5, 5), (5, 1, 2, 3, 4, 1))),
        ((Roll((5, 1, 2, 3, 4, 1)),), Roll((1,) * 6), "must_keep", ((5, 1, 2, 3, 4, 1),)),
        ((Roll((1,) * 6), Keep((1, 1))), Roll((1,) * 5), "aside_thrown", ((1, 1), 4, 5)),
        ((Roll((1,) * 6), Keep((1, 1))), Roll((1,) * 3), "dice_count", (4, 3)),
        (turn((6, 5, 5, 5, 5, 5)), Attack(0), "not_yourself", ((2, 3, 4),)),
        (turn((6, 5, 5, 5, 5, 5)), Attack(9), "not_a_target", (10, (2, 3, 4))),
        (turn((6, 5, 5, 5, 5, 5)), Keep((1,)), "target_first", (1, (2, 3, 4))),
        (turn((6, 5, 5, 5, 5, 5)), Roll((1,) * 6), "target_first", (1, (2, 3, 4))),
        (
            (*turn((6,) * 6), Attack(1), *blow(6, 6), Revenge(False), *turn((6, 5, 5, 5, 5, 5))),
            Attack(1),
            "target_dead",
            (2, (1, 4)),
        ),
        ((*turn((6,) * 6), Attack(1), *blow(6, 6)), Keep((1,)), "revenge_first", (2,)),
    ],
)
def test_what_is_wrong_is_named(events: Any, wrong: Event, rule: str, values: tuple[Any, ...]) -> None:
    game = trente(round=3)
    state = on(game, game.start(seats(4)), *events)
    with pytest.raises(IllegalMove) as refused:
        game.apply(state, wrong)
    foul = refused.value.foul
    assert (foul.rule, tuple(value for _, value in foul.values)) == (rule, values)
    assert foul.expected == game.legal(state)
