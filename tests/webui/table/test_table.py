"""Every event of the table, from observations made by hand."""

from dataclasses import replace
from math import cos, sin

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from table_script import CORNERS, Script, die, only, words

from vision.observation import BoardSeen
from webui.table.reducer import close, open_table
from webui.table.values.actions import AnswerRoll, Next, Pause, Resume, Throw
from webui.table.values.events import FIELDS
from webui.table.values.languages import LANGUAGES
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
FREE = Setup("occe_child", players_at((1, 3)), options=(("single", "free"),))
ADULT = Setup("occe_adult", players_at((2,)), "OCCE adulte")
ROYAL = Setup("royal", players_at((1, 2)), "Tric-Trac Royal")


def test_game_starts_when_the_board_shows_the_start_position():
    script = Script.laid(CHILD)
    event = only(script.events, "game_started")
    assert event.values["game"] == "occe_child"
    assert event.values["profile"] == "OCCE enfant"
    assert event.values["seats"] == [1, 3]
    assert event.values["options"]["single"] == "if_other_shut"


def test_game_waits_for_closed_tiles_to_be_opened():
    script = Script(open_table(CHILD).table, {seat: {1, 2, 3} for seat in (1, 2, 3, 4)})
    assert script.rest() == []
    assert words(script.reset()) == ["game_started"]


def test_frames_where_nobody_plays_may_lie_as_they_like():
    script = Script(open_table(CHILD).table, {1: set(range(1, 10)), 2: {4}, 3: set(range(1, 10)), 4: set()})
    assert words(script.rest()) == ["game_started"]


def test_a_misread_tile_does_not_lock_the_game():
    script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) - {5} for seat in (1, 2, 3, 4)})
    script.rest()
    assert words(script.roll(4, 2) + script.turn((6,)) + script.rest()) == [
        "game_started", "roll_started", "roll_settled", "tile_flipped", "move_accepted",
    ]  # fmt: skip


def test_a_throw_starts_settles_and_is_told_once():
    script = Script.laid(CHILD)
    events = script.roll(4, 2)
    assert words(events) == ["roll_started", "roll_settled"]
    assert (events[1].player, events[1].seat) == (1, 1)
    assert events[1].values["dice"] == [4, 2]
    assert events[1].values["sure"] == pytest.approx(0.97, abs=0.01)
    assert script.rest(5) == []


def test_the_same_faces_thrown_again_are_a_new_throw():
    script = Script.laid(Setup("none"))
    assert (
        words(script.roll(4, 2) + script.rest() + script.roll(4, 2)) == ["roll_started", "roll_settled"] * 2
    )


def test_a_throw_that_no_moving_frame_showed_is_a_throw():
    script = Script.laid(CHILD)
    script.throw, script.dice = 1, (die(4), die(2, at=1))
    assert words(script.see()) == ["roll_started", "roll_settled"]


def test_dice_taken_off_the_table_start_a_throw():
    script = Script.laid(CHILD)
    script.roll(6, 5)
    script.turn((5, 6))
    script.dice = ()
    assert words(script.see()) == ["move_accepted", "roll_started"]
    assert script.rest() == []
    script.throw, script.dice = 2, (die(6), die(2, at=1))
    assert words(script.see()) == ["roll_settled"]


def test_dice_lifted_and_put_back_are_no_throw():
    script = Script.laid(CHILD)
    script.roll(6, 5)
    assert words(script.see(still=False, pieces=(), dice=(die(None, "moving"),))) == ["roll_started"]
    assert script.rest() == []
    assert script.table.closing_due


@each(
    ("states", "word", "dice"),
    [
        (("flat", "cocked"), "die_cocked", [4, None]),
        (("cocked", "flat"), "die_cocked", [None, 2]),
        (("flat", "off-board"), "die_off_board", [4, None]),
        (("off-board", "cocked"), "die_cocked", [None, None]),
    ],
)
def test_a_die_not_flat_on_the_board_makes_no_throw(states, word, dice):
    script = Script.laid(CHILD)
    event = only(script.roll(4, 2, states=states), word)
    assert event.values["dice"] == dice
    assert not script.table.closing_due
    assert words(script.roll(3, 1)) == ["roll_started", "roll_settled"]


def test_with_rethrow_die_only_the_cocked_die_is_thrown_again():
    script = Script.laid(Setup("occe_child", players_at((1,)), cocked="rethrow_die"))
    script.roll(4, 2, states=("flat", "cocked"))
    flat = script.dice[0]
    script.throw, script.dice = 2, (flat, die(6, at=3))
    assert only(script.see(), "roll_settled").values["dice"] == [4, 6]


def test_with_rethrow_die_the_kept_die_may_be_lifted():
    script = Script.laid(Setup("occe_child", players_at((1,)), cocked="rethrow_die"))
    script.roll(4, 2, states=("flat", "cocked"))
    script.throw, script.dice = 2, (die(6, at=3),)
    assert only(script.see(), "roll_settled").values["dice"] == [4, 6]


def test_a_doubtful_throw_is_asked_about_likeliest_first():
    script = Script.laid(CHILD)
    event = only(script.roll(5, 3, sure=0.7) + script.rest(), "roll_uncertain")
    assert event.values["readings"][0] == [5, 3]
    assert len(event.values["readings"]) > 1
    answered = script.touch(AnswerRoll((6, 3)))
    assert only(answered, "roll_settled").values == {"dice": [6, 3], "sure": 1.0}
    assert only(script.turn((6, 3)) + script.rest(), "move_accepted").values["closed"] == [3, 6]


def test_a_doubtful_throw_may_be_thrown_again():
    script = Script.laid(CHILD)
    script.roll(5, 3, sure=0.7)
    script.rest()
    assert only(script.roll(4, 2), "roll_settled").values["dice"] == [4, 2]


def test_tiles_turned_during_a_doubtful_throw_are_no_foul():
    script = Script.laid(CHILD)
    script.roll(5, 3, sure=0.7)
    script.rest()
    assert "move_refused" not in words(script.turn((5,)) + script.rest())
    script.touch(AnswerRoll((5, 3)))
    assert only(script.turn((3,)) + script.rest(), "move_accepted").values["closed"] == [3, 5]


def test_a_move_is_provisional_for_a_second_then_accepted():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    events = script.turn((4, 2))
    assert words(events) == ["tile_flipped", "tile_flipped"]
    assert [event.values for event in events] == [
        {"tile": 2, "state": "closed"},
        {"tile": 4, "state": "closed"},
    ]
    assert script.table.whole
    accepted = only(script.rest(), "move_accepted")
    assert accepted.values == {"move": "2+4", "closed": [2, 4], "open": [1, 3, 5, 6, 7, 8, 9]}
    assert accepted.t - events[-1].t >= 1


def test_nothing_is_decided_under_a_hand():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.open[1] -= {4, 2}
    for _ in range(20):
        assert script.hand("seat-1/slot-4", "seat-1/slot-2") == []
    assert words(script.see()) == ["tile_flipped", "tile_flipped"]


def test_tiles_turned_one_after_the_other_are_one_move():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.turn((4,))
    assert words(script.rest(3)) == []
    script.turn((2,))
    assert only(script.rest(), "move_accepted").values["closed"] == [2, 4]


def test_an_extensible_move_waits_for_the_next_throw():
    script = Script.laid(ROYAL)
    script.roll(6, 3)
    script.turn((6,))
    assert script.rest(5) == []
    assert script.table.more
    events = script.roll(5, 1)
    assert words(events) == ["move_accepted", "roll_started", "roll_settled"]
    assert events[0].values["closed"] == [6]


def test_a_move_that_may_go_on_goes_on():
    script = Script.laid(ROYAL)
    script.plays((6, 3), (6,))
    script.turn((3,))
    assert only(script.rest(), "move_accepted").values["closed"] == [3, 6]


def test_dice_in_the_hand_do_not_end_an_extensible_move():
    script = Script.laid(ROYAL)
    script.roll(6, 3)
    script.turn((6,))
    assert script.see(still=False, pieces=(), dice=(die(None, "moving"), die(None, "moving"))) == []
    script.dice = ()
    assert script.see() == []
    script.turn((3,))
    assert only(script.rest(), "move_accepted").values["closed"] == [3, 6]


def test_next_accepts_what_stands():
    script = Script.laid(ROYAL)
    script.roll(6, 3)
    script.turn((6,))
    assert only(script.touch(Next()), "move_accepted").values["closed"] == [6]
    assert script.touch(Next()) == []


def test_a_closing_seen_with_the_next_throw_comes_first():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.open[1] -= {6}
    events = script.roll(3, 1)
    assert words(events) == ["roll_started", "tile_flipped", "move_accepted", "roll_settled"]


def test_a_foul_is_refused_once_with_its_reason():
    script = Script.laid(ADULT)
    script.roll(6, 2)
    event = only(script.turn((7, 2)) + script.rest(5), "move_refused")
    assert (event.player, event.seat) == (1, 2)
    assert event.values["rule"] == "sum_mismatch"
    assert event.values["values"] == {"dice": [6, 2], "sum_due": 8, "closed": [2, 7], "sum_closed": 9}
    assert set(event.values["reason"]) == set(LANGUAGES)
    assert event.values["open"] == [1, 3, 4, 5, 6, 8, 9]
    assert [8] in event.values["legal"]


def test_another_foul_is_refused_too():
    script = Script.laid(ADULT)
    script.roll(6, 2)
    for tile in (9, 7):
        script.turn((tile,))
        assert [word for word in words(script.rest()) if word != "tile_flipped"] == ["move_refused"]


def test_a_refused_move_put_back_is_withdrawn_and_played_anew():
    script = Script.laid(ADULT)
    script.plays((6, 2), (7, 2))
    events = script.turn(reopen=(7, 2))
    assert only(events, "move_withdrawn").values["open"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert only(script.turn((8,)) + script.rest(), "move_accepted").values["closed"] == [8]


def test_a_foul_corrected_at_once_is_reported_as_withdrawn():
    script = Script.laid(CHILD)
    script.roll(6, 2)
    events = script.turn((7,), seat=3) + script.rest(0.5) + script.turn(reopen=(7,), seat=3)
    assert [word for word in words(events) if word != "tile_flipped"] == ["move_refused", "move_withdrawn"]
    refused = only(events, "move_refused")
    assert (refused.seat, refused.values["rule"]) == (1, "other_frame")
    assert only(events, "move_withdrawn").values["open"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert only(script.turn((8,)) + script.rest(), "move_accepted").values["closed"] == [8]


def test_a_tile_misread_without_a_hand_is_no_foul():
    script = Script.laid(CHILD)
    script.roll(6, 2)
    script.open[3] -= {7}
    events = script.see() + script.rest(0.5)
    script.open[3] |= {7}
    assert "move_refused" not in words(events + script.see() + script.turn((8,)) + script.rest())


def test_a_provisional_move_put_back_is_withdrawn():
    script = Script.laid(ROYAL)
    script.roll(6, 3)
    script.turn((6,))
    assert only(script.turn(reopen=(6,)), "move_withdrawn").values["open"] == list(range(1, 10))


def test_a_passing_misreading_is_no_foul():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.turn((4, 2))
    script.open[1] -= {9}
    script.see()
    script.open[1] |= {9}
    assert "move_refused" not in words(script.rest())
    assert "move_accepted" in words(script.events)


@pytest.mark.parametrize("sure", [0.81, 0.9, 0.95])
def test_rules_never_overrule_a_clear_reading_of_a_second(sure):
    script = Script.laid(ADULT)
    script.roll(6, 2)
    script.sure = sure
    events = script.turn((7, 2)) + script.rest(3)
    assert only(events, "move_refused").values["rule"] == "sum_mismatch"


def test_a_throw_before_an_owed_closing_is_refused():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    event = only(script.roll(6, 6), "move_refused")
    assert (event.values["rule"], event.values["throw"]) == ("must_close", True)
    assert event.values["values"] == {"dice": [4, 2]}
    assert only(script.turn((6,)) + script.rest(), "move_accepted").values["closed"] == [6]


@pytest.mark.parametrize(
    ("tiles", "dice", "due"), [((), (5,), 2), ((), (5, 3, 1), 2), ((9, 8, 7), (5, 3), 1)]
)
def test_another_number_of_dice_than_due_is_refused(tiles, dice, due):
    script = Script.laid(FREE)
    for tile in tiles:
        script.plays((tile - 4, 4), (tile,))
    events = script.roll(*dice) + script.rest(3)
    refused = only(events, "move_refused")
    assert refused.values["rule"] == "dice_count"
    assert refused.values["values"] == {"due": due, "thrown": len(dice)}
    assert not script.table.closing_due


def test_a_third_die_after_a_whole_move_is_too_many():
    script = Script.laid(ADULT)
    script.roll(5, 1)
    script.turn((6,))
    events = script.roll(2, 2, 2) + script.rest(3)
    assert only(events, "move_accepted").values["closed"] == [6]
    assert only(events, "move_refused").values["rule"] == "dice_count"


def test_a_die_left_lying_is_not_thrown_again():
    script = Script.laid(FREE)
    for tile in (9, 8, 7):
        script.plays((tile - 4, 4), (tile,))
    left = script.dice[1]
    script.throw, script.dice = 4, (die(2, at=0, throw=4), left)
    assert only(script.see(), "roll_settled").values["dice"] == [2]


def test_a_second_die_may_come_to_rest_later():
    script = Script.laid(CHILD)
    script.roll(5)
    script.see(0.3)
    script.throw, script.dice = 2, (*script.dice, die(3, at=2))
    assert only(script.see(), "roll_settled").values["dice"] == [5, 3]


def test_a_throw_with_nothing_to_close_passes_the_turn():
    script = Script.laid(CHILD)
    script.plays((6, 6), (6,))
    event = only(script.roll(6, 6), "turn_passed")
    assert (event.player, event.seat) == (1, 1)
    assert event.values["score"] == 39
    assert event.values["open"] == [1, 2, 3, 4, 5, 7, 8, 9]
    assert event.values["forced"] is True
    assert script.table.due.seat == 3


def test_who_has_finished_may_tidy_up():
    script = Script.laid(CHILD)
    script.plays((6, 6), (6,))
    script.roll(6, 6)
    assert words(script.turn(reopen=(6,), seat=1) + script.rest()) == []


def test_changing_the_frame_of_another_player_is_refused():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    event = only(script.turn((6,), seat=3) + script.rest(), "move_refused")
    assert event.values["rule"] == "other_frame"
    assert event.seat == 1


def test_a_shared_box_is_reset_between_players_without_a_foul():
    script = Script.laid(ROYAL)
    stuck(script)
    assert "board_reset" not in words(script.events)
    assert words(script.turn(reopen=range(1, 10))) == ["board_reset"]
    assert only(script.roll(6, 3), "roll_settled").seat == 2


def test_a_throw_before_the_box_is_reset_is_no_foul():
    script = Script.laid(ROYAL)
    stuck(script)
    events = script.roll(6, 3) + script.rest(3)
    assert "move_refused" not in words(events)
    events = script.turn(reopen=range(1, 10)) + script.rest()
    assert "board_reset" in words(events)
    assert only(script.turn((9,)) + script.rest(), "move_accepted").values["closed"] == [9]


def stuck(script):
    """The first player of a box closes 9 and 7 and then throws what closes nothing."""
    for dice, tiles in (((6, 3), (9,)), ((6, 1), (6, 1)), ((5, 3), (8,)), ((4, 3), (4, 3)), ((5, 2), (5, 2))):
        script.roll(*dice)
        script.turn(tiles)
        script.touch(Next())
    assert only(script.roll(1, 1), "turn_passed").values["open"] == [7]


def test_game_and_series_end_with_scores_by_seat():
    script = Script.laid(Setup("occe_child", players_at((1, 3)), games=2))
    ends = []
    for _ in range(2):
        for _ in range(2):
            script.plays((6, 6), (6,))
            ends += script.roll(6, 6)
        script.reset()
    assert words(script.events).count("game_started") == 2
    assert words(script.events).count("board_reset") == 1
    assert [e.values["scores"] for e in ends if e.event == "game_ended"] == [{"1": 39, "3": 39}] * 2
    assert only(ends, "series_ended").values == {"scores": {"1": 78, "3": 78}, "winners": [1, 3]}
    assert script.table.due is None


def test_the_board_moved_and_back_and_nothing_is_decided_meanwhile():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    corners = tuple((x + 40, y) for x, y in ((100, 100), (500, 100), (500, 500), (100, 500)))
    moved = BoardSeen("occe", corners, True, 0.99)
    script.open[1] -= {6}
    assert script.see(board=moved) == []
    assert words(script.see(0.5, board=moved)) == ["board_moved"]
    events = script.see(0.5, board=moved)
    assert words(events) == ["board_back", "tile_flipped"]


def test_corners_that_the_reader_doubts_move_no_board():
    script = Script.laid(CHILD)
    doubt = frozenset({"board"})
    for off in (0, 40, 10, 60):
        corners = tuple((x + off, y) for x, y in ((100, 100), (500, 100), (500, 500), (100, 500)))
        assert script.see(0.5, board=BoardSeen("occe", corners, True, 0.4), abstains=doubt) == []


def shifted(*moves):
    """The board with each corner moved by so many of its hundredths."""
    corners = ((100.0, 100.0), (500.0, 100.0), (500.0, 500.0), (100.0, 500.0))
    a, b, c, d = ((x + 4 * dx, y + 4 * dy) for (x, y), (dx, dy) in zip(corners, moves, strict=True))
    return BoardSeen("occe", (a, b, c, d), True, 0.99)


off = st.tuples(st.floats(0, 3), st.floats(0, 6.2832)).map(lambda p: (p[0] * cos(p[1]), p[0] * sin(p[1])))


@settings(max_examples=25, deadline=None)
@given(readings=st.lists(st.tuples(off, off, off, off), min_size=4, max_size=12))
def test_corners_found_a_little_off_move_no_board(readings):
    script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})
    events = [event for corners in readings for event in script.see(0.5, board=shifted(*corners))]
    assert words(events) == ["game_started"]
    assert only(script.roll(4, 2), "roll_settled").seat == 1


@pytest.mark.parametrize(
    "moves",
    [
        [(8, 0)] * 4,
        [(0, -8)] * 4,
        [(5.7, 5.7)] * 4,
        [(0, 0), (0, 16), (-16, 16), (-16, 0)],  # turned about its first corner
        [(-8, -8), (8, -8), (8, 8), (-8, 8)],  # lifted towards the camera
    ],
)
@settings(max_examples=10, deadline=None)
@given(readings=st.lists(st.tuples(off, off, off, off), max_size=8))
def test_the_second_reading_reports_a_moved_board(moves, readings):
    script = Script.laid(CHILD)
    for corners in readings:
        script.see(0.5, board=shifted(*(_third(move) for move in corners)))
    reports = [words(script.see(0.5, board=shifted(*moves))) for _ in range(3)]
    assert reports == [[], ["board_moved"], ["board_back"]]


def _third(move):
    return move[0] / 3, move[1] / 3


def test_one_reading_of_the_board_elsewhere_is_a_mistake():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.open[1] -= {9}  # what is read of the tiles there counts no more than where they lie
    assert script.see(0.5, board=shifted(*[(20, 0)] * 4)) == []
    script.open[1] |= {9}
    assert script.rest(3) == []


def test_one_corner_found_wrong_moves_no_board():
    script = Script.laid(CHILD)
    assert [
        e for _ in range(4) for e in script.see(0.5, board=shifted((0, 0), (2, 0), (30, 20), (0, 1)))
    ] == []


def test_a_board_out_of_sight_counts_as_moved():
    script = Script.laid(CHILD)
    events = [event for _ in range(6) for event in script.see(0.5, board=None, pieces=())]
    assert words(events) == ["board_moved"]
    assert words(script.rest()) == ["board_back"]


def test_a_moved_dice_area_is_reported_once_each_way():
    script = Script.laid(Setup("none"))
    moved = frozenset({"area_moved"})
    reports = [words(script.see(0.5, warnings=warnings)) for warnings in (moved, moved, frozenset(), frozenset())]
    assert reports == [["board_moved"], [], ["board_back"], []]
    assert script.see(0.5, warnings=moved, still=False) == []  # while something moves nobody knows


def test_a_moved_place_aside_is_a_problem_until_it_returns():
    script, alone = Script.laid(Setup("none")), frozenset({"aside_moved"})
    problems = []
    for warnings in (frozenset(), alone, frozenset()):
        assert script.see(0.5, warnings=warnings) == []
        problems.append("aside_moved" in script.table.sight.warnings)
    assert problems == [False, True, False]


def test_low_light_is_told_once():
    script = Script.laid(CHILD)
    dark = frozenset({"light_low"})
    assert words(e for _ in range(9) for e in script.see(0.5, warnings=dark)) == ["light_low"]
    script.rest(0.5)
    assert words(e for _ in range(9) for e in script.see(0.5, warnings=dark)) == []
    script.rest(4)
    assert words(e for _ in range(9) for e in script.see(0.5, warnings=dark)) == ["light_low"]


@pytest.mark.parametrize("tags", [True, False])
def test_a_mirrored_board_is_a_problem_until_it_is_readable(tags: bool):
    script = Script.laid(CHILD)
    untold = BoardSeen("occe", CORNERS, False, 0.99)
    for warnings in (frozenset({"mirrored"}), frozenset()):
        assert script.see(0.5, board=untold, pieces=(), warnings=warnings) == []
        assert "mirrored" in script.table.sight.warnings
    script.see(0.5, board=replace(untold, oriented=tags), **{"pieces": ()} if tags else {})
    assert "mirrored" not in script.table.sight.warnings


def test_a_table_stays_unreadable_until_dice_are_read():
    script, blurred = Script.laid(CHILD), frozenset({"unreadable_blurred"})
    script.see(1, warnings=blurred)
    assert script.table.sight.unreadable == ""
    for _ in range(3):
        script.see(1, warnings=blurred)
    assert script.table.sight.unreadable == "unreadable_blurred"
    assert words(script.roll(4, 2)) == ["roll_started", "roll_settled"]
    lying, script.dice = script.dice, ()
    script.rest(4)
    assert script.table.sight.unreadable == "unreadable_blurred"
    script.dice = lying
    script.rest(4)
    assert script.table.sight.unreadable == ""


def test_before_play_a_table_is_readable_without_dice():
    script = Script.laid(CHILD)
    for _ in range(4):
        script.see(1, warnings=frozenset({"unreadable_small"}))
    assert script.table.sight.unreadable == "unreadable_small"
    script.rest(4)
    assert script.table.sight.unreadable == ""


def test_a_paused_game_decides_nothing_and_forgets_what_was_thrown():
    script = Script.laid(CHILD)
    assert words(script.touch(Pause())) == ["paused"]
    assert script.roll(4, 2) + script.rest() == []
    assert words(script.touch(Resume())) == ["resumed"]
    assert script.rest() == []
    assert words(script.roll(4, 2)) == ["roll_started", "roll_settled"]


def test_a_throw_entered_while_dice_roll_counts_once():
    script = Script.laid(CHILD)
    script.roll(6, 6, settle=False)
    assert words(script.touch(Throw((4, 2)))) == ["roll_settled"]
    assert script.see() == []
    assert script.rest() == []


def test_the_end_of_a_recording_accepts_a_complete_move():
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.turn((6,))
    assert words(close(script.table, script.t).events) == ["move_accepted"]


def test_throws_only():
    script = Script.laid(Setup("none"))
    events = script.roll(4, 2, 6) + script.roll(1) + script.roll(3, 3, states=("flat", "cocked"))
    assert words(events) == ["roll_started", "roll_settled"] * 2 + ["roll_started", "die_cocked"]
    assert all(event.seat is None for event in events)


def test_every_event_of_the_contract_is_tested():
    assert set(FIELDS) == {
        "game_started", "roll_started", "roll_settled", "die_cocked", "die_off_board", "roll_uncertain",
        "tile_flipped", "move_accepted", "move_refused", "move_withdrawn", "turn_passed", "board_reset",
        "game_ended", "series_ended", "corrected", "board_moved", "board_back",
        "light_low", "camera_lost", "camera_back", "paused", "resumed",
    }  # fmt: skip
