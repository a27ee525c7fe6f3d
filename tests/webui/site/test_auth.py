"""The teacher's PIN: stored hashed, counted tries, ended sessions."""

import stat
from pathlib import Path

import pytest

from webui.site.auth import (
    FIRST_WAIT,
    FORGET_AFTER,
    FREE_TRIES,
    KEY_FILE,
    LONGEST_WAIT,
    PIN_FILE,
    Door,
    new_pin,
    pin_at_first_run,
    session_key,
)


class Clock:
    """Seconds, set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(tmp_path: Path, clock: Clock) -> Door:
    return Door(tmp_path, clock)


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10**6:06d}"


def test_the_pin_is_six_digits_and_shown_once(tmp_path: Path) -> None:
    pin = pin_at_first_run(tmp_path)
    assert pin is not None
    assert pin.isdigit()
    assert len(pin) == 6
    assert pin_at_first_run(tmp_path) is None


def test_the_files_are_secret_and_hold_no_plain_pin(tmp_path: Path) -> None:
    pin = new_pin(tmp_path)
    session_key(tmp_path)
    assert pin not in (tmp_path / PIN_FILE).read_text()
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in (PIN_FILE, KEY_FILE)] == [0o600, 0o600]


def test_the_session_key_stays_over_a_restart(tmp_path: Path) -> None:
    assert session_key(tmp_path) == session_key(tmp_path)
    assert len(session_key(tmp_path)) == 32


def test_only_the_right_pin_opens(door: Door) -> None:
    pin = new_pin(door.data)
    assert not door.opens("a", wrong(pin))
    assert door.opens("a", pin)
    assert door.opens("a", f" {pin[:3]} {pin[3:]} ")


def test_without_a_pin_nothing_opens(door: Door) -> None:
    assert not door.opens("a", "")
    assert not door.opens("a", "000000")


def test_a_new_pin_shuts_the_old_one_out_and_changes_the_stamp(door: Door) -> None:
    old, before = new_pin(door.data), door.stamp()
    new = new_pin(door.data)
    assert door.stamp() != before
    assert door.opens("a", new)
    assert new == old or not door.opens("a", old)


def test_after_five_wrong_tries_even_the_right_pin_waits(door: Door, clock: Clock) -> None:
    pin = new_pin(door.data)
    for _ in range(FREE_TRIES):
        door.opens("a", wrong(pin))
    assert door.wait("a") == FIRST_WAIT
    assert not door.opens("a", pin)
    assert door.opens("b", pin)  # another tablet is not punished
    clock.now = FIRST_WAIT
    assert door.opens("a", pin)
    assert door.wait("a") == 0


def test_each_further_wrong_try_doubles_the_wait_up_to_a_limit(door: Door, clock: Clock) -> None:
    pin = new_pin(door.data)
    waits = []
    for _ in range(FREE_TRIES + 8):
        clock.now += door.wait("a")
        door.opens("a", wrong(pin))
        waits.append(door.wait("a"))
    expected = [0.0] * (FREE_TRIES - 1) + [min(FIRST_WAIT * 2**n, LONGEST_WAIT) for n in range(9)]
    assert waits == expected


def test_old_tries_are_forgotten(door: Door, clock: Clock) -> None:
    pin = new_pin(door.data)
    door.opens("a", wrong(pin))
    clock.now = FORGET_AFTER + 1
    door.opens("b", wrong(pin))
    assert set(door.tries()) == {"b"}
