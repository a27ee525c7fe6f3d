"""A game that is over stays open to evidence until the next one begins: a misread throw may have ended it."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_script import Script, words

from referee.core import Roll
from referee.games.tiles import Close
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")

LAST = (((4, 5), (9,)), ((4, 4), (8,)), ((5, 2), (7,)), ((3,), (3,)), ((6,), (6,)))
"""Throws and closings of the second player, of which 1, 2, 4 and 5 stay open; one die is thrown at the end."""


def goes(script, dice, tiles, seat):
    if dice:
        script.roll(*dice)
    if tiles:
        script.turn(tiles, seat=seat)
    script.rest(2)


def played(setup, ends_with):
    """A game that is over, or seems so: the last throw is read as 3, which closes nothing, or is none of these."""
    script = Script.laid(setup)
    goes(script, (6, 6), (6,), 1)
    goes(script, (6, 6), (), 1)
    for dice, tiles in LAST:
        goes(script, dice, tiles, 3)
    goes(script, ends_with, (), 3)
    assert "game_ended" in words(script.events)
    script.events.clear()
    return script


@pytest.mark.parametrize("games", [1, 3])
def test_what_follows_reopens_a_game_that_a_misread_throw_ended(games):
    script = played(replace(CHILD, games=games), (3,))
    goes(script, (), (2,), 3)  # it was a 2
    goes(script, (4,), (4,), 3)
    corrected = [event.values for event in script.events if event.event == "corrected"]
    assert [(values["what"], values["before"], values["after"]) for values in corrected] == [
        ("roll", [3], [2]),
        ("turn", {"score": 12, "open": [1, 2, 4, 5]}, None),
    ]
    assert list(script.table.playing.events[-4:]) == [Roll((2,)), Close((2,)), Roll((4,)), Close((4,))]
    goes(script, (6,), (), 3)
    assert script.events[-1].values["scores"] == {"1": 39, "3": 6}
    assert script.table.started == (games == 1)


def test_the_next_game_closes_what_was_before():
    script = played(replace(CHILD, games=2), (3,))
    script.reset()
    script.rest(2)
    assert "game_started" in words(script.events)
    assert [h.match.same(script.table.playing) for h in script.table.belief.histories] == [True]


def fiddles(script, rng):
    """A hand opens tiles, turns anything once all are open, throws dice or takes them away."""
    act, seat = rng.choice(("opens", "resets", "throws", "takes")), rng.choice(tuple(script.open))
    if act == "throws":
        script.roll(*(rng.randint(1, 6) for _ in range(rng.randint(1, 2))))
    elif act == "takes":
        script.dice = ()
    elif script.open[seat] == set(range(1, 10)):
        script.turn((rng.randint(1, 9),), seat=seat)
    else:
        closed = sorted(set(range(1, 10)) - script.open[seat])
        script.turn(reopen=rng.sample(closed, 1) if act == "opens" else closed, seat=seat)
    script.rest(rng.choice((0.5, 1.5)))


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_what_players_do_after_the_end_reopens_nothing(seed):
    stays_closed(seed)


@pytest.mark.xfail(strict=True, reason="a 6 thrown for fun after the end passes for the last throw, a 3")
def test_nor_does_a_six_thrown_for_fun():
    stays_closed(2281)


def stays_closed(seed):
    rng, script = random.Random(seed), played(CHILD, (3,))
    script.reset() if rng.random() < 0.3 else None
    for _ in range(8):
        fiddles(script, rng)
        assert script.events == []
