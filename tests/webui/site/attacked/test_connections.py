"""A real server on the loopback's many addresses: nobody can shut others out, drip, or hold on to a place."""

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from served import served

from webui.site.limits import connections, requests
from webui.site.limits.connections import CONNECTIONS, OF_ONE, VANISHED, SharingServer

CROWD, GUEST = "127.0.0.66", "127.0.0.7"
"""Two addresses of the loopback; in these tests neither is taken for the machine itself."""


@pytest.fixture
def serving(teacher, monkeypatch: pytest.MonkeyPatch) -> Iterator[SharingServer]:
    monkeypatch.setattr(connections, "same_machine", lambda address: address == "127.0.0.1")
    with served(teacher.app) as serving:
        yield serving


def connect(serving: SharingServer, who: str) -> socket.socket:
    place = ("127.0.0.1", int(serving.effective_port))
    return socket.create_connection(place, timeout=20, source_address=(who, 0))


def page(serving: SharingServer, who: str, path: str = "/healthz") -> int:
    connection = http.client.HTTPConnection(
        "127.0.0.1", int(serving.effective_port), timeout=20, source_address=(who, 0)
    )
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


def test_hundreds_of_idle_connections_of_one_address_shut_nobody_out(serving: SharingServer) -> None:
    with ExitStack() as stack:
        for _ in range(205):
            stack.enter_context(connect(serving, CROWD))
        assert [page(serving, GUEST) for _ in range(5)] == [200] * 5
        assert page(serving, CROWD) == 200  # it has what one address may have, no more and no less
        open_now = [one for one in serving._channels() if one.address == CROWD and not one.will_close]
        assert len(open_now) <= OF_ONE


def test_the_address_with_most_connections_loses_one_when_full(serving: SharingServer) -> None:
    crowds = [f"127.0.1.{n}" for n in range(CONNECTIONS // OF_ONE + 1)]
    with ExitStack() as stack:
        for who in crowds:
            for _ in range(OF_ONE):
                stack.enter_context(connect(serving, who))
        assert page(serving, GUEST) == 200
        assert len([one for one in serving._channels() if not one.will_close]) <= CONNECTIONS


def test_an_answer_under_way_is_never_ended_for_a_newcomer(serving: SharingServer) -> None:
    with ExitStack() as stack:
        stream = stack.enter_context(connect(serving, CROWD))
        stream.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert stream.recv(15) == b"HTTP/1.1 200 OK"
        for _ in range(OF_ONE + 20):
            stack.enter_context(connect(serving, CROWD))
        assert page(serving, CROWD) == 200
        assert [one for one in serving._channels() if one.requests and one.address == CROWD]


def test_a_flood_from_one_address_slows_only_that_address(
    serving: SharingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "same_machine", lambda address: address == "127.0.0.1")
    monkeypatch.setattr(requests, "IN_STOCK", 3.0)
    monkeypatch.setattr(requests, "PER_SECOND", 0.0)
    assert [page(serving, CROWD) for _ in range(5)] == [200, 200, 200, 429, 429]
    assert page(serving, GUEST) == 200


def test_a_request_that_drips_is_ended(serving: SharingServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADERS_WITHIN", 0.0)
    with connect(serving, CROWD) as dripping:
        dripping.sendall(b"GET / HT")
        assert page(serving, GUEST) == 200  # by now the first bytes have been taken
        serving.next_channel_cleanup = 0
        assert page(serving, GUEST) == 200
        assert dripping.recv(100) == b""


def test_a_vanished_tablets_connections_are_freed_within_half_a_minute(serving: SharingServer) -> None:
    """The system is told to give up; with cables pulled: `python -m workshop torture abuse`."""
    with connect(serving, CROWD):
        assert page(serving, GUEST) == 200
        (there,) = [one for one in serving._channels() if one.address == CROWD]
        option = there.socket.getsockopt
        assert option(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == VANISHED <= 27_000  # and a heartbeat of 3 s
        assert option(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        asked = [option(socket.IPPROTO_TCP, name) for name, _ in connections.KEEP_ALIVE]
        assert asked[0] + asked[1] * asked[2] <= 30


def test_every_buffer_of_a_connection_has_its_bound(serving: SharingServer) -> None:
    body = 64 * 1024 + 1
    assert serving.adj.max_request_header_size == 16 * 1024
    assert serving.adj.max_request_body_size == body
    assert serving.adj.inbuf_overflow >= 16 * 1024 + body  # so that no request becomes a file
    assert serving.adj.outbuf_high_watermark == 1024 * 1024
    assert serving.adj.outbuf_overflow > 4 * serving.adj.outbuf_high_watermark  # nor an answer


@pytest.mark.parametrize("at", ["", "/table/2"])
def test_only_the_teacher_sends_more_than_a_form_at_any_table(serving: SharingServer, teacher, at: str) -> None:
    teacher.add_table()
    teacher.sign_in()
    fields = {"Cookie": f"piste={teacher.client.get_cookie('piste').value}", "X-CSRFToken": teacher.token()}
    for path, headers, refused in (
        (f"{at}/enseignant/import", fields, False),
        (f"{at}/enseignant/import", {}, True),
        (f"{at}/enseignant/classe", fields, True),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", int(serving.effective_port), timeout=20)
        connection.request("POST", path, b"x" * 100_000, {"Content-Type": "text/plain", **headers})
        assert (connection.getresponse().status == 413) is refused, path
        connection.close()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 17_000 + b"\r\n\r\n", b"431"),
        (b"GET /" + b"x" * 17_000 + b" HTTP/1.1\r\n\r\n", b"431"),
        (b"\0\0\0\r\n\r\n", b"400"),
    ],
)
def test_a_head_without_end_is_refused(serving: SharingServer, sent: bytes, status: bytes) -> None:
    with connect(serving, CROWD) as stranger:
        stranger.sendall(sent)
        assert stranger.makefile("rb").readline().split()[1] == status


def test_a_stalled_reader_is_buffered_up_to_a_megabyte(serving: SharingServer) -> None:
    with connect(serving, CROWD) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 150)
        assert page(serving, GUEST) == 200
        (there,) = [one for one in serving._channels() if one.address == CROWD]
        assert there.total_outbufs_len <= serving.adj.outbuf_high_watermark + 64 * 1024
