"""One socket for IPv6 and IPv4: limits per address know each visitor's own address."""

import http.client
import socket
from collections.abc import Iterator

import pytest
from served import served

from webui.site import server
from webui.site.app import create_app
from webui.site.limits.connections import SharingServer


@pytest.fixture
def serving(teacher, tmp_path) -> Iterator[SharingServer]:
    app = create_app(teacher.live, tmp_path, clock=teacher.clock, reset="piste pin --reset --data here")
    try:
        with served(app, "::") as serving:
            yield serving
    except OSError as error:
        pytest.skip(f"needs IPv6: {error}")


def page(serving: SharingServer, to: str, path: str, **head: str) -> tuple[int, str]:
    port = int(serving.effective_port)
    connection = http.client.HTTPConnection(to, port, timeout=20)
    connection.request("GET", path, headers=head)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode()
    connection.close()
    return found


@pytest.mark.parametrize("to", ["127.0.0.1", "::1"])
def test_a_page_is_had_by_both(serving: SharingServer, to: str) -> None:
    status, text = page(serving, to, "/login")
    assert status == 200
    assert "--data here" in text  # it knows the machine itself, by both


@pytest.mark.parametrize("to", ["127.0.0.1", "::1"])
def test_a_strange_name_is_refused_by_both(serving: SharingServer, to: str) -> None:
    assert page(serving, to, "/", Host="evil.example")[0] == 421


def test_an_address_of_ipv4_is_written_as_it_always_was(serving: SharingServer) -> None:
    assert serving.fix_addr(("::ffff:192.168.1.20", 5, 0, 0)) == ("192.168.1.20", 5)
    assert serving.fix_addr(("fd00::ffff:7", 5, 0, 0)) == ("fd00::ffff:7", 5)
    assert serving.fix_addr(("10.0.0.7", 5)) == ("10.0.0.7", 5)


def test_one_address_of_ipv6_is_listened_at_alone(teacher) -> None:
    try:
        listener = server.listen("::1", 0)
    except OSError as error:
        pytest.skip(f"needs IPv6: {error}")
    with listener, pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", listener.getsockname()[1]), timeout=5)
