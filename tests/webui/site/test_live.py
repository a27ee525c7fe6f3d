"""The live table: one writer, fingers in between, readers that never hold it up."""

import random
from contextlib import suppress
from dataclasses import replace
from threading import Event, Thread

import numpy as np
import pytest
from hand_clock import HandClock
from hypothesis import given, settings
from hypothesis import strategies as st
from sent import sent
from table_script import Script

from vision.frame import Frame
from webui.live.live import Live
from webui.store.journal import Journal, JournalFull
from webui.table.reducer import NotNow, open_table
from webui.table.values.actions import (
    CloseTiles,
    CorrectDice,
    CorrectTiles,
    Next,
    Pause,
    PlayMove,
    Resume,
    Throw,
    Undo,
)
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
PICTURE = Frame(np.full((600, 600, 3), 200, np.uint8), 0.0)
SOON = 20.0
"""Seconds within which a thread must have done its part; a test never waits that long."""


@pytest.fixture
def live(tmp_path, clock):
    live = Live(Journal.open(tmp_path), clock=clock)
    yield live
    live.close()


class Seen:
    """What a camera shows to a live table, made by a script of its own."""

    def __init__(self, live, clock, frame=None):
        self.live, self.clock, self.frame = live, clock, frame
        self.script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})

    def look(self, after=0.1, **changes):
        self.script.t += after
        self.clock.now += after
        self.live.look(self.script.observation(**changes), self.frame)

    def rest(self, seconds=1.5):
        for _ in range(round(seconds / 0.5)):
            self.look(0.5)

    def roll(self, *values):
        self.script.roll(*values, settle=False)
        self.look()

    def turn(self, *tiles):
        self.script.open[1] -= set(tiles)
        self.look()


def words(view):
    return [event["event"] for event in view.history]


def test_a_game_without_a_camera_is_played_by_touch(live):
    assert live.snapshot().state == "setup"
    assert live.new_game(CHILD).state == "waiting_throw"
    assert live.act(Throw((4, 2))).state == "waiting_move"
    assert live.act(CloseTiles((6,))).state == "provisional"
    view = sent(live.act(Next()))
    assert view["state"] == "waiting_throw"
    assert view["mode"] == "touch"
    assert view["scores"] == {"1": 39, "3": 45}
    assert view["players"][0]["tiles"][5] == {"number": 6, "state": "closed"}


def test_nothing_to_act_on_before_a_game(live):
    with pytest.raises(NotNow, match="expected a game"):
        live.act(Throw((4, 2)))
    with pytest.raises(NotNow, match="expected a game"):
        live.next_game()


def test_the_view_changes_only_when_something_does(live, clock):
    seen = Seen(live, clock)
    live.new_game(CHILD)
    seen.rest(2)
    before = live.snapshot()
    seen.rest(3)
    assert live.snapshot() is before
    seen.roll(4, 2)
    assert live.snapshot().version > before.version


def test_a_camera_game_is_followed_with_crops(live, clock):
    seen = Seen(live, clock, PICTURE)
    seen.look()
    live.new_game(CHILD)
    seen.rest()
    seen.roll(4, 2)
    view = sent(live.snapshot())
    assert view["mode"] == "camera"
    assert [die["value"] for die in view["dice"]] == [4, 2]
    assert all(live.crop(die["crop"]).startswith(b"\xff\xd8") for die in view["dice"])
    assert live.crop("nothing") is None
    seen.turn(6)
    assert live.snapshot().state == "provisional"
    seen.rest()
    assert words(live.snapshot())[-1] == "move_accepted"


def test_throws_from_before_the_game_are_old(live, clock):
    seen = Seen(live, clock)
    seen.roll(6, 6)
    live.new_game(CHILD)
    seen.rest()
    assert words(live.snapshot()) == ["game_started"]


def closed_by_touch(live, setup):
    live.new_game(setup)
    live.act(Throw((4, 2)))
    live.act(CloseTiles((6,)))
    live.beat()
    assert live.snapshot().state == "provisional"


def test_a_move_by_touch_waits_for_next(live, clock):
    closed_by_touch(live, CHILD)
    clock.now += 600
    live.beat()
    assert (live.snapshot().state, live.snapshot().ripens) == ("provisional", False)
    live.act(Next())
    assert words(live.snapshot())[-1] == "move_accepted"


def test_the_next_reported_throw_confirms_the_touch_move(live):
    closed_by_touch(live, CHILD)
    live.act(Throw((3, 2)))
    view = sent(live.snapshot())
    assert [event["event"] for event in view["history"]][-3:] == ["move_accepted", "roll_started", "roll_settled"]
    assert ([die["value"] for die in view["dice"]], view["scores"]["1"]) == ([3, 2], 39)


def test_a_touch_move_ripens_where_the_clock_decides(live, clock):
    closed_by_touch(live, replace(CHILD, counts="moment"))
    assert live.snapshot().ripens
    clock.now += 1.1
    live.beat()
    assert words(live.snapshot())[-1] == "move_accepted"


@pytest.mark.parametrize("counts", ["next", "moment"])
def test_a_double_is_said_twice_whatever_the_clock(live, clock, counts):
    live.new_game(Setup("backgammon", players_at((1, 2)), "Backgammon international", counts=counts))
    for die in ((5,), (2,), (5, 2)):
        live.act(Throw(die))
    live.act(PlayMove(sent(live.snapshot())["legal"][0]))
    live.act(Next())
    for word in ("double", "refuse"):
        live.act(PlayMove(word))
        clock.now += 600
        live.beat()
        assert (live.snapshot().state, sent(live.snapshot())["provisional"]) == ("provisional", word)
        live.act(PlayMove(""))
        assert sent(live.snapshot())["provisional"] is None
        live.act(PlayMove("double" if word == "double" else "accept"))
        live.act(Next())
    assert sent(live.snapshot())["position"]["cube"] == 2


def test_a_silent_camera_is_lost_and_back(live, clock):
    seen = Seen(live, clock)
    seen.look()
    live.new_game(CHILD)
    seen.rest()
    clock.now += 30
    live.beat()
    lost = sent(live.snapshot())
    assert lost["camera"]["state"] == "lost"
    assert lost["mode"] == "touch"
    assert "camera_lost" in lost["problems"]
    seen.rest()
    back = sent(live.snapshot())
    assert [event["event"] for event in back["history"]] == ["game_started", "camera_lost", "camera_back"]
    assert back["camera"]["state"] == "ok"
    assert back["problems"] == []


def test_a_recording_is_not_lost_however_slow_the_machine_is(tmp_path, clock):
    live = Live(Journal.open(tmp_path), source=list, again=CHILD, clock=clock)
    seen = Seen(live, clock)
    seen.look()
    live.new_game(CHILD)
    seen.rest()
    clock.now += 600
    live.beat()
    assert sent(live.snapshot())["camera"]["state"] == "ok"
    assert sent(live.snapshot())["problems"] == []
    live.close()


def test_the_camera_can_be_left_out(live, clock):
    seen = Seen(live, clock)
    seen.look()
    live.new_game(CHILD)
    assert live.use_camera(False).mode == "touch"
    assert sent(live.snapshot())["camera"]["state"] == "none"


@pytest.mark.parametrize("deeds", [[], [Throw((4, 2))], [Throw((4, 2)), CloseTiles((6,))]])
def test_a_restart_resumes_the_game_provisional_moves_included(tmp_path, clock, deeds):
    live = Live(Journal.open(tmp_path), clock=clock)
    live.new_game(CHILD)
    for deed in deeds:
        live.act(deed)
    before = sent(live.snapshot())
    # The power is cut: nothing is closed.
    again = Live(Journal.open(tmp_path), clock=clock)
    after = sent(again.snapshot())
    assert after["version"] != before["version"]
    assert {**after, "version": 0, "at": 0} == {**before, "version": 0, "at": 0}
    again.close()
    live.close()


def test_after_a_restart_with_a_camera_the_provisional_move_stands(tmp_path, clock):
    live = Live(Journal.open(tmp_path), clock=clock)
    seen = Seen(live, clock)
    seen.look()
    live.new_game(CHILD)
    seen.rest()
    seen.roll(4, 2)
    seen.turn(6)
    live.close()
    seen.live = Live(Journal.open(tmp_path), clock=clock)
    assert seen.live.snapshot().state == "provisional"
    seen.look()
    assert seen.live.snapshot().state == "provisional"
    seen.rest()
    assert words(seen.live.snapshot())[-2:] == ["camera_back", "move_accepted"]
    seen.live.close()


def test_a_full_disk_stops_the_page_before_the_journal(tmp_path, clock):
    live = Live(Journal.open(tmp_path, most_pages=12), clock=clock)
    live.new_game(CHILD)
    seen = Seen(live, clock)
    with pytest.raises(JournalFull):
        play_on(live)
    assert words(live.snapshot()) == [line["event"] for line in live.lines()][-30:]
    for _ in range(3):
        seen.look()
        assert words(live.snapshot()) == [line["event"] for line in live.lines()][-30:]
    assert "journal_full" in sent(live.snapshot())["problems"]
    live.close()


def play_on(live):
    live.act(Throw((6, 1)))
    for _ in range(500):
        live.act(CloseTiles((7,)))
        live.act(CloseTiles((6,)))


def views_of(live):
    """(version, view) at once and after each change, the newest only, until the table closes."""
    view = live.snapshot()
    while view is not None:
        yield view.version, view
        view = live.wait(view.version)


def test_readers_get_the_newest_view_and_miss_what_came_between(live):
    live.new_game(CHILD)
    reader = views_of(live)
    _, first = next(reader)
    live.act(Throw((4, 2)))
    live.act(CloseTiles((6,)))
    version, newest = next(reader)
    assert newest is live.snapshot()
    assert version == newest.version > first.version + 1
    assert live.wait(version, 0) is None


def test_games_and_lines_are_listed(live):
    live.new_game(CHILD)
    live.next_game()
    assert [game.id for game in live.games()] == [1, 2]
    assert [line["event"] for line in live.lines(2)] == ["game_started"]
    assert len(live.lines()) == 2


def test_one_thread_follows_and_another_is_told(tmp_path):
    looked, told = Event(), Event()
    script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})

    def source():
        for _ in range(4):
            script.t += 0.5
            yield script.observation(), None
        assert looked.wait(SOON)
        script.roll(4, 2, settle=False)
        script.t += 0.1
        yield script.observation(), PICTURE
        told.wait(SOON)

    live = Live(Journal.open(tmp_path), source=source)
    live.new_game(CHILD)
    views = []

    def read():
        for _, view in views_of(live):
            views.append(view)
            if "game_started" in words(view):
                looked.set()
            if "roll_settled" in words(view):
                told.set()

    reader = Thread(target=read)
    reader.start()
    live.start()
    with pytest.raises(RuntimeError, match="already"):
        live.start()
    assert told.wait(SOON)
    live.close()
    reader.join(SOON)
    assert not reader.is_alive()
    assert views[-1].version >= views[0].version


def test_a_camera_that_cannot_be_opened_is_tried_again(tmp_path):
    opened, enough = [], Event()

    def source():
        opened.append(1)
        if len(opened) >= 2:
            enough.set()
        raise OSError("expected a camera; got none")

    live = Live(Journal.open(tmp_path), source=source, retry=(0.0,))
    live.new_game(CHILD)
    live.start()
    assert enough.wait(SOON)
    live.close()
    assert sent(live.snapshot())["camera"]["state"] == "lost"


def test_a_demonstration_begins_again_when_it_ends(tmp_path):
    runs, twice = [], Event()
    script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})

    def source():
        runs.append(1)
        yield script.observation(), None
        if len(runs) > 1:
            twice.set()

    live = Live(Journal.open(tmp_path), source=source, again=CHILD)
    live.start()
    assert twice.wait(SOON)
    live.close()


def test_the_path_of_a_move_survives_a_restart(tmp_path, clock):
    live = Live(Journal.open(tmp_path), clock=clock)
    live.new_game(CHILD)
    closed, wrong = CloseTiles((6,)), CloseTiles((9,))
    for deed in (
        Throw((4, 2)),
        closed,
        Next(),
        Throw((6, 1)),
        wrong,
        closed,
        CloseTiles((1,)),
        wrong,
        closed,
    ):
        live.act(deed)
        assert restarted(tmp_path, clock) == timeless(sent(live.snapshot()))
    live.close()


def timeless(view):
    return view | {"version": 0, "at": 0}


def restarted(folder, clock):
    """The view of a Piste that starts on this folder now, as after a power cut."""
    live = Live(Journal.open(folder), clock=clock)
    try:
        return timeless(sent(live.snapshot()))
    finally:
        live.close()


def any_deed(rng):
    """A deed by touch, possible or not."""
    dice = (rng.randint(1, 6), rng.randint(1, 6))
    tiles = tuple(rng.sample(range(1, 10), rng.randint(0, 2)))
    seats = ((rng.choice((1, 3)), tuple(rng.sample(range(1, 10), rng.randint(0, 9)))),)
    rare = (Next(), Undo(), CorrectDice(dice), CorrectTiles(dict(seats)), Pause(), Resume(), Resume())
    return rng.choice((Throw(dice), Throw(dice), *[CloseTiles(tiles)] * 4, rng.choice(rare)))


@settings(max_examples=20)
@given(seed=st.integers(0, 10**9))
def test_after_any_deeds_a_restart_shows_the_same(seed, tmp_path_factory):
    folder, clock, rng = tmp_path_factory.mktemp("journal"), HandClock(100.0), random.Random(seed)
    live = Live(Journal.open(folder), clock=clock)
    live.new_game(CHILD)
    for _ in range(15):
        with suppress(NotNow):
            live.act(any_deed(rng))
        clock.now += rng.choice((0.0, 0.4, 1.2))
        live.beat()
        assert restarted(folder, clock) == timeless(sent(live.snapshot()))
    live.close()


def test_a_table_at_rest_is_not_written_again_and_again(live, clock, tmp_path):
    seen = Seen(live, clock)
    live.new_game(CHILD)
    seen.rest()
    wal = tmp_path / "journal.sqlite-wal"
    size = wal.stat().st_size
    seen.rest(10)
    assert wal.stat().st_size == size
