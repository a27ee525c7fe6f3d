"""Players who join in mid-game and leave for good, at the live table."""

from dataclasses import replace

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from sent import view
from table_script import Script, only, restarted, words

from referee.record import from_lines, to_lines
from webui.table.reducer import NotNow
from webui.table.transitions.players import FULL, GAMES, MISSED, OVER, SET_UP, TURNS, joining
from webui.table.values.actions import CloseTiles, Join, Leave, Next, Throw, Undo
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event

TWO = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), "OCCE enfant")


def stuck(script: Script) -> None:
    """A turn that leaves 27 points open."""
    for deed in (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((6, 3)), CloseTiles((3, 6)), Next(), Throw((6, 3))):
        script.touch(deed)


def test_the_next_player_follows_one_who_leaves_mid_turn() -> None:
    script = Script.laid(TWO, camera=False)
    script.touches(Throw((6, 3)), CloseTiles((9,)))
    event = only(script.touch(Leave(1)), "turn_passed")
    assert (event.player, event.seat) == (1, 1)
    assert event.values == {"score": 45, "open": list(range(1, 10)), "forced": False, "cause": "left"}
    shown = view(script.table)
    assert (shown["due"]["player"], shown["state"], shown["provisional"]) == (2, "waiting_throw", None)
    assert [player["left"] for player in shown["players"]] == [True, False]
    assert restarted(script.table) == script.table


def test_what_the_others_have_thrown_stays_where_somebody_else_leaves() -> None:
    script = Script.laid(TWO, camera=False)
    script.touches(Throw((6, 3)), CloseTiles((9,)), Leave(3))
    assert view(script.table)["provisional"] == [9]
    script.touch(Next())
    assert view(script.table)["scores"] == {"1": 36, "3": 45}
    assert from_lines(to_lines(script.table.playing)).match.events == script.table.playing.events


def test_a_throw_stays_in_doubt_when_another_player_leaves() -> None:
    script = Script.laid(TWO)
    script.roll(5, 3, sure=0.6)
    script.rest(1.0)
    doubt = script.table.throws.doubt
    assert doubt
    assert len(doubt.readings) > 1
    script.touch(Leave(3))
    assert script.table.throws.doubt == doubt
    script.touch(Throw((5, 3)))
    assert view(script.table)["legal"] == [[3, 5], [8]]


def test_leaving_can_be_taken_back() -> None:
    script = Script.laid(TWO, camera=False)
    script.touch(Throw((6, 3)))
    before = script.table.playing
    script.touch(Leave(1))
    event = only(script.touch(Undo()), "corrected")
    assert script.table.playing.events == before.events
    assert (event.values["what"], event.values["after"], event.player) == ("turn", None, 1)
    assert event.values["before"]["left"] is True


def test_the_last_player_left_wins_after_his_turn() -> None:
    script = Script.laid(TWO, camera=False)
    stuck(script)
    events = script.touch(Leave(3))
    assert words(events) == ["turn_passed", "game_ended"]
    assert view(script.table)["winners"] == [1]


@pytest.mark.parametrize("seat", [1, 2])
def test_the_last_player_and_nobody_cannot_leave(seat: int) -> None:
    script = Script.laid(replace(TWO, players=players_at((1,))), camera=False)
    with pytest.raises(NotNow):
        script.touch(Leave(seat))


def test_a_joining_player_plays_last_with_every_tile_open() -> None:
    script = Script.laid(TWO, camera=False)
    stuck(script)
    script.touch(Throw((1, 2)))
    before, shown = script.table, view(script.table)
    assert script.touch(Join(2, "Ana")) == []
    after = view(script.table)
    same = ("state", "dice", "legal", "due", "throws", "events", "verdict")
    assert {name: after[name] for name in same} == {name: shown[name] for name in same}
    assert after["scores"] == {**shown["scores"], "2": 45}
    assert [player["name"] for player in after["players"]] == ["Léa", "Tom", "Ana"]
    assert script.table.times == before.times
    assert restarted(script.table) == script.table
    script.touches(CloseTiles((1, 2)), Next(), Throw((1, 2)), CloseTiles((3,)), Next(), Throw((1, 2)))
    assert view(script.table)["due"]["player"] == 3


def test_joining_is_taken_back_before_what_was_played_before_it() -> None:
    script = Script.laid(TWO, camera=False)
    script.touches(Throw((6, 3)), CloseTiles((9,)), Next(), Throw((1, 2)))
    before = script.table
    script.touch(Join(2, "Ana"))
    assert restarted(script.table) == script.table
    assert script.touch(Undo()) == []
    assert replace(script.table, t=before.t) == before
    script.touch(Undo())
    assert view(script.table)["scores"] == {"1": 45, "3": 45}


def test_what_was_played_since_somebody_joined_is_taken_back_first() -> None:
    script = Script.laid(TWO, camera=False)
    script.touches(Throw((6, 3)), CloseTiles((9,)), Next(), Join(2, "Ana"), Throw((1, 2)), CloseTiles((3,)))
    counts = []
    for _ in range(4):
        script.touch(Undo())
        shown = view(script.table)
        counts.append((len(shown["players"]), shown["state"], shown["scores"]["1"]))
    closes, throws = "waiting_move", "waiting_throw"
    assert counts == [(3, closes, 36), (3, throws, 36), (2, throws, 36), (2, closes, 45)]


def test_both_players_who_joined_before_play_can_be_undone() -> None:
    script = Script.laid(TWO, camera=False)
    assert not view(script.table)["undo"]
    script.touches(Join(2, "Ana"), Join(4, "Max"), Undo())
    assert [player["name"] for player in view(script.table)["players"]] == ["Léa", "Tom", "Ana"]
    assert view(script.table)["undo"]
    script.touch(Undo())
    assert script.table.setup == TWO
    with pytest.raises(NotNow):
        script.touch(Undo())


def test_undoing_a_join_keeps_a_throw_the_camera_saw() -> None:
    script = Script.laid(TWO)
    script.roll(6, 3)
    script.rest(1.0)
    script.touches(Join(2, "Ana"), Undo())
    script.turn([9])
    script.rest(2.5)
    assert view(script.table)["scores"] == {"1": 36, "3": 45}


def test_a_camera_waits_for_no_frame_that_is_new() -> None:
    script = Script.laid(TWO)
    script.roll(6, 3)
    script.rest(1.0)
    script.touch(Join(2, "Ana"))
    script.turn([9])
    script.rest(2.5)
    assert view(script.table)["scores"] == {"1": 36, "3": 45, "2": 45}


SERIES = replace(TWO, games=2)
BOX = Setup("royal", players_at((1, 2)), "Tric-Trac Royal")
IN_TURN = replace(TWO, options=(("turns", "alternate"),))
ALL = Setup("occe_child", players_at((1, 2, 3, 4)))
CLOSES = (Throw((1, 2)), CloseTiles((1, 2)), Next())


@each(
    ("setup", "deeds", "why"),
    [
        (ALL, (), FULL),
        (Setup("none"), (), OVER),
        (Setup("backgammon", players_at((1, 2))), (), FULL),
        (SERIES, ("stuck", "stuck"), GAMES),
        (TWO, ("stuck", "stuck"), OVER),
        (IN_TURN, CLOSES * 2, TURNS),
        (ALL, (Leave(1), Throw((6, 3))), MISSED),
    ],
)
def test_where_nobody_may_join_the_reason_is_told(setup: Setup, deeds: tuple[object, ...], why: str) -> None:
    script = Script.laid(setup, camera=False)
    for deed in deeds:
        stuck(script) if deed == "stuck" else script.touch(deed)
    possible = joining(script.table)
    assert (possible.seats, possible.why_not) == ((), why)
    with pytest.raises(NotNow):
        script.touch(Join(2, "Ana"))


def test_one_may_join_until_everybody_has_thrown_once() -> None:
    script = Script.laid(IN_TURN, camera=False)
    for deed in CLOSES:
        script.touch(deed)
    assert joining(script.table).seats == (2, 4)


def test_nobody_joins_a_position_that_was_set_up() -> None:
    script = Script.laid(TWO, camera=False)
    match = TWO.match('{"open": [[1, 2], [3]]}')
    assert joining(replace(script.table, match=match)).why_not == SET_UP


@each("action", [Join(1, "Ana"), Join(5, "Ana"), Join(2, " "), Join(2, "A" * 25)])
def test_nobody_joins_without_a_free_place_and_a_name(action: Join) -> None:
    script = Script.laid(TWO, camera=False)
    with pytest.raises(NotNow):
        script.touch(action)


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([TWO, SERIES, IN_TURN, BOX]), st.integers(0, 30))
def test_whoever_joins_changes_nothing_that_was_played(rng, setup: Setup, length: int) -> None:
    script = Script.laid(setup, camera=False)
    match = setup.match()
    for _ in range(length):
        if match.game.is_over(match.state):
            return
        match = match.then(random_event(match.game, match.state, rng))
    table = replace(script.table, match=match, times=(0.0,) * len(match.events))
    script.table = replace(table, belief=type(table.belief).sure(match, table.times))
    for seat in joining(script.table).seats:
        before = script.table
        script.touch(Join(seat, "Ana"))
        now = script.table.playing
        assert now.events == match.events
        assert now.game.awaits(now.state) == match.game.awaits(match.state)
        assert now.game.scores(now.state) == (*match.game.scores(match.state), 45)
        script.touch(Undo())
        assert script.table.playing == match
        script.table = before


@each(
    ("seat", "before", "since"),
    [
        (1, (), ()),
        (2, (), ()),
        (2, (), (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((6, 3)))),
        (4, (Throw((6, 3)), CloseTiles((9,)), Next()), (Throw((1, 2)), CloseTiles((3,)), Next(), Leave(3))),
        (1, (Throw((6, 3)), CloseTiles((9,)), Next()), (Leave(2),)),
    ],
)
def test_who_left_comes_back_as_if_never_gone(seat: int, before: tuple, since: tuple) -> None:
    setup = replace(ALL, players=players_at((1, 2, 3, 4), ("Léa", "Tom", "Ana", "Max")))
    name = setup.names[seat - 1]
    stayed, script = (Script.laid(setup, camera=False) for _ in range(2))
    stayed.touches(*before, *since)
    script.touches(*before, Leave(seat), *since)
    gone = script.table
    assert only(script.touch(Join(seat, name)), "corrected").values["reason"] == "back"
    back = script.table
    assert (back.playing, view(back)["due"]) == (stayed.table.playing, view(stayed.table)["due"])
    assert (back.turned.move, view(back)["provisional"]) == (gone.turned.move, view(gone)["provisional"])
    assert back.belief.best.match == back.playing
    assert restarted(back) == back
    script.touch(Undo())
    assert replace(script.table, t=gone.t) == gone


def test_somebody_else_may_take_a_place_nobody_has_played_at() -> None:
    script = Script.laid(ALL, camera=False)
    script.touches(Leave(3), Throw((6, 3)), CloseTiles((9,)), Next(), Join(3, "Ana"))
    assert [player["name"] for player in view(script.table)["players"] if not player["left"]][2] == "Ana"
    script.touch(Undo())
    assert script.table.setup == ALL
    script.touch(Leave(1))
    assert joining(script.table, "Ana").seats == (3,)
    assert joining(script.table, "Joueur 1").seats == (1, 3)
