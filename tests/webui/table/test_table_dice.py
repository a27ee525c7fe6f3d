"""Which of the dice that are seen were thrown."""

import pytest
from table_script import Script, die

from webui.table import dice as table_dice
from webui.table.setup import Setup, players_at

STAIN = die(1, sure=0.3, at=-2)
CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")


@pytest.mark.parametrize(
    ("before", "after", "due", "expected"),
    [
        ((), ((4, 0.99), (2, 0.99)), (2,), [4, 2]),
        # A stain that lay there before, a new one, and both.
        (((1, 0.3),), ((1, 0.3), (4, 0.99), (2, 0.99)), (2,), [4, 2]),
        ((), ((1, 0.3), (4, 0.99), (2, 0.99)), (2,), [4, 2]),
        (((1, 0.3),), ((1, 0.3), (4, 0.99)), (2,), [4]),
        # A die left lying where one is due; where two are due, it was thrown onto the same place.
        (((6, 0.99),), ((6, 0.99), (3, 0.99)), (1,), [3]),
        (((6, 0.99),), ((6, 0.99), (3, 0.99)), (2,), [6, 3]),
        # A weak die is asked about rather than left out where it is needed.
        ((), ((4, 0.99), (2, 0.4)), (2,), [4, 2]),
        ((), ((4, 0.99), (2, 0.4), (1, 0.2)), (2,), [4, 2]),
        # Too many are too many.
        ((), ((4, 0.99), (2, 0.99), (5, 0.99)), (2,), [4, 2, 5]),
        # Either number may be thrown.
        ((), ((4, 0.99),), (2, 1), [4]),
        # Any number.
        ((), ((1, 0.3), (4, 0.99)), (), [4]),
        ((), ((1, 0.3),), (), [1]),
        ((), (), (2,), []),
    ],
)
def test_dice_of_a_throw(before, after, due, expected):
    lay = table_dice.lying(die(value, sure=sure, at=k) for k, (value, sure) in enumerate(before))
    seen = [die(value, sure=sure, at=k) for k, (value, sure) in enumerate(after)]
    assert [one.value for one in table_dice.thrown(lay, seen, due)] == expected


def test_a_die_somewhere_else_or_with_another_face_is_another():
    lay = table_dice.lying([die(6, at=0)])
    assert table_dice.gone(lay, [])
    assert not table_dice.gone(lay, [die(5, at=0)])
    assert table_dice.gone(lay, [die(6, at=3)])
    assert not table_dice.gone(table_dice.lying([STAIN]), [])


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
    told = [event.event for event in script.events]
    assert told.count("roll_started") == told.count("roll_settled") == told.count("move_accepted") == 5
    assert "move_refused" not in told


def test_a_doubtful_die_of_the_throw_is_asked_about():
    script = Script.laid(CHILD)
    script.roll(4, 2, settle=False)
    for _ in range(4):
        script.see(0.5, abstains=frozenset({"dice"}))
    assert [event.event for event in script.events][-1] == "roll_uncertain"


@pytest.mark.parametrize(
    ("sure", "perhaps", "dice", "word"),
    [
        (0.99, 1, (4, 2), "roll_settled"),  # both lie there surely: what may be a third is none
        (0.99, 0, (4, 2), "roll_uncertain"),  # the reader doubts the dice themselves
        (0.92, 1, (4, 2), "roll_uncertain"),
        (0.99, 1, (4, 2, 5), "move_refused"),  # a third that is seen is one too many
    ],
)
def test_what_may_be_a_die_does_not_spoil_a_throw_that_is_complete(sure, perhaps, dice, word):
    script = Script.laid(CHILD)
    script.roll(*dice, sure=sure, settle=False)
    for _ in range(4):
        script.see(0.5, abstains=frozenset({"dice"}), perhaps=perhaps)
    assert [event.event for event in script.events if event.event != "roll_started"][-1] == word


def test_what_may_be_a_die_may_be_the_one_that_is_missing():
    script = Script.laid(CHILD)
    script.roll(4, settle=False)
    script.see(0.5, abstains=frozenset({"dice"}), perhaps=1)
    assert "roll_settled" not in [event.event for event in script.events]
