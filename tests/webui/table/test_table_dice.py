"""What a look says of the dice: how likely each was thrown, put back, or is none, and what they show."""

from dataclasses import replace
from math import exp, inf, log

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from table_script import Script, die, only, words

from vision.observation import Fate, Observation
from webui.table.belief.evidence import (
    SettledDice,
    belong,
    chances,
    dice_changed,
    possible_throws,
    readings,
    shows,
    stays,
    still_shows,
    void,
)
from webui.table.belief.priors import NOISE
from webui.table.values.setup import Setup, players_at

STAIN = replace(die(1, sure=0.3, at=-2), there=0.3)
CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
NONE = Setup("none")

LAY, THROWN = Fate(), Fate(True, inf)
FLAT = (1 / 6,) * 6


def put_back(was, off=0.5):
    """A die that lies so many widths from where one lay that showed this."""
    return Fate(True, off, was)


def rest(*lies):
    """Dice from the left: (value, how surely, what became of it)."""
    dice = tuple(replace(die(v, sure=sure, at=k), there=sure) for k, (v, sure, _) in enumerate(lies))
    return SettledDice.of(Observation(1.0, None, dice, fates=tuple(fate for *_, fate in lies)))


def values(some, which):
    return [some.dice[k].value for k in which]


@each(
    ("lies", "due", "expected"),
    [
        (((4, 0.99, THROWN), (2, 0.99, THROWN)), (2,), [4, 2]),
        # A stain that lay there before, and a new one.
        (((1, 0.3, LAY), (4, 0.99, THROWN), (2, 0.99, THROWN)), (2,), [4, 2]),
        (((1, 0.3, THROWN), (4, 0.99, THROWN), (2, 0.99, THROWN)), (2,), [4, 2]),
        # A die left lying where one is due; where two are due, it was thrown onto the same place.
        (((6, 0.99, LAY), (3, 0.99, THROWN)), (1,), [3]),
        (((6, 0.99, LAY), (3, 0.99, THROWN)), (2,), [6, 3]),
        # A weak die counts where it is needed, the likelier of two.
        (((4, 0.99, THROWN), (2, 0.4, THROWN)), (2,), [4, 2]),
        (((4, 0.99, THROWN), (2, 0.4, THROWN), (1, 0.2, THROWN)), (2,), [4, 2]),
        # Either number may be thrown.
        (((4, 0.99, THROWN),), (2, 1), [4]),
        # Any number.
        (((1, 0.3, THROWN), (4, 0.99, THROWN)), (), [4]),
        (((1, 0.3, THROWN),), (), [1]),
    ],
)
def test_the_likeliest_dice_of_the_due_number_come_first(lies, due, expected):
    some = rest(*lies)
    assert values(some, possible_throws(some, due)[0]) == expected


def test_nothing_was_thrown_where_nothing_was_stirred():
    assert possible_throws(rest(), (2,)) == ()
    assert possible_throws(rest((4, 0.99, LAY), (2, 0.99, LAY)), (2,)) == ()


def test_one_die_too_many_is_likelier_thrown_than_none():
    some = rest(*((value, 0.99, THROWN) for value in (4, 2, 5)))
    ways = possible_throws(some, (2,))
    assert values(some, max(ways, key=lambda way: belong(some, way))) == [4, 2, 5]
    assert any(len(way) == 2 for way in ways)  # and yet two of them are followed too


def test_leaving_out_a_stain_costs_less_than_a_die():
    some = rest((1, 0.3, THROWN), (4, 0.99, THROWN), (2, 0.99, THROWN))
    assert belong(some, (1, 2)) > belong(some, (0, 1, 2)) > belong(some, (0, 1))
    assert belong(some, (1, 2)) == pytest.approx(log(0.7 * 0.99 * 0.99))


@each(
    ("fate", "likelier"),
    [
        (put_back(4), True),
        (put_back(4, 1.2), True),
        (put_back(4, 3.0), False),
        (put_back(5), False),  # it shows something else now
        (THROWN, False),
        (Fate(False, inf), False),  # it came up where the picture did not change
    ],
)
def test_a_die_near_an_equal_one_was_probably_put_back(fate, likelier):
    assert (stays(rest((4, 0.99, fate))) > 0) == likelier


def test_unmoved_dice_say_nothing_about_a_throw():
    assert stays(rest((4, 0.99, LAY), (2, 0.99, LAY))) == 0
    assert still_shows(rest((4, 0.99, LAY), (2, 0.99, LAY)), (6, 6)) == 0


def test_dice_put_back_show_the_throw_in_any_order():
    some = rest((2, 0.99, put_back(4)), (4, 0.99, put_back(2)))
    assert still_shows(some, (4, 2)) == still_shows(some, (2, 4)) > 0
    assert still_shows(some, (4, 3)) < 0


def test_readings_are_ranked_and_hold_values_nobody_read():
    ways = readings((die(4, sure=1.0), die(2, sure=1.0)))
    assert ways[0][0] == (4, 2)
    assert [weight for _, weight in ways] == sorted((weight for _, weight in ways), reverse=True)
    others = {dice: exp(weight) for dice, weight in ways[1:]}
    assert others
    assert all(0 < chance < NOISE.misread for chance in others.values())
    assert exp(ways[0][1]) > 1 - 2 * (NOISE.misread + NOISE.leans)


def test_the_readings_of_two_dice_allow_for_a_misread_one():
    ways = {dice for dice, _ in readings((die(4, sure=0.99), die(2, sure=0.98)))}
    assert {(4, value) for value in range(1, 7)} | {(value, 2) for value in range(1, 7)} <= ways


some_chances = st.lists(st.floats(0, 1), min_size=6, max_size=6).filter(lambda raw: sum(raw) > 0.1)


@given(raw=some_chances)
def test_no_reader_is_surer_than_readers_were_found_to_be(raw):
    probabilities = chances(replace(die(4), chances=tuple(part / sum(raw) for part in raw)))
    assert sum(probabilities) == pytest.approx(1)
    assert min(probabilities) >= NOISE.misread / 6
    assert max(probabilities) <= 1 - NOISE.misread * 5 / 6 + 1e-9


@given(dice=st.lists(st.tuples(st.integers(1, 6), some_chances), min_size=1, max_size=3))
def test_what_dice_may_show_is_weighed_as_each_reading_is(dice):
    lie = [replace(die(v), chances=tuple(part / sum(raw) for part in raw)) for v, raw in dice]
    ways = readings(lie)
    assert sum(exp(weight) for _, weight in ways) <= 1 + 1e-9
    assert all(weight == pytest.approx(shows(lie, shown)) for shown, weight in ways)


def test_a_leaning_die_may_void_a_throw_flat_ones_hardly():
    assert void([die(4), die(None, "cocked")]) > log(0.9)
    assert void([die(4), die(2)]) < log(0.1)


def test_a_flat_die_that_may_lean_makes_the_throw_doubtful():
    assert exp(void([die(4), replace(die(2), leans=0.4)])) == pytest.approx(0.4, abs=0.01)
    assert void([die(4), replace(die(2), leans=0.001)]) == void([die(4), die(2)])


def test_a_flat_die_that_may_lean_is_not_surely_thrown():
    script = Script.laid(CHILD)
    script.roll(4, 2, settle=False)
    script.dice = (script.dice[0], replace(script.dice[1], sure=0.6, leans=0.4))
    assert "roll_settled" not in words(script.see() + script.rest(3))
    assert "roll_uncertain" in words(script.events)


def test_a_die_of_unknown_value_may_show_anything():
    assert chances(replace(die(4), value=None, chances=())) == pytest.approx(FLAT)


def test_settled_dice_are_in_order_each_with_its_fate():
    left, right = die(4, at=0), die(2, at=3)
    look = Observation(2.0, None, (right, left), fates=(LAY, THROWN))
    some = SettledDice.of(look)
    assert (some.dice, some.fates, some.t) == ((left, right), (THROWN, LAY), 2.0)
    assert some.stirred == (0,)


def test_dice_of_which_nothing_else_is_known_were_thrown():
    assert SettledDice.of(Observation(2.0, None, (die(4), die(2, at=1)))).stirred == (0, 1)


def test_settled_dice_read_again_keep_their_places():
    some = SettledDice.of(Observation(2.0, None, (die(4), die(2, at=1))))
    again = some.again(Observation(3.0, None, (die(5), die(6, at=4)), fates=(LAY, LAY)))
    assert [lying.value for lying in again.dice] == [5, 2, 6]
    assert (again.t, again.fates[:2]) == (some.t, some.fates)
    assert again.dice[1].there < 0.1
    assert again.dice[1].sure == 0
    assert belong(again, (0,)) > belong(again, (0, 1))


@each(
    ("fates", "gone", "expected"),
    [((LAY,), (), False), ((THROWN,), (), True), ((put_back(4),), (), True), ((LAY,), (die(2, at=3),), True)],
)
def test_dice_lie_otherwise_where_one_was_stirred_or_is_gone(fates, gone, expected):
    assert dice_changed(Observation(1.0, None, (die(4),), fates=fates, gone=gone)) == expected


# The same at the table.


def test_a_stain_never_spoils_a_game():
    script = Script.laid(CHILD)
    for dice, tiles in (((4, 2), (4, 2)), ((6, 3), (9,)), ((5, 3), (8,)), ((6, 1), (7,)), ((5,), (5,))):
        script.roll(*dice, settle=False)
        script.dice = (*script.dice, STAIN)
        script.see(abstains=frozenset({"dice"}))
        script.turn(tiles)
        script.rest()
        script.dice = script.dice[:-1]
        script.rest(0.5)
    reported = words(script.events)
    assert reported.count("roll_started") == reported.count("roll_settled") == reported.count("move_accepted") == 5
    assert "move_refused" not in reported


@each(
    ("sure", "dice", "word"),
    [
        (0.99, (4, 2), "roll_settled"),
        (0.92, (4, 2), "roll_settled"),
        (0.7, (4, 2), "roll_uncertain"),
        (0.99, (4, 2, 5), "move_refused"),  # one too many
    ],
)
@each("doubts", [frozenset(), frozenset({"dice"})])
def test_how_probable_a_throw_is_decides_whether_it_is_told(sure, dice, word, doubts):
    script = Script.laid(CHILD)
    script.roll(*dice, sure=sure, settle=False)
    for _ in range(4):
        script.see(0.5, abstains=doubts)
    assert [event.event for event in script.events if event.event != "roll_started"][-1] == word


def test_one_die_where_two_are_due_is_waited_for():
    script = Script.laid(CHILD)
    script.roll(4)
    assert "roll_settled" not in words(script.rest(1.5))
    script.throw, script.dice = 2, (*script.dice, die(2, at=4, throw=2))
    assert only(script.see(), "roll_settled").values["dice"] == [4, 2]


@pytest.mark.parametrize("setup", [CHILD, NONE], ids=["game", "throws only"])
def test_dice_pushed_or_put_back_nearby_are_no_throw(setup):
    script = Script.laid(setup)
    script.roll(6, 5)
    before = len(script.events)
    for _ in range(3):
        script.dice = tuple(
            replace(lying, box=(lying.box[0] + 9, lying.box[1] + 9, *lying.box[2:])) for lying in script.dice
        )
        script.see()
    assert "roll_settled" not in words(script.events[before:])
    assert "move_refused" not in words(script.events[before:])


# A die is laid beside the board once one alone is due.

BESIDE = die(2, "off-board", 0.95, at=9, throw=4)


def single_die_due():
    """A player for whom one die alone is due from now on; two lie there."""
    script = Script.laid(CHILD)
    for dice, tile in (((4, 5), 9), ((4, 4), 8), ((5, 2), 7)):
        script.roll(*dice)
        script.turn((tile,))
        script.rest(2)
    script.events.clear()
    return script


def throws_single_die(script, thrown, *others):
    script.hand()
    script.throw += 1
    script.dice = (thrown, *others)
    return script.see()


def test_a_die_laid_off_the_board_is_no_throw():
    script = single_die_due()
    script.hand()
    script.dice = (script.dice[0], BESIDE)
    assert words(script.see() + script.rest(2)) == []
    assert only(throws_single_die(script, die(3, throw=5), BESIDE), "roll_settled").values["dice"] == [3]


def test_a_die_laid_off_while_another_is_thrown_is_none():
    script = single_die_due()
    events = throws_single_die(script, die(3, throw=5), BESIDE) + script.rest(2)
    assert only(events, "roll_settled").values["dice"] == [3]
    assert {"die_off_board", "move_refused"}.isdisjoint(words(script.events))


def test_a_single_die_beside_the_board_does_not_count():
    script = single_die_due()
    throws_single_die(script, die(3, throw=5), BESIDE)
    script.turn((3,))
    script.rest(2)
    fallen = die(4, "off-board", 0.95, at=12, throw=2)
    assert "die_off_board" in words(throws_single_die(script, fallen, BESIDE) + script.rest(3))


# A throw that does not count.


@each("setup", [CHILD, NONE])
@each(("sure", "at_once"), [(0.9, True), (0.6, False)])
def test_a_void_throw_is_reported_as_surely_as_another(setup, sure, at_once):
    script = Script.laid(setup)
    script.roll(4, 2, settle=False)
    script.dice = (script.dice[0], die(2, "cocked", sure, at=1, throw=1))
    events = script.see()
    assert ("die_cocked" in words(events)) == at_once
    assert "die_cocked" in words(events + script.rest(2.5))


def leaning_perhaps(setup=CHILD):
    """4 and a die that seems to lean, not surely enough to say so; it would be a 2."""
    script = Script.laid(setup)
    script.roll(4, 2, settle=False)
    script.dice = (script.dice[0], die(2, "cocked", 0.6, at=1, throw=1))
    assert "die_cocked" not in words(script.see() + script.rest(1.5))
    return script


@pytest.mark.parametrize("setup", [CHILD, NONE], ids=["game", "no game"])
def test_dice_thrown_again_did_not_count_before(setup):
    script = leaning_perhaps(setup)
    came = script.t - 1.5
    events = script.roll(5, 3) + script.rest(1.0)
    void = only(events, "die_cocked")
    assert void.values["dice"] == [4, None]
    assert [word for word in words(events) if word in ("die_cocked", "roll_settled")] == ["die_cocked", "roll_settled"]
    if setup is CHILD:
        assert void.values["when"] == pytest.approx(came)
        assert script.table.throws.void == ()
        assert only(events, "roll_settled").values["dice"] == [5, 3]


def test_what_was_played_with_says_that_it_counted():
    script = leaning_perhaps()
    script.turn((6,))
    events = script.rest(3.0) + script.roll(5, 3) + script.rest(1.0)
    assert "die_cocked" not in words(script.events)
    assert only(events, "move_accepted").values["closed"] == [6]


def test_dice_that_are_pushed_say_nothing_of_whether_they_counted():
    script = leaning_perhaps()
    script.hand()
    script.dice = tuple(replace(lying, box=(lying.box[0] + 8, *lying.box[1:])) for lying in script.dice)
    assert "die_cocked" not in words(script.see())


def test_a_throw_told_not_to_count_is_told_once():
    script = leaning_perhaps()
    assert words(script.rest(1.5)).count("die_cocked") == 1
    assert "die_cocked" not in words(script.roll(5, 3) + script.rest(1.0))
