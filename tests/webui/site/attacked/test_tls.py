"""https: pages, streams and long answers over an encrypted connection, with this machine's own certificate."""

import http.client
import shutil
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import url_for
from served import served

from webui.box.card import Card
from webui.site import server, tls
from webui.site.app import create_app
from webui.site.tls import FILE, NoCertificate, amiss, certificate, context_of, fingerprint, names_here
from webui.words import words

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl, which makes the certificate")


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate(tmp_path_factory.mktemp("https"), names_here(("192.168.1.20",)))


@pytest.fixture
def port(teacher, pem: Path, tmp_path: Path) -> Iterator[int]:
    app = create_app(teacher.live, tmp_path, https=True)
    with served(app, https=context_of(pem)) as serving:
        yield int(serving.effective_port)


def connect(port: int, pem: Path) -> http.client.HTTPSConnection:
    """As a browser that trusts this certificate: it checks the name."""
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=20, context=ssl.create_default_context(cafile=pem))


def test_pages_and_long_answers_come_whole(port: int, pem: Path, teacher, checkout: Path) -> None:
    connection = connect(port, pem)
    for _ in range(3):
        connection.request("GET", "/")
        answer = connection.getresponse()
        assert (answer.status, b"</html>" in answer.read()) == (200, True)
    with teacher.app.test_request_context():
        wood = url_for("static", filename="wood.avif")
    connection.request("GET", wood)
    assert connection.getresponse().read() == (checkout / "webui" / "static" / "wood.avif").read_bytes()


def test_cookies_go_over_encrypted_connections_only_and_the_token_holds(port: int, pem: Path, visitor) -> None:
    connection = connect(port, pem)
    connection.request("GET", "/api/v1/session")
    answer = connection.getresponse()
    token = answer.read().decode().split('"csrf_token":"')[1].split('"')[0]
    cookie = answer.getheader("Set-Cookie", "")
    assert "; Secure" in cookie
    head = {"Cookie": cookie.split(";")[0], "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/login", f"csrf_token={token}&pin={visitor.pin}", head)
    answer = connection.getresponse()
    assert answer.status == 302
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert len(cookies) == 2
    assert all("; Secure" in one and "HttpOnly" in one for one in cookies)


def test_a_stream_lives_over_tls(port: int, pem: Path, teacher) -> None:
    connection = connect(port, pem)
    connection.request("GET", "/api/v1/events")
    stream = connection.getresponse()
    while not stream.readline().startswith(b"data: "):
        pass
    from webui.table.values.actions import Throw

    teacher.live.act(Throw((6, 2)))
    while b"waiting_move" not in stream.readline():
        pass
    connection.close()


def test_who_speaks_no_tls_ends_nothing_but_his_own_connection(port: int, pem: Path) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            said = plain.recv(100)
        except ConnectionResetError:
            said = b""
        assert b"HTTP" not in said
    with socket.create_connection(("127.0.0.1", port), timeout=20):  # and one that says nothing at all
        connection = connect(port, pem)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200


def test_the_certificate_is_made_once_and_kept_secret(tmp_path: Path) -> None:
    file = certificate(tmp_path, names_here(()))
    before = file.read_bytes()
    assert certificate(tmp_path, names_here(())).read_bytes() == before
    assert (file.name, file.stat().st_mode & 0o777) == (FILE, 0o600)
    digits = fingerprint(file).split(":")
    assert len(digits) == 32
    assert all(len(pair) == 2 for pair in digits)
    card = Card("", ("https://192.168.1.20:8000/",), (), "", "piste pin --reset")
    lines = server.greeting(words("fr"), card, "https://127.0.0.1:8000/", fingerprint(file)).splitlines()
    assert lines[0] == "https://127.0.0.1:8000/"
    assert fingerprint(file) in lines[1]
    assert any("https://192.168.1.20:8000/" in line for line in lines)


def test_a_certificate_names_addresses_of_both_kinds(tmp_path: Path) -> None:
    names = names_here(("192.168.1.20", "fd00::a:20", "2001:db8::1"))
    file = certificate(tmp_path, names)
    assert amiss(file, names) == ""
    assert amiss(file, names_here(("fd00::a:21",))) == "elsewhere"


def test_a_certificate_for_another_address_is_made_anew(tmp_path: Path) -> None:
    yesterday, today = names_here(("192.168.1.20",)), names_here(("192.168.1.31",), ("piste.fritz.box",))
    file = certificate(tmp_path, yesterday)
    before = fingerprint(file)
    assert (amiss(file, yesterday), amiss(file, names_here(())), amiss(file, today)) == ("", "", "elsewhere")
    assert fingerprint(certificate(tmp_path, today)) != before
    assert amiss(file, today) == ""


def test_a_certificate_that_expires_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(tls, "DAYS", 6)
        file = certificate(tmp_path, names_here(()))
    assert amiss(file, names_here(())) == "expired"
    before = fingerprint(file)
    assert fingerprint(certificate(tmp_path, names_here(()))) != before
    assert amiss(file, names_here(())) == ""


@pytest.mark.parametrize("kept", [b"", b"\xff\0", b"-----BEGIN CERTIFICATE-----\nabc\n"])
def test_a_damaged_certificate_is_told(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / FILE).write_bytes(kept)
    with pytest.raises(NoCertificate, match=r"https\.pem"):
        context_of(tmp_path / FILE)
    with pytest.raises(NoCertificate):
        fingerprint(tmp_path / FILE)
    assert amiss(tmp_path / FILE, names_here(())) == "damaged"
    context_of(certificate(tmp_path, names_here(())))


def test_a_certificate_without_an_end_is_refused() -> None:
    for reads in (context_of, fingerprint):
        with pytest.raises(NoCertificate, match=r"/dev/zero: expected .* more than 1048576 bytes"):
            reads(Path("/dev/zero"))


def test_without_openssl_one_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoCertificate, match="openssl"):
        certificate(tmp_path, names_here(()))
