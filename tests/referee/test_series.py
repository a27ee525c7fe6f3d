"""Turns, series, play-offs and stakes of the tile games."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from referee.core import CHANCE, Roll
from referee.games import find
from referee.games.tiles import Close, TileResult, TileState
from referee.options import build

Step = tuple[tuple[int, ...], tuple[int, ...]]
Turn = tuple[Step, ...]

SHUT: Turn = (
    *(((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,))),
    *(((6, 5), (5, 6)), ((4, 3), (3, 4)), ((2, 1), (1, 2))),
)
LEAVES_39: Turn = (((1, 1), (2,)), ((1, 1), (1,)), ((2, 1), (3,)), ((1, 1), ()))
LEAVES_42: Turn = (((1, 1), (2,)), ((1, 1), (1,)), ((1, 1), ()))
CHILD_27: Turn = (((6, 3), (9,)), ((6, 3), (3, 6)), ((6, 3), ()))
CHILD_29: Turn = (((5, 3), (8,)), ((5, 3), (3, 5)), ((5, 3), ()))


def play(game: Any, state: TileState, *turns: Turn) -> TileState:
    for dice, tiles in (step for turn in turns for step in turn):
        state = game.apply(state, Roll(dice))
        state = game.apply(state, Close(tiles)) if tiles else state
    return state


def house(name: str, **options: Any) -> Any:
    return build(find(name), options)


def begun(name: str, players: int = 2, **options: Any) -> tuple[Any, TileState]:
    game = house(name, **options)
    return game, game.start(tuple(range(1, players + 1)))


def throwers(game: Any, state: TileState, rolls: Iterable[Step]) -> list[int]:
    result = []
    for dice, tiles in rolls:
        result.append(game.awaits(state).player)
        state = play(game, state, ((dice, tiles),))
    return result


def test_whole_turns() -> None:
    game, state = begun("occe_child", 2)
    assert throwers(game, state, CHILD_27 + CHILD_29) == [0, 0, 0, 1, 1, 1]


def test_throw_by_throw() -> None:
    game, state = begun("occe_child", 2, turns="alternate")
    mixed = [step for pair in zip(CHILD_27, CHILD_29, strict=True) for step in pair]
    assert throwers(game, state, mixed) == [0, 1, 0, 1, 0, 1]


def test_throw_by_throw_passes_over_who_has_finished() -> None:
    game, state = begun("occe_child", 2, turns="alternate")
    state = play(game, state, (CHILD_27[0], CHILD_29[0], CHILD_27[1], CHILD_29[1], CHILD_27[2]))
    assert game.has_finished(state, 0)
    assert throwers(game, state, (((2, 4), (6,)), ((2, 4), (2, 4)))) == [1, 1]


def test_a_series_adds_up_and_the_lowest_total_wins() -> None:
    game, state = begun("occe_child", games=2)
    state = play(game, state, CHILD_27, CHILD_29)
    assert state.results == (TileResult(1, (27, 29), (0,)),)
    assert (game.totals(state), game.game_number(state), game.winners(state)) == ((27, 29), 2, ())
    assert game.scores(state) == (45, 45)
    assert game.awaits(state).player == 0
    state = play(game, state, CHILD_27, CHILD_29)
    assert (game.totals(state), game.winners(state), game.game_number(state)) == ((54, 58), (0,), 2)


def test_a_tied_series_is_shared() -> None:
    game, state = begun("occe_child", games=2)
    state = play(game, state, CHILD_27, CHILD_29, CHILD_29, CHILD_27)
    assert (game.totals(state), game.winners(state)) == ((56, 56), (0, 1))


def test_tied_players_play_an_extra_game() -> None:
    game, state = begun("occe_child", 3, tie="extra_game")
    state = play(game, state, CHILD_27, CHILD_29, CHILD_27)
    assert (state.settling, state.contenders, game.winners(state)) == ("series", (0, 2), ())
    state = play(game, state, CHILD_29, CHILD_29)
    assert (state.settling, state.contenders) == ("series", (0, 2))
    state = play(game, state, CHILD_29, CHILD_27)
    assert game.winners(state) == (2,)
    assert state.play_offs == ((29, None, 29), (29, None, 27))
    assert game.totals(state) == (27, 29, 27)


def test_royal_tied_players_play_on() -> None:
    """S3: "ils continueront à jouer jusqu'à ce qu'ils soient parvenus à un résultat décisif" """
    game, state = begun("royal", 3)
    state = play(game, state, LEAVES_39, LEAVES_42, LEAVES_39)
    assert (state.settling, state.contenders, game.awaits(state).player) == ("game", (0, 2), 0)
    state = play(game, state, LEAVES_42, LEAVES_39)
    assert game.winners(state) == (2,)
    assert state.results == (TileResult(1, (39, 42, 39), (2,), ((42, None, 39),)),)
    assert game.payments(state) == (-1, -1, 2)


def test_royal_pays_double_when_everything_is_covered() -> None:
    """S3: "les autres lui devront payer le double de leurs enjeux" """
    game, state = begun("royal", 3, stake=5)
    state = play(game, state, LEAVES_42, SHUT, LEAVES_39)
    assert game.payments(state) == (-10, 20, -10)


def test_several_who_cover_everything_play_off_for_the_double_stake() -> None:
    game, state = begun("royal", 3, stake=5)
    state = play(game, state, SHUT, LEAVES_42, SHUT, LEAVES_39, LEAVES_42)
    assert (game.winners(state), game.payments(state)) == ((0,), (20, -10, -10))


def test_each_game_of_a_series_reports_its_payments() -> None:
    game, state = begun("royal", 2, games=2, stake=3)
    state = play(game, state, LEAVES_42, LEAVES_39, SHUT, LEAVES_42)
    assert game.dues == (3, 6)
    assert [game.paid(result) for result in state.results] == [(-3, 3), (6, -6)]
    assert game.payments(state) == (3, -3)


def test_royal_settles_every_game_of_a_series() -> None:
    game, state = begun("royal", 2, games=2)
    state = play(game, state, LEAVES_39, LEAVES_39, LEAVES_39, LEAVES_42)
    assert (len(state.results), state.settling, state.results[0].winners) == (1, "", (0,))
    state = play(game, state, LEAVES_42, LEAVES_39)
    assert (game.totals(state), game.winners(state), game.payments(state)) == ((81, 78), (1,), (0, 0))


def test_royal_winners_who_share_divide_the_stakes() -> None:
    game, state = begun("royal", 3, tie="shared")
    state = play(game, state, LEAVES_39, LEAVES_42, LEAVES_39)
    assert game.winners(state) == (0, 2)
    assert game.payments(state) == (Fraction(1, 2), -1, Fraction(1, 2))


def test_the_first_to_shut_everything_may_end_the_game() -> None:
    game, state = begun("royal", 3, instant_win=True)
    state = play(game, state, LEAVES_42, SHUT)
    assert (game.winners(state), state.results[0].scores) == ((1,), (42, 0, 45))


def test_without_instant_win_the_others_still_play() -> None:
    game, state = begun("royal", 3)
    state = play(game, state, LEAVES_42, SHUT)
    assert (game.winners(state), game.awaits(state).player) == ((), 2)


def test_using_one_die_may_end_the_turn() -> None:
    game, state = begun("royal", 2, single_ends=True)
    state = play(game, state, (((6, 3), (9,)), ((1, 1), (1,))))
    passed = state.last_passed
    assert passed is not None
    assert (passed.reason, passed.forced, passed.score) == ("single_die", False, 35)
    assert game.awaits(state).player == 1


def test_all_shut_ends_the_turn_without_another_throw() -> None:
    game, state = begun("royal", 2)
    state = play(game, state, SHUT)
    passed = state.last_passed
    assert passed is not None
    assert (passed.reason, passed.forced, passed.open, passed.score) == ("all_shut", False, (), 0)


def test_a_throw_without_a_closing_ends_the_turn_visibly() -> None:
    game, state = begun("occe_child")
    state = play(game, state, CHILD_27)
    assert state.last_passed is not None
    assert state.last_passed.open == (1, 2, 4, 5, 7, 8)
    assert (state.last_passed.player, state.last_passed.dice) == (0, (6, 3))
    assert (state.thrown, state.dice) == ((6, 3), ())
    assert play(game, state, CHILD_29[:1]).last_passed is None


def test_frames_and_boxes() -> None:
    own, state = begun("occe_child", 2)
    assert (own.layout, own.space(state, 1, 4), len(own.appearance(state))) == ("occe", "seat-2/slot-4", 18)
    box, state = begun("occe_child", 2, frames="shared", tiles=12)
    assert (box.layout, box.space(state, 1, 4), len(box.appearance(state))) == ("box", "slot-4", 12)


def test_a_shared_box_is_opened_again_for_the_next_player() -> None:
    game, state = begun("royal", 2)
    state = play(game, state, LEAVES_39)
    assert set(game.appearance(state).values()) == {"open"}
    assert game.leftover(state) == {"slot-1": "closed", "slot-2": "closed", "slot-3": "closed"}
    assert game.leftover(play(game, state, LEAVES_42[:1])) == {}


def test_own_frames_stand_until_the_next_game() -> None:
    game, state = begun("occe_child", 2, games=2)
    assert game.leftover(play(game, state, CHILD_27)) == {}
    state = play(game, state, CHILD_27, CHILD_29)
    assert set(game.leftover(state)) == {f"seat-1/slot-{n}" for n in (3, 6, 9)} | {
        f"seat-2/slot-{n}" for n in (3, 5, 8)
    }
    thrown = game.apply(state, Roll((6, 3)))
    assert {space.split("/")[0] for space in game.leftover(thrown)} == {"seat-2"}


@pytest.mark.parametrize(("rule", "dice"), [("may_after_789", (1, 2)), ("may_at_6", (2,))])
def test_the_player_may_choose_how_many_dice(rule: str, dice: tuple[int, ...]) -> None:
    game, state = begun("occe_adult", 1, one_die=rule)
    state = play(game, state, (((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,))))
    due = game.awaits(state)
    assert due.actor == CHANCE
    assert tuple(sorted((due.dice, *due.may))) == dice
    for count in dice:
        assert game.roll_refusal(state, Roll((1, 2)[:count])) is None


def test_a_box_takes_many_players_a_square_four() -> None:
    assert len(house("royal").start(tuple(range(1, 13))).seats) == 12
    with pytest.raises(ValueError, match="expected 1 to 4 players; got 5"):
        house("royal", frames="own").start((1, 2, 3, 4, 5))


def test_something_else_than_an_event_is_a_broken_call() -> None:
    game, state = begun("royal")
    with pytest.raises(TypeError, match="expected a throw, a Close"):
        game.apply(state, "8")
