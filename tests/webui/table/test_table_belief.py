"""Weighted histories: what the table believes is a value whose weights are probabilities."""

from dataclasses import replace
from math import exp, log

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from table_script import Script, only, words

from referee.core import Roll, Sighting
from referee.games.tiles import Close
from referee.witness import Looks
from webui.table.belief.priors import BOARD
from webui.table.belief.value import LEAST, MOST, Belief, DiceAtRest, History, belief_of, changed, log_weight
from webui.table.games import board
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
START = CHILD.match()
EVERY = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def after(*events, base=0.0, at_rest=DiceAtRest("thrown")):  # noqa: B008  # frozen
    match = START
    for event in events:
        match = match.then(event)
    return History(match, tuple(map(float, range(len(events)))), at_rest, base)


def shares(belief):
    return [exp(history.weight) for history in belief.histories]


def test_a_sure_belief_is_one_history_with_all_times():
    match = after(Roll((4, 2)), Close((6,))).match
    belief = Belief.sure(match, (3.0,))
    assert (belief.best.match, belief.best.times, shares(belief)) == (match, (3.0, 0.0), [1.0])


def test_equal_histories_are_one_and_weigh_as_much_as_both():
    belief = belief_of(
        [after(Roll((4, 2)), base=log(0.2)), after(Roll((4, 2)), base=log(0.3)), after(base=log(0.5))]
    )
    assert shares(belief) == pytest.approx([0.5, 0.5])
    assert len({history.match.events for history in belief.histories}) == 2


def test_histories_with_other_dice_at_rest_stay_apart():
    void = after(Roll((4, 2)), at_rest=DiceAtRest("void", (4, None)))
    assert len(belief_of([after(Roll((4, 2))), void]).histories) == 2


def test_inseparable_histories_merge_into_the_reported_one():
    reported = (Roll((1, 5)), Close((6,)))
    other = after(Roll((2, 4)), Close((6,)), Roll((3, 4)), base=log(0.5))
    parted = after(Roll((4, 2)), Close((2, 4)), Roll((3, 4)), base=log(0.2))
    belief = belief_of([after(*reported, Roll((3, 4)), base=log(0.3)), other, parted])
    believed = belief.reconciled_with(after(*reported).match)
    assert [h.match.events[:2] for h in believed.histories] == [reported, parted.match.events[:2]]
    assert shares(believed) == pytest.approx([0.8, 0.2])


def test_histories_whose_last_throws_differ_stay_apart():
    reported, other = after(Roll((1, 5)), base=log(0.5)), after(Roll((2, 4)), base=log(0.5))
    assert len(belief_of([reported, other]).reconciled_with(reported.match).histories) == 2


def test_the_lightest_histories_are_given_up():
    light = after(Roll((4, 2)), base=-LEAST - 1)
    assert [h.match.events for h in belief_of([light, after()]).histories] == [()]
    assert len(belief_of([replace(light, base=1 - LEAST), after()]).histories) == 2


@given(weights=st.lists(st.floats(-40, 40), max_size=len(EVERY)))
def test_a_belief_is_ranked_limited_and_sums_to_one(weights):
    belief = belief_of(after(Roll(dice), base=w) for dice, w in zip(EVERY, weights, strict=False))
    assert len(belief.histories) <= MOST
    assert shares(belief) == sorted(shares(belief), reverse=True)
    if weights:
        assert sum(shares(belief)) == pytest.approx(1)
        assert belief.best.match.events == (Roll(EVERY[weights.index(max(weights))]),)
    else:
        assert belief == Belief()


def test_a_known_fact_leaves_only_histories_that_agree():
    belief = belief_of([after(Roll((4, 2)), base=log(0.7)), after(Roll((4, 3)), base=log(0.3))])

    def other(history):
        return history.match.events == (Roll((4, 3)),)

    assert belief.share(other) == pytest.approx(0.3)
    assert shares(belief.only(other)) == [1.0]
    assert belief.first(other) == belief.histories[1]
    assert belief.only(lambda _: False) == Belief()


def look(*closed):
    """What a good camera sees of the board with these tiles of the first player closed."""
    script = Script.laid(CHILD)
    script.open[1] -= set(closed)
    script.see()
    return board.evidence(script.table)


def test_a_look_favours_the_history_that_explains_it():
    belief = belief_of([after(Roll((4, 2)), base=log(0.9)), after(Roll((4, 3)), base=log(0.1))])
    after_look = belief.after_look(look(7))
    assert after_look.best.match.events == (Roll((4, 3)),)
    assert sum(shares(after_look)) == pytest.approx(1)


def test_the_same_look_once_more_changes_nothing():
    belief = belief_of([after(Roll((4, 2)), base=log(0.9)), after(Roll((4, 3)), base=log(0.1))]).after_look(look(7))
    assert shares(belief.after_look(look(7))) == pytest.approx(shares(belief))


def test_an_event_extends_only_the_histories_that_stood_there():
    known, other = after(Roll((4, 2)), base=log(0.9)), after(Roll((4, 3)), base=log(0.1))
    belief = belief_of([known, other]).after_event(known.match, Close((6,)), 5.0, look(6))
    assert belief.best.match.events == (Roll((4, 2)), Close((6,)))
    assert belief.best.times[-1] == 5.0
    assert {h.match.events for h in belief.histories[1:]} <= {other.match.events}
    assert sum(shares(belief)) == pytest.approx(1)


SURE, LEFT_OUT = 0.0, -50.0
"""Logarithms: a look is just so; hardly anything like it."""


def looks_of(unchanged=LEFT_OUT, ends=(), parts=(), foul=LEFT_OUT, spaces=1, stale=None):
    change = frozenset((f"slot-{k}", "closed") for k in range(spaces))
    moves = tuple((frozenset(), Close((k + 1,)), weight) for k, weight in enumerate(ends))
    return Looks(unchanged, moves, tuple(parts), (change, foul), stale)


@each(
    ("looks", "share"),
    [
        (looks_of(unchanged=SURE), BOARD.unchanged),
        (looks_of(ends=(SURE,)), BOARD.move),
        (looks_of(ends=(SURE, LEFT_OUT, LEFT_OUT)), BOARD.move / 3),
        (looks_of(ends=(SURE, SURE)), BOARD.move),
        (looks_of(parts=(SURE, LEFT_OUT)), BOARD.part / 2),
        (looks_of(foul=SURE), BOARD.foul * BOARD.early),
        (looks_of(foul=SURE, spaces=3), BOARD.foul * BOARD.early * BOARD.further**2),
        (looks_of(ends=(LEFT_OUT,), foul=SURE), BOARD.foul),
        (looks_of(ends=(LEFT_OUT,), foul=SURE, spaces=3), BOARD.foul * BOARD.elsewhere**2),
        (looks_of(stale=SURE), BOARD.unready),
    ],
)
def test_a_board_is_as_probable_as_such_boards_are_frequent(looks, share):
    assert log_weight(looks) == pytest.approx(log(share), abs=1e-6)


@given(weights=st.tuples(*[st.floats(-30, 0)] * 4), more=st.floats(0, 5))
def test_a_board_that_fits_better_is_never_less_probable(weights, more):
    unchanged, end, part, foul = weights
    before = log_weight(looks_of(unchanged, (end,), (part,), foul))
    assert log_weight(looks_of(unchanged, (end + more,), (part,), foul)) >= before - 1e-9
    assert log_weight(looks_of(unchanged, (end,), (part,), foul + more)) >= before - 1e-9
    assert before <= max(weights) + log(1.1)


class Stuck(Script):
    """A board one of whose tiles reads as open for good, though it was closed: less surely than the others."""

    stuck = "seat-1/slot-8"

    def pieces(self):
        return tuple(self.read(piece) for piece in super().pieces())

    def read(self, piece):
        if piece.space != self.stuck or piece.kind == "open":
            return piece
        return replace(piece, kind="open", reads=8, sure=0.95, chances=(("open", 0.95), ("closed", 0.05)))


def test_a_misread_tile_is_believed_closed_once_play_goes_on():
    script = Stuck.laid(CHILD)
    for dice, tile in (((6, 2), 8), ((5, 4), 9), ((6, 6), 6)):
        script.roll(*dice)
        script.turn((tile,))
        script.rest(3)
    assert [event.tiles for event in script.table.playing.events[1::2]] == [(8,), (9,), (6,)]
    assert sum(event.event == "roll_uncertain" and event.values["asks"] for event in script.events) <= 1


def test_an_accepted_move_costs_other_histories_nothing_lasting():
    odd = frozenset({("seat-1/slot-3", "closed")})
    other = replace(after(Roll((5, 1)), base=log(0.2)), board=-4.0, looked=True, odd=odd)
    belief = belief_of([after(Roll((5, 3)), base=log(0.8)), other])
    match = after(Roll((5, 3))).match
    gone_on = belief.after_event(match, Close((3, 5)), 3.0, lambda m: (m.state, Sighting((), {}), 0.0))
    assert [h.accepted_oddities for h in gone_on.histories] == [frozenset()] * 2
    assert gone_on.first(lambda h: h.match.same(other.match)).base > log(0.1)


class Flickers(Stuck):
    """A board one of whose closed tiles comes to read as open, though no hand is near."""

    stuck, wrong = "seat-1/slot-9", False

    def read(self, piece):
        return super().read(piece) if self.wrong else piece


def test_no_tile_turns_over_where_no_hand_was_seen():
    script = Flickers.laid(CHILD)
    script.roll(5, 4)
    script.turn((9,))
    script.rest(8)
    script.wrong = True
    events = script.rest(1.5) + script.roll(6, 2) + script.rest(1.5) + script.turn((8,)) + script.rest(2)
    assert "move_refused" not in words(events)
    assert [event.tiles for event in script.table.playing.events[1::2]] == [(9,), (8,)]


def test_a_tile_that_a_hand_reached_may_have_turned():
    script = Flickers.laid(CHILD)
    script.roll(5, 4)
    script.turn((9,))
    script.rest(8)
    script.hand("seat-1/slot-9")
    script.wrong = True
    events = script.rest(2.5)
    assert only(events, "tile_flipped").values == {"tile": 9, "state": "open"}


def test_a_field_that_a_value_lacks_is_refused() -> None:
    at_rest = DiceAtRest("thrown")
    with pytest.raises(TypeError, match="expected fields of DiceAtRest; got knid"):
        changed(at_rest, knid="void")
