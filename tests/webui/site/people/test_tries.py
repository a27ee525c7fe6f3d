"""Wrong codes: counted over all callers and restarts, reported to the teacher, never blocking him."""

import json
from pathlib import Path
from threading import Event, Thread

import pytest
from hand_clock import HandClock
from hypothesis import given
from hypothesis import strategies as st

from webui.site.auth import HANDS, PIN_FILE, TABLES, TEACHERS, Door, new_pin
from webui.site.limits.tries import (
    FILE,
    FORGET_AFTER,
    FREE_TRIES,
    KNOWN_STOCKS,
    MOST_CALLERS,
    STOCKS,
    WrongCodes,
    known_device,
)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def tries(tmp_path: Path, clock: HandClock) -> WrongCodes:
    return WrongCodes(tmp_path, clock, wall=lambda: 1_000_000.0 + clock.now)


def guess(tries: WrongCodes, caller: str, kind: str = TEACHERS) -> bool:
    heard = tries.begin(caller, kind)
    if heard:
        tries.was_wrong(kind)
    return heard


def crowd(tries: WrongCodes, kind: str = TEACHERS) -> int:
    """How many of the guesses of sixty addresses are heard."""
    return sum(guess(tries, f"10.0.0.{n}", kind) for n in range(60) for _ in range(FREE_TRIES))


def test_a_crowd_guesses_no_faster_than_one(tries: WrongCodes, clock: HandClock) -> None:
    assert crowd(tries) == STOCKS[TEACHERS].most
    clock.now = 3600.0
    assert crowd(tries) == STOCKS[TEACHERS].most  # the stock is full again, and no fuller
    clock.now += 5 * STOCKS[TEACHERS].seconds
    assert crowd(tries) == 5


def test_an_address_is_forgotten_on_the_disk_too(tries: WrongCodes, clock: HandClock, tmp_path: Path) -> None:
    guess(tries, "10.0.0.7")
    clock.now = FORGET_AFTER - 1
    assert tries.noted()[TEACHERS].wrong == 1
    assert "10.0.0.7" in (tmp_path / FILE).read_text()
    clock.now = FORGET_AFTER
    assert tries.noted()[TEACHERS].wrong == 1  # their number is reported anyway
    assert "10.0.0.7" not in (tmp_path / FILE).read_text()


def test_guessing_the_tables_code_never_blocks_the_teacher(tries: WrongCodes) -> None:
    assert crowd(tries, TABLES) == 60 * FREE_TRIES
    assert tries.wait("10.0.0.1", TABLES) > 0
    assert tries.wait("10.0.0.1", TEACHERS) == 0


@pytest.mark.parametrize("kind", [TABLES, HANDS])
def test_a_network_guessing_for_an_hour_shuts_nobody_out(tries: WrongCodes, clock: HandClock, kind: str) -> None:
    for _ in range(60):  # minutes
        for caller in (f"10.0.1.{n}" for n in range(254)):
            while guess(tries, caller, kind):
                pass
        assert tries.begin("10.0.9.9", kind)
        tries.was_right("10.0.9.9", kind)
        clock.now += 60.0


def test_a_crowds_guesses_are_limited_by_the_stock(tries: WrongCodes, clock: HandClock) -> None:
    addresses = [f"10.{n // 256}.{n % 256}.1" for n in range(500)]
    assert sum(guess(tries, one, TABLES) for one in addresses for _ in range(FREE_TRIES)) == STOCKS[TABLES].most
    clock.now = 50 * STOCKS[TABLES].seconds
    assert sum(guess(tries, one, TABLES) for one in addresses[:-99:-1] for _ in range(FREE_TRIES)) == 50


@pytest.mark.parametrize("caller", ["10.0.0.1", known_device("tablet"), "127.0.0.1"])
@pytest.mark.parametrize("right", [TABLES, HANDS])
def test_a_right_code_of_another_kind_forgives_no_wrong_one(tries: WrongCodes, caller: str, right: str) -> None:
    heard = 0
    for _ in range(60):
        heard += guess(tries, caller, TEACHERS)
        assert tries.begin(caller, right)
        tries.was_right(caller, right)
    assert heard == FREE_TRIES


def test_known_devices_guess_together_no_faster_than_their_stock_fills(tries: WrongCodes, clock: HandClock) -> None:
    def class_guesses() -> int:
        return sum(guess(tries, known_device(str(n))) for n in range(30) for _ in range(FREE_TRIES))

    stock = KNOWN_STOCKS[TEACHERS]
    assert class_guesses() == stock.most
    assert tries.wait("10.0.9.9", TEACHERS) == 0  # who was never here does not wait for them
    clock.now = FORGET_AFTER - 1
    assert class_guesses() <= stock.most


def test_known_devices_never_wait_for_strangers(tries: WrongCodes) -> None:
    crowd(tries)
    assert tries.wait("10.0.9.9", TEACHERS) > 0
    for caller in (known_device("tablet"), "127.0.0.1", "::1"):
        assert tries.begin(caller, TEACHERS)


def test_a_known_device_that_guesses_waits_as_everybody_does(tries: WrongCodes) -> None:
    assert [guess(tries, known_device("lost")) for _ in range(FREE_TRIES + 1)] == [True] * FREE_TRIES + [False]


def test_a_restart_forgives_nothing(tmp_path: Path, clock: HandClock, tries: WrongCodes) -> None:
    for _ in range(FREE_TRIES):
        guess(tries, "10.0.0.1")
    crowd(tries)
    again = WrongCodes(tmp_path, clock)
    assert again.wait("10.0.0.1", TEACHERS) > 0
    assert again.wait("10.0.9.9", TEACHERS) > 0
    assert again.noted()[TEACHERS].wrong == STOCKS[TEACHERS].most


def test_a_right_code_takes_nothing_from_the_stock(tries: WrongCodes) -> None:
    for _ in range(3 * int(STOCKS[TABLES].most)):
        assert tries.begin("10.0.0.1", TABLES)
        tries.was_right("10.0.0.1", TABLES)
    assert tries.wait("10.0.9.9", TABLES) == 0
    assert not (tries.data / FILE).exists()


def test_what_is_remembered_is_bounded(tries: WrongCodes, clock: HandClock) -> None:
    for n in range(2 * MOST_CALLERS):
        clock.now += 10 * STOCKS[TABLES].seconds
        clock.now -= 9.9 * STOCKS[TABLES].seconds
        guess(tries, known_device(str(n)))
    assert len(tries.callers()) <= MOST_CALLERS
    assert (tries.data / FILE).stat().st_size < 20_000
    assert (tries.data / FILE).stat().st_mode & 0o777 == 0o600


def test_the_teacher_is_told_once(tries: WrongCodes, clock: HandClock) -> None:
    guess(tries, "10.0.0.1")
    clock.now = 60.0
    guess(tries, "10.0.0.2")
    noted = tries.noted()[TEACHERS]
    assert (noted.wrong, noted.since, noted.last) == (2, 1_000_000.0, 1_000_060.0)
    tries.acknowledge()
    assert tries.noted()[TEACHERS].wrong == 0
    assert WrongCodes(tries.data, clock).noted()[TEACHERS].wrong == 0


def test_tries_are_counted_even_when_nothing_can_be_stored(tmp_path: Path, clock: HandClock) -> None:
    tries = WrongCodes(tmp_path / "file" / "below", clock)
    (tmp_path / "file").touch()
    assert crowd(tries) == STOCKS[TEACHERS].most


def test_a_slow_guess_does_not_delay_known_devices(tmp_path: Path, monkeypatch) -> None:
    pin, held, go = new_pin(tmp_path), Event(), Event()
    door = Door(tmp_path, HandClock())
    slow = door._is_the_teachers

    def compared(plain: str) -> bool:
        if plain == "guess":
            held.set()
            assert go.wait(30)
        return slow(plain)

    monkeypatch.setattr(door, "_is_the_teachers", compared)
    stranger = Thread(target=door.opens, args=("10.0.0.1", "guess"))
    stranger.start()
    assert held.wait(30)
    assert door.opens(known_device("tablet"), pin)  # while the stranger's guess is still being compared
    go.set()
    stranger.join()


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["callers", "spent", "noted", "teacher", "table", "wrong"]), inner)
        ),
        max_leaves=12,
    )
)
def test_no_file_breaks_the_counting(tmp_path_factory: pytest.TempPathFactory, said: object) -> None:
    folder = tmp_path_factory.getbasetemp()
    (folder / FILE).write_text(json.dumps(said))
    tries = WrongCodes(folder, HandClock())
    assert tries.begin("10.0.0.1", TEACHERS) in (True, False)
    assert tries.wait("10.0.0.1", TEACHERS) <= STOCKS[TEACHERS].most * STOCKS[TEACHERS].seconds + 900


def test_the_teachers_code_makes_a_device_known(visitor) -> None:
    from webui.site.devices import COOKIE

    assert visitor.post("/login", pin=visitor.pin).location == "/"
    cookie = visitor.client.get_cookie(COOKIE)
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site) == (True, "Strict")
    visitor.post("/logout")
    door = visitor.app.extensions["piste"].door
    for n in range(60):
        door.tries.begin(f"10.0.0.{n}", TEACHERS)
    away = {"REMOTE_ADDR": "10.0.9.9"}
    token = visitor.token()
    there = visitor.client.post("/login", data={"csrf_token": token, "pin": visitor.pin}, environ_base=away)
    assert there.location == "/"
    visitor.post("/logout")
    visitor.client.set_cookie(COOKIE, cookie.value[:-1] + ("0" if cookie.value[-1] != "0" else "1"))
    token = visitor.token()
    forged = visitor.client.post("/login", data={"csrf_token": token, "pin": visitor.pin}, environ_base=away)
    assert forged.status_code == 429


def test_a_damaged_code_is_no_dead_site(visitor) -> None:
    (visitor.app.extensions["piste"].door.data / PIN_FILE).write_bytes(b"\xff\xfe")
    assert [visitor.client.get(path).status_code for path in ("/", "/login", "/metrics")] == [200, 302, 200]
