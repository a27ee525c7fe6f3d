"""Requests are limited per address before Flask sees them."""

from collections.abc import Iterable

import pytest
from hand_clock import HandClock
from hypothesis import given
from hypothesis import strategies as st

from webui.site.context import Streams, StreamsFull
from webui.site.limits.requests import AT_ONCE, IN_STOCK, LEAVES, PER_SECOND, REMEMBERED, Requests, Shares


def ask(site: Requests, address: str) -> tuple[str, dict[str, str], Iterable[bytes]]:
    told: list[tuple[str, dict[str, str]]] = []
    answer = site({"REMOTE_ADDR": address}, lambda status, head: told.append((status, dict(head))))
    return (*told[0], answer) if told else ("", {}, answer)


def ok(environ, start_response):
    start_response("200 OK", [])
    return [b"ok"]


def test_a_flood_is_told_to_wait_and_nobody_else_is() -> None:
    clock = HandClock()
    site = Requests(ok, clock=clock)
    for _ in range(int(IN_STOCK)):
        status, _, answer = ask(site, "10.0.0.9")
        assert status == "200 OK"
        answer.close()
    status, head, _ = ask(site, "10.0.0.9")
    assert (status, head["Retry-After"]) == ("429 Too Many Requests", "2")
    assert ask(site, "10.0.0.8")[0] == "200 OK"
    assert ask(site, "127.0.0.1")[0] == "200 OK"
    clock.now = 1.0
    heard = 0
    while True:
        status, _, answer = ask(site, "10.0.0.9")
        if status != "200 OK":
            break
        heard += 1
        answer.close()
    assert heard == PER_SECOND


def test_one_address_has_eight_answers_under_way_and_no_more() -> None:
    site = Requests(ok)
    answers = [ask(site, "10.0.0.9") for _ in range(AT_ONCE)]
    assert ask(site, "10.0.0.9")[0] == "503 Service Unavailable"
    assert ask(site, "10.0.0.8")[0] == "200 OK"
    answers[0][2].close()
    answers[0][2].close()  # closing twice gives one place back
    assert ask(site, "10.0.0.9")[0] == "200 OK"
    assert ask(site, "10.0.0.9")[0] == "503 Service Unavailable"


def test_a_stream_counts_among_the_streams_alone() -> None:
    def stream(environ, start_response):
        environ[LEAVES]()
        return ok(environ, start_response)

    site = Requests(stream)
    for _ in range(3 * AT_ONCE):
        assert ask(site, "10.0.0.9")[0] == "200 OK"


def test_a_site_that_breaks_gives_the_place_back() -> None:
    def breaks(environ, start_response):
        raise ValueError("broken")

    site = Requests(breaks)
    for _ in range(2 * AT_ONCE):
        with pytest.raises(ValueError, match="broken"):
            ask(site, "10.0.0.9")
    assert site.shares.running == 0


@given(st.lists(st.tuples(st.integers(0, 3 * REMEMBERED), st.booleans()), max_size=300))
def test_what_is_remembered_is_bounded_and_places_never_leak(asked: list[tuple[int, bool]]) -> None:
    shares = Shares(lambda: 0.0)
    open_now = []
    for number, stays in asked:
        address = f"10.0.{number // 256}.{number % 256}"
        if shares.enter(address) == 0:
            open_now.append(address)
            if not stays:
                shares.leave(open_now.pop())
    assert len(shares._stocks) <= REMEMBERED
    for address in open_now:
        shares.leave(address)
    assert shares.running == 0


def test_one_address_leaves_streams_to_others() -> None:
    streams = Streams(64)
    for _ in range(16):
        streams.enter("10.0.0.9")
    with pytest.raises(StreamsFull):
        streams.enter("10.0.0.9")
    streams.enter("10.0.0.8")
    for _ in range(47):
        streams.enter("127.0.0.1")
    with pytest.raises(StreamsFull):
        streams.enter("127.0.0.1")
    streams.leave("10.0.0.9")
    streams.enter("10.0.0.7")
    assert streams.open == 64


def test_the_tablets_of_each_further_table_may_come_from_one_router(teacher) -> None:
    streams = teacher.app.extensions["piste"].streams
    teacher.add_table()
    for _ in range(20):
        streams.enter("10.0.0.9")
    with pytest.raises(StreamsFull):
        streams.enter("10.0.0.9")
    teacher.app.extensions["piste"].tables.shut(2)
    streams.leave("10.0.0.9")
    with pytest.raises(StreamsFull):
        streams.enter("10.0.0.9")
