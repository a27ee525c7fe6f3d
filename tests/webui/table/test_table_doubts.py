"""Throws that cannot be read: reported with a question mark, settled by the tiles, else asked about."""

from dataclasses import replace

import pytest
from each import each
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from table_script import Script, die, only, restarted, words

from referee.core import Roll
from referee.games.tiles import Close
from webui.table.reducer import NotNow, close
from webui.table.values.actions import AnswerRoll, CorrectDice, CorrectTiles, Next, Pause, Throw
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
ADULT = Setup("occe_adult", players_at((1, 3)), "OCCE adulte")
ROYAL = Setup("royal", players_at((1, 2)), "Tric-Trac Royal")
ENDS = Setup("royal", players_at((1, 2)), options=(("single_ends", True),))
NONE = Setup("none")

OTHER = Setup("occe_child", players_at((1, 3)), options=(("turns", "alternate"),))
SECOND = {OTHER.options: 3}
"""Options -> the seat at turn for the second throw; that of the first if there is none."""

PATIENT = pytest.mark.xfail(
    strict=True,
    reason="Next, or the end: no further look will come, and a throw is held to the same line as before",
)

SAYS = 0.7
"""How surely a doubtful die is taken for what it most resembles."""


def between(first, second, at=0, throw=0):
    """A die that is `first` or, less likely, `second`."""
    doubtful_die = die(first, sure=SAYS, at=at, throw=throw)
    chances = tuple({first: SAYS, second: 1 - SAYS}.get(value, 0.0) for value in range(1, 7))
    return replace(doubtful_die, chances=chances)


def doubtful(script, *pairs, looks=True):
    """A throw of which each die is a pair (likelier, less likely), or a number where it is sure."""
    script.roll(*(0 for _ in pairs), settle=False)
    throw = script.throw
    script.dice = tuple(
        between(*pair, at=k, throw=throw) if isinstance(pair, tuple) else die(pair, at=k, throw=throw)
        for k, pair in enumerate(pairs)
    )
    return script.see() + (script.rest(1.5) if looks else [])


def end(script):
    """The recording ends."""
    step = close(script.table, script.t)
    script.table = step.table
    return list(step.events)


def taken_up(script):
    """The dice leave rest."""
    return script.see(still=False, pieces=(), dice=(die(None, "moving"),))


@each("setup", [CHILD, NONE])
@each("how", ["taken up", "gone", "thrown again", "the end", "pause"])
def test_a_doubt_nobody_had_time_for_is_reported_once(setup, how):
    script = Script.laid(setup)
    assert doubtful(script, (5, 6), 3, looks=False) == []
    if how == "taken up":
        events = taken_up(script)
    elif how == "gone":
        script.dice = ()
        events = script.see()
    elif how == "thrown again":
        script.throw, script.dice = 2, (die(4, at=3), die(2, at=4))
        events = script.see()
    elif how == "pause":
        events = script.touch(Pause())
    else:
        events = end(script)
    assert only(events, "roll_uncertain").values["readings"] == [[5, 3], [6, 3]]
    assert words(script.rest(3)).count("roll_uncertain") == 0


def test_a_throw_read_on_the_second_look_needs_no_question():
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), 3, looks=False)
    script.dice = (die(5, throw=1), die(3, at=1, throw=1))
    events = script.see(0.3) + taken_up(script)
    assert words(events).count("roll_uncertain") == 0
    assert only(events, "roll_settled").values["dice"] == [5, 3]


def test_a_table_still_reading_a_throw_survives_the_journal():
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), 3, looks=False)
    assert script.table.throws.unreported is not None
    assert restarted(script.table) == script.table


@each("setup", [CHILD, ADULT, ROYAL, NONE])
def test_a_person_is_asked_only_if_no_tile_can_tell(setup):
    script = Script.laid(setup)
    events = doubtful(script, (5, 6), 3) + script.rest(8)
    assert [event.values["asks"] for event in events if event.event == "roll_uncertain"] == [setup == NONE]


def test_a_person_is_asked_if_readings_differ_in_the_turn():
    script = nearly_stuck()
    events = doubtful(script, (4, 6), 3) + script.rest(8)  # 6 and 3 close nothing
    asked = [event for event in events if event.event == "roll_uncertain"]
    assert [event.values["asks"] for event in asked] == [False, True]
    assert asked[-1].values["readings"] == [[4, 3], [6, 3]]
    assert "turn_passed" not in words(events)


@pytest.mark.parametrize(
    ("setup", "pairs", "closed", "dice"),
    [
        (CHILD, ((5, 6), 3), (8,), [5, 3]),
        (CHILD, ((5, 6), 3), (9,), [6, 3]),
        (CHILD, ((5, 6), 3), (3, 6), [6, 3]),
        (CHILD, ((4, 5), (6, 4)), (4, 6), [4, 6]),
        (ADULT, ((6, 5), 4), (1, 2, 7), [6, 4]),
        (ADULT, ((6, 5), 4), (2, 7), [5, 4]),
        (ROYAL, ((6, 5), 1), (7,), [6, 1]),
        pytest.param(ROYAL, ((6, 5), 1), (5,), [5, 1], marks=PATIENT),  # on the way to 6 and 1
    ],
)
def test_the_tiles_tell_what_was_thrown(setup, pairs, closed, dice):
    script = Script.laid(setup)
    doubtful(script, *pairs)
    events = script.turn(closed) + script.rest(3)
    events += [] if "move_accepted" in words(events) else script.touch(Next())
    assert "roll_started" not in words(events)
    assert only(events, "roll_settled").values["dice"] == dice
    assert only(events, "roll_settled").seat == 1
    assert only(events, "move_accepted").values["closed"] == list(closed)
    assert "move_refused" not in words(events)


def test_tiles_that_fit_many_readings_follow_the_likeliest():
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), (3, 2))  # 8 is the sum of 5 and 3, and of 6 and 2
    events = script.turn((8,)) + script.rest(3)
    assert only(events, "roll_settled").values["dice"] == [5, 3]
    assert only(events, "move_accepted").values["closed"] == [8]


def test_a_closing_explained_by_one_reading_is_accepted():
    script = Script.laid(ADULT)
    doubtful(script, (6, 5), 4)  # 9 and, on its way to 10, 1 more
    events = script.turn((9,)) + script.rest(5)
    assert only(events, "roll_settled").values["dice"] == [5, 4]
    assert only(events, "move_accepted").values["closed"] == [9]
    assert words(script.roll(3, 1)) == ["roll_started", "roll_settled"]


def test_a_closing_accepted_too_early_is_corrected_when_completed():
    script = Script.laid(ADULT)
    doubtful(script, (6, 5), 4)  # it was 6 and 4
    script.turn((9,))
    script.rest(5)
    events = script.turn((1,)) + script.rest(3)
    corrections = {event.values["what"]: event.values["after"] for event in events if event.event == "corrected"}
    assert corrections["roll"] == [6, 4]
    assert "move_refused" not in words(script.events)
    assert script.table.match.events == (Roll((6, 4)), Close((1, 9)))


def test_a_closing_in_two_steps_is_told_by_its_end():
    script = Script.laid(CHILD)
    doubtful(script, (5, 4), 3)
    assert words(script.turn((3,)) + script.rest(2)) == ["tile_flipped"]
    events = script.turn((4,)) + script.rest(3)
    assert only(events, "roll_settled").values["dice"] == [4, 3]
    assert only(events, "move_accepted").values["closed"] == [3, 4]


@PATIENT
def test_the_end_of_the_recording_takes_what_stands():
    script = Script.laid(ADULT)
    doubtful(script, (6, 5), 4)
    script.turn((9,))
    assert words(end(script)) == ["roll_settled", "move_accepted"]


def test_a_repeated_throw_replaces_the_doubtful_one():
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), 3)
    events = script.roll(4, 2)
    assert words(events) == ["roll_started", "roll_settled"]
    assert (events[1].seat, events[1].values["dice"]) == (1, [4, 2])
    assert only(script.turn((6,)) + script.rest(), "move_accepted").values["closed"] == [6]


def nearly_stuck():
    """The first player has closed 3, 6 and 9: 6 and 3 close nothing any more."""
    script = Script.laid(CHILD)
    for dice, tiles in (((5, 4), (9,)), ((6, 3), (3, 6))):
        script.plays(dice, tiles)
    return script


@each("pairs", [((6, 4), 3), ((4, 6), 3)])
@each("seat", [1, 3])
def test_the_tiles_show_whose_throw_is_next(pairs, seat):
    script = nearly_stuck()
    doubtful(script, *pairs)
    events = script.roll(4, 2)
    assert events[0].seat is None  # nobody knows yet whose dice roll
    events += script.turn((4, 2), seat=seat) + script.rest(3)
    last = script.table.match.events[-2:]
    assert last == (Roll((4, 2)), Close((2, 4)))
    assert only(events, "move_accepted").seat == seat
    assert "move_refused" not in words(events)
    closed = [{3, 6, 9}, set()]
    closed[seat == 3] |= {2, 4}
    assert [set(range(1, 10)) - stands for stands in script.table.match.state.open] == closed


@pytest.mark.parametrize("at_once", [False, True])
def test_the_next_players_tiles_reveal_an_unseen_turn_end(at_once):
    script = nearly_stuck()
    doubtful(script, (4, 6), 3)  # it was 6 and 3, which close nothing
    events = script.roll(4, 2)
    script.hand("seat-3/slot-2", "seat-3/slot-4")
    script.open[3] -= {2, 4}
    events += script.roll(6, 3) if at_once else script.rest(3)
    assert "move_refused" not in words(script.events)
    throws = [(e.seat, e.values["dice"]) for e in events if e.event == "roll_settled"]
    assert throws[:2] == [(1, [6, 3]), (3, [4, 2])]
    order = [word for word in words(events) if word not in ("tile_flipped", "roll_started", "roll_uncertain")]
    assert order[:4] == ["roll_settled", "turn_passed", "roll_settled", "move_accepted"]
    assert only(events, "turn_passed").seat == 1
    assert (only(events, "move_accepted").seat, only(events, "move_accepted").values["closed"]) == (3, [2, 4])
    assert script.table.throws.count == (5 if at_once else 4)


def test_the_number_of_dice_tells_whose_throw_it_is():
    script = Script.laid(Setup("occe_child", players_at((1, 3)), options=(("single", "free"),)))
    for tile in (9, 8, 7, 3):
        script.plays((tile - 4, 4) if tile > 6 else (tile,), (tile,))
    doubtful(script, (5, 3))  # 5 is likelier, but then one die would be due again
    events = [event for event in script.roll(6, 2) if event.event != "roll_started"]
    assert words(events) == ["roll_settled", "turn_passed", "roll_settled"]
    assert [event.seat for event in events] == [1, 1, 3]


def test_a_shared_box_reopened_shows_that_nothing_was_closable():
    script = Script.laid(ROYAL)
    for dice, tiles in (((6, 3), (9,)), ((5, 3), (8,)), ((6, 1), (1, 6)), ((5, 2), (2, 5)), ((4, 3), (3, 4))):
        script.roll(*dice)
        script.turn(tiles)
        script.touch(Next())
    doubtful(script, (5, 6), 2)  # 5 and 2 close 7, 6 and 2 nothing
    events = script.turn(reopen=range(1, 10)) + script.rest(2)
    assert only(events, "turn_passed").values["open"] == [7]
    assert "move_refused" not in words(events)
    assert only(script.roll(6, 3), "roll_settled").seat == 2


@each(
    ("setup", "tiles", "seconds"),
    [
        (CHILD, (7,), 0.5),
        (CHILD, (7,), 6),
        *(
            (setup, tiles, s)
            for setup, tiles in ((OTHER, (7,)), (ADULT, (4, 6)), (ROYAL, (4, 7)))
            for s in (0.5, 6)
        ),
    ],
)
def test_play_goes_on_after_tiles_of_an_unread_throw(setup, tiles, seconds):
    script = Script.laid(setup)
    doubtful(script, (5, 6), 3)  # it was another throw
    script.turn(tiles)
    script.rest(seconds)
    script.roll(6, 2)
    script.turn((8,), seat=SECOND.get(setup.options))
    script.rest(2)
    before = len(script.events)
    script.roll(3, 2)
    script.turn((5,))
    script.rest(2)
    assert "move_refused" not in words(script.events[before:])
    assert script.table.match.events[-4:] == (Roll((6, 2)), Close((8,)), Roll((3, 2)), Close((5,)))


@each(("setup", "tiles"), [(CHILD, (7,)), (OTHER, (7,)), (ADULT, (4, 6)), (ROYAL, (4, 7))])
def test_tiles_no_likely_reading_explains_are_questioned_or_refused(setup, tiles):
    script = Script.laid(setup)
    doubtful(script, (5, 6), 3)
    events = script.turn(tiles) + script.rest(6)
    asked = [event for event in events if event.event == "roll_uncertain" and event.values["asks"]]
    assert len(asked) == 1
    assert {event.values["rule"] for event in events if event.event == "move_refused"} <= {"dice_unsure"}
    assert script.table.match.events == ()
    assert {"roll_settled", "corrected"}.isdisjoint(words(events))


def test_the_teacher_takes_everything_back_or_corrects_it():
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), 3)
    script.turn((7,))
    script.roll(6, 2)
    every = tuple(range(1, 10))
    script.touch(CorrectTiles({1: every}))
    assert script.table.game.open_tiles(script.table.match.state, 0) == every
    assert "move_refused" not in words(script.turn(reopen=(7,)) + script.rest(3))


def test_a_doubtful_throw_after_one_that_nobody_read_starts_anew():
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), 3)
    script.turn((7,))
    script.rest(3)
    doubtful(script, (6, 5), 2)
    events = script.turn((8,)) + script.rest(3)
    assert "move_refused" not in words(events)
    assert script.table.match.events[-2:] == (Roll((6, 2)), Close((8,)))


@pytest.mark.parametrize("hurried", [False, True])
def test_no_score_is_told_that_the_board_contradicts(hurried):
    script = Script.laid(CHILD)
    script.touch(CorrectTiles({1: (8, 9)}))
    script.turn(range(1, 8))
    doubtful(script, (5, 4), 3)
    events = script.turn((8, 9))  # it was none of both: all tiles are closed now
    events += script.roll(6, 2) if hurried else script.rest(6)
    assert [event.values["score"] for event in events if event.event == "turn_passed"] in ([], [0])


@pytest.mark.parametrize("closed", [(7,), (3, 7)])
def test_tiles_put_back_and_others_turned_tell_what_was_thrown(closed):
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), 3)
    events = script.turn(closed) + script.rest(5)
    assert "roll_settled" not in words(events)
    script.turn(reopen=closed)
    events = script.turn((9,)) + script.rest(3)
    assert only(events, "roll_settled").values["dice"] == [6, 3]
    assert only(events, "move_accepted").values["closed"] == [9]


def test_tiles_in_anothers_frame_are_refused_whatever_was_thrown():
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), 3)
    event = only(script.turn((8,), seat=3) + script.rest(5), "move_refused")
    assert event.values["rule"] == "other_frame"
    assert [8] in event.values["legal"]
    assert [9] in event.values["legal"]
    assert only(script.turn(reopen=(8,), seat=3), "move_withdrawn").seat == 1
    assert only(script.turn((9,)) + script.rest(3), "roll_settled").values["dice"] == [6, 3]


def test_an_unchanged_box_shows_the_same_player_goes_on():
    script = Script.laid(ENDS)
    doubtful(script, (2, 1), 1)  # 2 is a die of the likelier and ends the turn, or the sum of the other
    events = script.turn((2,)) + script.rest(3)
    assert {"roll_settled", "move_accepted"}.isdisjoint(words(events))
    events = script.roll(5, 4) + script.rest(3)
    assert [(e.values["dice"], e.seat) for e in events if e.event == "roll_settled"] == [
        ([1, 1], 1),
        ([5, 4], 1),
    ]
    assert "turn_passed" not in words(events)


def test_next_settles_no_throw_whose_readings_differ_in_effect():
    script = Script.laid(ENDS)
    doubtful(script, (2, 1), 1)
    script.turn((2,))
    assert "roll_settled" not in words(script.rest(3) + script.touch(Next()))
    assert words(script.touch(AnswerRoll((1, 1))) + script.rest(2)) == ["roll_settled", "move_accepted"]


def test_opening_the_box_accepts_the_move_that_stood():
    script = Script.laid(ENDS)
    script.plays((6, 3), (9,))
    script.roll(5, 2)
    assert "move_accepted" not in words(script.turn((5,)) + script.rest(3))  # 2 may follow
    events = script.turn(reopen=range(1, 10)) + script.rest(3)
    assert only(events, "move_accepted").values["closed"] == [5]
    assert only(events, "turn_passed").values["score"] == 31
    assert {"move_refused", "move_withdrawn", "corrected"}.isdisjoint(words(events))
    assert only(script.roll(4, 2), "roll_settled").seat == 2


def test_tiles_are_not_attributed_to_the_throw_before():
    script = Script.laid(ROYAL)
    script.roll(4, 6)
    script.turn((4,))
    script.rest(2)
    script.roll(5, 2)
    script.rest(2)
    events = script.turn((2,)) + script.rest(2) + script.touch(Next())  # 4 and 2 would have made a 6, too
    assert "corrected" not in words(events)
    assert script.table.match.events[1::2] == (Close((4,)), Close((2,)))


def test_a_throw_after_a_partial_closing_is_refused_or_questioned():
    script = Script.laid(CHILD)
    doubtful(script, (5, 4), 3)
    script.turn((3,))
    events = script.roll(6, 6) + script.rest(4)
    assert {"move_accepted", "turn_passed"}.isdisjoint(words(events))
    assert [
        e for e in events if e.event == "move_refused" or (e.event == "roll_uncertain" and e.values["asks"])
    ]
    events = script.touch(AnswerRoll((4, 3))) + script.turn((4,)) + script.rest(3)
    assert only(events, "move_accepted").values["closed"] == [3, 4]


@pytest.mark.parametrize("action", [AnswerRoll((6, 3)), Throw((6, 3))])
def test_an_answer_is_no_other_throw(action):
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), 3)
    assert words(script.touch(action)) == ["roll_settled"]
    assert words(script.turn((9,)) + script.rest()) == ["tile_flipped", "move_accepted"]
    assert words(script.roll(4, 2)) == ["roll_started", "roll_settled"]


def test_a_throw_entered_while_the_camera_looks_counts_once():
    script = Script.laid(CHILD)
    script.throw, script.dice = 1, (between(5, 6, throw=1), die(3, at=1, throw=1))
    script.see()
    assert words(script.touch(Throw((6, 3)))) == ["roll_started", "roll_settled"]
    assert script.rest(3) == []
    assert words(script.roll(4, 2)) == ["roll_started", "move_refused"]


@pytest.mark.parametrize("played", [True, False], ids=["a throw before", "the first throw"])
def test_dice_corrected_during_a_question_are_the_doubtful_ones(played):
    script = Script.laid(CHILD)
    before = ()
    if played:
        script.plays((6, 2), (8,))
        before = script.table.match.events
    doubtful(script, (5, 6), 3)
    events = script.touch(CorrectDice((4, 3), by="teacher"))  # none of what Piste thought
    assert words(events) == ["roll_settled"]
    assert (events[0].values["dice"], events[0].values["sure"]) == ([4, 3], 1.0)
    assert script.table.match.events == (*before, Roll((4, 3)))
    assert "move_refused" not in words(script.turn((4, 3)) + script.rest(3))
    assert script.table.match.events[-1] == Close((3, 4))


def test_dice_that_are_not_due_settle_no_doubt():
    script = Script.laid(CHILD)
    doubtful(script, (5, 6), 3)
    with pytest.raises(NotNow, match="dice_count"):
        script.touch(CorrectDice((4,)))
    assert script.table.throws.doubt


# Random games.

setups = st.sampled_from(
    [
        CHILD,
        ADULT,
        ROYAL,
        Setup("occe_child", players_at((4, 2)), options=(("single", "free"), ("turns", "alternate"))),
        Setup("occe_adult", players_at((2,)), games=2),
        Setup("royal", players_at((1,)), games=2),
        Setup("royal", players_at((1, 2)), options=(("single_ends", True),)),
        Setup("royal", players_at((1, 2, 3)), options=(("single_ends", True),), games=2),
    ]
)


def hand_over(script, dice):
    """What stands is meant, also where more could follow: the box will be opened for the next player."""
    script.rest(2)
    if script.table.throws.doubt:
        script.touch(AnswerRoll(dice))  # before the tiles that could tell are open again
    if script.table.closing_due:
        script.see()
        script.touch(Next())


def thrown(script, truth, wrong, first):
    """A throw with one die that may also be `wrong`, which may be likelier; a look or several."""
    pair = (wrong, truth[0]) if first else (truth[0], wrong)
    doubtful(script, pair, *truth[1:])


@settings(
    max_examples=20, deadline=None, derandomize=True, phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
@given(setup=setups, data=st.data())
def test_games_whose_tiles_resolve_doubts_end_as_played(setup, data):
    script = Script.laid(setup)
    truth = setup.match()
    for _ in range(10):
        if truth.game.is_over(truth.state):
            break
        script.sets_up(truth)
        due = truth.game.awaits(truth.state)
        dice = tuple(data.draw(st.integers(1, 6)) for _ in range(due.dice))
        truth = truth.then(Roll(dice))
        moves = truth.game.legal(truth.state)
        wrong = data.draw(st.sampled_from([n for n in range(1, 7) if n != dice[0]]))
        if moves and data.draw(st.booleans()):
            thrown(script, dice, wrong, data.draw(st.booleans()))
        else:
            script.roll(*dice)
        if moves:
            tiles = data.draw(st.sampled_from(moves)).tiles
            for some in (tiles,) if data.draw(st.booleans()) else [(tile,) for tile in tiles]:
                script.turn(some)
                script.rest(data.draw(st.sampled_from((0.5, 2.0))))
            truth = truth.then(Close(tiles))
            if truth.game.layout == "box" and truth.game.leftover(truth.state):
                hand_over(script, dice)
    hand_over(script, dice)
    assert "move_refused" not in words(script.events)
    mine = script.table.match
    assert mine.state.open == truth.state.open
    assert (mine.state.player, mine.state.done) == (truth.state.player, truth.state.done)
    assert [e for e in mine.events if isinstance(e, Close)] == [
        e for e in truth.events if isinstance(e, Close)
    ]
    assert len(mine.events) == len(truth.events)


def unseen(script, *tiles):
    """The dice are taken up, a throw is missed for good, and these tiles are closed with it."""
    script.dice = ()
    return script.rest(1.0) + script.turn(tiles) + script.rest(2.5)


@pytest.mark.parametrize("after", [(2, 2), (5, 4), (6, 4)], ids=["passes", "any", "other dice"])
def test_a_throw_of_unknown_dice_is_reported_as_unknown(after):
    script = Script.laid(CHILD)
    script.plays((3, 4), (7,))
    events = unseen(script, 6)
    assert only(events, "roll_uncertain").values["asks"] is False
    assert only(events, "move_accepted").values["closed"] == [6]
    assert "roll_settled" not in words(events)
    assert restarted(script.table) == script.table
    events = script.roll(*after) + script.rest(1.0)
    assert only(events, "roll_settled").values["dice"] == list(after)
    assert "corrected" not in words(events)


def test_an_unseen_throw_is_reported_if_only_one_fits():
    script = Script.laid(CHILD)
    script.plays((3, 4), (7,))
    events = unseen(script, 1, 6)
    assert only(events, "roll_settled").values["dice"] == [1, 6]
    assert only(events, "move_accepted").values["closed"] == [1, 6]


def test_a_person_tells_what_nobody_saw():
    script = Script.laid(CHILD)
    script.plays((3, 4), (7,))
    unseen(script, 6)
    script.touch(CorrectDice((4, 2)))
    correction = only(script.events, "corrected").values
    assert (correction["what"], correction["after"]) == ("roll", [4, 2])
    assert (correction["of"], correction["before"]) == (None, None)


def test_an_unseen_throw_is_considered_before_a_misreading():
    script = Script.laid(CHILD)
    script.plays((6, 6), (6,))
    events = unseen(script, 4)
    assert "corrected" not in words(events)
    assert only(events, "roll_uncertain").values["asks"] is False
