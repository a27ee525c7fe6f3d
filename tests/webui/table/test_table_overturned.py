"""Reports that prove false: one correction for each thing that happened differently, and what is true then."""

from dataclasses import replace
from math import log

from each import each
from table_script import Script

from referee.core import Placed, Roll
from referee.games.tiles import Close
from webui.table.belief.value import History, belief_of
from webui.table.reducer import open_table
from webui.table.transitions import reports
from webui.table.transitions.overturned import differences, facts, overturn, report_changes
from webui.table.values.actions import CorrectDice
from webui.table.values.setup import Setup, players_at
from workshop.recordings.putright import put_right

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
T = tuple(10.0 * k for k in range(1, 9))
"""Seconds of the first, second, ... event."""

FIRST = (Roll((6, 6)), Close((6,)))
"""After which 6 and 6 close nothing."""


def at(*events):
    table = open_table(CHILD, camera=False).table
    match = CHILD.match()
    for event in events:
        match = match.then(event)
    return replace(table, match=match, times=T[: len(events)], t=100.0)


def changes_between(before, after, times=T):
    """(player, what, of, before, after) of each correction; `times` of the events after it."""
    match = at(*after).playing
    changes = differences(at(*before), match, times[: len(after)])
    assert all(fields["when"] in (*T, *times) for _, fields in changes)
    return [(who + 1, f["what"], f["of"], f["before"], f["after"]) for who, f in changes]


def closes(*tiles, leaves):
    return {"closed": [*tiles], "move": "+".join(map(str, tiles)), "open": [*leaves]}


def test_the_same_match_needs_no_correction():
    assert changes_between((*FIRST, Roll((5, 4))), (*FIRST, Roll((5, 4)))) == []


def test_another_value_is_one_correction_and_the_move_stands():
    before, after = (Roll((4, 2)), Close((6,))), (Roll((5, 1)), Close((6,)))
    assert changes_between(before, after) == [(1, "roll", 10.0, [4, 2], [5, 1])]


def test_a_move_that_closed_other_tiles_is_one_correction():
    before, after = (Roll((4, 2)), Close((6,))), (Roll((4, 2)), Close((2, 4)))
    old, new = closes(6, leaves=(1, 2, 3, 4, 5, 7, 8, 9)), closes(2, 4, leaves=(1, 3, 5, 6, 7, 8, 9))
    assert changes_between(before, after) == [(1, "move", 20.0, old, new)]


def test_a_throw_that_did_not_happen_is_taken_back():
    assert changes_between((*FIRST, Roll((5, 4))), FIRST) == [(1, "roll", 30.0, [5, 4], None)]


def test_a_throw_that_nobody_saw_is_put_in():
    before = (Roll((4, 2)), Close((6,)))
    after = (Roll((6, 3)), Close((9,)), Roll((4, 2)), Close((6,)))
    changes = changes_between(before, after, (5.0, 8.0, 10.0, 20.0))
    news = [(what, new) for _, what, _, old, new in changes if old is None]
    assert news == [("roll", [6, 3]), ("move", closes(9, leaves=range(1, 9)))]


def test_a_turn_that_was_not_over_is_taken_back():
    passed = {"score": 39, "open": [1, 2, 3, 4, 5, 7, 8, 9]}
    assert changes_between((*FIRST, Roll((6, 6))), (*FIRST, Roll((5, 4)))) == [
        (1, "roll", 30.0, [6, 6], [5, 4]),
        (1, "turn", 30.0, passed, None),
    ]


def test_a_turn_ended_by_the_newest_event_is_reported_normally():
    assert changes_between((*FIRST, Roll((5, 4))), (*FIRST, Roll((6, 6)))) == [(1, "roll", 30.0, [5, 4], [6, 6])]


def test_what_a_turn_was_passed_with_is_not_told_twice():
    belief = belief_of([History(at(*FIRST, Roll((6, 6))).playing, T[:3])])  # the throw after it did not happen
    step = reports.report_sure_events(replace(at(*FIRST, Roll((6, 6)), Roll((5, 4))), belief=belief, started=True))
    assert [(e.event, e.values.get("what")) for e in step.events] == [("corrected", "roll")]


def test_whose_throw_it_was_is_a_correction_of_that_throw():
    before = (*FIRST, Roll((5, 4)))
    after = (*FIRST, Roll((6, 6)), Roll((5, 4)))
    changes = changes_between(before, after, (10.0, 20.0, 25.0, 30.0))
    assert (2, "roll", 30.0, [5, 4], [5, 4]) in changes
    assert (1, "roll", None, None, [6, 6]) in changes
    assert {what for _, what, *_ in changes} <= {"roll", "turn"}


def test_a_board_left_unexplained_is_corrected_by_its_tiles():
    stands = Placed((("seat-1/slot-7", "closed"),))
    assert changes_between((Roll((4, 2)),), (Roll((4, 2)), stands)) == [
        (1, "tile", None, None, {"closed": ["seat-1/slot-7"]})
    ]


def test_each_correction_names_its_author_and_reason():
    table, other = at(*FIRST, Roll((6, 6))), at(*FIRST, Roll((5, 4))).playing
    step = report_changes(table, other, T[:3], by="piste", reason="tiles")
    assert (step.table.match, step.table.times, step.table.throws.dice) == (other, T[:3], (5, 4))
    assert [(e.event, e.values["by"], e.values["reason"]) for e in step.events] == [
        ("corrected", "piste", "tiles")
    ] * 2


def test_what_stands_keeps_the_time_at_which_it_was_told():
    other = at(Roll((5, 1)), Close((6,))).playing
    step = report_changes(at(Roll((4, 2)), Close((6,))), other, (10.0, 18.0), by="piste", reason="dice")
    assert step.table.times == (10.0, 20.0)


def test_dice_in_another_order_keep_their_reported_time():
    other = at(Roll((2, 4)), Close((2, 4))).playing
    step = report_changes(at(Roll((4, 2)), Close((6,))), other, (12.0, 18.0), by="piste", reason="dice")
    assert [event.values["what"] for event in step.events] == ["move"]
    assert step.table.times == (10.0, 18.0)


def test_of_simultaneous_throws_only_the_unknown_is_no_fact():
    table = at(Roll((4, 2)), Close((6,)), Roll((5, 4)))
    table = replace(table, guessed=((10.0, 4, 2),))
    reported = facts(table, table.playing, (10.0, 10.0, 10.0), 0)
    assert [(fact.what, fact.content) for fact in reported if fact.what == "roll"] == [("roll", [5, 4])]


def test_what_proves_false_is_replaced_only_by_what_is_probable():
    shares = {(4, 2): 0.1, (5, 1): 0.31, (3, 3): 0.3, (6, 6): 0.29}
    belief = belief_of(History(at(Roll(dice)).playing, T[:1], base=log(share)) for dice, share in shares.items())
    step = overturn(replace(at(Roll((4, 2))), belief=belief), 0.8)
    assert step.events == ()


def test_events_are_corrected_only_above_the_threshold():
    shares = {(4, 2): 0.15, (5, 1): 0.85}
    belief = belief_of(History(at(Roll(dice)).playing, T[:1], base=log(share)) for dice, share in shares.items())
    table = replace(at(Roll((4, 2))), belief=belief)
    assert overturn(table, 0.9).events == ()
    assert overturn(table, 0.8).table.playing.events == (Roll((5, 1)),)


# Applied to what was reported.


def line(word, t, player=1, **values):
    return {"event": word, "t": t, "player": player, "seat": 1 if player == 1 else 3, **values}


ROLL, MOVE = line("roll_settled", 10.0, dice=[4, 2]), line("move_accepted", 20.0, closed=[6])
OTHERS = [line("game_started", 1.0), line("tile_flipped", 15.0, tile=6, state="closed")]


def right(*rows, player=1):
    """ROLL and MOVE once these corrections, each (what, of, before, after, at), are applied."""
    names = ("what", "of", "before", "after", "when")
    lines = [line("corrected", 30.0, player, **dict(zip(names, fact, strict=True))) for fact in rows]
    return put_right([OTHERS[0], ROLL, OTHERS[1], MOVE, *lines])


@each(
    ("corrections", "dice", "closed"),
    [
        ((), [[4, 2]], [[6]]),
        ([("roll", 10.0, [4, 2], [5, 1], 10.0)], [[5, 1]], [[6]]),
        ([("roll", 10.0, [4, 2], [5, 1], 10.0), ("roll", 10.0, [5, 1], [3, 3], 10.0)], [[3, 3]], [[6]]),
        ([("roll", 10.0, [4, 2], None, 10.0), ("move", 20.0, {"closed": [6]}, None, 20.0)], [], []),
        ([("move", 20.0, {"closed": [6]}, {"closed": [2, 4]}, 20.0)], [[4, 2]], [[2, 4]]),
        ([("roll", None, None, [6, 3], 5.0)], [[6, 3], [4, 2]], [[6]]),
        ([("roll", None, None, [6, 3], 25.0)], [[4, 2], [6, 3]], [[6]]),
        ([("tile", None, None, {"closed": ["slot-7"]}, 25.0)], [[4, 2]], [[6]]),
    ],
)
def test_corrections_replace_their_events_and_add_unreported_ones(corrections, dice, closed):
    events = right(*corrections)
    assert [e["dice"] for e in events if e["event"] == "roll_settled"] == dice
    assert [e["closed"] for e in events if e["event"] == "move_accepted"] == closed
    assert "corrected" not in {e["event"] for e in events}
    assert [e["t"] for e in events] == sorted(e["t"] for e in events)
    assert all(event in events for event in OTHERS)


def test_of_simultaneous_throws_a_correction_replaces_the_named_one():
    first, second = line("roll_settled", 10.0, dice=[5, 3]), line("roll_settled", 10.0, dice=[5, 1])
    fields = {"what": "roll", "of": 10.0, "before": [3, 5], "after": [4, 3], "when": 9.0}
    events = put_right([first, second, line("corrected", 30.0, **fields)])
    assert [event["dice"] for event in events] == [[4, 3], [5, 1]]


def test_a_throw_that_was_another_players_is_theirs_afterwards():
    roll, *_ = (
        e for e in right(("roll", 10.0, [4, 2], [4, 2], 10.0), player=2) if e["event"] == "roll_settled"
    )
    assert (roll["player"], roll["seat"], roll["dice"]) == (2, 3, [4, 2])


def test_a_persons_correction_is_reported_fact_by_fact():
    script = Script.laid(CHILD)
    for dice in ((6, 6), (6, 6)):
        script.roll(*dice)
        script.turn((6,) if script.table.closing_due else ())
        script.rest()
    corrections = [
        e for e in script.touch(CorrectDice((5, 4), by="teacher", reason="misread")) if e.event == "corrected"
    ]
    assert [e.values["what"] for e in corrections] == ["roll", "turn"]
    for event in corrections:
        assert (event.values["by"], event.values["who"], event.values["reason"]) == (
            "person",
            "teacher",
            "misread",
        )
        assert event.values["stood"]["dice"] == [6, 6]
        assert event.values["stands"]["dice"] == [5, 4]
