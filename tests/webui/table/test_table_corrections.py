"""A person's word: undo, corrected dice and tiles, with a camera and by touch."""


import pytest
from each import each
from table_script import Script, only, restarted, words

from referee.core import Placed
from referee.games.tiles import Close
from webui.table import store as table_store
from webui.table.games.tiles import TileFamily
from webui.table.reducer import NotNow
from webui.table.values.actions import (
    AnswerRoll,
    BoardCleared,
    CameraBack,
    CameraLost,
    CloseTiles,
    CorrectDice,
    CorrectTiles,
    Next,
    Pause,
    Resume,
    Throw,
    Undo,
)
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import TileFix

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
ROYAL = Setup("royal", players_at((1, 2)), "Tric-Trac Royal")
BOTH = pytest.mark.parametrize("camera", [True, False], ids=["camera", "touch"])


def play(script, dice, tiles):
    """One throw and its closing, with the hands where there is a camera."""
    if script.table.sight.on:
        return script.roll(*dice) + script.turn(tiles) + script.rest()
    return script.touch(Throw(dice)) + script.touch(CloseTiles(tiles)) + script.touch(Next())


def open_of(script, player=0):
    return list(script.table.game.open_tiles(script.table.match.state, player))


def test_a_game_by_touch_has_the_same_events():
    watched, touched = Script.laid(CHILD), Script.laid(CHILD, camera=False)
    for dice, tiles in (((4, 2), (4, 2)), ((6, 3), (9,)), ((6, 6), (6,))):
        play(watched, dice, tiles)
        play(touched, dice, tiles)
    watched.roll(6, 6)
    touched.touch(Throw((6, 6)))
    kinds = [(e.event, e.seat, e.values.get("closed"), e.values.get("dice")) for e in watched.events]
    assert kinds == [(e.event, e.seat, e.values.get("closed"), e.values.get("dice")) for e in touched.events]
    assert watched.table.match == touched.table.match


def test_an_illegal_closing_by_touch_is_refused_and_not_done():
    script = Script.laid(CHILD, camera=False)
    script.touch(Throw((4, 2)))
    event = only(script.touch(CloseTiles((9,))), "move_refused")
    assert event.values["rule"] == "not_the_dice"
    assert script.table.turned.move is None
    assert words(script.touch(CloseTiles((6,))) + script.touch(Next())) == ["tile_flipped", "move_accepted"]


@each(
    ("before", "action", "rule", "throw"),
    [
        ((), Throw((4, 2, 1)), "dice_count", True),
        ((Throw((4, 2)),), Throw((4, 2)), "must_close", True),
        ((Throw((4, 2)),), Next(), "must_close", True),
        ((Throw((4, 2)),), CloseTiles((7,)), "not_the_dice", False),
        ((), CloseTiles((7,)), "throw_first", False),
    ],
)
def test_wrong_touches_are_refused(before, action, rule, throw):
    script = Script.laid(CHILD, camera=False)
    for action_before in before:
        script.touch(action_before)
    match = script.table.match
    values = only(script.touch(action), "move_refused").values
    assert (values["rule"], values["throw"]) == (rule, throw)
    assert script.table.match == match


@each("action", [Undo(), CorrectDice((4, 2)), AnswerRoll((4, 2)), Resume()])
def test_what_makes_no_sense_now_is_said_so(action):
    script = Script.laid(CHILD, camera=False)
    with pytest.raises(NotNow, match="expected"):
        script.touch(action)


@each("action", [Throw((4, 2)), CloseTiles((6,)), Next(), Undo(), CorrectTiles({1: ()}), BoardCleared(), Pause()])
def test_a_paused_table_takes_no_other_action(action):
    script = Script.laid(CHILD, camera=False)
    script.touch(Pause())
    with pytest.raises(NotNow, match="paused"):
        script.touch(action)


@BOTH
def test_undo_takes_back_a_move_but_not_its_throw(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (4, 2), (4, 2))
    play(script, (6, 3), (9,))
    event = only(script.touch(Undo(by="maîtresse")), "corrected")
    assert (event.values["by"], event.values["who"]) == ("person", "maîtresse")
    assert event.values["reason"] == "undo"
    assert event.values["stood"]["scores"] == {"1": 30, "3": 45}
    assert event.values["stands"]["scores"] == {"1": 39, "3": 45}
    assert script.table.game.dice(script.table.match.state) == (6, 3)
    assert open_of(script) == [1, 3, 5, 6, 7, 8, 9]


@BOTH
def test_undo_takes_back_a_turn_that_was_passed(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (6, 6), (6,))
    script.roll(6, 6) if camera else script.touch(Throw((6, 6)))
    assert script.table.due.seat == 3
    script.touch(Undo())
    assert script.table.due.seat == 1
    assert script.table.closing_due


def test_after_undo_the_camera_waits_until_the_board_fits():
    script = Script.laid(CHILD)
    play(script, (4, 2), (4, 2))
    script.touch(Undo())
    assert TileFamily().put_back(script.table) == (
        TileFix(1, 2, "open"),
        TileFix(1, 4, "open"),
    )
    assert script.rest(3) == []
    script.turn(reopen=(2, 4))
    assert TileFamily().put_back(script.table) == ()
    assert words(script.turn((6,)) + script.rest()) == ["tile_flipped", "move_accepted"]


def test_board_cleared_takes_the_board_for_right():
    script = Script.laid(CHILD)
    play(script, (4, 2), (4, 2))
    script.touches(Undo(), BoardCleared())
    assert TileFamily().put_back(script.table) == ()
    assert script.rest(3) == []
    assert open_of(script) == list(range(1, 10))


def test_undo_of_a_provisional_move_leaves_the_accepted_ones():
    script = Script.laid(ROYAL)
    play(script, (6, 3), (9,))
    script.roll(6, 2)
    script.turn((6,))
    script.touch(Undo())
    assert script.table.turned.move is None
    assert open_of(script) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert script.table.fitting


def test_correcting_a_misread_throw_makes_a_refused_move_legal():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.turn((7,))
    assert "move_refused" in words(script.rest())
    events = script.touch(CorrectDice((4, 3))) + script.rest()
    assert words(events) == ["corrected", "move_accepted"]
    assert events[0].values["stood"]["dice"] == [4, 2]
    assert events[0].values["stands"]["dice"] == [4, 3]


@BOTH
def test_a_throw_corrected_makes_a_provisional_move_wrong(camera):
    script = Script.laid(ROYAL, camera=camera)
    if camera:
        script.roll(6, 3)
        script.turn((6,))
    else:
        script.touches(Throw((6, 3)), CloseTiles((6,)))
    events = script.touch(CorrectDice((1, 1)))
    assert words(events) == ["corrected", "move_refused"]
    assert not script.table.whole


@BOTH
def test_an_accepted_move_legal_with_the_corrected_throw_stays(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (4, 2), (6,))
    assert words(script.touch(CorrectDice((5, 1)))) == ["corrected"]
    assert open_of(script) == [1, 2, 3, 4, 5, 7, 8, 9]
    assert not script.table.closing_due


@BOTH
def test_a_turn_passed_by_a_misread_throw_goes_on(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (6, 6), (6,))
    script.roll(6, 6) if camera else script.touch(Throw((6, 6)))
    events = script.touch(CorrectDice((5, 4)))
    assert [(e.event, e.values["what"], e.seat) for e in events] == [
        ("corrected", "roll", 1),
        ("corrected", "turn", 1),
    ]
    assert events[1].values["after"] is None
    assert script.table.due.seat == 1
    assert script.table.closing_due


@BOTH
def test_a_corrected_throw_may_pass_the_turn(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (6, 6), (6,))
    script.roll(5, 4) if camera else script.touch(Throw((5, 4)))
    assert words(script.touch(CorrectDice((6, 6)))) == ["corrected", "turn_passed"]


@BOTH
def test_a_turn_ended_by_either_dice_is_reported_once(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (6, 3), (3, 6))
    play(script, (5, 4), (9,))
    script.roll(6, 3) if camera else script.touch(Throw((6, 3)))
    assert words(script.touch(CorrectDice((3, 3)))) == ["corrected"]
    assert words(script.events).count("turn_passed") == 1


def test_dice_that_were_not_due_cannot_be_corrected_in():
    script = Script.laid(CHILD, camera=False)
    script.touch(Throw((4, 2)))
    with pytest.raises(NotNow, match="dice_count"):
        script.touch(CorrectDice((4,)))


def test_a_corrected_tile_overrules_the_camera_until_it_is_turned():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.open[1] -= {6, 9}  # the 9 stands open, the camera is wrong
    script.see()
    assert "move_refused" in words(script.rest())
    events = script.touch(CorrectTiles({1: (1, 2, 3, 4, 5, 7, 8, 9)})) + script.rest(3)
    assert words(events) == ["corrected", "move_accepted"]
    assert open_of(script) == [1, 2, 3, 4, 5, 7, 8, 9]
    script.roll(6, 3)
    assert script.rest(3) == []
    script.turn(reopen=(9,))  # the camera has come round
    script.turn((9,))
    assert only(script.rest(), "move_accepted").values["closed"] == [9]


@BOTH
def test_an_accepted_move_is_replaced_by_what_really_was_closed(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (4, 2), (6,))
    if camera:
        script.open[1] = {1, 3, 5, 6, 7, 8, 9}
    event = only(script.touch(CorrectTiles({1: (1, 3, 5, 6, 7, 8, 9)}, reason="mal vu")), "corrected")
    assert event.values["stood"]["open"] == [1, 2, 3, 4, 5, 7, 8, 9]
    assert event.values["stands"]["open"] == [1, 3, 5, 6, 7, 8, 9]
    assert event.values["reason"] == "mal vu"
    assert open_of(script) == [1, 3, 5, 6, 7, 8, 9]
    assert script.rest() == [] if camera else True


@BOTH
def test_a_closing_that_never_happened_is_taken_back(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (4, 2), (6,))
    if camera:
        script.open[1] = set(range(1, 10))
    script.touch(CorrectTiles({1: tuple(range(1, 10))}))
    assert open_of(script) == list(range(1, 10))
    assert script.table.closing_due


@BOTH
def test_the_board_stands_as_the_teacher_says_without_explanation(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (4, 2), (6,))
    if camera:
        script.open[1] = {1, 2}
    events = script.touch(CorrectTiles({1: (1, 2)}, by="maîtresse", reason="la boîte est tombée"))
    assert words(events) == ["corrected"]
    assert events[0].values["stood"]["scores"] == {"1": 39, "3": 45}
    assert events[0].values["stands"]["scores"] == {"1": 3, "3": 45}
    assert events[0].values["stands"]["open"] == [1, 2]
    assert (events[0].values["who"], events[0].values["reason"]) == ("maîtresse", "la boîte est tombée")
    assert script.rest(3) == [] if camera else True
    assert (script.table.due.seat, script.table.due.dice) == (1, 1)
    assert restarted(script.table) == script.table
    script.touch(Undo())
    assert open_of(script) == [1, 2, 3, 4, 5, 7, 8, 9]


@BOTH
def test_a_wrong_closing_may_stand_and_its_throw_is_spent(camera):
    script = Script.laid(CHILD, camera=camera)
    if camera:
        script.roll(6, 2)
        assert "move_refused" in words(script.turn((2, 7)) + script.rest())
    else:
        script.touch(Throw((6, 2)))
        assert words(script.touch(CloseTiles((2, 7)))) == ["move_refused"]
    events = script.touch(CorrectTiles({1: (1, 3, 4, 5, 6, 8, 9)}))
    assert words(events) == ["corrected"]
    assert not script.table.closing_due
    play(script, (5, 4), (9,))
    assert open_of(script) == [1, 3, 4, 5, 6, 8]
    script.touches(Undo(), Undo())
    assert script.table.game.dice(script.table.match.state) == (6, 2)
    assert open_of(script) == list(range(1, 10))


@BOTH
def test_correcting_a_waiting_players_tiles_keeps_the_throw(camera):
    script = Script.laid(CHILD, camera=camera)
    script.roll(6, 2) if camera else script.touch(Throw((6, 2)))
    if camera:
        script.open[3] -= {8}  # as this throw would have closed it
    assert words(script.touch(CorrectTiles({3: (1, 2, 3, 4, 5, 6, 7, 9)}))) == ["corrected"]
    assert open_of(script, 1) == [1, 2, 3, 4, 5, 6, 7, 9]
    events = (
        script.turn((8,)) + script.rest() if camera else script.touch(CloseTiles((8,))) + script.touch(Next())
    )
    assert only(events, "move_accepted").values["closed"] == [8]


@BOTH
def test_a_frame_declared_all_closed_ends_its_turn(camera):
    script = Script.laid(CHILD, camera=camera)
    play(script, (6, 2), (8,))
    if camera:
        script.open[1] = set()
    events = script.touch(CorrectTiles({1: ()}))
    assert words(events) == ["corrected", "turn_passed"]
    assert events[1].values["score"] == 0
    assert script.table.due.seat == 3


@pytest.mark.parametrize("games", [1, 2])
def test_a_throw_seen_with_a_games_last_closing_is_none(games):
    script = Script.laid(Setup("occe_child", players_at((1,)), games=games))
    script.open[1] = {8}
    script.touch(CorrectTiles({1: (8,)}))
    script.rest()
    script.roll(5, 3)
    script.open[1] = set()
    reported = words(script.roll(4, 2))
    assert reported == ["roll_started", "tile_flipped", "move_accepted", "turn_passed", "game_ended"]
    assert (script.table.due is None) == (games == 1)


def test_in_alternate_turns_a_spent_throw_hands_over():
    script = Script.laid(
        Setup("occe_child", players_at((1, 3)), options=(("turns", "alternate"),)), camera=False
    )
    script.touches(Throw((6, 2)), CorrectTiles({1: (1, 2)}))
    assert script.table.due.seat == 3


def test_what_cannot_be_put_right_is_said_so():
    script = Script.laid(ROYAL, camera=False)
    with pytest.raises(NotNow, match="seat"):
        script.touch(CorrectTiles({4: (1, 2)}))
    with pytest.raises(NotNow, match="numbers up to 9"):
        script.touch(CorrectTiles({1: (1, 12)}))
    with pytest.raises(NotNow, match="expected tiles"):  # the other player has not had the box yet
        script.touch(CorrectTiles({2: (1, 2)}))


def test_only_other_moves_correct_a_match_that_is_over():
    script = Script.laid(Setup("occe_child", players_at((1,))), camera=False)
    play(script, (6, 6), (6,))
    script.touch(Throw((6, 6)))
    assert script.table.due is None
    with pytest.raises(NotNow, match="expected tiles"):
        script.touch(CorrectTiles({1: (1, 2)}))


def test_a_closing_entered_by_hand_while_the_camera_looks():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    assert words(script.touch(CloseTiles((6,)))) == ["tile_flipped"]
    assert only(script.rest(), "move_accepted").values["closed"] == [6]
    assert script.rest(3) == []
    script.turn((6,), seat=1)
    assert script.rest(3) == []


def test_without_its_camera_play_goes_on_by_touch():
    script = Script.laid(ROYAL)
    script.roll(6, 3)
    script.turn((6,))
    assert words(script.touch(CameraLost())) == ["camera_lost"]
    assert script.table.turned.move == Close((6,))
    events = script.touch(CloseTiles((6, 3))) + script.touch(Throw((5, 4)))
    assert words(events) == ["tile_flipped", "move_accepted", "roll_started", "roll_settled"]
    assert events[1].values["closed"] == [3, 6]


def test_a_returning_camera_waits_for_the_board_to_fit():
    script = Script.laid(CHILD)
    script.touches(CameraLost(), Throw((4, 2)), CloseTiles((6,)), Next())
    assert words(script.touch(CameraBack())) == ["camera_back"]
    assert script.rest() == []
    assert TileFamily().put_back(script.table) == (TileFix(1, 6, "closed"),)
    script.turn((6,))
    assert TileFamily().put_back(script.table) == ()
    assert only(script.roll(6, 3), "roll_settled").values["dice"] == [6, 3]


def test_a_returning_camera_sees_a_move_made_meanwhile():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.touch(CameraLost())
    script.open[1] -= {6}
    script.touch(CameraBack())
    assert only(script.rest(), "move_accepted").values["closed"] == [6]


def test_a_camera_that_comes_back_twice_is_back_once():
    script = Script.laid(CHILD)
    assert script.touch(CameraBack()) == []
    assert words(script.touch(CameraLost()) + script.touch(CameraLost())) == ["camera_lost"]


@BOTH
@pytest.mark.parametrize(
    ("setup", "tile"), [(ROYAL, "slot-9"), (CHILD, "seat-1/slot-9")], ids=["box", "frames"]
)
def test_tiles_placed_after_a_passing_throw_are_that_players(setup, tile, camera):
    script = Script.laid(setup, camera=camera)
    stands = (3, 4, 8, 9)
    script.touch(CorrectTiles({1: stands}))
    script.roll(4, 4) if camera else script.touch(Throw((4, 4)))
    script.touch(CorrectTiles({1: (3, 4, 8)}))  # no closing of 4 and 4: the throw is spent
    assert script.table.due.seat == 1
    events = script.touch(CorrectDice((1, 1)))  # which closes nothing, with 9 or without
    assert only(events, "turn_passed").values["open"] == [3, 4, 8]
    second = setup.seats[1]
    assert script.table.due.seat == second
    assert open_of(script, 1) == list(range(1, 10))
    assert [event for event in script.table.match.events if isinstance(event, Placed)][-1] == Placed(
        ((tile, "closed"),)
    )


def test_nothing_placed_counts_in_the_next_game():
    script = Script.laid(Setup("royal", players_at((1,)), games=2), camera=False)
    script.touches(CorrectTiles({1: (8, 9)}), Throw((4, 4)), CorrectTiles({1: (8,)}), CorrectDice((1, 1)))
    assert script.table.match.state.results[0].scores == (8,)
    assert open_of(script) == list(range(1, 10))


def test_a_move_that_was_begun_is_kept_as_its_text():
    script = Script.laid(ROYAL, camera=False)
    script.touches(Throw((6, 3)), CloseTiles((6,)))
    stored = table_store.to_json(script.table)
    since = stored["turned"]["since"]
    assert stored["turned"] == {"move": "6", "legal": True, "more": ["1+2+6", "3+6"], "since": since, "touched": True}
    assert table_store.from_json(stored) == script.table
