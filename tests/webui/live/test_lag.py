"""How far behind the table Piste is: what is too late, what is skipped, and when that is reported."""

from collections.abc import Iterator
from itertools import groupby

import numpy as np
from hand_clock import HandClock
from sent import sent
from table_script import Script

from vision.frame import Frame
from webui.checkup.doctor import LATE
from webui.live.lag import MANY, PICTURES, WINDOW, Lag
from webui.live.live import Live
from webui.live.view import TOO_SLOW
from webui.live.watchdog import Pulse
from webui.store.journal import Journal
from webui.table.values.setup import Setup

IMAGE = np.zeros((16, 16, 3), np.uint8)
THROWS = Setup("none")


def taken(clock: HandClock, each: float = 0.1) -> Iterator[Frame]:
    """Pictures of a camera that begins now, always the newest: those taken while nobody asks are gone."""
    opened = clock.now
    while True:
        clock.now += each
        yield Frame(IMAGE, clock.now - opened)


def followed(lag: Lag, clock: HandClock, takes: float, seconds: float, each: float = 0.1) -> None:
    """Each picture takes so long, and each fifth leads to a report."""
    until = clock.now + seconds
    for number, frame in enumerate(lag.along(taken(clock, each))):
        clock.now += takes
        if number % 5 == 0:
            lag.decided(lag.since(frame.time))
        if clock.now >= until:
            return


def test_what_is_told_late_is_counted_from_its_own_picture(clock: HandClock) -> None:
    lag = Lag(clock)
    frames = lag.along(taken(clock))
    seconds = [next(frames).time for _ in range(3)]
    clock.now += 1.0
    assert [round(lag.since(second), 3) for second in seconds] == [1.2, 1.1, 1.0]
    assert Lag(clock).since(4.0) == 0.0


def test_the_newest_pictures_are_remembered_until_the_camera_reopens(clock: HandClock) -> None:
    lag = Lag(clock)
    for _ in range(2):
        frames = lag.along(taken(clock))
        last = [next(frames) for _ in range(2 * PICTURES)][-1]
        assert lag.since(last.time) == 0.0
    clock.now += 2.0
    assert round(lag.since(0.1 * 2 * PICTURES), 3) == 2.0


def test_a_quick_machine_leaves_out_nothing_and_is_not_slow(clock: HandClock) -> None:
    lag = Lag(clock)
    followed(lag, clock, takes=0.15, seconds=300)
    assert (lag.dropped, lag.slow) == (0, False)


def test_one_slow_look_says_nothing(clock: HandClock) -> None:
    lag = Lag(clock)
    followed(lag, clock, takes=0.15, seconds=60)
    followed(lag, clock, takes=9.0, seconds=1)
    assert (lag.dropped, lag.slow) == (0, False)  # its end is not known yet
    followed(lag, clock, takes=0.15, seconds=20)
    assert not lag.slow


def test_decisions_that_come_too_late_again_and_again_are_slow(clock: HandClock) -> None:
    lag = Lag(clock)
    for _ in range(MANY - 1):
        lag.decided(LATE + 0.1)
        lag.decided(0.2)
    assert not lag.slow
    lag.decided(LATE + 0.1)
    assert lag.slow


def test_skipped_looks_are_counted_and_half_of_them_is_slow(clock: HandClock) -> None:
    lag = Lag(clock)
    followed(lag, clock, takes=1.2, seconds=24)
    assert not lag.slow
    followed(lag, clock, takes=1.2, seconds=60)
    assert lag.slow
    assert 100 <= lag.dropped <= 130  # two of each 1.3 s


def test_a_camera_of_few_pictures_leaves_out_nothing(clock: HandClock) -> None:
    lag = Lag(clock)
    followed(lag, clock, takes=0.15, seconds=120, each=2.0)
    assert (lag.dropped, lag.slow) == (0, False)


def test_a_machine_fast_again_is_not_slow_without_flicker(clock: HandClock) -> None:
    lag = Lag(clock)
    followed(lag, clock, takes=2.5, seconds=60)
    changes, was = 0, lag.slow
    assert was
    for _ in range(60):
        followed(lag, clock, takes=0.15, seconds=2)
        changes, was = changes + (lag.slow != was), lag.slow
    assert (changes, was) == (1, False)


def test_nothing_that_happens_for_a_minute_is_not_slow(clock: HandClock) -> None:
    lag = Lag(clock)
    for _ in range(MANY):
        lag.decided(LATE + 1)
    assert lag.slow
    clock.now += WINDOW + 1
    followed(lag, clock, takes=0.01, seconds=0)
    followed(lag, clock, takes=0.01, seconds=1)
    assert not lag.slow


def test_the_table_reports_a_slow_machine_until_it_is_fast(tmp_path, clock: HandClock) -> None:
    pulse = Pulse(clock)
    live = Live(Journal.open(tmp_path), source=lambda: iter(()), clock=clock, pulse=pulse)
    live.new_game(THROWS)
    script, states = Script.laid(THROWS), []
    frames = pulse.lag.along(taken(clock))
    for takes in (*[0.1] * 3, *[3.0] * 4, *[0.1] * 9):
        script.roll(4, 2, settle=False)
        script.t = next(frames).time
        clock.now += takes
        live.look(script.observation())
        states.append(TOO_SLOW in sent(live.snapshot())["problems"])
    live.close()
    assert (live.tally.throws, live.lag.dropped) == (15, 4 * 6)
    # After three late ones of five, until at most one of five is late: reported with the next picture.
    assert [state for state, _ in groupby(states)] == [False, True, False]
    assert (states.index(True), states.count(True)) == (6, 5)
